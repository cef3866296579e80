"""Every legal next decision of the draft.

The players of a turn act at the same time, so the order does not matter: the next decision is that of the first player
in seating order who has not taken part yet. A tableau has no bounds; of its cells those are listed that touch an own
card (for the first card only 0,0), as all readings of the rules allow them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from referee.games.speculaas.moves import RECIPE, Discard, Take
from referee.games.speculaas.table import Cell, Seat, SpeculaasTable, neighbours

Decision = Take | Discard


class Takes(Sequence[Take]):
    """Every one of some cards laid on every one of some cells; a move is made when it is asked for."""

    def __init__(self, player: str, cards: Sequence[str], cells: Sequence[Cell]) -> None:
        self.player, self.cards, self.cells = player, cards, cells

    def __len__(self) -> int:
        return len(self.cards) * len(self.cells)

    @overload
    def __getitem__(self, index: int) -> Take: ...
    @overload
    def __getitem__(self, index: slice) -> list[Take]: ...
    def __getitem__(self, index: int | slice) -> Take | list[Take]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        card, cell = divmod(range(len(self))[index], len(self.cells))
        return Take(player=self.player, card=self.cards[card], at=list(self.cells[cell]))


def decisions(table: SpeculaasTable) -> list[Decision]:
    """The cards that the next player can take, each with every cell, and those to discard; empty between turns."""
    seat = next_to_decide(table)
    return [*takes(table, seat), *discards(table, seat)] if seat is not None else []


def takes(table: SpeculaasTable, seat: Seat) -> Takes:
    """The cards that a player can take, each with every cell."""
    return Takes(seat.name, cards_in_hand(table, seat.name), open_cells(seat))


def discards(table: SpeculaasTable, seat: Seat) -> list[Discard]:
    """The cards that a player can discard; the last recipe has to be taken."""
    hand = cards_in_hand(table, seat.name)
    may = len(hand) > 1 or table.last != RECIPE
    return [Discard(player=seat.name, card=card) for card in hand] if may else []


def next_to_decide(table: SpeculaasTable) -> Seat | None:
    """The first player who still owes a card in the open turn: a recipe in a recipe turn, else any part."""
    if not table.open or table.last is None:
        return None
    for name in table.players:
        seat = table.seats[name]
        if not seat.excused and not (seat.recipes if table.last == RECIPE else seat.part):
            return seat
    return None


def cards_in_hand(table: SpeculaasTable, player: str) -> list[str]:
    """The free cards that this player can hold in the open turn: those of the hand, or all where nobody knows it."""
    kind = table.last
    if kind is None:
        return []
    part = (table.round, kind)
    if part not in table.dealt:
        return [card for card, of_kind in table.kinds.items() if of_kind == kind and card not in table.where]
    decks = {table.deck_of(player, kind, way) for way in table.ways[part]}
    return [card for card, deck in table.dealt[part].items() if deck in decks and card not in table.where]


def open_cells(seat: Seat) -> list[Cell]:
    """The free cells that touch a card of the tableau, in reading order."""
    if not seat.cards:
        return [(0, 0)]
    touching = {cell for card in seat.cards for cell in neighbours(card) if cell not in seat.cards}
    return sorted(touching, key=lambda cell: (cell[1], cell[0]))
