"""What a move exercises: which rules had something to say about it, and which cards were turned up, bought and used.

Most rules are asked at every move of their types; one about gray workers has nothing to say about a regular one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.games.speicherstadt.cards import CARDS, FIRES, MERCHANTS, STORAGE_HOUSES, read_card
from referee.games.speicherstadt.moves import (
    MOVES,
    USES,
    Break,
    Buy,
    Claim,
    Convert,
    Load,
    Reveal,
    UseAuctionHall,
    UseSmuggler,
)
from referee.games.speicherstadt.rules.claims import OF_PLAYER, OF_TABLE
from referee.games.speicherstadt.rules.purchase import place_of
from referee.games.speicherstadt.table import SpeicherstadtTable

Occasion = Callable[[SpeicherstadtTable, Any], bool]


def _card(field: str) -> Callable[[Reveal], str]:
    def of(step: Reveal) -> str:
        card = read_card(step.card)
        return str(getattr(card, field)) if card is not None else ""

    return of


_id, _kind = _card("id"), _card("kind")


def _stood_by_others(table: SpeicherstadtTable, step: Any) -> bool:
    return bool(table.find(table.row, step.at)[0].line)


def _to(*beginnings: str) -> Occasion:
    return lambda table, step: step.to.startswith(beginnings)


def _a_good_waits(table: SpeicherstadtTable, step: Any) -> bool:
    brought = isinstance(step, (UseAuctionHall, UseSmuggler))
    return brought or any(seat.pending is not None for seat in table.seats)


def _removable(table: SpeicherstadtTable, step: Reveal) -> bool:
    kind = _id(step)
    return table.deck.stack == "D" and (kind == "fireman-3" or bool(kind and CARDS[kind].removed))


def _claimed(field: str) -> Occasion:
    return lambda table, step: getattr(step, field) is not None


#: When a rule that is asked at every move of its types has something to say; other rules always have.
OCCASIONS: dict[str, Occasion] = {
    "supply.expansion-card": lambda table, step: bool(_id(step)) and not CARDS[_id(step)].stacks,
    "supply.removed-card": _removable,
    "supply.crates": lambda table, step: _id(step) == "ship",
    "supply.bag": lambda table, step: _id(step) == "ship",
    "supply.contract": lambda table, step: _id(step) == "contract",
    "demand.gray": lambda table, step: step.gray,
    "demand.full": _stood_by_others,
    "purchase.price": lambda table, step: step.price is not None,
    "purchase.coins": lambda table, step: step.with_ is None,
    "purchase.fish-market": lambda table, step: step.with_ is not None,
    "loading.turn": lambda table, step: table.rulings["loading_order"] == "clockwise",
    "loading.contract": _to("contract"),
    "loading.merchant": _to(*MERCHANTS),
    "loading.storage": _to(*STORAGE_HOUSES),
    "loading.warehouse": _to("warehouse"),
    "loading.market-hall": _to("market-hall"),
    "power.at-once": _a_good_waits,
    **{f"claim.{field}": _claimed(field) for field in (*OF_PLAYER, *OF_TABLE)},
}

_KINDS = (*CARDS, "small ship", "kaispeicher contract")
#: Cards that act by a move of their own, or change what a move does.
_POWERS = (
    *USES, *MERCHANTS, *STORAGE_HOUSES, "warehouse", "coffee-break", "storekeeper", "fish-market", "harbor-master",
)  # fmt: skip

#: What a corpus can exercise, by kind. Fires are scored, not bought.
FEATURES: dict[str, tuple[str, ...]] = {
    "moves": tuple(MOVES),
    "cards turned up": _KINDS,
    "cards bought": tuple(kind for kind in _KINDS if kind not in FIRES),
    "cards used": _POWERS,
}


def exercised(table: SpeicherstadtTable, step: Any) -> Iterator[tuple[str, str]]:
    """What a legal step exercises on the table on which it is taken, as (kind, name) of :data:`FEATURES`."""
    yield "moves", step.move
    if isinstance(step, Reveal):
        yield "cards turned up", _kind(step)
    elif isinstance(step, Buy):
        space = place_of(table, step)
        if space is not None and space.card is not None:
            yield "cards bought", space.card.kind
        if step.with_ is not None:
            yield "cards used", step.with_
    elif isinstance(step, Break):
        yield "cards used", "coffee-break"
    elif isinstance(step, (Load, Convert, UseAuctionHall, UseSmuggler)) and step.to in _POWERS:
        yield "cards used", step.to
    if isinstance(step, Convert) and len(step.goods) == 2:
        yield "cards used", "harbor-master"
    if step.move == "use":
        yield "cards used", step.card
    if getattr(step, "gray", False) and not isinstance(step, Claim):
        yield "cards used", "storekeeper"
