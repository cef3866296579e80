"""The Coffee card: which tableaus reach the goal (test vectors of the facts, section 7), and the race turn by turn."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from referee.games.speculaas.coffee import read_goal

from .log import SPICES, broken, game, play

CORNER = [[0, 0, "a"], [1, 0, "b"], [1, 1, "c"]]
LINE = [[0, 0, "a"], [1, 0, "b"], [2, 0, "c"]]
GAP = [[0, 0, "a"], [2, 0, "b"], [1, 1, "c"]]


def reaches(shape: list[list[Any]], picture: str) -> bool:
    """Whether the picture reaches the goal with its last card, in every order in which its cards can be laid."""
    cells = {(x, y): (char,) for y, row in enumerate(picture.split("/")) for x, char in enumerate(row) if char in "abc"}
    goal = read_goal({"shape": shape}, list("abcdef"))
    found = set()
    for order in permutations(cells):
        laid: dict[tuple[int, int], tuple[str, ...]] = {}
        reached = False
        for cell in order:
            laid[cell] = cells[cell]
            reached = reached or goal.reached_with(laid, {}, cell)
        found.add(reached)
    assert len(found) == 1
    return found.pop()


@pytest.mark.parametrize("picture", ["ab/.c", ".a/cb", "c./ba", "bc/a."])
def test_a_shape_may_be_turned(picture: str) -> None:
    assert reaches(CORNER, picture)


@pytest.mark.parametrize("picture", ["ba/c.", "a./bc", ".c/ab", "cb/.a"])
def test_a_shape_may_not_be_mirrored(picture: str) -> None:
    assert not reaches(CORNER, picture)


@pytest.mark.parametrize("picture", ["abc", "cba", "a/b/c", "c/b/a"])
def test_the_mirror_of_a_line_is_its_half_turn(picture: str) -> None:
    assert reaches(LINE, picture)


@pytest.mark.parametrize(
    ("picture", "reached"),
    [("aRb/.c.", True), (".c./bRa", True), ("b./Rc/a.", True), (".c./aRb", False), ("a./Rc/b.", False)],
)
def test_a_shape_round_a_recipe(picture: str, reached: bool) -> None:
    assert reaches(GAP, picture) == reached


def test_one_card_with_two_spices_is_still_one_cell() -> None:
    goal = read_goal({"shape": CORNER}, list("abcdef"))
    laid = {(5, 5): ("a", "b"), (6, 5): ("b", "c")}
    assert not goal.reached_with(laid, {}, (6, 5))
    laid[6, 6] = ("c", "c", "a")
    assert goal.reached_with(laid, {}, (6, 6))


def race(*turns: str, **changes: Any) -> Any:
    """A game in which each pair of turns gives each player the spice cards named, seat by seat."""
    players = ["Anna", "Ben", "Cleo"][: len(turns[0].split())]
    moves: list[str] = []
    recipe = 0
    for number, turn in enumerate(turns):
        moves.append("turn recipe")
        for player in players:
            recipe += 1
            moves.append(f"{player}: take R{recipe} at {number},0")
        moves.append("turn spice")
        moves += [f"{player}: take {card} at {number},1" for player, card in zip(players, turn.split(), strict=True)]
    cards = {f"{owner}{n}": SPICES[2 * n : 2 * n + 2] for owner in "abc" for n in range(3)}
    cards |= {f"x{n}": ["clove"] for n in range(9)}
    return play(game([*moves, "round 2", "turn recipe"], players, spice_cards=cards, **changes))


def test_two_reach_it_in_the_same_turn() -> None:
    replay = race("a0 x0 c0", "a1 b1 c1", "a2 b2 c2", "x1 b0 x2")
    assert broken(replay) == []
    assert replay.table.coffee == {"Anna": (1, 6), "Cleo": (1, 6)}


def test_the_one_who_was_first_alone() -> None:
    replay = race("a0 b0 x0", "x1 b1 c1", "a1 b2 c2", "a2 x2 c0")
    assert replay.table.coffee == {"Ben": (1, 6)}


def test_nobody_reaches_it() -> None:
    assert race("a0 b0", "a1 b1").table.coffee == {}


def test_the_open_turn_counts_in_a_standing_but_is_not_decided() -> None:
    moves = ["turn recipe", "Anna: take R1 at 0,0", "Ben: take R2 at 0,0", "turn spice", "Anna: take S1 at 1,0",
             "claim Anna: coffee yes, score 20", "Ben: take S2 at 1,0", "claim Ben: coffee yes", "claim Anna: coffee yes"]  # fmt: skip
    replay = play(game(moves, spice_cards={"S1": SPICES, "S2": SPICES}))
    assert broken(replay) == []
    assert replay.table.coffee == {}
    assert replay.table.holders() == ["Anna", "Ben"]


def test_honey_and_recipes_are_no_spices() -> None:
    replay = race("a0 b0", "a1 b1", honey=40)
    assert replay.table.holders() == []


def test_a_shape_is_a_race_too() -> None:
    shape = {"shape": [[0, 0, "cinnamon"], [1, 0, "nutmeg"], [2, 0, "cardamom"]]}
    replay = race("a0 b0", "a1 b2", "a2 b1", coffee=shape)
    assert broken(replay) == []
    assert replay.table.coffee == {"Anna": (1, 6)}
