"""Alone against Speculatius: his pile, his honey and his score at four difficulties."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.speculaas.game import GAME
from referee.games.speculaas.measures import MEASURES

from .log import SPICES, broken, game, play

CARDS = {"one": ["cinnamon", "clove"], "two": ["nutmeg"], "mine": ["pepper"], "other": ["cinnamon"], "rest": SPICES[2:]}
SHAPE = {"shape": [[0, 0, "cinnamon"], [1, 0, "clove"], [1, 1, "nutmeg"]]}


def solo(*piles: str, moves: str = "", **changes: Any) -> Any:
    log = ["turn recipe", "Anna: take R1 at 0,0", "turn spice", "Anna: take mine at 1,0"]
    log += [f"Speculatius: pile {card}" for card in piles]
    log += [line.strip() for line in moves.splitlines() if line.strip()]
    log += ["round 2", "turn recipe", "Anna: take R2 at 0,1", "Anna: base-score 5", "Speculatius: base-score 7"]
    changes = {"difficulty": "hard", "spice_cards": CARDS} | changes
    return play(game(log, ["Anna"], **changes))


def breakdown(replay: Any, name: str = "Speculatius") -> dict[str, int]:
    return next(score.breakdown for score in GAME.standing(replay.table) if score.player == name)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard", "very-hard"])
def test_hot_chocolate(measure: str, difficulty: str) -> None:
    points = 15 if difficulty in ("easy", "medium") else 18 if measure in ("row", "column") else 21
    replay = solo(difficulty=difficulty, hot_chocolate=measure)
    assert broken(replay) == []
    assert breakdown(replay)["hot_chocolate"] == points


def test_tea_counts_the_pile() -> None:
    assert breakdown(solo("one", "other"))["tea"] == 10
    assert breakdown(solo("one", "other"), "Anna")["tea"] == 3
    assert breakdown(solo(tea="most pepper"))["tea"] == 3
    assert breakdown(solo("rest", tea="most pepper"))["tea"] == 6


def test_a_shape_does_not_matter_for_the_pile() -> None:
    assert breakdown(solo("one", coffee=SHAPE)).get("coffee") is None
    replay = solo("one", "two", coffee=SHAPE)
    assert breakdown(replay)["coffee"] == 10
    assert replay.table.coffee == {"Speculatius": (1, 2)}


def test_a_spice_wanted_twice_is_needed_twice() -> None:
    twice = {"shape": [[0, 0, "cinnamon"], [1, 0, "cinnamon"], [1, 1, "clove"]]}
    assert breakdown(solo("one", coffee=twice)).get("coffee") is None
    assert breakdown(solo("one", "other", coffee=twice))["coffee"] == 10


def test_all_six_in_the_same_turn_as_the_player() -> None:
    cards = CARDS | {"mine": SPICES}
    replay = solo("one", "rest", spice_cards=cards)
    assert replay.table.coffee == {"Anna": (1, 2), "Speculatius": (1, 2)}


def test_who_needs_a_base_score() -> None:
    replay = solo()
    assert replay.table.complete
    assert [score.player for score in GAME.standing(replay.table)] == ["Anna", "Speculatius"]
    log = [
        "turn recipe",
        "Anna: take R1 at 0,0",
        "round 2",
        "turn recipe",
        "Anna: take R2 at 0,1",
        "Anna: base-score 5",
    ]
    assert not play(game(log, ["Anna"], difficulty="easy")).table.complete


def test_least_honey_needs_to_know_what_speculatius_has() -> None:
    silent = solo(tea="least honey")
    assert "tea" not in breakdown(silent, "Anna")
    assert "tea" not in breakdown(silent)
    assert [item.what for item in GAME.unjudged(silent.table)] == ["tea"]
    said = solo(moves="Speculatius: honey +0\nAnna: honey +1", tea="least honey")
    assert breakdown(said)["tea"] == 10
    assert breakdown(said, "Anna")["tea"] == 3
    assert GAME.unjudged(said.table) == []


def test_other_goals_do_not_ask_for_his_honey() -> None:
    assert GAME.unjudged(solo().table) == []


def test_claims_about_speculatius() -> None:
    replay = solo("one", moves="claim Speculatius: honey 0, coffee no, score 28")
    assert broken(replay) == []
    replay = solo("one", moves="claim Speculatius: honey 2, coffee yes, score 30")
    assert [rule for _, rule in broken(replay)] == ["claim.honey", "claim.coffee", "claim.score"]


def test_speculatius_takes_no_cards() -> None:
    replay = solo(moves="Speculatius: take other at 0,0\nSpeculatius: discard other\nAnna: pile other")
    assert [rule for _, rule in broken(replay)] == ["transcript.unknown-player"] * 2 + ["transcript.line"]


def test_piled_cards_are_not_held_against_the_decks() -> None:
    cards = {f"s{number}": ["clove"] for number in range(40)}
    recipes = [f"r{number}" for number in range(30)]
    decks = {"1": {"spice": [[f"s{number}" for number in range(8)], [f"s{number}" for number in range(8, 16)]]}}
    log = ["turn recipe", "Anna: take r0 at 0,0", "turn spice", "Anna: take s0 at 1,0"]
    log += [f"Speculatius: pile s{number}" for number in range(16, 36)]
    log += ["turn recipe", "Anna: take r1 at 2,0", "turn spice", "Anna: take s8 at 3,0"]
    assert (
        broken(play(game(log, ["Anna"], recipe_cards=recipes, spice_cards=cards, decks=decks, difficulty="easy"))) == []
    )


def test_nobody_knows_when_the_decks_are_empty() -> None:
    """The player took 8 spice cards: with as many on the pile the decks are empty, so either kind of turn may follow."""
    cards = {f"s{number}": ["clove"] for number in range(40)}
    log = ["turn recipe", "Anna: take R1 at 0,0", "turn spice"]
    log += [f"Anna: take s{number} at {number},1" for number in range(8)]
    log += ["turn recipe", "Anna: take R2 at 1,0"]
    for end in (["turn recipe", "Anna: take R3 at 2,0"], ["turn spice", "Anna: take s9 at 8,1"]):
        replay = play(game([*log, *end], ["Anna"], spice_cards=cards, difficulty="easy"))
        assert broken(replay) == []
    more = [f"Anna: take s{number} at {number},1" for number in range(10, 18)]
    replay = play(game([*log, "turn spice", *more, *log[-2:-1], "Anna: take R4 at 3,0", "turn spice"], ["Anna"],
                       spice_cards=cards, difficulty="easy"))  # fmt: skip
    assert broken(replay) == [(len(log) + 12, "turn.order")]
