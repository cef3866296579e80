"""The table as text of 80 columns: each tableau as a grid, over each column its x and before each row its y.

A cell is the card and, below it, the beginnings of its spices. Rows and columns without a card are left out, with one
gap for them, and a grid that is too wide is drawn in several parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.terminal import WIDTH, cells, clip, flow, paint, visible, wrap
from referee.games.speculaas.drawing import LARGEST_GRID, abbreviations, axis, belongings, label, scores, stage
from referee.games.speculaas.moves import RECIPE, SPECULATIUS, SPICE
from referee.games.speculaas.table import Cell, Seat, SpeculaasTable

_SEATS = ("1;36", "1;35", "1;33", "1;32", "1;34")
_KINDS = {RECIPE: "33", SPICE: "32"}
_HEAD, _DIM = "1", "2"
_WIDEST_CARD = 24


def text(table: SpeculaasTable, color: bool = False) -> str:
    """The table as lines of at most 80 columns; with ``color`` in ANSI colours."""
    return "\n".join(_Pen(table, color).lines()) + "\n"


class _Pen:
    """Draws one table."""

    def __init__(self, table: SpeculaasTable, color: bool) -> None:
        self.table = table
        self.color = color
        self.scores = scores(table)
        self.short = {spice: visible(start) for spice, start in abbreviations(table.spices).items()}

    def lines(self) -> Iterator[str]:
        table = self.table
        said = " · ".join(map(visible, stage(table)))
        yield from (paint(line, _HEAD, self.color) for line in wrap(said, "", "  "))
        for number, seat in enumerate(table.seats.values()):
            yield ""
            said = " · ".join([visible(seat.name), *belongings(table, seat, self.scores.get(seat.name))])
            yield from (paint(line, _SEATS[number % len(_SEATS)], self.color) for line in wrap(said, "", "  "))
            if seat.name == SPECULATIUS:
                yield from flow(map(self.card_with_spices, seat.pile or ["empty"]), "  pile: ", "    ")
            else:
                yield from self.grid(seat)
            if seat.discards:
                yield from flow(map(visible, seat.discards), "  discarded: ", "    ")
        yield ""
        legend = ", ".join(f"{start} {visible(spice)}" for spice, start in self.short.items())
        yield from (paint(line, _DIM, self.color) for line in wrap(legend))

    def spices_of(self, card: str) -> str:
        return "".join(self.short.get(spice, visible(spice)) for spice in self.table.symbols.get(card, ()))

    def card_with_spices(self, card: str) -> str:
        spices = self.spices_of(card)
        return clip(f"{visible(card)}({spices})" if spices else visible(card), WIDTH - 8)

    def grid(self, seat: Seat) -> Iterator[str]:
        if not seat.cards:
            yield "  no card yet"
            return
        xs, ys = axis(x for x, _ in seat.cards), axis(y for _, y in seat.cards)
        if len(xs) * len(ys) > LARGEST_GRID:
            places = (f"{visible(card)} at {x},{y}" for (x, y), card in seat.cards.items())
            yield from flow(places, "  ", "  ", ", ")
            return
        faces = {cell: (visible(card), self.spices_of(card)) for cell, card in seat.cards.items()}
        margin = 1 + max(len(label(y)) for y in ys)
        widest = max(*(cells(said) for face in faces.values() for said in face), *(len(label(x)) for x in xs))
        width = 2 + min(widest, _WIDEST_CARD)
        fitting = max(1, (WIDTH - margin) // width)
        for first in range(0, len(xs), fitting):
            columns = xs[first : first + fitting]
            yield " " * margin + "".join(self.cell(label(x), width, _DIM) for x in columns)
            for y in ys:
                head = self.cell(label(y), margin, _DIM)
                yield from self.row(
                    seat, faces, [None if x is None or y is None else (x, y) for x in columns], head, width
                )

    def row(
        self, seat: Seat, faces: dict[Cell, tuple[str, str]], places: Sequence[Cell | None], head: str, width: int
    ) -> Iterator[str]:
        """One row of a grid: the cards, and below them their spices."""
        cards, spices = head, " " * cells(head)
        for place in places:
            if place is None:
                card, shown, how = "", "", ""
            elif place in faces:
                card, shown = faces[place]
                how = _KINDS[self.table.kinds[seat.cards[place]]]
            else:
                card, shown, how = "·", "", _DIM
            cards += self.cell(card, width, how)
            spices += self.cell(shown, width, how)
        yield cards.rstrip()
        if spices.strip():
            yield spices.rstrip()

    def cell(self, said: str, width: int, how: str) -> str:
        """A text at the right end of a cell, at least one blank after the cell before."""
        clipped = clip(said, width - 1)
        return " " * (width - cells(clipped)) + paint(clipped, how, self.color)
