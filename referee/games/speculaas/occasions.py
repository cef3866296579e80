"""For the conformance kit: near misses, what a player or a recorder might get wrong; and what a step exercises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from referee.games.speculaas import legal
from referee.games.speculaas.measures import MEASURES
from referee.games.speculaas.moves import RECIPE, BaseScore, Claim, Discard, Honey, Pile, Round, Take, Turn, TurnEnd
from referee.games.speculaas.rules.turns import may_begin
from referee.games.speculaas.scoring import DIFFICULTIES, totals
from referee.games.speculaas.table import SpeculaasTable, other_kind
from referee.games.speculaas.tea import spice_of

Moves = Sequence[Any]


def slips(table: SpeculaasTable, move: Any, random: Random) -> Iterator[Moves]:
    """What might stand in the log in the place of ``move``, which is legal on this table, and break one rule."""
    if isinstance(move, Turn):
        other = other_kind(move.kind)
        if other not in may_begin(table):
            yield [replace(move, kind=other)]
        if not table.empty(other):
            yield [move, Turn(kind=other)]
        yield [move, Honey(player=random.choice(table.players), by=table.supply + random.randint(1, 3))]
        yield from _claims(table, move, random)
    elif isinstance(move, Round):
        yield [replace(move, number=random.choice((0, 3, 4)))]
        yield [move, move]
        yield [move, BaseScore(player=table.players[0], points=random.randint(5, 60))]
    elif isinstance(move, Honey):
        yield [replace(move, by=table.supply + random.randint(1, 3))]
        yield [replace(move, by=-table.seats[move.player].honey - 1)]
    elif isinstance(move, BaseScore):
        yield [move, move]
        yield from ([move, later] for later in _after_the_end(table, move, random))
    elif isinstance(move, Pile):
        yield from _cards(table, move, random)
    elif isinstance(move, Take | Discard):
        yield from _cards(table, move, random)
        yield from _parts(table, move, random)


def _cards(table: SpeculaasTable, move: Take | Discard | Pile, random: Random) -> Iterator[Moves]:
    """Another card than the one in the hand, or another cell."""
    kind = table.kinds[move.card]
    yield [replace(move, card=f"{move.card}x")]
    gone = [card for card in table.where if table.kinds[card] == kind]
    if gone:
        yield [replace(move, card=random.choice(gone))]
    strange = [card for card, other in table.kinds.items() if other != kind and card not in table.where]
    if strange:
        yield [replace(move, card=random.choice(strange))]
    if isinstance(move, Pile):
        return
    dealt = table.dealt.get((table.round, kind), {})
    elsewhere = [card for card in dealt if card not in table.where and not table.fitting_ways(move.player, card, kind)]
    if elsewhere:
        yield [replace(move, card=random.choice(elsewhere))]
    if isinstance(move, Take) and table.seats[move.player].cards:
        yield [replace(move, at=list(random.choice(list(table.seats[move.player].cards))))]


def _parts(table: SpeculaasTable, move: Take | Discard, random: Random) -> Iterator[Moves]:
    """One card too many or too few in a recipe turn, or a turn that ends too early."""
    seat, kind = table.seats[move.player], table.kinds[move.card]
    hand = [card for card in legal.cards_in_hand(table, move.player) if card != move.card]
    if isinstance(move, Take) and kind == RECIPE and hand:
        cell = legal.open_cells(seat)[-1]
        second = Take(player=move.player, card=random.choice(hand), at=[cell[0] + 2, cell[1] + 2])
        yield [move, second]
    others_owe = any(not other.part for name, other in table.seats.items() if name in table.place and other is not seat)
    if others_owe or seat.part:
        return
    if table.empty(other_kind(kind)):
        return
    next_turn = Turn(kind=other_kind(kind))
    yield [next_turn]
    if kind == RECIPE:
        yield [Discard(player=move.player, card=move.card), next_turn]


def _after_the_end(table: SpeculaasTable, move: BaseScore, random: Random) -> Iterator[Any]:
    yield Turn(kind=random.choice(("recipe", "spice")))
    yield Honey(player=move.player, by=0)


def _claims(table: SpeculaasTable, move: Any, random: Random) -> Iterator[Moves]:
    """A claim that is not true of the table before ``move``."""
    name = random.choice(list(table.seats))
    wrong = random.choice((-1, 1, 2))
    yield [Claim(player=name, honey=table.seats[name].honey + wrong), move]
    yield [Claim(player=name, coffee=name not in table.holders()), move]
    if table.cafe:
        yield [Claim(player=name, score=totals(table)[name] + wrong), move]


#: What a corpus can exercise beside the rules.
FEATURES: dict[str, tuple[str, ...]] = {
    "Tea cards": ("least honey", "most of a spice"),
    "Coffee cards": ("all six spices", "a shape"),
    "Hot Chocolate cards": MEASURES,
    "difficulties": DIFFICULTIES,
    "the Coffee card goes to": ("one", "several"),
}


def exercised(table: SpeculaasTable, step: Any) -> Iterator[tuple[str, str]]:
    """The cards in the centre and the difficulty when a score is noted, and the Coffee card when it is given."""
    if isinstance(step, TurnEnd) and not table.coffee and table.reaching():
        yield "the Coffee card goes to", "one" if len(table.reaching()) == 1 else "several"
    if not isinstance(step, BaseScore):
        return
    if table.goal is not None:
        yield "Tea cards", "least honey" if spice_of(table.tea) is None else "most of a spice"
        yield "Coffee cards", "a shape" if table.goal.shaped else "all six spices"
        yield "Hot Chocolate cards", table.measure
    if table.difficulty is not None:
        yield "difficulties", table.difficulty


def concerns(rule: str, table: SpeculaasTable, step: Any) -> bool:
    """Whether a rule that looks at this type of step had something to say about it."""
    if rule == "setup.shape":
        return isinstance(step.setup.get("coffee"), dict)
    if rule == "turn.recipe":
        return table.last == RECIPE
    if rule == "draft.deck":
        return (table.round, table.last) in table.dealt
    if rule.startswith("claim."):
        return getattr(step, rule.partition(".")[2], None) is not None
    return True
