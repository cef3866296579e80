"""Texts as they are written in JSON and TOML: what they say, and where each character of it is written."""

from __future__ import annotations

import re

_SHORT = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}
_UNIT = re.compile(
    r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"  # a pair of surrogates is one character
    r"|\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\x([0-9a-fA-F]{2})"
    r"|\\([ \t]*\r?\n[ \t\r\n]*)"  # in TOML a backslash at the end of a line joins it to the next
    r"|\\(.)|(\r\n)|(.)",
    re.DOTALL,
)


def _content(literal: str, form: str) -> tuple[int, int, bool]:
    """Where the content of a text in quotes begins and ends, and whether it has escapes."""
    quote = literal[:1]
    if form == "toml" and literal.startswith(quote * 3) and len(literal) >= 6:
        first_line_end = re.compile(r"\r?\n").match(literal, 3)
        return first_line_end.end() if first_line_end else 3, len(literal) - 3, quote == '"'
    return 1, max(1, len(literal) - 1), quote == '"'


def units(literal: str, form: str) -> list[tuple[str, int]]:
    """Every character that a text in quotes stands for, with its place in ``literal`` (code points)."""
    start, end, escapes = _content(literal, form)
    found = []
    for match in (
        _UNIT.finditer(literal, start, end)
        if escapes
        else re.compile(r"(\r\n)|.", re.DOTALL).finditer(literal, start, end)
    ):
        if not escapes:
            found.append(("\n" if match[1] else match[0], match.start()))
            continue
        high, low, four, eight, two, joined, short, line_end, plain = match.groups()
        if high:
            character = chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
        elif four or eight or two:
            character = chr(int(four or eight or two, 16))
        elif joined:
            continue
        elif short:
            character = _SHORT.get(short, short)
        else:
            character = "\n" if line_end else plain
        found.append((character, match.start()))
    return found


def decoded(literal: str, form: str) -> str:
    """What a text in quotes says."""
    return "".join(character for character, _ in units(literal, form))


def characters(literal: str, form: str) -> list[int]:
    """Where in ``literal`` each character of the text begins, and one more entry for the end of its content."""
    _, end, _ = _content(literal, form)
    return [*(place for _, place in units(literal, form)), end]
