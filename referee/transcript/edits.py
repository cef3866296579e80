"""Small changes of a transcript's bytes that leave everything else, comments too, as a person wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.result import escape
from referee.transcript.document import BOM, Document
from referee.transcript.positions import Positions, Spot, split
from referee.transcript.toml import has_comment
from referee.transcript.writing import json_value, toml_key, toml_value

_BLANKS = re.compile(rb"[ \t]*")
_COMMA = re.compile(rb"[ \t\r\n]*,")
_LINE_END = re.compile(rb"[ \t]*(?:\r?\n|\Z)")

Splice = tuple[int, int, bytes]


class EditError(ValueError):
    """A change that cannot be made without losing what a person wrote; ``pointer`` says where."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer}: {message}")
        self.pointer = pointer


def edit(document: Document, changes: Iterable[Mapping[str, Any]]) -> bytes:
    """The document's bytes with all ``changes`` made at once.

    A change is the ``fix`` of a verdict: a ``pointer`` and one of ``replace`` (a value), ``insert_before`` (entries
    of a list; the pointer ``/moves/-`` is the end of the list) or ``remove: true`` (an entry of a list or a field).
    All pointers are those of the document as it is. The document parses without fault.

    :raises EditError: for a pointer that is not there, changes that touch each other, or a change that would lose a
        comment (such as a line in place of a ``[[moves]]`` table).
    """
    editor = _Editor(document)
    removed: dict[str, list[str]] = {}
    for change in changes:
        pointer = change["pointer"]
        if change.get("remove"):
            removed.setdefault(pointer.rpartition("/")[0], []).append(pointer)
        elif "insert_before" in change:
            editor.insert(pointer, change["insert_before"])
        else:
            editor.replace(pointer, change["replace"])
    for parent, pointers in removed.items():
        editor.remove(parent, pointers)
    return document.data[: len(document.data) - len(editor.data)] + editor.spliced()


