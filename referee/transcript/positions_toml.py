"""Where things stand in TOML, by the syntax tree of tree-sitter, which also knows its way in a file that is not sound."""

from __future__ import annotations

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

from referee.transcript.positions import Positions, Span, Spot
from referee.transcript.strings import decoded


class TomlPositions(Positions):
    """The places of a TOML document; where it is not sound, some are only near, but nothing fails."""

    form = "toml"

    def __init__(self, data: bytes) -> None:
        super().__init__(data, Spot((0, len(data))))
        self._document(Parser(Language(tree_sitter_toml.language())).parse(data).root_node)

    def entries(self, spot: Spot) -> dict[str, Spot] | list[Spot] | None:
        nodes, spot.nodes = spot.nodes, ()
        for node in nodes:
            if node.type == "array":
                spot.entries = [self._spot(child) for child in _values(node)]
            else:
                spot.table()
                for child in node.named_children:
                    if child.type == "pair":
                        self._pair(spot, child)
        return spot.entries

    def _spot(self, node: Node, key: Span | None = None) -> Spot:
        nodes = (node,) if node.type in ("array", "inline_table") else ()
        return Spot((node.start_byte, node.end_byte), key, nodes)

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
        return [(text if key.type == "bare_key" else decoded(text, "toml"), span)]

    def _document(self, root: Node) -> None:
        """The top of a TOML file: fields, then tables and lists of tables, each under its head."""
        for node in root.named_children:
            if node.type == "pair":
                self._pair(self.root, node)
            elif node.type in ("table", "table_array_element"):
                self._table(node)

    def _table(self, node: Node) -> None:
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
            known.entries.append(_headed(Spot(head, span), head, whole, node))
        elif known is not None and known.implied and not isinstance(known.entries, list):
            # Until now the table was only implied by the heads of tables in it.
            known.key = span
            _headed(known, head, whole, node)
        else:
            spot.put(name, _headed(Spot(head, span), head, whole, node))


def _headed(spot: Spot, head: Span, whole: Span, node: Node) -> Spot:
    """The same spot, as a table with a head of its own."""
    spot.span, spot.whole, spot.implied = head, whole, False
    spot.nodes = (*spot.nodes, node)
    return spot


def _values(node: Node) -> list[Node]:
    """The named parts of a node that are no comments."""
    return [child for child in node.named_children if child.type != "comment"]
