"""``referee score``: the scores of each transcript, by source."""

from __future__ import annotations

import click

from referee.cli.config import Configured
from referee.cli.options import inputs, judging, options_of
from referee.report import SCORES


@click.command(cls=Configured)
@inputs
@judging
@click.option("--sheet", is_flag=True, help="PATH is a final sheet, a table without a log (see referee new --sheet).")
@click.option("--disputed", is_flag=True, help="Give the scores of illegal games too, as the log has them.")
@click.option(
    "--output-format",
    "form",
    type=click.Choice(list(SCORES)),
    default="table",
    show_default=True,
    help="How to report.",
)
@click.option("-o", "--output-file", metavar="FILE", default="-", help="Report into a file.")
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
    sheet: bool,
    disputed: bool,
    form: str,
    output_file: str,
) -> None:
    """Give the scores of each transcript, by source of points.

    An illegal game has no scores unless --disputed asks for them; the exit codes are those of check. With --sheet
    what is scored is a final sheet, in which a table that kept no log says what everybody owns at the end.
    """
    from referee.cli.checking import Run, View, processes
    from referee.cli.corpus.sources import Sources
    from referee.cli.corpus.work import Job
    from referee.cli.output import keep_apart
    from referee.report import Style

    keep_apart([output_file], paths)
    view = View(SCORES[form], Style(disputed=disputed), output_file)
    if sheet:
        from referee.cli.sheets import score_sheets

        ctx.exit(score_sheets(Sources(paths, stdin_name), view))
    options = options_of(explicit, stop_at_first, profile, ruling, select, ignore)
    job = Job(options, (view.target,), (view.style,), shard=shard)
    run = Run([view], progress=progress, debug=ctx.meta["debug"])
    ctx.exit(run.check(Sources(paths, stdin_name), job, processes(jobs)))
