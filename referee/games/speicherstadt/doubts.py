"""What a slip leaves in doubt, so that what follows only from it is not reported again.

A log goes on after a slip. When the referee skips a purchase, the log still uses the card; when it skips a placement,
the prices of the log still count the worker. Nothing here changes the table: a fault that may follow from a doubt is
only not named a second time. Doubts are kept as small as they can be, lest one slip hides the next: what a round
settles is forgotten with it, and what a claim shows is settled by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from referee.engine.compiled import mypyc_attr
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

#: Stands for a card or a good that nobody can name.
ANYTHING: Final = "*"
#: Coins that a purchase brings at once.
AT_ONCE: Final = {"thrift-institution": 4, "thief": 4, ANYTHING: 4}
#: Where goods can be kept for a later round.
STORES: Final = ("warehouse", "market-hall")
#: Where a good that is taken may come from if it comes from one of them: the log need not say it.
_PERHAPS_STORED: Final = ("", *STORES)

_GOODS: Final = ("coins", "score", "warehouse", "market_hall", "contracts", "cards")
_WORKERS: Final = ("workers", "gray", "breaks")
_DISPLAY: Final = ("row", "upper", "reserved", "queues", "stock")
#: By kind of move: the fields of the player's claims and of the table's that it changes.
_CHANGED: Final[dict[str | None, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "supply": ((), (*_DISPLAY, "bag")),
    "place": (("workers", "gray"), ("queues",)),
    "reserve": (("workers", "gray"), ("upper", "reserved")),
    "break": (("breaks", "cards"), ()),
    "buy": ((*_WORKERS, *_GOODS), _DISPLAY),
    "pass": (("workers",), _DISPLAY),
    "load": (_GOODS, ("stock",)),
    "sell": (_GOODS, ("stock",)),
    "convert": (_GOODS, ("stock",)),
    "use": (_GOODS, _DISPLAY),
    None: ((*_WORKERS, *_GOODS), _DISPLAY),
}


@mypyc_attr(allow_interpreted_subclasses=True)
class Doubts:
    """What may be otherwise than the table shows.

    By player: ``cards`` that may be owned (by id, with how many may still turn out to be), ``stored`` goods that may be
    held and ``laid`` ones that may lie on contracts after all, ``coins`` that may be there, and ``fields`` of claims that
    may differ (of the table under ``None``).
    ``paid`` says by how much the coins of a player differ since a wrong price was taken as recorded, ``differences`` by
    how much a claim was wrong before. ``bag`` are goods that may not have been drawn, ``misread`` cards that may have been
    others, ``spare`` is how many cards of the pile may have been counted wrong, ``firemen`` says that somebody may have
    another sum of firemen.

    Of this round: ``goods`` are like those stored, ``workers`` are placements skipped, by player. ``names`` are cards on
    display that may be others, ``references`` those that were looked for in vain, ``disputed`` are places that perhaps
    somebody else has bought. ``places`` says that spaces may have been counted otherwise, ``order`` that workers may
    stand the other way round in their lines, ``extra`` how many cards may not have been there at all. ``latest`` is the
    placement before this one: who, and where.
    """

    __slots__ = (
        "bag", "cards", "coins", "differences", "disputed", "extra", "fields", "firemen", "goods", "laid", "latest",
        "misread", "names", "order", "paid", "places", "players", "references", "spare", "stored", "workers",
    )  # fmt: skip

    def __init__(self, players: Sequence[str]) -> None:
        self.players = players
        self.cards: dict[str, Counter[str]] = {name: Counter() for name in players}
        self.stored: dict[str, set[str]] = {name: set() for name in players}
        self.laid: dict[str, set[str]] = {name: set() for name in players}
        self.coins = dict.fromkeys(players, 0)
        self.paid = dict.fromkeys(players, 0)
        self.fields: dict[str | None, set[str]] = {name: set() for name in (None, *players)}
        self.differences: dict[tuple[str | None, str], Any] = {}
        self.bag: set[str] = set()
        self.misread: set[str] = set()
        self.spare = 0
        self.firemen = False
        self.end_round()

    def end_round(self) -> None:
        """What was in doubt on the display and on the ships of this round is over."""
        self.goods: dict[str, set[str]] = {}
        self.workers = dict.fromkeys(self.players, 0)
        self.names: set[str] = set()
        self.references: set[str] = set()
        self.disputed: set[int | str] = set()
        self.places = self.order = False
        self.extra = 0
        self.latest: tuple[str, int | str] | None = None

    # Questions.

    def may_own(self, player: str, card: str) -> bool:
        """Whether a purchase of such a card by this player was skipped, or one of a card that nobody can name."""
        cards = self.cards[player]
        return cards[card] > 0 or cards[ANYTHING] > 0

    def may_hold(self, player: str, good: str) -> bool:
        """Whether a move that would have brought this good to the player was skipped."""
        stored, goods = self.stored[player], self.goods.get(player, ())
        return good in stored or ANYTHING in stored or good in goods or ANYTHING in goods

    def may_lie(self, player: str, good: str) -> bool:
        """Whether a move that would have laid this good on a contract of the player was skipped."""
        return good in self.laid[player] or ANYTHING in self.laid[player]

    def may_be_elsewhere(self, player: str) -> bool:
        """Whether goods of this player may lie elsewhere, so that a place may have more room."""
        return bool(self.stored[player] or self.goods.get(player))

    def may_pay(self, player: str, coins: int) -> bool:
        """Whether this player may have so many coins more."""
        return 0 < coins <= self.coins[player]

    @property
    def missing(self) -> int:
        """How many placements were skipped in this round."""
        return sum(self.workers.values())

    def unclear(self, at: int | str | None) -> bool:
        """Whether a reference that fits no card, or too many, may only lack what an earlier slip left out."""
        return self.places or (isinstance(at, str) and (bool(self.names) or at in self.references))

    def unsure(self, player: str | None, field: str) -> bool:
        """Whether a claim of this field may be right after all."""
        return field in self.fields[player]

    def may_have(self, player: str, seen: list[str], claimed: list[str]) -> bool:
        """Whether the cards claimed are those of the player but for some whose owner is in doubt."""
        too_many, too_few = _difference(seen, claimed)
        others = [name for name in self.players if name != player]
        return all(self.may_own(player, _id(text)) for text in too_many) and all(
            text in self.misread or any(self.may_own(name, _id(text)) for name in others) for text in too_few
        )

    @property
    def matter_to_claims(self) -> bool:
        """Whether any claim may differ for a reason that is known."""
        return bool(self.differences) or any(self.fields.values())

    def same_again(self, player: str | None, field: str, seen: Any, claimed: Any) -> bool:
        """Whether a claim is wrong by exactly as much as the last one of this field was."""
        return bool(self.differences.get((player, field)) == _difference(seen, claimed))

    # What leaves something in doubt.

    def bought(self, players: Iterable[str], card: str, goods: Iterable[str]) -> None:
        """Any of these players may have bought this card (its id), with these goods on it."""
        for player in players:
            self.cards[player][card] += 1
            self.goods.setdefault(player, set()).update([ANYTHING] if card == ANYTHING else goods)
            self.lend(player, AT_ONCE.get(card, 0))
        if card == ANYTHING or card.startswith("fire"):
            self.firemen = True
        if card in (ANYTHING, "thief"):
            for player in self.players:
                self.fields[player].add("coins")

    def fire(self) -> None:
        """A fire was scored: if somebody may have another sum of firemen, everybody may have other points."""
        if self.firemen:
            for player in self.players:
                self.fields[player].add("score")

    def lend(self, player: str, coins: int) -> None:
        """A player may have so many coins more than the table shows."""
        self.coins[player] += max(0, coins)

    def overspent(self, player: str, short: int) -> None:
        """A player has paid more coins than the table shows: those in doubt, or others that the log does not tell of."""
        self.paid[player] -= short
        if self.may_pay(player, short):
            self.coins[player] -= short
        else:
            self.lend(player, short)

    def mispaid(self, player: str, paid: int, due: int) -> None:
        """A wrong price was taken as recorded; perhaps the right one was paid, or nothing was bought at all."""
        self.paid[player] += paid - due
        self.lend(player, paid + 1)

    def not_owned(self, player: str, card: str) -> None:
        """That a card is not owned was said once; its purchase may be missing in the log, or be the one in doubt."""
        read = read_card(card.partition("#")[0])
        card_id = read.id if read is not None else card
        cards = self.cards[player]
        if not cards[card_id]:
            cards[card_id] = 1
            cards[ANYTHING] = max(0, cards[ANYTHING] - 1)

    def display(self) -> None:
        """Cards were left out or are too many."""
        self.places = True
        self._changed("supply", None)

    def skipped(self, step: Any, field: str) -> None:
        """Note what a skipped step would have changed; ``field`` is the part of it that was at fault."""
        if isinstance(step, Unreadable):
            self._unread(step)
            return
        self._changed(step.move, getattr(step, "player", None))
        self.order = self.order or step.move in ("buy", "pass")
        if field == "at" and isinstance(step.at, str):
            self.references.add(step.at)
        if isinstance(step, Place | Reserve):
            self.workers[step.player] += 1
        elif isinstance(step, Load | Sell | Convert | UseAuctionHall | UseSmuggler):
            self._not_moved(step, field)

    def _not_moved(self, step: Load | Sell | Convert | UseAuctionHall | UseSmuggler, field: str) -> None:
        """Goods that were not moved: they may be where the log wanted them, or others may have been meant."""
        wanted = step.goods if isinstance(step, (Sell, Convert)) else [step.good]
        brought = {step.into} if isinstance(step, Convert) else {good.partition("@")[0] for good in wanted}
        if field.startswith("good"):
            brought = {ANYTHING}
        to = "" if isinstance(step, Sell) else step.to
        self.goods.setdefault(step.player, set()).update(brought)
        if to in STORES or any(good.partition("@")[2] in _PERHAPS_STORED for good in wanted):
            self.stored[step.player].update(brought)
        self.laid[step.player].update([ANYTHING] if to.startswith("contract") else brought)
        number = step.count if isinstance(step, Load) else len(wanted)
        self.lend(step.player, min(number, 9) * (MERCHANTS[to].pays if to in MERCHANTS else 1))
        if isinstance(step, UseSmuggler):
            self._changed("use", step.victim)

    def _unread(self, step: Unreadable) -> None:
        self._changed(step.kind, step.player)
        self.order = self.order or step.kind in ("buy", "pass")
        if step.kind == "supply":
            self.places = True
            for name in self.players:
                self.fields[name].add("score")
        player = step.player
        if player is None:
            return
        if step.kind in ("place", "reserve"):
            self.workers[player] += 1
        if step.kind in ("buy", "use", None):
            self.bought((player,), ANYTHING, ())
        if step.kind in ("load", "sell", "convert", "use", None):
            self.goods.setdefault(player, set()).add(ANYTHING)
            self.stored[player].add(ANYTHING)
            self.laid[player].add(ANYTHING)
            self.lend(player, 4)

    def _changed(self, kind: str | None, player: str | None) -> None:
        own, common = _CHANGED.get(kind, ((), ()))
        for name in self.players if player is None else (player,):
            self.fields[name].update(own)
        self.fields[None].update(common)

    # What settles it.

    def claimed(self, player: str | None, field: str, seen: Any, claimed: Any) -> None:
        """A claim was made: from now on only what differs otherwise is news."""
        self.fields[player].discard(field.partition("/")[0])
        self.differences[player, field] = _difference(seen, claimed)

    def settle(self, player: str | None, field: str) -> None:
        """An arbiter has put this field right."""
        self.fields[player].discard(field)
        self.differences.pop((player, field), None)
        if field == "coins" and player is not None:
            self.paid[player] = self.coins[player] = 0


def _id(text: str) -> str:
    card = read_card(text)
    return card.id if card is not None else text


def _difference(seen: Any, claimed: Any) -> Any:
    """By how much a claimed value is not the one seen: a number, or what is too many and too few."""
    if isinstance(seen, int):
        return claimed - seen
    if isinstance(seen, str):
        return claimed
    one, other = (Counter(value if isinstance(value, dict) else map(str, value)) for value in (seen, claimed))
    return other - one, one - other
