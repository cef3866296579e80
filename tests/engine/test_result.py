"""A claimed result is held against the computed one, and a slip in it is named once."""

from __future__ import annotations

import pytest

from referee.engine.result import check_result
from referee.engine.verdict import Score

SCORES = [Score("Anna", 7, {}), Score("Ben", 3, {})]


@pytest.mark.parametrize(
    ("winners", "found"),
    [
        pytest.param(["Anna"], [], id="right"),
        pytest.param(["Ben"], ["result.winners"], id="wrong"),
        pytest.param([], ["result.winners"], id="nobody"),
        pytest.param(["Anna", "Ben"], ["result.winners"], id="one-too-many"),
        pytest.param(["Zoe"], [], id="a-stranger-is-told-elsewhere"),
        pytest.param(["Ben", "Zoe"], ["result.winners"], id="a-stranger-beside-a-wrong-one"),
    ],
)
def test_winners_are_compared(winners: list[str], found: list[str]) -> None:
    findings = check_result({"winners": winners}, SCORES, ["Anna"], complete=True)
    assert [finding.rule.id for finding in findings] == found
