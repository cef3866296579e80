"""The table as text of 80 columns: towers of workers above the cards, then the players, the stock and the bag.

Goods are letters (with colours on their ground); a symbol of a contract without its cube is a small letter.
A gray worker stands in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.engine.terminal import cells, flow, pad, paint, side_by_side
from referee.games.speicherstadt.cards import GOODS, Card
from referee.games.speicherstadt.drawing import (
    LETTERS,
    counted,
    marks,
    number_of,
    piles,
    points_of,
    price,
    short_name,
    shown,
    stage,
)
from referee.games.speicherstadt.pieces import Pile, Seat, Space, Worker, cubes
from referee.games.speicherstadt.scoring import standing
from referee.games.speicherstadt.table import SpeicherstadtTable

_MARGIN = 5
_WIDEST_SPACE = 18
_SEATS = ("1;36", "1;35", "1;33", "1;32", "1;34")
_GROUNDS = {
    "coffee": "97;48;5;94",
    "tea": "97;48;5;28",
    "saffron": "30;48;5;220",
    "rubber": "97;48;5;240",
    "carpet": "97;48;5;124",
    "fabric": "97;48;5;62",
    "glass": "30;48;5;117",
    "hemp": "30;48;5;180",
}
_DIM, _HEAD = "2", "1"


def text(table: SpeicherstadtTable, color: bool = False) -> str:
    """The table as lines of at most 80 columns; with ``color`` in ANSI colours."""
    return "\n".join(_Pen(table, color).lines()) + "\n"


class _Pen:
    """Draws one table."""

    def __init__(self, table: SpeicherstadtTable, color: bool) -> None:
        self.table = table
        self.color = color
        self.marks = marks(table.players)
        self.totals = {score.player: score.total for score in standing(table)}

    def lines(self) -> list[str]:
        table = self.table
        lines = flow(stage(table), "", "  ", ", ")
        lines[0] = self.paint(lines[0], _HEAD)
        if table.row:
            lines += ["", *self.row(table.row, towers=True)]
        if any(space.card is not None for space in table.upper):
            lines += ["", self.paint("Upper row", _HEAD), *self.row(table.upper, towers=False)]
        if table.reserved:
            lines += ["", self.paint("Reserved, the first to be decided at the bottom", _HEAD)]
            lines += self.reserved()
        for seat in table.seats:
            lines += ["", *self.seat(seat)]
        lines += ["", *self.goods("Stock", table.stock), *self.goods("Bag", table.bag)]
        return [*lines, *self.legend()]

    def paint(self, said: str, how: str) -> str:
        return paint(said, how, self.color)

    # The display.

    def row(self, spaces: Sequence[Space], towers: bool) -> list[str]:
        """A row of cards, each with the workers above it, the lowest floor at the bottom."""
        width = min(_WIDEST_SPACE, (80 - _MARGIN) // max(1, len(spaces)))
        lines = list(self.floors(spaces, width)) if towers else []
        if towers:
            lines.append(" " * _MARGIN + "".join(pad("-" * (width - 2), width) for _ in spaces).rstrip())
        columns = [self.card(space, width - 1) for space in spaces]
        names = max(len(name) for name, _ in columns)
        filled = [[*name, *[""] * (names - len(name)), *below] for name, below in columns]
        return lines + [f"{' ' * _MARGIN}{line}".rstrip() for line in side_by_side(filled, width)]

    def floors(self, spaces: Sequence[Space], width: int) -> Iterator[str]:
        for floor in range(max(len(space.line) for space in spaces), 0, -1):
            stand = [space.line[floor - 1 : floor] for space in spaces]
            tokens = (pad(f" {self.worker(line[0])}" if line else "", width) for line in stand)
            yield self.paint(f"{floor:>3}", _DIM) + f"  {''.join(tokens)}".rstrip()

    def worker(self, worker: Worker) -> str:
        mark = self.mark(worker.seat)
        return f"({mark})" if worker.gray else mark

    def mark(self, seat: Seat) -> str:
        return self.paint(self.marks[seat.name], _SEATS[seat.number % len(_SEATS)])

    def card(self, space: Space, width: int) -> tuple[list[str], list[str]]:
        """The place and the name of a card, and what is said below: goods, points, and what it costs now."""
        place = self.paint(str(space.place).removeprefix("u"), _DIM)
        card = space.card
        if card is None:
            return [f"{place} -"], []
        name = _folded(card.id, width - 2)
        lines = [f"{place} {name[0]}", *(f"  {more}" for more in name[1:])]
        below = [f"  {self.shows(card, space.cubes)}"] if card.goods else []
        costs = price(self.table, space)
        if costs is not None:
            below.append(self.paint(f"  costs {costs}", _DIM))
        return lines, below

    def shows(self, card: Card, on_it: Pile) -> str:
        """The cubes of a ship, or the symbols of a contract with its points."""
        if card.id == "ship":
            return "".join(map(self.good, cubes(on_it)))
        return "".join(map(self.symbol, sorted(card.goods, key=GOODS.index))) + f" ={points_of(card)}"

    def reserved(self) -> Iterator[str]:
        """The reserved column, the top first."""
        names = {space.card.id for space in self.table.reserved if space.card is not None}
        width = max(map(len, names), default=0)
        for space in reversed(self.table.reserved):
            line = " " * _MARGIN + self.paint(f"{space.place:<4}", _DIM)
            if space.card is None:
                yield f"{line}-"
                continue
            worker = "".join(self.worker(worker) for worker in space.line)
            goods = self.shows(space.card, space.cubes) if space.card.goods else ""
            costs = price(self.table, space)
            said = self.paint(f"costs {costs}", _DIM) if costs is not None else ""
            yield f"{line}{pad(worker, 5)} {pad(space.card.id, width)}  {pad(goods, 10)}{said}".rstrip()

    # The players.

    def seat(self, seat: Seat) -> list[str]:
        """A player: name and mark, numbers, cards, contracts and goods."""
        marker = ">" if seat.number == self.table.first and not self.table.complete else " "
        name = short_name(seat.name)
        mark = self.mark(seat)
        head = f"{marker} {self.paint(name, _SEATS[seat.number % len(_SEATS)])}" + (
            f" ({mark})" if name != self.marks[seat.name] else ""
        )
        lines = flow(self.numbers(seat), f"{head}: ", "      ", ", ")
        cards = [f"{number} {card}" if number > 1 else card for card, number in counted(seat.cards).items()]
        lines += flow(cards or ["no cards"], "      ", "        ", ", ")
        if seat.contracts:
            contracts = [self.contract(seat, index) for index in range(len(seat.contracts))]
            lines += flow(contracts, "      contracts: ", "        ", ", ")
        goods = [f"{place} {''.join(map(self.good, lying))}" for place, lying in piles(seat)]
        return lines + (flow(goods, "      goods: ", "        ", ", ") if goods else [])

    def numbers(self, seat: Seat) -> list[str]:
        """What can be counted of a player; what there is none of is left out, but not coins."""
        said = [number_of(self.totals[seat.name], "point"), number_of(seat.coins, "coin")]
        if seat.track:
            said.append(f"{seat.track} on the track")
        if seat.home and not self.table.complete:
            said.append(f"{number_of(seat.home, 'worker')} at home")
        if seat.gray:
            said.append(number_of(seat.gray, "gray worker"))
        if seat.breaks:
            said.append(number_of(seat.breaks, "Break card"))
        return said

    def contract(self, seat: Seat, index: int) -> str:
        contract = seat.contracts[index]
        symbols = "".join(
            self.good(good) if there else self.symbol(good) for good, there in shown(contract.shown, contract.placed)
        )
        return f"{symbols} ={contract.points}{' complete' if contract.complete else ''}"

    # Goods.

    def good(self, good: str) -> str:
        return self.paint(LETTERS[good], _GROUNDS[good])

    def symbol(self, good: str) -> str:
        return self.paint(LETTERS[good].lower(), _DIM)

    def goods(self, name: str, pile: Pile) -> list[str]:
        """A pile by kind with the numbers."""
        said = [f"{self.good(good)} {pile.get(good, 0)}" for good in self.table.goods]
        return flow(said, f"{name + ':':<7}", "       ", "  ")

    def legend(self) -> list[str]:
        """What the letters mean, as far as they can be seen."""
        said = [f"{LETTERS[good]} {good}" for good in self.table.goods]
        if any(seat.contracts for seat in self.table.seats) or any(space.card for space in self.table.row):
            said.append("small: a symbol without its cube")
        if any(worker.gray for space in self.table.places() for worker in space.line):
            said.append("(in brackets): a gray worker")
        if not self.table.complete:
            said.append("points as if the game ended now")
        return [self.paint(line, _DIM) for line in flow(said, between=", ")]


def _folded(name: str, width: int) -> list[str]:
    """A name in lines, broken after hyphens, and in a word that is too long."""
    lines = [""]
    for word in re.findall(r"[^-]+-?|-", name):
        if lines[-1] and cells(lines[-1]) + cells(word) > width:
            lines.append("")
        lines[-1] += word
        while cells(lines[-1]) > width:
            lines[-1:] = [lines[-1][: width - 1] + "-", lines[-1][width - 1 :]]
    return lines
