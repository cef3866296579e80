"""One run over many transcripts: judge them, write every report, say on standard error what else there is to say."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field

import click

from referee.cli import REPORT_TO
from referee.cli.corpus.sources import Sources
from referee.cli.corpus.work import Job, Outcome, State, outcomes
from referee.cli.output import STANDARD_OUTPUT, Output, output, silence
from referee.cli.progress import Progress
from referee.report import FORMATS, Report, Style, load
from referee.report.wording import counted


@dataclass(frozen=True, slots=True)
class View:
    """A report and where it goes: the target of :func:`referee.report.load`, the style, a path or ``-``."""

    target: str
    style: Style
    path: str = STANDARD_OUTPUT


def views_of(wanted: Sequence[tuple[str, str]], color: bool, quiet: bool, verbose: bool) -> list[View]:
    """The views for pairs of a format and a path; only what goes to standard output may be coloured by itself."""
    return [
        View(FORMATS[form], Style(color and (path == STANDARD_OUTPUT or _forced()), quiet, verbose), path)
        for form, path in wanted
    ]


def _forced() -> bool:
    return click.get_current_context().color is True


@dataclass(slots=True)
class Run:
    """Where the outcomes of a run go, and how much is said about it on standard error."""

    views: Sequence[View]
    log: str | None = None
    progress: bool = False
    quiet: bool = False
    verbose: bool = False
    statistics: bool = False
    debug: bool = False
    states: Counter[State] = field(default_factory=Counter)
    failed: int = 0
    found: Counter[tuple[str, str]] = field(default_factory=Counter)

    def check(self, sources: Sources, job: Job, jobs: int) -> int:
        """Judge everything that the sources name, with so many processes; return the exit code."""
        progress = Progress(sources, self.progress and not self.quiet)
        batches = outcomes(progress.watch(sources), job, jobs)
        if not self._write_all(batches, progress):
            return self._code(sources)
        self._tell(sources)
        return self._code(sources)

    def join(self, batches: Generator[Sequence[Outcome]]) -> int:
        """Write outcomes that are there already; return the exit code."""
        if self._write_all(batches) and self.statistics:
            self._show_statistics()
        return 1 if self.failed else 0

    def _write_all(self, batches: Generator[Sequence[Outcome]], progress: Progress | None = None) -> bool:
        """Write every report of the outcomes; false if nobody reads standard output any more."""
        try:
            with ExitStack() as stack:
                writers = [
                    (load(view.target, view.style), stack.enter_context(output(view.path))) for view in self.views
                ]
                log = stack.enter_context(output(self.log)) if self.log else None
                stack.enter_context(closing(batches))
                if progress is not None:
                    stack.callback(progress.end)
                self._write(batches, writers, log, progress)
        except BrokenPipeError:
            silence()
            return False
        return True

    def _write(
        self,
        batches: Iterable[Sequence[Outcome]],
        writers: Sequence[tuple[Report, Output]],
        log: Output | None,
        progress: Progress | None,
    ) -> None:
        for report, place in writers:
            place.write(report.start())
        for batch in batches:
            if progress is not None:
                progress.step_aside()
            for outcome in batch:
                self._count(outcome)
                if outcome.state is State.CRASHED:
                    self._crash(outcome, writers)
                for (report, place), piece in zip(writers, outcome.pieces, strict=False):
                    place.write(report.add(piece))
                if log is not None:
                    log.write(outcome.log)
        if progress is not None:
            progress.end()
        for report, place in writers:
            place.write(report.finish())
            place.flush()

    def _count(self, outcome: Outcome) -> None:
        self.states[outcome.state] += 1
        self.failed += outcome.failed
        if self.statistics:
            self.found.update(outcome.found)
        if self.verbose and outcome.state is State.SKIPPED:
            click.echo(f"skipped: {outcome.source} does not say that it is a transcript", err=True)

    def _crash(self, outcome: Outcome, writers: Sequence[tuple[Report, Output]]) -> None:
        said = f"the referee failed at {outcome.trouble}"
        for report, place in writers:
            place.write(report.crash(outcome.source, said))
        click.echo(f"{outcome.source}: {said}", err=True)
        if self.debug and outcome.trace:
            click.echo(outcome.trace.rstrip("\n"), err=True)

    def _tell(self, sources: Sources) -> None:
        """What is not data: files that were skipped or not there, crashes, statistics."""
        if self.statistics:
            self._show_statistics()
        skipped = self.states[State.SKIPPED]
        if skipped and not self.quiet:
            what = (
                "it does not say that it is a transcript"
                if skipped == 1
                else "they do not say that they are transcripts"
            )
            click.echo(f'Skipped {counted(skipped, "file")}: {what} (format = "referee/1").', err=True)
        for path in sources.missing:
            click.echo(f"Error: {path}: there is no such file or folder", err=True)
        if self.states[State.CRASHED]:
            hint = "" if self.debug else " --debug shows the details."
            click.echo(f"{REPORT_TO}{hint}", err=True)
        if not self._had_work() and not sources.missing:
            click.echo(f"Error: nothing to check in {' '.join(sources.paths)}", err=True)

    def _show_statistics(self) -> None:
        rows = sorted(self.found.items(), key=lambda item: (-item[1], item[0]))
        width = max((len(str(number)) for _, number in rows), default=1)
        name = max((len(rule) for (rule, _), _ in rows), default=1)
        for (rule, title), number in rows:
            click.echo(f"{number:>{width}}  {rule:<{name}}  {title}", err=True)

    def _had_work(self) -> bool:
        return any(self.states[state] for state in (State.JUDGED, State.ELSEWHERE, State.CRASHED))

    def _code(self, sources: Sources) -> int:
        if self.states[State.CRASHED]:
            return 3
        if sources.missing or not self._had_work():
            return 2
        return 1 if self.failed else 0


def processes(jobs: int) -> int:
    """The number of processes that ``--jobs`` means."""
    if jobs:
        return jobs
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
