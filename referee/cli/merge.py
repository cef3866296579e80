"""``referee merge``: joins the verdicts of several runs."""

from __future__ import annotations

import sys
from collections.abc import Generator
from typing import Any

import click

from referee.cli.color import colored
from referee.cli.output import STANDARD_OUTPUT, Failure, keep_apart
from referee.cli.reporting import parsed, reporting


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@reporting("jsonl")
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    output_format: str,
    output_file: str,
    report: tuple[str, ...],
    require_complete: bool,
    strict: bool,
    statistics: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Join the verdicts of several runs, by source, in any output format.

    FILE holds verdicts as check writes them with --output-format jsonl; it may be packed (.gz, .zst), and - is
    standard input. The same transcript may stand in several files; the same source with other bytes is refused.
    """
    from referee.cli.checking import Run, views_of
    from referee.cli.corpus.work import Job, Outcome, outcome_of
    from referee.report import Judged, load
    from referee.report.verdicts import read_back

    wanted = [(output_format, output_file), *parsed(report)]
    keep_apart([path for _, path in wanted], files)
    views = views_of(wanted, colored(sys.stdout.isatty()), quiet, verbose)
    job = Job(strict=strict, require_complete=require_complete)
    reports = [load(view.target, view.style) for view in views]
    verdicts = _joined(files)

    def outcomes() -> Generator[list[Outcome]]:
        for _, source in sorted((_order(source), source) for source in verdicts):
            yield [outcome_of(Judged(read_back(verdicts[source])), job, reports)]

    run = Run(views, quiet=quiet, verbose=verbose, statistics=statistics, debug=ctx.meta["debug"])
    ctx.exit(run.join(outcomes()))


def _joined(files: tuple[str, ...]) -> dict[str, Any]:
    """Every verdict by its source.

    :raises Failure: for what is no verdict, and for a source with two hashes or two verdicts.
    """
    from pydantic_core import from_json

    from referee.report.verdicts import read_back

    verdicts: dict[str, Any] = {}
    for file in files:
        for number, line in _lines(file):
            try:
                plain = from_json(line)
            except ValueError as error:
                wanted = "merge joins what referee check --output-format jsonl wrote, one verdict a line"
                raise Failure(f"{file}:{number}: this line is no JSON; {wanted}") from error
            try:
                verdict = read_back(plain)
            except ValueError as error:
                raise Failure(f"{file}:{number}: {error}") from error
            known = verdicts.setdefault(verdict.source, plain)
            if known["sha256"] != plain["sha256"]:
                raise Failure(f"{file}:{number}: {verdict.source} was judged before with other bytes (another sha256)")
            if known != plain:
                raise Failure(f"{file}:{number}: there is another verdict of {verdict.source}")
    return verdicts


def _lines(file: str) -> Generator[tuple[int, bytes]]:
    from contextlib import ExitStack

    from referee.cli.corpus.sources import damaged, reason
    from referee.cli.corpus.unpack import Bomb, Damaged, opened, unpacking
    from referee.transcript.limits import BYTES

    try:
        with ExitStack() as stack:
            manager = unpacking(sys.stdin.buffer, file) if file == STANDARD_OUTPUT else opened(file)
            stream = stack.enter_context(manager)
            number = 0
            while line := stream.line(4 * BYTES):
                number += 1
                if line.strip():
                    yield number, line
    except OSError as error:
        raise Failure(f"{file}: {reason(error)}") from error
    except Damaged as error:
        raise Failure(f"{file}: {damaged(error).reason}") from error
    except Bomb as error:
        raise Failure(f"{file}: it unpacks to more than 1,000 times its own size") from error


def _order(source: str) -> tuple[str, int]:
    """Sources by name; those of one file of JSON lines by the number of the line."""
    file, _, line = source.rpartition(":")
    return (file, int(line)) if file and line.isdecimal() else (source, 0)
