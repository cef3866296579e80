"""The games that the referee knows. A folder's name is its registration; none is imported before it is asked for."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import import_module

from referee.engine.game import Game

#: The entry point group in which other packages register games of their own.
GROUP = "referee.games"


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """The names of the games in this package, in alphabetical order."""
    here = os.path.dirname(__file__)
    folders = (name for name in os.listdir(here) if os.path.isfile(os.path.join(here, name, "game.py")))
    return tuple(sorted(folder.replace("_", "-") for folder in folders))


def all_names() -> tuple[str, ...]:
    """The names of the games in this package, then those that other packages brought."""
    from importlib.metadata import entry_points

    others = {point.name for point in entry_points(group=GROUP)}
    return (*names(), *sorted(others.difference(names())))


@lru_cache(maxsize=32)
def find(name: str) -> Game | None:
    """The game called ``name``, or ``None``. Other packages are searched only for a name that is not one of ours.

    :raises TypeError: if what another package registered under the name is no game.
    """
    if name in names():
        game = import_module(f"referee.games.{name.replace('-', '_')}.game").GAME
    else:
        from importlib.metadata import entry_points

        points = tuple(entry_points(group=GROUP, name=name))
        if not points:
            return None
        game = points[0].load()
    if not isinstance(game, Game):
        raise TypeError(f"what is registered as the game {name} is no game: {game!r}")
    return game
