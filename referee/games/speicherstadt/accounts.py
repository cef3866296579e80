"""The table accounted for: the audit of all things on it, and the flat snapshot that the log's effects are made from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.engine.game import AuditError
from referee.games.speicherstadt.cards import BASE_GOODS
from referee.games.speicherstadt.rules.claims import contracts_of
from referee.games.speicherstadt.table import SpeicherstadtTable


def audit(table: SpeicherstadtTable) -> None:
    """Every cube, coin, worker and card is somewhere, and nothing is there twice."""
    piles = [table.bag, table.stock, *(space.cubes for space in (*table.row, *table.upper, *table.reserved))]
    for seat in table.seats:
        piles += [
            seat.ship,
            seat.hand,
            seat.warehouse,
            seat.market_hall,
            *(contract.placed for contract in seat.contracts),
        ]
    _audit_goods(table, piles)
    coins = table.coin_stock + sum(seat.coins for seat in table.seats) - table.arbiter_coins
    if coins != (50 if table.kaispeicher else 25):
        raise AuditError(f"{coins} coins on the table")
    placed = [worker for space in (*table.row, *table.reserved) for worker in space.line]
    for seat in table.seats:
        out = sum(1 for worker in placed if worker.seat is seat and not worker.gray)
        if seat.home + out != table.workers + table.arbiter_workers.get(seat.name, 0):
            raise AuditError(f"{seat.name} has {seat.home} workers at home and {out} placed")
        if sum(1 for worker in placed if worker.seat is seat and worker.gray) != seat.gray_out:
            raise AuditError(f"the gray workers of {seat.name} are not where they should be")
        if len(seat.contracts) != sum(card.startswith("contract") for card in seat.cards):
            raise AuditError(f"{seat.name} has contracts that are no cards")
        for contract in seat.contracts:
            if any(contract.free(good) < 0 for good in contract.placed):
                raise AuditError(f"{contract.card.text} holds more than it shows")
    shown = sum(1 for space in (*table.row, *table.upper, *table.reserved) if space.card is not None)
    owned = sum(len(seat.cards) for seat in table.seats)
    if table.deck.total() + shown + owned + table.discarded != table.deck.size:
        raise AuditError("a card is missing or there twice")


def _audit_goods(table: SpeicherstadtTable, piles: Iterable[Mapping[str, int]]) -> None:
    found = dict.fromkeys(table.goods, 0)
    least = 1
    for pile in piles:
        for good, number in pile.items():
            found[good] = found.get(good, 0) + number
            least = min(least, number)
    for good in table.goods:
        due = (9 if good in BASE_GOODS else 3) + table.arbiter_goods.get(good, 0)
        if found[good] != due:
            raise AuditError(f"{found[good]} {good} on the table, {due} due")
    if least <= 0:
        raise AuditError("a pile holds a count of 0 or less")


def snapshot(table: SpeicherstadtTable) -> dict[str, dict[str, Any]]:
    """The whole table, flat: coins, points, workers, cards and goods by owner, the display by space."""
    goods: dict[str, Any] = {"bag": dict(table.bag), "stock": dict(table.stock)}
    display: dict[str, Any] = {}
    for prefix, spaces in (("", table.row), ("u", table.upper), ("", table.reserved)):
        for space in spaces:
            name = f"{prefix}{space.place}"
            display[name] = space.card.text if space.card is not None else None
            line = [worker.seat.name + (" (gray)" if worker.gray else "") for worker in space.line]
            display[f"{name}.line"] = ", ".join(line) or None
            goods[name] = dict(space.cubes)
    for seat in table.seats:
        for place in ("ship", "hand", "warehouse", "market-hall"):
            goods[f"{seat.name}.{place}"] = dict(seat.pile(place))
        for name, placed in contracts_of(seat).items():
            goods[f"{seat.name}.{name}"] = {good: placed.count(good) for good in placed}
    return {
        "coins": {"stock": table.coin_stock, **{seat.name: seat.coins for seat in table.seats}},
        "points": {seat.name: seat.track for seat in table.seats},
        "workers": {seat.name: seat.home for seat in table.seats},
        "gray": {seat.name: seat.gray for seat in table.seats},
        "breaks": {seat.name: seat.breaks for seat in table.seats},
        "cards": {seat.name: sorted(seat.cards) for seat in table.seats},
        "goods": goods,
        "display": display,
        "round": {"number": table.round, "phase": table.phase, "first_player": table.seats[table.first].name},
    }
