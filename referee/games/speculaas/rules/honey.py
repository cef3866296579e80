"""Honey: tokens come from one supply and go back to it."""

from __future__ import annotations

from referee.engine.rule import Fault, Rank, Rule
from referee.games.speculaas.moves import Honey
from referee.games.speculaas.sources import review
from referee.games.speculaas.table import SpeculaasTable


def honey_is_there(table: SpeculaasTable, step: Honey) -> Fault | None:
    has = table.seats[step.player].honey
    if has + step.by < 0 and step.by < 0:
        text = f"{step.player} gave {_tokens(-step.by)} back, but had only {has}."
        return Fault(text, "by", step.by, f"at least {-has}")
    if step.by > table.supply:
        text = f"{step.player} took {_tokens(step.by)}, but the supply had only {table.supply} left."
        return Fault(text, "by", step.by, f"at most {table.supply}")
    return None


def _tokens(number: int) -> str:
    return f"{number} honey token{'' if number == 1 else 's'}"


def change_honey(table: SpeculaasTable, step: Honey) -> None:
    seat = table.seats[step.player]
    seat.honey += step.by
    seat.honey_said = True
    table.supply -= step.by
    table.begun = True


RULES = (
    Rule(
        "honey.supply", "Nobody has less than no honey, and the supply has only so much",
        "All honey tokens come from the supply in the centre and go back to it. Nobody can give back more than "
        "they have, and no more can be out than the supply had at the beginning.",
        review("Setup"), Rank.STOCK, (Honey,), honey_is_there,
    ),
)  # fmt: skip
ACTS = {Honey: change_honey}
