"""Game Setup: what the table declares must hold together, since the play is judged by it.

These rules look at the header; where one is broken there is no table, and no move is checked.
"""

from __future__ import annotations

from difflib import get_close_matches

from referee.engine.game import Header
from referee.engine.rule import Fault, Rank, Rule
from referee.games.speculaas.coffee import ALL_SIX
from referee.games.speculaas.measures import MEASURES
from referee.games.speculaas.moves import RECIPE, SPICE, Kind
from referee.games.speculaas.scoring import DIFFICULTIES
from referee.games.speculaas.sources import review, rulebook
from referee.games.speculaas.table import DECK
from referee.games.speculaas.tea import LEAST_HONEY, spice_of
from referee.transcript.limits import join


def six_spices(_: None, header: Header) -> Fault | None:
    spices = header.setup["spices"]
    seen: set[str] = set()
    for place, spice in enumerate(spices):
        if not spice or spice in seen:
            what = f"{spice} is listed twice" if spice else "one of the names is empty"
            return Fault(f"The game has six different spices, but {what}.", f"setup/spices/{place}", found=spice)
        seen.add(spice)
    if len(spices) != 6:
        text = f"The game has six spices, but {len(spices)} are listed."
        return Fault(text, "setup/spices", found=len(spices), expected=6)
    return None


def cards_hold_together(_: None, header: Header) -> Fault | None:
    return _spices_on_cards(header) or _cards_once(header) or _decks(header)


def _spices_on_cards(header: Header) -> Fault | None:
    spices = header.setup["spices"]
    for card, shown in header.setup["spice_cards"].items():
        for place, spice in enumerate(shown):
            if spice not in spices:
                path = f"{join('setup/spice_cards', card)}/{place}"
                return Fault(f"{card} shows {spice!r}, which is none of the six spices.{_meant(spice, spices)}", path,
                             found=spice, expected=spices)  # fmt: skip
    return None


def _cards_once(header: Header) -> Fault | None:
    spice_cards = header.setup["spice_cards"]
    seen: set[str] = set()
    for place, card in enumerate(header.setup["recipe_cards"]):
        if card in seen or card in spice_cards:
            what = "twice" if card in seen else "as a recipe card and as a spice card"
            return Fault(f"{card} is declared {what}, but every card has an id of its own.",
                         f"setup/recipe_cards/{place}", found=card)  # fmt: skip
        seen.add(card)
    return None


def _decks(header: Header) -> Fault | None:
    kinds = dict.fromkeys(header.setup["recipe_cards"], RECIPE) | dict.fromkeys(header.setup["spice_cards"], SPICE)
    seats = max(2, len(header.players))
    seen: set[str] = set()
    for number, listed in header.setup.get("decks", {}).items():
        path = join("setup/decks", number)
        if number not in ("1", "2"):
            return Fault(f"The game has rounds 1 and 2, but decks are given for round {number}.", path, found=number,
                         expected="1 or 2")  # fmt: skip
        for kind, decks in listed.items():
            if len(decks) != seats:
                wants = "two of each kind in the solo game" if len(header.players) == 1 else f"one a seat, so {seats}"
                return Fault(f"Round {number} has {len(decks)} {kind} decks, but there have to be {wants}.",
                             f"{path}/{kind}", found=len(decks), expected=seats)  # fmt: skip
            for deck, cards in enumerate(decks):
                fault = _deck(number, kind, cards, kinds, seen, f"{path}/{kind}/{deck}")
                if fault is not None:
                    return fault
    return None


def _deck(number: str, kind: Kind, cards: list[str], kinds: dict[str, Kind], seen: set[str], path: str) -> Fault | None:
    if len(cards) != DECK[kind]:
        return Fault(f"A {kind} deck has {DECK[kind]} cards, but this one of round {number} has {len(cards)}.", path,
                     found=len(cards), expected=DECK[kind])  # fmt: skip
    for place, card in enumerate(cards):
        if kinds.get(card) != kind:
            what = f"is no {kind} card" if card in kinds else "is not declared"
            text = f"{card} lies in a {kind} deck of round {number}, but it {what}."
            return Fault(text, f"{path}/{place}", found=card)
        if card in seen:
            return Fault(f"{card} lies in the decks twice.", f"{path}/{place}", found=card)
        seen.add(card)
    return None


