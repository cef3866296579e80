"""The form of ``setup``: which fields there are, and what each has to look like.

Faults of form make a transcript unreadable. Whether what is declared makes sense is asked by rules/setup.py.
Source: Speculaas: Café, what the referee knows, "Setup".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Any

from referee.engine.game import Header
from referee.engine.rule import Fault
from referee.transcript.limits import join

CAFE = "cafe"
NEEDED = ("spices", "honey", "spice_cards", "recipe_cards")
CAFE_FIELDS = ("tea", "coffee", "hot_chocolate")
OPTIONAL = ("decks", "difficulty")
FIELDS = NEEDED + CAFE_FIELDS + OPTIONAL
ONE_WORD = re.compile(r"[^\s,:]+")

Faults = Iterator[tuple[str, Fault]]


def setup_faults(header: Header) -> Faults:
    """Everything that is wrong with the form of ``header.setup``, as rule id and fault, in the order of the fields."""
    setup, cafe, solo = header.setup, CAFE in header.expansions, len(header.players) == 1
    needed = [*NEEDED, *(CAFE_FIELDS if cafe else ()), *(("difficulty",) if solo else ())]
    for name in needed:
        if name not in setup:
            yield "transcript.missing-field", Fault(f"The setup does not say {_WORDS[name]}.", "setup", expected=name)
    for name, value in setup.items():
        path = f"setup/{name}"
        if name not in FIELDS:
            yield _unknown(name, path, FIELDS)
            continue
        if name in CAFE_FIELDS and not cafe:
            text = f"{name} belongs to Café, which is not among the expansions of this game."
            yield "transcript.setup", Fault(text, path, found=value, expected='expansions = ["cafe"]')
        elif name == "difficulty" and not solo and header.players:
            text = "A difficulty is only chosen in the solo game, for one player against Speculatius."
            yield "transcript.setup", Fault(text, path, found=value)
        yield from _FORMS[name](value, path)


_WORDS = {
    "spices": "which six spices there are (spices)",
    "honey": "how much honey the supply has (honey)",
    "spice_cards": "which spices each spice card shows (spice_cards)",
    "recipe_cards": "which recipe cards there are (recipe_cards)",
    "tea": "what the Tea card asks for (tea)",
    "coffee": "what the Coffee card asks for (coffee)",
    "hot_chocolate": "what the Hot Chocolate card counts (hot_chocolate)",
    "difficulty": "how difficult Speculatius is to beat (difficulty)",
}


def _wrong(path: str, value: Any, expected: str) -> tuple[str, Fault]:
    name = path.removeprefix("setup/").replace("/", ", ")
    found = {list: "a list", dict: "a table", float: "a number with a point"}.get(type(value), value)
    return "transcript.type", Fault(f"In the setup, {name} has to be {expected}.", path, found=found, expected=expected)


def _unknown(name: str, path: str, known: tuple[str, ...]) -> tuple[str, Fault]:
    near = get_close_matches(name, known, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    text = f"There is no {name!r} in a setup of this game.{hint}"
    return "transcript.unknown-field", Fault(text, path, found=name, expected=near[0] if near else list(known))


def _text(value: Any, path: str) -> Faults:
    if not isinstance(value, str):
        yield _wrong(path, value, "a text")


def _card(value: Any, path: str) -> Faults:
    if not isinstance(value, str) or ONE_WORD.fullmatch(value) is None:
        yield _wrong(path, value, "the id of a card: one word without comma or colon")


def _number(value: Any, path: str) -> Faults:
    if type(value) is not int or value < 0:
        yield _wrong(path, value, "a whole number, 0 or more")


def _list_of(form: Callable[[Any, str], Faults], expected: str) -> Callable[[Any, str], Faults]:
    def check(value: Any, path: str) -> Faults:
        if not isinstance(value, list):
            yield _wrong(path, value, expected)
            return
        for place, entry in enumerate(value):
            yield from form(entry, f"{path}/{place}")

    return check


_spices = _list_of(_text, "a list of spices")
_cards = _list_of(_card, "a list of cards")
_deck_list = _list_of(_cards, "a list of decks, one a seat")


def _spice_cards(value: Any, path: str) -> Faults:
    if not isinstance(value, dict):
        yield _wrong(path, value, "a table of cards, each with the spices that it shows")
        return
    for card, shown in value.items():
        if ONE_WORD.fullmatch(card) is None:
            yield _wrong(join(path, card), card, "the id of a card: one word without comma or colon")
        yield from _spices(shown, join(path, card))


def _cell(value: Any, path: str) -> Faults:
    expected = 'a cell of the shape: x, y and a spice, such as [0, 0, "clove"]'
    sound = isinstance(value, list) and len(value) == 3 and type(value[0]) is int and type(value[1]) is int
    if not sound or not isinstance(value[2], str):
        yield _wrong(path, value, expected)


_shape = _list_of(_cell, "a list of cells")


def _coffee(value: Any, path: str) -> Faults:
    if isinstance(value, str):
        return
    if not isinstance(value, dict):
        yield _wrong(path, value, '"all six", or a shape')
        return
    if "shape" not in value:
        yield "transcript.missing-field", Fault("The Coffee card is a table without a shape.", path, expected="shape")
    for name, entry in value.items():
        if name == "shape":
            yield from _shape(entry, f"{path}/shape")
        else:
            yield _unknown(name, join(path, name), ("shape",))


def _decks(value: Any, path: str) -> Faults:
    if not isinstance(value, dict):
        yield _wrong(path, value, "a table of rounds")
        return
    for number, kinds in value.items():
        if not isinstance(kinds, dict):
            yield _wrong(join(path, number), kinds, "the decks of a round: recipe, spice or both")
            continue
        for kind, decks in kinds.items():
            place = join(join(path, number), kind)
            if kind in ("recipe", "spice"):
                yield from _deck_list(decks, place)
            else:
                yield _unknown(kind, place, ("recipe", "spice"))


_FORMS: dict[str, Callable[[Any, str], Faults]] = {
    "spices": _spices,
    "honey": _number,
    "spice_cards": _spice_cards,
    "recipe_cards": _cards,
    "tea": _text,
    "coffee": _coffee,
    "hot_chocolate": _text,
    "difficulty": _text,
    "decks": _decks,
}


def _items(items: dict[str, Any], **bounds: int) -> dict[str, Any]:
    return {"type": "array", "items": items, **bounds}


_TEXT = {"type": "string"}
_CARD = {"type": "string", "pattern": "^[^\\s,:]+$"}
_CELL = _items({"anyOf": [{"type": "integer"}, _TEXT]}, minItems=3, maxItems=3)
#: The form of ``setup`` for editors. Which fields Café and the solo game need is left to the referee.
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "spices": _items(_TEXT) | {"description": "The six spices, as the table calls them."},
        "honey": {"type": "integer", "minimum": 0, "description": "The honey tokens of the supply."},
        "spice_cards": {
            "type": "object",
            "additionalProperties": _items(_TEXT),
            "description": "Every spice card with the spices that it shows.",
        },
        "recipe_cards": _items(_CARD) | {"description": "Every recipe card."},
        "tea": _TEXT | {"description": 'The Tea card: "least honey", or "most" and a spice.'},
        "coffee": {
            "anyOf": [
                _TEXT,
                {
                    "type": "object",
                    "properties": {"shape": _items(_CELL)},
                    "required": ["shape"],
                    "additionalProperties": False,
                },
            ],
            "description": 'The Coffee card: "all six", or a shape of three cells: x, y and a spice.',
        },
        "hot_chocolate": _TEXT | {"description": "What the Hot Chocolate card counts."},
        "difficulty": _TEXT | {"description": "In the solo game: easy, medium, hard or very-hard."},
        "decks": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "properties": {kind: _items(_items(_CARD)) for kind in ("recipe", "spice")},
                "additionalProperties": False,
            },
            "description": "What was dealt: by round, the recipe and the spice decks, one a seat.",
        },
    },
    "required": list(NEEDED),
    "additionalProperties": False,
}
