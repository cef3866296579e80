"""A replay gone on with in several ways from the same table, and how many ways there are."""

from __future__ import annotations

import pickle
from copy import copy
from typing import Any

from referee.engine.game import Game
from referee.engine.replay import Replay, Replayer
from referee.engine.rule import Fault, Rule, Severity


class Fork:
    """A point of a replay from which it can be gone on with many times; pickling is the quickest way to copy a table."""

    def __init__(self, replayer: Replayer) -> None:
        self.replayer = replayer
        self._table: bytes | None = None

    def branch(self) -> Replayer:
        """A replay of its own from here, with nothing found yet."""
        if self._table is None:
            self._table = pickle.dumps(self.replayer.table, pickle.HIGHEST_PROTOCOL)
        branch = copy(self.replayer)
        branch.table, branch.out, branch.watcher = pickle.loads(self._table), Replay(None), None
        return branch


def first_broken(fork: Fork, move: Any) -> tuple[Rule, Fault] | None:
    """The first rule that a move would break here, with what is wrong; ``None`` if it is legal. Nothing is carried out."""
    game, table = fork.replayer.game, fork.replayer.table
    steps = [step for _, step in game.parts(table, move)] if type(move) in game.compound else [move]
    if len(steps) == 1:
        plan = game.plans[type(steps[0])]
        checks = plan.checks.get(table.phase) or plan.checks_in(table.phase)
        if all(check(table, steps[0]) is None for check in checks):
            return None
        for rule in plan.rules:
            if rule.severity is Severity.ERROR and rule.check and (fault := rule.check(table, steps[0])) is not None:
                return rule, fault
        return None
    # What a later part means depends on the parts before it.
    found = fork.branch().enter(0, move)
    return (found[0].rule, found[0].fault) if found else None


def counts(game: Game, replayer: Replayer, depth: int, limit: int = 10_000) -> list[int]:
    """How many ways there are to go on with 1, 2, … ``depth`` legal decisions.

    A way that comes to a fact ends there, so it counts for no greater depth. The list is shorter than ``depth`` where
    more than ``limit`` tables would have to be looked at.
    """
    found: list[int] = []
    level = [Fork(replayer)]
    for number in range(1, depth + 1):
        decisions: list[tuple[Fork, list[Any]]] = [(fork, game.legal(fork.replayer.table)) for fork in level]
        found.append(sum(len(moves) for _, moves in decisions))
        if number == depth or found[-1] > limit:
            break
        level = [_after(fork, move) for fork, moves in decisions for move in moves]
    return found


def _after(fork: Fork, move: Any) -> Fork:
    branch = fork.branch()
    branch.enter(0, move)
    return Fork(branch)
