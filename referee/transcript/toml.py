"""TOML to a tree. Dates in ``meta`` become their ISO text."""

from __future__ import annotations

import re
import tomllib
from datetime import date, time
from typing import Any

from referee.engine.rule import Fault
from referee.engine.verdict import Place
from referee.transcript import limits
from referee.transcript.document import Flaw
from referee.transcript.fields import LARGEST
from referee.transcript.source import Source

_WHERE = re.compile(r"(?s)(.*) \(at (?:line (\d+), column (\d+)|end of document)\)\Z")
# Texts and comments are taken whole (an unclosed text up to the end), so that nothing inside one is counted.
_TOKEN = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?|'
    r"'''(?:[^']++|'(?!''))*+(?:'{3,5})?|"
    r'"(?:[^"\\\n]++|\\.)*+"?|'
    r"'[^'\n]*+'?|#[^\n]*+|[\[\]{}]",
    re.DOTALL,
)
#: An escape in a text, sound or not.
_ESCAPE = re.compile(rb"\\(?:u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|.)?", re.DOTALL)
_WORD = re.compile(rb"[^\s,=\[\]{}\"']+|.", re.DOTALL)
_LONG_KEY = re.compile(r"(?<![\w.-])(?:[A-Za-z0-9_-]++[ \t]*+\.[ \t]*+){64}[^=\]\n]*+")
_TWICE = (
    "Cannot overwrite a value",
    "Cannot declare",
    "Duplicate inline table key",
    "Cannot mutate immutable namespace",
    "Cannot redefine namespace",
)
#: What the parser says, in words for people: the message, and what was expected.
_WORDS = {
    "Invalid statement": ("This is neither a field (name = value) nor the head of a table ([name]).", "name = value"),
    "Invalid value": ("A value is missing or misspelt here; a text stands in double quotes.", "a value"),
    "Unclosed array": ("A comma is missing before this, or the list is not closed with ].", "a comma or ]"),
    "Unclosed inline table": (
        "A comma is missing before this, or the table is not closed with } in the same line.",
        "a comma or }",
    ),
    "Expected '=' after a key in a key/value pair": ("After the name of a field an = is missing.", "="),
    "Expected newline or end of document after a statement": (
        "The field is over, but more text follows in its line.",
        "a new line",
    ),
    "Expected ']' at the end of a table declaration": ("The name of a table must be closed with ].", "]"),
    "Expected ']]' at the end of an array declaration": ("The name of a list of tables must be closed with ]].", "]]"),
    "Invalid initial character for a key part": ("The name of a field was expected here.", "a name"),
    "Unterminated string": ("A text is not closed.", "a closing quote"),
    "Unescaped '\\' in a string": (
        "A backslash in a text is followed by a letter that means nothing.",
        "such as \\n or \\\\",
    ),
    "Escaped character is not a Unicode scalar value": ("This escape is no whole character.", "a whole character"),
    "Invalid date or datetime": ("There is no such date or time.", "a date"),
    "Invalid hex value": ("An escape such as \\u00e9 needs hexadecimal digits.", "hexadecimal digits"),
}


def parse(text: str) -> Any:
    """The table of a TOML text (no byte order mark), or the :class:`Flaw` that keeps it from being one."""
    # The parser's time grows with the square of the number of parts of a dotted name.
    if text.count(".") >= limits.DEPTH and any(line.count(".") >= limits.DEPTH for line in text.split("\n")):
        long_key = _LONG_KEY.search(_without_texts(text))
        if long_key is not None:
            return Flaw("transcript.limit", limits.too_deep(""), _place(text, *long_key.span()))
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _flaw(text, str(error))
    except RecursionError:
        deep = limits.first_too_deep(_TOKEN.finditer(text), 1)
        return Flaw("transcript.limit", limits.too_deep(""), _place(text, deep, deep + 1))
    except ValueError as error:
        # Integers of more digits than Python reads are the one fault that the parser does not name itself.
        return _endless_number(text, error)
    if "meta" in tree:
        tree["meta"] = _dates_as_text(tree["meta"])
    return tree


