"""``referee vectors``: the conformance suite of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from referee.cli.names import GameName
from referee.cli.output import output

if TYPE_CHECKING:
    from referee.engine.game import Game


@click.command()
@click.argument("game", type=GameName())
@click.option("-o", "--output-file", metavar="FILE", default="-", help="Write into a file.")
def command(game: Game, output_file: str) -> None:
    """Write the conformance suite of GAME: cases as data, for implementations in any language.

    It is always the same for one version of the referee; docs/conformance.md describes it.
    """
    from referee.conformance.vectors import suite

    with output(output_file) as out:
        out.write(_text(suite(game)))


def _text(suite: dict[str, Any]) -> str:
    """JSON with one case a line, so that two versions can be compared line by line."""
    from referee.transcript.writing import json_value

    head = ", ".join(f"{json_value(key)}: {json_value(value)}" for key, value in suite.items() if key != "cases")
    cases = ",\n".join(f"  {json_value(case)}" for case in suite["cases"])
    return f'{{{head}, "cases": [\n{cases}\n]}}\n'
