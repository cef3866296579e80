"""Arguments that name a game or a rule, with the nearest name suggested and completion in the shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from referee.engine.game import Game


class GameName(click.ParamType["Game"]):
    """The name of a game; its value is the game."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        from referee import games
        from referee.transcript.suggest import hint

        game = games.find(value) if isinstance(value, str) else value
        if game is None:
            known = games.all_names()
            near = hint(value, known) or f" The games are {', '.join(known)}."
            self.fail(f"there is no game {value!r}.{near}", param, ctx)
        return game

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from referee import games

        return [CompletionItem(name) for name in games.names() if name.startswith(incomplete)]


class RuleName(click.ParamType[str]):
    """The id of a rule, or the beginning of several, for completion; commands check it themselves."""

    name = "rule"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from referee import games

        chosen = ctx.params.get("game")
        found = (
            [chosen] if chosen is not None else [game for game in map(games.find, games.names()) if game is not None]
        )
        rules = {rule.id: rule.title for game in found for rule in game.catalogue}
        return [CompletionItem(rule, help=title) for rule, title in rules.items() if rule.startswith(incomplete)]
