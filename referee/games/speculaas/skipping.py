"""What a step that is skipped still means for the table, so that one slip is not named twice."""

from __future__ import annotations

from typing import Any

from referee.engine.game import Unreadable
from referee.games.speculaas.moves import BaseScore, Discard, Round, Take
from referee.games.speculaas.table import SpeculaasTable


def skip(table: SpeculaasTable, step: Any) -> None:
    """A skipped card still was somebody's part in the turn; a skipped end of a turn lets the turn go on."""
    if isinstance(step, Unreadable):
        _skip_unreadable(table, step)
    elif isinstance(step, Take | Discard):
        _excuse(table, step.player)
        if table.open and table.last is not None:
            table.left[table.last] += 1
    elif isinstance(step, Round | BaseScore) and table.resumable:
        table.resume()


def _skip_unreadable(table: SpeculaasTable, entry: Unreadable) -> None:
    if entry.kind == "turn":
        table.begin_turn(None)
    elif entry.kind == "round":
        table.begun = True
        if table.round == 1 and table.turns:
            table.begin_round()
    elif entry.kind in ("take", "discard", None):
        _excuse(table, entry.player)


def _excuse(table: SpeculaasTable, player: str | None) -> None:
    """Count a skipped move as a part in the open turn: the player's, or anybody's if nobody knows whose it was."""
    if not table.open:
        return
    for name in table.players if player is None else [player]:
        if name in table.seats:
            table.seats[name].excused = True
