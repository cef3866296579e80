"""Near misses: for every rule of every game there is one, and it breaks that rule and nothing else there."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from referee import games
from referee.conformance import recording
from referee.conformance.generate import Made, generate
from referee.conformance.mutate import NearMiss, breakable, near_misses
from referee.engine.game import Game
from referee.judge import Opened, open_document
from referee.transcript.document import read
from referee.transcript.writing import to_json, to_toml

#: Games that between them give every rule an occasion: the settings of each.
OCCASIONS: dict[str, list[dict[str, Any]]] = {
    "speicherstadt": [
        {"seed": 0, "players": 4, "style": "random"},
        {
            "seed": 1, "players": 5, "style": "greedy", "expansions": ["kaispeicher"], "profile": "yucata",
            "rulings": {"loading_order": "clockwise"},
        },
        {
            "seed": 2, "players": 2, "style": "powers", "expansions": ["kaispeicher"],
            "rulings": {"loading_order": "clockwise"},
        },
        {"seed": 4, "players": 4, "style": "powers", "expansions": ["kaispeicher"]},
        {"seed": 5, "players": 4, "style": "powers", "expansions": ["kaispeicher"]},
    ],
    "speculaas": [
        {"seed": 0, "players": 3, "expansions": ["cafe"]},
        {"seed": 1, "players": 4, "style": "greedy", "expansions": ["cafe"]},
        {"seed": 2, "players": 2, "expansions": ["cafe"]},
        {"seed": 5, "players": 1, "expansions": ["cafe"]},
    ],
}  # fmt: skip


def found(name: str) -> Game:
    game = games.find(name)
    assert game is not None
    return game


def opened(made: Made, *, by_hand: bool = False) -> Opened:
    data = to_toml(made.tree(recording.by_hand(made))) if by_hand else to_json(made.tree(recording.objects(made)))
    return open_document(read(data, "game.toml" if by_hand else "game.json"))


def holds(near: NearMiss) -> None:
    """The rule named is the first that is broken, at the move named, and alone there."""
    verdict = referee.check(near.data, audit=True)
    assert verdict.violations, near.rule
    first = verdict.violations[0]
    assert (first.rule, first.move) == (near.rule, near.move)
    assert [violation.rule for violation in verdict.violations if violation.move == near.move] == [near.rule]


@pytest.mark.parametrize("name", games.names())
def test_every_rule_has_a_near_miss(name: str) -> None:
    game = found(name)
    missing = breakable(game)
    for settings in OCCASIONS[name]:
        for near in near_misses(opened(generate(game, **settings)), 1, missing):
            missing.remove(near.rule)
            holds(near)
    assert missing == []


def test_a_near_miss_keeps_the_form_of_its_transcript() -> None:
    made = generate(found("speicherstadt"), 11, players=3)
    wanted = ["purchase.price", "demand.turn", "claim.coins", "result.winners"]
    nears = near_misses(opened(made, by_hand=True), 1, wanted)
    assert sorted(near.rule for near in nears) == sorted(wanted)
    for near in nears:
        assert near.form == "toml"
        assert near.tree["meta"] == {"breaks": near.rule, **({} if near.move is None else {"move": near.move})}
        assert all(isinstance(move, str) for move in near.tree["moves"])
        holds(near)


def test_the_same_seed_gives_the_same_near_misses() -> None:
    made = generate(found("speculaas"), 3, players=2, expansions=["cafe"])
    first, again, other = (
        [near.data for near in near_misses(opened(made), seed, ["draft.card", "claim.honey"])] for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_an_illegal_transcript_is_refused() -> None:
    made = generate(found("speicherstadt"), 1, players=2)
    near = near_misses(opened(made), 1, ["demand.turn"])[0]
    with pytest.raises(ValueError, match=r"breaks demand\.turn itself"):
        near_misses(open_document(read(near.data, "near.json")))
