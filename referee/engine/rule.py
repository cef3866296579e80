"""What a rule is: a value with an id, words, a source and one pure check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any


class Severity(StrEnum):
    """How much a finding weighs; only an ``ERROR`` changes a verdict."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Repair(StrEnum):
    """What the referee does with a move that broke a rule, so that the check can go on."""

    AS_RECORDED = "as-recorded"
    CORRECTED = "corrected"
    SKIPPED = "skipped"


class Rank(IntEnum):
    """How fundamental a rule is: of two rules broken by one move the lower rank is named first."""

    FORM = 0
    END = 1
    PHASE = 2
    TURN = 3
    OWNER = 4
    SOURCE = 5
    TARGET = 6
    AMOUNT = 7
    STOCK = 8
    CLAIM = 9
    REMARK = 10


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule stands: a document and a section of it, both by name."""

    document: str
    section: str

    def __str__(self) -> str:
        return f'{self.document}, "{self.section}"'


@dataclass(frozen=True, slots=True)
class Fix:
    """One small change of the recorded move that makes it legal.

    Exactly one of the three is given: ``fields`` (new values by field name), ``before`` (moves to insert
    before this one) or ``remove``.
    """

    fields: Mapping[str, Any] | None = None
    before: Sequence[Any] = ()
    remove: bool = False


@dataclass(slots=True)
class Fault:
    """One way in which a move is wrong, as a rule's check returns it.

    ``field`` is the path inside the move of the value at fault (``"price"``, ``"steps/0/to"``; empty for the move
    as a whole). ``repair`` overrides the repair of the rule, ``instead`` is the step to take when corrected. A fault
    that may well follow only from a move skipped before (``follows``) is repaired but not reported.
    """

    message: str
    field: str = ""
    found: Any = None
    expected: Any = None
    fix: Fix | None = None
    repair: Repair | None = None
    instead: Any = None
    follows: bool = False


Check = Callable[[Any, Any], Fault | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game.

    ``moves`` are the types of step that the rule looks at; ``check`` takes the table and the step, changes neither,
    and returns a :class:`Fault` or ``None``. ``needs`` names the rules that must hold before this one can be asked
    (so that one slip is not reported five ways); every rule needs those of rank ``END`` and ``PHASE``.
    ``rulings`` are the rulings on which the answer depends. ``phases`` are those in which the rule can be broken at
    all (``None``: in any), so that it is not asked in vain. ``mend`` puts the table right before a step is carried out
    as recorded, so that what follows only from this slip is not reported again. A rule without a check is one of form: it is found
    while the transcript is read or replayed.
    """

    id: str
    title: str
    text: str
    cite: Citation
    rank: Rank
    moves: tuple[type, ...] = ()
    check: Check | None = None
    repair: Repair = Repair.SKIPPED
    needs: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR
    phases: tuple[str, ...] | None = None
    mend: Callable[[Any, Any], None] | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question on which sources differ: its allowed values and the one that each profile chooses.

    An open ruling lists no values; ``check`` says then whether a value will do, and ``wants`` says it in words.
    """

    id: str
    about: str
    profiles: Mapping[str, Any]
    values: tuple[Any, ...] = ()
    source: str = ""
    check: Callable[[object], bool] | None = None
    wants: str = ""

    def allows(self, value: object) -> bool:
        """Whether ``value`` is one of the listed readings, or passes the check of an open ruling."""
        if self.check is not None:
            return self.check(value)
        return not self.values or any(value == known and type(value) is type(known) for known in self.values)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All rules by id, in the order in which the files list them."""

    rules: Mapping[str, Rule] = field(default_factory=dict)

    @classmethod
    def of(cls, *groups: Sequence[Rule]) -> Catalogue:
        """Join the rules of several files; two rules of one id are a bug of ours."""
        rules: dict[str, Rule] = {}
        for rule in (rule for group in groups for rule in group):
            if rule.id in rules:
                raise ValueError(f"two rules are called {rule.id}")
            rules[rule.id] = rule
        return cls(rules)

    def __getitem__(self, rule: str) -> Rule:
        return self.rules[rule]

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self.rules.values())

    def __contains__(self, rule: object) -> bool:
        return rule in self.rules
