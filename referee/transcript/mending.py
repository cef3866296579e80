"""Fixes of violations carried out: the bytes of a transcript changed until nothing more can be mended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from referee.engine.verdict import Verdict, Violation
from referee.transcript.document import Document, read
from referee.transcript.edits import EditError, edit

#: More fixes than this no log needs; what goes on and on is a bug of ours.
MOST = 1000

Judge = Callable[[Document], Verdict]


@dataclass(slots=True)
class Mended:
    """What became of a transcript: its bytes, the violations fixed and those left, each with its place at the time.

    ``kept`` are those whose fix would have lost a comment, or the layout that a person chose.
    """

    data: bytes
    fixed: list[Violation] = field(default_factory=list)
    left: list[Violation] = field(default_factory=list)
    kept: list[Violation] = field(default_factory=list)


def mend(document: Document, judge: Judge) -> Mended:
    """Carry out the fixes of a transcript's violations, one after the other, the first one first.

    No fix is carried out twice, and none that leaves more violations than before: what the rest of the log contradicts
    is left to a person. An unreadable transcript stays what it is.
    """
    verdict = judge(document)
    mended = Mended(document.data)
    tried: set[tuple[str, str, str]] = set()
    while verdict.verdict != "unreadable" and len(mended.fixed) < MOST:
        for violation in _open(verdict):
            sign = (violation.rule, violation.message, repr(violation.fix))
            if violation.fix is None or sign in tried:
                continue
            tried.add(sign)
            try:
                data = edit(document, [violation.fix])
            except EditError:
                mended.kept.append(violation)
                continue
            after = read(data, document.source, document.form)
            now = judge(after)
            if now.verdict != "unreadable" and _better(violation, _open(verdict), _open(now)):
                mended.fixed.append(violation)
                document, verdict, mended.data = after, now, data
                break
        else:
            break
    mended.left = _open(verdict)
    return mended


def _better(violation: Violation, before: list[Violation], after: list[Violation]) -> bool:
    """Whether the violation is gone and not more are left than before."""
    gone = all((left.rule, left.message, left.fix) != (violation.rule, violation.message, violation.fix) for left in after)
    return gone and len(after) <= len(before)


def _open(verdict: Verdict) -> list[Violation]:
    """The violations that nobody let stand."""
    return [violation for violation in verdict.violations if violation.arbiter is None]
