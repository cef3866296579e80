"""Turns, and how the check goes on after a slip: one slip is one violation."""

from __future__ import annotations

from typing import Any

import pytest

from .log import broken, game, play

OPENING = """
    turn recipe
    Anna: take R1 at 0,0
    Ben: take R2 at 0,0
"""
SPICE = """
    turn spice
    Anna: take S1 at 1,0
    Ben: take S2 at 1,0
"""
SECOND = """
    turn recipe
    Anna: take R3 at 2,0
    Ben: take R4 at 2,0
"""
ROUND_2 = """
    round 2
    turn recipe
    Anna: take R5 at 3,0
    Ben: take R6 at 3,0
"""
END = """
    Anna: base-score 10
    Ben: base-score 12
"""


def found(moves: str, **changes: Any) -> list[tuple[int | None, str]]:
    return broken(play(game(moves, **changes)))


def test_a_whole_game() -> None:
    replay = play(game(OPENING + SPICE + SECOND + ROUND_2 + END))
    assert broken(replay) == []
    assert replay.table.complete
    assert replay.table.rounds == 2


@pytest.mark.parametrize(
    ("moves", "rounds", "complete"),
    [
        (OPENING, 0, False),
        (OPENING + ROUND_2, 1, False),
        (OPENING + ROUND_2 + "Anna: base-score 10", 2, False),
        (OPENING + ROUND_2 + END, 2, True),
    ],
)
def test_how_far_it_got(moves: str, rounds: int, complete: bool) -> None:
    table = play(game(moves)).table
    assert (table.rounds, table.complete) == (rounds, complete)


def test_both_who_took_no_part_are_named() -> None:
    replay = play(game("turn recipe\nturn spice\n" + "Anna: take S1 at 0,0\nBen: take S2 at 0,0"))
    assert broken(replay) == [(2, "turn.everyone"), (2, "turn.everyone")]
    assert [finding.player for finding in replay.violations] == ["Anna", "Ben"]
    assert "Anna took no card" in replay.violations[0].fault.message


def test_the_turn_that_ends_is_named_before_the_move_that_ends_it() -> None:
    assert found("turn recipe\nAnna: take R1 at 0,0\nturn recipe\nAnna: take R3 at 1,0\nBen: take R4 at 0,0") == [
        (3, "turn.everyone"),
        (3, "turn.order"),
    ]
    assert found("turn recipe\nAnna: take R1 at 0,0\nround 4\nturn recipe") == [
        (3, "turn.everyone"),
        (3, "round.number"),
    ]
    assert found("turn recipe\nAnna: take R1 at 0,0\nBen: base-score 3") == [
        (3, "turn.everyone"),
        (3, "end.base-score"),
    ]


@pytest.mark.parametrize(
    ("slip", "rule"),
    [
        ("turn recepie", "transcript.line"),
        ("trun recipe", "transcript.unknown-move"),
        ("turn", "transcript.line"),
    ],
)
def test_an_unreadable_turn_is_named_once(slip: str, rule: str) -> None:
    moves = (
        OPENING + SPICE + SECOND.replace("turn recipe", slip) + "turn spice\nAnna: take S3 at 4,0\nBen: take S4 at 4,0"
    )
    assert found(moves) == [(7, rule)]


def test_an_unreadable_turn_still_ends_the_one_before() -> None:
    moves = OPENING.replace("Ben: take R2 at 0,0", "") + "turn spicy\nAnna: take S1 at 1,0\nBen: take S2 at 1,0"
    assert found(moves) == [(3, "turn.everyone"), (3, "transcript.line")]


@pytest.mark.parametrize(
    ("slip", "rule"),
    [
        ("Ben: take R2 at 0", "transcript.line"),
        ("Ben: taek R2 at 0,0", "transcript.unknown-move"),
        ("Bne: take R2 at 0,0", "transcript.unknown-player"),
        ("Ben: take R77 at 0,0", "card.unknown"),
        ("Ben: take R1 at 0,0", "card.twice"),
        ("Ben: discard R2 now", "transcript.line"),
    ],
)
def test_a_card_that_is_skipped_was_a_part_in_the_turn(slip: str, rule: str) -> None:
    assert found(OPENING.replace("Ben: take R2 at 0,0", slip) + SPICE + SECOND) == [(3, rule)]


