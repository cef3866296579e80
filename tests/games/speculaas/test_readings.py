"""Assumptions: named where another reading changes something in this game, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.assumptions import assumptions
from referee.games.speculaas.game import GAME

from .log import SPICES, assumed, broken, game, play

END = ["Anna: base-score 20", "Ben: base-score 15"]


def laid(anna: list[str], ben: list[str], **changes: Any) -> dict[str, Any]:
    """Two rounds in which Anna and Ben lay these spice cards to the right of their recipes, one a turn and row."""
    moves = ["turn recipe", "Anna: take R1 at 0,0", "Ben: take R2 at 0,0", "turn spice"]
    for player, cards in (("Anna", anna), ("Ben", ben)):
        moves += [f"{player}: take {card} at {place},0" for place, card in enumerate(cards, 1)]
        moves += [] if cards else [f"{player}: discard x{player[0]}"]
    moves += ["round 2", "turn recipe", "Anna: take R3 at 0,1", "Ben: take R4 at 0,1", *END]
    cards = {"c1": ["cinnamon"], "c2": ["cinnamon"], "cc": ["cinnamon", "cinnamon"], "k1": ["clove"], "k2": ["clove"],
             "xA": ["pepper"], "xB": ["pepper"], "six": SPICES}  # fmt: skip
    return game(moves, spice_cards=cards, **changes)


def told(tree: dict[str, Any]) -> dict[str, Any]:
    replay = play(tree)
    assert broken(replay) == []
    found = assumed(replay)
    assert found.pop("base-score") == {"checked": "unjudged"}
    found.pop("spice-turn", None)
    return found


def test_nothing_is_assumed_without_need() -> None:
    assert told(laid(["c1", "c2"], ["k1", "k2"], tea="most clove")) == {"tea-zero": {"nothing": {"Anna": 20}}}
    assert told(laid(["c1"], ["k1"], tea="least honey")) == {}


def test_symbols_or_cards() -> None:
    assert told(laid(["cc"], ["c1"])) == {"tea-count": {"cards": {"Anna": 26, "Ben": 21}}}


def test_zero_counts_only_for_a_spice() -> None:
    assert told(laid(["c1"], ["k1"])) == {"tea-zero": {"nothing": {"Ben": 15}}}
    assert told(laid(["k1"], ["k2"])) == {"tea-zero": {"nothing": {"Anna": 20, "Ben": 15}}}


def test_spice_turn_only_for_more_than_one_card() -> None:
    assert "spice-turn" not in assumed(play(laid(["c1"], [])))
    assert assumed(play(laid(["c1", "c2"], [])))["spice-turn"] == {"one": "illegal"}


@pytest.mark.parametrize(
    ("cells", "apart"),
    [
        ("0,0 1,0 1,1", False),
        ("5,5 5,6 4,6", False),
        ("0,0 1,1 1,0", True),
        ("0,0 2,0", True),
        ("0,0 -1,0 -1,-1", False),
    ],
)
def test_placement(cells: str, apart: bool) -> None:
    cards = ["turn recipe", "turn spice", "turn spice"]
    moves: list[str] = [
        "turn recipe",
        "Anna: take R1 at 0,0",
        "Ben: take R2 at 0,0",
        "turn spice",
        "Ben: take S59 at 0,1",
    ]
    first, *others = cells.split()
    moves[1] = f"Anna: take R1 at {first}"
    moves += [f"Anna: take S{number} at {cell}" for number, cell in enumerate(others, 1)]
    assert ("placement" in assumed(play(game(moves)))) == apart
    assert cards


def test_a_tie_only_for_the_victory_and_only_at_the_end() -> None:
    tied = laid(["c1"], ["c2"])
    tied["moves"][-1] = "Ben: base-score 20"
    assert told(tied) == {"tie": {"tie-break": "unjudged"}}
    tied["moves"] = tied["moves"][:-2]
    assert "tie" not in assumed(play(tied))
    assert "base-score" not in assumed(play(tied))


def test_a_shape_only_if_somebody_reached_it() -> None:
    shape = {"shape": [[0, 0, "cinnamon"], [1, 0, "cinnamon"], [2, 0, "clove"]]}
    assert told(laid(["c1", "c2", "k1"], ["k2"], coffee=shape, tea="least honey")) == {
        "coffee-shapes": {"hot-chocolate": "unjudged"}
    }
    assert told(laid(["c1", "k1", "c2"], ["k2"], coffee=shape, tea="least honey")) == {}
    assert told(laid(["six"], ["k2"], tea="least honey")) == {}


def test_every_reading_is_listed_with_the_chosen_one_first() -> None:
    table = play(game("turn recipe")).table
    listed = {reading.id: reading.values for reading in GAME.readings(table)}
    assert listed == {
        "tea-count": ("symbols", "cards"),
        "tea-second-tie": ("share", "each", "none"),
        "tea-zero": ("counts", "nothing"),
        "line": ("unbroken", "total"),
        "rectangle": ("steps", "side-1", "no-squares", "listed"),
        "placement": ("as-recorded", "orthogonal"),
        "spice-turn": ("as-recorded", "one"),
        "turn-count": ("as-recorded", "alternating"),
        "pass-left": ("left", "right"),
        "coffee-shapes": ("coffee", "hot-chocolate"),
        "base-score": ("declared", "checked"),
        "tie": ("share", "tie-break"),
    }
    assert all(reading.text.endswith(".") for reading in GAME.readings(table))


def test_without_cafe_only_the_play_is_assumed() -> None:
    tree = laid(["c1", "c2"], ["k1"], tea=None, coffee=None, hot_chocolate=None, expansions=[])
    replay = play(tree)
    assert broken(replay) == []
    assert GAME.standing(replay.table) == []
    assert assumed(replay) == {"spice-turn": {"one": "illegal"}}
    assert [item.what for item in GAME.unjudged(replay.table)] == ["score"]
    assert replay.table.complete


def test_the_text_stands_beside_the_reading_chosen() -> None:
    replay = play(laid(["cc"], ["c1"]))
    chosen = {item.id: item.chosen for item in assumptions(GAME, replay.table, GAME.standing(replay.table))}
    assert chosen == {"tea-count": "symbols", "base-score": "declared"}
