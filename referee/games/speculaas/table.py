"""The state of a game: what was declared, where each card is, the tableaus, the honey and the open turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.table import Header, Table
from referee.games.speculaas.coffee import Goal, read_goal
from referee.games.speculaas.moves import RECIPE, SPECULATIUS, SPICE, Kind
from referee.games.speculaas.setup import CAFE

Cell = tuple[int, int]

#: Cards in a deck at the beginning of a round (a review of the base game, see facts, section 1).
DECK: dict[Kind, int] = {RECIPE: 6, SPICE: 8}
#: Which seat gets the deck that a seat passes on, counted clockwise.
WAYS = {"left": 1, "right": -1}

#: The phase after the last turn.
SCORING = "scoring"


class Seat:
    """What one player has (or Speculatius, whose tableau stays empty).

    ``cards`` is the tableau, ``spices`` the cells of its spice cards with what they show. ``symbols`` counts the
    symbols of each spice on placed (or piled) cards, ``showing`` the cards that show it. ``part``, ``recipes`` and
    ``excused`` are of the open turn: cards taken or discarded, recipes taken, and whether a move was skipped that
    would have been a part.
    """

    __slots__ = ("base", "cards", "discards", "excused", "honey", "honey_said", "name", "part", "pile", "reached",
                 "recipes", "set_apart", "showing", "spices", "symbols")  # fmt: skip

    def __init__(self, name: str) -> None:
        self.name = name
        self.cards: dict[Cell, str] = {}
        self.spices: dict[Cell, tuple[str, ...]] = {}
        self.discards: list[str] = []
        self.pile: list[str] = []
        self.symbols: dict[str, int] = {}
        self.showing: dict[str, int] = {}
        self.honey = 0
        self.honey_said = False
        self.base: int | None = None
        self.set_apart = 0
        self.reached = False
        self.part = 0
        self.recipes = 0
        self.excused = False

    def show(self, symbols: tuple[str, ...]) -> None:
        """Count the spices of a card that was laid down."""
        for spice in symbols:
            self.symbols[spice] = self.symbols.get(spice, 0) + 1
        for spice in set(symbols):
            self.showing[spice] = self.showing.get(spice, 0) + 1

    def touches(self, cell: Cell) -> bool:
        """Whether a cell shares a side with a card of the tableau."""
        return any(neighbour in self.cards for neighbour in neighbours(cell))


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share a side with a cell."""
    x, y = cell
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)


