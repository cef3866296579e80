"""Where things stand in a file: from a JSON pointer to lines and columns, for JSON and TOML.

The file is read once more, which is only worth its time when there is something to report; import this module then.
Tables and lists are opened as pointers ask for what is in them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from referee.engine.verdict import Place
from referee.transcript.limits import join
from referee.transcript.source import Source
from referee.transcript.strings import characters

Span = tuple[int, int]
"""A stretch of bytes, the end exclusive."""


class Spot:
    """A value of the tree in the file: its bytes, those of its key, and what it holds.

    ``nodes`` are the parts of a syntax tree that hold its entries and were not opened yet. For a TOML table with a
    head of its own, ``span`` is the head and ``whole`` runs to the end of its last field; ``whole`` is ``None`` for
    everything else. A table that is only ``implied`` by a dotted name has the span of its part of that name, and a
    list of ``[[tables]]``, which is ``implied`` too, that of its first head.
    """

    __slots__ = ("entries", "implied", "key", "nodes", "span", "twice", "whole")

    def __init__(self, span: Span, key: Span | None = None, nodes: Sequence[Any] = ()) -> None:
        self.span = span
        self.key = key
        self.whole: Span | None = None
        self.implied = False
        self.nodes = nodes
        self.entries: dict[str, Spot] | list[Spot] | None = None
        self.twice: tuple[tuple[str, Span], ...] = ()

    @classmethod
    def implied_by(cls, part: Span) -> Spot:
        """The table that a part of a dotted name implies."""
        spot = cls(part, part)
        spot.implied = True
        return spot

    def put(self, name: str, spot: Spot) -> None:
        """Add an entry of a table; that a name is given twice is remembered."""
        entries = self.table()
        if name in entries and spot.key is not None:
            self.twice += ((name, spot.key),)
        entries[name] = spot

    def table(self) -> dict[str, Spot]:
        if not isinstance(self.entries, dict):
            self.entries = {}
        return self.entries


def split(pointer: str) -> list[str]:
    """The keys of a JSON pointer (RFC 6901)."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


class Positions(ABC):
    """The places of a document; ``data`` are its bytes without a byte order mark."""

    form: str

    def __init__(self, data: bytes, root: Spot) -> None:
        self.source = Source(data)
        self.data = data
        self.root = root

    @classmethod
    def of(cls, data: bytes, form: str) -> Positions:
        """The places in sound JSON or in TOML (where that is not sound, some places are only near)."""
        if form == "json":
            from referee.transcript.positions_json import JsonPositions

            return JsonPositions(data)
        from referee.transcript.positions_toml import TomlPositions

        return TomlPositions(data)

    @abstractmethod
    def entries(self, spot: Spot) -> dict[str, Spot] | list[Spot] | None:
        """What a value holds, opened if it was not yet."""

    def place(self, pointer: str, *, key: bool = False, span: tuple[int, int] | None = None) -> Place:
        """Where the value at ``pointer`` stands, or the innermost value around it that is there.

        With ``key`` it is the key of that value. ``span`` is a stretch of the text at ``pointer``, in code points
        of the text as the program sees it.
        """
        spot, found = self.find(pointer)
        if key and found and spot.key is not None:
            return self.source.place(*spot.key)
        if span is not None and found:
            return self._inside(spot, span)
        return self.source.place(*spot.span)

    def find(self, pointer: str) -> tuple[Spot, bool]:
        """The value at ``pointer``, or the innermost one around it, and whether it was there."""
        spot = self.root
        for part in split(pointer):
            entries = self.entries(spot)
            if isinstance(entries, dict) and part in entries:
                spot = entries[part]
            elif isinstance(entries, list) and part.isdecimal() and int(part) < len(entries):
                spot = entries[int(part)]
            else:
                return spot, False
        return spot, True

    def first_duplicate(self) -> tuple[str, str, Span] | None:
        """The first key that stands twice in one table: its path, the key, and where it stands the second time."""
        twice = [
            (span, join(path, name), name) for path, spot in self._walk(self.root, "") for name, span in spot.twice
        ]
        if not twice:
            return None
        span, path, name = min(twice)
        return path, name, span

    def _walk(self, spot: Spot, path: str) -> Iterator[tuple[str, Spot]]:
        waiting = [(path, spot)]
        while waiting:
            path, spot = waiting.pop()
            entries = self.entries(spot)
            yield path, spot
            pairs = entries.items() if isinstance(entries, dict) else enumerate(entries or ())
            waiting.extend((join(path, key), entry) for key, entry in pairs)

    def _inside(self, spot: Spot, span: tuple[int, int]) -> Place:
        """A stretch of a text: find it again through the escapes."""
        start, end = spot.span
        literal = self.data[start:end].decode("utf-8")
        if not literal.startswith(('"', "'")):
            return self.source.place(start, end)
        at = characters(literal, self.form)
        last = len(at) - 1
        first, past = (at[max(0, min(place, last))] for place in span)
        before = start + len(literal[:first].encode("utf-8"))
        return self.source.place(before, start + len(literal[: max(first, past)].encode("utf-8")))
