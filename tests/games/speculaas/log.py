"""Transcripts on the level of the engine: read from data, played, and built by hand."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from referee.engine.assumptions import assumptions
from referee.engine.game import Header, Unreadable
from referee.engine.replay import Finding, Replay, Replayer
from referee.engine.rule import Fault
from referee.games.speculaas.game import GAME
from referee.transcript.notation import Misread

FIXTURES = Path(__file__).parents[3] / "fixtures" / "speculaas"
SPICES = ["cinnamon", "clove", "nutmeg", "ginger", "cardamom", "pepper"]


def tree_of(path: Path) -> dict[str, Any]:
    text = path.read_text(encoding="utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


def entry_of(header: Header, move: Any) -> Any:
    """One entry of a log: an object or a line, as the transcript's reader would give it."""
    if isinstance(move, str):
        try:
            move = GAME.notation.read(move, GAME.everyone(header)).fields
        except Misread as misread:
            fault = Fault(misread.message, misread.field, misread.found, misread.expected)
            return Unreadable([(misread.rule, fault)], misread.kind, misread.player, move)
    if not isinstance(move, dict):
        return move
    entry = GAME.moves[move["move"]](**move)
    form = GAME.forms.get(type(entry))
    faults = list(form(header, entry)) if form is not None else []
    return Unreadable(faults, move["move"], move.get("player"), move) if faults else entry


def header_of(tree: dict[str, Any]) -> Header:
    return Header("speculaas", tree["players"], tree.get("expansions", []), setup=tree.get("setup", {}))


def play(tree: dict[str, Any], **options: Any) -> Replay:
    header = header_of(tree)
    assert GAME.setup_faults(header) == []
    return Replayer(GAME, header, audit=True, **options).run([entry_of(header, move) for move in tree["moves"]])


def broken(replay: Replay) -> list[tuple[int | None, str]]:
    """What was broken: the number of each move, and the rule."""
    return [(number(finding), finding.rule.id) for finding in replay.violations]


def number(finding: Finding) -> int | None:
    return None if finding.index is None else finding.index + 1


def assumed(replay: Replay) -> dict[str, Any]:
    return {item.id: item.otherwise for item in assumptions(GAME, replay.table, GAME.standing(replay.table))}


def setup(**changes: Any) -> dict[str, Any]:
    """A setup for Café: cards S1, S2, … show one spice each in turn, with S1 cinnamon; a change to None leaves out."""
    fields: dict[str, Any] = {
        "spices": SPICES,
        "honey": 10,
        "spice_cards": {f"S{i}": [SPICES[(i - 1) % 6]] for i in range(1, 61)},
        "recipe_cards": [f"R{i}" for i in range(1, 41)],
        "tea": "most cinnamon",
        "coffee": "all six",
        "hot_chocolate": "row",
    }
    fields.update(changes)
    return {name: value for name, value in fields.items() if value is not None}


def game(moves: str | list[Any], players: list[str] | None = None, **changes: Any) -> dict[str, Any]:
    """A transcript from lines of text."""
    lines = [line.strip() for line in moves.splitlines() if line.strip()] if isinstance(moves, str) else moves
    expansions = changes.pop("expansions", ["cafe"])
    return {"players": players or ["Anna", "Ben"], "expansions": expansions, "setup": setup(**changes), "moves": lines}
