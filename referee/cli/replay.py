"""``referee replay``: the table as it stood after a move."""

from __future__ import annotations

import sys

import click

from referee.cli.color import colored
from referee.cli.config import Configured
from referee.cli.output import STANDARD_OUTPUT, Failure, output


@click.command(cls=Configured)
@click.argument("path", type=click.Path(), metavar="PATH")
@click.option("--to", type=click.IntRange(0), metavar="MOVE", help="After this move; 0 is the beginning.")
@click.option("--steps", is_flag=True, help="Print every move, implied ones too, with what it changed.")
@click.option("--stdin-name", metavar="NAME", help="What to call standard input (-); its ending tells the form.")
@click.option("--profile", metavar="NAME", help="Which reading of the rules decides, whatever the transcript says.")
@click.option("--ruling", multiple=True, metavar="NAME=VALUE", help="One ruling, whatever the transcript says.")
@click.option("-o", "--output-file", metavar="FILE", default=STANDARD_OUTPUT, help="Write into a file.")
@click.pass_context
def command(
    ctx: click.Context,
    path: str,
    to: int | None,
    steps: bool,
    stdin_name: str | None,
    profile: str | None,
    ruling: tuple[str, ...],
    output_file: str,
) -> None:
    """Show the table as it stood after a move of a transcript (by default at the end).

    Moves count from 1, as in every verdict. A move that broke a rule is marked, and the table is the one on which
    the check went on. The exit code is that of check.
    """
    from referee.cli.corpus.reading import document_of
    from referee.cli.corpus.sources import Sources
    from referee.cli.options import options_of
    from referee.cli.output import keep_apart
    from referee.judge import judge
    from referee.report.steps import Replayed, replay

    keep_apart([output_file], (path,))
    sources = Sources([path], stdin_name)
    references = list(sources)
    if len(references) != 1:
        raise Failure(f"{path} does not exist" if sources.missing else f"{path} is not one transcript")
    replayed = Replayed(to, colored(output_file == STANDARD_OUTPUT and sys.stdout.isatty()))
    options = options_of(False, False, profile, ruling, (), ())
    verdict = judge(document_of(references[0]), options, replayed)
    if to is not None and verdict.verdict != "unreadable" and to > verdict.moves.recorded:
        raise Failure(f"{path} has only {verdict.moves.recorded} moves")
    with output(output_file) as place:
        place.write(replay(verdict, replayed, with_steps=steps))
    ctx.exit(0 if verdict.legal else 1)
