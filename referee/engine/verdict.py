"""The verdict: the one result of a check. Every output format is a view of it (verdict format, version 1)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

FORMAT = "referee-verdict/1"


@dataclass(slots=True)
class Violation:
    """One rule that one move broke (or one remark), with its place in the file.

    ``move`` counts from 1 and is ``None`` for the envelope, the result and the end of the log. ``line`` and
    ``column`` count from 1 in Unicode code points, the end is exclusive; they are 0 until a place was looked up.
    """

    rule: str
    title: str
    cite: dict[str, str]
    severity: str
    move: int | None
    pointer: str
    message: str
    field: str | None = None
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0
    round: int | None = None
    phase: str | None = None
    player: str | None = None
    found: Any = None
    expected: Any = None
    applied: str | None = None
    fix: dict[str, Any] | None = None
    ruling: dict[str, Any] | None = None
    arbiter: str | None = None

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
