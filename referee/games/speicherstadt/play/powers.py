"""One way to use each card that has a power, as a made-up player might think of it; ``None`` where there is none.

Every way can come up, and none needs the list of all: the routes of a Truck alone would be thousands.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from referee.games.speicherstadt.cards import FIREMEN, FIRES
from referee.games.speicherstadt.legal import targets
from referee.games.speicherstadt.moves import TruckStep, Use
from referee.games.speicherstadt.pieces import SOURCES, Seat, size
from referee.games.speicherstadt.rules.claims import contracts_of
from referee.games.speicherstadt.table import SpeicherstadtTable


def auction_hall(table: SpeicherstadtTable, seat: Seat, random: Random) -> Use | None:
    if not table.stock:
        return None
    good = random.choice(sorted(table.stock))
    return Use(player=seat.name, card="auction-hall", good=good, to=_to(table, seat, good, random))


def smuggler(table: SpeicherstadtTable, seat: Seat, random: Random) -> Use | None:
    loot = [
        (victim.name, name, good)
        for victim in table.seats
        if victim is not seat
        for contract, name in zip(victim.contracts, contracts_of(victim), strict=True)
        if not contract.complete
        for good in sorted(contract.placed)
    ]
    if not loot:
        return None
    victim_name, contract_name, good = random.choice(loot)
    return Use(player=seat.name, card="smuggler", victim=victim_name, contract=contract_name, good=good,
               to=_to(table, seat, good, random))  # fmt: skip


def _to(table: SpeicherstadtTable, seat: Seat, good: str, random: Random) -> str:
    """A place for the good; the hand only if a second good is there to sell it with at once."""
    places = list(targets(seat, good))
    held = sum(size(seat.pile(place)) for place in SOURCES)
    if table.phase == "loading" and held and table.rulings["loading_order"] == "free":
        places.append("hand")
    return random.choice(places)


def truck(table: SpeicherstadtTable, seat: Seat, random: Random) -> Use | None:
    names = contracts_of(seat)
    roads = [
        TruckStep(good=good, from_=start, to=end)
        for start, contract in zip(names, seat.contracts, strict=True)
        for good in sorted(contract.placed)
        for end, other in zip(names, seat.contracts, strict=True)
        if other is not contract and other.shown.get(good, 0)
    ]
    if not roads:
        return None
    steps = random.sample(roads, min(len(roads), random.randint(1, 3)))
    return Use(player=seat.name, card="truck", steps=steps)


def fire_truck(table: SpeicherstadtTable, seat: Seat, random: Random) -> Use | None:
    firemen = sorted({card for card in seat.cards if card in FIREMEN})
    fires = [FIRES[card] for card in table.deck.fires_left()]
    if not firemen or not fires:
        return None
    fireman = random.choice(firemen)
    named = table.fire is not None or random.random() < 0.5
    fire = random.choice(fires)
    if seat.naming.get(fire if named else fires[0]) == fireman:
        return None
    return Use(player=seat.name, card="fire-truck", fireman=fireman, fire=fire if named else None)


def snitch(table: SpeicherstadtTable, seat: Seat, random: Random) -> Use | None:
    """An own worker for one of another player, on whatever card they stand."""
    if table.phase != "demand" or table.demand_is_open():
        return None
    own: list[str] = []
    others: list[str] = []
    for space in table.places():
        for floor, worker in enumerate(space.line, 1):
            spot = space.place if isinstance(space.place, str) else f"{space.place}.{floor}"
            (own if worker.seat is seat else others).append(spot)
    if not own or not others:
        return None
    return Use(player=seat.name, card="snitch", swap=[random.choice(own), random.choice(others)])


POWERS: dict[str, Callable[[SpeicherstadtTable, Seat, Random], Use | None]] = {
    "auction-hall": auction_hall,
    "smuggler": smuggler,
    "truck": truck,
    "fire-truck": fire_truck,
    "snitch": snitch,
}
