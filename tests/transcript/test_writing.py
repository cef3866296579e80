"""What is written reads back, in both forms, with lines and objects; and one move stands in one line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pebbles.game import GAME

from referee.engine.game import Header
from referee.transcript.document import read
from referee.transcript.entries import read_entries
from referee.transcript.writing import as_lines, as_objects, to_json, to_toml
from tests.transcript.test_positions import trees

HEADER = Header("pebbles", ["Anna", "Zoë"])
TREE: dict[str, Any] = {
    "meta": {"event": 'Tea "time"', "date": "1979-05-27", "list": []},
    "format": "referee/1",
    "game": "pebbles",
    "moves": ["heap: 3", {"move": "take", "player": "Zoë", "at": "x"}, "Anna: take 2"],
    "players": ["Anna", "Zoë"],
    "result": {"scores": {"Anna": 2, "Zoë": 1}},
    "setup": {"cards": {f"S{number:02}": ["tea", "coffee"] for number in range(9)}, "honey": 3},
}


@given(trees, st.none() | st.lists(trees | st.just("x"), max_size=2))
def test_any_tree_reads_back(tree: dict[str, Any], moves: list[Any] | None) -> None:
    if moves is not None:
        tree["moves"] = moves
    assert read(to_json(tree), "x.json").tree == tree
    assert read(to_toml(tree), "x.toml").tree == tree


def test_json_form() -> None:
    assert to_json(TREE).decode().split("\n")[1:] == [
        '  "heap: 3",',
        '  {"move": "take", "player": "Zoë", "at": "x"},',
        '  "Anna: take 2"',
        "]}",
        "",
    ]
    assert to_json({"moves": []}) == b'{"moves": []}\n'


def test_toml_form() -> None:
    assert (
        to_toml(TREE).decode()
        == """\
format = "referee/1"
game = "pebbles"
players = ["Anna", "Zoë"]
moves = [
  "heap: 3",
  { move = "take", player = "Zoë", at = "x" },
  "Anna: take 2",
]

[setup]
honey = 3

[setup.cards]
S00 = ["tea", "coffee"]
S01 = ["tea", "coffee"]
S02 = ["tea", "coffee"]
S03 = ["tea", "coffee"]
S04 = ["tea", "coffee"]
S05 = ["tea", "coffee"]
S06 = ["tea", "coffee"]
S07 = ["tea", "coffee"]
S08 = ["tea", "coffee"]

[result.scores]
Anna = 2
"Zoë" = 1

[meta]
event = "Tea \\"time\\""
date = "1979-05-27"
list = []
"""
    )


def test_writing_is_stable() -> None:
    for write, form in ((to_json, "json"), (to_toml, "toml")):
        once = write(TREE)
        assert write(read(once, "x", form).tree or {}) == once


@pytest.mark.parametrize("tree", [{"x": None}, {"x": {1, 2}}])
def test_what_toml_cannot_hold(tree: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        to_toml(tree)


moves = st.one_of(
    st.fixed_dictionaries({"move": st.just("heap"), "pebbles": st.integers(-9, 9)}),
    st.fixed_dictionaries({"move": st.just("take"), "player": st.sampled_from(HEADER.players)},
                          optional={"count": st.integers(1, 9), "at": st.integers(-3, 3) | st.sampled_from(["left", "x y", "3"])}),
    st.fixed_dictionaries({"move": st.just("swap"), "player": st.just("Anna"), "victim": st.just("Zoë")},
                          optional={"openly": st.booleans()}),
    st.fixed_dictionaries({"move": st.just("claim")}, optional={"player": st.just("Zoë"), "pebbles": st.integers(0, 9)}),
    st.sampled_from(["heap: 2", "Zoë: take 2", "no move at all", 7]),
)  # fmt: skip


@given(st.lists(moves, max_size=5))
def test_lines_and_objects_are_the_same_moves(log: list[Any]) -> None:
    entries, _ = read_entries(log, GAME, HEADER)
    lines = as_lines(entries, log, GAME, HEADER)
    objects = as_objects(entries, log, GAME, HEADER)
    assert read_entries(lines, GAME, HEADER)[0] == entries or any(
        type(move) is int or "no move" in str(move) for move in log
    )
    sound = [place for place, move in enumerate(log) if not isinstance(move, int) and move != "no move at all"]
    for other in (lines, objects):
        again, _ = read_entries(other, GAME, HEADER)
        assert [again[place] for place in sound] == [entries[place] for place in sound]
    assert all(isinstance(objects[place], dict) for place in sound)
