"""``referee legal``: every legal next decision at a point of a log."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click

from referee.cli.output import Failure


@click.command()
@click.argument("path", type=click.Path(), metavar="PATH")
@click.option("--at", "at", type=click.IntRange(0), metavar="MOVE", help="After this move; 0 is the beginning.")
@click.option("--count", is_flag=True, help="Only count them, by kind of move.")
@click.option("--depth", type=click.IntRange(1, 6), metavar="N", help="Count the ways to go on with 1 to N decisions.")
@click.option(
    "--output-format",
    type=click.Choice(["lines", "json"]),
    default="lines",
    show_default=True,
    help="How to list them.",
)
@click.pass_context
def command(ctx: click.Context, path: str, at: int | None, count: bool, depth: int | None, output_format: str) -> None:
    """List every legal next decision after a move of a transcript (by default after its last).

    Decisions are explicit and primitive: one cube at a time, sales of two. Where a fact comes next there are none.
    """
    from referee.cli.corpus.reading import document_of
    from referee.cli.corpus.sources import Sources
    from referee.conformance.forks import counts
    from referee.conformance.recording import as_object
    from referee.engine.replay import Replayer
    from referee.judge import open_document

    sources = Sources([path])
    references = list(sources)
    if len(references) != 1:
        raise Failure(f"{path} does not exist" if sources.missing else f"{path} is not one transcript")
    opened = open_document(document_of(references[0]))
    game, header = opened.game, opened.header
    if game is None or header is None:
        click.echo(f"{path} cannot be read; referee check says why", err=True)
        ctx.exit(1)
    if at is not None and at > len(opened.entries):
        raise Failure(f"{path} has only {len(opened.entries)} moves")
    replayer = Replayer(game, header)
    if replayer.table is None:
        click.echo(f"{path} has no table to play on; referee check says why", err=True)
        ctx.exit(1)
    for index, entry in enumerate(opened.entries[:at]):
        replayer.enter(index, entry)
    if replayer.out.violations:
        click.echo(f"{path} breaks a rule before this; what follows is legal on the table as put right", err=True)
    moves = game.legal(replayer.table)
    result: Any
    if depth is not None:
        result = {str(number): found for number, found in enumerate(counts(game, replayer, depth), 1)}
    elif count:
        result = {**Counter(move.move for move in moves), "total": len(moves)}
    else:
        result = [as_object(move) for move in moves]
    if output_format == "json":
        from pydantic_core import to_json

        click.echo(to_json(result, indent=2).decode())
    elif isinstance(result, dict):
        width = max(map(len, result))
        click.echo("\n".join(f"{name:{width}} {number:8}" for name, number in result.items()))
    else:
        from referee.transcript.writing import json_value

        names = game.everyone(header)
        for move, fields in zip(moves, result, strict=True):
            click.echo(game.notation.write(move, names) or json_value(fields))
