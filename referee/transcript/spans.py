"""Where the entries of a JSON value stand: what is not asked for is skipped over, not parsed.

What is found is right where the text is sound JSON; where it is not, something is found or nothing, but nothing fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Span = tuple[int, int]
"""A stretch of bytes, the end exclusive."""

# Repetitions never give back what they took, so that no text is looked at more than a few times.
_TEXT = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_BETWEEN = rb'[^\[\]{}"]*+'


def _nested(depth: int) -> bytes:
    """The pattern of a list or object in which no more than so many stand inside each other."""
    inner = rb"(?:" + _TEXT + rb"|" + _nested(depth - 1) + rb")" if depth else _TEXT
    return rb"[\[{]" + _BETWEEN + rb"(?:" + inner + _BETWEEN + rb")*+[\]}]"


#: A value no deeper than nearly every one is, and what follows it: a comma or a colon, or the end of what it stands in.
_VALUE = re.compile(
    rb"(" + _nested(0) + rb"|" + _TEXT + rb'|[^\s,:\[\]{}"]++|' + _nested(4) + rb")\s*+(?:([,:])\s*+|[\]}]|\Z)",
    re.DOTALL,
)
_BRACKET = re.compile(_TEXT + rb"|[\[\]{}]", re.DOTALL)
_BLANKS = re.compile(rb"\s*+")


def starts(data: bytes, start: int) -> Iterator[int]:
    """Where the entries of the list at ``start`` begin, or the keys and values in turn of the object there."""
    at = past_blanks(data, start + 1)
    if data[at : at + 1] in (b"]", b"}", b""):
        return
    while True:
        yield at
        value = _VALUE.match(data, at)
        if value is None:
            at = past_blanks(data, past(data, at))
            if data[at : at + 1] not in (b",", b":"):
                return
            at = past_blanks(data, at + 1)
        elif value.lastindex == 2:
            at = value.end()
        else:
            return


def past(data: bytes, start: int) -> int:
    """The end of the value that begins at ``start``."""
    value = _VALUE.match(data, start)
    if value is not None:
        return value.end(1)
    depth = 0
    for bracket in _BRACKET.finditer(data, start):
        kind = bracket.group()
        depth += (kind in (b"[", b"{")) - (kind in (b"]", b"}"))
        if not depth:
            return bracket.end()
    return len(data)


def past_blanks(data: bytes, at: int) -> int:
    """The first byte from ``at`` on that is not blank."""
    blanks = _BLANKS.match(data, at)
    return blanks.end() if blanks is not None else at
