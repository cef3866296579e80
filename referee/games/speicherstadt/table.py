"""The table: display, players, bag and stock, and the elementary things that happen on it.

Nothing here asks whether a move is allowed; that is what the rules are for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.engine.compiled import mypyc_attr
from referee.engine.rule import Fault
from referee.engine.table import Header, Table
from referee.games.speicherstadt.cards import (
    BASE_GOODS,
    CARDS,
    KAISPEICHER_GOODS,
    UNKNOWN,
    Card,
    Deck,
    read_card,
)
from referee.games.speicherstadt.doubts import Doubts
from referee.games.speicherstadt.pieces import (
    SOURCES,
    Contract,
    Fire,
    OutOfTurn,
    Pile,
    Seat,
    Space,
    Worker,
    counted,
    put,
    reserved_number,
    take,
)

#: Rounds by number of players (The Speicherstadt, Chinese summary; follows from the number of cards).
ROUNDS: Final = {2: 16, 3: 12, 4: 10, 5: 8}


@mypyc_attr(allow_interpreted_subclasses=True)
class SpeicherstadtTable(Table):
    """The whole table. ``row`` and ``upper`` are the spaces as dealt, ``reserved`` the column from the bottom."""

    __slots__ = (
        "arbiter_coins", "arbiter_goods", "arbiter_workers", "bag", "by_name", "coin_stock", "coins_short",
        "contracts_seen", "cursor", "decided", "decision", "deck", "discarded", "doubts", "fire", "first", "fresh", "goods",
        "kaispeicher", "last_round", "loading_turn", "out_of_turn", "reserved", "rested_on", "row", "seats", "spaces", "stock",
        "swapped", "turn", "upper", "upper_open", "vacant", "workers",
    )  # fmt: skip

    def __init__(self, header: Header) -> None:
        super().__init__(header, "supply")
        self.kaispeicher = "kaispeicher" in header.expansions
        players = len(header.players)
        self.workers = 4 if self.kaispeicher else 3
        self.seats = [Seat(name, number, self.workers) for number, name in enumerate(header.players)]
        self.by_name = {seat.name: seat for seat in self.seats}
        self.deck = Deck(players, self.kaispeicher)
        self.goods = BASE_GOODS + KAISPEICHER_GOODS if self.kaispeicher else BASE_GOODS
        self.bag: Pile = {good: 9 if good in BASE_GOODS else 3 for good in self.goods}
        self.stock: Pile = {}
        self.coin_stock = (50 if self.kaispeicher else 25) - 5 * players
        self.coins_short = False
        self.discarded = 0
        self.arbiter_coins = 0
        self.arbiter_goods: Pile = {}
        self.arbiter_workers: dict[str, int] = {}
        self.doubts = Doubts(header.players)
        self.out_of_turn: OutOfTurn | None = None
        #: Readings that no source settles and on which a move has rested.
        self.rested_on: set[str] = set()
        #: Base contracts turned up so far, by their goods.
        self.contracts_seen: set[tuple[str, ...]] = set()
        self.spaces = players + 1
        self.last_round = ROUNDS[players]
        self.first = 0
        self.turn = 0
        self.fire: Fire | None = None
        self.fresh = False
        self.loading_turn = 0
        self.row: list[Space] = []
        self.upper: list[Space] = []
        self.reserved: list[Space] = []
        #: The first place that Purchase has not dealt with, counting through :meth:`places`.
        self.cursor = 0
        #: The decision of Purchase last asked about, and its place.
        self.decision: object = None
        self.decided: Space | None = None
        #: Whether a Snitch has closed Demand and nobody has decided in Purchase yet.
        self.swapped = False
        self.upper_open = True
        #: Free spaces that are still to be filled in this Supply.
        self.vacant = self.spaces * (2 if self.kaispeicher else 1)

    # Seats and turns.

    def clockwise(self, start: int) -> Iterator[Seat]:
        """All seats once, from the one numbered ``start``."""
        seats = self.seats
        for step in range(len(seats)):
            yield seats[(start + step) % len(seats)]

    def owed(self, seat: Seat) -> int:
        """How many regular workers this player still has to place in this Demand."""
        return seat.home - seat.late

    def demand_is_open(self) -> bool:
        """Whether some player still owes a regular worker."""
        return any(seat.home > seat.late for seat in self.seats)

    def passed_over(self, seat: Seat) -> list[Seat]:
        """The players who owe a worker and whose turn comes before this player's."""
        skipped = []
        seats, number = self.seats, self.turn
        while number != seat.number:
            between = seats[number]
            if between.home > between.late:
                skipped.append(between)
            number = (number + 1) % len(seats)
        return skipped

    def wrong_name(self, seat: Seat) -> OutOfTurn | None:
        """The placement before this one if it was out of turn, and this one is only if the name there was right."""
        slip = self.out_of_turn
        if slip is None or slip.worker is None or not slip.latest or not self.passed_over(seat):
            return None
        due = slip.passed[0]
        number = (due.number + 1) % len(self.seats)
        while number != seat.number:
            between = self.seats[number]
            given_back = (between is slip.seat) - (between is due) + (between in slip.passed)
            if self.owed(between) + given_back > 0:
                return None
            number = (number + 1) % len(self.seats)
        return slip

    def borrowed_worker(self, seat: Seat) -> OutOfTurn | None:
        """A placement out of turn that leaves a player without a worker now: it was another's, or written twice."""
        slip = self.out_of_turn
        if slip is None or slip.worker is None or slip.seat is not seat or seat.home:
            return None
        return slip if slip.doubled or (slip.passed[0].home and slip.passed[0].late) else None

    def turn_passes(self, seat: Seat) -> None:
        """The turn goes to the left neighbour of this player."""
        self.turn = (seat.number + 1) % len(self.seats)

    # Coins: whatever a player gets comes out of the stock of coins and goes back to it.

    def discard_card(self, seat: Seat, card: str) -> None:
        """A card in front of a player is discarded; it counts for nothing any more."""
        seat.cards.remove(card)
        self.discarded += 1

    def pay_out(self, seat: Seat, coins: int) -> None:
        """Coins from the stock to a player; short of coins the stock counts on below 0 with substitutes."""
        seat.coins += coins
        self.coin_stock -= coins
        if self.coin_stock < 0 and not self.coins_short:
            self.coins_short = True
            coins = 50 if self.kaispeicher else 25
            self.remark(
                "note.coins-short",
                Fault(f"More than the {coins} coins of the box are out now; go on with substitutes."),
            )

    def pay_in(self, seat: Seat, coins: int) -> None:
        """Coins from a player to the stock."""
        seat.coins -= coins
        self.coin_stock += coins

    # The display.

    def find(self, spaces: list[Space], at: int | str) -> list[Space]:
        """The spaces that a reference fits: a number, ``"rN"``, or a card (those still there)."""
        if isinstance(at, int):
            return [spaces[at - 1]] if 0 < at <= len(spaces) else []
        number = reserved_number(at)
        if number is not None:
            return [self.reserved[number - 1]] if spaces is self.reserved and 0 < number <= len(self.reserved) else []
        card = read_card(at)
        fitting = [space for space in spaces if space.card is not None and card is not None and space.card.fits(card)]
        if not fitting:
            doubtful = [space for space in spaces if self.in_doubt(space)]
            return doubtful if len(doubtful) == 1 else []
        if len(fitting) > 1 and self.doubts.names:
            sure = [space for space in fitting if not self.in_doubt(space)]
            return sure if len(sure) == 1 else fitting
        return fitting

    def in_doubt(self, space: Space) -> bool:
        """Whether another card may lie here than the log says."""
        return space.card is not None and (space.card is UNKNOWN or space.card.text in self.doubts.names)

    def owns(self, seat: Seat, to: str) -> bool:
        """Whether a player owns what a good is brought to; a place that every player has is always owned."""
        if to.startswith("contract"):
            return bool(self.owned_contracts(seat, to))
        return to in seat.cards or to not in CARDS

    def may_hold(self, seat: Seat, good: str) -> bool:
        """Whether a player may hold a good after all, since a move was skipped or an unknown card was bought."""
        return self.doubts.may_hold(seat.name, good) or UNKNOWN.text in seat.cards

    def may_own(self, seat: Seat, card: str) -> bool:
        """Whether a player may own a card after all, since a purchase was skipped or an unknown card was bought."""
        return self.doubts.may_own(seat.name, card) or UNKNOWN.text in seat.cards

    def places(self) -> list[Space]:
        """The places of Purchase in their order: the water row, then the reserved column from the bottom."""
        return self.row + self.reserved if self.reserved else self.row

    def home_comes(self, worker: Worker) -> None:
        """A worker leaves the board: a regular one goes home, a gray one leaves the game."""
        seat = worker.seat
        if not worker.gray:
            seat.home += 1
            return
        seat.gray_out -= 1
        if seat.gray == 0 and seat.gray_out == 0 and "storekeeper" in seat.cards:
            self.discard_card(seat, "storekeeper")

    def close(self, space: Space) -> None:
        """A place of Purchase is over: its workers leave, an unsold card goes, its cubes to the stock."""
        for worker in space.line:
            self.home_comes(worker)
        space.line.clear()
        self.discard(space)
        space.open = False

    def deal(self, card: Card) -> None:
        """Lay a card on the next free space; the cubes of a ship come out of the bag."""
        row = self.row if len(self.row) < self.spaces else self.upper
        place: int | str = len(row) + 1
        space = Space(place, card)
        row.append(space)
        if card.id == "ship":
            for good in card.goods:
                if self.bag.get(good, 0):
                    take(self.bag, good)
                    put(space.cubes, good)
        elif card.kind == "contract":
            self.contracts_seen.add(card.goods)
        self.vacant -= 1
        if not self.vacant:
            self.phase = "demand"
            self.turn = self.first

    def discard(self, space: Space) -> None:
        """A card leaves the display; cubes on it go to the stock, never into the bag."""
        if space.card is not None:
            self.discarded += 1
        for good, number in space.cubes.items():
            put(self.stock, good, number)
        space.cubes = {}
        space.card = None

    def discard_upper(self) -> None:
        """The upper cards that nobody reserved are gone."""
        if self.upper_open:
            self.upper_open = False
            for space in self.upper:
                if space.card is not None:
                    self.discard(space)

    # Goods of a player.

    def owned_contracts(self, seat: Seat, reference: str) -> list[Contract]:
        """The contracts of a player that a reference fits, in the order in which they were bought.

        ``contract:tea+coffee#2`` is the second of two equal ones; the bare ``contract`` fits all.
        """
        text, mark, number = reference.partition("#")
        card = read_card(text)
        if card is None or card.id != "contract":
            return []
        fitting = [contract for contract in seat.contracts if contract.card.fits(card)]
        if not mark:
            return fitting
        index = counted(number) or 0
        return fitting[index - 1 : index] if index else []

    def sources(self, seat: Seat, goods: list[str]) -> tuple[list[tuple[str, str]], int | None]:
        """Where each good (``tea``, ``tea@ship``) is taken from, as (good, place).

        The second value is the index of the first one that is not there (then the list stops before it).
        """
        found: list[tuple[str, str]] = []
        for index, text in enumerate(goods):
            good, at, place = text.partition("@")
            for source in (place,) if at else SOURCES:
                if source in SOURCES and seat.pile(source).get(good, 0) > found.count((good, source)):
                    found.append((good, source))
                    break
            else:
                return found, index
        return found, None
