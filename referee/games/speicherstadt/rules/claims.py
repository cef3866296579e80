"""Claims and the arbiter: what the recorder saw is compared with the table, what a person decided is put on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from referee.engine.rule import Fault, Rank, Repair, Rule
from referee.games.speicherstadt.cards import read_card
from referee.games.speicherstadt.moves import Arbiter, Claim
from referee.games.speicherstadt.names import hint
from referee.games.speicherstadt.pieces import Pile, Seat, Space, cubes, put
from referee.games.speicherstadt.rules import sources as cite
from referee.games.speicherstadt.table import SpeicherstadtTable

PLAYER_FIELDS = ("coins", "score", "workers", "gray", "breaks", "warehouse", "market_hall", "cards", "contracts")
TABLE_FIELDS = ("round", "phase", "first_player", "stock", "bag", "row", "upper", "reserved", "queues")
#: What is on the table, by field of a claim.
View = Callable[[SpeicherstadtTable, Claim], Any]


def _seat(table: SpeicherstadtTable, claim: Claim) -> Seat:
    assert claim.player is not None
    return table.by_name[claim.player]


def _row(spaces: list[Space]) -> list[str]:
    return [space.card.text if space.card is not None else "-" for space in spaces]


def _queues(table: SpeicherstadtTable) -> list[list[str]]:
    return [["gray" if worker.gray else worker.seat.name for worker in space.line] for space in table.row]


def contracts_of(seat: Seat) -> dict[str, list[str]]:
    """The goods on a player's contracts; the second of two equal ones ends in ``#2``."""
    goods: dict[str, list[str]] = {}
    for index, contract in enumerate(seat.contracts):
        equal = sum(1 for other in seat.contracts[:index] if other.card.fits(contract.card))
        goods[f"{contract.card.text}#{equal + 1}" if equal else contract.card.text] = cubes(contract.placed)
    return goods


#: A player's things as the fields of a claim show them.
OF_PLAYER: dict[str, Callable[[Seat], Any]] = {
    "coins": lambda seat: seat.coins,
    "score": lambda seat: seat.track,
    "workers": lambda seat: seat.home,
    "gray": lambda seat: seat.gray,
    "breaks": lambda seat: seat.breaks,
    "warehouse": lambda seat: cubes(seat.warehouse),
    "market_hall": lambda seat: cubes(seat.market_hall),
    "cards": lambda seat: sorted(seat.cards),
    "contracts": contracts_of,
}
#: The common things as the fields of a claim show them.
OF_TABLE: dict[str, Callable[[SpeicherstadtTable], Any]] = {
    "round": lambda table: table.round,
    "phase": lambda table: table.phase,
    "first_player": lambda table: table.seats[table.first].name,
    "stock": lambda table: dict(sorted(table.stock.items())),
    "bag": lambda table: dict(sorted(table.bag.items())),
    "row": lambda table: _row(table.row),
    "upper": lambda table: _row(table.upper),
    "reserved": lambda table: [space.card.text for space in table.reserved if space.card is not None],
    "queues": _queues,
}


def _means(reference: str, text: str) -> bool:
    """Whether a claim names this card: goods in any order; goods and printed points may be left out."""
    wanted, card = read_card(reference), read_card(text)
    return reference == text or (wanted is not None and card is not None and card.fits(wanted))


def _same_cards(seen: list[str], claimed: list[str]) -> bool:
    """Whether the cards in front of a player are those claimed, in any order; those named exactly are found first."""
    left = list(seen)
    for reference in sorted(claimed, key=lambda text: ":" not in text):
        found = next((text for text in left if _means(reference, text)), None)
        if found is None:
            return False
        left.remove(found)
    return not left


def _same(field: str, seen: Any, claimed: Any) -> bool:
    """Whether a claim holds: cards in any spelling, hands as multisets, places in order, zeros left out."""
    if seen == claimed:
        return True
    if field in ("warehouse", "market_hall"):
        return sorted(seen) == sorted(claimed)
    if field == "cards":
        return _same_cards(seen, claimed)
    if field in ("row", "upper", "reserved"):
        return len(seen) == len(claimed) and all(map(_means, claimed, seen))
    if field in ("stock", "bag"):
        return bool(seen == {good: number for good, number in claimed.items() if number})
    return False


def holds(field: str, table: SpeicherstadtTable, claim: Claim) -> Fault | None:
    """Whether one field of a claim is what the table shows."""
    claimed = getattr(claim, field)
    if claimed is None:
        return None
    of_player = OF_PLAYER.get(field)
    seen = of_player(_seat(table, claim)) if of_player is not None else OF_TABLE[field](table)
    if _same(field, seen, claimed):
        return None
    doubts = table.doubts
    follows = doubts.unsure(claim.player, field) or doubts.same_again(claim.player, field, seen, claimed)
    if field == "coins" and claim.player is not None and claimed - seen == doubts.paid[claim.player]:
        follows = True
    elif field == "cards" and claim.player is not None:
        follows = follows or doubts.may_have(claim.player, seen, claimed)
    whose = f"{claim.player}'s" if of_player is not None else "the"
    spoken = _SPOKEN.get(field, field.replace("_", " "))
    verb, by_the_log = ("are", "they are") if spoken.endswith("s") else ("is", "it is")
    return Fault(f"The claim says that {whose} {spoken} {verb} {_say(claimed)}, but by the log {by_the_log} {_say(seen)}.",
                 field=field, found=claimed, expected=seen, follows=follows)  # fmt: skip


