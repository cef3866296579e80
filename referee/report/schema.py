"""The JSON Schema of a verdict. It keeps to keywords that draft-07 and 2020-12 share."""

from __future__ import annotations

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


def _nullable(kind: str) -> dict[str, Any]:
    return {"type": [kind, "null"]}


_FIX = {
    "anyOf": [
        _table({"pointer": _TEXT, "replace": {}}),
        _table({"pointer": _TEXT, "insert_before": {"type": "array"}}),
        _table({"pointer": _TEXT, "remove": {"const": True}}),
    ]
}

_VIOLATION = _table(
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
)


def verdict_schema() -> dict[str, Any]:
    """The schema of one verdict, as ``jsonl`` has it on each line and ``json`` in its array."""
    return {
        "$schema": DIALECT,
        "title": "A verdict of the referee",
        **_table(
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
                "moves": _table({"recorded": _COUNT, "checked": _COUNT, "implied": _COUNT, "unchecked": _COUNT}),
                "rounds": _COUNT,
                "violations": _list({"$ref": "#/definitions/violation"}),
                "notes": _list({"$ref": "#/definitions/violation"}),
                "assumptions": _list(
                    _table({"id": _TEXT, "text": _TEXT, "chosen": _TEXT, "otherwise": {"type": "object"}})
                ),
                "unjudged": _list(_table({"what": _TEXT, "why": _TEXT, "move": _nullable("integer")})),
                "winners": _TEXTS,
            },
            {
                "scores": _list(
                    _table(
                        {
                            "player": _TEXT,
                            "rank": _PLACE,
                            "total": {"type": "integer"},
                            "tiebreak": _NUMBERS,
                            "breakdown": _NUMBERS,
                        }
                    )
                ),
                "disputed": {"const": True},
                "ignored": _TEXTS,
                "meta": {"type": "object"},
            },
        ),
        "definitions": {"violation": _VIOLATION},
    }
