"""Texts as they are written in JSON and TOML: what they say, and where each character of it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SHORT = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}
_ESCAPED = re.compile(
    r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"  # a pair of surrogates is one character
    r"|\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\x([0-9a-fA-F]{2})"
    r"|\\([ \t]*\r?\n[ \t\r\n]*)"  # in TOML a backslash at the end of a line joins it to the next
    r"|\\(.)|(\r\n)|(.)",
    re.DOTALL,
)
_PLAIN = re.compile(r"\r\n|.", re.DOTALL)
_LINE_END = re.compile(r"\r?\n")


def decoded(literal: str, form: str) -> str:
    """What a text in quotes says."""
    start, end = _content(literal, form)
    if "\\" not in literal and "\r" not in literal:
        return literal[start:end]
    return "".join(character for character, _ in _units(literal, start, end))


def characters(literal: str, form: str) -> list[int]:
    """Where in ``literal`` each character of the text begins, and one more entry for the end of its content."""
    start, end = _content(literal, form)
    if "\\" not in literal and "\r" not in literal:
        return list(range(start, end + 1))
    return [*(place for _, place in _units(literal, start, end)), end]


def _content(literal: str, form: str) -> tuple[int, int]:
    """Where the content of a text in quotes begins and ends."""
    quote = literal[:1]
    if form == "toml" and literal.startswith(quote * 3) and len(literal) >= 6:
        # A line end right after the three quotes is not of the text.
        line_end = _LINE_END.match(literal, 3)
        return line_end.end() if line_end else 3, len(literal) - 3
    return 1, max(1, len(literal) - 1)


def _units(literal: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """Every character that a text in quotes stands for, with its place in ``literal`` (code points)."""
    if literal[0] == "'":
        for match in _PLAIN.finditer(literal, start, end):
            yield "\n" if match[0] == "\r\n" else match[0], match.start()
        return
    for match in _ESCAPED.finditer(literal, start, end):
        high, low, four, eight, two, joined, short, line_end, plain = match.groups()
        if high:
            character = chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
        elif four or eight or two:
            # A key is read here before the parser has seen that a later one holds no character.
            character = chr(min(int(four or eight or two, 16), 0x10FFFF))
        elif joined:
            continue
        elif short:
            character = _SHORT.get(short, short)
        else:
            character = "\n" if line_end else plain
        yield character, match.start()
