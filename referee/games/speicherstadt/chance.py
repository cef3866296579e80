"""What chance may show: the next cards of the draw pile, and the cubes drawn for a ship.

No source lists the goods and points of contracts, so any that a contract can show may come.
"""

from __future__ import annotations

from random import Random

from referee.games.speicherstadt.cards import BASE_GOODS, FIRES, KAISPEICHER_GOODS, STACKS
from referee.games.speicherstadt.moves import Supply
from referee.games.speicherstadt.pieces import Pile, take
from referee.games.speicherstadt.table import SpeicherstadtTable

#: Likely sizes of a contract; those of Kaispeicher may show a single good.
BASE_SIZES = (2, 2, 3, 3, 4)
KAISPEICHER_SIZES = (1, 2, 2, 3, 4)
HIGHEST_POINTS = 20


def reveal(table: SpeicherstadtTable, random: Random) -> Supply | None:
    """Cards for the free spaces, up to a fire or the last space; ``None`` while the round is being played."""
    if table.complete or table.phase not in ("supply", "end"):
        return None
    draw = Draw(table, random)
    # Most recorders write all cards of a Supply at once, some write each.
    number = 1 if random.random() < 0.05 else max(1, table.vacant)
    cards: list[str] = []
    while len(cards) < number:
        kind = draw.kind()
        if kind is None:
            break
        cards.append(draw.written(kind))
        if kind in FIRES:
            break
    return Supply(cards=cards) if cards else None


class Draw:
    """A few cards drawn from the pile of a table, which stays as it is."""

    def __init__(self, table: SpeicherstadtTable, random: Random) -> None:
        deck = table.deck
        self.random = random
        self.kaispeicher = table.kaispeicher
        self.left = {stack: dict(deck.copies[stack]) for stack in STACKS if deck.left[stack]}
        self.bag: Pile = dict(table.bag)
        self.seen = set(table.contracts_seen)

    def kind(self) -> str | None:
        """The kind of the next card, ``None`` if the pile is empty."""
        for cards in self.left.values():
            kinds = [kind for kind, number in cards.items() if number]
            if kinds:
                kind = self.random.choices(kinds, [cards[kind] for kind in kinds])[0]
                cards[kind] -= 1
                return kind
        return None

    def written(self, kind: str) -> str:
        """A card of this kind as a log writes it."""
        if kind == "ship":
            return f"ship:{'+'.join(self.cubes(3))}"
        if kind == "small ship":
            return f"ship:{'+'.join(self.cubes(self.small_crates()))}"
        if kind == "contract":
            return self.contract()
        return self.kaispeicher_contract() if kind == "kaispeicher contract" else kind

    def ships_left(self, kind: str) -> int:
        return sum(cards.get(kind, 0) for cards in self.left.values())

    def small_crates(self) -> int:
        """1 or 2, so that all cubes of the bag are drawn in the end and every ship gets its own."""
        small = self.ships_left("small ship") + 1
        spare = sum(self.bag.values()) - 3 * self.ships_left("ship") - small
        return 2 if self.random.random() * small < spare else 1

    def cubes(self, number: int) -> list[str]:
        drawn = []
        for _ in range(number):
            goods = list(self.bag)
            good = self.random.choices(goods, [self.bag[good] for good in goods])[0]
            take(self.bag, good)
            drawn.append(good)
        return drawn

    def contract(self) -> str:
        """A base contract that did not lie on the table before; in one of ten its points are written too."""
        while True:
            goods = tuple(sorted(self.random.choices(BASE_GOODS, k=self.random.choice(BASE_SIZES))))
            if goods not in self.seen:
                break
        self.seen.add(goods)
        points = f"={(5, 8, 11)[len(goods) - 2]}" if self.random.random() < 0.1 else ""
        return f"contract:{'+'.join(goods)}{points}"

    def kaispeicher_contract(self) -> str:
        goods = self.random.choices(BASE_GOODS + KAISPEICHER_GOODS, k=self.random.choice(KAISPEICHER_SIZES))
        goods[0] = self.random.choice(KAISPEICHER_GOODS)
        return f"contract:{'+'.join(sorted(goods))}={self.random.randint(1, HIGHEST_POINTS)}"
