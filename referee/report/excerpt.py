"""The line of the transcript that a violation points at, with a mark under the value at fault."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.terminal import cells, visible
from referee.engine.verdict import Violation

#: A longer line is cut around the mark; so many columns stay, of which so many before the mark.
WIDEST = 96
BEFORE = 48
TAB = "    "


def excerpt(lines: Sequence[str], first_line: int, violation: Violation, label: str = "") -> list[str]:
    """The marked line as rows of text, or nothing where the violation has no place in ``lines``.

    Places count code points; the mark is put where a terminal shows them (tabs, wide and combining characters).
    """
    index = violation.line - first_line
    if not violation.line or not 0 <= index < len(lines):
        return []
    line = lines[index]
    start = max(violation.column - 1, 0)
    end = violation.end_column - 1 if violation.end_line == violation.line else len(line)
    shown, blanks, width = _mark([TAB if char == "\t" else visible(char) for char in line], start, end)
    number = str(violation.line)
    gutter = " " * len(number)
    mark = " " * blanks + "^" * width + (f" {label}" if label else "")
    return [f"{gutter} |", f"{number} | {shown}".rstrip(), f"{gutter} | {mark}"]


def _mark(glyphs: list[str], start: int, end: int) -> tuple[str, int, int]:
    """What of the line is shown, how many columns stand before the mark, and how wide the mark is."""
    widths = [cells(glyph) for glyph in glyphs]
    first, last = 0, len(glyphs)
    if sum(widths) > WIDEST:
        first = min(start, len(glyphs))
        room = BEFORE
        while first > 0 and widths[first - 1] <= room:
            first -= 1
            room -= widths[first]
        last, room = first, WIDEST
        while last < len(glyphs) and widths[last] <= room:
            room -= widths[last]
            last += 1
    head, tail = "…" if first else "", "…" if last < len(glyphs) else ""
    shown = head + "".join(glyphs[first:last]) + tail
    blanks = len(head) + sum(widths[first:start])
    width = sum(widths[start : min(end, last)])
    return shown, blanks, max(width, 1)
