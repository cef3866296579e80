"""The canonical form of a transcript, in JSON and in TOML: the envelope first, then one move a line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.game import Game, Header, Unreadable
from referee.transcript.notation import fields_of

#: The order of the fields; tables come after the moves in TOML, which wants it so.
ORDER = ("format", "game", "expansions", "profile", "ruleset", "rulings", "players", "setup", "result", "meta", "moves")

_NO_MOVES = re.compile(r"^moves = \[\]$", re.MULTILINE)


def to_json(tree: Mapping[str, Any]) -> bytes:
    """The transcript as JSON: the envelope in one line, then one move a line.

    :raises TypeError: for a value that JSON cannot hold.
    """
    fields = [f"{json_value(name)}: {json_value(tree[name])}" for name in _ordered(tree) if name != "moves"]
    moves = tree.get("moves")
    if moves is not None and not isinstance(moves, (list, tuple)):
        fields.append(f'"moves": {json_value(moves)}')
    elif moves is not None:
        listed = ",\n".join(f"  {json_value(move)}" for move in moves)
        fields.append(f'"moves": [\n{listed}\n]' if listed else '"moves": []')
    return ("{" + ", ".join(fields) + "}\n").encode("utf-8")


def to_json_line(tree: Mapping[str, Any]) -> bytes:
    """The transcript as one line of JSON lines.

    :raises TypeError: for a value that JSON cannot hold.
    """
    return (json_value({name: tree[name] for name in _ordered(tree)}) + "\n").encode("utf-8")


def json_value(value: Any) -> str:
    """One value as JSON in one line."""
    return json.dumps(value, ensure_ascii=False)


def to_toml(tree: Mapping[str, Any]) -> bytes:
    """The transcript as TOML: plain fields, then the moves one a line, then the tables.

    :raises TypeError: for a value that TOML cannot hold.
    """
    fields = {name: tree[name] for name in _ordered(tree)}
    moves = fields.get("moves")
    if not isinstance(moves, (list, tuple)) or not moves:
        return _toml(fields).encode("utf-8")
    listed = "".join(f"  {toml_value(move)},\n" for move in moves)
    written = _NO_MOVES.sub(lambda _: f"moves = [\n{listed}]", _toml({**fields, "moves": []}), count=1)
    return written.encode("utf-8")


def toml_key(name: str) -> str:
    """A name as TOML writes it, in quotes only where it needs them."""
    return _toml({name: 0}).removesuffix(" = 0\n")


def toml_value(value: Any) -> str:
    """One value as TOML in one line.

    :raises TypeError: for a value that TOML cannot hold.
    """
    # In a list that begins with a number a table stands in braces, never under a head of its own.
    return _toml({"x": [0, value]}).removeprefix("x = [0, ").removesuffix("]\n")


def _toml(tree: Mapping[str, Any]) -> str:
    """A tree as TOML, every list in one line."""
    import tomli_w

    # Line ends in texts are escaped, so a line that ends like this is one of a list.
    written = tomli_w.dumps(tree, indent=0)
    return written.replace("[\n", "[").replace(",\n]", "]").replace(",\n", ", ")


def _ordered(tree: Mapping[str, Any]) -> list[str]:
    return [name for name in ORDER if name in tree] + [name for name in tree if name not in ORDER]


def as_lines(entries: Sequence[Any], raw: Sequence[Any], game: Game, header: Header) -> list[Any]:
    """Every move as a line; one that no line can say, or that could not be read, stays as it is written in ``raw``."""
    names = game.everyone(header)
    moves = []
    for entry, written in zip(entries, raw, strict=True):
        line = None
        if type(entry) is not Unreadable:
            line = game.notation.write(entry, names)
        moves.append(written if line is None else line)
    return moves


def as_objects(entries: Sequence[Any], raw: Sequence[Any], game: Game, header: Header) -> list[Any]:
    """Every move as an object; an object, and a line that could not be read, stay as they are written in ``raw``."""
    return [
        written if type(entry) is Unreadable or isinstance(written, dict) else fields_of(entry)
        for entry, written in zip(entries, raw, strict=True)
    ]
