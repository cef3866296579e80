"""The rules of Pebbles.

A heap of pebbles is laid out. In turn everybody takes up to three (ruling ``most``), and who takes the last pebble
ends the game. Before taking, a player may hand one own pebble to another, openly or not. Most pebbles win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from pebbles.moves import MOVES, NOTATION, Arbiter, Claim, Heap, Swap, Take
from referee.engine.game import AuditError, Game, Header, Reading, Table, Unreadable
from referee.engine.rule import Catalogue, Citation, Fault, Fix, Rank, Repair, Rule, Ruling
from referee.engine.verdict import Score, Unjudged
from referee.transcript.rules import COMMON

BOOK = Citation("Pebbles, rulebook", "Taking")


class PebblesTable(Table):
    __slots__ = ("heap", "laid", "next", "owned", "set_apart")

    def __init__(self, header: Header) -> None:
        super().__init__(header, "laying")
        self.heap = 0
        self.laid = 0
        self.next = 0
        self.owned = dict.fromkeys(header.players, 0)
        self.set_apart = 0


def over(table: PebblesTable, move: Any) -> Fault | None:
    return Fault("The game is over.", fix=Fix(remove=True)) if table.complete else None


def laid_first(table: PebblesTable, move: Any) -> Fault | None:
    return None if table.laid else Fault("No pebbles lie on the table yet.")


def laid_once(table: PebblesTable, heap: Heap) -> Fault | None:
    return Fault("The pebbles lie on the table already.", "pebbles", heap.pebbles) if table.laid else None


def enough_laid(table: PebblesTable, heap: Heap) -> Fault | None:
    return None if heap.pebbles > 0 else Fault("A heap has at least one pebble.", "pebbles", heap.pebbles, "at least 1")


def in_turn(table: PebblesTable, take: Take) -> Fault | None:
    player = table.players[table.next]
    if take.player == player:
        return None
    return Fault(f"It was {player}'s turn.", "player", take.player, player, Fix({"player": player}))


def not_too_many(table: PebblesTable, take: Take) -> Fault | None:
    most = min(table.rulings["most"], table.heap)
    if take.count is None or take.count <= most:
        return None
    return Fault(f"{take.player} took {take.count}, but at most {most} were allowed.", "count", take.count, most,
                 Fix({"count": most}), Repair.CORRECTED, Take(player=take.player, count=most))  # fmt: skip


def to_another(table: PebblesTable, swap: Swap) -> Fault | None:
    return Fault("Nobody swaps alone.", "victim", swap.victim) if swap.victim == swap.player else None


def has_one(table: PebblesTable, swap: Swap) -> Fault | None:
    if table.owned[swap.player]:
        return None
    return Fault(f"{swap.player} has no pebble.", fix=Fix(before=[Take(player=swap.player, count=1)]))


def claimed_pebbles(table: PebblesTable, claim: Claim) -> Fault | None:
    if claim.player is None or claim.pebbles is None or claim.pebbles == table.owned[claim.player]:
        return None
    due = table.owned[claim.player]
    return Fault(f"{claim.player} has {due}.", "pebbles", claim.pebbles, due, Fix({"pebbles": due}))


def few_players(table: None, header: Header) -> Fault | None:
    if header.expansions and len(header.players) > 3:
        return Fault("With bags at most three can play.", "players", len(header.players), "at most 3")
    return None


RULES = (
    Rule("setup.bags", "With bags at most three play", "With bags at most three play.", BOOK, Rank.FORM, (Header,),
         few_players),  # type: ignore[arg-type]
    Rule("heap.once", "The heap is laid once", "The heap is laid once.", BOOK, Rank.PHASE, (Heap,), laid_once),
    Rule("heap.size", "A heap has pebbles", "A heap has pebbles.", BOOK, Rank.AMOUNT, (Heap,), enough_laid),
    Rule("end.over", "Nothing happens after the end", "Nothing happens after the end.", BOOK, Rank.END, (Take, Swap), over),
    Rule("take.phase", "The heap comes first", "The heap comes first.", BOOK, Rank.PHASE, (Take, Swap), laid_first),
    Rule("take.turn", "Players take in turn", "Players take in turn.", BOOK, Rank.TURN, (Take,), in_turn,
         Repair.AS_RECORDED),
    Rule("take.most", "At most three", "At most three are taken.", BOOK, Rank.AMOUNT, (Take,), not_too_many,
         rulings=("most",)),
    Rule("swap.other", "A swap needs two", "A swap needs two.", BOOK, Rank.TARGET, (Swap,), to_another),
    Rule("swap.pebble", "A swap needs a pebble", "A swap needs a pebble.", BOOK, Rank.STOCK, (Swap,), has_one),
    Rule("claim.pebbles", "Claims hold", "Claims hold.", BOOK, Rank.CLAIM, (Claim,), claimed_pebbles, Repair.AS_RECORDED),
)  # fmt: skip


def lay(table: PebblesTable, heap: Heap) -> None:
    table.heap = table.laid = heap.pebbles
    table.phase = "taking"


def take(table: PebblesTable, move: Take) -> None:
    number = min(move.count or 1, table.heap)
    table.heap -= number
    table.owned[move.player] += number
    table.next = (table.players.index(move.player) + 1) % len(table.players)
    if not table.heap:
        table.complete, table.rounds, table.phase = True, 1, "end"


def swap(table: PebblesTable, move: Swap) -> None:
    table.owned[move.player] -= 1
    table.owned[move.victim] += 1


def nothing(table: PebblesTable, move: Any) -> None:
    pass


def put_right(table: PebblesTable, move: Arbiter) -> None:
    if move.player is not None and move.pebbles is not None:
        table.set_apart += table.owned[move.player] - move.pebbles
        table.owned[move.player] = move.pebbles


class Pebbles(Game):
    id = "pebbles"
    title = "Pebbles"
    ruleset = 2
    released = {1: "0.0.9"}  # noqa: RUF012
    seats = (2, 4)
    expansions = {"bags": "Bags"}  # noqa: RUF012
    profiles = ("rulebook", "house")
    rulings = {  # noqa: RUF012
        "most": Ruling("most", "How many may be taken at once", {"rulebook": 3, "house": 2}, (3, 2)),
        "bonus": Ruling("bonus", "What the last pebble is worth", {"rulebook": [1, 1], "house": [1, 1]},
                        check=lambda value: isinstance(value, list) and len(value) == 2, wants="a list of two numbers"),
        "pace": Ruling("pace", "How fast", {"rulebook": "any", "house": "slow"}, ("any", "slow")),
    }  # fmt: skip
    catalogue = Catalogue.of(COMMON, RULES)
    moves = MOVES
    arbiter = Arbiter
    notation = NOTATION

    def __init__(self) -> None:
        self.plans = self.plan(
            {Header: nothing, Heap: lay, Take: take, Swap: swap, Claim: nothing, Arbiter: put_right}, {}
        )

    def open(self, header: Header) -> PebblesTable:
        return PebblesTable(header)

    def skip(self, table: PebblesTable, step: Any, fault: Fault | None) -> None:
        kind = step.kind if isinstance(step, Unreadable) else step.move
        if kind == "take" and step.player in table.players:
            table.next = (table.players.index(step.player) + 1) % len(table.players)

    def closing(self, table: PebblesTable) -> Iterator[Any]:
        if table.heap == 1:
            yield Take(player=table.players[table.next], count=1)

    def standing(self, table: PebblesTable) -> list[Score]:
        return [Score(name, number, {"pebbles": number} if number else {}) for name, number in table.owned.items()]

    def audit(self, table: PebblesTable) -> None:
        if table.heap + sum(table.owned.values()) + table.set_apart != table.laid:
            raise AuditError("a pebble was lost")

    def snapshot(self, table: PebblesTable) -> dict[str, dict[str, Any]]:
        return {"pebbles": {"heap": table.heap, "arbiter": table.set_apart, **table.owned}}

    def claims(self, table: PebblesTable) -> list[dict[str, Any]]:
        return [{"move": "claim", "player": name, "pebbles": number} for name, number in table.owned.items()]

    def legal(self, table: PebblesTable) -> list[Any]:
        if table.complete or not table.laid:
            return []
        most = min(table.rulings["most"], table.heap)
        return [Take(player=table.players[table.next], count=count) for count in range(1, most + 1)]

    def reveal(self, table: PebblesTable, random: Random) -> Heap | None:
        return None if table.laid else Heap(pebbles=random.randint(5, 20))

    def readings(self, table: PebblesTable) -> Iterable[Reading]:
        return [Reading("last-pebble", "Whether the last pebble counts twice", ("once", "twice", "unclear")),
                Reading("first-pebble", "Whether the first pebble counts", ("counts", "gone"))]  # fmt: skip

    def reread(self, table: PebblesTable, reading: str, value: str) -> dict[str, int] | str | None:
        if reading == "first-pebble" or not table.complete:
            return None
        if value == "unclear":
            return "unjudged"
        last = table.players[table.next - 1]
        return {name: number + (name == last) for name, number in table.owned.items()}

    def unjudged(self, table: PebblesTable) -> list[Unjudged]:
        return [] if table.laid else [Unjudged("heap", "No heap was laid.")]


GAME = Pebbles()
