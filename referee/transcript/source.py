"""Byte offsets of a file as lines and columns."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from referee.engine.verdict import Place

_BLOCK = 4096
_CONTINUATION = bytes(range(0x80, 0xC0))


class Source:
    """The bytes of a file (UTF-8, no byte order mark), asked for lines and columns."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.ascii = data.isascii()

    @cached_property
    def lines(self) -> list[int]:
        """Where each line starts."""
        starts, at = [0], self.data.find(b"\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.data.find(b"\n", at + 1)
        return starts

    @cached_property
    def _counted(self) -> list[int]:
        """How many code points begin before each block of the file, so that long lines are not counted twice."""
        data = self.data
        blocks = (data[at : at + _BLOCK] for at in range(0, len(data), _BLOCK))
        return [0, *accumulate(len(block.translate(None, _CONTINUATION)) for block in blocks)]

    def code_points(self, offset: int) -> int:
        """How many code points begin before ``offset``."""
        if self.ascii:
            return offset
        block = offset // _BLOCK
        return self._counted[block] + len(self.data[block * _BLOCK : offset].translate(None, _CONTINUATION))

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of a byte, both from 1, columns in code points."""
        offset = max(0, min(offset, len(self.data)))
        line = bisect_right(self.lines, offset)
        return line, self.code_points(offset) - self.code_points(self.lines[line - 1]) + 1

    def place(self, start: int, end: int) -> Place:
        """The place of a stretch of bytes."""
        return Place(*self.line_column(start), *self.line_column(max(start, end)))

    def offset(self, line: int, column: int) -> int:
        """The byte at which a column (in code points, from 1) of a line begins; past the end it is the end."""
        if line > len(self.lines):
            return len(self.data)
        start = self.lines[line - 1]
        end = self.lines[line] if line < len(self.lines) else len(self.data)
        text = self.data[start:end].decode("utf-8", "replace")
        return start + len(text[: column - 1].encode("utf-8"))
