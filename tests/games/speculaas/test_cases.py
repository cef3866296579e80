"""The example cases that came with the specification."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.engine.game import ranked
from referee.games.speculaas.game import GAME

from .log import FIXTURES, assumed, broken, play, tree_of

CASES = FIXTURES / "cases"
EXPECTED = [json.loads(line) for line in (CASES / "expected.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda expected: expected["file"])
def test_case(expected: dict[str, Any]) -> None:
    replay = play(tree_of(CASES / expected["file"]))
    found = broken(replay)
    if expected["first"]:
        first = [pair for pair in found if pair[0] == found[0][0]]
        assert any(tuple(pair) in first for pair in expected["first"]), found
        return
    assert found == []
    table = replay.table
    assert table.complete == expected["complete"]
    scores = GAME.standing(table)
    assert {score.player: {"total": score.total, "breakdown": score.breakdown} for score in scores} == expected[
        "scores"
    ]
    assert (
        GAME.winners(sorted(ranked(scores), key=lambda score: list(table.seats).index(score.player)))
        == expected["winners"]
    )
    assert table.rounds == expected["rounds"]
    assert {name: list(when) for name, when in table.coffee.items()} == expected["coffee"]
    assert assumed(replay) == expected["assumptions"]
