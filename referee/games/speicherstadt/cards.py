"""The trade cards: what is printed on them, and how a card is written in a log.

The data is in ``cards.toml``. Source: The Speicherstadt, rulebook, "Trade cards"; Kaispeicher, "The new trade cards".
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from referee.engine.compiled import mypyc_attr

BASE_GOODS: Final = ("coffee", "tea", "saffron", "rubber", "carpet")
KAISPEICHER_GOODS: Final = ("fabric", "glass", "hemp")
GOODS: Final = BASE_GOODS + KAISPEICHER_GOODS
STACKS: Final = ("A", "B", "C", "D", "E")
#: Points of a contract by its number of symbols (The Speicherstadt, rulebook, "Contract").
CONTRACT_POINTS: Final = {2: 5, 3: 8, 4: 11}
#: Points for 0 to 4 counting offices; more than four give no more (Kaispeicher, "Counting Offices").
COUNTING_OFFICES: Final = (0, 2, 5, 9, 14)


@dataclass(frozen=True, slots=True)
class CardType:
    """What is printed on one kind of card.

    ``stacks`` and ``kaispeicher`` say how many there are in each stack, of the base game and of the expansion.
    A merchant ``buys`` a good and ``pays`` coins for a cube, a storage house ``stores`` one; ``building`` is the
    fixed value of a scoring building. ``removed`` lists the numbers of players for which one card goes back to the box.
    """

    id: str
    name: str
    stacks: dict[str, int] = field(default_factory=dict)
    kaispeicher: dict[str, int] = field(default_factory=dict)
    buys: str | None = None
    pays: int = 0
    points: int = 0
    stores: str | None = None
    building: int = 0
    fireman: int = 0
    fire: int = 0
    removed: tuple[int, ...] = ()
    german: tuple[str, ...] = ()
    german_sure: str = "unconfirmed"
    sure: str = "certain"
    kaispeicher_sure: str = ""
    source: str = ""


def _read() -> dict[str, CardType]:
    data: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))
    for printed in data.values():
        for key in ("removed", "german"):
            printed[key] = tuple(printed.get(key, ()))
    return {card: CardType(card, **printed) for card, printed in data.items()}


CARDS: Final = _read()
FIREMEN: Final = {card.id: card.fireman for card in CARDS.values() if card.fireman}
FIRES: Final = {card.id: card.fire for card in CARDS.values() if card.fire}
MERCHANTS: Final = {card.id: card for card in CARDS.values() if card.buys}
STORAGE_HOUSES: Final = {card.id: card for card in CARDS.values() if card.stores}
BUILDINGS: Final = {card.id: card.building for card in CARDS.values() if card.building}


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it was written: its id, its goods in alphabetical order, and the points if they were given.

    ``kind`` is what a stack counts: the id, but Kaispeicher contracts and ships of fewer than three crates apart.
    """

    id: str
    goods: tuple[str, ...]
    points: int | None
    text: str
    kind: str

    def fits(self, reference: Card) -> bool:
        """Whether ``reference`` means this card: goods in any order, goods and points may be left out."""
        if self.id != reference.id or (reference.goods and reference.goods != self.goods):
            return False
        return reference.points is None or reference.points == contract_points(self)

    def __reduce__(self) -> str | tuple[Any, ...]:
        """A card is a value: the copy of a table has the very same ones."""
        return (read_card, (self.text,)) if self.id in CARDS else "UNKNOWN"


#: What fills a space when nobody can say which card it is.
UNKNOWN: Final = Card("?", (), None, "?", "?")


@lru_cache(maxsize=4096)
def read_card(text: str) -> Card | None:
    """A card as a log writes it (``ship:tea+tea``, ``contract:glass=4``, ``bank``); ``None`` if there is no such card.

    Ids ignore nothing here: lines are put in lower case before. Whether the card is possible is left to the rules.
    """
    head, equals, points_text = text.partition("=")
    card_id, colon, goods_text = head.partition(":")
    if card_id not in CARDS:
        return None
    if (colon and card_id not in ("ship", "contract")) or (equals and card_id != "contract"):
        return None
    goods = tuple(sorted(goods_text.split("+"))) if colon else ()
    if any(good not in GOODS for good in goods):
        return None
    points: int | None = None
    if equals:
        if not points_text.isascii() or not points_text.isdigit() or len(points_text) > 9:
            return None
        points = int(points_text)
    kind = card_id
    if card_id == "contract" and any(good in KAISPEICHER_GOODS for good in goods):
        kind = "kaispeicher contract"
    elif card_id == "ship" and 0 < len(goods) < 3:
        kind = "small ship"
    return Card(card_id, goods, points, text, kind)


