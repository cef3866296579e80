"""``referee schema``: the JSON Schema of a transcript or of a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from referee.cli.names import GameName

if TYPE_CHECKING:
    from referee.engine.game import Game


@click.command()
@click.argument("game", type=GameName(), required=False)
@click.option("--verdict", is_flag=True, help="The schema of a verdict, which is the same for every game.")
def command(game: Game | None, verdict: bool) -> None:
    """Print the JSON Schema of a transcript of a GAME, or of a verdict.

    An editor for TOML or JSON that is given the schema completes and checks while you write.
    """
    from pydantic_core import to_json

    if verdict == (game is not None):
        raise click.UsageError("Name a game, or say --verdict.")
    if game is None:
        from referee.report.schema import verdict_schema

        schema = verdict_schema()
    else:
        from referee.transcript.schema import transcript_schema

        schema = transcript_schema(game)
    click.echo(to_json(schema, indent=2).decode())
