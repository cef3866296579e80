"""``referee new``: a file to start with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.config import Configured
from referee.cli.names import GameName
from referee.cli.output import STANDARD_OUTPUT, Failure, output

if TYPE_CHECKING:
    from referee.engine.game import Game, Header

#: Players of a log for which nobody was named.
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


@click.command(cls=Configured)
@click.argument("game", type=GameName())
@click.option("--players", multiple=True, metavar="NAME", help="One player, in clockwise order; the first one begins.")
@click.option("--expansion", "expansions", multiple=True, metavar="NAME", help="An expansion that is in play.")
@click.option("--profile", metavar="NAME", help="Which reading of the rules decides where sources differ.")
@click.option("--ruling", multiple=True, metavar="NAME=VALUE", help="One ruling that goes against the profile.")
@click.option("--sheet", is_flag=True, help="A sheet for the final table of a game without a log.")
@click.option("-o", "--output-file", metavar="FILE", default=STANDARD_OUTPUT, help="Write into a new file.")
def command(
    game: Game,
    players: tuple[str, ...],
    expansions: tuple[str, ...],
    profile: str | None,
    ruling: tuple[str, ...],
    sheet: bool,
    output_file: str,
) -> None:
    """Write a transcript to start logging a table of GAME with; its comments teach the notation.

    The file checks clean as it is. With --sheet it is a sheet to fill in when the game is over, for referee score
    --sheet.
    """
    from referee.cli.options import rulings_of
    from referee.transcript.starting import new_log, new_sheet

    rulings = rulings_of(ruling, profile)
    header = _header(game, list(players or NAMES[: max(game.seats[0], 2)]), list(expansions), profile, rulings)
    file = "FILE" if output_file == STANDARD_OUTPUT else output_file
    if output_file != STANDARD_OUTPUT and Path(output_file).exists():
        raise Failure(f"{output_file} exists already; choose another name")
    try:
        text = new_sheet(game, header, file) if sheet else new_log(game, header, file, rulings)
    except ValueError as error:
        raise Failure(str(error)) from error
    with output(output_file) as place:
        place.write(text)


def _header(game: Game, players: list[str], expansions: list[str], profile: str | None, rulings: dict[str, Any]) -> Header:
    """The envelope that was asked for.

    :raises Failure: for what no transcript may say, such as an expansion that does not exist.
    """
    from referee import games
    from referee.engine.game import Header
    from referee.transcript.envelope import FORMAT, open_envelope

    tree: dict[str, Any] = {
        "format": FORMAT, "game": game.id, "players": players, "expansions": expansions, "moves": [],
    }  # fmt: skip
    opened = open_envelope(tree, games.find, games.all_names, profile=profile, rulings=rulings)
    wrong = [fault.message for _, fault in opened.flaws if not fault.field.startswith("setup")]
    if wrong:
        raise Failure(" ".join(wrong))
    # A game that wants a setup is given one in the file.
    return opened.header or Header(game.id, players, expansions, profile or game.profiles[0], rulings)
