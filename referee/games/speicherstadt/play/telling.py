"""How a person at a table writes a move down: cards by name, prices and places left out where they are clear."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from referee.games.speicherstadt.cards import read_card
from referee.games.speicherstadt.moves import Buy, Convert, Load, Pass, Place, Reserve, Sell
from referee.games.speicherstadt.rules.purchase import place_of, prices
from referee.games.speicherstadt.table import Space, SpeicherstadtTable


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
