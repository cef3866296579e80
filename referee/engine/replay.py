"""The replay loop: every move checked, repaired where it broke a rule, and carried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from referee.engine.compiled import mypyc_attr
from referee.engine.game import Game
from referee.engine.rule import Citation, Fault, Fix, Rank, Repair, Rule, Severity
from referee.engine.table import Header, Plan, Table, Unreadable

FORMAT = Citation("Transcript format, version 1", "Forced steps may be left out")

IMPLIED_STEP = Rule(
    "transcript.implied-step", "With --explicit no step may be left out",
    "A step that had to happen was left out of the log. That is fine for a table that writes by hand; "
    "a log checked with --explicit has to name every step.",
    FORMAT, Rank.FORM, repair=Repair.AS_RECORDED,
)  # fmt: skip
IMPLIED_END = Rule(
    "note.implied-end", "The end of the game was implied",
    "The log stops in the last round with no regular worker left to place, so what remains had to happen "
    "and was added: the game counts as complete.",
    FORMAT, Rank.REMARK, severity=Severity.NOTE,
)  # fmt: skip
NOTHING_TO_DECIDE = Rule(
    "warning.nothing-to-decide", "The arbiter let a legal move stand",
    "An arbiter's decision follows a move that broke no rule, so there was nothing to decide.",
    Citation("Transcript format, version 1", "Moves"), Rank.REMARK, severity=Severity.WARNING,
)  # fmt: skip
RULES = (IMPLIED_STEP, IMPLIED_END, NOTHING_TO_DECIDE)

_STRENGTH = {Repair.AS_RECORDED: 0, Repair.CORRECTED: 1, Repair.SKIPPED: 2}


@dataclass(slots=True)
class Finding:
    """A rule that a step broke, or a remark on it, before it is given its place in the file.

    ``index`` counts the entries of the log from 0; ``None`` is the envelope, the result or the end of the log.
    ``entry`` is what stands there, ``prefix`` the path of the part of it that was judged.
    """

    index: int | None
    rule: Rule
    fault: Fault
    round: int | None = None
    phase: str | None = None
    player: str | None = None
    entry: Any = None
    prefix: str = ""
    applied: Repair | None = None
    ruling: dict[str, Any] | None = None
    arbiter: bool = False


class Watcher(Protocol):
    """Somebody who looks on: called once for every entry and every implied step, after it was carried out."""

    def opened(self, game: Game, table: Table) -> None:
        """The table as it stands before the first move; called once, before anything else."""

    def saw(self, table: Any, index: int | None, before: int | None, step: Any, findings: Sequence[Finding],
            where: tuple[int, str]) -> None:  # fmt: skip
        """``index`` is ``None`` for an implied step, which comes before the entry ``before``.

        ``where`` is the round and the phase to which the step belongs.
        """


@dataclass(slots=True)
class Replay:
    """What came of a log: the table at the end, all findings, and how much was checked and implied.

    ``table`` is ``None`` where the header broke a rule of the game (``violations`` of index ``None``): no table
    could be set up, and every entry is unchecked.
    """

    table: Table | None
    violations: list[Finding] = field(default_factory=list)
    remarks: list[Finding] = field(default_factory=list)
    checked: int = 0
    implied: int = 0
    unchecked: int = 0

    @property
    def disputed(self) -> bool:
        return any(not finding.arbiter for finding in self.violations)


@mypyc_attr(allow_interpreted_subclasses=True)
class Replayer:
    """Plays one log on one table. ``audit`` checks after every step that all things are accounted for."""

    __slots__ = ("audit", "explicit", "game", "out", "plans", "table", "watcher")

    def __init__(self, game: Game, header: Header, *, explicit: bool = False, audit: bool = False,
                 watcher: Watcher | None = None) -> None:  # fmt: skip
        self.game = game
        self.plans = game.plans
        faults = self._header_findings(game, header)
        self.table: Any = None if faults else game.open(header)
        self.explicit = explicit
        self.audit = audit
        self.watcher = watcher
        self.out = Replay(self.table, faults)
        if watcher is not None and self.table is not None:
            watcher.opened(game, self.table)

    def run(self, entries: Sequence[Any], *, stop_at_first: bool = False) -> Replay:
        """Check and apply every entry, then what is implied at the end of the log."""
        out = self.out
        if self.table is None:
            out.unchecked = len(entries)
            return out
        whole = self._whole_moves()
        for index, entry in enumerate(entries):
            if type(entry) in whole:
                self._step(index, entry, "", entry)
                out.checked += 1
            else:
                self.enter(index, entry)
            if stop_at_first and out.violations:
                out.unchecked = len(entries) - index - 1
                return out
        self.close(len(entries))
        return out

    def enter(self, index: int, entry: Any) -> list[Finding]:
        """Check and apply one entry of the log; what it broke is also added to ``out``."""
        game, out = self.game, self.out
        first, first_remark = len(out.violations), len(out.remarks)
        kind = type(entry)
        where = self._where(entry) if self.watcher is not None else (0, "")
        if kind is Unreadable:
            if kind in game.compound:
                for prefix, step in game.parts(self.table, entry):
                    self._step(index, step, prefix, entry)
            self._unreadable(index, entry)
        elif kind is game.arbiter and entry.decision == "stands":
            self._stands(index, entry)
        elif kind in game.compound:
            for prefix, step in game.parts(self.table, entry):
                self._step(index, step, prefix, entry)
        else:
            self._step(index, entry, "", entry)
        out.checked += 1
        if self.watcher is None:
            return out.violations[first:]
        found = out.violations[first:]
        self.watcher.saw(self.table, index, None, entry, found + out.remarks[first_remark:], where)
        return found

    def _whole_moves(self) -> frozenset[type]:
        """The types of move that are one step and that nobody watches: most entries of most logs."""
        if self.watcher is not None:
            return frozenset()
        return frozenset(self.plans) - self.game.compound - {self.game.arbiter, Unreadable}

    @staticmethod
    def _header_findings(game: Game, header: Header) -> list[Finding]:
        """What the header breaks of the rules that the game has for it; they are checked before there is a table."""
        plan = game.plans.get(Header)
        found: list[Finding] = []
        broken: set[str] = set()
        for rule in plan.rules if plan is not None else ():
            if not broken.isdisjoint(rule.needs):
                broken.add(rule.id)
            elif rule.check is not None and (fault := rule.check(None, header)) is not None:
                broken.add(rule.id)
                found.append(Finding(None, rule, fault, entry=header))
        return found

    def close(self, end: int) -> None:
        """Apply what is implied at the end of the log (nothing with ``explicit``), with a note."""
        if self.explicit:
            return
        implied = 0
        for step in self.game.closing(self.table):
            for finding in self._faults(None, step, "", None, self.plans[type(step)]):
                if not finding.fault.follows:
                    self.out.violations.append(finding)
                if finding.rule.mend is not None:
                    finding.rule.mend(self.table, step)
            first = len(self.out.remarks)
            self._imply(step, end)
            for remark in self.out.remarks[first:]:
                remark.index = None
            implied += 1
        if implied:
            fault = Fault(f"The log stops here, and the rest had to happen: {implied} "
                          f"step{'s were' if implied > 1 else ' was'} added, and the game counts as complete.")  # fmt: skip
            self.out.remarks.append(self._finding(None, IMPLIED_END, fault, None))

    def _step(self, index: int, step: Any, prefix: str, entry: Any) -> None:
        plan: Plan = self.plans[type(step)]
        table: Table = self.table
        for check in plan.checks.get(table.phase) or plan.checks_in(table.phase):
            if check(table, step) is not None:
                chosen = self._broken(index, step, prefix, entry, plan)
                if chosen is None:
                    return
                step = chosen
                break
        if plan.implies is not None and (before := plan.implies(table, step)):
            self._imply_before(index, entry, before)
        plan.act(table, step)
        if table.remarks:
            self._drain(index, entry)
        if self.audit:
            self.game.audit(table)

    def _broken(self, index: int, step: Any, prefix: str, entry: Any, plan: Plan) -> Any:
        """Name every rule that the step breaks; return the step to apply instead, or ``None`` if it is skipped."""
        table, out = self.table, self.out
        remarks = len(out.remarks)
        found = self._faults(index, step, prefix, entry, plan)
        if not found:
            return step
        worst = max(found, key=lambda finding: _STRENGTH[finding.applied or Repair.SKIPPED])
        for finding in found:
            finding.applied = worst.applied
        out.violations.extend(finding for finding in found if not finding.fault.follows)
        if worst.applied is Repair.CORRECTED:
            return worst.fault.instead
        if worst.applied is Repair.AS_RECORDED:
            for finding in found:
                if finding.rule.mend is not None:
                    finding.rule.mend(table, step)
            if self._can_act(step, plan, asked={finding.rule.id for finding in found}):
                return step
            for finding in found:
                finding.applied = Repair.SKIPPED
        del out.remarks[remarks:]  # what is remarked of a legal move is idle on one that is skipped
        self.game.skip(table, step, worst.fault)
        if self.audit:
            self.game.audit(table)
        return None

    def _faults(self, index: int | None, step: Any, prefix: str, entry: Any, plan: Plan) -> list[Finding]:
        """What the step breaks, as findings; remarks on it go to ``out`` at once."""
        found: list[Finding] = []
        for rule, fault in self._breaks(step, plan):
            finding = self._finding(index, rule, fault, entry, prefix, step)
            if rule.severity is not Severity.ERROR:
                self.out.remarks.append(finding)
                continue
            finding.applied = fault.repair or rule.repair
            found.append(finding)
        for finding in found:
            if finding.rule.rulings:
                finding.ruling = self._otherwise(finding.rule, step, plan, {other.rule.id for other in found})
        return found

    def _breaks(self, step: Any, plan: Plan) -> Iterator[tuple[Rule, Fault]]:
        """The rules that the step breaks, most fundamental first; one that needs a broken rule is not asked."""
        unsure: set[str] = set()
        ground = False
        for rule in plan.rules:
            if (ground and rule.rank > Rank.PHASE) or not unsure.isdisjoint(rule.needs):
                unsure.add(rule.id)
                continue
            fault = rule.check(self.table, step) if rule.check is not None else None
            if fault is None:
                continue
            if rule.severity is Severity.ERROR:
                unsure.add(rule.id)
                ground = ground or rule.rank <= Rank.PHASE
            yield rule, fault

    def _can_act(self, step: Any, plan: Plan, asked: set[str]) -> bool:
        """Whether a step that is to be carried out as recorded can be, on the table as it was put right for it.

        Rules that were not asked before, since a more fundamental one was broken, are asked now. What they find
        follows from the fault that was named, so it is not named again, but a step that makes no sense is skipped.
        """
        broken = set(asked)
        for rule in plan.rules:
            if rule.id in asked or rule.check is None or rule.severity is not Severity.ERROR:
                continue
            if not broken.isdisjoint(rule.needs):
                broken.add(rule.id)
                continue
            fault = rule.check(self.table, step)
            if fault is not None:
                if (fault.repair or rule.repair) is not Repair.AS_RECORDED:
                    return False
                broken.add(rule.id)
                if rule.mend is not None:
                    rule.mend(self.table, step)
        return True

    def _otherwise(self, rule: Rule, step: Any, plan: Plan, broken: set[str]) -> dict[str, Any]:
        """The ruling that the fault hangs on, and whether the move would be legal under another value of it.

        Another value may lift this rule and break a different one instead, so all rules are asked again; those that
        the move breaks anyway do not count.
        """
        rulings = self.table.rulings
        elsewhere = broken - {rule.id}
        for name in rule.rulings:
            value = rulings[name]
            legal = False
            for other in self.game.rulings[name].values:
                if other != value and not legal:
                    rulings[name] = other
                    again = {found.id for found, _ in self._breaks(step, plan) if found.severity is Severity.ERROR}
                    legal = again <= elsewhere
            rulings[name] = value
            if legal:
                return {"name": name, "value": value, "otherwise": "legal"}
        name = rule.rulings[0]
        return {"name": name, "value": rulings[name], "otherwise": "illegal"}

    def _imply_before(self, index: int, entry: Any, steps: Sequence[Any]) -> None:
        if self.explicit:
            fault = Fault("Steps were left out before this move, and with --explicit every step has to be logged.",
                          found=None, expected=list(steps), fix=Fix(before=list(steps)))  # fmt: skip
            finding = self._finding(index, IMPLIED_STEP, fault, entry)
            finding.applied = Repair.AS_RECORDED
            self.out.violations.append(finding)
        for step in steps:
            self._imply(step, index)

    def _imply(self, step: Any, before: int) -> None:
        table, out = self.table, self.out
        plan = self.plans[type(step)]
        first = len(out.remarks)
        where = self._where(step) if self.watcher is not None else (0, "")
        for rule in plan.rules:
            if rule.severity is not Severity.ERROR and rule.check and (fault := rule.check(table, step)) is not None:
                out.remarks.append(self._finding(before, rule, fault, None))
        plan.act(table, step)
        out.implied += 1
        if table.remarks:
            self._drain(before, None)
        if self.audit:
            self.game.audit(table)
        if self.watcher is not None:
            self.watcher.saw(table, None, before, step, out.remarks[first:], where)

    def _where(self, entry: Any) -> tuple[int, str]:
        """To which round and phase an entry belongs, by its first part; asked before it is carried out."""
        parts = self.game.parts(self.table, entry) if type(entry) in self.game.compound else (("", entry),)
        return self.game.where(self.table, next(iter(parts), ("", entry))[1])

    def _unreadable(self, index: int, entry: Unreadable) -> None:
        for rule_id, fault in entry.faults:
            finding = self._finding(index, self.game.catalogue[rule_id], fault, entry.raw)
            finding.player = entry.player
            finding.applied = Repair.SKIPPED
            self.out.violations.append(finding)
        self.game.skip(self.table, entry, None)
        if self.audit:
            self.game.audit(self.table)

    def _stands(self, index: int, entry: Any) -> None:
        before = [finding for finding in self.out.violations if finding.index == index - 1]
        for finding in before:
            finding.arbiter = True
        if not before:
            fault = Fault("The arbiter let the move before this one stand, but it broke no rule.")
            self.out.remarks.append(self._finding(index, NOTHING_TO_DECIDE, fault, entry))

    def _drain(self, index: int | None, entry: Any) -> None:
        for rule_id, fault, number, phase in self.table.remarks:
            finding = self._finding(index, self.game.catalogue[rule_id], fault, entry)
            finding.round, finding.phase = number, phase
            self.out.remarks.append(finding)
        self.table.remarks.clear()

    def _finding(self, index: int | None, rule: Rule, fault: Fault, entry: Any, prefix: str = "",
                 step: Any = None) -> Finding:  # fmt: skip
        player = getattr(step if step is not None else entry, "player", None)
        number, phase = self.game.where(self.table, step if step is not None else entry)
        return Finding(index, rule, fault, number, phase, player, entry, prefix)
