"""What a verdict on this game rests on that no source settles: readings of the text that other tables may not share."""

from __future__ import annotations

from referee.engine.game import Reading
from referee.games.speicherstadt.cards import BUILDINGS
from referee.games.speicherstadt.scoring import standing
from referee.games.speicherstadt.table import SpeicherstadtTable

READINGS = (
    Reading("port-ships", "The Port counts every ship of its owner, the small ones of Kaispeicher too.", ("every", "three-crates")),
    Reading("mayor-harbor-tour", "The point that the Harbor Tour adds to a building is not doubled by the Mayor.",
            ("not-doubled", "doubled")),
    Reading("fish-market-reserved", "The Fish Market can pay for a reserved card too.", ("allowed", "water-only")),
    Reading("gray-reserved", "A gray worker may reserve a card too.", ("allowed", "water-only")),
    Reading("snitch-places", "The Snitch may also swap workers on reserved cards, and gray ones.", ("all", "regular-on-water")),
    Reading("tie", "Players who are tied for first place in points and in coins share the win.", ("share", "tie-break")),
)  # fmt: skip


def reread(table: SpeicherstadtTable, reading: str, value: str) -> dict[str, int] | str | None:
    """Totals under the other reading, or ``"illegal"`` or ``"unjudged"``; ``None`` where it makes no difference."""
    if reading == "port-ships":
        if not any(seat.small_ships and "port" in seat.cards for seat in table.seats):
            return None
        return {
            score.player: score.total - (seat.small_ships if "port" in seat.cards else 0)
            for score, seat in zip(standing(table), table.seats, strict=True)
        }
    if reading == "mayor-harbor-tour":
        if not any(_doubled_tour(seat.cards) for seat in table.seats):
            return None
        return {
            score.player: score.total + _doubled_tour(seat.cards)
            for score, seat in zip(standing(table), table.seats, strict=True)
        }
    if reading == "tie":
        if not table.complete:
            return None
        best = sorted(((score.total, score.tiebreak["coins"]) for score in standing(table)), reverse=True)
        return "unjudged" if best[0] == best[1] else None
    return "illegal" if reading in table.rested_on else None


def _doubled_tour(cards: list[str]) -> int:
    """One more point where Mayor and Harbor Tour meet on a building."""
    return int("mayor" in cards and "harbor-tour" in cards and any(card in BUILDINGS for card in cards))
