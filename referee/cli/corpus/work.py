"""The work on one transcript: read, judge, and make what each report wants of it. Runs in any process."""

from __future__ import annotations

import traceback
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import zip_longest
from typing import Any

from referee import games
from referee.cli.corpus.reading import document_of, is_transcript
from referee.cli.corpus.sources import Reference
from referee.engine.replay import Finding, Watcher
from referee.engine.verdict import Verdict
from referee.judge import Options, RefereeBug, judge
from referee.report import Judged, Report, Style, load
from referee.transcript.document import Document


class State(Enum):
    """What became of a reference."""

    JUDGED = "judged"
    SKIPPED = "skipped"
    ELSEWHERE = "elsewhere"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Job:
    """What to do with every transcript. ``reports`` are targets of :func:`referee.report.load`."""

    options: Options = field(default_factory=Options)
    reports: tuple[str, ...] = ()
    styles: tuple[Style, ...] = ()
    log: bool = False
    strict: bool = False
    require_complete: bool = False
    shard: tuple[int, int] | None = None


@dataclass(slots=True)
class Outcome:
    """What one transcript adds to the run: a piece for each report, its lines of the log, and what to count.

    Of a crash ``trouble`` says what happened and ``trace`` where.
    """

    source: str
    state: State
    failed: bool = False
    pieces: tuple[Any, ...] = ()
    log: bytes = b""
    found: tuple[tuple[str, str], ...] = ()
    trouble: str = ""
    trace: str = ""


def outcomes(references: Iterable[Reference], job: Job, jobs: int) -> Generator[list[Outcome]]:
    """The outcomes of all references, in their order, unit by unit. One process works without any pool."""
    if jobs <= 1:
        reports = _reports(job)
        for reference in references:
            yield [attempt(reference, job, reports)]
        return
    from referee.cli.corpus.pool import Pool

    yield from Pool(job, jobs).run(references)


def work(references: Sequence[Reference], job: Job) -> list[Outcome]:
    """Do the job on each reference in turn."""
    reports = _reports(job)
    return [attempt(reference, job, reports) for reference in references]


def _reports(job: Job) -> list[Report]:
    return [load(target, style) for target, style in zip(job.reports, job.styles, strict=True)]


def attempt(reference: Reference, job: Job, reports: Sequence[Report]) -> Outcome:
    """Do the job on one reference. An exception is a bug of ours: it costs this transcript and is reported."""
    try:
        return _one(reference, job, reports)
    except Exception as error:  # noqa: BLE001 - the boundary at which a bug becomes exit code 3
        at = f"move {error.move}: " if isinstance(error, RefereeBug) and error.move is not None else ""
        cause = error.__cause__ if isinstance(error, RefereeBug) and error.__cause__ is not None else error
        trouble = at + f"{type(cause).__name__}: {cause}".removesuffix(": ")
        return Outcome(reference.source, State.CRASHED, trouble=trouble, trace=traceback.format_exc())


def _one(reference: Reference, job: Job, reports: Sequence[Report]) -> Outcome:
    document = document_of(reference)
    document.first_line = reference.first_line
    if not reference.named and not is_transcript(document):
        return Outcome(reference.source, State.SKIPPED)
    if job.shard is not None and not _ours(document, job.shard):
        return Outcome(reference.source, State.ELSEWHERE)
    watchers = [report.watcher() for report in reports]
    log = None
    if job.log:
        from referee.report.log import VerdictLog

        log = VerdictLog(document.source)
    everybody = [watcher for watcher in (log, *watchers) if watcher is not None]
    verdict = judge(document, _options_for(document, job.options), _together(everybody))
    lines: list[str] = []
    if verdict.violations or verdict.notes:
        lines = [line.removesuffix("\r") for line in document.body.decode("utf-8", "replace").split("\n")]
    judged = Judged(verdict, lines, reference.first_line)
    return outcome_of(judged, job, reports, watchers, log.written() if log is not None else b"")


def outcome_of(
    judged: Judged,
    job: Job,
    reports: Sequence[Report],
    watchers: Sequence[Watcher | None] = (),
    log: bytes = b"",
) -> Outcome:
    """What a verdict adds to a run; ``watchers`` are those that the reports asked for, in their order."""
    verdict = judged.verdict
    judged.reasons = _reasons(verdict, job)
    pieces = []
    for report, judged.watcher in zip_longest(reports, watchers):
        pieces.append(report.piece(judged))
    return Outcome(
        verdict.source,
        State.JUDGED,
        failed=judged.failed,
        pieces=tuple(pieces),
        log=log,
        found=tuple((item.rule, item.title) for item in (*verdict.violations, *verdict.notes)),
    )


def _options_for(document: Document, options: Options) -> Options:
    """The options without a profile and rulings that belong to other games than this one."""
    if options.profile is None and not options.rulings:
        return options
    name = (document.tree or {}).get("game")
    game = games.find(name) if isinstance(name, str) else None
    if game is None:
        return options
    profile = options.profile if options.profile in game.profiles else None
    rulings = {ruling: value for ruling, value in options.rulings.items() if ruling in game.rulings}
    return replace(options, profile=profile, rulings=rulings)


def _ours(document: Document, shard: tuple[int, int]) -> bool:
    """Whether a transcript falls in this part; one that cannot be read falls in every part."""
    part, parts = shard
    return not document.data or int(document.sha256, 16) % parts == part - 1


def _reasons(verdict: Verdict, job: Job) -> tuple[str, ...]:
    reasons = []
    if job.require_complete and not verdict.complete and verdict.legal:
        reasons.append("the game is incomplete, and --require-complete was asked for")
    warnings = sum(note.severity == "warning" for note in verdict.notes)
    if job.strict and warnings:
        reasons.append(f"{warnings} warning{'s' if warnings > 1 else ''}, and --strict was asked for")
    return tuple(reasons)


class _Together:
    """Several watchers as one."""

    def __init__(self, watchers: Sequence[Watcher]) -> None:
        self._watchers = watchers

    def opened(self, game: Any, table: Any) -> None:
        for watcher in self._watchers:
            watcher.opened(game, table)

    def saw(
        self,
        table: Any,
        index: int | None,
        before: int | None,
        step: Any,
        findings: Sequence[Finding],
        where: tuple[int, str],
    ) -> None:
        for watcher in self._watchers:
            watcher.saw(table, index, before, step, findings, where)


def _together(watchers: Sequence[Watcher]) -> Watcher | None:
    if len(watchers) < 2:
        return watchers[0] if watchers else None
    return _Together(watchers)
