"""Transcripts that come with the referee as data: examples that keep or break a rule, by game.

A wheel carries them beside this file, a checkout in the folder ``fixtures``. An example lies in
``<game>/keeps`` or ``<game>/breaks`` and is called after the rule, with a word after ``--`` if there are several.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Kind = Literal["keeps", "breaks"]


def folder() -> Path:
    """Where the fixtures are: those of the installed package, else those of the checkout.

    :raises FileNotFoundError: if there are none, which only a broken installation can bring about.
    """
    here = Path(__file__).parent
    for place in (here / "fixtures", here.parent / "fixtures"):
        if place.is_dir():
            return place
    raise FileNotFoundError("the fixtures of the referee are missing; install the package again")


def examples(game: str, rule: str, kind: Kind) -> list[Path]:
    """The transcripts of a game that keep or break a rule, the plain one first, then by name.

    Rules of form, which are the same in all games, have theirs in the folder ``transcript``.
    """
    found = [
        path
        for owner in (game, "transcript")
        for ending in ("toml", "json")
        for name in (f"{rule}.{ending}", f"{rule}--*.{ending}")
        for path in (folder() / owner / kind).glob(name)
    ]
    return sorted(found, key=lambda path: (path.stem != rule, path.name))
