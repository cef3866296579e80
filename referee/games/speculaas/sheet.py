"""A final table without a log: every tableau as it lies there, put on a table that is scored like any other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.game import Header
from referee.engine.rule import Fault
from referee.engine.sheet import Faults, Sheet, SheetField
from referee.games.speculaas.moves import SPECULATIUS
from referee.games.speculaas.setup import CAFE
from referee.games.speculaas.table import Seat, SpeculaasTable
from referee.transcript.suggest import hint

_LAID = re.compile(r"(?P<card>[^ ,:]+) +at +(?P<x>[+-]?[0-9]{1,6}) *, *(?P<y>[+-]?[0-9]{1,6})", re.IGNORECASE)

_BASE = SheetField("base", "number", "points by the rules of the base game", 0, needed=True)
_HONEY = SheetField("honey", "number", "honey tokens", 0)
_COFFEE = SheetField("coffee", "flag", "whether this player got the Coffee card", False)
_TABLEAU = SheetField("tableau", "names", 'every card with its place, such as "R07 at 2,-1" (x to the right, y downward)', [])
_PILE = SheetField("pile", "names", "the spice cards of the pile", [])
_ARBITER = SheetField("arbiter", "number", "points that an arbiter gave or took away")


class SpeculaasSheet(Sheet):
    def fields(self, header: Header, name: str) -> Sequence[SheetField]:
        return (_BASE, _HONEY, _COFFEE, _PILE if name == SPECULATIUS else _TABLEAU, _ARBITER)

    def table(self, header: Header, players: Sequence[Mapping[str, Any]]) -> tuple[SpeculaasTable, Faults]:
        if CAFE not in header.expansions:
            words = "The scoring of the base game could not be found; only with Café can a table be scored."
            return SpeculaasTable(header), [("transcript.expansion", Fault(words, "", None, 'expansions = ["cafe"]'))]
        # What the rules of the setup want is asked before there is a table.
        faults = _setup_faults(header)
        if faults:
            return SpeculaasTable(_without_decks(header)), faults
        table = SpeculaasTable(_without_decks(header))
        for place, entry in enumerate(players):
            seat, path = table.seats[entry["name"]], f"players/{place}"
            seat.base, seat.set_apart = entry["base"], entry.get("arbiter", 0)
            faults += _honey(table, seat, entry, path)
            for index, text in enumerate(entry.get("tableau", ())):
                faults += _lay(table, seat, text, f"{path}/tableau/{index}")
            for index, card in enumerate(entry.get("pile", ())):
                faults += _pile(table, card, f"{path}/pile/{index}")
        faults += _race(table, players)
        table.round = table.rounds = 2
        table.phase, table.over, table.complete = "end", True, True
        return table, faults

    def read_off(self, table: SpeculaasTable) -> list[dict[str, Any]]:
        holders = table.holders()
        players = []
        for name, seat in table.seats.items():
            entry: dict[str, Any] = {"name": name, "base": seat.base or 0, "coffee": name in holders}
            if seat.honey or name != SPECULATIUS or seat.honey_said:
                entry["honey"] = seat.honey
            if name == SPECULATIUS:
                entry["pile"] = list(seat.pile)
            else:
                entry["tableau"] = [f"{card} at {x},{y}" for (x, y), card in seat.cards.items()]
            players.append({**entry, "arbiter": seat.set_apart} if seat.set_apart else entry)
        return players


SHEET = SpeculaasSheet()


def _without_decks(header: Header) -> Header:
    """What was dealt does not matter in the end."""
    setup = {name: value for name, value in header.setup.items() if name != "decks"}
    return Header(header.game, header.players, header.expansions, header.profile, header.rulings, setup)


def _setup_faults(header: Header) -> Faults:
    from referee.games.speculaas.rules import setup

    return [(rule.id, fault) for rule in setup.RULES if rule.check and (fault := rule.check(None, header)) is not None]


def _honey(table: SpeculaasTable, seat: Seat, entry: Mapping[str, Any], path: str) -> Faults:
    seat.honey = entry.get("honey", 0)
    seat.honey_said = "honey" in entry
    if 0 <= seat.honey <= table.supply:
        table.supply -= seat.honey
        return []
    words = f"The supply has {table.supply_said} honey tokens in all, so {seat.name} cannot have {seat.honey}."
    return [("honey.supply", Fault(words, f"{path}/honey", seat.honey))]


def _known(table: SpeculaasTable, card: str, path: str) -> Faults:
    if card not in table.kinds:
        words = f"The setup declares no card {card}.{hint(card, table.kinds)}"
        return [("card.unknown", Fault(words, path, card))]
    if card in table.where:
        return [("card.twice", Fault(f"{card} lies there twice: it is with {table.where[card][1]} already.", path, card))]
    return []


def _lay(table: SpeculaasTable, seat: Seat, text: str, path: str) -> Faults:
    match = _LAID.fullmatch(text.strip())
    if match is None:
        words = f"{text[:60]!r} does not say a card and its place, such as R07 at 2,-1."
        return [("transcript.line", Fault(words, path, text, "R07 at 2,-1"))]
    cell = int(match["x"]), int(match["y"])
    faults = _known(table, match["card"], path)
    if cell in seat.cards:
        words = f"Two cards of {seat.name} lie at {cell[0]},{cell[1]}: {seat.cards[cell]} and {match['card']}."
        faults.append(("grid.taken", Fault(words, path, text)))
    if not faults:
        table.lay(seat, match["card"], cell)
    return faults


def _pile(table: SpeculaasTable, card: str, path: str) -> Faults:
    faults = _known(table, card, path)
    if not faults and card not in table.symbols:
        faults = [("card.unknown", Fault(f"{card} is a recipe; only spice cards go onto the pile.", path, card))]
    if not faults:
        table.put_on_pile(card)
    return faults


def _race(table: SpeculaasTable, players: Sequence[Mapping[str, Any]]) -> Faults:
    """Who got the Coffee card was decided in the game; the tableaus only show who could have got it."""
    got = [place for place, entry in enumerate(players) if entry.get("coffee")]
    names = [players[place]["name"] for place in got]
    reached = [name for name, seat in table.seats.items() if seat.reached]
    for place, name in zip(got, names, strict=True):
        if name not in reached:
            words = f"{name} cannot have got the Coffee card: its goal is not reached there."
            return [("claim.coffee", Fault(words, f"players/{place}/coffee", True, False))]
    if reached and not names:
        words = (
            f"{reached[0]} has reached the goal of the Coffee card, so somebody got it: coffee = true belongs to "
            "everyone who was the first to reach it."
        )
        return [("claim.coffee", Fault(words, "players", None, "coffee = true"))]
    table.coffee = dict.fromkeys(names, (table.round, table.turns))
    return []
