"""Near misses that only this game knows: what a table might get wrong with its cards, its ships and its powers.

Each is the moves that might stand in the log in the place of a legal one. Which rule they break is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from referee.games.speicherstadt.cards import BASE_GOODS, FIREMEN, GOODS, KAISPEICHER_GOODS, read_card
from referee.games.speicherstadt.legal import targets
from referee.games.speicherstadt.moves import Buy, Pass, Place, Reserve, Supply, TruckStep, Use
from referee.games.speicherstadt.pieces import FLOORS, Seat
from referee.games.speicherstadt.rules.claims import contracts_of
from referee.games.speicherstadt.rules.purchase import prices
from referee.games.speicherstadt.table import SpeicherstadtTable

Moves = Sequence[Any]
#: How often the owner of a card thinks of a wrong use for it.
OFTEN = 0.3
#: Cards that pay for nothing, whatever a player may hope.
CANNOT_PAY = ("bank", "thief", "chamber")


def slips(table: SpeicherstadtTable, move: Any, random: Random) -> Iterator[Moves]:
    """What might stand in the log in the place of ``move``, which is legal on this table."""
    if isinstance(move, Supply):
        yield from ([Supply(cards=cards)] for cards in _cards(table, move.cards, random))
    elif isinstance(move, (Place, Reserve)):
        yield from ([replace(move, at=space.place)] for space in table.row if len(space.line) == FLOORS)
        yield [replace(move, gray=not move.gray)]
    elif isinstance(move, Pass):
        yield from _buys(table, move, random)
    for seat in table.seats:
        for card in dict.fromkeys(seat.cards):
            if card in USES and random.random() < OFTEN:
                yield from ([*uses, move] for uses in USES[card](table, seat, random))


def _cards(table: SpeicherstadtTable, cards: list[str], random: Random) -> Iterator[list[str]]:
    """Another first card that setup removed; a ship or a contract that cannot be; one card more."""
    deck = table.deck
    yield from ([kind, *cards[1:]] for kind in sorted(deck.removed) if deck.stack == "D")
    for place, text in enumerate(cards):
        card = read_card(text)
        goods = list(card.goods) if card is not None else []
        if card is not None and card.id == "ship":
            scarce = [good for good in table.goods if table.bag.get(good, 0) < len(goods)]
            strange = random.choice(GOODS if not table.kaispeicher else BASE_GOODS)
            wrong = [[good] * len(goods) for good in scarce[:1]] + [[*goods, strange], [strange] * 5]
            yield from (_with(cards, place, f"ship:{'+'.join(sorted(other))}") for other in wrong)
        elif card is not None and card.id == "contract":
            points = f"={card.points}" if card.points is not None else ""
            for other in ([*goods, *goods, *goods], goods[:1], [*goods, random.choice(KAISPEICHER_GOODS)]):
                yield _with(cards, place, f"contract:{'+'.join(sorted(other))}{points}")
            yield _with(cards, place, f"contract:{'+'.join(goods)}={random.choice((0, 6, 21))}")
            yield _with(cards, place, f"contract:{'+'.join(goods)}")
    yield [*cards, random.choice(sorted(FIREMEN))]


def _with(cards: list[str], place: int, card: str) -> list[str]:
    return [*cards[:place], card, *cards[place + 1 :]]


def _buys(table: SpeicherstadtTable, move: Pass, random: Random) -> Iterator[Moves]:
    """Bought instead of passed, with money that is not there or with a Fish Market that is not owned."""
    for space in table.places():
        if space.open and space.line and move.at in (None, space.place):
            price = prices(table, space, move.player)[0]
            yield [Buy(player=move.player, at=space.place, price=price)]
            yield [Buy(player=move.player, at=space.place, price=price, with_="fish-market")]
            yield [Buy(player=move.player, at=space.place, price=price, with_=random.choice(CANNOT_PAY))]
            return


# Powers at the wrong time, or for what cannot be had.


def _squad_leader(table: SpeicherstadtTable, seat: Seat, random: Random) -> Iterator[Moves]:
    yield [Use(player=seat.name, card="squad-leader")]


def _insurance(table: SpeicherstadtTable, seat: Seat, random: Random) -> Iterator[Moves]:
    use = Use(player=seat.name, card="insurance")
    yield [use]
    if table.fire is not None:
        yield [use, use]


def _auction_hall(table: SpeicherstadtTable, seat: Seat, random: Random) -> Iterator[Moves]:
    missing = [good for good in GOODS if good not in table.stock]
    if missing:
        yield [Use(player=seat.name, card="auction-hall", good=random.choice(missing), to="market-hall")]
    if table.stock:
        good = random.choice(sorted(table.stock))
        yield [Use(player=seat.name, card="auction-hall", good=good, to="hand")]
        yield [Use(player=seat.name, card="auction-hall", good=good, to=random.choice(("ship", "bank", "warehouse")))]
        to = next(iter(targets(seat, good)))
        yield [Use(player=seat.name, card="auction-hall", good=good, to=to)] * 2


def _smuggler(table: SpeicherstadtTable, seat: Seat, random: Random) -> Iterator[Moves]:
    for victim in table.seats:
        for contract, name in zip(victim.contracts, contracts_of(victim), strict=True):
            good = random.choice(contract.card.goods)
            yield [
                Use(player=seat.name, card="smuggler", victim=victim.name, contract=name, good=good, to="market-hall")
            ]
            return


def _truck(table: SpeicherstadtTable, seat: Seat, random: Random) -> Iterator[Moves]:
    yield [Use(player=seat.name, card="truck", steps=[])]
    names = list(contracts_of(seat))
    loaded = [
        (good, name)
        for name, contract in zip(names, seat.contracts, strict=True)
        for good, number in sorted(contract.placed.items())
        for _ in range(number)
    ]
    if loaded:
        good, name = random.choice(loaded)
        yield [Use(player=seat.name, card="truck", steps=[TruckStep(good=good, from_=name, to=random.choice(names))])]
    if len(loaded) > 3:
        # Each cube back to where it lies: every symbol fits, but the Truck carries only three.
        steps = [TruckStep(good=good, from_=name, to=name) for good, name in loaded[:4]]
        yield [Use(player=seat.name, card="truck", steps=steps)]


def _fire_truck(table: SpeicherstadtTable, seat: Seat, random: Random) -> Iterator[Moves]:
    other = sorted(set(FIREMEN) - set(seat.cards))
    if other:
        yield [Use(player=seat.name, card="fire-truck", fireman=random.choice(other), fire=4)]
    own = sorted(set(FIREMEN) & set(seat.cards))
    if own:
        yield [Use(player=seat.name, card="fire-truck", fireman=random.choice(own), fire=random.choice((0, 1, 5)))]


def _snitch(table: SpeicherstadtTable, seat: Seat, random: Random) -> Iterator[Moves]:
    spots = [
        f"{space.place}.{floor}" if isinstance(space.place, int) else space.place
        for space in table.places()
        for floor, _ in enumerate(space.line, 1)
    ]
    if len(spots) > 1:
        yield [Use(player=seat.name, card="snitch", swap=random.sample(spots, 2))]


USES = {
    "squad-leader": _squad_leader,
    "insurance": _insurance,
    "auction-hall": _auction_hall,
    "smuggler": _smuggler,
    "truck": _truck,
    "fire-truck": _fire_truck,
    "snitch": _snitch,
}
