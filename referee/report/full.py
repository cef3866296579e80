"""``full``: for a person at a table. Every violation with its line, then the verdict and the scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import click

from referee.engine.terminal import visible
from referee.engine.verdict import Verdict, Violation
from referee.report import Judged, Report, Style
from referee.report.excerpt import excerpt
from referee.report.fixes import in_words
from referee.report.scoretable import table
from referee.report.wording import cited, counted, headline, place, plain, when

_COLOURS = {
    "error": "red",
    "warning": "yellow",
    "note": "cyan",
    "legal": "green",
    "illegal": "red",
    "unreadable": "red",
}
#: A label longer than this says too much to stand under a line.
_LABEL = 60


class Full(Report):
    """Text for people, in colours if the style says so."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self._seen: Counter[str] = Counter()
        self._written = False

    def piece(self, judged: Judged) -> Any:
        verdict = judged.verdict
        return "\n".join(self._blocks(judged)), verdict.verdict, verdict.complete

    def add(self, piece: Any) -> str:
        text, verdict, complete = piece
        self._seen[verdict] += 1
        self._seen["incomplete"] += verdict != "unreadable" and not complete
        return self._paragraph(text)

    def finish(self) -> str:
        total = sum(self._seen[verdict] for verdict in ("legal", "illegal", "unreadable"))
        if total < 2:
            return ""
        parts = [f"{self._seen[name]} {name}" for name in ("legal", "illegal", "unreadable") if self._seen[name]]
        stopped = f" ({self._seen['incomplete']} incomplete)" if self._seen["incomplete"] else ""
        return self._paragraph(f"{counted(total, 'transcript')}: {', '.join(parts)}{stopped}")

    def _paragraph(self, text: str) -> str:
        if not text:
            return ""
        gap = "\n" if self._written else ""
        self._written = True
        return f"{gap}{text}\n"

    def _blocks(self, judged: Judged) -> list[str]:
        verdict, style = judged.verdict, self.style
        if style.quiet and not judged.failed and not verdict.violations:
            return []
        blocks = [self.violation(judged, item) + "\n" for item in verdict.violations]
        blocks.append(self._paint(visible(verdict.source), bold=True) + ": " + self._headline(verdict))
        blocks += [f"  {reason}" for reason in judged.reasons]
        if verdict.ignored:
            blocks.append(f"  not looked at, because it was ignored: {', '.join(map(visible, verdict.ignored))}")
        if style.quiet:
            return blocks
        if style.verbose and verdict.rulings:
            blocks.append(f"  profile {plain(verdict.profile)}; {plain(verdict.rulings)}")
        if verdict.scores:
            blocks += ["", *self._scores(verdict)]
        remarks = self._remarks(judged)
        if remarks:
            blocks += ["", *remarks]
        return blocks

    def _headline(self, verdict: Verdict) -> str:
        text = headline(verdict)
        return self._paint(verdict.verdict, fg=_COLOURS.get(verdict.verdict), bold=True) + text[len(verdict.verdict) :]

    def _scores(self, verdict: Verdict) -> list[str]:
        rows = table(verdict.scores or [])
        if verdict.disputed:
            return ["Scores as the log gives them, disputed:", "", *rows]
        if not verdict.complete:
            return ["The standing if the game ended now:", "", *rows]
        return rows

    def violation(self, judged: Judged, item: Violation) -> str:
        """One violation or remark with the line it is about and all that is known of it."""
        rows = [self._head(judged.verdict, item)]
        colour = _COLOURS.get(item.severity)
        label = "" if item.expected is None else f"expected {plain(item.expected)}"
        marked = excerpt(judged.lines, judged.first_line, item, label if len(label) <= _LABEL else "")
        if marked:
            number, text, mark = marked
            gutter, _, rest = mark.partition("|")
            rows += [number, text, f"{gutter}|{_inside(rest, lambda inner: self._paint(inner, fg=colour))}"]
        margin = " " * (len(str(item.line)) + 1 if item.line else 3)
        rows += [f"{margin}= {detail}" for detail in self._details(item)]
        return "\n".join(rows)

    def _head(self, verdict: Verdict, item: Violation) -> str:
        rule = self._paint(visible(item.rule), fg=_COLOURS.get(item.severity), bold=True)
        return f"{self._paint(place(verdict, item), bold=True)}: {rule}  {visible(item.message)}"

    def _details(self, item: Violation) -> list[str]:
        details = [" · ".join(filter(None, (when(item), visible(cited(item.cite)))))]
        if item.ruling is not None:
            other = "the other reading allows it" if item.ruling.get("otherwise") == "legal" else "no reading allows it"
            details.append(f"ruling {visible(str(item.ruling['name']))}: {plain(item.ruling['value'])}; {other}")
        if item.fix is not None:
            details.append(f"fix: {in_words(item.fix)}")
        if item.arbiter == "stands":
            details.append("the arbiter let it stand")
        elif item.applied == "skipped":
            details.append("the check goes on as if this move had not been made")
        elif item.applied == "corrected":
            details.append("the check goes on with what was expected")
        elif item.applied == "as-recorded" and self.style.verbose:
            details.append("the check goes on with the move as it was recorded")
        return [detail for detail in details if detail]

    def _remarks(self, judged: Judged) -> list[str]:
        verdict = judged.verdict
        if self.style.verbose:
            rows = [self.violation(judged, note) for note in verdict.notes]
        else:
            rows = [self._head(verdict, note) for note in verdict.notes]
        for item in verdict.assumptions:
            other = "; ".join(f"{visible(str(name))}: {plain(value)}" for name, value in item.otherwise.items())
            rows.append(f"assumed: {visible(item.text.rstrip('.'))} (taken: {visible(item.chosen)}; otherwise {other})")
        for gap in verdict.unjudged:
            at = f" (move {gap.move})" if gap.move is not None else ""
            rows.append(f"not judged: {visible(gap.what)}{at}: {visible(gap.why)}")
        return rows

    def _paint(self, text: str, **how: Any) -> str:
        return click.style(text, **how) if self.style.color else text


def _inside(text: str, paint: Callable[[str], str]) -> str:
    """Paint a text but not the blanks before it."""
    inner = text.lstrip(" ")
    return text[: len(text) - len(inner)] + paint(inner)
