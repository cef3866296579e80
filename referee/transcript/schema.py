"""The JSON Schema of a game's transcripts, for editors and for programs that write them.

It keeps to keywords that draft-07 and 2020-12 share. A schema cannot say everything: that ``2.0`` is no integer, that
a line follows the notation, or that a move makes sense is left to the referee.
"""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from referee.engine.game import Game
from referee.engine.rule import Ruling
from referee.transcript.envelope import FORMAT
from referee.transcript.fields import LARGEST, shape
from referee.transcript.limits import MOVES

DIALECT = "http://json-schema.org/draft-07/schema#"

Schema = dict[str, Any]


def transcript_schema(game: Game) -> Schema:
    """The schema of a whole transcript of ``game``, its moves as lines or as objects."""
    least, most = game.seats
    names = list(game.moves)
    whole = {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST}
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
                    "scores": {"type": "object", "additionalProperties": whole},
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
        "definitions": {name: _Moves().generate(shape(kind)) for name, kind in game.moves.items()},
    }


def _table(fields: Schema, required: tuple[str, ...] | list[str]) -> Schema:
    table: Schema = {"type": "object", "properties": fields, "additionalProperties": False}
    if required:
        table["required"] = list(required)
    return table


def _list(items: Schema, unique: bool = False) -> Schema:
    return {"type": "array", "items": items, **({"uniqueItems": True} if unique else {})}


def _ruling(ruling: Ruling) -> Schema:
    allowed: Schema = {"enum": list(ruling.values)} if ruling.values else {}
    return {**allowed, "description": ruling.about}


class _Moves(GenerateJsonSchema):
    """The schema of moves, from what their reader is made of."""

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> Schema:
        made = super().dataclass_schema(schema) | {"additionalProperties": False}
        del made["title"]
        if "description" in made:
            made["description"] = " ".join(made["description"].split())
        if "move" in made["properties"]:
            # It comes first, and only in Python can it be left out.
            made["properties"] = {"move": made["properties"]["move"], **made["properties"]}
            made["required"] = ["move", *made.get("required", ())]
        return made

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> Schema:
        """Without the default: what it means that a field is left out is for the rules to say."""
        return self.generate_inner(schema["schema"])

    def field_title_should_be_set(self, schema: object) -> bool:
        """Whether a field has a title beside its name: none has."""
        return False
