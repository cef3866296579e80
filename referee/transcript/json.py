"""JSON to a tree, strictly: no duplicate key, no NaN, no trailing text."""

from __future__ import annotations

import re
from typing import Any

import jiter

from referee.engine.rule import Fault
from referee.transcript import limits
from referee.transcript.document import Flaw
from referee.transcript.fields import LARGEST
from referee.transcript.source import Source

_WHERE = re.compile(r"(?s)(.*) at line (\d+) column (\d+)\Z")
# Texts are taken whole (an unclosed one up to the end), so that no bracket inside one is counted.
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
#: An escape in a text, sound or not.
_ESCAPE = re.compile(rb"\\(?:u[0-9a-fA-F]{0,4}|.)?", re.DOTALL)
_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_WORD = re.compile(rb"[^\s,:\[\]{}\"]+|.", re.DOTALL)

#: What the parser says, in words for people: the message, and what was expected.
_WORDS = {
    "expected `,` or `}`": ("A comma or a closing brace } is missing before this.", "a comma or }"),
    "expected `,` or `]`": ("A comma or a closing bracket ] is missing before this.", "a comma or ]"),
    "expected `:`": ("A colon is missing after the name of a field.", "a colon"),
    "expected ident": ("This word is misspelt; without quotes only true and false may stand here.", "true or false"),
    "expected value": ("A value is missing or misspelt here; a text stands in double quotes.", "a value"),
    "invalid escape": ("A backslash in a text is followed by a letter that means nothing.", "such as \\n or \\\\"),
    "invalid number": ("This number is not written as JSON wants it.", "a number such as 12"),
    "key must be a string": ("The name of a field must stand in double quotes here.", "a name in double quotes"),
    "trailing comma": ("There is a comma after the last entry.", "an entry, or no comma"),
    "trailing characters": ("The transcript is over, but more text follows.", "the end of the file"),
    "lone leading surrogate in hex escape": (
        "This \\u escape is half a character: its other half is missing.",
        "a whole character",
    ),
    "unexpected end of hex escape": (
        "This \\u escape is half a character: its other half is missing.",
        "a whole character",
    ),
    "control character (\\u0000-\\u001F) found while parsing a string": (
        "A text must not run over the end of its line or hold a control character; write \\n for a new line.",
        "a closing quote",
    ),
}
_ENDS = {
    "EOF while parsing a string": "a closing quote",
    "EOF while parsing an object": "a closing brace }",
    "EOF while parsing a list": "a closing bracket ]",
    "EOF while parsing a value": "a value",
}
_NOT_FINITE = (b"NaN", b"Infinity", b"-Infinity", b"-NaN", b"nan", b"inf", b"-inf", b"+Infinity")


def parse(data: bytes) -> Any:
    """The value of a JSON text (UTF-8, no byte order mark), or the :class:`Flaw` that keeps it from being one."""
    try:
        return jiter.from_json(data, allow_inf_nan=False, catch_duplicate_keys=True, cache_mode="keys")
    except ValueError as error:
        match = _WHERE.match(str(error))
        if match is None:
            return Flaw("transcript.syntax", Fault(f"This is not JSON: {error}."))
        said, line, column = match[1], int(match[2]), int(match[3])
    source = Source(data)
    # The parser counts columns in bytes, and a line end as column 0 of the next line.
    starts = source.lines
    offset = min(len(data), starts[min(line, len(starts)) - 1] + column - 1)
    if said.startswith("Detected duplicate key"):
        return _duplicate(data, source, offset)
    if said == "recursion limit exceeded":
        deep = limits.first_too_deep(_TOKEN.finditer(data), 0)
        return Flaw("transcript.limit", limits.too_deep(""), source.place(deep, deep + 1))
    if said == "number out of range":
        return _endless_number(data, source, offset)
    if said in _ENDS:
        return _cut_short(data, source, said)
    if "escape" in said:
        offset = max(0, data.rfind(b"\\", 0, offset + 1))
        word = _ESCAPE.match(data, offset)
    else:
        if said == "expected ident":
            offset = len(data[:offset].rstrip(_LETTERS))
        word = _WORD.match(data, offset)
    found = word.group().decode("utf-8", "replace") if word else ""
    message, expected = _WORDS.get(said, (f"This is not JSON: {said}.", None))
    if word is not None and (word.group() in _NOT_FINITE or data[offset - 1 : offset + 2] in (b"-In", b"-Na")):
        message, expected = "NaN and Infinity are not numbers that a transcript can hold.", "a finite number"
    elif said == "expected value":
        message, expected = _better_words(found, message, expected)
    fault = Fault(message, found=found[:40] or None, expected=expected)
    return Flaw("transcript.syntax", fault, source.place(offset, word.end() if word else offset))


