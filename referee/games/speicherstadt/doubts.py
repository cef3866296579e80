"""What skipped moves would have changed, so that what follows only from them is not reported again.

A log goes on after a slip. When the referee skips a purchase, the log still uses the card; when it skips a placement,
the prices of the log still count the worker. Nothing here changes the table: a fault that may follow from a doubt is
only not named a second time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.game import Unreadable
from referee.games.speicherstadt.cards import read_card
from referee.games.speicherstadt.moves import Buy, Convert, Load, Place, Reserve, UseAuctionHall, UseSmuggler

#: Stands for whatever a move that could not be read may have meant.
ANYTHING = "*"


class Doubts:
    """By player: cards that may be owned and goods that may be held after all; and workers that may stand in line."""

    __slots__ = ("cards", "goods", "workers")

    def __init__(self) -> None:
        self.cards: dict[str, set[str]] = {}
        self.goods: dict[str, set[str]] = {}
        self.workers: dict[str, int] = {}

    def may_own(self, player: str, card: str) -> bool:
        """Whether a purchase of such a card by this player was skipped, or one that could not be read."""
        cards = self.cards.get(player)
        return cards is not None and (card in cards or ANYTHING in cards)

    def may_hold(self, player: str, good: str) -> bool:
        """Whether a move that would have brought this good to the player was skipped."""
        goods = self.goods.get(player)
        return goods is not None and (good in goods or ANYTHING in goods)

    def may_stand(self, player: str) -> bool:
        """Whether a placement of this player was skipped in this round."""
        return self.workers.get(player, 0) > 0

    def missing(self) -> int:
        """How many placements were skipped in this round."""
        return sum(self.workers.values())

    def end_round(self) -> None:
        self.workers.clear()

    def skipped(self, step: Any, card: str | None, cubes: Mapping[str, int]) -> None:
        """Note what a skipped step would have changed: of a purchase the card (its id) and the cubes on it."""
        if isinstance(step, Unreadable):
            self._unread(step)
        elif isinstance(step, Buy):
            own = card or _card_of(step.at)
            self.cards.setdefault(step.player, set()).add(own if own is not None else ANYTHING)
            self.goods.setdefault(step.player, set()).update(cubes or ({ANYTHING} if own in (None, "ship") else ()))
        elif isinstance(step, Place | Reserve):
            self.workers[step.player] = self.workers.get(step.player, 0) + 1
        elif isinstance(step, Load | UseAuctionHall | UseSmuggler):
            self.goods.setdefault(step.player, set()).add(step.good.partition("@")[0])
        elif isinstance(step, Convert):
            self.goods.setdefault(step.player, set()).add(step.into)

    def _unread(self, step: Unreadable) -> None:
        if step.player is None:
            return
        if step.kind in ("place", "reserve"):
            self.workers[step.player] = self.workers.get(step.player, 0) + 1
        if step.kind in ("buy", "use", None):
            self.cards.setdefault(step.player, set()).add(ANYTHING)
        if step.kind in ("buy", "load", "convert", "use", None):
            self.goods.setdefault(step.player, set()).add(ANYTHING)


def _card_of(at: int | str) -> str | None:
    card = read_card(at) if isinstance(at, str) else None
    return card.id if card is not None else None
