"""What stands before the moves of a log, what they are played on, and how each of them is judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.compiled import mypyc_attr
from referee.engine.rule import Fault, Rule


@dataclass(slots=True)
class Header:
    """The sound envelope of a transcript: everything but the moves and the result.

    ``players`` are in seating order, ``rulings`` holds every ruling of the game with the value in force.
    """

    game: str
    players: list[str]
    expansions: list[str] = field(default_factory=list)
    profile: str = "rulebook"
    rulings: dict[str, Any] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Unreadable:
    """An entry of the log that could not be read as a move: what is wrong with its form, by rule id.

    ``kind`` and ``player`` are what could be made out of it, so that a skipped move still counts for turn order.
    """

    faults: list[tuple[str, Fault]]
    kind: str | None = None
    player: str | None = None
    raw: Any = None


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """The state that every game's table has; it is mutable and lives for one replay.

    ``remarks`` collects notes of the moves just applied (rule id, fault, round and phase); the replay empties it.
    """

    __slots__ = ("complete", "phase", "players", "remarks", "round", "rounds", "rulings")

    def __init__(self, header: Header, phase: str) -> None:
        self.players = header.players
        self.rulings = header.rulings
        self.round = 1
        self.rounds = 0
        self.phase = phase
        self.complete = False
        self.remarks: list[tuple[str, Fault, int, str]] = []

    def remark(self, rule: str, fault: Fault) -> None:
        """Remark on what is happening now, in this round and phase, which the act itself may end."""
        self.remarks.append((rule, fault, self.round, self.phase))

    # Copying (see conformance/forks.py): a compiled class knows nothing of what one derived from it in Python adds.

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _attributes(type(self)) if hasattr(self, name)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)


def _attributes(kind: type) -> tuple[str, ...]:
    """The names of everything that a kind of table has, as it declares them in ``__slots__``."""
    compiled: tuple[str, ...] = getattr(kind, "__mypyc_attrs__", ())
    return (*compiled, *(name for part in kind.__mro__ for name in part.__dict__.get("__slots__", ())))


Act = Callable[[Any, Any], None]
Implies = Callable[[Any, Any], Sequence[Any]]


@dataclass(slots=True)
class Plan:
    """How one type of step is judged and carried out: its rules, most fundamental first, what it implies, its act.

    ``checks`` are those of the rules that can be broken in a phase, by phase; a phase is added when it is first met.
    """

    rules: tuple[Rule, ...]
    act: Act
    implies: Implies | None = None
    checks: dict[str, tuple[Callable[[Any, Any], Fault | None], ...]] = field(default_factory=dict)

    def checks_in(self, phase: str) -> tuple[Callable[[Any, Any], Fault | None], ...]:
        """The checks of the rules that a step can break in this phase."""
        self.checks[phase] = checks = tuple(
            rule.check for rule in self.rules if rule.check and (rule.phases is None or phase in rule.phases)
        )
        return checks