def _better_words(found: str, message: str, expected: str | None) -> tuple[str, str | None]:
    """What is most often meant by a value that JSON does not know."""
    if found in ("True", "False"):
        return f"In JSON {found} is written in small letters.", found.lower()
    if found.startswith("'"):
        return "In JSON a text stands in double quotes.", 'a text in "double quotes"'
    if found.startswith(("//", "/*", "#", "/")):
        return "JSON has no comments; use TOML for a transcript with comments.", "a value"
    if re.fullmatch(r"\+?\.?[0-9].*", found):
        return f"{found} is not a number as JSON writes it.", "a number such as 0.5 or 12"
    return message, expected


def _duplicate(data: bytes, source: Source, offset: int) -> Flaw:
    from referee.transcript.positions import Positions

    # The parser stopped right behind the colon: what follows is not looked at, and what is open there is closed.
    head = data[:offset]
    closing = b"".join(b"]" if head[at : at + 1] == b"[" else b"}" for at in reversed(_still_open(head)))
    found = Positions.of(head + b"0" + closing, "json").first_duplicate()
    if found is None:
        fault = Fault("A field is given twice in one object.", expected="each field once")
        return Flaw("transcript.duplicate-key", fault, source.place(offset, offset))
    path, key, (start, end) = found
    fault = Fault(f"The field {key} is given twice in one object.", path, key, "each field once")
    return Flaw("transcript.duplicate-key", fault, source.place(start, end))


def _endless_number(data: bytes, source: Source, offset: int) -> Flaw:
    """A number of so many digits that even the parser gave up (somewhere inside or right after it)."""
    digits = next((match for match in re.finditer(rb"-?[0-9]{4300,}", data) if match.end() >= offset), None)
    start, end = digits.span() if digits else (offset, offset)
    fault = Fault(
        f"This number has {end - start} digits, but no number in a transcript may lie outside ±2^53 ({LARGEST:,}).",
        found=f"{end - start} digits",
        expected="at most 2^53",
    )
    return Flaw("transcript.limit", fault, source.place(start, end))


def _cut_short(data: bytes, source: Source, said: str) -> Flaw:
    """The file ends too early: say what is still open, and since where."""
    still_open = _still_open(data)
    expected = _ENDS[said]
    if not data.strip():
        message = "The file is empty."
    elif said == "EOF while parsing a string":
        line, column = source.line_column([match.start() for match in _TOKEN.finditer(data)][-1])
        message = f"The file ends inside the text that begins in line {line}, column {column}."
    elif still_open:
        line, column = source.line_column(still_open[-1])
        what = "list" if data[still_open[-1] : still_open[-1] + 1] == b"[" else "object"
        message = f"The file ends inside the {what} that begins in line {line}, column {column}."
    else:
        message = "The file ends too early."
    return Flaw(
        "transcript.syntax",
        Fault(message, found="the end of the file", expected=expected),
        source.place(len(data), len(data)),
    )


def _still_open(data: bytes) -> list[int]:
    """Where the brackets and braces stand that are not closed."""
    still_open: list[int] = []
    for match in _TOKEN.finditer(data):
        if match.group() in (b"[", b"{"):
            still_open.append(match.start())
        elif match.group() in (b"]", b"}") and still_open:
            still_open.pop()
    return still_open