class _Editor:
    """Collects the splices of one document, all in bytes of its body."""

    def __init__(self, document: Document) -> None:
        self.data = document.data.removeprefix(BOM)
        self.toml = document.form == "toml"
        self.positions = Positions.of(self.data, document.form)
        self.newline = b"\r\n" if b"\r\n" in self.data else b"\n"
        self.splices: list[tuple[Splice, str]] = []

    def spliced(self) -> bytes:
        """The body with every splice made, from the end to the beginning."""
        parts: list[bytes] = []
        after = (len(self.data) + 1, len(self.data) + 1)
        rest = len(self.data)
        for (start, end, new), pointer in sorted(self.splices, key=lambda item: item[0][:2], reverse=True):
            if end > after[0] or start == end == after[0] == after[1]:
                raise EditError(pointer, "two changes touch the same place")
            parts += [self.data[end:rest], new]
            after, rest = (start, end), start
        return b"".join([self.data[:rest], *reversed(parts)])

    def replace(self, pointer: str, value: Any) -> None:
        spot = self._spot(pointer)
        if spot.implied:
            raise EditError(pointer, "tables under several names or heads cannot be replaced as a whole")
        entries = self.positions.entries(spot)
        if spot.whole is None:
            if self.toml and entries and has_comment(self.data[slice(*spot.span)].decode("utf-8")):
                self._replace_inside(pointer, entries, value)
                return
            self._put(pointer, spot.span[0], spot.span[1], self._written(value))
            return
        if not isinstance(value, Mapping) or not isinstance(entries, dict):
            raise EditError(pointer, "a table with a head of its own can only become another table")
        for name in entries:
            if name not in value:
                self._remove_field(f"{pointer}/{escape(name)}", spot, entries[name])
        for name, inner in value.items():
            if name not in entries:
                line = self.newline + f"{toml_key(name)} = {toml_value(inner)}".encode()
                self._put(pointer, spot.whole[1], spot.whole[1], line)
            elif self._written(inner) != self.data[slice(*entries[name].span)]:
                self.replace(f"{pointer}/{escape(name)}", inner)

    def _replace_inside(self, pointer: str, entries: dict[str, Spot] | list[Spot], value: Any) -> None:
        """Replace a list or a table with a comment in it entry by entry."""
        new: dict[str, Any] = {}
        old = entries if isinstance(entries, dict) else {str(place): entry for place, entry in enumerate(entries)}
        if isinstance(value, Mapping) and isinstance(entries, dict):
            new = {str(name): inner for name, inner in value.items()}
        elif isinstance(value, (list, tuple)) and isinstance(entries, list):
            new = {str(place): inner for place, inner in enumerate(value)}
        if new.keys() != old.keys():
            raise EditError(pointer, "it has a comment in it that would be lost")
        for name, inner in new.items():
            if self._written(inner) != self.data[slice(*old[name].span)]:
                self.replace(f"{pointer}/{escape(name)}", inner)

    def insert(self, pointer: str, entries: Sequence[Any]) -> None:
        parent, _, place = pointer.rpartition("/")
        spot = self._spot(parent)
        listed = self.positions.entries(spot)
        if not isinstance(listed, list):
            raise EditError(pointer, "there is no list to insert into")
        if place == "-" or int(place) >= len(listed):
            self._append(pointer, spot, listed, entries)
            return
        before = listed[int(place)]
        start = before.span[0]
        if before.whole is not None:
            block = b"".join(self._block(pointer, parent, entry) + self.newline for entry in entries)
            self._put(pointer, start, start, block)
            return
        indent = self._indent(start)
        apart = b", " if indent is None else b"," + self.newline + indent
        self._put(pointer, start, start, b"".join(self._written(entry) + apart for entry in entries))

    def remove(self, parent: str, pointers: Sequence[str]) -> None:
        spot = self._spot(parent)
        entries = self.positions.entries(spot)
        if isinstance(entries, dict):
            for pointer in pointers:
                self._remove_field(pointer, spot, self._spot(pointer))
            return
        listed = entries or []
        places = {int(pointer.rpartition("/")[2]) for pointer in pointers}
        kept = max((place for place in range(len(listed)) if place not in places), default=-1)
        if not self.toml and kept < len(listed) - 1:
            # Without trailing commas the end of a list goes as a whole, with the comma before it.
            start = listed[kept].span[1] if kept >= 0 else listed[0].span[0]
            self._put(parent, start, listed[-1].span[1], b"")
            places = {place for place in places if place < kept}
        for place in places:
            self._remove_entry(f"{parent}/{place}", listed[place])

    # Parts of the three.

    def _remove_entry(self, pointer: str, spot: Spot) -> None:
        if spot.whole is not None:
            start, end = spot.whole
            if has_comment(self.data[start:end].decode("utf-8")):
                raise EditError(pointer, "the move has a comment that would be lost")
            self._put(pointer, start, self._past_blank_lines(end), b"")
            return
        start, end = spot.span
        if self.toml and has_comment(self.data[start:end].decode("utf-8")):
            raise EditError(pointer, "it has a comment in it that would be lost")
        comma = _COMMA.match(self.data, end)
        end = comma.end() if comma else end
        line_start = self.data.rfind(b"\n", 0, start) + 1
        line_end = _LINE_END.match(self.data, end)
        if line_end is not None and not self.data[line_start:start].strip():
            start, end = line_start, line_end.end()
        elif comma is not None:
            blanks = _BLANKS.match(self.data, end)
            end = blanks.end() if blanks else end
        self._put(pointer, start, end, b"")

    def _remove_field(self, pointer: str, table: Spot, field: Spot) -> None:
        """Take out a field that stands in a line of its own."""
        if field.key is None or field.implied or field.whole is not None or table.whole is None:
            raise EditError(pointer, "only a field in a line of its own can be removed")
        start = self.data.rfind(b"\n", 0, field.key[0]) + 1
        line_end = _LINE_END.match(self.data, field.span[1])
        if line_end is None:
            raise EditError(pointer, "the field has a comment that would be lost")
        self._put(pointer, start, line_end.end(), b"")

    def _append(self, pointer: str, spot: Spot, listed: Sequence[Spot], entries: Sequence[Any]) -> None:
        written = [self._written(entry) for entry in entries]
        if not listed:
            self._put(pointer, spot.span[0] + 1, spot.span[1] - 1, b", ".join(written))
            return
        last = listed[-1]
        if last.whole is not None:
            parent = pointer.rpartition("/")[0]
            block = b"".join(self.newline * 2 + self._block(pointer, parent, entry).rstrip() for entry in entries)
            self._put(pointer, last.whole[1], last.whole[1], block)
            return
        closing = spot.span[1] - 1
        comma = _COMMA.match(self.data, last.span[1])
        indent = self._indent(last.span[0])
        apart = b", " if indent is None else b"," + self.newline + indent
        line_start = self.data.rfind(b"\n", 0, closing) + 1
        if comma is None:
            self._put(pointer, last.span[1], last.span[1], apart + apart.join(written))
        elif indent is not None and not self.data[line_start:closing].strip():
            lines = b"".join(indent + entry + b"," + self.newline for entry in written)
            self._put(pointer, line_start, line_start, lines)
        else:
            self._put(pointer, comma.end(), comma.end(), b" " + apart.join(written) + b",")

    def _block(self, pointer: str, parent: str, entry: Any) -> bytes:
        """An entry of a list of tables, under a head of its own."""
        if not isinstance(entry, Mapping):
            raise EditError(pointer, "among [[…]] tables there can be no line")
        head = ".".join(toml_key(part) for part in split(parent))
        fields = "".join(f"{toml_key(name)} = {toml_value(value)}\n" for name, value in entry.items())
        return f"[[{head}]]\n{fields}".replace("\n", self.newline.decode()).encode("utf-8")

    def _written(self, value: Any) -> bytes:
        return (toml_value(value) if self.toml else json_value(value)).encode("utf-8")

    def _indent(self, start: int) -> bytes | None:
        """The blanks before an entry that begins its line; ``None`` if it does not."""
        before = self.data[self.data.rfind(b"\n", 0, start) + 1 : start]
        return None if before.strip() else before

    def _past_blank_lines(self, end: int) -> int:
        while (match := _LINE_END.match(self.data, end)) is not None and match.end() > end:
            end = match.end()
        return end

    def _spot(self, pointer: str) -> Spot:
        spot, found = self.positions.find(pointer)
        if not found:
            raise EditError(pointer, "there is no such value")
        return spot

    def _put(self, pointer: str, start: int, end: int, new: bytes) -> None:
        self.splices.append(((start, end, new), pointer))