def goals_exist(_: None, header: Header) -> Fault | None:
    setup = header.setup
    tea, coffee, chocolate, difficulty = (setup.get(name) for name in ("tea", "coffee", "hot_chocolate", "difficulty"))
    if tea is not None and tea != LEAST_HONEY:
        spice = spice_of(tea)
        if spice is None:
            return Fault(f"There is no Tea card {tea!r}.", "setup/tea", found=tea,
                         expected=[LEAST_HONEY, *(f"most {name}" for name in setup["spices"])])  # fmt: skip
        if spice not in setup["spices"]:
            text = f"The Tea card wants the most of {spice!r}, which is none of the six spices."
            return Fault(text + _meant(spice, setup["spices"]), "setup/tea", found=spice, expected=setup["spices"])
    if isinstance(coffee, str) and coffee != ALL_SIX:
        return Fault(f"There is no Coffee card {coffee!r}.", "setup/coffee", found=coffee,
                     expected='"all six", or a shape')  # fmt: skip
    if chocolate is not None and chocolate not in MEASURES:
        return Fault(f"There is no Hot Chocolate card {chocolate!r}.{_meant(chocolate, MEASURES)}",
                     "setup/hot_chocolate", found=chocolate, expected=list(MEASURES))  # fmt: skip
    if difficulty is not None and difficulty not in DIFFICULTIES:
        return Fault(f"There is no difficulty {difficulty!r}.{_meant(difficulty, DIFFICULTIES)}", "setup/difficulty",
                     found=difficulty, expected=list(DIFFICULTIES))  # fmt: skip
    return None


def shape_is_one(_: None, header: Header) -> Fault | None:
    coffee = header.setup.get("coffee")
    if not isinstance(coffee, dict):
        return None
    shape, spices = coffee["shape"], header.setup["spices"]
    path = "setup/coffee/shape"
    seen: set[tuple[int, int]] = set()
    for place, (x, y, spice) in enumerate(shape):
        if (x, y) in seen:
            return Fault(f"Two cells of the Coffee card's shape are at {x},{y}.", f"{path}/{place}", found=[x, y])
        if spice not in spices:
            return Fault(f"The Coffee card's shape wants {spice!r}, which is none of the six spices."
                         f"{_meant(spice, spices)}", f"{path}/{place}/2", found=spice, expected=spices)  # fmt: skip
        seen.add((x, y))
    if len(shape) != 3:
        return Fault(f"The shape of a Coffee card has three cells, but this one has {len(shape)}.", path,
                     found=len(shape), expected=3)  # fmt: skip
    return None


def _meant(word: str, known: list[str] | tuple[str, ...]) -> str:
    near = get_close_matches(word, known, 1)
    return f" Did you mean {near[0]}?" if near else ""


RULES = (
    Rule(
        "setup.spices", "A game has six different spices",
        "The Coffee card for all six spices tells that there are six. The table says how they are called, and "
        "each name stands once.",
        rulebook("Coffee Cards"), Rank.SOURCE, (Header,), six_spices,
    ),
    Rule(
        "setup.cards", "Every card is declared once, and every deck is whole",
        "Nobody can look up the printed cards, so the table declares them: each has an id of its own, and a spice "
        "card shows only spices of the game. If the decks are given, there is one for each seat (two of each kind "
        "in the solo game) in round 1 or 2, of 6 recipe cards or of 8 spice cards, and each card lies in one deck "
        "only.",
        review("Setup"), Rank.SOURCE, (Header,), cards_hold_together, needs=("setup.spices",),
    ),
    Rule(
        "setup.goal", "The Tea, Coffee and Hot Chocolate cards and the difficulty exist",
        "Tea asks for the least honey or for the most of one of the six spices, Coffee for all six spices or for "
        "three in a shape, Hot Chocolate for one of seven measures: column, row, diagonal, rectangle, square, "
        "enclosed or edge. The solo game is easy, medium, hard or very-hard.",
        rulebook("Game Setup"), Rank.SOURCE, (Header,), goals_exist, needs=("setup.spices",),
    ),
    Rule(
        "setup.shape", "The shape of a Coffee card is three cells with spices",
        "A Coffee card with a shape depicts three spices, each in a cell of its own.",
        rulebook("Coffee Cards"), Rank.SOURCE, (Header,), shape_is_one, needs=("setup.spices",),
    ),
)  # fmt: skip


def no_table(table: None, header: Header) -> None:
    """The header changes no table, the table is made of it."""


ACTS = {Header: no_table}
