"""``markdown``: a table of all transcripts, then what was found in each, for a page or a job's summary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from referee.engine.terminal import visible
from referee.engine.verdict import Score, Verdict, Violation
from referee.report import Judged, Report, Style
from referee.report.fixes import in_words
from referee.report.wording import cited, headline, listed, named, place, sources, stage, ties, title, when

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~&!])")


def escape(text: str) -> str:
    """The text with nothing in it that Markdown or HTML would take for markup."""
    return _SPECIAL.sub(r"\\\1", visible(text))


def row(*values: object) -> str:
    """One row of a table."""
    return "| " + " | ".join(escape(str(value)) for value in values) + " |"


def rule(*right: bool) -> str:
    """The row under the heads of a table; a column with numbers is set to the right."""
    return "|" + "|".join(" ---: " if number else " --- " for number in right) + "|"


def heading(verdict: Verdict) -> str:
    """The heading of one transcript with its verdict."""
    return f"### {escape(verdict.source)}\n\n{escape(headline(verdict))}"


def score_rows(scores: Sequence[Score]) -> list[str]:
    """The scores as a table."""
    decided, points = ties(list(scores)), sources(list(scores))
    rows = [
        row("rank", "player", "total", *map(named, decided), *map(named, points)),
        rule(True, False, True, *([True] * (len(decided) + len(points)))),
    ]
    for score in scores:
        values = [
            *(score.tiebreak.get(name, 0) for name in decided),
            *(score.breakdown.get(name, 0) for name in points),
        ]
        rows.append(row(score.rank, score.player, score.total, *values))
    return rows


def overview_head() -> list[str]:
    """The head of the table of all transcripts."""
    return [row("transcript", "verdict", "game", "winners", "violations"), rule(False, False, False, False, True)]


def overview_row(verdict: Verdict) -> str:
    """One transcript in the table of all."""
    return row(verdict.source, stage(verdict), title(verdict), listed(verdict.winners), len(verdict.violations))


class Markdown(Report):
    """The table of all transcripts first, so it is written when all are known."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self._overview: list[str] = []
        self._sections: list[str] = []

    def piece(self, judged: Judged) -> Any:
        return overview_row(judged.verdict), "\n".join(self._section(judged))

    def add(self, piece: Any) -> str:
        overview, section = piece
        self._overview.append(overview)
        self._sections.append(section)
        return ""

    def finish(self) -> str:
        parts = ["\n".join([*overview_head(), *self._overview]), *filter(None, self._sections)]
        return "\n\n".join(parts) + "\n"

    def _section(self, judged: Judged) -> list[str]:
        verdict = judged.verdict
        if self.style.quiet and not judged.failed and not verdict.violations:
            return []
        rows = [heading(verdict)]
        if judged.reasons:
            rows += ["", *(f"- {escape(reason)}" for reason in judged.reasons)]
        items = verdict.violations if self.style.quiet else [*verdict.violations, *verdict.notes]
        if items:
            rows += ["", *(self._item(verdict, item) for item in items)]
        if verdict.scores and not self.style.quiet:
            rows += ["", *score_rows(verdict.scores)]
            if verdict.disputed:
                rows += ["", "The scores are disputed: they are what the log as applied gives."]
        rest = [
            f"- assumed: {escape(item.text.rstrip('.'))} (taken: {escape(item.chosen)})" for item in verdict.assumptions
        ]
        rest += [f"- not judged: {escape(item.what)}: {escape(item.why)}" for item in verdict.unjudged]
        if rest and not self.style.quiet:
            rows += ["", *rest]
        return rows

    def _item(self, verdict: Verdict, item: Violation) -> str:
        parts = [f"- **{escape(item.rule)}** ({escape(place(verdict, item))}) {escape(item.message)}"]
        parts.append("  " + escape(" · ".join(filter(None, (when(item), cited(item.cite))))))
        if item.fix is not None:
            parts.append(f"  Fix: {escape(in_words(item.fix))}")
        if item.arbiter == "stands":
            parts.append("  The arbiter let it stand.")
        return "  \n".join(parts)
