"""What a slip leaves in doubt, so that what follows only from it is not reported again.

A log goes on after a slip. When the referee skips a purchase, the log still uses the card; when it skips a placement,
the prices of the log still count the worker. Nothing here changes the table: a fault that may follow from a doubt is
only not named a second time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from referee.engine.game import Unreadable
from referee.games.speicherstadt.cards import MERCHANTS, read_card
from referee.games.speicherstadt.moves import (
    Convert,
    Load,
    Place,
    Reserve,
    Sell,
    UseAuctionHall,
    UseSmuggler,
)

#: Stands for whatever a move that could not be read may have meant; as a player for everybody.
ANYTHING = "*"
#: Coins that a purchase brings at once.
AT_ONCE = {"thrift-institution": 4, "thief": 4}

_GOODS = ("coins", "score", "warehouse", "market_hall", "contracts", "cards")
_DISPLAY = ("row", "upper", "reserved", "queues", "stock")
#: By kind of move: the fields of the player's claims and of the table's that it changes.
_CHANGED: dict[str | None, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "supply": ((), (*_DISPLAY, "bag")),
    "place": (("workers", "gray"), ("queues",)),
    "reserve": (("workers", "gray"), ("upper", "reserved")),
    "break": (("breaks", "cards"), ()),
    "buy": (("workers", "gray", "breaks", *_GOODS), _DISPLAY),
    "pass": (("workers",), _DISPLAY),
    "load": (_GOODS, ("stock",)),
    "sell": (_GOODS, ("stock",)),
    "convert": (_GOODS, ("stock",)),
    "use": (_GOODS, (*_DISPLAY, "stock")),
    None: (("workers", "gray", "breaks", *_GOODS), _DISPLAY),
}


class Doubts:
    """What may be otherwise than the table shows.

    By player: ``cards`` that may be owned and ``goods`` that may be held after all, ``workers`` that may stand in line,
    ``coins`` that may be there, and ``fields`` of claims (of the table under ``None``). ``paid`` says by how much the
    coins of a player differ since a wrong price was taken as recorded, ``differences`` by how much a claim was wrong
    before. ``bag`` are goods that may not have been drawn, ``spare`` is how many cards of the pile may have been counted
    wrong.

    Of this round: ``names`` are cards on display that may be others, ``references`` those that were looked for in vain,
    ``disputed`` are places that perhaps somebody else has bought. ``places`` says that spaces may have been counted
    otherwise, ``order`` that workers may stand the other way round in their lines, ``extra`` how many cards may not have
    been there at all.
    """

    __slots__ = (
        "bag", "cards", "coins", "differences", "disputed", "extra", "fields", "goods", "names", "order", "paid",
        "places", "references", "spare", "workers",
    )  # fmt: skip

    def __init__(self) -> None:
        self.cards: dict[str, set[str]] = {}
        self.goods: dict[str, set[str]] = {}
        self.coins: dict[str, int] = {}
        self.paid: dict[str, int] = {}
        self.fields: dict[str | None, set[str]] = {}
        self.workers: dict[str, int] = {}
        self.differences: dict[tuple[str | None, str], Any] = {}
        self.bag: set[str] = set()
        self.spare = 0
        self.names: set[str] = set()
        self.references: set[str] = set()
        self.disputed: set[int | str] = set()
        self.places = False
        self.order = False
        self.extra = 0

    # Questions.

    def may_own(self, player: str, card: str) -> bool:
        """Whether a purchase of such a card by this player was skipped, or one that could not be read."""
        cards = self.cards.get(player)
        return cards is not None and (card in cards or ANYTHING in cards)

    def may_hold(self, player: str, good: str) -> bool:
        """Whether a move that would have brought this good to the player was skipped."""
        goods = self.goods.get(player)
        return goods is not None and (good in goods or ANYTHING in goods)

    def may_pay(self, player: str, coins: int) -> bool:
        """Whether this player may have so many coins more."""
        return 0 < coins <= self.coins.get(player, 0)

    @property
    def missing(self) -> int:
        """How many placements were skipped in this round."""
        return sum(self.workers.values())

    def unclear(self, at: int | str | None) -> bool:
        """Whether a reference that fits no card, or too many, may only lack what an earlier slip left out."""
        return self.places or (isinstance(at, str) and (bool(self.names) or at in self.references))

    def unsure(self, player: str | None, field: str) -> bool:
        """Whether a claim of this field may be right after all."""
        found = self.fields.get(player)
        if found is not None and field in found:
            return True
        return player is not None and field in self.fields.get(ANYTHING, ())

    def same_again(self, player: str | None, field: str, seen: Any, claimed: Any) -> bool:
        """Whether a claim is wrong by exactly as much as the last one of this field was."""
        return bool(self.differences.get((player, field)) == _difference(seen, claimed))

    # What leaves something in doubt.

    def claimed(self, player: str | None, field: str, seen: Any, claimed: Any) -> None:
        """Remember by how much a claim is wrong."""
        self.differences[player, field] = _difference(seen, claimed)

    def display(self) -> None:
        """Cards were left out or are too many."""
        self.places = True
        self._changed("supply", None)

    def end_round(self) -> None:
        self.workers.clear()
        self.names.clear()
        self.references.clear()
        self.disputed.clear()
        self.places = self.order = False
        self.extra = 0

    def settle(self, player: str | None, field: str) -> None:
        """An arbiter has put this field right."""
        self.fields.get(player, set()).discard(field)
        if field == "coins" and player is not None:
            self.paid.pop(player, None)
            self.coins.pop(player, None)

    def bought(self, players: Iterable[str], card: str, goods: Iterable[str]) -> None:
        """Any of these players may have bought this card (its id), with these goods on it."""
        for player in players:
            self.cards.setdefault(player, set()).add(card)
            self.goods.setdefault(player, set()).update([ANYTHING] if card == ANYTHING else goods)
            self.lend(player, AT_ONCE.get(card, 4 if card == ANYTHING else 0))
            self._changed("buy", player)
        everybody = self.fields.setdefault(ANYTHING, set())
        if card == ANYTHING or card.startswith("fire"):
            everybody.add("score")
        if card in (ANYTHING, "thief"):
            everybody.add("coins")

    def lend(self, player: str, coins: int) -> None:
        """A player may have so many coins more than the table shows."""
        if coins > 0:
            self.coins[player] = self.coins.get(player, 0) + coins

    def mispaid(self, player: str, paid: int, due: int) -> None:
        """A wrong price was taken as recorded; perhaps the right one was paid, or nothing was bought at all."""
        self.paid[player] = self.paid.get(player, 0) + paid - due
        self.lend(player, paid + 1)

    def skipped(self, step: Any, field: str) -> None:
        """Note what a skipped step would have changed; ``field`` is the part of it that was at fault."""
        if isinstance(step, Unreadable):
            self._unread(step)
            return
        self._changed(step.move, getattr(step, "player", None))
        self.order = self.order or step.move == "pass"
        if field == "at" and isinstance(step.at, str):
            self.references.add(step.at)
        if isinstance(step, Place | Reserve):
            self.workers[step.player] = self.workers.get(step.player, 0) + 1
        elif isinstance(step, Load | Sell | Convert | UseAuctionHall | UseSmuggler):
            self._not_moved(step, field)

    def _not_moved(self, step: Load | Sell | Convert | UseAuctionHall | UseSmuggler, field: str) -> None:
        """Goods that were not moved: they may be where the log wanted them, or others may have been meant."""
        wanted = step.goods if isinstance(step, (Sell, Convert)) else [step.good]
        brought = {step.into} if isinstance(step, Convert) else {good.partition("@")[0] for good in wanted}
        if field.startswith("good"):
            brought = {ANYTHING}
        self.goods.setdefault(step.player, set()).update(brought)
        number = step.count if isinstance(step, Load) else len(wanted)
        to = "" if isinstance(step, Sell) else step.to
        self.lend(step.player, min(number, 9) * (MERCHANTS[to].pays if to in MERCHANTS else 1))
        if isinstance(step, UseSmuggler):
            self._changed("use", step.victim)

    def not_owned(self, player: str, card: str) -> None:
        """That a card is not owned was said once; its purchase may be missing in the log."""
        read = read_card(card.partition("#")[0])
        self.cards.setdefault(player, set()).add(read.id if read is not None else card)

    def _unread(self, step: Unreadable) -> None:
        self._changed(step.kind, step.player)
        self.order = self.order or step.kind == "pass"
        if step.kind == "supply":
            self.fields.setdefault(ANYTHING, set()).add("score")
            self.places = True
        player = step.player
        if player is None:
            return
        if step.kind in ("place", "reserve"):
            self.workers[player] = self.workers.get(player, 0) + 1
        if step.kind in ("buy", "use", None):
            self.cards.setdefault(player, set()).add(ANYTHING)
        if step.kind in ("buy", "load", "sell", "convert", "use", None):
            self.goods.setdefault(player, set()).add(ANYTHING)
            self.lend(player, 4)

    def _changed(self, kind: str | None, player: str | None) -> None:
        own, common = _CHANGED.get(kind, ((), ()))
        if own:
            self.fields.setdefault(player if player is not None else ANYTHING, set()).update(own)
        self.fields.setdefault(None, set()).update(common)


def _difference(seen: Any, claimed: Any) -> Any:
    """By how much a claimed value is not the one seen: a number, or what is too many and too few."""
    if isinstance(seen, int):
        return claimed - seen
    if isinstance(seen, str):
        return claimed
    one, other = (Counter(value if isinstance(value, dict) else map(str, value)) for value in (seen, claimed))
    return other - one, one - other