#: Fields that a sentence calls otherwise.
_SPOKEN = {
    "breaks": "Break cards",
    "gray": "gray workers",
    "queues": "lines of workers",
    "reserved": "reserved column",
    "row": "row on the water",
    "upper": "upper row",
}


def _say(value: Any) -> str:
    if isinstance(value, list):
        parts = ["+".join(part) or "nobody" if isinstance(part, list) else str(part) for part in value]
        return ", ".join(parts) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{name} {number}" for name, number in value.items()) or "nothing"
    return str(value)


def contracts_hold(table: SpeicherstadtTable, claim: Claim) -> Fault | None:
    """Only the contracts that a claim names are compared."""
    if claim.contracts is None:
        return None
    seat = _seat(table, claim)
    for reference, claimed in claim.contracts.items():
        fitting = table.owned_contracts(seat, reference)
        follows = table.doubts.unsure(seat.name, "contracts") or (not fitting and table.may_own(seat, "contract"))
        if not fitting:
            near = hint(reference, contracts_of(seat))
            return Fault(f"{seat.name} owns no {reference}.{near}", field=f"contracts/{reference}", found=reference,
                         expected=list(contracts_of(seat)), follows=follows)  # fmt: skip
        seen = cubes(fitting[0].placed)
        if sorted(claimed) != sorted(seen):
            follows = follows or table.doubts.same_again(seat.name, f"contracts/{reference}", seen, claimed)
            return Fault(f"The claim says that {_say(claimed)} lies on {reference} of {seat.name}, but by the log it is {_say(seen)}.",
                         field=f"contracts/{reference}", found=claimed, expected=seen, follows=follows)  # fmt: skip
    return None


def see(table: SpeicherstadtTable, claim: Claim) -> None:
    """A claim changes nothing."""
    if table.doubts.matter_to_claims:
        remember(table, claim)


def remember(table: SpeicherstadtTable, claim: Claim) -> None:
    """By how much each field of a claim is wrong: if a later claim is wrong in the same way, that is no news."""
    for field in TABLE_FIELDS if claim.player is None else PLAYER_FIELDS:
        claimed = getattr(claim, field)
        if claimed is not None and field != "contracts":
            seen = OF_PLAYER[field](_seat(table, claim)) if claim.player is not None else OF_TABLE[field](table)
            table.doubts.claimed(claim.player, field, seen, claimed)
    for reference, goods in (claim.contracts or {}).items():
        fitting = table.owned_contracts(_seat(table, claim), reference)
        placed = cubes(fitting[0].placed) if fitting else []
        table.doubts.claimed(claim.player, f"contracts/{reference}", placed, goods)


def set_right(table: SpeicherstadtTable, step: Arbiter) -> None:
    """Put the values an arbiter decided on the table; the differences go to the account of the arbiter."""
    for field in ("coins", "score", "workers", "warehouse", "market_hall"):
        if getattr(step, field) is not None:
            table.doubts.settle(step.player, field)
    if step.stock is not None:
        table.doubts.settle(None, "stock")
        _exchange(table, table.stock, {good: number for good, number in step.stock.items() if number})
    if step.player is None:
        return
    seat = table.by_name[step.player]
    if step.coins is not None:
        table.arbiter_coins += step.coins - seat.coins
        seat.coins = step.coins
    if step.score is not None:
        seat.arbiter += step.score - seat.track
    if step.workers is not None:
        difference = step.workers - seat.home
        table.arbiter_workers[seat.name] = table.arbiter_workers.get(seat.name, 0) + difference
        seat.home = step.workers
    for place, goods in (("warehouse", step.warehouse), ("market-hall", step.market_hall)):
        if goods is not None:
            wanted: Pile = {}
            for good in goods:
                put(wanted, good)
            _exchange(table, seat.pile(place), wanted)


def _exchange(table: SpeicherstadtTable, pile: Pile, wanted: Pile) -> None:
    for good in {*pile, *wanted}:
        put(table.arbiter_goods, good, wanted.get(good, 0) - pile.get(good, 0))
    pile.clear()
    pile.update(wanted)


_TITLES = {
    "coins": "The coins claimed are those of the log",
    "score": "The points claimed are those on the track",
    "workers": "The workers claimed are those at home",
    "gray": "The gray workers claimed are those in hand",
    "breaks": "The Break cards claimed are those in hand",
    "warehouse": "The goods claimed lie in the warehouse",
    "market_hall": "The good claimed lies in the market hall",
    "cards": "The cards claimed lie in front of the player",
    "contracts": "The goods claimed lie on the contracts",
    "round": "The round claimed is the one being played",
    "phase": "The phase claimed is the one being played",
    "first_player": "The first player claimed has the marker",
    "stock": "The goods claimed lie in the stock",
    "bag": "The goods claimed are still in the bag",
    "row": "The cards claimed lie on the water",
    "upper": "The cards claimed lie in the upper row",
    "reserved": "The cards claimed lie in the reserved column",
    "queues": "The workers claimed stand in the lines",
}

RULES = tuple(
    Rule(f"claim.{field}", title,
         "A claim says what the recorder saw at that moment. It is compared with the table as the log has left it, and "
         "changes nothing.",
         cite.FORMAT, Rank.CLAIM, (Claim,), contracts_hold if field == "contracts" else partial(holds, field),
         Repair.SKIPPED)
    for field, title in _TITLES.items()
)  # fmt: skip

ACTS = {Claim: see, Arbiter: set_right}
