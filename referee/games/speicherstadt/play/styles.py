"""How made-up players play: ideas for the next decision, the one they like best first.

Ideas are made one at a time and need not be legal; the rules say so. ``None`` among them means that nobody
acts now, and the next fact is due. No idea comes out of a set, so that a seed always gives the same game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from referee.games.speicherstadt.cards import BUILDINGS, FIREMEN, MERCHANTS, STORAGE_HOUSES, Card, contract_points
from referee.games.speicherstadt.moves import Break, Buy, Pass, Place, Reserve, Use
from referee.games.speicherstadt.pieces import Seat, Space
from referee.games.speicherstadt.play.loads import loading, spending
from referee.games.speicherstadt.play.powers import POWERS
from referee.games.speicherstadt.rules.purchase import prices
from referee.games.speicherstadt.table import SpeicherstadtTable


@dataclass(frozen=True, slots=True)
class Style:
    """How somebody plays: ``power`` is the chance to use a power now that can be used, ``thrift`` how much of a price
    counts against a card, ``whim`` how far the value of a card is misjudged, ``rare`` what a card with a power is
    worth beyond its use, ``tidy`` whether goods go where they bring most. In every ``herd``-th round all crowd together, so
    that buildings fill up."""

    power: float
    thrift: float
    whim: float
    rare: float
    tidy: bool
    herd: int = 0


STYLES = {
    "random": Style(power=0.06, thrift=0.3, whim=12.0, rare=0.0, tidy=False, herd=5),
    "greedy": Style(power=0.1, thrift=0.9, whim=1.5, rare=0.5, tidy=True),
    "powers": Style(power=0.3, thrift=0.4, whim=3.0, rare=5.0, tidy=True),
}

#: What cards are worth that neither score nor trade by themselves.
WORTH = {"warehouse": 4.0, "bank": 4.0, "harbor-master": 3.0, "storekeeper": 3.0, "coffee-break": 2.0, "thief": 3.0}
GOOD = 1.2
PLENTY = 30


def ideas(table: SpeicherstadtTable, random: Random, style: Style) -> Iterator[Any]:
    """Decisions that somebody might take now, ending with one that is legal or with ``None``."""
    if table.fire is not None:
        yield from on_a_fire(table, random, style)
    if table.complete:
        yield None
        return
    pending = next((seat for seat in table.seats if seat.pending is not None), None)
    if pending is not None:
        yield from spending(pending, random)
    if table.kaispeicher and random.random() < style.power:
        yield from at_any_point(table, random)
    if table.phase == "demand":
        yield from demand(table, random, style)
    elif table.phase == "purchase" and any(space.open for space in table.places()):
        yield from purchase(table, random, style)
    elif table.phase in ("purchase", "loading"):
        yield from loading(table, random, style.tidy)
    yield None


def on_a_fire(table: SpeicherstadtTable, random: Random, style: Style) -> Iterator[Use]:
    for seat in table.seats:
        for card in ("squad-leader", "insurance"):
            if card in seat.cards and (style.tidy or random.random() < 0.5):
                yield Use(player=seat.name, card=card)


def at_any_point(table: SpeicherstadtTable, random: Random) -> Iterator[Use]:
    owned = [(seat, card) for seat in table.seats for card in POWERS if card in seat.cards]
    for seat, card in random.sample(owned, len(owned)):
        use = POWERS[card](table, seat, random)
        if use is not None:
            yield use


def demand(table: SpeicherstadtTable, random: Random, style: Style) -> Iterator[Any]:
    """Placements of the player whose turn it is; when all are placed, gray workers, the Snitch, the first purchase."""
    for seat in table.clockwise(table.turn):
        if seat.breaks and random.random() < 0.3:
            yield Break(player=seat.name)
        if seat.gray and random.random() < 0.4:
            yield from placements(table, seat, random, style, gray=True)
        if seat.home:
            yield from placements(table, seat, random, style, gray=False)
    for seat in table.seats:
        if "snitch" in seat.cards and random.random() < 3 * style.power:
            use = POWERS["snitch"](table, seat, random)
            if use is not None:
                yield use
    yield from purchase(table, random, style)


def placements(table: SpeicherstadtTable, seat: Seat, random: Random, style: Style, *, gray: bool) -> Iterator[Any]:
    """Spaces and upper cards, the best for this player first."""
    liked: list[tuple[float, Any]] = []
    herd = 20.0 if style.herd and table.round % style.herd == 0 else 0.0
    for space in table.row:
        price = len(space.line) + 1
        move: Any = Place(player=seat.name, at=int(space.place), gray=gray)
        liked.append((-liking(table, seat, space, price, random, style) - herd * len(space.line), move))
    for space in table.upper:
        if space.card is not None:
            move = Reserve(player=seat.name, at=int(space.place), gray=gray)
            liked.append((-liking(table, seat, space, len(table.reserved) + 1, random, style), move))
    for _, move in sorted(liked, key=lambda one: one[0]):
        yield move


def liking(table: SpeicherstadtTable, seat: Seat, space: Space, price: int, random: Random, style: Style) -> float:
    """What a card at a price is worth to a player who misjudges it a little; one that cannot be paid is of little use."""
    if space.card is None:
        return 0.0
    dear = 2.0 if price > seat.coins else 0.0
    return worth(table, seat, space.card, style) + random.uniform(0, style.whim) - style.thrift * price - dear


def worth(table: SpeicherstadtTable, seat: Seat, card: Card, style: Style) -> float:
    """About how many coins a card is worth to a player."""
    own = seat.cards
    if card.id == "contract":
        return 0.5 * contract_points(card) + 0.5 * sum(seat.ship.get(good, 0) for good in card.goods)
    if card.id == "ship":
        return 1.0 + GOOD * len(card.goods)
    if card.id in FIREMEN:
        return 1.0 + 0.6 * FIREMEN[card.id]
    if card.id in MERCHANTS or card.id in STORAGE_HOUSES:
        return 2.5 + 0.5 * ("deichtorhallen" in own)
    if card.id in BUILDINGS:
        return float(BUILDINGS[card.id] + ("harbor-tour" in own))
    if card.id == "counting-office":
        return 2.0 + 1.5 * own.count(card.id)
    return WORTH.get(card.id, 3.0) + style.rare


def purchase(table: SpeicherstadtTable, random: Random, style: Style) -> Iterator[Any]:
    """The decision of the player next in line: buy, with the Fish Market if that spares more than a coin, or pass."""
    space = next((space for space in table.places() if space.open and space.line), None)
    if space is None:
        return
    seat = space.line[0].seat
    price = prices(table, space, seat.name)[0]
    if "fish-market" in seat.cards and price > 1 and random.random() < 0.5:
        yield Buy(player=seat.name, at=space.place, price=price, with_="fish-market")
    if price <= seat.coins and (liking(table, seat, space, price, random, style) > 0 or seat.coins > PLENTY):
        yield Buy(player=seat.name, at=space.place, price=price)
    yield Pass(player=seat.name, at=space.place)
