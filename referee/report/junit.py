"""``junit``: JUnit XML with a testcase for each transcript, the legal ones too."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

from referee.engine.terminal import visible
from referee.engine.verdict import Verdict, Violation
from referee.report import Judged, Report, Style
from referee.report.fixes import in_words
from referee.report.wording import cited, headline, place, when

#: What XML 1.0 cannot say, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """The text without the characters that XML does not allow."""
    return _FORBIDDEN.sub("", text)


class JUnit(Report):
    """One suite; it says in its head how many failed, so it is written when all are known."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self._cases: list[str] = []
        self._count: Counter[str] = Counter()

    def piece(self, judged: Judged) -> Any:
        verdict = judged.verdict
        case = _case(verdict.source, verdict.game)
        if judged.failed:
            said = [*judged.reasons, *(item.message for item in _standing(verdict))]
            more = f" (and {len(said) - 1} more)" if len(said) > 1 else ""
            kind = _standing(verdict)[0].rule if _standing(verdict) else "incomplete"
            failure = ElementTree.SubElement(
                case, "failure", message=clean((said or ["illegal"])[0] + more), type=clean(kind)
            )
            failure.text = clean("\n".join([*judged.reasons, *(_line(verdict, item) for item in verdict.violations)]))
        rows = [headline(verdict)]
        if not self.style.quiet:
            rows += [f"{score.rank} {visible(score.player)} {score.total}" for score in verdict.scores or []]
            rows += [_line(verdict, note) for note in verdict.notes]
        ElementTree.SubElement(case, "system-out").text = clean("\n".join(rows))
        return _text(case), judged.failed

    def add(self, piece: Any) -> str:
        text, failed = piece
        self._cases.append(text)
        self._count["failures"] += failed
        return ""

    def crash(self, source: str, message: str) -> str:
        case = _case(source, None)
        ElementTree.SubElement(case, "error", message=clean(message), type="crash")
        self._cases.append(_text(case))
        self._count["errors"] += 1
        return ""

    def finish(self) -> str:
        numbers = f'tests="{len(self._cases)}" failures="{self._count["failures"]}" errors="{self._count["errors"]}"'
        head = f'<testsuites name="referee" {numbers}>\n<testsuite name="referee" {numbers} skipped="0" time="0">\n'
        body = "".join(f"{case}\n" for case in self._cases)
        return f'<?xml version="1.0" encoding="utf-8"?>\n{head}{body}</testsuite>\n</testsuites>\n'


def _case(source: str, game: str | None) -> ElementTree.Element:
    return ElementTree.Element(
        "testcase", classname=clean(game or "referee"), name=clean(source), file=clean(source), time="0"
    )


def _text(case: ElementTree.Element) -> str:
    ElementTree.indent(case)
    return ElementTree.tostring(case, encoding="unicode")


def _standing(verdict: Verdict) -> list[Violation]:
    return [item for item in verdict.violations if item.arbiter != "stands"]


def _line(verdict: Verdict, item: Violation) -> str:
    about = " · ".join(filter(None, (when(item), cited(item.cite))))
    hint = f" Fix: {in_words(item.fix)}." if item.fix is not None else ""
    stands = " The arbiter let it stand." if item.arbiter == "stands" else ""
    return f"{place(verdict, item)}: {visible(item.rule)} {visible(item.message)} ({about}){hint}{stands}"
