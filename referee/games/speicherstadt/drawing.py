"""How the table is shown and the game is told: what the text and the HTML share."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.effects import Effects
from referee.engine.telling import Change, signed
from referee.engine.terminal import clip, visible
from referee.games.speicherstadt.cards import (
    BUILDINGS,
    CARDS,
    FIREMEN,
    GOODS,
    MERCHANTS,
    STORAGE_HOUSES,
    Card,
    contract_points,
    read_card,
)
from referee.games.speicherstadt.pieces import Seat, Space
from referee.games.speicherstadt.table import SpeicherstadtTable

#: A letter for each kind of goods; carpets gave theirs to coffee.
LETTERS = {
    "coffee": "C",
    "tea": "T",
    "saffron": "S",
    "rubber": "R",
    "carpet": "P",
    "fabric": "F",
    "glass": "G",
    "hemp": "H",
}
_KINDS: tuple[tuple[str, Iterable[str]], ...] = (
    ("fireman", FIREMEN),
    ("ship", ("ship",)),
    ("contract", ("contract",)),
    ("goods", (*MERCHANTS, *STORAGE_HOUSES, "warehouse")),
    ("building", (*BUILDINGS, "counting-office", "port", "chamber", "press", "mayor", "harbor-tour")),
)
_KIND_OF = {card: kind for kind, cards in _KINDS for card in cards}
_LONGEST_MARK, _LONGEST_NAME = 3, 40


def kind_of(card: str) -> str:
    """What sort of card it is, for its colour: fireman, ship, contract, goods, building, or power for the others."""
    return _KIND_OF.get(card, "power")


def name_of(card: Card | str) -> str:
    """The name that is printed on a card; what is no card is called as it was written."""
    if isinstance(card, str):
        read = read_card(card)
        if read is None:
            return card
        card = read
    printed = CARDS.get(card.id)
    return printed.name if printed is not None else "unknown card"


def points_of(card: Card) -> int | None:
    """The points of a contract, ``None`` for all other cards."""
    return contract_points(card) if card.id == "contract" else None


def short_name(name: str) -> str:
    """The name of a player, made visible, and cut if it is long."""
    return clip(visible(name), _LONGEST_NAME)


def marks(names: Sequence[str]) -> dict[str, str]:
    """For each player the shortest beginning of the name that no other has; numbers where that takes too long."""
    found: dict[str, str] = {}
    for name in names:
        others = [other.strip() for other in names if other != name]
        letters = list(_beginnings(name.strip()))[:_LONGEST_MARK]
        fitting = (letter for letter in letters if not any(other.startswith(letter) for other in others))
        found[name] = next(fitting, "")
    if all(mark and mark.isprintable() and visible(mark) == mark for mark in found.values()):
        return found
    return {name: str(number) for number, name in enumerate(names, 1)}


def _beginnings(name: str) -> Iterator[str]:
    """Ever longer beginnings; an accent stays with its letter."""
    for end in range(1, len(name) + 1):
        if end == len(name) or not unicodedata.category(name[end]).startswith("M"):
            yield name[:end]


def stage(table: SpeicherstadtTable) -> list[str]:
    """Where the game stands, in short phrases."""
    if table.complete:
        return [f"The game is over after {table.rounds} rounds"]
    if table.phase == "end":
        return [f"Round {table.rounds} was the last, only fires are left"]
    first = table.seats[table.first].name
    phase = table.phase.capitalize()
    return [f"Round {table.round} of {table.last_round}", phase, f"{short_name(first)} has the first player marker"]


def price(table: SpeicherstadtTable, space: Space) -> int | None:
    """What the next in line would pay, ``None`` where nobody stands in line."""
    if space.card is None or not space.line:
        return None
    if space in table.reserved:
        return len(table.reserved) - table.reserved.index(space)
    return len(space.line)


def number_of(number: int, noun: str) -> str:
    """``1 coin``, ``2 coins``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def counted(cards: Iterable[str]) -> dict[str, int]:
    """Cards in front of a player by id with their number, in the order of the card list; contracts left out."""
    number: dict[str, int] = {}
    for card in cards:
        if not card.startswith("contract"):
            number[card] = number.get(card, 0) + 1
    order = list(CARDS)
    return dict(sorted(number.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order)))


def piles(seat: Seat) -> list[tuple[str, list[str]]]:
    """Where a player may keep goods, with what lies there; places that are empty or missing are left out."""
    places = (
        ("ship", seat.ship),
        ("hand", seat.hand),
        ("market hall", seat.market_hall),
        ("warehouse", seat.warehouse),
    )
    return [(name, [good for good in GOODS for _ in range(pile.get(good, 0))]) for name, pile in places if pile]


# The story: under which heading a step is told, and what it brought whom.

_HEADINGS = {
    "supply": "Supply",
    "place": "Demand",
    "reserve": "Demand",
    "break": "Demand",
    "buy": "Purchase",
    "pass": "Purchase",
    "load": "Loading",
    "sell": "Loading",
    "convert": "Loading",
    "income": "Income",
}


def chapter(table: SpeicherstadtTable, step: Any) -> tuple[str | None, str | None]:
    """A round begins with its Supply; the fires after the last round have a chapter of their own."""
    kind = getattr(step, "move", None) or getattr(step, "kind", None)
    heading = _HEADINGS.get(kind or "")
    if kind != "supply":
        return None, heading
    last = table.phase == "end" and table.rounds == table.last_round
    return "After the last round" if last else f"Round {table.round}", "Fire" if last else heading


def closed_demand(table: SpeicherstadtTable, step: Any) -> bool:
    """Whether all workers stand and this step was the last that put or moved one."""
    kind = getattr(step, "move", None)
    if kind == "use":
        return getattr(step, "card", None) == "snitch" and table.phase == "purchase"
    return kind in ("place", "reserve", "break") and table.phase == "demand" and not table.demand_is_open()


def gains(table: SpeicherstadtTable, effects: Effects) -> list[Change]:
    """Coins, points, cards and goods that came to or went from players; where things lie on display is drawn."""
    found: list[Change] = []
    for group, unit in (("coins", "coin"), ("points", "point"), ("gray", "gray worker"), ("breaks", "Break card")):
        for name, number in effects.get(group, {}).items():
            if name in table.by_name:
                plural = "" if abs(number) == 1 else "s"
                found.append((name, f"{signed(number)} {unit}{plural}"))
    for name, cards in effects.get("cards", {}).items():
        found += [(name, f"{card[0]} {_with_goods(card[1:])}") for card in cards]
    for key, goods in effects.get("goods", {}).items():
        owner = next((name for name in table.by_name if key.startswith(f"{name}.")), None)
        if owner is not None:
            place = _place(key[len(owner) + 1 :])
            found += [(owner, f"{signed(number)} {good} {place}") for good, number in goods.items()]
    return found


def _with_goods(text: str) -> str:
    """The name of a card; a contract is told apart by its goods."""
    card = read_card(text)
    goods = ", ".join(card.goods) if card is not None and card.id == "contract" else ""
    return f"{name_of(text)} for {goods}" if goods else name_of(text)


def _place(key: str) -> str:
    """Where goods lie, in words."""
    if key.startswith("contract"):
        return "on a contract"
    return {"ship": "on ship", "hand": "in hand", "market-hall": "in the market hall"}.get(key, f"in the {key}")


def shown(symbols: Mapping[str, int], placed: Mapping[str, int]) -> list[tuple[str, bool]]:
    """The symbols of a contract one by one, each with whether a cube lies on it."""
    return [(good, number < placed.get(good, 0)) for good in GOODS for number in range(symbols.get(good, 0))]
