"""Random games: what a table declares before the first move, and the facts between its decisions.

The generator alternates: as long as somebody has a decision (legal.py), it is made; else the next fact comes from here.
Everything is drawn from the given random numbers, so that a seed gives the same game again.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.engine.game import Header
from referee.games.speculaas import legal
from referee.games.speculaas.coffee import ALL_SIX
from referee.games.speculaas.measures import MEASURES, Tableau, cards
from referee.games.speculaas.moves import RECIPE, SPECULATIUS, SPICE, BaseScore, Discard, Honey, Pile, Round, Take, Turn
from referee.games.speculaas.rules.turns import may_begin
from referee.games.speculaas.scoring import DIFFICULTIES
from referee.games.speculaas.setup import CAFE
from referee.games.speculaas.table import DECK, SpeculaasTable
from referee.games.speculaas.tea import LEAST_HONEY

SPICES = ("cinnamon", "clove", "nutmeg", "ginger", "cardamom", "pepper")
#: Shapes of three cells, the last one not symmetrical and with a gap.
SHAPES = (((0, 0), (1, 0), (2, 0)), ((0, 0), (1, 0), (1, 1)), ((0, 0), (2, 0), (1, 1)), ((0, 0), (1, 0), (3, 1)))

Fact = Turn | Round | Honey | Pile | BaseScore | Take | Discard


def deal(players: Sequence[str], expansions: Sequence[str], random: Random) -> Header:
    """A header with everything declared, in half of all games with the decks of one round or both."""
    seats = max(2, len(players))
    recipes = [f"R{number:02}" for number in range(1, 2 * DECK[RECIPE] * seats + 3)]
    spice_cards = {f"S{number:03}": _symbols(random) for number in range(1, 2 * DECK[SPICE] * seats + 5)}
    setup: dict[str, Any] = {
        "spices": list(SPICES),
        "honey": random.choice((10, 15, 20)),
        "spice_cards": spice_cards,
        "recipe_cards": recipes,
    }
    if CAFE in expansions:
        setup["tea"] = random.choice((LEAST_HONEY, f"most {random.choice(SPICES)}", f"most {random.choice(SPICES)}"))
        setup["coffee"] = ALL_SIX if random.random() < 0.5 else {"shape": _shape(random)}
        setup["hot_chocolate"] = random.choice(MEASURES)
    if len(players) == 1:
        setup["difficulty"] = random.choice(DIFFICULTIES)
    if random.random() < 0.5:
        setup["decks"] = _decks(recipes, list(spice_cards), seats, random)
    return Header("speculaas", list(players), list(expansions), setup=setup)


def _symbols(random: Random) -> list[str]:
    return [random.choice(SPICES) for _ in range(random.choice((1, 1, 1, 2, 2, 3)))]


def _shape(random: Random) -> list[list[Any]]:
    spices = random.sample(SPICES, 3) if random.random() < 0.8 else [random.choice(SPICES)] * 3
    return [[x, y, spice] for (x, y), spice in zip(random.choice(SHAPES), spices, strict=True)]


def _decks(recipes: list[str], spice_cards: list[str], seats: int, random: Random) -> dict[str, Any]:
    """Both rounds, or sometimes less: what is left out is judged by conservation only.

    A kind that is left out in round 1 is so in round 2, or cards of round 2 would be taken before they are dealt.
    """
    rounds = {kind: 2 if random.random() < 0.7 else random.randint(0, 2) for kind in (RECIPE, SPICE)}
    parts = [(number, kind) for number in (1, 2) for kind in (RECIPE, SPICE) if number <= rounds[kind]]
    shuffled = {RECIPE: random.sample(recipes, len(recipes)), SPICE: random.sample(spice_cards, len(spice_cards))}
    decks: dict[str, Any] = {}
    for number, kind in parts:
        pile, size = shuffled[kind], DECK[kind]
        decks.setdefault(str(number), {})[kind] = [sorted(pile.pop() for _ in range(size)) for _ in range(seats)]
    return decks


def decide(table: SpeculaasTable, random: Random, style: str) -> legal.Decision | None:
    """A legal decision of the next player, ``None`` between turns.

    By chance a card is seldom discarded. ``"greedy"`` lays one where it counts most for the Hot Chocolate card,
    ``"powers"`` takes spice cards with many spices, so that the race for the Coffee card comes to an end.
    """
    seat = legal.next_to_decide(table)
    if seat is None:
        return None
    takes = legal.takes(table, seat)
    if not takes:
        return None
    if style == "powers":
        most = max(len(table.symbols.get(card, ())) for card in takes.cards)
        richest = [card for card in takes.cards if len(table.symbols.get(card, ())) == most]
        return random.choice(legal.Takes(seat.name, richest, takes.cells))
    if style == "greedy":
        return _best(table, takes, random)
    choices: Sequence[legal.Decision] = takes
    if random.random() >= 0.9:
        choices = [*takes, *legal.discards(table, seat)]
    return random.choice(choices)


def _best(table: SpeculaasTable, takes: legal.Takes, random: Random) -> Take:
    """The take after which the measure of the Hot Chocolate card is largest, of a few that chance picks."""
    some = random.sample(takes, min(12, len(takes)))
    seat = table.seats[some[0].player]
    if not table.cafe:
        return some[0]

    def cards_with(take: Take) -> int:
        spices = [*seat.spices, take.cell] if take.card in table.symbols else seat.spices
        return cards(table.measure, Tableau({*seat.cards, take.cell}, set(spices)))

    return max(some, key=cards_with)


def reveal(table: SpeculaasTable, random: Random) -> Fact | None:
    """The next fact, ``None`` at the end of the game.

    Honey, a card for the pile and second cards in a spice turn come as they please.
    """
    if table.over:
        missing = [name for name, seat in table.seats.items() if seat.base is None]
        return BaseScore(player=random.choice(missing), points=random.randint(5, 60)) if missing else None
    if random.random() < 0.15:
        honey = _honey(table, random)
        if honey is not None:
            return honey
    if table.open and table.last == SPICE:
        more = _more_spice(table, random)
        if more is not None:
            return more
    kinds = [kind for kind in may_begin(table) if _all_have_cards(table, kind)]
    if kinds and (not table.turns or random.random() < 0.96):
        return Turn(kind=random.choice(kinds))
    if table.round == 1 and table.turns:
        return Round(number=2)
    if table.solo and not table.seats[SPECULATIUS].honey_said and random.random() < 0.6:
        return Honey(player=SPECULATIUS, by=random.randint(0, min(2, table.supply)))
    return BaseScore(player=random.choice(list(table.seats)), points=random.randint(5, 60))


def _honey(table: SpeculaasTable, random: Random) -> Honey | None:
    seat = table.seats[random.choice(table.players)]
    by = random.randint(-min(2, seat.honey), min(2, table.supply))
    return Honey(player=seat.name, by=by)


def _more_spice(table: SpeculaasTable, random: Random) -> Pile | Take | Discard | None:
    """A card for the pile of Speculatius, or a second card of a player."""
    if table.solo and random.random() < 0.5:
        hand = legal.cards_in_hand(table, table.players[0])
        dealt = {card for cards_of in table.dealt.values() for card in cards_of}
        other = [card for card in table.symbols if card not in table.where and card not in hand and card not in dealt]
        return Pile(card=random.choice(other)) if other else None
    if random.random() < 0.9:
        return None
    seat = table.seats[random.choice(table.players)]
    hand = legal.cards_in_hand(table, seat.name)
    if len(hand) < 2 or not seat.part:
        return None
    if random.random() < 0.5:
        return Discard(player=seat.name, card=random.choice(hand))
    x, y = random.choice(legal.open_cells(seat))
    apart = 10 * len(seat.cards) if random.random() < 0.1 else 0
    return Take(player=seat.name, card=random.choice(hand), at=[x + apart, y])


def _all_have_cards(table: SpeculaasTable, kind: str) -> bool:
    """Whether everybody can take part in another turn of this kind."""
    part = (table.round, kind)
    if part in table.dealt:
        left = {deck for card, deck in table.dealt[part].items() if card not in table.where}
        return len(left) == table.decks
    dealt = {card for cards in table.dealt.values() for card in cards}
    free = [card for card, of_kind in table.kinds.items() if of_kind == kind and card not in table.where]
    return len([card for card in free if card not in dealt]) > 2 * len(table.players)
