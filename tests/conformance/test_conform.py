"""Other implementations held against the suite: our own, one in another language, and every way to go wrong."""

from __future__ import annotations

import shutil
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import to_json

from referee import games
from referee.conformance.conform import Result, conform
from referee.conformance.engine import Engine
from referee.conformance.mutate import breakable
from referee.conformance.respond import Responder
from referee.conformance.vectors import fixture_cases, positions
from tests.conformance.test_vectors import found

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "speicherstadt.mjs"
BREAKS, KEEPS = "breaks/demand.turn--exchanged", "keeps/demand.turn"


#: Of so many rules one is played here, kept and broken; .ci/run plays the whole suite of each game.
EVERY = 3


@lru_cache
def cases(*ids: str) -> tuple[dict[str, Any], ...]:
    """The cases of The Speicherstadt whose ids begin so."""
    return tuple(fixture_cases(found("speicherstadt"), ids))


def representative(name: str) -> list[dict[str, Any]]:
    """What keeps and what breaks one rule of every few, and the cases of their own."""
    rules = breakable(found(name))[::EVERY]
    return list(fixture_cases(found(name), ["cases/", *(f"{kind}/{rule}" for rule in rules for kind in ("keeps", "breaks"))]))


class Direct:
    """Our own referee without a process between."""

    def __init__(self) -> None:
        self.responder = Responder()

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        answer = self.responder.answer(to_json({"id": 1, "do": do, **fields}))
        assert answer["id"] == 1
        return answer


@pytest.mark.parametrize("name", games.names())
def test_our_own_referee_passes(name: str) -> None:
    chosen = representative(name)
    results = list(conform(found(name), chosen, Direct(), every=False))
    assert len(results) > 30
    assert [result.id for result in results if result.skipped is None and not result.passed] == []
    assert sum(result.passed for result in results) > 0.85 * len(results)
    skipped = {result.skipped for result in results if result.skipped is not None}
    assert skipped == {"about the transcript, not about the game"}
    assert not any(result.verdict.notes for result in results)


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_example_in_another_language_passes() -> None:
    chosen = [case for case in representative("speicherstadt") if not (case["transcript"] or {}).get("expansions")]
    with Engine(f"node {EXAMPLE.as_posix()}", 20) as engine:
        results = list(conform(found("speicherstadt"), chosen, engine))
    assert [(one.id, one.verdict.violations) for one in results if one.verdict.violations] == []
    assert sum(one.passed for one in results) > 60


def run(slip: str, number: int = 0, ids: tuple[str, ...] = (BREAKS, KEEPS), timeout: float = 20.0) -> list[Result]:
    chosen = sorted((case for case in cases(*ids) if case["id"] in ids), key=lambda case: ids.index(case["id"]))
    assert len(chosen) == len(ids)
    return answered(slip, number, chosen, timeout)


def answered(slip: str, number: int, chosen: list[dict[str, Any]], timeout: float = 20.0) -> list[Result]:
    command = f'"{Path(sys.executable).as_posix()}" -m tests.conformance.answering {slip} {number}'
    with Engine(command, timeout) as engine:
        return list(conform(found("speicherstadt"), chosen, engine))


@pytest.mark.parametrize(
    ("slip", "number", "rule", "words"),
    [
        ("crash", 5, "conform.crash", "exit code 3"),
        ("half", 5, "conform.half-line", "in the middle of a line"),
        ("chatty", 5, "conform.garbage", "no JSON"),
        ("number", 5, "conform.garbage", "no object"),
        ("bytes", 5, "conform.garbage", "no JSON"),
        ("old", 5, "conform.garbage", "has the id 4, but 5 was asked"),
        ("vague", 5, "conform.garbage", "true or false"),
        ("stateless", 3, "conform.garbage", "list of claims"),
        ("strange", 3, "conform.garbage", "Nobody called 'Nobody' plays here"),
        ("silent", 3, "conform.state", "Nothing is said of Anna"),
    ],
)
def test_what_goes_wrong_is_a_finding(slip: str, number: int, rule: str, words: str) -> None:
    result = run(slip, number, (KEEPS,))[0]
    finding = result.verdict.violations[0]
    assert finding.rule == rule
    assert words in finding.message
    assert finding.move is not None
    assert not result.passed


def test_a_late_answer_is_a_finding_and_the_next_case_is_played() -> None:
    # The process starts anew for the second case, and is slow again only at its fifth answer.
    results = run("slow", 9, (KEEPS, BREAKS), timeout=3.0)
    assert results[0].verdict.violations[0].rule == "conform.timeout"
    assert results[1].passed


def test_a_careless_side_is_told_which_rule_was_broken() -> None:
    broken, kept = run("careless")
    finding = broken.verdict.violations[0]
    assert (finding.rule, finding.expected, finding.move) == ("conform.accepted", "demand.turn", 2)
    assert kept.passed


def test_a_strict_side_is_told_which_move_it_refused() -> None:
    finding = run("strict", 6, (KEEPS,))[0].verdict.violations[0]
    assert finding.rule == "conform.refused"
    assert "not now" in finding.message


def test_where_the_tables_part_both_are_shown() -> None:
    result = run("coins", 0, ("keeps/purchase.price",))[0]
    finding = result.verdict.violations[0]
    assert finding.rule == "conform.state"
    assert (finding.found, finding.expected) == (5, 4)
    assert [(side.name, side.ours, side.theirs) for side in result.sides if side.differs] == [("coins", "4", "5")]
    assert {side.name for side in result.sides} >= {"cards", "stock", "queues"}


def test_missing_and_extra_decisions_are_listed() -> None:
    position = next(case for case in positions(found("speicherstadt")) if "demand" in case["title"])
    finding = answered("forgetful", 0, [position])[0].verdict.violations[0]
    assert finding.rule == "conform.legal"
    assert "1 missing" in finding.message
    assert "1 not legal" in finding.message


def test_wrong_scores_are_told() -> None:
    complete = min(
        (case for case in cases("games/") if "scores" in case["expect"]),
        key=lambda case: len(case["transcript"]["moves"]),
    )["id"]
    finding = run("generous", 0, (complete,))[0].verdict.violations[0]
    assert finding.rule == "conform.score"


def test_what_the_other_side_does_not_play_is_skipped() -> None:
    results = run("shy")
    assert {result.skipped for result in results} == {"the other side does not play it (I do not play today)"}


def test_a_side_that_never_works_is_given_up() -> None:
    chosen = cases("breaks/purchase")[:8]
    with Engine(f'"{Path(sys.executable).as_posix()}" -c "pass"', 20) as engine:
        results = list(conform(found("speicherstadt"), chosen, engine))
    assert [result.skipped is None for result in results] == [True] * 5 + [False] * 3
    assert "given up" in str(results[-1].skipped)
