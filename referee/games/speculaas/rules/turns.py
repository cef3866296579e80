"""Turns: rounds, recipe and spice turns in alternation, and everybody's part in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.rule import Fault, Fix, Rank, Repair, Rule
from referee.games.speculaas.moves import RECIPE, SPICE, Discard, Kind, Pile, Round, Share, Take, Turn, TurnEnd
from referee.games.speculaas.sources import review
from referee.games.speculaas.table import DECK, SpeculaasTable, other_kind

WORDS = {Take: "took", Discard: "discarded"}


def rounds_are_two(table: SpeculaasTable, step: Round) -> Fault | None:
    number = step.number
    if number == 1 and not table.begun:
        return None
    if number == 2 and table.round == 1 and table.turns:
        return None
    due = _due_round(table)
    if number not in (1, 2):
        text = f"There is no round {number}: the game has two rounds."
        if due is not None:
            return Fault(text, "number", number, due, Fix({"number": due}), Repair.CORRECTED, Round(number=due))
        return Fault(text, "number", number)
    if number == 1:
        return Fault("Round 1 begins by itself and may only be noted before everything else.", "number", 1, due)
    if table.round == 2:
        return Fault("Round 2 has begun already.", "number", 2, fix=Fix(remove=True))
    return Fault("Round 2 cannot begin: round 1 has not had a turn yet.", "number", 2, due)


def _due_round(table: SpeculaasTable) -> int | None:
    """The only round that can be noted here, if there is one."""
    if table.round == 1 and table.turns:
        return 2
    return None if table.begun else 1


def in_order(table: SpeculaasTable, step: Any) -> Fault | None:
    return _ORDER[type(step)](table, step)


def _turn_in_order(table: SpeculaasTable, turn: Turn) -> Fault | None:
    kind, other = turn.kind, other_kind(turn.kind)
    allowed = may_begin(table)
    if kind in allowed:
        return None
    fix = Fix({"kind": other}) if other in allowed else None
    if table.empty(kind):
        after_turns = table.counts[kind] >= DECK[kind]
        why = f"after {table.counts[kind]} {kind} turns" if after_turns else "since all their cards were taken"
        text = f"A {kind} turn cannot begin: the {kind} decks of round {table.round} are empty, {why}."
    elif not table.turns:
        text = f"Round {table.round} has to begin with a recipe turn, not with a {kind} turn."
    else:
        text = f"Recipe and spice turns alternate: after a {kind} turn comes a {other} turn."
    return Fault(text, "kind", kind, other if other in allowed else None, fix)


def may_begin(table: SpeculaasTable) -> list[Kind]:
    """The kinds of turn that can come next in this round."""
    if not table.turns:
        return [RECIPE]
    return [
        kind
        for kind in (RECIPE, SPICE)
        if not table.empty(kind) and (kind != table.last or table.may_be_empty(other_kind(kind)))
    ]


def _card_in_order(table: SpeculaasTable, step: Take | Discard) -> Fault | None:
    kind = table.kinds.get(step.card)
    did = WORDS[type(step)]
    if not table.open:
        fix = Fix(before=[Turn(kind=kind)]) if kind is not None and kind in may_begin(table) else None
        return Fault(f"{step.player} {did} {step.card}, but no turn has begun.", fix=fix)
    if kind is None or table.last is None or kind == table.last:
        return None
    forgotten = table.all_took_part() and kind in may_begin(table)
    fix = Fix(before=[Turn(kind=kind)]) if forgotten else None
    return Fault(f"{step.player} {did} {step.card}, a {kind} card, but this is a {table.last} turn.", "card",
                 step.card, f"a {table.last} card", fix)  # fmt: skip


def _pile_in_order(table: SpeculaasTable, step: Pile) -> Fault | None:
    if not table.open:
        return Fault(f"{step.card} was put onto the pile of Speculatius, but no turn has begun.")
    if table.last == RECIPE:
        return Fault(f"{step.card} was put onto the pile of Speculatius in a recipe turn, not in a spice turn.")
    if table.kinds.get(step.card) == RECIPE:
        return Fault(f"{step.card} is a recipe card, but only spice cards go onto the pile of Speculatius.", "card",
                     step.card, "a spice card")  # fmt: skip
    return None


_ORDER: Mapping[type, Callable[[SpeculaasTable, Any], Fault | None]] = {
    Turn: _turn_in_order,
    Take: _card_in_order,
    Discard: _card_in_order,
    Pile: _pile_in_order,
}


def begin_unnoted_turn(table: SpeculaasTable, step: Any) -> None:
    """A card of another kind than the turn's, or outside a turn: if the turn was over, the next one began unnoted."""
    kind = table.kinds.get(step.card) if isinstance(step, Take | Discard) else None
    if kind is None or (table.open and (table.last == kind or not table.all_took_part())):
        return
    if table.open:
        table.end_turn()
    table.begin_turn(kind)


