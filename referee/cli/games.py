"""``referee games``: the games, expansions, profiles and rulings that this referee knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from referee.cli.names import GameName

if TYPE_CHECKING:
    from referee.engine.game import Game


@click.command()
@click.argument("game", type=GameName(), required=False)
@click.option(
    "--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to list them."
)
def command(game: Game | None, output_format: str) -> None:
    """List the games with their expansions, profiles and rulings; of one GAME only if it is named."""
    from referee import games

    found = [game] if game is not None else [one for one in map(games.find, games.all_names()) if one is not None]
    if output_format == "json":
        from pydantic_core import to_json

        click.echo(to_json([_plain(one) for one in found], indent=2).decode())
        return
    click.echo("\n\n".join("\n".join(_text(one)) for one in found))


def _plain(game: Game) -> dict[str, Any]:
    return {
        "game": game.id,
        "title": game.title,
        "ruleset": game.ruleset,
        "players": list(game.seats),
        "expansions": dict(game.expansions),
        "profiles": list(game.profiles),
        "rulings": [
            {
                "ruling": ruling.id,
                "about": ruling.about,
                "profiles": dict(ruling.profiles),
                "values": list(ruling.values),
                "source": ruling.source,
            }
            for ruling in game.rulings.values()
        ],
    }


def _text(game: Game) -> list[str]:
    from referee.report.wording import plain

    least, most = game.seats
    seats = f"{least} to {most}" if least < most else str(least)
    rows = [f"{game.id}  {game.title}, {seats} players, ruleset {game.ruleset}"]
    rows += [f"  expansion {name}  {title}" for name, title in game.expansions.items()]
    rows.append(f"  profiles  {', '.join(game.profiles)}")
    for ruling in game.rulings.values():
        chosen = "; ".join(f"{profile}: {plain(value)}" for profile, value in ruling.profiles.items())
        rows.append(f"  ruling {ruling.id}  {ruling.about}")
        rows.append(f"    {chosen}")
        others = [plain(value) for value in ruling.values if value not in ruling.profiles.values()]
        if others:
            rows.append(f"    also: {', '.join(others)}")
    return rows
