"""The draft: a card is in one place only, and it comes from the deck in the player's hand."""

from __future__ import annotations

from difflib import get_close_matches

from referee.engine.rule import Fault, Rank, Repair, Rule
from referee.games.speculaas.moves import RECIPE, SPICE, Discard, Pile, Take
from referee.games.speculaas.sources import model, review
from referee.games.speculaas.table import Seat, SpeculaasTable

Step = Take | Discard | Pile


def _did(step: Step) -> str:
    if isinstance(step, Pile):
        return f"{step.card} was put onto the pile of Speculatius"
    return f"{step.player} {'took' if isinstance(step, Take) else 'discarded'} {step.card}"


def card_is_declared(table: SpeculaasTable, step: Step) -> Fault | None:
    card = step.card
    if card in table.kinds:
        return None
    same = [known for known in table.kinds if known.lower() == card.lower()]
    near = same or get_close_matches(card, [known for known in table.kinds if known not in table.where], 1, 0.7)
    hint = f" Did you mean {near[0]}?" if near else ""
    return Fault(f"{_did(step)}, but the setup declares no card of that name.{hint}", "card", card,
                 near[0] if near else None)  # fmt: skip


def card_is_free(table: SpeculaasTable, step: Step) -> Fault | None:
    place = table.where.get(step.card)
    if place is None:
        return None
    what, name = place
    lies = {
        "tableau": f"it already lies in the tableau of {name}",
        "discard": f"{name} has discarded it already",
        "pile": "it already lies on the pile of Speculatius",
    }[what]
    return Fault(f"{_did(step)}, but {lies}.", "card", step.card)


def card_is_in_the_deck(table: SpeculaasTable, step: Take | Discard) -> Fault | None:
    kind = table.last
    if kind is None or step.player not in table.place:
        return None
    ways = table.fitting_ways(step.player, step.card, kind)
    if ways is None or ways:
        return None
    part = (table.round, kind)
    held = sorted({table.deck_of(step.player, kind, way) for way in table.ways[part]})
    left = [card for card, deck in table.dealt[part].items() if deck in held and card not in table.where]
    origin = table.dealt[part].get(step.card)
    hand = " or ".join(deck_name(table, deck) for deck in held)
    where = f"it is in {deck_name(table, origin)}" if origin is not None else f"no {kind} deck of this round has it"
    return Fault(f"{_did(step)}, but {where}, and {step.player} now holds {hand}.", "card", step.card, left)


def deck_name(table: SpeculaasTable, deck: int) -> str:
    """A deck by the seat that it was dealt to."""
    if deck < len(table.players):
        return f"the deck dealt to {table.players[deck]}"
    return "the second deck"


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


def put_on_pile(table: SpeculaasTable, step: Pile) -> None:
    table.put_on_pile(step.card)
    table.begun = True


RULES = (
    Rule(
        "card.unknown", "A card is one of those declared",
        "The setup declares every card of the game with its id. A card that is not among them cannot be taken, "
        "discarded or put on a pile.",
        model("Setup"), Rank.SOURCE, (Take, Discard, Pile), card_is_declared,
    ),
    Rule(
        "card.twice", "A card is in one place only",
        "A card that lies in a tableau, on the discard pile or on the pile of Speculatius stays there; it cannot "
        "be taken, discarded or put on a pile again.",
        review("Draft"), Rank.SOURCE, (Take, Discard, Pile), card_is_free, needs=("card.unknown",),
    ),
    Rule(
        "draft.deck", "The card is in the deck that the player holds",
        "Each player looks at one deck, chooses from it and passes the rest on. The recipe decks of round 1 go to "
        "the left; nobody knows for certain where the spice decks of round 1 and the decks of round 2 go, so each "
        "kind in each round may go left or right, but all the time the same way. A card must be in the hand in at "
        "least one way that still fits everything taken before. This is only asked where the setup says what was "
        "dealt.",
        review("Draft"), Rank.SOURCE, (Take, Discard), card_is_in_the_deck, Repair.AS_RECORDED,
        needs=("turn.order", "card.unknown", "card.twice"),
    ),
)  # fmt: skip
ACTS = {Take: take, Discard: discard, Pile: put_on_pile}
