"""The Speicherstadt, bound together: its names, rulings, rules and moves."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from referee.engine.game import AuditError, Game, Header, Reading, Unreadable
from referee.engine.rule import Catalogue, Fault, Ruling
from referee.engine.verdict import Score
from referee.games.speicherstadt import legal, readings, scoring
from referee.games.speicherstadt.cards import BASE_GOODS, GOODS
from referee.games.speicherstadt.moves import (
    MOVES,
    NOTATION,
    USE_FIELDS,
    USES,
    Arbiter,
    Break,
    Claim,
    Place,
    Reserve,
    Reveal,
    Supply,
    Use,
    UseOther,
)
from referee.games.speicherstadt.rules import claims, demand, end, fire, income, loading, powers, purchase, supply
from referee.games.speicherstadt.table import SpeicherstadtTable
from referee.transcript.rules import COMMON

_PHASES = (supply, fire, demand, purchase, loading, powers, income, end, claims)


def _fire_values(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(type(points) is int and 0 <= points <= 99 for points in value)
    )


def _rulings() -> dict[str, Ruling]:
    data = tomllib.loads(Path(__file__).with_name("rulings.toml").read_text(encoding="utf-8"))
    return {
        name: Ruling(name, entry["about"], {profile: entry[profile] for profile in Speicherstadt.profiles},
                     tuple(entry.get("values", ())), entry["source"],
                     **({"check": _fire_values, "wants": "four whole numbers, such as [1, 2, 3, 4]"} if name == "fire_values" else {}))
        for name, entry in data.items()
    }  # fmt: skip


class Speicherstadt(Game):
    """The base game for 2 to 5 players, and Kaispeicher."""

    id = "speicherstadt"
    title = "The Speicherstadt"
    ruleset = 1
    seats = (2, 5)
    expansions = {"kaispeicher": "Kaispeicher"}
    profiles = ("rulebook", "yucata")
    catalogue = Catalogue.of(COMMON, *(phase.RULES for phase in _PHASES if hasattr(phase, "RULES")))
    moves = MOVES
    notation = NOTATION
    arbiter = Arbiter
    compound = frozenset({Supply, Use})

    def __init__(self) -> None:
        self.rulings = _rulings()
        acts: dict[type, Any] = {}
        implies: dict[type, Any] = {}
        for phase in _PHASES:
            acts.update(getattr(phase, "ACTS", {}))
            implies.update(getattr(phase, "IMPLIES", {}))
        self.plans = self.plan(acts, implies)

    def form_faults(self, header: Header, move: Any) -> list[tuple[str, Fault]]:
        """Fields that only this kind of claim, decision or card has, and those that it needs."""
        if isinstance(move, Use):
            return _use_faults(move)
        if isinstance(move, Claim):
            return _claim_faults(move)
        return _arbiter_faults(move) if isinstance(move, Arbiter) else []

    def open(self, header: Header) -> SpeicherstadtTable:
        return SpeicherstadtTable(header)

    def parts(self, table: SpeicherstadtTable, move: Any) -> Iterator[tuple[str, Any]]:
        """A supply is judged card by card, a use as what its card does."""
        if isinstance(move, Supply):
            for index, card in enumerate(move.cards):
                yield f"cards/{index}", Reveal(card=card)
            return
        kind, needed, optional = USES.get(move.card, (UseOther, (), ()))
        if kind is UseOther:
            yield "", UseOther(player=move.player, card=move.card)
        else:
            yield "", kind(player=move.player, **{name: getattr(move, name) for name in (*needed, *optional)})

    def skip(self, table: SpeicherstadtTable, step: Any, fault: Fault | None) -> None:
        """A card that is skipped fills its space, a placement that is skipped uses up the turn."""
        if isinstance(step, Reveal):
            supply.skip_card(table, step)
        elif isinstance(step, Place | Reserve | Break):
            demand.skip_placement(table, step.player)
        elif isinstance(step, Unreadable):
            if step.kind == "supply":
                supply.skip_supply(table, step.raw)
            elif step.kind in ("place", "reserve", "break"):
                demand.skip_placement(table, step.player)

    def closing(self, table: SpeicherstadtTable) -> Iterator[Any]:
        return end.closing(table)

    def standing(self, table: SpeicherstadtTable) -> list[Score]:
        return scoring.standing(table)

    def audit(self, table: SpeicherstadtTable) -> None:
        audit(table)

    def snapshot(self, table: SpeicherstadtTable) -> dict[str, dict[str, Any]]:
        return snapshot(table)

    def claims(self, table: SpeicherstadtTable) -> list[dict[str, Any]]:
        players = [
            {"move": "claim", "player": seat.name, **{field: view(seat) for field, view in claims.OF_PLAYER.items()}}
            for seat in table.seats
        ]
        return [*players, {"move": "claim", **{field: view(table) for field, view in claims.OF_TABLE.items()}}]

    def legal(self, table: SpeicherstadtTable) -> list[Any]:
        return [move for move in legal.candidates(table) if self.allows(table, move)]

    def readings(self, table: SpeicherstadtTable) -> Iterable[Reading]:
        return readings.READINGS

    def reread(self, table: SpeicherstadtTable, reading: str, value: str) -> dict[str, int] | str | None:
        return readings.reread(table, reading, value)


def _use_faults(move: Use) -> list[tuple[str, Fault]]:
    """A card of its own rule book says which fields it needs; a card without a use is left to ``power.unknown``."""
    if move.card not in USES:
        return []
    _, needed, optional = USES[move.card]
    faults = []
    for name in USE_FIELDS:
        given = getattr(move, name) is not None
        if given and name not in needed and name not in optional:
            allowed = ", ".join((*needed, *optional)) or "no more fields"
            faults.append(
                ("transcript.unknown-field", Fault(f"{name} is no field of a use of {move.card}.", name, name, allowed))
            )
        elif not given and name in needed:
            faults.append(
                ("transcript.missing-field", Fault(f"A use of {move.card} needs the field {name}.", "", None, name))
            )
    return faults


def _claim_faults(move: Claim) -> list[tuple[str, Fault]]:
    if move.player is not None:
        return []
    own = [name for name in claims.PLAYER_FIELDS if getattr(move, name) is not None]
    return (
        [
            (
                "transcript.missing-field",
                Fault(f"A claim of {own[0].replace('_', ' ')} needs the player.", "", None, "player"),
            )
        ]
        if own
        else []
    )


def _arbiter_faults(move: Arbiter) -> list[tuple[str, Fault]]:
    own = [
        name for name in ("coins", "score", "workers", "warehouse", "market_hall") if getattr(move, name) is not None
    ]
    given = [*own, *(["stock"] if move.stock is not None else [])]
    faults: list[tuple[str, Fault]] = []
    if move.decision == "stands":
        stray = [*given, *(["player"] if move.player is not None else [])]
        return [
            ("transcript.unknown-field", Fault(f"{name} is no field of a decision that stands.", name, name, "note"))
            for name in stray
        ]
    if own and move.player is None:
        faults.append(
            (
                "transcript.missing-field",
                Fault(f"An arbiter who sets {own[0].replace('_', ' ')} has to name the player.", "", None, "player"),
            )
        )
    if not given:
        faults.append(
            (
                "transcript.missing-field",
                Fault("An arbiter who sets something has to say what.", "", None, "coins, score, …"),
            )
        )
    for name in ("coins", "workers"):
        value = getattr(move, name)
        if value is not None and value < 0:
            faults.append(("transcript.type", Fault(f"{name} cannot be below 0.", name, value, "0 or more")))
    for name in ("warehouse", "market_hall"):
        for index, good in enumerate(getattr(move, name) or ()):
            if good not in GOODS:
                faults.append(("transcript.type", Fault(f"{good} is no good.", f"{name}/{index}", good, list(GOODS))))
    for good, number in (move.stock or {}).items():
        if good not in GOODS or number < 0:
            faults.append(
                (
                    "transcript.type",
                    Fault(f"{number} {good} cannot lie in the stock.", f"stock/{good}", number, list(GOODS)),
                )
            )
    return faults


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
    for good in table.goods:
        found = sum(pile.get(good, 0) for pile in piles)
        due = (9 if good in BASE_GOODS else 3) + table.arbiter_goods.get(good, 0)
        if found != due:
            raise AuditError(f"{found} {good} on the table, {due} due")
    if any(number <= 0 for pile in piles for number in pile.values()):
        raise AuditError("a pile holds a count of 0 or less")
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
        for name, placed in claims.contracts_of(seat).items():
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


GAME = Speicherstadt()
