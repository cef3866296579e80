"""5) Income: everybody takes coins, unused goods are gone, and the first player marker passes to the left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee.engine.rule import Fault, Fix, Rank, Repair, Rule, Severity
from referee.games.speicherstadt.moves import Income
from referee.games.speicherstadt.pieces import WAREHOUSE_ROOM, Seat, cubes, put, size
from referee.games.speicherstadt.rules import sources as cite
from referee.games.speicherstadt.rules.loading import MARKET_HALL_ROOM, begin_loading
from referee.games.speicherstadt.rules.supply import passes
from referee.games.speicherstadt.table import SpeicherstadtTable

INCOME: Final = 1
KAISPEICHER_INCOME: Final = 2


def round_is_played(table: SpeicherstadtTable, step: Income) -> Fault | None:
    if not table.fresh:
        return None
    return Fault("The income of this round was taken already.", expected="the next card", fix=Fix(remove=True))


def before_income(table: SpeicherstadtTable, step: Income) -> Sequence[Any]:
    """The income implies the passes that Purchase still lacks."""
    return () if table.phase == "loading" else passes(table)


def income_of(table: SpeicherstadtTable, seat: Seat) -> int:
    """Coins for the round, one more for a player who bought nothing, one more with the Bank."""
    coins = KAISPEICHER_INCOME if table.kaispeicher else INCOME
    return coins + (not seat.bought) + ("bank" in seat.cards)


def income(table: SpeicherstadtTable, step: Income) -> None:
    begin_loading(table)
    table.phase = "income"
    for seat in table.seats:
        table.pay_out(seat, income_of(table, seat))
        expire(table, seat)
        seat.bought = 0
        seat.late = 0
        seat.pending = None
    end_round(table)


def expire(table: SpeicherstadtTable, seat: Seat) -> None:
    """What is left on ships and in hand goes to the stock; a warning if it could have been kept."""
    if not seat.ship and not seat.hand:
        return
    lost = cubes(seat.ship) + cubes(seat.hand)
    room = MARKET_HALL_ROOM - size(seat.market_hall)
    if "warehouse" in seat.cards:
        room += WAREHOUSE_ROOM - size(seat.warehouse)
    if room > 0:
        text = f"{seat.name} let {', '.join(lost)} expire, although there was room for {min(room, len(lost))} of them."
        table.remark("warning.expired", Fault(text, found=lost))
    for good in lost:
        put(table.stock, good)
    seat.ship = {}
    seat.hand = {}


def end_round(table: SpeicherstadtTable) -> None:
    """The round is finished; after the last one only fires follow."""
    for space in table.places():
        if space.open:
            table.close(space)
    table.discard_upper()
    table.row, table.upper, table.reserved = [], [], []
    table.upper_open = True
    table.cursor = 0
    table.decision = None
    table.rounds += 1
    table.doubts.end_round()
    table.first = (table.first + 1) % len(table.seats)
    table.fresh = True
    if table.rounds == table.last_round:
        table.phase = "end"
        return
    table.round += 1
    table.phase = "supply"
    table.vacant = table.spaces * (2 if table.kaispeicher else 1)


RULES = (
    Rule("income.phase", "The income comes once a round, after Loading",
         "Everybody gets 1 coin, with Kaispeicher 2; 1 more who bought nothing this round; 1 more with the Bank.",
         cite.INCOME, Rank.PHASE, (Income,), round_is_played, Repair.SKIPPED, phases=("supply", "end")),
    Rule("warning.expired", "Goods expired that could have been kept",
         "Goods left on a ship or in hand go to the stock at the end of Loading, although the warehouse or the market hall "
         "had room.",
         cite.LOADING, Rank.REMARK, severity=Severity.WARNING),
    Rule("note.coins-short", "The coins of the box are all out",
         "The stock of coins is empty. It never limits a game: substitutes are used.",
         cite.INCOME, Rank.REMARK, severity=Severity.NOTE),
)  # fmt: skip

ACTS = {Income: income}
IMPLIES = {Income: before_income}