def _dates_as_text(value: Any, depth: int = 2) -> Any:
    if isinstance(value, (date, time)):
        return value.isoformat()
    if depth > limits.DEPTH:
        return value
    if isinstance(value, dict):
        return {key: _dates_as_text(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list):
        return [_dates_as_text(inner, depth + 1) for inner in value]
    return value


def _flaw(text: str, error: str) -> Flaw:
    match = _WHERE.match(error)
    said = match[1] if match else error
    source = Source(text.encode("utf-8"))
    at_end = match is None or match[2] is None
    offset = len(source.data) if match is None or match[2] is None else source.offset(int(match[2]), int(match[3]))
    if said.startswith(_TWICE):
        return _duplicate(source, offset)
    message, expected = _WORDS.get(said, (_illegal_character(said), None))
    if said == "Unterminated string":
        opening = max(text.rfind('"""'), text.rfind("'''"))
        if opening >= 0:
            line, column = source.line_column(len(text[:opening].encode("utf-8")))
            message = f"The text that begins in line {line}, column {column} is not closed."
    elif at_end and said == "Unclosed array":
        message, expected = "The file ends inside a list that is not closed with ].", "]"
    word = _WORD.match(source.data, offset)
    if said.startswith(("Unescaped", "Escaped", "Invalid hex")):
        offset = max(0, source.data.rfind(b"\\", 0, offset))
        word = _ESCAPE.match(source.data, offset)
    found = word.group().decode("utf-8", "replace")[:40] if word else "the end of the file"
    fault = Fault(message, found=found, expected=expected)
    return Flaw("transcript.syntax", fault, source.place(offset, word.end() if word else offset))


def _illegal_character(said: str) -> str:
    if said.startswith(("Illegal character '\\n'", "Found invalid character '\\n'")):
        return "A text in single or double quotes must end in the line in which it begins."
    if said.startswith(("Illegal character", "Found invalid character")):
        return f"This character may not stand here ({said.partition('character ')[2]})."
    if said.startswith("Expected"):
        return "A text in quotes is not closed."
    return f"This is not TOML: {said}."


def _duplicate(source: Source, offset: int) -> Flaw:
    from referee.transcript.positions import Positions

    # What follows the line in which the parser stopped is not looked at.
    line_end = source.data.find(b"\n", offset)
    found = Positions.of(source.data[:line_end] if line_end >= 0 else source.data, "toml").first_duplicate()
    if found is None:
        fault = Fault("A field or a table is given twice.", expected="each name once")
        return Flaw("transcript.duplicate-key", fault, source.place(offset, offset))
    path, key, (start, end) = found
    fault = Fault(f"{key} is given twice in one table.", path, key, "each name once")
    return Flaw("transcript.duplicate-key", fault, source.place(start, end))


def has_comment(text: str) -> bool:
    """Whether a piece of TOML has a comment in it."""
    return any(token[0].startswith("#") for token in _TOKEN.finditer(text))


def _without_texts(text: str) -> str:
    """The same with every text and comment overwritten, so that only names, numbers and brackets remain."""
    return _TOKEN.sub(lambda match: match[0] if match[0] in "[]{}" else "x" * len(match[0]), text)


def _endless_number(text: str, error: ValueError) -> Flaw:
    number = re.search(r"(?<!\w)[+-]?(?:0[xob])?[0-9a-fA-F_]{1000,}", _without_texts(text))
    if number is None:
        return Flaw("transcript.syntax", Fault(f"This is not TOML: {error}."), Place(1, 1, 1, 1))
    fault = Fault(
        f"This number has {len(number[0])} digits, but no number in a transcript may lie outside ±2^53 ({LARGEST:,}).",
        found=f"{len(number[0])} digits",
        expected="at most 2^53",
    )
    return Flaw("transcript.limit", fault, _place(text, *number.span()))


def _place(text: str, start: int, end: int) -> Place:
    source = Source(text.encode("utf-8"))
    return source.place(len(text[:start].encode("utf-8")), len(text[:end].encode("utf-8")))
