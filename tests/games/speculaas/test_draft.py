"""The draft replayed: which deck is in whose hand, and what is known of the way decks are passed."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.speculaas.game import GAME

from .log import assumed, broken, game, play

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil"]


def decks(players: int, rounds: str = "12") -> dict[str, Any]:
    """Decks whose cards tell round, deck and place: r1d0p5 is the last recipe of Anna's first deck."""
    return {
        number: {
            "recipe": [[f"r{number}d{deck}p{place}" for place in range(6)] for deck in range(players)],
            "spice": [[f"s{number}d{deck}p{place}" for place in range(8)] for deck in range(players)],
        }
        for number in rounds
    }


def drafted(players: int, ways: str, turns: int = 3, rounds: str = "12", **changes: Any) -> dict[str, Any]:
    """A game with decks passed as told: of recipes and spices in round 1, then in round 2 (``l`` or ``r``)."""
    dealt = decks(players)
    moves: list[str] = []
    for part, way in enumerate(ways):
        number, kind = part // 2 + 1, "rs"[part % 2]
        if part == 2:
            moves.append("round 2")
        for turn in range(turns):
            step = {"l": -turn, "r": turn}[way]
            taken = [
                f"{NAMES[seat]}: take {kind}{number}d{(seat + step) % players}p{turn} at {part},{turn}"
                for seat in range(players)
            ]
            moves += [f"turn {'recipe' if kind == 'r' else 'spice'}", *taken]
    cards = [card for kinds in dealt.values() for listed in kinds.values() for deck in listed for card in deck]
    given = {number: kinds for number, kinds in dealt.items() if number in rounds}
    return game(
        _alternating(moves),
        NAMES[:players],
        recipe_cards=[card for card in cards if card[0] == "r"],
        spice_cards={card: ["clove"] for card in cards if card[0] == "s"},
        decks=given,
        **changes,
    )


def _alternating(moves: list[str]) -> list[str]:
    """The turns of each round put in order: recipe, spice, recipe, …"""
    ordered: list[str] = []
    for part in " | ".join(moves).split(" | round 2 | "):
        turns = [turn for turn in ("| " + part).split("| turn ") if turn.strip(" |")]
        turns = [turn.strip(" |") for turn in turns]
        recipes = [turn for turn in turns if turn.startswith("recipe")]
        spices = [turn for turn in turns if turn.startswith("spice")]
        for recipe, spice in zip(recipes, spices, strict=True):
            ordered += [line for turn in (recipe, spice) for line in ("turn " + turn).split(" | ")]
        ordered.append("round 2")
    return ordered[:-1]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_to_the_left(players: int) -> None:
    replay = play(drafted(players, "llll"))
    assert broken(replay) == []
    assert assumed(replay).get("pass-left") == (None if players == 2 else {"right": "illegal"})


@pytest.mark.parametrize("ways", ["lrll", "llrl", "lllr", "lrrr"])
def test_to_the_right_where_no_source_forbids_it(ways: str) -> None:
    replay = play(drafted(3, ways))
    assert broken(replay) == []
    assert assumed(replay)["pass-left"] == {"left": "illegal"}
    assert [reading.values for reading in GAME.readings(replay.table) if reading.id == "pass-left"] == [
        ("as-recorded", "left")
    ]


def test_recipes_of_round_1_never_go_right() -> None:
    found = broken(play(drafted(3, "rlll")))
    assert found[0][1] == "draft.deck"
    assert {rule for _, rule in found} == {"draft.deck"}
    assert [number for number, _ in found[:3]] == [10, 11, 12]


def test_the_way_does_not_matter_after_one_turn() -> None:
    assert "pass-left" not in assumed(play(drafted(3, "llll", turns=1)))


def test_a_deck_changes_its_way_only_once() -> None:
    tree = drafted(4, "llll")
    where = next(index for index, line in enumerate(tree["moves"]) if "take s1d3p1" in line)
    assert tree["moves"][where] == "Anna: take s1d3p1 at 1,1"
    tree["moves"][where + 1] = tree["moves"][where + 1].replace("s1d0p1", "s1d2p1")
    assert broken(play(tree))[0] == (where + 2, "draft.deck")


def test_only_what_was_given_is_judged() -> None:
    assert broken(play(drafted(3, "lrrl", rounds="2"))) == []
    assert assumed(play(drafted(3, "lrll", rounds="2")))["pass-left"] == {"right": "illegal"}
    assert broken(play(drafted(3, "rlll", rounds="2"))) == []


def test_alone_two_decks_change_places() -> None:
    cards = decks(2, "1")
    moves = ["turn recipe", "Anna: take r1d0p0 at 0,0", "turn spice", "Anna: take s1d0p0 at 1,0", "Speculatius: pile s1d1p7",
             "turn recipe", "Anna: take r1d1p0 at 2,0", "turn spice", "Anna: take s1d1p0 at 3,0",
             "turn recipe", "Anna: take r1d1p1 at 4,0"]  # fmt: skip
    listed = cards["1"]
    tree = game(moves, ["Anna"], recipe_cards=[card for deck in listed["recipe"] for card in deck], difficulty="easy", decks=cards,
                spice_cards={card: ["clove"] for card in [card for deck in listed["spice"] for card in deck]})  # fmt: skip
    replay = play(tree)
    assert broken(replay) == [(11, "draft.deck")]
    assert "the second deck" in replay.violations[0].fault.message


def test_the_message_names_the_hand_and_what_is_in_it() -> None:
    replay = play(drafted(3, "rlll"))
    fault = replay.violations[0].fault
    assert (
        fault.message
        == "Anna took r1d1p1, but it is in the deck dealt to Ben, and Anna now holds the deck dealt to Cleo."
    )
    assert fault.expected == [f"r1d2p{place}" for place in range(1, 6)]
