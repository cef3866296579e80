"""A fix of a violation in words."""

from __future__ import annotations

from typing import Any

from referee.report.wording import listed, named, plain


def in_words(change: dict[str, Any]) -> str:
    """The new move, the moves to insert before it, or that the move goes."""
    if change.get("remove"):
        return "leave this move out"
    if "insert_before" in change:
        return f"insert before it: {listed([plain(move) for move in change['insert_before']])}"
    field = str(change.get("pointer", "")).rpartition("/")[2]
    value = plain(change.get("replace"))
    return value if field.isdigit() or not field else f"{named(field)} {value}"
