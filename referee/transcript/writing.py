"""The canonical form of a transcript, in JSON and in TOML: the envelope first, then one move a line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, time
from typing import Any

from referee.engine.game import Game, Header, Unreadable
from referee.transcript.notation import fields_of

#: The order of the fields; tables come after the moves in TOML, which wants it so.
ORDER = ("format", "game", "expansions", "profile", "ruleset", "rulings", "players", "setup", "result", "meta", "moves")

_BARE = re.compile(r"[A-Za-z0-9_-]+")


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
    lines: list[str] = []
    tables: list[str] = []
    for name in _ordered(tree):
        value = tree[name]
        if name == "moves" and isinstance(value, (list, tuple)):
            listed = "".join(f"  {toml_value(move)},\n" for move in value)
            lines.append(f"moves = [\n{listed}]" if listed else "moves = []")
        elif isinstance(value, Mapping):
            tables += _table(toml_key(name), value)
        else:
            lines.append(f"{toml_key(name)} = {toml_value(value)}")
    return ("\n".join([*lines, *tables]) + "\n").encode("utf-8")


def _table(head: str, table: Mapping[str, Any]) -> list[str]:
    """A table under its head; a table in it that is too long for one line gets a head of its own."""
    plain, deeper = ["", f"[{head}]"], []
    for name, value in table.items():
        written = toml_value(value)
        if isinstance(value, Mapping) and len(written) > 80:
            deeper += _table(f"{head}.{toml_key(name)}", value)
        else:
            plain.append(f"{toml_key(name)} = {written}")
    return plain + deeper


def toml_key(name: str) -> str:
    """A name as TOML writes it, in quotes only where it needs them."""
    return name if _BARE.fullmatch(name) else _toml_text(name)


def toml_value(value: Any) -> str:
    """One value as TOML in one line.

    :raises TypeError: for a value that TOML cannot hold.
    """
    if isinstance(value, str):
        return _toml_text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml_value(inner) for inner in value) + "]"
    if isinstance(value, Mapping):
        fields = ", ".join(f"{toml_key(name)} = {toml_value(inner)}" for name, inner in value.items())
        return f"{{ {fields} }}" if fields else "{}"
    raise TypeError(f"TOML cannot hold {value!r}")


def _toml_text(text: str) -> str:
    # JSON's escapes are TOML's too; DEL is the one character that only TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


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
