"""The form of setup: what makes a transcript unreadable, and where."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft7Validator

from referee.engine.game import Header
from referee.games.speculaas.game import GAME
from referee.transcript.schema import transcript_schema

from .log import FIXTURES, setup, tree_of


def faults(players: int = 2, expansions: tuple[str, ...] = ("cafe",), **changes: Any) -> list[tuple[str, str]]:
    names = ["Anna", "Ben", "Cleo", "Dora", "Emil"][:players]
    header = Header("speculaas", names, list(expansions), setup=setup(**changes))
    return [(rule.removeprefix("transcript."), fault.field) for rule, fault in GAME.setup_faults(header)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sound(players: int) -> None:
    assert faults(players) == []
    assert faults(players, coffee={"shape": [[0, 0, "clove"], [1, 0, "pepper"], [-1, 2, "ginger"]]}) == []
    assert faults(players, decks={"1": {"recipe": [["R1"]]}, "2": {}}) == []


@pytest.mark.parametrize("field", ["spices", "honey", "spice_cards", "recipe_cards", "tea", "coffee", "hot_chocolate"])
def test_needed_with_cafe(field: str) -> None:
    assert faults(**{field: None}) == [("missing-field", "setup")]


def test_without_cafe() -> None:
    assert faults(expansions=(), tea=None, coffee=None, hot_chocolate=None) == []
    assert faults(expansions=()) == [("setup", f"setup/{name}") for name in ("tea", "coffee", "hot_chocolate")]
    assert faults(expansions=(), tea=None, coffee=None, hot_chocolate=None, honey=None) == [("missing-field", "setup")]


def test_difficulty_only_and_always_in_solo() -> None:
    assert faults(1) == [("missing-field", "setup")]
    assert faults(1, difficulty="hard") == []
    assert faults(2, difficulty="hard") == [("setup", "setup/difficulty")]
    assert faults(1, expansions=(), tea=None, coffee=None, hot_chocolate=None, difficulty="easy") == []


@pytest.mark.parametrize(
    ("field", "value", "place"),
    [
        ("spices", "cinnamon", ""),
        ("spices", [1, "clove"], "/0"),
        ("honey", "15", ""),
        ("honey", True, ""),
        ("honey", 15.0, ""),
        ("honey", -1, ""),
        ("spice_cards", ["S01"], ""),
        ("spice_cards", {"S01": "cinnamon"}, "/S01"),
        ("spice_cards", {"S01": [None]}, "/S01/0"),
        ("spice_cards", {"S 1": []}, "/S 1"),
        ("spice_cards", {"S,1": []}, "/S,1"),
        ("spice_cards", {"S:1": []}, "/S:1"),
        ("spice_cards", {"": []}, "/"),
        ("spice_cards", {"a/b~c": [1]}, "/a~1b~0c/0"),
        ("recipe_cards", "R01", ""),
        ("recipe_cards", ["R01", 2], "/1"),
        ("recipe_cards", ["R 1"], "/0"),
        ("tea", ["most cinnamon"], ""),
        ("coffee", 6, ""),
        ("coffee", {"shape": "line"}, "/shape"),
        ("coffee", {"shape": [[0, 0]]}, "/shape/0"),
        ("coffee", {"shape": [[0, 0, 1]]}, "/shape/0"),
        ("coffee", {"shape": [[0, 0.5, "clove"]]}, "/shape/0"),
        ("coffee", {"shape": [[0, True, "clove"]]}, "/shape/0"),
        ("coffee", {"shape": [{"x": 0}]}, "/shape/0"),
        ("hot_chocolate", 1, ""),
        ("decks", [], ""),
        ("decks", {"1": []}, "/1"),
        ("decks", {"1": {"recipe": "R01"}}, "/1/recipe"),
        ("decks", {"1": {"recipe": ["R01"]}}, "/1/recipe/0"),
        ("decks", {"1": {"recipe": [[1]]}}, "/1/recipe/0/0"),
    ],
)
def test_type(field: str, value: Any, place: str) -> None:
    assert faults(**{field: value}) == [("type", f"setup/{field}{place}")]


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"sugar": 3}, "/sugar"),
        ({"coffee": {"shape": [], "form": 1}}, "/coffee/form"),
        ({"decks": {"1": {"honey": []}}}, "/decks/1/honey"),
    ],
)
def test_unknown_field(changes: dict[str, Any], place: str) -> None:
    assert faults(**changes) == [("unknown-field", f"setup{place}")]


def test_a_coffee_table_needs_a_shape() -> None:
    assert faults(coffee={}) == [("missing-field", "setup/coffee")]
    assert faults(coffee={"shap": []}) == [("missing-field", "setup/coffee"), ("unknown-field", "setup/coffee/shap")]


def test_the_nearest_field_is_suggested() -> None:
    header = Header("speculaas", ["Anna", "Ben"], ["cafe"], setup=setup(hot_choclate="row"))
    (_, fault), *_ = GAME.setup_faults(header)
    assert "hot_chocolate" in fault.message


def test_the_schema_takes_every_fixture_and_refuses_other_forms() -> None:
    schema = transcript_schema(GAME)
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)
    paths = [
        path for folder in ("keeps", "breaks", "cases/legal", "cases/cases") for path in (FIXTURES / folder).iterdir()
    ]
    assert len(paths) > 100
    for path in paths:
        assert list(validator.iter_errors(tree_of(path))) == [], path
    sound = tree_of(FIXTURES / "keeps" / "grid.taken.toml")
    for change in (
        {"honey": "8"},
        {"sugar": 1},
        {"decks": {"1": {"tea": []}}},
        {"coffee": {"form": 1}},
        {"spices": [1]},
    ):
        assert not validator.is_valid(sound | {"setup": sound["setup"] | change}), change
    assert not validator.is_valid({name: value for name, value in sound.items() if name != "setup"})
