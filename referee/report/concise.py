"""``concise``: one line for each violation and each remark, as editors and ``grep`` like it."""

from __future__ import annotations

from typing import Any

import click

from referee.engine.terminal import visible
from referee.engine.verdict import Verdict, Violation
from referee.report import Judged, Report
from referee.report.wording import place


class Concise(Report):
    """``file:line:column: rule message``; a legal game without remarks says nothing."""

    def piece(self, judged: Judged) -> Any:
        verdict = judged.verdict
        items = verdict.violations if self.style.quiet else [*verdict.violations, *verdict.notes]
        rows = [self._line(verdict, item) for item in items]
        rows += [f"{visible(verdict.source)}: {reason}\n" for reason in judged.reasons]
        return "".join(rows)

    def _line(self, verdict: Verdict, item: Violation) -> str:
        where, rule = place(verdict, item), visible(item.rule)
        if self.style.color:
            where, rule = (
                click.style(where, bold=True),
                click.style(rule, fg="red" if item.severity == "error" else "yellow"),
            )
        stands = " (the arbiter let it stand)" if item.arbiter == "stands" else ""
        return f"{where}: {rule} {visible(item.message)}{stands}\n"
