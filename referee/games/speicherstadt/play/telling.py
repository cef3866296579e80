"""Two ways to write the same move down: as a person does, with cards by name and without what is clear, or in full."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from referee.games.speicherstadt.cards import read_card
from referee.games.speicherstadt.moves import (
    Arbiter,
    Buy,
    Claim,
    Convert,
    Load,
    Pass,
    Place,
    Reserve,
    Sell,
    Use,
)
from referee.games.speicherstadt.pieces import Seat, Space
from referee.games.speicherstadt.rules.claims import contracts_of
from referee.games.speicherstadt.rules.purchase import place_of, prices
from referee.games.speicherstadt.table import SpeicherstadtTable


def told(table: SpeicherstadtTable, move: Any, random: Random) -> Any:
    """Another way to log the same move on this table, or the move itself."""
    if isinstance(move, Buy) and move.with_ is None and random.random() < 0.7:
        # Without a price the lowest own worker buys.
        space = place_of(table, move)
        if space is not None and move.price == prices(table, space, move.player)[0]:
            move = replace(move, price=None)
    if isinstance(move, (Place, Reserve, Buy, Pass)) and random.random() < 0.5:
        spaces = table.upper if isinstance(move, Reserve) else table.places()
        if isinstance(move, Place):
            spaces = table.row
        elif isinstance(move, (Buy, Pass)):
            spaces = [space for space in spaces if space.open]
        name = _name(table, spaces, move.at)
        if name is not None:
            move = replace(move, at=name)
    elif isinstance(move, Load) and random.random() < 0.7:
        good, _, place = move.good.partition("@")
        found, _ = table.sources(table.by_name[move.player], [good] * move.count)
        if all(source == place for _, source in found) and place != move.to:
            move = replace(move, good=good)
    elif isinstance(move, (Sell, Convert)) and random.random() < 0.7:
        goods = [good.partition("@")[0] for good in move.goods]
        found, _ = table.sources(table.by_name[move.player], goods)
        if sorted(f"{good}@{place}" for good, place in found) == sorted(move.goods):
            move = replace(move, goods=goods)
    return move


def _name(table: SpeicherstadtTable, spaces: list[Space], at: Any) -> str | None:
    """The card at this place, by its id alone or as it was dealt; ``None`` if another one fits it too."""
    text = next((space.card.text for space in spaces if space.place == at and space.card is not None), None)
    if text is None:
        return None
    for name in (text.partition(":")[0], text):
        card = read_card(name)
        if card is not None and sum(space.card is not None and space.card.fits(card) for space in spaces) == 1:
            return name
    return None


def spelled(table: SpeicherstadtTable, move: Any) -> list[Any]:
    """A legal move in full: places by number, the price, where each good comes from, contracts by their goods."""
    if isinstance(move, (Place, Reserve)):
        spaces = table.upper if isinstance(move, Reserve) else table.row
        return [replace(move, at=table.find(spaces, move.at)[0].place)]
    if isinstance(move, (Buy, Pass)):
        return [_decision(table, move)]
    seat = table.by_name[move.player] if getattr(move, "player", None) is not None else None
    if seat is None or isinstance(move, (Claim, Arbiter)):
        return [move]
    if isinstance(move, Load):
        found, _ = table.sources(seat, [move.good] * move.count)
        to = _contract(table, seat, move.to, found[0][0])
        places = dict.fromkeys(place for _, place in found)
        counted = [(place, sum(source == place for _, source in found)) for place in places]
        return [replace(move, good=f"{found[0][0]}@{place}", to=to, count=number) for place, number in counted]
    if isinstance(move, (Sell, Convert)):
        goods = [f"{good}@{place}" for good, place in table.sources(seat, move.goods)[0]]
        if isinstance(move, Sell):
            return [replace(move, goods=goods)]
        return [replace(move, goods=goods, to=_contract(table, seat, move.to, move.into))]
    if isinstance(move, Use) and move.to is not None and move.good is not None:
        return [replace(move, to=_contract(table, seat, move.to, move.good))]
    return [move]


def _decision(table: SpeicherstadtTable, move: Buy | Pass) -> Buy | Pass:
    space = place_of(table, move)
    assert space is not None
    if isinstance(move, Pass):
        return replace(move, at=space.place)
    price = move.price if move.price is not None else prices(table, space, move.player)[0]
    return replace(move, at=space.place, price=price)


def _contract(table: SpeicherstadtTable, seat: Seat, to: str, good: str) -> str:
    """The name of the contract that a target means; any other target is its own name."""
    if not to.startswith("contract"):
        return to
    meant = next(contract for contract in table.owned_contracts(seat, to) if contract.free(good))
    names = zip(contracts_of(seat), seat.contracts, strict=True)
    return next(name for name, contract in names if contract is meant)
