"""The limits of a transcript and what no transcript may hold anywhere: null, infinite numbers, dates outside meta."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, time
from math import isfinite
from re import Match
from typing import Any

from referee.engine.result import escape
from referee.engine.rule import Fault
from referee.transcript.fields import LARGEST

BYTES = 16 * 1024 * 1024
DEPTH = 64
MOVES = 100_000
#: So many faults of one field are named; a file can hold millions, and nobody reads them.
FLAWS = 1_000

Flaws = list[tuple[str, Fault]]


def inspect(value: Any, path: str, flaws: Flaws, depth: int = 1) -> None:
    """Add what no transcript may hold in ``value`` (the first :data:`FLAWS` of it) to ``flaws``, with paths from the top.

    ``depth`` is that of ``value`` in the transcript, whose outermost table has depth 1.
    """
    kind = type(value)
    if kind is not dict and kind is not list:
        if not _harmless(value):
            flaws.append(_flaw(value, path))
    elif depth > DEPTH:
        flaws.append(("transcript.limit", too_deep(path)))
    else:
        for key, inner in value.items() if kind is dict else enumerate(value):
            # Paths are only put together where something is wrong or deeper down.
            if not _harmless(inner) and len(flaws) < FLAWS:
                inspect(inner, join(path, key), flaws, depth + 1)


def _harmless(value: Any) -> bool:
    kind = type(value)
    if kind is int:
        return -LARGEST <= value <= LARGEST  # type: ignore[no-any-return]
    return kind is str or kind is bool or (kind is float and isfinite(value))


def _flaw(value: Any, path: str) -> tuple[str, Fault]:
    if value is None:
        words = f"{name_of(path)} is null, which is no value; leave the field out instead."
        return "transcript.type", Fault(words, path, "null", "a value")
    if isinstance(value, int):
        return "transcript.limit", too_large(value, path)
    if isinstance(value, float):
        return "transcript.syntax", not_finite(path, str(value))
    words = f"{name_of(path)} is a date or a time; outside meta it has to be a text in quotes or left out."
    return "transcript.type", Fault(words, path, shown(value), "a text")


def join(path: str, key: str | int) -> str:
    """The path of an entry: parts joined with ``/`` and escaped as in a JSON pointer."""
    part = escape(key) if isinstance(key, str) else str(key)
    return f"{path}/{part}" if path else part


def name_of(path: str) -> str:
    """How a message speaks of the value at ``path``: ``price`` or ``entry 3 of cards``."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")]
    last = parts[-1]
    if last.isdecimal() and len(parts) > 1:
        return f"Entry {int(last) + 1} of {parts[-2]}"
    return last or "The transcript"


def too_large(number: int, path: str) -> Fault:
    return Fault(
        f"{name_of(path)} is {shown(number)}, but no number in a transcript may lie outside ±2^53 ({LARGEST:,}).",
        path,
        shown(number),
        "at most 2^53",
    )


def too_deep(path: str) -> Fault:
    return Fault(
        f"Lists and tables are nested more than {DEPTH} deep here; no game needs that.",
        path,
        expected=f"at most {DEPTH} deep",
    )


def first_too_deep(tokens: Iterable[Match[Any]], depth: int) -> int:
    """Where the first bracket or brace stands that opens more than is allowed; ``depth`` is that at the beginning."""
    for token in tokens:
        character = token.group()
        if character in ("[", "{", b"[", b"{"):
            depth += 1
            if depth > DEPTH:
                return token.start()
        elif character in ("]", "}", b"]", b"}"):
            depth -= 1
    return 0


def not_finite(path: str, text: str) -> Fault:
    return Fault(
        f"{name_of(path)} is {text}, which is not a number that a game can have.", path, text, "a finite number"
    )


def shown(value: Any) -> Any:
    """A value as a verdict can hold it: dates as ISO text, numbers that are too large as a shortened text."""
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, bool) or not isinstance(value, int) or -LARGEST <= value <= LARGEST:
        return value
    digits = int(value.bit_length() * 0.30103) + 1
    return str(value) if digits <= 40 else f"a number of about {digits} digits"
