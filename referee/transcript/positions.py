"""Where things stand in a file: from a JSON pointer to lines and columns, for JSON and TOML.

tree-sitter parses the file once more, which is only worth its time when there is something to report; import this
module then. Branches of the tree are opened as pointers ask for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.transcript.document import Place
from referee.transcript.limits import join
from referee.transcript.source import Source
from referee.transcript.strings import characters, decoded

if TYPE_CHECKING:
    from tree_sitter import Node

_PLUS = re.compile(rb"([0-9][eE])\+(?=[0-9])")

Span = tuple[int, int]
"""A stretch of bytes, the end exclusive."""


class Spot:
    """A value of the tree in the file: its bytes, those of its key, and what it holds.

    ``nodes`` are the parts of the syntax tree that hold its entries and are not opened yet. For a TOML table with a
    head of its own, ``span`` is the head and ``whole`` runs to the end of its last field; ``whole`` is ``None`` for
    everything else. A table that is only ``implied`` by a dotted name has the span of its part of that name, and a
    list of ``[[tables]]``, which is ``implied`` too, that of its first head.
    """

    __slots__ = ("entries", "implied", "key", "nodes", "span", "twice", "whole")

    def __init__(self, span: Span, key: Span | None = None, nodes: list[Node] | None = None) -> None:
        self.span = span
        self.key = key
        self.whole: Span | None = None
        self.implied = False
        self.nodes = nodes or []
        self.entries: dict[str, Spot] | list[Spot] | None = None
        self.twice: list[tuple[str, Span]] = []

    @classmethod
    def implied_by(cls, part: Span) -> Spot:
        """The table that a part of a dotted name implies."""
        spot = cls(part, part)
        spot.implied = True
        return spot

    def headed(self, head: Span, whole: Span, node: Node) -> Spot:
        """The same spot, as a table with a head of its own."""
        self.span, self.whole, self.implied = head, whole, False
        self.nodes.append(node)
        return self

    def put(self, name: str, spot: Spot) -> None:
        """Add an entry of a table; that a name is given twice is remembered."""
        entries = self.table()
        if name in entries and spot.key is not None:
            self.twice.append((name, spot.key))
        entries[name] = spot

    def table(self) -> dict[str, Spot]:
        if not isinstance(self.entries, dict):
            self.entries = {}
        return self.entries


def split(pointer: str) -> list[str]:
    """The keys of a JSON pointer (RFC 6901)."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


class Positions:
    """The places of a document; ``data`` are its bytes without a byte order mark.

    Where they are not sound JSON or TOML, some places are only near, but nothing fails.
    """

    def __init__(self, data: bytes, form: str) -> None:
        from tree_sitter import Language, Parser

        self.source = Source(data)
        self.data = data
        self.form = form
        if form == "json":
            import tree_sitter_json

            # The grammar stumbles over the plus sign of an exponent; a minus sign takes the same place.
            tree = Parser(Language(tree_sitter_json.language())).parse(_PLUS.sub(rb"\1-", data))
            values = _values(tree.root_node)
            self.root = self._spot(values[0]) if values else Spot((0, len(data)))
        else:
            import tree_sitter_toml

            tree = Parser(Language(tree_sitter_toml.language())).parse(data)
            self.root = Spot((0, len(data)))
            self._document(tree.root_node)

    # What the rest of the program asks.

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

    def entries(self, spot: Spot) -> dict[str, Spot] | list[Spot] | None:
        """What a value holds, opened if it was not yet."""
        nodes, spot.nodes = spot.nodes, []
        for node in nodes:
            if node.type in ("object", "inline_table", "table", "table_array_element"):
                self._open_table(spot, node)
            elif node.type == "array":
                spot.entries = [self._spot(child) for child in _values(node)]
            else:
                self._pair(spot, node)
        return spot.entries

    # Opening the tree.

    def _walk(self, spot: Spot, path: str) -> Iterator[tuple[str, Spot]]:
        waiting = [(path, spot)]
        while waiting:
            path, spot = waiting.pop()
            entries = self.entries(spot)
            yield path, spot
            pairs = entries.items() if isinstance(entries, dict) else enumerate(entries or ())
            waiting.extend((join(path, key), entry) for key, entry in pairs)

    def _spot(self, node: Node, key: Span | None = None) -> Spot:
        inner = [node] if node.type in ("object", "array", "inline_table") else None
        return Spot((node.start_byte, node.end_byte), key, inner)

    def _open_table(self, spot: Spot, node: Node) -> None:
        spot.table()
        for child in node.named_children:
            if child.type == "pair":
                self._pair(spot, child)

    def _pair(self, table: Spot, node: Node) -> None:
        """Add a field to a table; in TOML its name may have several parts."""
        values = _values(node)
        if len(values) < 2:
            return
        key, value = values[0], values[-1]
        parts = self._parts(key)
        for name, span in parts[:-1]:
            entries = table.table()
            if name not in entries or not entries[name].implied:
                table.put(name, Spot.implied_by(span))
            table = entries[name]
            table.table()
        name, span = parts[-1]
        table.put(name, self._spot(value, span))

    def _parts(self, key: Node) -> list[tuple[str, Span]]:
        """The parts of a key with their places: one in JSON, one or more in TOML."""
        if key.type == "dotted_key":
            return [part for child in key.named_children for part in self._parts(child)]
        span = (key.start_byte, key.end_byte)
        text = self.data[key.start_byte : key.end_byte].decode("utf-8")
        return [(text if key.type == "bare_key" else decoded(text, self.form), span)]

    def _document(self, root: Node) -> None:
        """The top of a TOML file: fields, then tables and lists of tables, each under its head."""
        for node in root.named_children:
            if node.type == "pair":
                self._pair(self.root, node)
            elif node.type in ("table", "table_array_element"):
                self._headed(node)

    def _headed(self, node: Node) -> None:
        keys = [child for child in node.named_children if child.type in ("bare_key", "quoted_key", "dotted_key")]
        if not keys:
            return
        parts = self._parts(keys[0])
        spot = self.root
        for name, span in parts[:-1]:
            entries = self.entries(spot)
            if isinstance(entries, list) and entries:
                spot = entries[-1]
                entries = self.entries(spot)
            table = spot.table()
            if name not in table:
                spot.put(name, Spot.implied_by(span))
            spot = table[name]
        entries = self.entries(spot)
        if isinstance(entries, list) and entries:
            spot = entries[-1]
            self.entries(spot)
        name, span = parts[-1]
        brackets = [child for child in node.children if child.type in ("]", "]]")]
        head = (node.start_byte, brackets[0].end_byte if brackets else keys[0].end_byte)
        fields = [child for child in node.children if child.type == "pair"]
        whole = (node.start_byte, _values(fields[-1])[-1].end_byte if fields else head[1])
        known = spot.table().get(name)
        if node.type == "table_array_element":
            if known is None or not isinstance(self.entries(known), list):
                known = Spot(head, span)
                known.entries, known.implied = [], True
                spot.put(name, known)
            assert isinstance(known.entries, list)
            known.entries.append(Spot(head, span).headed(head, whole, node))
        elif known is not None and known.implied and not isinstance(known.entries, list):
            # Until now the table was only implied by the heads of tables in it.
            known.key = span
            known.headed(head, whole, node)
        else:
            spot.put(name, Spot(head, span).headed(head, whole, node))

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


def _values(node: Node) -> list[Node]:
    """The named parts of a node that are no comments."""
    return [child for child in node.named_children if child.type != "comment"]
