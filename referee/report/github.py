"""``github``: annotations of a GitHub Actions step, most severe first, with a table in the summary of the job.

GitHub shows 10 errors, 10 warnings and 10 notices a step; the last notice says how many more there are.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

from referee.engine.terminal import visible
from referee.engine.verdict import Verdict, Violation
from referee.report import Judged, Report, Style
from referee.report.locations import relative
from referee.report.markdown import overview_head, overview_row
from referee.report.wording import counted, file_of

SHOWN = 10
#: The summary of a job holds 1 MiB; this many rows stay far below it.
ROWS = 500
_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


class Annotations(Report):
    """Workflow commands on standard output; ``$GITHUB_STEP_SUMMARY`` gets the table of all transcripts."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self._lines: dict[str, list[str]] = {severity: [] for severity in _COMMANDS}
        self._found: Counter[str] = Counter()
        self._failed: list[str] = []
        self._passed: list[str] = []
        self._total: Counter[str] = Counter()

    def piece(self, judged: Judged) -> Any:
        verdict = judged.verdict
        lines: dict[str, list[str]] = {severity: [] for severity in _COMMANDS}
        found: Counter[str] = Counter()
        items = verdict.violations if self.style.quiet else [*verdict.violations, *verdict.notes]
        for item in items:
            severity = "note" if item.arbiter == "stands" else item.severity
            found[severity] += 1
            if len(lines[severity]) < SHOWN:
                lines[severity].append(_annotation(verdict, item, severity))
        for reason in judged.reasons:
            found["error"] += 1
            file = file_of(verdict.source, judged.first_line)
            lines["error"].append(_command("error", {"file": relative(file), "line": judged.first_line}, reason))
        return lines, found, judged.failed, verdict.verdict, overview_row(verdict)

    def add(self, piece: Any) -> str:
        lines, found, failed, verdict, row = piece
        for severity, more in lines.items():
            kept = self._lines[severity]
            kept += more[: SHOWN - len(kept)]
        self._found += found
        self._total[verdict] += 1
        rows = self._failed if failed else self._passed
        if len(rows) < ROWS:
            rows.append(row)
        return ""

    def crash(self, source: str, message: str) -> str:
        self._found["error"] += 1
        self._lines["error"].insert(0, _command("error", {"file": relative(source)}, message))
        del self._lines["error"][SHOWN:]
        return ""

    def finish(self) -> str:
        self._summarise()
        notices = self._lines["note"]
        shown = sum(map(len, self._lines.values()))
        left = self._found.total() - shown
        if left:
            if len(notices) == SHOWN:
                notices.pop()
                left += 1
            notices.append(_command("notice", {}, f"{counted(left, 'more finding')} not shown here; {self._sum()}."))
        return "".join(line for severity in _COMMANDS for line in self._lines[severity])

    def _sum(self) -> str:
        return ", ".join(f"{number} {verdict}" for verdict, number in sorted(self._total.items(), reverse=True))

    def _summarise(self) -> None:
        path = os.environ.get("GITHUB_STEP_SUMMARY")
        if not path:
            return
        rows = [*self._failed, *self._passed][:ROWS]
        left = self._total.total() - len(rows)
        more = f"\nand {counted(left, 'more transcript')}.\n" if left else ""
        text = "\n".join(["## Referee", "", self._sum(), "", *overview_head(), *rows]) + f"\n{more}"
        with Path(path).open("a", encoding="utf-8") as summary:
            summary.write(text)


def _annotation(verdict: Verdict, item: Violation, severity: str) -> str:
    properties: dict[str, object] = {"file": relative(file_of(verdict.source, item.line))}
    if item.line:
        properties |= {"line": item.line, "endLine": item.end_line or item.line}
        if item.end_line == item.line:
            properties |= {"col": item.column, "endColumn": item.end_column}
    properties["title"] = f"{item.rule}: {item.title}"
    return _command(_COMMANDS[severity], properties, visible(item.message))


def _command(name: str, properties: dict[str, object], message: str) -> str:
    said = ",".join(f"{key}={_property(visible(str(value)))}" for key, value in properties.items())
    return f"::{name} {said}::{_data(message)}\n" if said else f"::{name}::{_data(message)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
