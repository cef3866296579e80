"""The final score, source by source (The Speicherstadt, rulebook, "End of the game"; Kaispeicher, the new trade cards)."""

from __future__ import annotations

from referee.engine.verdict import Score
from referee.games.speicherstadt.cards import BUILDINGS, COUNTING_OFFICES, FIREMEN, MERCHANTS
from referee.games.speicherstadt.pieces import Seat, size
from referee.games.speicherstadt.table import SpeicherstadtTable


def breakdown(seat: Seat) -> dict[str, int]:
    """A player's points by source if the game ended now; sources that give nothing are left out."""
    cards = seat.cards
    buildings = [BUILDINGS[card] for card in cards if card in BUILDINGS]
    offices = min(cards.count("counting-office"), len(COUNTING_OFFICES) - 1)
    merchants = [MERCHANTS[card] for card in cards if card in MERCHANTS]
    points = {
        "fires": seat.fires,
        "deliveries": seat.deliveries,
        "arbiter": seat.arbiter,
        "contracts": sum(contract.points for contract in seat.contracts if contract.complete),
        "merchants": sum(merchant.points for merchant in merchants),
        "warehouse": size(seat.warehouse),
        "counting_offices": COUNTING_OFFICES[offices],
        "buildings": sum(buildings),
        "port": cards.count("ship") if "port" in cards else 0,
        "chamber": seat.coins if "chamber" in cards else 0,
        "press": sum(card in FIREMEN for card in cards) if "press" in cards else 0,
        "mayor": max(buildings, default=0) if "mayor" in cards else 0,
        "harbor_tour": len(buildings) if "harbor-tour" in cards else 0,
        "deichtorhallen": len(merchants) if "deichtorhallen" in cards else 0,
        "accountant": len(seat.contracts) if "accountant" in cards else 0,
    }
    return {source: number for source, number in points.items() if number}


def standing(table: SpeicherstadtTable) -> list[Score]:
    """Every player's score if the game ended now, in seating order; coins break ties."""
    scores = []
    for seat in table.seats:
        points = breakdown(seat)
        scores.append(Score(seat.name, sum(points.values()), points, {"coins": seat.coins}))
    return scores
