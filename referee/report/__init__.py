"""Reports: views of a verdict, one module a format.

A report works in two halves, so that many transcripts can be judged by several processes and still be written in
order: :meth:`Report.piece` makes what one transcript adds (anywhere, in any order, from nothing but that transcript),
and :meth:`Report.add` puts the pieces together (in one place, in order). A new format is one module with a class and
one line of :data:`FORMATS`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.engine.replay import Watcher
    from referee.engine.verdict import Verdict

#: Output formats of ``check`` and ``merge``, each with the module and the class that makes it.
FORMATS = {
    "full": "referee.report.full:Full",
    "concise": "referee.report.concise:Concise",
    "json": "referee.report.data:Array",
    "jsonl": "referee.report.data:Lines",
    "markdown": "referee.report.markdown:Markdown",
    "github": "referee.report.github:Annotations",
    "sarif": "referee.report.sarif:Sarif",
    "junit": "referee.report.junit:JUnit",
    "html": "referee.report.html:Html",
}

#: Output formats of ``score``.
SCORES = {
    "table": "referee.report.scores:ScoreTable",
    "csv": "referee.report.scores:ScoreCsv",
    "json": "referee.report.scores:ScoreJson",
    "markdown": "referee.report.scores:ScoreMarkdown",
}


@dataclass(frozen=True, slots=True)
class Style:
    """How a person wants to read: with colours, with less, with more, with the scores of illegal games."""

    color: bool = False
    quiet: bool = False
    verbose: bool = False
    disputed: bool = False


@dataclass(slots=True)
class Judged:
    """One transcript that was judged, with what a report may want to show beside the verdict.

    ``lines`` is the text as written, without line ends; the first of them is line ``first_line`` of the file (a
    transcript in JSON lines begins further down). ``reasons`` say why the transcript counts as failed although its
    verdict is legal (incomplete, warnings). ``watcher`` is the one that the report asked for.
    """

    verdict: Verdict
    lines: list[str] = field(default_factory=list)
    first_line: int = 1
    reasons: tuple[str, ...] = ()
    watcher: Watcher | None = None

    @property
    def failed(self) -> bool:
        """Whether this transcript makes the command exit with 1."""
        return not self.verdict.legal or bool(self.reasons)


class Report:
    """One view of any number of verdicts. The defaults suit a format whose pieces simply follow one another."""

    def __init__(self, style: Style) -> None:
        self.style = style

    def watcher(self) -> Watcher | None:
        """Somebody to look on while a transcript is replayed, if this report shows more than the verdict."""
        return None

    def piece(self, judged: Judged) -> Any:
        """What one transcript adds: any value that can be pickled. Must not depend on other transcripts."""
        raise NotImplementedError

    def start(self) -> str:
        """What stands before the first transcript."""
        return ""

    def add(self, piece: Any) -> str:
        """Take the piece of the next transcript; return what can be written already."""
        return str(piece)

    def crash(self, source: str, message: str) -> str:
        """Note a transcript that the referee failed on; most formats leave that to standard error."""
        return ""

    def finish(self) -> str:
        """What stands after the last transcript."""
        return ""


def load(target: str, style: Style) -> Report:
    """The report that a line of :data:`FORMATS` or :data:`SCORES` names (``"module:Class"``)."""
    module, _, name = target.partition(":")
    report: Report = getattr(import_module(module), name)(style)
    return report
