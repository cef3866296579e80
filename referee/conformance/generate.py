"""Random legal games: facts as chance may show them and choices that the rules allow, one after the other.

The same seed gives the same game, to the byte, in every process.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.engine.game import Game, Header, Table, ranked
from referee.engine.replay import Replayer

STYLES = ("random", "greedy", "powers")
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
#: No game lasts this long; a style that never ends one is a bug of ours.
MOST_MOVES = 20_000


class GenerationError(Exception):
    """A made-up move broke a rule, or a made-up game does not end: a bug of ours."""


@dataclass(slots=True)
class Made:
    """A game that was made up: its header, every move in full, and the table at its end.

    ``rulings`` are those that the header changes from its profile. ``claims`` says by the number of moves before them
    what the table showed then, as objects of the transcript format.
    """

    game: Game
    header: Header
    moves: list[Any]
    table: Table
    rulings: dict[str, Any] = field(default_factory=dict)
    claims: dict[int, list[dict[str, Any]]] = field(default_factory=dict)

    def tree(self, moves: Sequence[Any], *, result: bool = True, **meta: Any) -> dict[str, Any]:
        """A transcript around these entries (objects or lines); ``result`` adds the final scores and the winners."""
        header = self.header
        tree: dict[str, Any] = {"format": "referee/1", "game": header.game, "profile": header.profile}
        tree["ruleset"] = self.game.ruleset
        if header.expansions:
            tree["expansions"] = header.expansions
        if self.rulings:
            tree["rulings"] = self.rulings
        tree["players"] = header.players
        if header.setup:
            tree["setup"] = header.setup
        if result and self.table.complete:
            scores = ranked(self.game.standing(self.table))
            totals = {score.player: score.total for score in self.game.standing(self.table)}
            tree["result"] = {"scores": totals, "winners": self.game.winners(scores)}
        if meta:
            tree["meta"] = meta
        tree["moves"] = list(moves)
        return tree


def corpus(
    game: Game,
    seed: int | str,
    games: int,
    *,
    players: int | Sequence[str] | None = None,
    style: str | None = None,
    **settings: Any,
) -> Iterator[Made]:
    """Make up several games, each from ``seed`` and its own number, so that a longer corpus begins like a shorter one.

    Without ``players`` or ``style`` every number of players and every style comes in turn. ``settings`` are those of
    :func:`generate`.
    """
    least, most = game.seats
    seats = list(range(least, min(most, len(NAMES)) + 1))
    for number in range(games):
        seated = players if players is not None else seats[number % len(seats)]
        played = style or STYLES[number // len(seats) % len(STYLES)]
        yield generate(game, f"{seed}/{number + 1}", players=seated, style=played, **settings)


def generate(
    game: Game,
    seed: int | str,
    *,
    players: int | Sequence[str] = 4,
    expansions: Sequence[str] = (),
    profile: str | None = None,
    rulings: Mapping[str, Any] | None = None,
    style: str = "random",
    claims: bool = False,
) -> Made:
    """Make up one complete game.

    ``players`` is their number or their names. ``claims`` notes what the table shows after every round and at the end.

    :raises GenerationError: if a move that was made up breaks a rule.
    """
    random = Random(f"{game.id}/{seed}")
    names = list(NAMES[:players]) if isinstance(players, int) else list(players)
    header = game.deal(names, list(expansions), random)
    header.profile = profile or game.profiles[0]
    header.rulings = {name: ruling.profiles[header.profile] for name, ruling in game.rulings.items()}
    header.rulings.update(rulings or {})
    replayer = Replayer(game, header, explicit=True)
    table = replayer.table
    if table is None:
        raise GenerationError(f"the setup of {game.id} breaks a rule: {replayer.out.violations[0].fault.message}")
    made = Made(game, header, [], table, dict(rulings or {}))
    rounds = table.rounds
    while len(made.moves) < MOST_MOVES:
        move = game.decide(table, random, style)
        if move is None:
            move = game.reveal(table, random)
        if move is None:
            return made
        for finding in replayer.enter(len(made.moves), move):
            raise GenerationError(f"seed {seed}, move {len(made.moves) + 1}: {move} breaks {finding.rule.id}")
        made.moves.append(move)
        if claims and (table.rounds != rounds or table.complete):
            rounds = table.rounds
            made.claims[len(made.moves)] = game.claims(table)
    raise GenerationError(f"seed {seed}: a game of {game.id} does not end")
