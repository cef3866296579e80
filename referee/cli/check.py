"""``referee check``: the verdict of each transcript."""

from __future__ import annotations

import sys

import click

from referee.cli.color import colored
from referee.cli.config import Configured
from referee.cli.options import inputs, judging, options_of
from referee.cli.output import keep_apart
from referee.cli.reporting import parsed, reporting


@click.command(cls=Configured)
@inputs
@judging
@reporting("full")
@click.option("--log", metavar="FILE", help="Write every move with its effects as JSON lines.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    stdin_name: str | None,
    jobs: int,
    shard: tuple[int, int] | None,
    progress: bool,
    explicit: bool,
    stop_at_first: bool,
    profile: str | None,
    ruling: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    require_complete: bool,
    strict: bool,
    output_format: str,
    output_file: str,
    report: tuple[str, ...],
    log: str | None,
    statistics: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Say of each transcript whether it is legal, and if not, why.

    PATH is a file, a folder, a pattern such as 'games/*.toml', or - for standard input.

    Exit codes: 0 every transcript is legal, 1 one is not, 2 wrong usage or nothing to check, 3 a bug in the
    referee, 130 interrupted.
    """
    from referee.cli.checking import Run, processes, views_of
    from referee.cli.corpus.sources import Sources
    from referee.cli.corpus.work import Job

    wanted = [(output_format, output_file), *parsed(report)]
    keep_apart([path for _, path in wanted] + ([log] if log else []), paths)
    views = views_of(wanted, colored(sys.stdout.isatty()), quiet, verbose)
    job = Job(
        options_of(explicit, stop_at_first, profile, ruling, select, ignore),
        reports=tuple(view.target for view in views),
        styles=tuple(view.style for view in views),
        log=log is not None,
        strict=strict,
        require_complete=require_complete,
        shard=shard,
    )
    run = Run(views, log, progress, quiet, verbose, statistics, ctx.meta["debug"])
    ctx.exit(run.check(Sources(paths, stdin_name), job, processes(jobs)))
