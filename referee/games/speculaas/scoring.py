"""The score: the base game's points as declared, and those of the three Café cards.

Every function takes the readings of open questions by id (see readings.py); what is not named is read as chosen.
Source: Speculaas: Café, what the referee knows, "Score".
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.verdict import Score
from referee.games.speculaas import measures
from referee.games.speculaas.moves import SPECULATIUS
from referee.games.speculaas.table import Seat, SpeculaasTable
from referee.games.speculaas.tea import spice_of, tea_points

COFFEE = 10
EASY = ("easy", "medium")
DIFFICULTIES = (*EASY, "hard", "very-hard")

Readings = Mapping[str, str]


def standing(table: SpeculaasTable, readings: Readings | None = None) -> list[Score]:
    """Every score if the game ended now, in seating order; empty without Café, since nobody can judge it then."""
    if not table.cafe:
        return []
    tea = _tea(table, readings or {})
    holders = table.holders()
    scores = []
    for name, seat in table.seats.items():
        sources = {
            "base": seat.base or 0,
            "tea": tea.get(name, 0),
            "coffee": COFFEE if name in holders else 0,
            "hot_chocolate": _hot_chocolate(table, seat, readings or {}),
            "arbiter": seat.set_apart,
        }
        scores.append(Score(name, sum(sources.values()), {source: got for source, got in sources.items() if got}))
    return scores


def totals(table: SpeculaasTable, readings: Readings | None = None) -> dict[str, int]:
    """Every total if the game ended now, by player."""
    return {score.player: score.total for score in standing(table, readings)}


def tea_unjudged(table: SpeculaasTable) -> bool:
    """Whether the Tea card cannot be judged: in solo with the least honey, when nobody says what Speculatius has."""
    wants_honey = table.cafe and spice_of(table.tea) is None
    return wants_honey and table.solo and not table.seats[SPECULATIUS].honey_said


def _tea(table: SpeculaasTable, readings: Readings) -> dict[str, int]:
    if tea_unjudged(table):
        return {}
    second_tie, zero = readings.get("tea-second-tie", "share"), readings.get("tea-zero", "counts")
    spice = spice_of(table.tea)
    if spice is None:
        amounts = {name: seat.honey for name, seat in table.seats.items()}
    elif readings.get("tea-count") == "cards":
        amounts = {name: seat.showing.get(spice, 0) for name, seat in table.seats.items()}
    else:
        amounts = {name: seat.symbols.get(spice, 0) for name, seat in table.seats.items()}
    return tea_points(amounts, fewest=spice is None, second_tie=second_tie, zero=zero)


def _hot_chocolate(table: SpeculaasTable, seat: Seat, readings: Readings) -> int:
    measure = table.measure
    if seat.name == SPECULATIUS:
        if table.difficulty in EASY:
            return 15
        return 18 if measure in ("column", "row") else 21
    tableau = measures.Tableau(seat.cards.keys(), seat.spices.keys())
    line, rectangle = readings.get("line", "unbroken"), readings.get("rectangle", "steps")
    return measures.points(measure, measures.cards(measure, tableau, line, rectangle))
