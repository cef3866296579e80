"""Text in the columns of a terminal: how wide it is, made harmless, painted, filled and broken into lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

#: The width that every terminal has.
WIDTH = 80
_PAINT = re.compile(r"\x1b\[[0-9;]*m")
_HARMFUL = frozenset(
    "\u061c\u200b\u200e\u200f\ufeff" + "".join(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
)


def visible(text: str) -> str:
    """The text with everything that would move the cursor, colour the terminal or turn the reading order escaped."""
    if text.isprintable():
        return text
    return "".join(_shown(char) for char in text)


def _shown(char: str) -> str:
    if char in _HARMFUL or unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp"):
        number = ord(char)
        return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"
    return char


def cells(text: str) -> int:
    """How many columns the text takes: wide characters two, combining ones none, paint none."""
    if "\x1b" in text:
        text = _PAINT.sub("", text)
    if text.isascii():
        return len(text)
    return sum(_width(char) for char in text)


def _width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def pad(text: str, width: int, right: bool = False) -> str:
    """Fill the text up to a width in columns."""
    blanks = " " * max(0, width - cells(text))
    return blanks + text if right else text + blanks


def clip(text: str, width: int) -> str:
    """The text cut to a width in columns, with ``~`` where something is missing."""
    if cells(text) <= width:
        return text
    kept, taken = "", 0
    for char in text:
        taken += _width(char)
        if taken > width - 1:
            break
        kept += char
    return kept + "~"


def paint(text: str, how: str, color: bool = True) -> str:
    """The text in colour, unless ``color`` is false; ``how`` are the numbers of an ANSI sequence (``"1;36"``)."""
    return f"\x1b[{how}m{text}\x1b[0m" if color and how and text else text


def flow(items: Iterable[str], first: str = "", then: str = "", between: str = " ", width: int = WIDTH) -> list[str]:
    """Lines of at most ``width`` columns, broken between the items only; ``first`` and ``then`` begin the lines.

    An item is never broken, so one that is wider than a line stands alone in a line that is too long.
    """
    lines: list[str] = []
    line, empty = first, True
    room = width - cells(between.rstrip())
    for item in items:
        longer = f"{line}{item}" if empty else f"{line}{between}{item}"
        if not empty and cells(longer) > room:
            lines.append(f"{line}{between}".rstrip())
            longer = f"{then}{item}"
        line, empty = longer, False
    return [*lines, line.rstrip()]


def wrap(text: str, first: str = "", then: str = "", width: int = WIDTH) -> list[str]:
    """A text without paint in lines of at most ``width`` columns, broken at blanks, and in a word that is too long."""
    room = max(1, width - max(cells(first), cells(then)))
    words = [piece for word in text.split(" ") for piece in _pieces(word, room)]
    return flow(words, first, then, width=width)


def _pieces(word: str, width: int) -> list[str]:
    pieces, piece, taken = [], "", 0
    for char in word:
        wide = _width(char)
        if taken + wide > width:
            pieces.append(piece)
            piece, taken = "", 0
        piece += char
        taken += wide
    return [*pieces, piece]


def side_by_side(columns: Sequence[Sequence[str]], width: int) -> list[str]:
    """Columns of lines beside each other, each ``width`` columns wide."""
    height = max(map(len, columns), default=0)
    filled = [[*column, *[""] * (height - len(column))] for column in columns]
    return ["".join(pad(line, width) for line in row).rstrip() for row in zip(*filled, strict=True)]
