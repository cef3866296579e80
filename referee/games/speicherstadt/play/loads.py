"""What made-up players do with their goods in Loading."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from referee.games.speicherstadt.cards import MERCHANTS, STORAGE_HOUSES
from referee.games.speicherstadt.legal import targets
from referee.games.speicherstadt.moves import Convert, Income, Load, Sell
from referee.games.speicherstadt.pieces import SOURCES, Seat
from referee.games.speicherstadt.rules.claims import contracts_of
from referee.games.speicherstadt.table import SpeicherstadtTable

#: Places from which goods expire with the income.
FLEETING = ("hand", "ship")


def loading(table: SpeicherstadtTable, random: Random, tidy: bool) -> Iterator[Any]:
    """Goods of one player after the other, and the income when nobody wants to do more."""
    seats = list(table.clockwise(table.first))[table.loading_turn :]
    if not tidy:
        if random.random() < 0.05:
            yield Income()
        if table.rulings["loading_order"] == "free":
            seats = random.sample(table.seats, len(table.seats))
    for seat in seats:
        if any(seat.pile(place) for place in SOURCES):
            yield from (tidily if tidy else at_random)(table, seat, random)
    yield Income()


def _held(seat: Seat, places: tuple[str, ...] = SOURCES) -> list[tuple[str, str]]:
    """The goods of a player one by one, as (good, place)."""
    return [
        (good, place) for place in places for good, number in sorted(seat.pile(place).items()) for _ in range(number)
    ]


def _load(seat: Seat, good: str, place: str, to: str, random: Random) -> Load:
    """One cube, or all of a kind where a contract, a merchant or a storage house may take several."""
    number = seat.pile(place)[good]
    if to.startswith("contract"):
        fitting = [contract for name, contract in zip(contracts_of(seat), seat.contracts, strict=True) if name == to]
        number = min(number, fitting[0].free(good))
    elif to in ("warehouse", "market-hall"):
        number = 1
    return Load(player=seat.name, good=f"{good}@{place}", to=to, count=random.randint(1, number))


def at_random(table: SpeicherstadtTable, seat: Seat, random: Random) -> Iterator[Any]:
    """Any good to any place, sometimes a sale or a conversion; now and then goods are left to expire."""
    if random.random() < 0.1:
        return
    fleeting, kept = _held(seat, FLEETING), _held(seat, SOURCES[2:])
    goods = fleeting or (kept if random.random() < 0.3 else [])
    if not goods:
        return
    if random.random() < 0.35:
        yield from trades(table, seat, _held(seat), random)
    good, place = random.choice(goods)
    places = [to for to in targets(seat, good) if to != place and (fleeting or to not in SOURCES)]
    if places:
        yield _load(seat, good, place, random.choice(places), random)
    if fleeting:
        yield from trades(table, seat, _held(seat), random)


def tidily(table: SpeicherstadtTable, seat: Seat, random: Random) -> Iterator[Any]:
    """To contracts first, then to those who pay or score, then to where goods keep; what is left is traded in."""
    fleeting = _held(seat, FLEETING)
    for good, place in dict.fromkeys([*fleeting, *_held(seat, SOURCES[2:])]):
        contracts = [name for name in targets(seat, good) if name.startswith("contract")]
        if contracts:
            yield _load(seat, good, place, random.choice(contracts), random)
    for good, place in dict.fromkeys([*fleeting, *_held(seat, SOURCES[2:])]):
        for to in targets(seat, good):
            if to in STORAGE_HOUSES or (to in MERCHANTS and (place in FLEETING or MERCHANTS[to].pays > 1)):
                yield _load(seat, good, place, to, random)
    if not fleeting:
        return
    wanted = [good for good in sorted(table.stock) if any(to.startswith("contract") for to in targets(seat, good))]
    number = 2 if "harbor-master" in seat.cards else 3
    if wanted and len(fleeting) >= number and random.random() < 0.7:
        into = random.choice(wanted)
        to = next(iter(targets(seat, into))) if random.random() < 0.5 else "hand"
        yield Convert(player=seat.name, goods=_written(random.sample(fleeting, number)), into=into, to=to)
    good, place = fleeting[0]
    for to in ("warehouse", "market-hall"):
        yield _load(seat, good, place, to, random)
    held = fleeting if len(fleeting) > 1 else _held(seat)
    if len(held) > 1:
        yield Sell(player=seat.name, goods=_written(held[: 2 * random.randint(1, len(held) // 2)]))


def trades(table: SpeicherstadtTable, seat: Seat, held: list[tuple[str, str]], random: Random) -> Iterator[Any]:
    """A sale or a conversion of some of the goods held."""
    yield from _conversion(table, seat, held, random)
    if len(held) >= 2:
        number = 4 if len(held) >= 4 and random.random() < 0.2 else 2
        yield Sell(player=seat.name, goods=_written(random.sample(held, number)))


def _conversion(table: SpeicherstadtTable, seat: Seat, held: list[tuple[str, str]], random: Random) -> Iterator[Any]:
    number = 2 if "harbor-master" in seat.cards and random.random() < 0.8 else 3
    if len(held) < number or random.random() < 0.5:
        return
    goods = random.sample(held, number)
    into = random.choice(sorted(table.stock) or [goods[0][0]])
    to = random.choice([*targets(seat, into), "hand"])
    yield Convert(player=seat.name, goods=_written(goods), into=into, to=to)


def spending(seat: Seat, random: Random) -> Iterator[Any]:
    """The sale that spends the good which a power has brought to the hand."""
    first = (str(seat.pending), "hand")
    others = _held(seat)
    others.remove(first)
    if "harbor-master" in seat.cards or len(others) > 1:
        number = 1 if "harbor-master" in seat.cards else 2
        goods = [first, *random.sample(others, number)]
        yield Convert(player=seat.name, goods=_written(goods), into=random.choice(goods)[0])
    yield Sell(player=seat.name, goods=_written([first, random.choice(others)]))


def _written(goods: list[tuple[str, str]]) -> list[str]:
    return [f"{good}@{place}" for good, place in goods]
