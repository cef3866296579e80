"""A move as the moves of one card or cube each that it stands for, in one spelling; for comparing logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from referee.games.speicherstadt.cards import contract_points, read_card
from referee.games.speicherstadt.moves import Convert, Load, Sell, Supply, TruckStep, Use


def comparable(move: Any) -> Sequence[Any]:
    """Supplies card by card, loads cube by cube, sales by twos; goods in alphabetical order."""
    if isinstance(move, Supply):
        return [Supply(cards=[spelt(card)]) for card in move.cards] or [move]
    move = _spelt_out(move)
    if isinstance(move, Load):
        return [replace(move, count=1)] * move.count
    if isinstance(move, Sell):
        goods = sorted(move.goods)
        return [replace(move, goods=goods[place : place + 2]) for place in range(0, len(goods), 2)] or [move]
    if isinstance(move, Convert):
        return [replace(move, goods=sorted(move.goods))]
    if isinstance(move, Use) and move.steps is not None:
        return [replace(move, steps=sorted(move.steps, key=lambda step: (step.good, step.from_, step.to)))]
    return [move]


def spelt(text: str) -> str:
    """A card as it is always written: goods in alphabetical order, points only where no rulebook states them."""
    head, mark, number = text.partition("#")
    card = read_card(head)
    if card is None or not card.goods:
        return text
    plain = f"{card.id}:{'+'.join(card.goods)}"
    stated = read_card(plain)
    if card.points is not None and (stated is None or contract_points(stated) != card.points):
        plain = f"{plain}={card.points}"
    return f"{plain}{mark}{number}"


def _spelt_out(move: Any) -> Any:
    """The move with every card in it spelt as it always is."""
    changed: dict[str, Any] = {}
    for field in fields(move):
        value = getattr(move, field.name)
        if isinstance(value, str) and ":" in value:
            changed[field.name] = spelt(value)
        elif isinstance(value, list) and value and isinstance(value[0], TruckStep):
            changed[field.name] = [replace(step, from_=spelt(step.from_), to=spelt(step.to)) for step in value]
    return replace(move, **changed) if changed else move
