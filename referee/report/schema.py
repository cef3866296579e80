"""The JSON Schema of a verdict. It keeps to keywords that draft-07 and 2020-12 share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.rule import Repair, Severity
from referee.engine.verdict import FORMAT

DIALECT = "http://json-schema.org/draft-07/schema#"

_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_COUNT = {"type": "integer", "minimum": 0}
_PLACE = {"type": "integer", "minimum": 1}
_NUMBERS = {"type": "object", "additionalProperties": {"type": "integer"}}


def _table(needed: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**needed, **(optional or {})},
        "required": list(needed),
        "additionalProperties": False,
    }


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _described(table: dict[str, Any], about: Mapping[str, str]) -> dict[str, Any]:
    """The schema of a table with words for each of its fields."""
    for name, words in about.items():
        table["properties"][name] = {**table["properties"][name], "description": words}
    return table


def _nullable(kind: str) -> dict[str, Any]:
    return {"type": [kind, "null"]}


_SCORE = _described(
    _table(
        {
            "player": _TEXT,
            "rank": _PLACE,
            "total": {"type": "integer"},
            "tiebreak": _NUMBERS,
            "breakdown": _NUMBERS,
        }
    ),
    {
        "player": "Whose score it is.",
        "rank": "1 for the first; shared ranks are 1, 1, 3.",
        "total": "All points.",
        "tiebreak": "What decides between equal totals, in that order.",
        "breakdown": "Points by source; what gave 0 is left out.",
    },
)

_ASSUMPTION = _described(
    _table({"id": _TEXT, "text": _TEXT, "chosen": _TEXT, "otherwise": {"type": "object"}}),
    {
        "id": "The open question.",
        "text": "What was assumed, in words.",
        "chosen": "The reading that was taken.",
        "otherwise": "By other reading: the totals that would differ, or illegal, or unjudged.",
    },
)

_UNJUDGED = _described(
    _table({"what": _TEXT, "why": _TEXT, "move": _nullable("integer")}),
    {
        "what": "What could not be judged.",
        "why": "Why not.",
        "move": "The entry of moves, counted from 1, if it is one.",
    },
)

_MOVES = _described(
    _table({"recorded": _COUNT, "checked": _COUNT, "implied": _COUNT, "unchecked": _COUNT}),
    {
        "recorded": "Entries of the log, claims too.",
        "checked": "Those that were judged.",
        "implied": "Steps that the log left out and the referee added.",
        "unchecked": "Entries after the point where no sensible table was left.",
    },
)

_FIX = {
    "anyOf": [
        _table({"pointer": _TEXT, "replace": {}}),
        _table({"pointer": _TEXT, "insert_before": {"type": "array"}}),
        _table({"pointer": _TEXT, "remove": {"const": True}}),
    ]
}

_VIOLATION = _described(
    _table(
        {
            "rule": _TEXT,
            "title": _TEXT,
            "cite": _table({"document": _TEXT, "section": _TEXT}),
            "severity": {"enum": [severity.value for severity in Severity]},
            "move": _nullable("integer"),
            "pointer": _TEXT,
            "message": _TEXT,
        },
        {
            "field": _TEXT,
            "line": _PLACE,
            "column": _PLACE,
            "end_line": _PLACE,
            "end_column": _PLACE,
            "round": _PLACE,
            "phase": _TEXT,
            "player": _TEXT,
            "found": {},
            "expected": {},
            "applied": {"enum": [repair.value for repair in Repair]},
            "fix": _FIX,
            "ruling": _table({"name": _TEXT, "value": {}, "otherwise": {"enum": ["legal", "illegal"]}}),
            "arbiter": {"const": "stands"},
        },
    ),
    {
        "rule": "The id of the rule, such as purchase.price.",
        "title": "The rule in one line.",
        "cite": "Where the rule stands.",
        "severity": "An error was against the rules; a warning or a note never changes a verdict.",
        "move": "The entry of moves, counted from 1; null for the envelope, the result and the end of the log.",
        "pointer": "A JSON pointer (RFC 6901) to what is at fault.",
        "message": "What is wrong, for people.",
        "field": "The field at fault, for a move that is written as a line.",
        "line": "Where it stands in the file as it was written, counted from 1.",
        "column": "Counted from 1 in Unicode code points; a tab is one, a byte order mark none.",
        "end_line": "The line in which it ends.",
        "end_column": "The first column after it.",
        "round": "The round in which it happened.",
        "phase": "The phase in which it happened.",
        "player": "Whose move it was.",
        "found": "What the log says.",
        "expected": "What it should have said.",
        "applied": "How the check went on: with the move as recorded, with it corrected, or without it.",
        "fix": "Where exactly one small change makes the move legal: what to put in the place of what pointer points at, "
        "what to insert before it, or that it goes.",
        "ruling": "The ruling on which this depends, its value, and what another value would have made of it.",
        "arbiter": "The arbiter let it stand, so it does not make the game illegal.",
    },
)


def verdict_schema() -> dict[str, Any]:
    """The schema of one verdict, as ``jsonl`` has it on each line and ``json`` in its array."""
    return {
        "$schema": DIALECT,
        "title": "A verdict of the referee",
        **_described(
            _table(
                {
                    "format": {"const": FORMAT},
                    "referee": _TEXT,
                    "source": _TEXT,
                    "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                    "game": _nullable("string"),
                    "ruleset": _nullable("integer"),
                    "expansions": _TEXTS,
                    "profile": _nullable("string"),
                    "rulings": {"type": "object"},
                    "players": _TEXTS,
                    "verdict": {"enum": ["legal", "illegal", "unreadable"]},
                    "complete": {"type": "boolean"},
                    "moves": _MOVES,
                    "rounds": _COUNT,
                    "violations": _list({"$ref": "#/definitions/violation"}),
                    "notes": _list({"$ref": "#/definitions/violation"}),
                    "assumptions": _list(_ASSUMPTION),
                    "unjudged": _list(_UNJUDGED),
                    "winners": _TEXTS,
                },
                {
                    "scores": _list(_SCORE),
                    "disputed": {"const": True},
                    "ignored": _TEXTS,
                    "meta": {"type": "object"},
                },
            ),
            _ABOUT,
        ),
        "definitions": {"violation": _VIOLATION},
    }


_ABOUT = {
    "format": "The version of this format.",
    "referee": "The version of the referee.",
    "source": "The file; in JSON lines with the number of the line (games.jsonl:17).",
    "sha256": "The hash of the transcript's own bytes.",
    "game": "The name of the game; null if the transcript does not say it.",
    "ruleset": "The version of the rules code that judged the log.",
    "expansions": "The expansions in play.",
    "profile": "The reading of the rules that decides where sources differ.",
    "rulings": "Every ruling in force, by name.",
    "players": "In seating order.",
    "verdict": "Legal: no violation that an arbiter did not let stand. Illegal: at least one. Unreadable: the file could "
    "not be read as a transcript.",
    "complete": "Whether the log reaches the end of the game.",
    "moves": "How many entries there are, and what became of them.",
    "rounds": "Finished rounds.",
    "violations": "Every rule that was broken, in the order of the log.",
    "notes": "Warnings and remarks, in the same form; they never change the verdict.",
    "assumptions": "What the verdict rests on that no source settles, where it makes a difference in this game.",
    "unjudged": "What could not be judged for want of data.",
    "winners": "In seating order; empty unless the game is complete.",
    "scores": "Best first. Final if the game is complete, else as if it ended now; left out if there is no table.",
    "disputed": "There are violations, and scores says what the log as applied gives.",
    "ignored": "The rules that were ignored by request.",
    "meta": "The meta of the transcript.",
}
