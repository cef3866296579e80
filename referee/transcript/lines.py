"""Lines, piece by piece: what every form of a line is made of, blanks in order, numbers and lists in words.

Source: Transcript format, version 1, "Lines".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.transcript.fields import LARGEST
from referee.transcript.suggest import closest


class Misread(Exception):
    """A part of a line that cannot be read; becomes a violation of form of that move."""

    def __init__(
        self,
        message: str,
        *,
        rule: str = "transcript.line",
        field: str = "",
        found: Any = None,
        expected: Any = None,
        span: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(message)
        self.rule, self.message, self.field = rule, message, field
        self.found, self.expected, self.span = found, expected, span
        self.kind: str | None = None
        self.player: str | None = None


@dataclass(slots=True)
class Line:
    """A line that was read: the fields of the object it stands for (``move`` first) and where each one stands.

    ``marks`` are places in the text that was read: ``line`` with its blanks in order and with ids for spoken names, each
    character of which came from the place in ``origins`` of the line in such order.
    """

    fields: dict[str, Any]
    line: str
    marks: dict[str, tuple[int, int]]
    origins: list[int] | None = None

    @property
    def spans(self) -> dict[str, tuple[int, int]]:
        """By field path, the start and the end (exclusive) in code points of the line as written."""
        places = places_of(self.line, self.origins)
        return self.marks if places is None else {path: original(span, places) for path, span in self.marks.items()}


@dataclass(slots=True)
class Rest:
    """What follows the verb of a line: the tidied text, where it begins, and the names that may stand in it.

    ``said`` is the whole tidied line before ids were put in the place of spoken names, with the place in it of each
    character of the line; ``None`` where there was none.
    """

    text: str
    start: int
    names: Sequence[str]
    spans: dict[str, tuple[int, int]]
    said: tuple[str, list[int]] | None = None

    def as_said(self, start: int) -> str:
        """The rest from a place on as the recorder wrote it, for text that is no part of the notation."""
        if self.said is None:
            return self.text[start:]
        line, places = self.said
        return line[places[self.start + start] :]

    def mark(self, path: str, start: int, end: int) -> None:
        """Remember that ``path`` stands at these places of the rest."""
        self.spans[path] = (self.start + start, self.start + end)


Reader = Callable[[Rest], dict[str, Any]]
Convert = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class LineForm:
    """How one kind of move is written: ``verb rest``, after ``Name: `` if a player makes it.

    ``read`` turns the rest into fields (without ``move`` and ``player``), ``write`` a move into the rest (``None``
    if this move cannot be a line). ``production`` is its grammar in EBNF, ``example`` a whole line. A ``speaker`` is the
    one name that may say the line; objects do not name it.
    """

    kind: str
    verb: str
    read: Reader
    write: Callable[[Any], str | None]
    example: str
    production: str
    player: bool = True
    extra: Mapping[str, Any] = field(default_factory=dict)
    speaker: str | None = None


def tidy(line: str) -> str:
    """Fold runs of blanks into one, drop those around ``,`` and ``:`` and at both ends."""
    text = line.replace("\t", " ").strip(" ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text.replace(" ,", ",").replace(", ", ",").replace(" :", ":").replace(": ", ":")


def places_of(line: str, origins: Sequence[int] | None = None) -> list[int] | None:
    """Where each character of the tidied line stood, one more entry for the end; ``None`` where nothing moved.

    ``origins`` are places in the tidied line of another text that was made of it.
    """
    if _UNTIDY.search(line) is None:
        return None if origins is None else list(origins)
    kept = ""
    places: list[int] = []
    for match in _PIECE.finditer(line):
        piece, start = match.group(), match.start()
        if piece[0] in " \t":
            if kept and kept not in ",:" and match.end() < len(line) and line[match.end()] not in ",:":
                places.append(start)
            continue
        kept = piece[-1]
        places.extend(range(start, match.end()))
    places.append(places[-1] + 1 if places else 0)
    return places if origins is None else [places[origin] for origin in origins]


_UNTIDY = re.compile(r"\A[ \t]|[ \t]\Z|[ \t]{2}|\t|[ \t][,:]|[,:][ \t]")
_PIECE = re.compile(r"[ \t]+|[^ \t]+")
_WHOLE = re.compile(r"[+-]?[0-9]+")


def integer(text: str, path: str = "") -> int:
    """An integer within ±2^53."""
    if _WHOLE.fullmatch(text) is None:
        raise Misread(f"{text!r} is not a whole number.", field=path, found=text, expected="a whole number")
    if len(text) > 17 or abs(int(text)) > LARGEST:
        raise Misread(
            f"The number {text[:20]} is too large.",
            rule="transcript.limit",
            field=path,
            found=text[:40],
            expected="at most 2^53",
        )
    return int(text)


def count(text: str, path: str = "count") -> int:
    """A number of things, at least 1."""
    number = integer(text, path)
    if number < 1:
        raise Misread(
            f"A count of {number} makes no sense; it must be at least 1.",
            rule="transcript.type",
            field=path,
            found=number,
            expected="at least 1",
        )
    return number


def pattern(expression: str, convert: Mapping[str, Convert] | None = None, expected: str = "") -> Reader:
    """A reader for a rest that one regular expression describes; the groups' names are the fields.

    A group that did not take part leaves its field out. ``convert`` turns a group's text into its value.
    """
    compiled = re.compile(expression, re.IGNORECASE)
    converters = dict(convert or {})

    def read(rest: Rest) -> dict[str, Any]:
        match = compiled.fullmatch(rest.text)
        if match is None:
            raise Misread(f"{rest.text!r} does not fit here; expected {expected}.", found=rest.text, expected=expected)
        fields: dict[str, Any] = {}
        for name, text in match.groupdict().items():
            if text is None:
                continue
            rest.mark(name, *match.span(name))
            if name in converters:
                try:
                    fields[name] = converters[name](text)
                except Misread as misread:
                    misread.field = misread.field or name
                    raise
            else:
                fields[name] = text
        return fields

    return read


def items(text: str, separator: str) -> Iterable[tuple[str, int, int]]:
    """The parts of a list with the places where they stand; blanks around a part are not of it."""
    place = 0
    for part in text.split(separator):
        stripped = part.strip(" ")
        start = place + (len(part) - len(part.lstrip(" ")) if stripped else 0)
        yield stripped, start, start + len(stripped)
        place += len(part) + len(separator)


def names_of(text: str) -> str:
    """A field name as objects spell it."""
    return text.lower().replace("-", "_")


def unknown_player(name: str, names: Sequence[str], span: tuple[int, int] | None = None) -> Misread:
    """The fault for a name that is no player, with the nearest player suggested."""
    near = closest(name, names, 0.5)
    hint = f" Did you mean {near}?" if near else ""
    misread = Misread(
        f"Nobody called {name!r} plays here.{hint}",
        rule="transcript.unknown-player",
        field="player",
        found=name,
        expected=near or list(names),
        span=span,
    )
    misread.player = near
    return misread


def original(span: tuple[int, int], places: list[int] | None) -> tuple[int, int]:
    """A place of the tidied text in the line as written."""
    if places is None:
        return span
    start, end = span
    last = len(places) - 1
    first = places[min(start, last)]
    return first, max(first, places[min(end, last) - 1] + 1 if 0 < end <= last else places[min(end, last)])
