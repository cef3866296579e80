"""How a made-up game is written down: every move in full as a program does it, or as a person at a table would."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.conformance.generate import Made
from referee.engine.game import Game, Header
from referee.engine.replay import Replay, Replayer
from referee.transcript.notation import fields_of


def as_object(move: Any) -> dict[str, Any]:
    """A move as an object of the transcript, its kind first."""
    fields = fields_of(move)
    return {"move": fields.pop("move"), **fields}


def objects(made: Made) -> list[dict[str, Any]]:
    """Every move as an object, with the claims where they were noted."""
    entries: list[dict[str, Any]] = list(made.claims.get(0, ()))
    for number, move in enumerate(made.moves, 1):
        entries.append(as_object(move))
        entries += made.claims.get(number, ())
    return entries


def lines(made: Made) -> list[Any]:
    """Every move as a line, with claims; what no line can say stays an object."""
    from referee.transcript.entries import read_entries
    from referee.transcript.writing import as_lines

    written = objects(made)
    entries, _ = read_entries(written, made.game, made.header)
    return as_lines(entries, written, made.game, made.header)


def by_hand(made: Made, seed: int | str = 0) -> list[Any]:
    """Lines as a person writes them: forced steps are left out, cards go by their names."""
    random = Random(f"by hand/{seed}")
    game, header = made.game, made.header
    names = game.everyone(header)
    told: list[Any] = []
    forced: list[Any] = []
    replayer = Replayer(game, header)
    for move in made.moves:
        if isinstance(move, game.forced):
            # Whether it can be left out shows at the next move that is not forced.
            forced.append(move)
            continue
        if forced and list(_implied(game, replayer.table, move)) != forced:
            told += forced
            for step in forced:
                replayer.enter(0, step)
        forced = []
        said = game.told(replayer.table, move, random)
        told.append(said)
        replayer.enter(0, said)
    told = without_end(game, header, told + forced)
    return [game.notation.write(move, names) or as_object(move) for move in told]


def _implied(game: Game, table: Any, move: Any) -> Sequence[Any]:
    parts = game.parts(table, move) if type(move) in game.compound else (("", move),)
    for _, step in parts:
        implies = game.plans[type(step)].implies
        return implies(table, step) if implies is not None else ()
    return ()


def without_end(game: Game, header: Header, moves: list[Any]) -> list[Any]:
    """The log without the last moves, as far as the referee adds them by itself."""
    state = game.snapshot(_played(game, header, moves).table)
    while moves:
        shorter = _played(game, header, moves[:-1])
        if shorter.violations or game.snapshot(shorter.table) != state:
            break
        moves = moves[:-1]
    return moves


def _played(game: Game, header: Header, moves: list[Any]) -> Replay:
    return Replayer(game, header).run(moves)
