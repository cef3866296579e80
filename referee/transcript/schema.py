"""The JSON Schema of a game's transcripts, for editors and for programs that write them.

It keeps to keywords that draft-07 and 2020-12 share. A schema cannot say everything: that ``2.0`` is no integer, that
a line follows the notation, or that a move makes sense is left to the referee.
"""

from __future__ import annotations

import dataclasses
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from referee.engine.game import Game
from referee.engine.rule import Ruling
from referee.transcript.envelope import FORMAT
from referee.transcript.fields import Length, Player, Range, key_of
from referee.transcript.limits import MOVES

DIALECT = "http://json-schema.org/draft-07/schema#"

Schema = dict[str, Any]


def transcript_schema(game: Game) -> Schema:
    """The schema of a whole transcript of ``game``, its moves as lines or as objects."""
    least, most = game.seats
    names = list(game.moves)
    lines = {"type": "string", "minLength": 1, "description": "A move as a line, in the notation of the game."}
    fields: Schema = {
        "format": {"const": FORMAT, "description": "The version of the format."},
        "game": {"const": game.id, "description": game.title},
        "expansions": {
            **_list({"enum": list(game.expansions)} if game.expansions else {"type": "string"}, unique=True),
            "description": "The expansions in play.",
        },
        "profile": {
            "enum": list(game.profiles),
            "description": "Which reading of the rules decides where sources differ.",
        },
        "ruleset": {"const": game.ruleset, "description": "The version of the rules code that judged the log."},
        "rulings": {
            **_table({name: _ruling(ruling) for name, ruling in game.rulings.items()}, ()),
            "description": "Single rulings that override the profile.",
        },
        "players": {
            "type": "array",
            "items": {"type": "string", "minLength": 1},
            "minItems": least,
            "maxItems": most,
            "uniqueItems": True,
            "description": "In clockwise seating order; the first named is the starting player.",
        },
        "setup": {"type": "object", "description": "What the game fixes before its first move."},
        "moves": {
            "type": "array",
            "items": {"anyOf": [lines, *({"$ref": f"#/definitions/{name}"} for name in names)]},
            "maxItems": MOVES,
            "description": "The log, in the order in which it happened.",
        },
        "result": {
            **_table(
                {
                    "scores": {"type": "object", "additionalProperties": _integer(Range())},
                    "winners": _list({"type": "string"}),
                },
                (),
            ),
            "description": "What the table believes, checked when the game is complete.",
        },
        "meta": {"type": "object", "description": "Free: event, date, table, round, recorder."},
    }
    if not game.expansions:
        fields["expansions"]["maxItems"] = 0
    needed = ["format", "game", "players", "moves"]
    if game.setup_schema is not None:
        fields["setup"] |= game.setup_schema
        needed.append("setup")
    elif type(game).setup_faults is Game.setup_faults:
        fields["setup"]["maxProperties"] = 0
    return {
        "$schema": DIALECT,
        "title": f"A transcript of {game.title}",
        **_table(fields, needed),
        "definitions": {name: _move(kind, name) for name, kind in game.moves.items()},
    }


def _table(fields: Schema, required: tuple[str, ...] | list[str]) -> Schema:
    table: Schema = {"type": "object", "properties": fields, "additionalProperties": False}
    if required:
        table["required"] = list(required)
    return table


def _list(items: Schema, unique: bool = False) -> Schema:
    return {"type": "array", "items": items, **({"uniqueItems": True} if unique else {})}


def _integer(bounds: Range) -> Schema:
    return {"type": "integer", "minimum": bounds.least, "maximum": bounds.greatest}


def _ruling(ruling: Ruling) -> Schema:
    allowed: Schema = {"enum": list(ruling.values)} if ruling.values else {}
    return {**allowed, "description": ruling.about}


def _move(kind: type, name: str) -> Schema:
    table = _dataclass(kind)
    table["properties"] = {
        "move": {"const": name},
        **{key: value for key, value in table["properties"].items() if key != "move"},
    }
    table["required"] = ["move", *(key for key in table.get("required", ()) if key != "move")]
    if kind.__doc__ and not kind.__doc__.startswith(f"{kind.__name__}("):
        table["description"] = " ".join(kind.__doc__.split())
    return table


def _dataclass(kind: Any) -> Schema:
    hints = get_type_hints(kind, include_extras=True)
    slots = dataclasses.fields(kind)
    needed = [
        key_of(slot.name)
        for slot in slots
        if slot.default is dataclasses.MISSING and slot.default_factory is dataclasses.MISSING
    ]
    return _table({key_of(slot.name): _type(hints[slot.name]) for slot in slots}, needed)


def _type(hint: Any) -> Schema:
    """The schema of a type that :mod:`referee.transcript.fields` understands."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin in (Union, UnionType):
        choices = [_type(choice) for choice in arguments if choice is not NoneType]
        return choices[0] if len(choices) == 1 else {"anyOf": choices}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is list:
        return _list(_type(arguments[0]))
    if origin is dict:
        return {"type": "object", "additionalProperties": _type(arguments[1])}
    if dataclasses.is_dataclass(hint):
        return _dataclass(hint)
    if hint is int:
        return _integer(Range())
    return {"type": {str: "string", bool: "boolean"}[hint]}


def _annotated(inner: Any, remarks: tuple[Any, ...]) -> Schema:
    if inner is int:
        return _integer(next((remark for remark in remarks if isinstance(remark, Range)), Range()))
    schema = _type(inner)
    for remark in remarks:
        if remark is Player:
            schema["description"] = "The name of a player."
        elif isinstance(remark, Length):
            ends = ("minItems", "maxItems") if schema["type"] == "array" else ("minLength", "maxLength")
            schema[ends[0]] = remark.least
            if remark.most is not None:
                schema[ends[1]] = remark.most
    return schema
