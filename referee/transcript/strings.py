"""Texts as they are written in JSON and TOML: what they say, and where each character of it is written."""

from __future__ import annotations

import re

# What stands for one character: a pair of surrogates, an escape, a line end, anything else. In TOML a backslash at the
# end of a line joins it to the next and stands for none.
_UNIT = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}"
    r"|(?P<joined>\\[ \t]*\r?\n[ \t\r\n]*)|\\.|\r\n|.",
    re.DOTALL,
)
_RAW_UNIT = re.compile(r"\r\n|.", re.DOTALL)
_LINE_END = re.compile(r"\r?\n")


def decoded(literal: str, form: str) -> str:
    """What a text in quotes says; as it is written where it is no sound text."""
    if "\\" not in literal and len(literal) > 1 and literal[1] != literal[0]:
        return literal[1:-1]
    try:
        if form == "toml":
            import tomllib

            return str(tomllib.loads(f"text = {literal}")["text"])
        import jiter

        return str(jiter.from_json(literal.encode("utf-8")))
    except ValueError:
        return literal


def characters(literal: str, form: str) -> list[int]:
    """Where in ``literal`` each character of the text begins, and one more entry for the end of its content."""
    start, end = _content(literal, form)
    if "\\" not in literal and "\r" not in literal:
        return list(range(start, end + 1))
    units = (_RAW_UNIT if literal[0] == "'" else _UNIT).finditer(literal, start, end)
    return [*(unit.start() for unit in units if unit.lastgroup != "joined"), end]


def _content(literal: str, form: str) -> tuple[int, int]:
    """Where the content of a text in quotes begins and ends."""
    quote = literal[:1]
    if form == "toml" and literal.startswith(quote * 3) and len(literal) >= 6:
        # A line end right after the three quotes is not of the text.
        line_end = _LINE_END.match(literal, 3)
        return line_end.end() if line_end else 3, len(literal) - 3
    return 1, max(1, len(literal) - 1)
