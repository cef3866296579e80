"""Where things stand in a file: from a JSON pointer to lines and columns, for JSON and TOML.

TOML is parsed once more by tree-sitter, of JSON only what a pointer leads through is looked at. Either is worth its
time only when there is something to report; import this module then.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from referee.transcript.document import Place
from referee.transcript.limits import join
from referee.transcript.source import Source
from referee.transcript.spans import Span, past, past_blanks, starts
from referee.transcript.strings import characters, decoded

if TYPE_CHECKING:
    from tree_sitter import Node


class Spot:
    """A value of the tree in the file: its bytes, those of its key, and what it holds.

    ``nodes`` are the parts of the syntax tree of TOML that hold its entries and are not opened yet. For a TOML table
    with a head of its own, ``span`` is the head and ``whole`` runs to the end of its last field; ``whole`` is ``None`` for
    everything else. A table that is only ``implied`` by a dotted name has the span of its part of that name, and a
    list of ``[[tables]]``, which is ``implied`` too, that of its first head.
    """

    __slots__ = ("_end", "_json", "entries", "implied", "key", "nodes", "start", "twice", "whole")

    def __init__(self, span: Span, key: Span | None = None, nodes: list[Node] | None = None, json: bytes = b"") -> None:
        self.start, self._end = span
        self._json = json
        self.key = key
        self.whole: Span | None = None
        self.implied = False
        self.nodes = nodes or []
        self.entries: dict[str, Spot] | list[Spot] | None = None
        self.twice: list[tuple[str, Span]] = []

    @property
    def span(self) -> Span:
        """The bytes of the value. Where a value of JSON ends is only found out when it is asked."""
        if self._end < self.start:
            self._end = past(self._json, self.start)
        return self.start, self._end

    @classmethod
    def implied_by(cls, part: Span) -> Spot:
        """The table that a part of a dotted name implies."""
        spot = cls(part, part)
        spot.implied = True
        return spot

    def headed(self, head: Span, whole: Span, node: Node) -> Spot:
        """The same spot, as a table with a head of its own."""
        self.start, self._end = head
        self.whole, self.implied = whole, False
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
    """The places of a document; ``data`` are its bytes without a byte order mark, and it parses without fault."""

    def __init__(self, data: bytes, form: str) -> None:
        self.source = Source(data)
        self.data = data
        self.form = form
        if form == "json":
            self.root = self._json_spot(past_blanks(data, 0))
            self._lists: dict[int, tuple[list[int], Iterator[int]]] = {}
        else:
            import tree_sitter_toml
            from tree_sitter import Language, Parser

            self._tree = Parser(Language(tree_sitter_toml.language())).parse(data)
            self.root = Spot((0, len(data)))
            self._document(self._tree.root_node)

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
            inner = self._json_entry(spot, part) if self.form == "json" else self._entry(spot, part)
            if inner is None:
                return spot, False
            spot = inner
        return spot, True

    def _entry(self, spot: Spot, part: str) -> Spot | None:
        entries = self.entries(spot)
        if isinstance(entries, list):
            return entries[int(part)] if part.isdecimal() and int(part) < len(entries) else None
        return entries.get(part) if entries is not None else None

    def first_duplicate(self, near: int) -> tuple[str, str, Span] | None:
        """The first key that stands twice in one table: its path, the key, and where it stands the second time.

        ``near`` is the byte at which a parser gave up because of it; what follows may be no JSON or TOML at all.
        """
        if self.form == "json":
            return self._json_duplicate(near)
        twice = [
            (span, join(path, name), name) for path, spot in self._walk(self.root, "") for name, span in spot.twice
        ]
        if not twice:
            return None
        span, path, name = min(twice)
        return path, name, span

    def entries(self, spot: Spot) -> dict[str, Spot] | list[Spot] | None:
        """What a value holds, opened if it was not yet."""
        if self.form == "json":
            if spot.entries is None:
                self._json_open(spot)
            return spot.entries
        nodes, spot.nodes = spot.nodes, []
        for node in nodes:
            if node.type in ("inline_table", "table", "table_array_element"):
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

    # JSON: no further than to what is asked for.

    def _json_spot(self, start: int, key: Span | None = None) -> Spot:
        return Spot((start, -1), key, json=self.data)

    def _json_entry(self, spot: Spot, part: str) -> Spot | None:
        """One entry of a value; nothing that follows it is looked at."""
        if self.data[spot.start : spot.start + 1] != b"[":
            return next((entry for name, entry in self._json_fields(spot) if name == part), None)
        if not part.isdecimal():
            return None
        place = int(part)
        known, more = self._lists.setdefault(spot.start, ([], starts(self.data, spot.start)))
        known += islice(more, max(0, place + 1 - len(known)))
        return self._json_spot(known[place]) if place < len(known) else None

    def _json_fields(self, spot: Spot) -> Iterator[tuple[str, Spot]]:
        if self.data[spot.start : spot.start + 1] != b"{":
            return
        found = starts(self.data, spot.start)
        for key, value in zip(found, found, strict=False):
            span = (key, past(self.data, key))
            yield decoded(self.data[slice(*span)].decode("utf-8"), self.form), self._json_spot(value, span)

    def _json_duplicate(self, near: int) -> tuple[str, str, Span] | None:
        """Go down to where ``near`` is, and look only at keys on the way."""
        path, spot = "", self.root
        while True:
            deeper: tuple[str | int, Spot] | None = None
            seen = set()
            for name, entry in self._json_fields(spot):
                if entry.key is None or entry.key[0] > near:
                    break
                if name in seen:
                    return join(path, name), name, entry.key
                seen.add(name)
                deeper = name, entry
            if self.data[spot.start : spot.start + 1] == b"[":
                for place, start in enumerate(starts(self.data, spot.start)):
                    if start > near:
                        break
                    deeper = place, self._json_spot(start)
            if deeper is None:
                return None
            path, spot = join(path, deeper[0]), deeper[1]

    def _json_open(self, spot: Spot) -> None:
        """Find all entries of a value."""
        if self.data[spot.start : spot.start + 1] == b"[":
            spot.entries = [self._json_spot(start) for start in starts(self.data, spot.start)]
            return
        for name, entry in self._json_fields(spot):
            spot.put(name, entry)

    # TOML: the tree of tree-sitter.

    def _spot(self, node: Node, key: Span | None = None) -> Spot:
        inner = [node] if node.type in ("array", "inline_table") else None
        return Spot((node.start_byte, node.end_byte), key, inner)

    def _open_table(self, spot: Spot, node: Node) -> None:
        spot.table()
        for child in node.named_children:
            if child.type == "pair":
                self._pair(spot, child)

    def _pair(self, table: Spot, node: Node) -> None:
        """Add a field to a table; its name may have several parts."""
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
        """The parts of a key with their places."""
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