def contract_points(card: Card) -> int:
    """The points of a contract when complete: printed ones as given, else by its size (0 if nobody can say)."""
    if card.points is not None:
        return card.points
    return CONTRACT_POINTS.get(len(card.goods), 0) if card.kind == "contract" else 0


@cache
def _after_setup(players: int, kaispeicher: bool) -> tuple[dict[str, dict[str, int]], set[str]]:
    """The cards of each stack after setup, and the kinds that setup took out of stack D; every game has the same."""
    stacks: dict[str, dict[str, int]] = {stack: {} for stack in STACKS}
    for card in CARDS.values():
        for stack, number in card.stacks.items():
            stacks[stack][card.id] = number
        for stack, number in card.kaispeicher.items() if kaispeicher else ():
            kind = {"contract": "kaispeicher contract", "ship": "small ship"}.get(card.id, card.id)
            stacks[stack][kind] = stacks[stack].get(kind, 0) + number
    gone = {card.id for card in CARDS.values() if players in card.removed}
    if players != 4:
        gone.add("fireman-3")
    removed = {kind for kind in gone if stacks["D"].get(kind, 0)}
    for kind in removed:
        stacks["D"][kind] -= 1
    return stacks, removed


@mypyc_attr(allow_interpreted_subclasses=True)
class Deck:
    """The draw pile as far as it is known: how many cards of each stack are left, and which could still be there.

    ``had`` are the cards of each stack after setup, ``copies`` those not drawn yet, ``left`` the number of cards in a
    stack; ``stack`` is the one now being drawn, ``None`` when the pile is empty. ``removed`` are the kinds that setup
    took out of a stack. Source: The Speicherstadt, rulebook, "Setup".
    """

    __slots__ = (
        "copies",
        "firemen",
        "had",
        "left",
        "removed",
        "size",
        "stack",
        "values",
    )

    def __init__(self, players: int, kaispeicher: bool) -> None:
        self.had, self.removed = _after_setup(players, kaispeicher)
        self.copies = {stack: dict(cards) for stack, cards in self.had.items()}
        self.left = {stack: sum(cards.values()) for stack, cards in self.had.items()}
        self.size = sum(self.left.values())
        self.stack: str | None = STACKS[0]
        #: For the ruling fireman_stacks = "any": firemen left in each stack, and of each value in the game.
        self.firemen = {stack: sum(cards.get(kind, 0) for kind in FIREMEN) for stack, cards in self.had.items()}
        self.values = {kind: sum(cards.get(kind, 0) for cards in self.had.values()) for kind in FIREMEN}

    def ever_had(self, stack: str, kind: str, any_fireman: bool) -> bool:
        """Whether a card of this kind can belong to the stack at all."""
        if any_fireman and kind in FIREMEN:
            return any(fireman in self.had[stack] for fireman in FIREMEN)
        return self.had[stack].get(kind, 0) > 0

    def holds(self, stack: str, kind: str, any_fireman: bool) -> bool:
        """Whether a card of this kind can still be in the stack."""
        if any_fireman and kind in FIREMEN:
            return self.firemen[stack] > 0 and self.values[kind] > 0
        return self.copies[stack].get(kind, 0) > 0

    def draw(self, kind: str) -> None:
        """Take a card off the pile. One that cannot be there only makes the stack smaller; an empty pile had one more."""
        stack = self.stack
        if stack is None:
            self.size += 1
            return
        self.left[stack] -= 1
        if not self.left[stack]:
            self.stack = next((below for below in STACKS if self.left[below]), None)
        copies = self.copies[stack]
        if copies.get(kind, 0):
            copies[kind] -= 1
        if kind in FIREMEN:
            self.firemen[stack] = max(0, self.firemen[stack] - 1)
            self.values[kind] = max(0, self.values[kind] - 1)

    def fires_left(self) -> list[str]:
        """The fires still in the pile, in the order in which they come."""
        return [fire for fire in FIRES if any(self.copies[stack].get(fire, 0) for stack in STACKS)]

    def total(self) -> int:
        return sum(self.left.values())
