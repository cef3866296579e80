"""What a verdict rests on that no source settles: every open question of a game, read the other ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.game import Game
from referee.engine.verdict import Assumption, Score


def assumptions(game: Game, table: Any, scores: Sequence[Score]) -> list[Assumption]:
    """The readings that make a difference in this game, one varied at a time.

    ``scores`` are those of the chosen readings. Of another reading only the totals that differ are kept, or
    ``"illegal"`` or ``"unjudged"``; a question of which no reading differs is left out.
    """
    chosen = {score.player: score.total for score in scores}
    found = []
    for reading in game.readings(table):
        otherwise: dict[str, Any] = {}
        for value in reading.values[1:]:
            other = game.reread(table, reading.id, value)
            if isinstance(other, dict):
                other = {player: total for player, total in other.items() if total != chosen.get(player)}
            if other:
                otherwise[value] = other
        if otherwise:
            found.append(Assumption(reading.id, reading.text, reading.values[0], otherwise))
    return found
