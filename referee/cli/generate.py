"""``referee generate``: random legal transcripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from referee.cli.names import GameName
from referee.cli.output import Failure

if TYPE_CHECKING:
    from referee.conformance.generate import Made
    from referee.engine.game import Game

STYLES = ("mixed", "random", "greedy", "powers")
FORMS = ("objects", "lines", "by-hand")


@click.command()
@click.argument("game", type=GameName())
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="How many.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same games, to the byte.")
@click.option(
    "--players", multiple=True, metavar="N|NAME",
    help="How many players, or, repeated, their names. By default every number of players comes in turn.",
)  # fmt: skip
@click.option("--expansion", multiple=True, metavar="NAME", help="An expansion that is in play.")
@click.option("--profile", metavar="NAME", help="Which reading of the rules the games follow.")
@click.option("--ruling", multiple=True, metavar="NAME=VALUE", help="One ruling that the games follow.")
@click.option(
    "--style", type=click.Choice(STYLES), default="mixed", show_default=True,
    help="How the players play; mixed takes the others in turn.",
)  # fmt: skip
@click.option(
    "--moves", "written", type=click.Choice(FORMS), default="objects", show_default=True,
    help="How moves are written; by-hand leaves forced steps out, as a person would.",
)  # fmt: skip
@click.option("--claims", is_flag=True, help="Claim what is on the table after every round and at the end.")
@click.option("--to", "form", type=click.Choice(["json", "toml"]), default="json", show_default=True, help="The form.")
@click.option("-o", "--output-dir", "folder", metavar="DIR", help="Write one file a game; else JSON lines are printed.")
def command(
    game: Game,
    games: int,
    seed: str,
    players: tuple[str, ...],
    expansion: tuple[str, ...],
    profile: str | None,
    ruling: tuple[str, ...],
    style: str,
    written: str,
    claims: bool,
    form: str,
    folder: str | None,
) -> None:
    """Make up random legal transcripts of GAME, complete to the last score."""
    from referee.cli.folder import Folder
    from referee.cli.options import rulings_of
    from referee.conformance.generate import corpus

    _known(game, expansion, profile)
    if written == "by-hand" and claims:
        raise Failure("--claims go with --moves objects or lines, not with by-hand")
    if form == "toml" and folder is None:
        raise Failure("--to toml needs a folder to write to (-o DIR)")
    target = Folder(folder)
    made = corpus(
        game,
        seed,
        games,
        players=_players(game, players),
        style=None if style == "mixed" else style,
        expansions=expansion,
        profile=profile,
        rulings=rulings_of(ruling, None),
        claims=claims,
    )
    width = max(4, len(str(games)))
    for number, one in enumerate(made, 1):
        target.write(f"{game.id}-{number:0{width}}", one.tree(_writer(written)(one), seed=f"{seed}/{number}"), form)


def _writer(written: str) -> Callable[[Made], list[Any]]:
    from referee.conformance import recording

    return {"objects": recording.objects, "lines": recording.lines, "by-hand": recording.by_hand}[written]


def _known(game: Game, expansions: tuple[str, ...], profile: str | None) -> None:
    from referee.transcript.suggest import hint

    for name in expansions:
        if name not in game.expansions:
            raise Failure(f"{game.title} has no expansion called {name}.{hint(name, game.expansions)}")
    if profile is not None and profile not in game.profiles:
        raise Failure(f"{game.title} has no profile called {profile}.{hint(profile, game.profiles)}")


def _players(game: Game, said: tuple[str, ...]) -> int | list[str] | None:
    """The number of players, or their names."""
    if not said:
        return None
    least, most = game.seats
    number = int(said[0]) if len(said) == 1 and said[0].isdecimal() else len(said)
    if not least <= number <= most:
        raise Failure(f"{game.title} is for {least} to {most} players, not {number}")
    if len(said) == 1 and said[0].isdecimal():
        return number
    if len(set(said)) < len(said) or not all(name.strip() for name in said):
        raise Failure("every player needs a name of his own")
    return list(said)