def everyone_takes_part(table: SpeculaasTable, share: Share) -> Fault | None:
    seat = table.seats[share.player]
    if seat.part or seat.excused:
        return None
    kind = f"{table.last} turn" if table.last else "turn"
    return Fault(f"{share.player} took no card and discarded none in the {kind} that ends here (turn {table.turns} of "
                 f"round {table.round}), but everybody takes part in every turn.")  # fmt: skip


def one_recipe(table: SpeculaasTable, step: Share | Take) -> Fault | None:
    if table.last != RECIPE:
        return None
    seat = table.seats[step.player]
    if isinstance(step, Take):
        if seat.recipes and table.kinds.get(step.card) == RECIPE:
            text = f"{step.player} took {step.card}, but has taken a recipe in this turn already; it is one each."
            return Fault(text, "card", step.card)
        return None
    if seat.recipes or seat.excused or not seat.part:
        return None
    return Fault(f"{step.player} took no recipe in the recipe turn that ends here (turn {table.turns} of round "
                 f"{table.round}); everybody takes one.", found=0, expected=1)  # fmt: skip


def begin_turn(table: SpeculaasTable, step: Turn) -> None:
    table.begin_turn(step.kind)


def begin_round(table: SpeculaasTable, step: Round) -> None:
    table.begun, table.resumable = True, False
    if step.number == 2:
        table.begin_round()


def end_turn(table: SpeculaasTable, step: TurnEnd) -> None:
    table.end_turn()


def take_share(table: SpeculaasTable, step: Share) -> None:
    """Nothing is left to do: the part was counted when it was taken."""


RULES = (
    Rule(
        "round.number", "The game has two rounds",
        "Round 1 begins by itself and may only be noted at the very beginning. Round 2 begins once, after round 1 "
        "has had a turn. There is no other round.",
        review("Rounds"), Rank.TURN, (Round,), rounds_are_two,
    ),
    Rule(
        "turn.order", "Recipe and spice turns alternate",
        "A round begins with a recipe turn, and recipe and spice turns take turns until the decks of one kind are "
        "empty (after six recipe turns or eight spice turns, or when all their cards were taken); then the other "
        "kind goes on alone. Cards are only taken, discarded or put on a pile in a turn, and they are of the "
        "turn's kind.",
        review("Draft"), Rank.TURN, (Turn, Take, Discard, Pile), in_order, Repair.AS_RECORDED,
        mend=begin_unnoted_turn,
    ),
    Rule(
        "turn.everyone", "Everybody takes part in every turn",
        "All players act at the same time, so in every turn each of them takes a card or discards one. Honey "
        "alone is no part in a turn.",
        review("Draft"), Rank.TURN, (Share,), everyone_takes_part, Repair.AS_RECORDED,
    ),
    Rule(
        "turn.recipe", "In a recipe turn everybody takes one recipe",
        "In a recipe turn each player chooses exactly one recipe card of the deck in hand and lays it face up in "
        "the own play area. A recipe may also be discarded, but that does not replace the one to be taken.",
        review("Draft"), Rank.TURN, (Share, Take), one_recipe, Repair.AS_RECORDED,
        needs=("turn.order", "turn.everyone"),
    ),
)  # fmt: skip
ACTS = {Turn: begin_turn, Round: begin_round, Share: take_share, TurnEnd: end_turn}
