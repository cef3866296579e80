"""Verdicts read back from the JSON lines that ``check`` writes."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from referee.engine.verdict import FORMAT, Assumption, Moves, Place, Score, Unjudged, Verdict, Violation

_LISTS: dict[str, type] = {
    "violations": Violation, "notes": Violation, "assumptions": Assumption, "unjudged": Unjudged, "scores": Score,
}  # fmt: skip


def read_back(plain: Any) -> Verdict:
    """The verdict that :meth:`Verdict.as_dict` made ``plain`` of.

    :raises ValueError: if it is no verdict of this format, saying why.
    """
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise ValueError(f"this is no verdict of the format {FORMAT}")
    values = {name: value for name, value in plain.items() if name != "format"}
    try:
        for name, kind in _LISTS.items():
            if name in values:
                values[name] = [_made(kind, item) for item in values[name]]
        values["moves"] = _made(Moves, values["moves"])
        verdict = Verdict(**values)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"this verdict is damaged ({error})") from error
    if verdict.verdict not in ("legal", "illegal", "unreadable"):
        raise ValueError(f"this verdict is damaged ({verdict.verdict!r} is no verdict)")
    return verdict


def _made(kind: type, plain: dict[str, Any]) -> Any:
    place = {part: plain[part] for part in Place._fields if part in plain} if kind is Violation else {}
    values = {name: value for name, value in plain.items() if name not in place}
    unknown = set(values) - {item.name for item in fields(kind)} | values.keys() & {"where"}
    if unknown:
        raise TypeError(f"unknown field {min(unknown)}")
    return kind(**values, where=Place(**place)) if place else kind(**values)
