"""The end: after the last full round the last fires are scored, and nothing follows but the decisions on fire 4."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.rule import Fault, Rank, Repair, Rule
from referee.games.speicherstadt.cards import read_card
from referee.games.speicherstadt.moves import (
    Break,
    Buy,
    Convert,
    Income,
    Load,
    Pass,
    Place,
    Reserve,
    Reveal,
    Sell,
    UseAuctionHall,
    UseFireTruck,
    UseOther,
    UseSmuggler,
    UseSnitch,
    UseTruck,
)
from referee.games.speicherstadt.rules import sources as cite
from referee.games.speicherstadt.rules.supply import passes
from referee.games.speicherstadt.table import SpeicherstadtTable

OVER = (
    Reveal, Place, Reserve, Break, Buy, Pass, Load, Sell, Convert, Income,
    UseSnitch, UseAuctionHall, UseSmuggler, UseTruck, UseFireTruck, UseOther,
)  # fmt: skip


def game_is_on(table: SpeicherstadtTable, step: Any) -> Fault | None:
    if not table.complete:
        return None
    return Fault("The game ended with fire 4; only decisions on that fire may follow.")


def closing(table: SpeicherstadtTable) -> Iterator[Any]:
    """What is left of the last round, once all regular workers are placed: passes, the income, the last fires."""
    if table.complete or table.round != table.last_round or table.phase == "supply":
        return
    if table.phase == "demand" and table.demand_is_open():
        return
    if table.phase != "end":
        yield from passes(table)
        yield Income()
    for fire in table.deck.fires_left():
        if fire in ("fire-3", "fire-4"):
            yield Reveal(card=fire, seen=read_card(fire))


RULES = (
    Rule("end.over", "After fire 4 the game is over",
         "The fourth fire is scored after the last full round. Then only the Squad Leader and the Insurance may still act "
         "on it.",
         cite.END, Rank.END, OVER, game_is_on, Repair.SKIPPED, phases=("end",)),
)  # fmt: skip
