"""``referee check``: the verdict of each transcript."""

from __future__ import annotations

import os

import click

from referee.cli.color import colored
from referee.cli.config import Configured
from referee.cli.options import inputs, judging, options_of
from referee.cli.output import STANDARD_OUTPUT, Failure
from referee.report import FORMATS


@click.command(cls=Configured)
@inputs
@judging
@click.option("--require-complete", is_flag=True, help="An incomplete game counts as failed.")
@click.option("--strict", is_flag=True, help="A warning counts as failed.")
@click.option(
    "--output-format", type=click.Choice(list(FORMATS)), default="full", show_default=True, help="How to report."
)
@click.option("-o", "--output-file", "output_file", metavar="FILE", default="-", help="Report into a file.")
@click.option("--report", multiple=True, metavar="FORMAT=FILE", help="One more report, in a file.")
@click.option("--log", metavar="FILE", help="Write every move with its effects as JSON lines.")
@click.option("--statistics", is_flag=True, help="Count how often each rule was broken.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing about what is right.")
@click.option("-v", "--verbose", is_flag=True, help="Say more about what was judged, and how.")
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
    import sys

    from referee.cli.checking import Run, View, processes
    from referee.cli.corpus.sources import Sources
    from referee.cli.corpus.work import Job
    from referee.report import Style

    views = [(output_format, output_file), *map(_report, report)]
    _apart([path for _, path in views] + ([log] if log else []), paths)
    shown = [
        View(FORMATS[form], Style(colored(path == STANDARD_OUTPUT and sys.stdout.isatty()), quiet, verbose), path)
        for form, path in views
    ]
    job = Job(
        options_of(explicit, stop_at_first, profile, ruling, select, ignore),
        reports=tuple(view.target for view in shown),
        styles=tuple(view.style for view in shown),
        log=log is not None,
        strict=strict,
        require_complete=require_complete,
        shard=shard,
    )
    run = Run(job, Sources(paths, stdin_name), shown, log, processes(jobs), progress, quiet, verbose, statistics)
    run.debug = ctx.meta["debug"]
    ctx.exit(run.run())


def _report(said: str) -> tuple[str, str]:
    form, equals, path = said.partition("=")
    if not equals or not path:
        raise click.BadParameter(f"{said!r}: write FORMAT=FILE, such as junit=report.xml.", param_hint="--report")
    if form not in FORMATS:
        from referee.transcript.suggest import hint

        known = f" The formats are {', '.join(FORMATS)}."
        raise click.BadParameter(f"there is no format {form!r}.{hint(form, FORMATS) or known}", param_hint="--report")
    return form, path


def _apart(written: list[str], read: tuple[str, ...]) -> None:
    """Two outputs in one file would destroy each other, and an output in an input the transcript."""
    files = [os.path.realpath(path) for path in written if path != STANDARD_OUTPUT]
    inputs = {os.path.realpath(path): path for path in read if os.path.isfile(path)}
    for place, file in enumerate(files):
        device = os.path.exists(file) and not os.path.isfile(file)
        if file in files[:place] and not device:
            raise Failure(f"two outputs go to {file}")
        if file in inputs:
            raise Failure(f"the output would replace the transcript {inputs[file]}")
