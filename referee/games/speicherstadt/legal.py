"""What may come next: candidates for the next decision, as primitive explicit moves.

Primitive means one cube at a time with the place it comes from, sales of two goods, a conversion to the hand, and
the steps of the Truck as a sorted set. Whether a candidate is legal is asked of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any

from referee.games.speicherstadt.cards import FIREMEN, FIRES, MERCHANTS, STORAGE_HOUSES
from referee.games.speicherstadt.moves import (
    Break,
    Buy,
    Convert,
    Income,
    Load,
    Pass,
    Place,
    Reserve,
    Sell,
    TruckStep,
    Use,
)
from referee.games.speicherstadt.pieces import SOURCES, Seat
from referee.games.speicherstadt.rules.claims import contracts_of
from referee.games.speicherstadt.rules.purchase import prices
from referee.games.speicherstadt.table import SpeicherstadtTable


def candidates(table: SpeicherstadtTable) -> Iterator[Any]:
    """Moves that may be legal now; none that is legal and primitive is missing."""
    if table.complete:
        yield from _on_a_fire(table)
        return
    if table.phase == "demand":
        yield from _demand(table)
    if table.phase in ("demand", "purchase"):
        yield from _purchase(table)
    if table.phase in ("purchase", "loading") and not any(space.open for space in table.places()):
        yield from _loading(table)
    yield from _on_a_fire(table)
    yield from _at_any_point(table)


def _demand(table: SpeicherstadtTable) -> Iterator[Any]:
    owing = table.demand_is_open()
    for seat in table.clockwise(table.turn):
        if owing and table.passed_over(seat):
            return
        name = seat.name
        for gray in (False, True):
            if seat.gray if gray else seat.home:
                for space in table.row:
                    yield Place(player=name, at=int(space.place), gray=gray)
                for space in table.upper:
                    if space.card is not None:
                        yield Reserve(player=name, at=int(space.place), gray=gray)
        if seat.breaks:
            yield Break(player=name)
    if not owing:
        yield from _snitch(table)


def _snitch(table: SpeicherstadtTable) -> Iterator[Any]:
    spots = [
        (f"{space.place}.{floor}" if isinstance(space.place, int) else space.place, worker.seat.name)
        for space in table.places()
        for floor, worker in enumerate(space.line, 1)
    ]
    for seat in table.seats:
        if "snitch" not in seat.cards:
            continue
        for own, owner in spots:
            for other, other_owner in spots:
                if owner == seat.name != other_owner:
                    yield Use(player=seat.name, card="snitch", swap=[own, other])


def _purchase(table: SpeicherstadtTable) -> Iterator[Any]:
    """The decision of the player who is next in line at the first open place."""
    if table.phase == "demand" and table.demand_is_open():
        return
    for space in table.places():
        if not space.open or not space.line:
            continue
        name = space.line[0].seat.name
        price = prices(table, space, name)[0]
        yield Buy(player=name, at=space.place, price=price)
        yield Buy(player=name, at=space.place, price=price, with_="fish-market")
        yield Pass(player=name, at=space.place)
        return


def _goods(seat: Seat) -> list[tuple[str, str, int]]:
    """A player's goods as (good, place, number)."""
    return [(good, place, number) for place in SOURCES for good, number in sorted(seat.pile(place).items())]


def _hands(seat: Seat, number: int) -> Iterator[list[str]]:
    """Every way to take this many goods, each as ``good@place``."""
    held = _goods(seat)
    for chosen in combinations_with_replacement(range(len(held)), number):
        if all(chosen.count(index) <= held[index][2] for index in set(chosen)):
            yield [f"{held[index][0]}@{held[index][1]}" for index in chosen]


def targets(seat: Seat, good: str) -> Iterator[str]:
    yield from (name for name, contract in zip(contracts_of(seat), seat.contracts, strict=True) if contract.free(good))
    for card in dict.fromkeys(seat.cards):
        if (card in MERCHANTS and MERCHANTS[card].buys == good) or (
            card in STORAGE_HOUSES and STORAGE_HOUSES[card].stores == good
        ):
            yield card
    if "warehouse" in seat.cards:
        yield "warehouse"
    yield "market-hall"


def _loading(table: SpeicherstadtTable) -> Iterator[Any]:
    yield Income()
    for seat in table.clockwise(table.first):
        name = seat.name
        for good, place, _ in _goods(seat):
            for to in targets(seat, good):
                if to != place:
                    yield Load(player=name, good=f"{good}@{place}", to=to)
        for goods in _hands(seat, 2):
            yield Sell(player=name, goods=goods)
        sizes = (2, 3) if "harbor-master" in seat.cards else (3,)
        for size in sizes:
            for goods in _hands(seat, size):
                for into in dict.fromkeys([*sorted(table.stock), *(good.partition("@")[0] for good in goods)]):
                    yield Convert(player=name, goods=goods, into=into)


def _on_a_fire(table: SpeicherstadtTable) -> Iterator[Any]:
    if table.fire is None:
        return
    for seat in table.seats:
        for card in ("squad-leader", "insurance"):
            if card in seat.cards:
                yield Use(player=seat.name, card=card)


def _at_any_point(table: SpeicherstadtTable) -> Iterator[Any]:
    for seat in table.seats:
        name = seat.name
        hand = ["hand"] if table.phase == "loading" else []
        if "auction-hall" in seat.cards:
            for good in sorted(table.stock):
                for to in (*targets(seat, good), *hand):
                    yield Use(player=name, card="auction-hall", good=good, to=to)
        if "smuggler" in seat.cards:
            yield from _smuggler(table, seat, hand)
        if "truck" in seat.cards:
            yield from _truck(seat)
        if "fire-truck" in seat.cards:
            for fireman in sorted({card for card in seat.cards if card in FIREMEN}):
                for fire in (FIRES[card] for card in table.deck.fires_left()):
                    if seat.naming.get(fire) != fireman:
                        yield Use(player=name, card="fire-truck", fireman=fireman, fire=fire)


def _smuggler(table: SpeicherstadtTable, seat: Seat, hand: list[str]) -> Iterator[Use]:
    for victim in table.seats:
        if victim is seat:
            continue
        for contract, name in zip(victim.contracts, contracts_of(victim), strict=True):
            if contract.complete:
                continue
            for good in sorted(contract.placed):
                for to in (*targets(seat, good), *hand):
                    yield Use(player=seat.name, card="smuggler", victim=victim.name, contract=name, good=good, to=to)


def _truck(seat: Seat) -> Iterator[Use]:
    names = list(contracts_of(seat))
    single = [
        (good, start, end)
        for start, contract in zip(names, seat.contracts, strict=True)
        for good in sorted(contract.placed)
        for end, other in zip(names, seat.contracts, strict=True)
        if other is not contract and other.shown.get(good, 0)
    ]
    for number in (1, 2, 3):
        for chosen in combinations(sorted(single), number):
            yield Use(
                player=seat.name,
                card="truck",
                steps=[TruckStep(good=good, from_=start, to=end) for good, start, end in chosen],
            )
