"""How the table is put right after a slip, so that the check can go on: cards and workers that the log lost or misnamed."""

from __future__ import annotations

from typing import Any

from referee.games.speicherstadt.cards import FIRES, UNKNOWN
from referee.games.speicherstadt.moves import Break, Place, Reserve, Reveal, UseSnitch
from referee.games.speicherstadt.pieces import OutOfTurn, Seat
from referee.games.speicherstadt.table import SpeicherstadtTable

# Supply.


def fill_up(table: SpeicherstadtTable, step: Any) -> None:
    """Cards that the log left out fill their spaces as unknown ones."""
    table.fire = None
    table.doubts.display()
    table.doubts.spare += table.vacant
    while table.vacant:
        table.deck.draw(UNKNOWN.kind)
        table.deal(UNKNOWN)


def forgive_workers(table: SpeicherstadtTable, step: Any) -> None:
    """Workers that the log never placed are not asked for again; after a Snitch too early they may still come."""
    if isinstance(step, UseSnitch):
        return
    for seat in table.seats:
        seat.late = seat.home


def doubt_the_card(table: SpeicherstadtTable, step: Reveal) -> None:
    """A card that cannot be there is perhaps another one, or a fire, or one that was written twice."""
    doubts = table.doubts
    doubts.extra += 1
    doubts.spare = max(0, doubts.spare - 1)
    doubts.names.add(step.card)
    doubts.misread.add(step.card)
    if step.seen is not None and step.seen.id == "ship":
        doubts.bag.update(step.seen.goods)


def skip_card(table: SpeicherstadtTable, step: Reveal) -> None:
    """A card that cannot be used still fills its space, unless it is a fire, which takes none."""
    misspelt = step.card.startswith("fire-") and not step.card.startswith("fire-t")
    if step.seen.id in FIRES if step.seen is not None else misspelt:
        return
    if table.phase == "supply" and table.vacant:
        table.fire = None
        table.fresh = False
        table.deck.draw(UNKNOWN.kind)
        table.deal(UNKNOWN)


def skip_supply(table: SpeicherstadtTable, raw: Any) -> None:
    """A supply that could not be read still turned up its cards; without a count it filled all spaces."""
    cards = raw.get("cards") if isinstance(raw, dict) else None
    text = raw.partition(":")[2] if isinstance(raw, str) else ""
    number = len(cards) if isinstance(cards, list) else text.count(",") + 1 if text else table.vacant
    for _ in range(min(number, table.vacant) if table.phase == "supply" else 0):
        skip_card(table, Reveal(card=UNKNOWN.text, seen=None))


# Demand.


def put_name_right(table: SpeicherstadtTable, seat: Seat, gray: bool = False) -> None:
    """What a placement shows of one out of turn before: it was written twice, or its worker changes hands."""
    slip = table.wrong_name(seat)
    if slip is not None:
        table.turn = (slip.passed[0].number + 1) % len(table.seats)
    elif not gray:
        slip = table.borrowed_worker(seat)
    if slip is not None and slip.doubled:
        _take_back(table, slip)
    elif slip is not None and slip.worker is not None:
        due = slip.passed[0]
        slip.worker.seat = due
        slip.seat.home += 1
        due.home -= 1
        for other in slip.passed:
            other.late = max(0, other.late - 1)
        table.out_of_turn = None
        table.doubts.order = False
    elif (slip := table.out_of_turn) is not None and slip.worker is not None:
        slip.doubled = slip.doubled or (slip.latest and slip.passed[0] is seat and table.turn == seat.number)
        slip.latest = False


def _take_back(table: SpeicherstadtTable, slip: OutOfTurn) -> None:
    """The worker of a placement that was written twice comes home; nobody was passed over by it."""
    for space in table.row:
        if slip.worker in space.line:
            space.line.remove(slip.worker)
            slip.seat.home += 1
    slip.passed[0].late = max(0, slip.passed[0].late - 1)
    table.out_of_turn = None
    table.doubts.order = False


def let_them_be_late(table: SpeicherstadtTable, step: Place | Reserve | Break) -> None:
    """Who was passed over may catch up later, and is not asked for the worker again."""
    placing = table.by_name[step.player]
    passed = table.passed_over(placing)
    for seat in passed:
        seat.late += 1
    table.doubts.order = True
    if passed and placing.home and not isinstance(step, Break) and not step.gray:
        table.out_of_turn = OutOfTurn(placing, passed)


def skip_placement(table: SpeicherstadtTable, player: str | None) -> None:
    """A placement that is skipped still counts for turn order."""
    if table.phase != "demand":
        return
    if table.out_of_turn is not None and table.out_of_turn.worker is None:
        table.out_of_turn = None
    seat = table.by_name.get(player) if player is not None else None
    if seat is None:
        owing = [other for other in table.clockwise(table.turn) if table.owed(other) > 0]
        seat = owing[0] if owing else table.seats[table.turn]
    if table.owed(seat) > 0:
        seat.late += 1
    if table.turn == seat.number:
        table.turn_passes(seat)
