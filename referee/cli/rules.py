"""``referee rules``: the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from referee.cli.names import GameName

if TYPE_CHECKING:
    from referee.engine.game import Game
    from referee.engine.rule import Rule


@click.command()
@click.argument("game", type=GameName(), required=False)
@click.option(
    "--output-format", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True,
    help="How to list them.",
)  # fmt: skip
def command(game: Game | None, output_format: str) -> None:
    """List the rules of a GAME, or of all games, in the order of the rulebook."""
    from referee import games

    found = [game] if game is not None else [one for one in map(games.find, games.all_names()) if one is not None]
    if output_format == "json":
        from pydantic_core import to_json

        rules = [{"game": one.id, **plain(rule)} for one in found for rule in one.catalogue]
        click.echo(to_json(rules, indent=2).decode())
        return
    show = _markdown if output_format == "markdown" else _text
    click.echo("\n\n".join("\n".join(show(one)) for one in found))


def plain(rule: Rule) -> dict[str, Any]:
    """A rule as data."""
    return {
        "rule": rule.id,
        "title": rule.title,
        "text": rule.text,
        "cite": {"document": rule.cite.document, "section": rule.cite.section},
        "severity": rule.severity.value,
        "repair": rule.repair.value,
        "rulings": list(rule.rulings),
    }


def _text(game: Game) -> list[str]:
    width = max(len(rule.id) for rule in game.catalogue)
    return [game.title, "", *(f"  {rule.id:<{width}}  {rule.title}" for rule in game.catalogue)]


def _markdown(game: Game) -> list[str]:
    from referee.report.markdown import escape, row
    from referee.report.markdown import rule as line

    rows = [f"## {escape(game.title)}", "", row("rule", "title", "source"), line(False, False, False)]
    return rows + [row(rule.id, rule.title, str(rule.cite)) for rule in game.catalogue]
