"""The verdict: the one result of a check. Every output format is a view of it (verdict format, version 1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple

FORMAT = "referee-verdict/1"


class Place(NamedTuple):
    """A stretch of a file: lines and columns from 1 in Unicode code points, the end exclusive; all 0 for nowhere."""

    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0


NOWHERE: Final = Place()


@dataclass(slots=True)
class Violation:
    """One rule that one move broke (or one remark), with its place in the file.

    ``move`` counts from 1 and is ``None`` for the envelope, the result and the end of the log. ``where`` is the place
    or what finds it: finding it means reading the file once more, so that is done when it is first asked for.
    """

    rule: str
    title: str
    cite: dict[str, str]
    severity: str
    move: int | None
    pointer: str
    message: str
    field: str | None = None
    where: Place | Callable[[], Place] = NOWHERE
    round: int | None = None
    phase: str | None = None
    player: str | None = None
    found: Any = None
    expected: Any = None
    applied: str | None = None
    fix: dict[str, Any] | None = None
    ruling: dict[str, Any] | None = None
    arbiter: str | None = None

    @property
    def place(self) -> Place:
        """Where it is in the file."""
        if not isinstance(self.where, Place):
            self.where = self.where()
        return self.where

    @property
    def line(self) -> int:
        return self.place.line

    @property
    def column(self) -> int:
        return self.place.column

    @property
    def end_line(self) -> int:
        return self.place.end_line

    @property
    def end_column(self) -> int:
        return self.place.end_column

    def __getstate__(self) -> object:
        # In another process there is no file to look it up in.
        assert self.place is not None
        return object.__getstate__(self)

    def as_dict(self) -> dict[str, Any]:
        """The violation as plain data: what is not known is left out, except ``move``."""
        order = (
            "rule",
            "title",
            "cite",
            "severity",
            "move",
            "pointer",
            "field",
            "line",
            "column",
            "end_line",
            "end_column",
            "round",
            "phase",
            "player",
            "message",
            "found",
            "expected",
            "applied",
            "fix",
            "ruling",
            "arbiter",
        )
        values = ((name, getattr(self, name)) for name in order)
        return {
            name: value
            for name, value in values
            if name == "move"
            or ((value is not None and value != 0) or (name in ("found", "expected") and value is not None))
        }


@dataclass(slots=True)
class Score:
    """What one player has: the total, its sources (zeros left out), and the values that break a tie."""

    player: str
    total: int
    breakdown: dict[str, int]
    tiebreak: dict[str, int] = field(default_factory=dict)
    rank: int = 0

    def as_dict(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "rank": self.rank,
            "total": self.total,
            "tiebreak": self.tiebreak,
            "breakdown": self.breakdown,
        }


@dataclass(slots=True)
class Assumption:
    """What a verdict rests on that no source settles, with what the other readings would give."""

    id: str
    text: str
    chosen: str
    otherwise: dict[str, Any]


@dataclass(slots=True)
class Unjudged:
    """What could not be judged for want of data; ``move`` counts from 1."""

    what: str
    why: str
    move: int | None = None


@dataclass(slots=True)
class Moves:
    """How many entries the log has, how many were checked, how many steps were implied, how many were left."""

    recorded: int = 0
    checked: int = 0
    implied: int = 0
    unchecked: int = 0


@dataclass(slots=True)
class Verdict:
    """The result of checking one transcript. ``verdict`` is ``"legal"``, ``"illegal"`` or ``"unreadable"``."""

    source: str
    sha256: str
    verdict: str
    referee: str
    game: str | None = None
    ruleset: int | None = None
    expansions: list[str] = field(default_factory=list)
    profile: str | None = None
    rulings: dict[str, Any] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    complete: bool = False
    moves: Moves = field(default_factory=Moves)
    rounds: int = 0
    violations: list[Violation] = field(default_factory=list)
    notes: list[Violation] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    unjudged: list[Unjudged] = field(default_factory=list)
    scores: list[Score] | None = None
    winners: list[str] = field(default_factory=list)
    disputed: bool = False
    ignored: list[str] = field(default_factory=list)
    meta: dict[str, Any] = field(default_factory=dict)

    @property
    def legal(self) -> bool:
        return self.verdict == "legal"

    def as_dict(self) -> dict[str, Any]:
        """The verdict as plain data, in the order of the format's specification."""
        plain: dict[str, Any] = {
            "format": FORMAT,
            "referee": self.referee,
            "source": self.source,
            "sha256": self.sha256,
            "game": self.game,
            "ruleset": self.ruleset,
            "expansions": self.expansions,
            "profile": self.profile,
            "rulings": self.rulings,
            "players": self.players,
            "verdict": self.verdict,
            "complete": self.complete,
            "moves": {item.name: getattr(self.moves, item.name) for item in fields(Moves)},
            "rounds": self.rounds,
            "violations": [item.as_dict() for item in self.violations],
            "notes": [item.as_dict() for item in self.notes],
            "assumptions": [
                {"id": item.id, "text": item.text, "chosen": item.chosen, "otherwise": item.otherwise}
                for item in self.assumptions
            ],
            "unjudged": [{"what": item.what, "why": item.why, "move": item.move} for item in self.unjudged],
        }
        if self.scores is not None:
            plain["scores"] = [item.as_dict() for item in self.scores]
            if self.disputed:
                plain["disputed"] = True
        plain["winners"] = self.winners
        if self.ignored:
            plain["ignored"] = self.ignored
        if self.meta:
            plain["meta"] = self.meta
        return plain
