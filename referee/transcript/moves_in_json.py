"""Where the moves of a JSON transcript stand, found by skipping over those before them.

To parse a whole log once more takes longer than to judge it, and what there is to say of a legal game are mostly
remarks on whole moves. The text is sound JSON; what nests deeper than moves do is not found.
"""

from __future__ import annotations

import re
from functools import cache

Span = tuple[int, int]
"""A stretch of bytes, the end exclusive."""

#: How many moves are skipped at a time.
_BLOCK = 16


class MovesInJson:
    """The moves of one document. They are best asked for in their order."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._move, self._one, self._block, head = _patterns(b"\\" in data)
        moves = head.match(data)
        self._first = self._reached = (0, moves.end()) if moves is not None else None

    def span(self, index: int) -> Span | None:
        """The bytes of the move at ``index`` (from 0), ``None`` if it was not found."""
        if self._reached is None or self._first is None:
            return None
        passed, at = self._reached if self._reached[0] <= index else self._first
        while passed < index:
            step = _BLOCK if index - passed >= _BLOCK else 1
            skipped = (self._one if step == 1 else self._block).match(self.data, at)
            if skipped is None:
                return None
            passed, at = passed + step, skipped.end()
        self._reached = passed, at
        move = self._move.match(self.data, at)
        return move.span() if move is not None else None


@cache
def _patterns(escapes: bool) -> tuple[re.Pattern[bytes], ...]:
    """A move; a move and the comma after it; a block of those; all that stands before the first move.

    No repetition gives back what it took, so that no byte is looked at more than a few times.
    """
    text = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"' if escapes else rb'"[^"]*+"'
    between = rb'[^\[\]{}"]*+'
    flat = rb"[\[{]" + between + rb"(?:" + text + between + rb")*+[\]}]"
    nested = flat
    for _ in range(4):
        nested = rb"[\[{]" + between + rb"(?:(?:" + text + rb"|" + nested + rb")" + between + rb")*+[\]}]"
    value = rb"(?:" + flat + rb"|" + text + rb'|[^\s,:\[\]{}"]++|' + nested + rb")"
    one = value + rb"\s*+,\s*+"
    field = rb'(?!"moves")' + text + rb"\s*+:\s*+" + one
    head = rb"\s*+\{\s*+(?:" + field + rb')*+"moves"\s*+:\s*+\[\s*+'
    block = rb"(?:" + one + rb"){%d}" % _BLOCK
    return tuple(re.compile(pattern, re.DOTALL) for pattern in (value, one, block, head))
