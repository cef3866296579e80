"""The example cases that came with the specification."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.judge import Options, judge
from referee.transcript.document import read

from .fixtures import GAME_FIXTURES

EXPECTED = [json.loads(line) for line in (GAME_FIXTURES / "expected.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda expected: expected["file"])
def test_case(expected: dict[str, Any]) -> None:
    path = GAME_FIXTURES / expected["file"]
    explicit = "--explicit" in expected["options"]
    verdict = judge(read(path.read_bytes(), path.name), Options(explicit=explicit, audit=True))
    assert verdict.verdict == expected["verdict"]
    broken = [[item.move, item.rule] for item in verdict.violations]
    if expected["first"]:
        assert broken[0] in expected["first"]
        return
    assert broken == expected.get("stands", [])
    assert {item.arbiter for item in verdict.violations} <= {"stands"}
    assert set(expected.get("warnings", [])) <= {note.rule for note in verdict.notes}
    assert verdict.complete == expected["complete"]
    if "scores" in expected:
        assert verdict.rounds == expected["rounds"]
        scores = {
            score.player: {"total": score.total, "coins": score.tiebreak["coins"], "breakdown": score.breakdown}
            for score in verdict.scores or ()
        }
        assert scores == expected["scores"]
        assert verdict.winners == expected["winners"]
