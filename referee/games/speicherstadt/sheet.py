"""A final table without a log: what each player owns at the end, put on a table that is scored like any other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.game import Header
from referee.engine.rule import Fault
from referee.engine.sheet import Faults, Sheet, SheetField
from referee.games.speicherstadt.cards import CARDS, FIRES, GOODS, Card, Deck, read_card
from referee.games.speicherstadt.moves import Reveal
from referee.games.speicherstadt.names import hint, id_of
from referee.games.speicherstadt.pieces import WAREHOUSE_ROOM, Contract, Seat, put, size
from referee.games.speicherstadt.rules import supply
from referee.games.speicherstadt.table import SpeicherstadtTable

_TIMES = re.compile(r"(?P<card>.+?) x(?P<count>[1-9][0-9]?)", re.IGNORECASE)
#: A contract may be written without the word; then it begins with a good.
_BARE = re.compile(r"(?:" + "|".join(GOODS) + r")(?:[+=].*)?")

_FIELDS = (
    SheetField("coins", "number", "coins left", 0, needed=True),
    SheetField("track", "number", "points on the score track, before anything else is counted", 0),
    SheetField("fires", "number", "in the place of track: what the fires brought in all"),
    SheetField("deliveries", "number", "in the place of track: what the storage houses brought in all"),
    SheetField("arbiter", "number", "points that an arbiter gave or took away"),
    SheetField(
        "cards", "names", 'everything in front of the player but contracts, such as "bank", "fireman-3", "ship x4"', []
    ),
    SheetField("contracts", "names", 'contracts that are complete, such as "coffee+tea"', []),
    SheetField("incomplete", "names", "contracts that are not", []),
    SheetField("warehouse", "number", "cubes in the warehouse", 0),
)
_KAISPEICHER_CONTRACTS = 'contracts that are complete, such as "coffee+tea" or "glass+hemp=6" (with their points)'


class SpeicherstadtSheet(Sheet):
    def fields(self, header: Header, name: str) -> Sequence[SheetField]:
        if "kaispeicher" not in header.expansions:
            return _FIELDS
        return [
            SheetField(known.name, known.kind, _KAISPEICHER_CONTRACTS, known.example)
            if known.name == "contracts"
            else known
            for known in _FIELDS
        ]

    def table(self, header: Header, players: Sequence[Mapping[str, Any]]) -> tuple[SpeicherstadtTable, Faults]:
        table = SpeicherstadtTable(header)
        faults: Faults = []
        owned: dict[str, int] = {}
        for place, entry in enumerate(players):
            seat, path = table.by_name[entry["name"]], f"players/{place}"
            seat.coins = entry["coins"]
            if seat.coins < 0:
                faults.append(
                    ("purchase.coins", Fault("Nobody has fewer than 0 coins.", f"{path}/coins", seat.coins, 0))
                )
            faults += _track(seat, entry, path)
            for where in ("cards", "contracts", "incomplete"):
                for index, text in enumerate(entry.get(where, ())):
                    faults += _own(table, seat, text, where, f"{path}/{where}/{index}", owned)
            faults += _warehouse(seat, entry, path)
        table.phase, table.complete = "end", True
        return table, faults

    def told_apart(self, header: Header, player: Mapping[str, Any], breakdown: dict[str, int]) -> dict[str, int]:
        """With Kaispeicher the track holds more than what the fires brought."""
        if "track" not in player or "kaispeicher" not in header.expansions:
            return breakdown
        return {"track" if source == "fires" else source: points for source, points in breakdown.items()}

    def read_off(self, table: SpeicherstadtTable) -> list[dict[str, Any]]:
        players = []
        for seat in table.seats:
            complete = [contract.card.text for contract in seat.contracts if contract.complete]
            incomplete = [contract.card.text for contract in seat.contracts if not contract.complete]
            entry = {
                "name": seat.name, "coins": seat.coins, "fires": seat.fires, "deliveries": seat.deliveries,
                "cards": sorted(card for card in seat.cards if not card.startswith("contract")),
                "contracts": complete, "incomplete": incomplete, "warehouse": size(seat.warehouse),
            }  # fmt: skip
            players.append({**entry, "arbiter": seat.arbiter} if seat.arbiter else entry)
        return players


SHEET = SpeicherstadtSheet()


def _track(seat: Seat, entry: Mapping[str, Any], path: str) -> Faults:
    """The points on the track, in one number or by their sources."""
    seat.fires = entry.get("track", 0) + entry.get("fires", 0)
    seat.deliveries, seat.arbiter = entry.get("deliveries", 0), entry.get("arbiter", 0)
    twice = [name for name in ("fires", "deliveries") if name in entry]
    if "track" not in entry or not twice:
        return []
    words = f"The track of {seat.name} is given twice: as track, and as {' and '.join(twice)}."
    return [("transcript.type", Fault(words, f"{path}/{twice[0]}", entry[twice[0]], "track alone"))]


def _warehouse(seat: Seat, entry: Mapping[str, Any], path: str) -> Faults:
    number = entry.get("warehouse", 0)
    if number < 0 or number > WAREHOUSE_ROOM:
        words = f"A warehouse holds up to {WAREHOUSE_ROOM} cubes, not {number}."
        return [("loading.warehouse", Fault(words, f"{path}/warehouse", number, f"0 to {WAREHOUSE_ROOM}"))]
    if number and "warehouse" not in seat.cards:
        words = f"{seat.name} has cubes in a warehouse, but the Warehouse is not among the cards."
        return [("loading.warehouse", Fault(words, f"{path}/warehouse", number, "0"))]
    if number:
        # Which goods they are does not matter in the end.
        put(seat.warehouse, GOODS[0], number)
    return []


def _own(table: SpeicherstadtTable, seat: Seat, text: str, where: str, path: str, owned: dict[str, int]) -> Faults:
    """Give a player what one entry of a list names; what cannot be is named instead."""
    several = _TIMES.fullmatch(text.strip())
    name, count = (several["card"], int(several["count"])) if several else (text.strip(), 1)
    said = id_of(name)
    if where != "cards" and _BARE.fullmatch(said):
        said = f"contract:{said}"
    card = read_card(said)
    rule, fault = _possible(table, Reveal(card=said, seen=card), where)
    if fault is None and card is not None:
        rule, fault = _not_too_many(table, seat, card, count, owned)
    if fault is not None or card is None:
        assert fault is not None
        fault.field, fault.found = path, text
        return [(rule, fault)]
    for _ in range(count):
        seat.cards.append(card.text if where != "cards" else card.id)
        if where != "cards":
            contract = Contract(card)
            seat.contracts.append(contract)
            if where == "contracts":
                contract.placed = dict(contract.shown)
    return []


def _possible(table: SpeicherstadtTable, reveal: Reveal, where: str) -> tuple[str, Fault | None]:
    """Whether such a card is in the game, by the rules of Supply, and in this list."""
    for rule, check in (
        ("supply.unknown-card", supply.card_is_known),
        ("supply.expansion-card", supply.card_is_in_play),
    ):
        fault = check(table, reveal)
        if fault is not None:
            return rule, fault
    assert reveal.seen is not None
    contract = reveal.seen.id == "contract"
    if contract != (where != "cards"):
        words = (
            f"{reveal.card} is a contract; it belongs to contracts, or to incomplete."
            if contract
            else f"{reveal.card} is no contract; it belongs to cards.{hint(reveal.card, ('contract',))}"
        )
        return "supply.contract", Fault(words, expected="contracts" if contract else "cards")
    if reveal.seen.id in FIRES:
        return "supply.unknown-card", Fault("A fire belongs to nobody.", expected="a card that a player can own")
    return "supply.contract", supply.contract_is_possible(table, reveal) if contract else None


def _not_too_many(
    table: SpeicherstadtTable, seat: Seat, card: Card, count: int, owned: dict[str, int]
) -> tuple[str, Fault | None]:
    """No more of a card lie before all players than the game has."""
    deck: Deck = table.deck
    kinds = [card.kind] if card.id == "contract" else [card.id, *(["small ship"] if card.id == "ship" else [])]
    there = sum(deck.had[stack].get(kind, 0) for stack in deck.had for kind in kinds)
    before = owned.get(card.kind, 0)
    owned[card.kind] = before + count
    if before + count <= there:
        return "", None
    if not there:
        name = CARDS[card.id].name
        return "supply.removed-card", Fault(f"The {name} goes back to the box in a game of {len(table.players)}.")
    words = (
        f"There {'is only one' if there == 1 else f'are only {there}'} {card.kind} in the game, and with {seat.name}'s "
    )
    return "supply.copies", Fault(f"{words}there would be {before + count}.", expected=f"at most {there}")
