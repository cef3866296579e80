"""The tableau: a cell holds one card."""

from __future__ import annotations

from typing import Any

from referee.engine.rule import Fault, Rank, Rule
from referee.games.speculaas.moves import Take
from referee.games.speculaas.sources import review
from referee.games.speculaas.table import SpeculaasTable


def cell_is_free(table: SpeculaasTable, step: Take) -> Fault | None:
    there = table.seats[step.player].cards.get(step.cell)
    if there is None:
        return None
    x, y = step.cell
    return Fault(f"{step.player} laid {step.card} at {x},{y}, but {there} lies there already.", "at", step.at)


RULES = (
    Rule(
        "grid.taken", "A cell holds one card",
        "The cards of a play area lie next to each other, never on top of one another. No source tells of moving "
        "a card that was laid down, so its cell stays taken.",
        review("Play area"), Rank.TARGET, (Take,), cell_is_free,
    ),
)  # fmt: skip
ACTS: dict[type, Any] = {}
