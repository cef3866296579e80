"""What each step does to the table, and what a step that is skipped still means for it.

Nothing is checked here: a step that gets this far is legal, or is carried out as recorded.
"""

from __future__ import annotations

from typing import Any

from referee.engine.game import Header, Unreadable
from referee.engine.rule import Fault
from referee.games.speculaas.moves import (
    RECIPE,
    SPICE,
    Arbiter,
    BaseScore,
    Claim,
    Discard,
    Honey,
    Pile,
    Round,
    Share,
    Take,
    Turn,
    TurnEnd,
)
from referee.games.speculaas.scoring import totals
from referee.games.speculaas.table import Seat, SpeculaasTable


def begin_turn(table: SpeculaasTable, step: Turn) -> None:
    table.begin_turn(step.kind)


def begin_round(table: SpeculaasTable, step: Round) -> None:
    table.begun, table.resumable = True, False
    if step.number == 2:
        table.begin_round()


def end_turn(table: SpeculaasTable, step: TurnEnd) -> None:
    table.end_turn()


def take(table: SpeculaasTable, step: Take) -> None:
    seat = table.seats[step.player]
    _leave_deck(table, seat, step.card)
    if table.kinds[step.card] == RECIPE:
        seat.recipes += 1
    table.lay(seat, step.card, step.cell)


def discard(table: SpeculaasTable, step: Discard) -> None:
    seat = table.seats[step.player]
    _leave_deck(table, seat, step.card)
    seat.discards.append(step.card)
    table.where[step.card] = ("discard", seat.name)


def _leave_deck(table: SpeculaasTable, seat: Seat, card: str) -> None:
    """A card leaves its deck by this player's hand: all that depends on it but where it goes."""
    kind = table.kinds[card]
    if not table.open or table.last not in (kind, None):
        _mark_was_forgotten(table, kind)
    if table.last is None:
        table.settle(kind)
    if table.last != kind:
        seat.excused = True
    else:
        ways = table.fitting_ways(seat.name, card, kind)
        if ways:
            table.ways[table.round, kind] = ways
    seat.part += 1
    table.left[kind] += 1
    table.several = table.several or (table.last == SPICE and seat.part > 1)


def _mark_was_forgotten(table: SpeculaasTable, kind: str) -> None:
    """A card of another kind than the turn's, or outside a turn: if the turn was over, the next one began unnoted."""
    if table.open and table.all_took_part():
        table.end_turn()
    if not table.open:
        table.begin_turn(kind)


def change_honey(table: SpeculaasTable, step: Honey) -> None:
    seat = table.seats[step.player]
    seat.honey += step.by
    seat.honey_said = True
    table.supply -= step.by
    table.begun = True


def put_on_pile(table: SpeculaasTable, step: Pile) -> None:
    table.put_on_pile(step.card)
    table.begun = True


def note_base_score(table: SpeculaasTable, step: BaseScore) -> None:
    table.seats[step.player].base = step.points
    table.over, table.resumable = True, False
    table.rounds = 2
    table.phase = "scoring"
    table.complete = all(seat.base is not None for seat in table.seats.values())


def set_right(table: SpeculaasTable, step: Arbiter) -> None:
    """An arbiter's ``set``: the honey and the points that appear or vanish are booked apart."""
    if step.player is None:
        return
    seat = table.seats[step.player]
    if step.honey is not None:
        table.account += seat.honey - step.honey
        seat.honey = step.honey
        seat.honey_said = True
    if step.coffee:
        table.denied.discard(seat.name)
        table.coffee.setdefault(seat.name, (table.round, table.turns))
    elif step.coffee is not None:
        table.denied.add(seat.name)
        table.coffee.pop(seat.name, None)
    if step.score is not None and table.cafe:
        seat.set_apart += step.score - totals(table)[seat.name]


def nothing(table: SpeculaasTable, step: Claim | Share) -> None:
    """A claim and a share change nothing."""


def no_table(table: SpeculaasTable, step: Header) -> None:
    """The header makes the table: see :meth:`Game.open`."""


ACTS: dict[type, Any] = {
    Header: no_table,
    Share: nothing,
    TurnEnd: end_turn,
    Turn: begin_turn,
    Round: begin_round,
    Take: take,
    Discard: discard,
    Honey: change_honey,
    Pile: put_on_pile,
    BaseScore: note_base_score,
    Claim: nothing,
    Arbiter: set_right,
}


def skip(table: SpeculaasTable, step: Any, fault: Fault | None) -> None:
    """A skipped card still was somebody's part in the turn; a skipped end of a turn lets the turn go on."""
    if isinstance(step, Unreadable):
        _skip_unreadable(table, step)
    elif isinstance(step, Take | Discard):
        _excuse(table, step.player)
        if table.open and table.last is not None:
            table.left[table.last] += 1
    elif isinstance(step, Round | BaseScore) and table.resumable:
        table.resume()


def _skip_unreadable(table: SpeculaasTable, entry: Unreadable) -> None:
    if entry.kind == "turn":
        table.begin_turn(None)
    elif entry.kind == "round":
        table.begun = True
        if table.round == 1 and table.turns:
            table.begin_round()
    elif entry.kind in ("take", "discard", None):
        _excuse(table, entry.player)


def _excuse(table: SpeculaasTable, player: str | None) -> None:
    """Count a skipped move as a part in the open turn: the player's, or anybody's if nobody knows whose it was."""
    if not table.open:
        return
    for name in table.players if player is None else [player]:
        if name in table.seats:
            table.seats[name].excused = True