def test_an_unreadable_round_2_begins_it() -> None:
    assert found(OPENING + SPICE + ROUND_2.replace("round 2", "round two") + END) == [(7, "transcript.line")]


@pytest.mark.parametrize("slip", ["round 3", "round 0", "round -2"])
def test_another_number_is_taken_for_round_2(slip: str) -> None:
    replay = play(game(OPENING + SPICE + ROUND_2.replace("round 2", slip) + END))
    assert broken(replay) == [(7, "round.number")]
    assert replay.violations[0].applied == "corrected"
    assert replay.table.rounds == 2


def test_a_base_score_in_the_middle_of_a_turn_lets_it_go_on() -> None:
    moves = OPENING + "turn spice\nAnna: take S1 at 1,0\nBen: base-score 12\nBen: take S2 at 1,0" + SECOND
    assert found(moves) == [(6, "turn.everyone"), (6, "end.base-score")]


def test_a_turn_after_a_base_score_takes_up_the_game() -> None:
    moves = OPENING + ROUND_2 + "Anna: base-score 10" + SPICE + "Ben: base-score 12"
    replay = play(game(moves))
    assert broken(replay) == [(9, "end.over")]
    assert replay.table.complete
    assert replay.table.where["S1"] == ("tableau", "Anna")


def test_a_take_of_the_wrong_kind_is_named_once() -> None:
    assert found(OPENING.replace("R2", "S9") + SPICE + SECOND) == [(3, "turn.order")]


def test_a_forgotten_mark_is_named_once() -> None:
    assert found(OPENING + SPICE.replace("turn spice", "") + SECOND) == [(4, "turn.order")]
    assert found(OPENING.replace("turn recipe", "") + SPICE + SECOND) == [(1, "turn.order")]
    assert found(OPENING + SPICE + "round 2" + SECOND.replace("turn recipe", "")) == [(8, "turn.order")]


def test_a_discard_besides_a_take_is_no_second_recipe() -> None:
    assert found(OPENING + "Anna: discard R9\nBen: discard R10" + SPICE) == []
    assert found("turn recipe\nAnna: discard R9\nAnna: take R1 at 0,0\nBen: take R2 at 0,0" + SPICE) == []


def test_an_arbiter_lets_a_missing_part_stand() -> None:
    replay = play(
        game(OPENING.replace("Ben: take R2 at 0,0", "") + SPICE.replace("turn spice", "turn spice\narbiter: stands"))
    )
    assert broken(replay) == [(3, "turn.everyone")]
    assert not replay.disputed


def test_an_arbiter_sets_values_right() -> None:
    moves = """
        Anna: honey +2
        arbiter: set Anna honey 5, three were forgotten
        claim Anna: honey 5
        arbiter: set Ben coffee yes, score 40
        claim Ben: coffee yes, score 40
        claim Anna: coffee no
        arbiter: set Ben coffee no
        claim Ben: coffee no, score 30
    """
    replay = play(game(moves, honey=3))
    assert broken(replay) == []
    score = next(score for score in replay.table.seats.values() if score.name == "Ben").set_apart
    assert score == 40 - 10 - 6
    assert replay.table.account == -3


def test_nobody_gets_the_coffee_that_an_arbiter_took() -> None:
    moves = OPENING + "turn spice\nAnna: take S1 at 1,0\nBen: take S2 at 1,0\narbiter: set Anna coffee no" + SECOND
    replay = play(
        game(moves, spice_cards={"S1": ["cinnamon", "clove", "nutmeg", "ginger", "cardamom", "pepper"], "S2": []})
    )
    assert broken(replay) == []
    assert replay.table.coffee == {}


def test_an_arbiter_needs_to_say_whose() -> None:
    assert found("arbiter: set honey 5") == [(1, "transcript.missing-field")]


@pytest.mark.parametrize("players", [["Anna", "Ben"], ["Anna", "Ben", "Cleo"]])
def test_speculatius_plays_only_alone(players: list[str]) -> None:
    replay = play(game(["Speculatius: pile S1", {"move": "pile", "card": "S1"}, "Speculatius: honey +0"], players))
    assert broken(replay) == [(number, "transcript.unknown-player") for number in (1, 2, 3)]