class SpeculaasTable(Table):
    """The table of one game.

    ``seats`` holds every player and, in solo, Speculatius, in seating order. ``where`` says in whose tableau, discard
    or pile a card is. ``counts`` and ``left`` are the turns of the round and the cards that left the decks in it, by
    kind; ``last`` is the kind of the last turn, ``None`` when nobody could read it. ``dealt`` gives the deck of each
    card by round and kind where the setup says it, ``ways`` how these decks can have been passed so far. ``coffee``
    says who got the Coffee card, with round and turn; ``denied`` whom an arbiter took it from. ``apart``, ``several``
    and ``followed`` remember what only some readings of the rules allow. ``account`` is the arbiter's honey.
    """

    __slots__ = ("account", "apart", "begun", "cafe", "coffee", "counts", "dealt", "decks", "denied", "difficulty",
                 "followed", "goal", "kinds", "last", "left", "measure", "open", "over", "place", "resumable", "seats",
                 "several", "solo", "spices", "supply", "supply_said", "symbols", "tea", "turns", "ways",
                 "where")  # fmt: skip

    def __init__(self, header: Header) -> None:
        super().__init__(header, "before the first turn")
        setup = header.setup
        self.cafe = CAFE in header.expansions
        self.solo = len(header.players) == 1
        self.spices: list[str] = setup["spices"]
        self.symbols: dict[str, tuple[str, ...]] = {card: tuple(shown) for card, shown in setup["spice_cards"].items()}
        self.kinds: dict[str, Kind] = dict.fromkeys(setup["recipe_cards"], RECIPE)
        self.kinds.update(dict.fromkeys(self.symbols, SPICE))
        self.tea: str = setup.get("tea", "") if self.cafe else ""
        self.goal: Goal | None = read_goal(setup["coffee"], self.spices) if self.cafe else None
        self.measure: str = setup.get("hot_chocolate", "") if self.cafe else ""
        self.difficulty: str | None = setup.get("difficulty")
        self.supply = self.supply_said = setup["honey"]
        self.account = 0
        names = [*header.players, SPECULATIUS] if self.solo else header.players
        self.seats = {name: Seat(name) for name in names}
        self.place = {name: place for place, name in enumerate(header.players)}
        self.decks = max(2, len(header.players))
        self.where: dict[str, tuple[str, str]] = {}
        self.dealt = _dealt(setup.get("decks", {}))
        self.ways: dict[tuple[int, Kind], Sequence[str]] = {
            part: ("left",) if part == (1, RECIPE) else tuple(WAYS) for part in self.dealt
        }
        self.coffee: dict[str, tuple[int, int]] = {}
        self.denied: set[str] = set()
        self.begun = self.over = self.resumable = False
        self.apart = self.several = self.followed = False
        self._new_round()

    def _new_round(self) -> None:
        self.turns = 0
        self.counts: dict[Kind, int] = {RECIPE: 0, SPICE: 0}
        self.left: dict[Kind, int] = {RECIPE: 0, SPICE: 0}
        self.last: Kind | None = None
        self.open = False

    # The turn.

    def begin_round(self) -> None:
        """Round 2 begins; round 1 begins by itself."""
        self.round = 2
        self.rounds = 1
        self._new_round()
        self.phase = "before the first turn"

    def begin_turn(self, kind: Kind | None) -> None:
        """A turn begins; ``kind`` is ``None`` if it could not be read, then the first card tells it."""
        if kind is not None and self.turns and kind == self.last and self.may_be_empty(other_kind(kind)):
            self.followed = True
        self.turns += 1
        self.last = None
        self.open = self.begun = True
        self.over = self.resumable = False
        for seat in self.seats.values():
            seat.part = seat.recipes = 0
            seat.excused = False
        self.phase = "turn"
        if kind is not None:
            self.settle(kind)

    def settle(self, kind: Kind) -> None:
        """The open turn is of this kind."""
        self.last = kind
        self.counts[kind] += 1
        self.phase = f"{kind} turn"

    def end_turn(self) -> None:
        """The open turn ends: if the race for the Coffee card is on, all who have reached the goal get it."""
        if not self.coffee:
            self.coffee = dict.fromkeys(self.reaching(), (self.round, self.turns))
        self.open = False
        self.resumable = True
        self.phase = "between turns"

    def resume(self) -> None:
        """The turn that just ended goes on after all, since the move that ended it was skipped."""
        self.open, self.resumable = True, False
        self.phase = f"{self.last} turn"
        for seat in self.seats.values():
            seat.excused = True

    def reaching(self) -> list[str]:
        """Who has reached the goal of the Coffee card now, in seating order."""
        return [name for name, seat in self.seats.items() if seat.reached and name not in self.denied]

    def holders(self) -> list[str]:
        """Who has the Coffee card, as if the open turn ended here."""
        return list(self.coffee) if self.coffee else self.reaching()

    def empty(self, kind: Kind) -> bool:
        """Whether the decks of a kind are used up in this round, for certain."""
        return self.counts[kind] >= DECK[kind] or self.left[kind] >= DECK[kind] * self.decks

    def may_be_empty(self, kind: Kind) -> bool:
        """Whether the decks of a kind can be used up: alone, nobody knows what went from them onto the pile."""
        return self.counts[kind] >= DECK[kind] or self.left[kind] >= DECK[kind] * len(self.players)

    def all_took_part(self) -> bool:
        return all(self.seats[name].part or self.seats[name].excused for name in self.players)

    # The decks.

    def fitting_ways(self, player: str, card: str, kind: Kind) -> Sequence[str] | None:
        """The ways of passing that fit so far and put the card into this hand; ``None`` if nobody knows the decks."""
        part = (self.round, kind)
        if part not in self.dealt:
            return None
        return [way for way in self.ways[part] if self.dealt[part].get(card) == self.deck_of(player, kind, way)]

    def deck_of(self, player: str, kind: Kind, way: str) -> int:
        """The deck in this player's hand in the open turn, if decks are passed this way."""
        return (self.place[player] - WAYS[way] * (self.counts[kind] - 1)) % self.decks

    # What is on the table.

    def lay(self, seat: Seat, card: str, cell: Cell) -> None:
        """Put a card into a tableau."""
        self.apart = self.apart or bool(seat.cards and not seat.touches(cell))
        seat.cards[cell] = card
        self.where[card] = ("tableau", seat.name)
        symbols = self.symbols.get(card)
        if symbols is not None:
            seat.spices[cell] = symbols
            seat.show(symbols)
            if self.goal is not None and not seat.reached:
                seat.reached = self.goal.reached_with(seat.spices, seat.symbols, cell)

    def put_on_pile(self, card: str) -> None:
        """Put a card onto the pile of Speculatius."""
        seat = self.seats[SPECULATIUS]
        seat.pile.append(card)
        self.where[card] = ("pile", SPECULATIUS)
        seat.show(self.symbols.get(card, ()))
        if self.goal is not None and not seat.reached:
            seat.reached = self.goal.collected(seat.symbols)


def other_kind(kind: Kind) -> Kind:
    return SPICE if kind == RECIPE else RECIPE


def _dealt(decks: dict[str, Any]) -> dict[tuple[int, Kind], dict[str, int]]:
    """By round and kind, the deck of each card, as the setup tells it."""
    return {
        (int(number), kind): {card: deck for deck, cards in enumerate(listed) for card in cards}
        for number, kinds in decks.items()
        for kind, listed in kinds.items()
    }
