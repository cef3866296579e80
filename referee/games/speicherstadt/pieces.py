"""What lies on the table: piles of cubes, contracts, players' things, workers, spaces with cards, a fire."""

from __future__ import annotations

from typing import Final

from referee.engine.compiled import mypyc_attr
from referee.games.speicherstadt.cards import GOODS, Card, contract_points

FLOORS: Final = 8
WAREHOUSE_ROOM: Final = 4
#: Where a good is taken from when the log does not say it, in this order.
SOURCES: Final = ("hand", "ship", "market-hall", "warehouse")

Pile = dict[str, int]


def put(pile: Pile, good: str, number: int = 1) -> None:
    """Add cubes to a pile."""
    pile[good] = pile.get(good, 0) + number


def take(pile: Pile, good: str, number: int = 1) -> None:
    """Take cubes off a pile that has them; a kind of which nothing is left is not in the pile."""
    left = pile[good] - number
    if left:
        pile[good] = left
    else:
        del pile[good]


def size(pile: Pile) -> int:
    """How many cubes lie in a pile."""
    return sum(pile.values())


def cubes(pile: Pile) -> list[str]:
    """The cubes of a pile one by one, in the order of the goods."""
    if not pile:
        return []
    return [good for good in GOODS for _ in range(pile.get(good, 0))]


def counted(text: str) -> int | None:
    """The number that plain digits stand for; one of more than four digits fits nothing here and counts as 0."""
    if not (text.isascii() and text.isdigit()):
        return None
    return int(text) if len(text) < 5 else 0


def reserved_number(at: str) -> int | None:
    """The N of a reference ``rN`` to a reserved card."""
    return counted(at[1:]) if at[:1] == "r" else None


@mypyc_attr(allow_interpreted_subclasses=True)
class Contract:
    """A contract that a player owns: what it shows and what lies on it."""

    __slots__ = ("card", "placed", "points", "shown")

    def __init__(self, card: Card) -> None:
        self.card = card
        self.points = contract_points(card)
        self.shown: Pile = {}
        for good in card.goods:
            put(self.shown, good)
        self.placed: Pile = {}

    def free(self, good: str) -> int:
        """How many free symbols of this good are left."""
        return self.shown.get(good, 0) - self.placed.get(good, 0)

    @property
    def complete(self) -> bool:
        return self.placed == self.shown


@mypyc_attr(allow_interpreted_subclasses=True)
class Seat:
    """A player: coins, workers at home, cards in front, goods by place, and points on the track by source.

    ``late`` counts placements that were passed over or skipped in this Demand and may be caught up with. ``pending`` is
    a good that a power brought to the hand and that the next move has to spend. ``naming`` says by fire which fireman
    the Fire Truck doubles.
    """

    __slots__ = (
        "arbiter", "bought", "breaks", "cards", "coins", "contracts", "deliveries", "fires", "gray", "gray_out", "hand",
        "home", "late", "market_hall", "name", "naming", "number", "pending", "ship", "small_ships", "warehouse",
    )  # fmt: skip

    def __init__(self, name: str, number: int, workers: int) -> None:
        self.name = name
        self.number = number
        self.coins = 5
        self.home = workers
        self.gray = 0
        self.gray_out = 0
        self.late = 0
        self.breaks = 0
        self.cards: list[str] = []
        self.contracts: list[Contract] = []
        self.ship: Pile = {}
        self.hand: Pile = {}
        self.warehouse: Pile = {}
        self.market_hall: Pile = {}
        self.bought = 0
        self.small_ships = 0
        self.fires = 0
        self.deliveries = 0
        self.arbiter = 0
        self.pending: str | None = None
        self.naming: dict[int, str] = {}

    @property
    def track(self) -> int:
        """Points on the score track now."""
        return self.fires + self.deliveries + self.arbiter

    def pile(self, place: str) -> Pile:
        """The goods at one of :data:`SOURCES`."""
        if place == "ship":
            return self.ship
        if place == "hand":
            return self.hand
        return self.warehouse if place == "warehouse" else self.market_hall


@mypyc_attr(allow_interpreted_subclasses=True)
class Worker:
    """A worker on a building or on a reserved card."""

    __slots__ = ("gray", "seat")

    def __init__(self, seat: Seat, gray: bool) -> None:
        self.seat = seat
        self.gray = gray


@mypyc_attr(allow_interpreted_subclasses=True)
class Space:
    """A card on display with its line of workers, the lowest floor first, and the cubes of a ship.

    ``place`` is how a log refers to it (``1``, ``"r1"``, ``"u1"``); ``card`` is ``None`` once it is gone (``dealt`` still
    says which it was), ``open`` false once Purchase has dealt with it.
    """

    __slots__ = ("card", "cubes", "dealt", "line", "open", "place")

    def __init__(self, place: int | str, card: Card) -> None:
        self.place = place
        self.card: Card | None = card
        self.dealt = card
        self.line: list[Worker] = []
        self.cubes: Pile = {}
        self.open = True


@mypyc_attr(allow_interpreted_subclasses=True)
class Fire:
    """The fire just scored, as long as its owner's decisions are open: what each player gained or lost in it."""

    __slots__ = ("doubled", "gains", "losses", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.gains: dict[str, int] = {}
        self.losses: dict[str, int] = {}
        #: Those whose Squad Leader played itself.
        self.doubled: set[str] = set()


@mypyc_attr(allow_interpreted_subclasses=True)
class OutOfTurn:
    """A worker placed out of turn: perhaps one of the first player ``passed`` over, under the wrong name.

    ``worker`` is ``None`` until he stands; ``latest`` is true until the next placement. ``doubled`` says that this next
    one was by the first player passed over, so that the one before it may only have been written down twice.
    """

    __slots__ = ("doubled", "latest", "passed", "seat", "worker")

    def __init__(self, seat: Seat, passed: list[Seat]) -> None:
        self.seat = seat
        self.passed = passed
        self.worker: Worker | None = None
        self.latest = True
        self.doubled = False
