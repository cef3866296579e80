"""The conformance suite: every rule is in it, kept and broken, and each case is what its expectation says."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import pytest

import referee
from referee import games
from referee.conformance.mutate import breakable
from referee.conformance.vectors import fixture_cases, positions
from referee.engine.game import Game

NAMES = games.names()
PROGRAM = """
import hashlib, itertools, json, sys
from referee import games
from referee.conformance.vectors import fixture_cases, positions
game = games.find("speicherstadt")
cases = [*itertools.islice(fixture_cases(game), 30), *itertools.islice(positions(game), 5)]
print(hashlib.sha256(json.dumps(cases).encode()).hexdigest())
"""


def found(name: str) -> Game:
    game = games.find(name)
    assert game is not None
    return game


Cases = Callable[[str], Sequence[dict[str, Any]]]


@pytest.fixture(scope="session")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Cases:
    """All cases from fixtures of a game, and the first positions; made once for all processes that run tests."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent

    @lru_cache
    def made(name: str) -> list[dict[str, Any]]:
        game, file = found(name), folder / f"cases-of-{name}.json"
        with (folder / f"cases-of-{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not file.exists():
                file.write_text(json.dumps([*fixture_cases(game), *islice(positions(game), 12)]), "utf-8")
        read: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
        return read

    return made


def rule_of(case: dict[str, Any]) -> str:
    return str(case["id"]).rpartition("/")[2].partition("--")[0]


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_is_kept_and_broken(name: str, cases: Cases) -> None:
    rules = {"keeps": set[str](), "breaks": set[str]()}
    for case in cases(name):
        kind = case["id"].partition("/")[0]
        first = case["expect"]["first"]
        if kind == "keeps":
            assert first is None, case["id"]
        if kind == "breaks" and rule_of(case).partition(".")[0] not in ("warning", "note", "transcript"):
            assert first["rule"] == rule_of(case), case["id"]
        if kind in rules:
            rules[kind].add(rule_of(case))
    assert set(breakable(found(name))) <= rules["keeps"]
    assert set(breakable(found(name))) <= rules["breaks"]


@pytest.mark.parametrize("name", NAMES)
def test_ids_are_unique_and_every_case_has_a_title(name: str, cases: Cases) -> None:
    assert max(Counter(case["id"] for case in cases(name)).values()) == 1
    for case in cases(name):
        assert case["title"]
        assert not case["title"].startswith("#")
        assert set(case) <= {"id", "title", "cite", "rulings", "transcript", "text", "expect"}


@pytest.mark.parametrize("name", NAMES)
def test_a_case_is_what_it_is_expected_to_be(name: str, cases: Cases) -> None:
    for case in cases(name):
        expect = case["expect"]
        if case["transcript"] is None:
            assert expect["verdict"] == "unreadable"
            continue
        verdict = referee.check(case["transcript"])
        first = next((item for item in verdict.violations if item.arbiter is None), None)
        assert verdict.verdict == expect["verdict"], case["id"]
        assert (first and {"move": first.move, "rule": first.rule}) == expect["first"], case["id"]
        if first is not None and first.move is not None:
            assert first.move == len(case["transcript"]["moves"]), case["id"]


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_written_out(name: str, cases: Cases) -> None:
    """What the other side is asked to play are objects, and nothing is implied."""
    for case in cases(name):
        expect = case["expect"]
        if expect["verdict"] != "legal" or any(move.get("move") == "arbiter" for move in case["transcript"]["moves"]):
            continue
        verdict = referee.check(case["transcript"], explicit=True)
        assert verdict.legal, (case["id"], verdict.violations[0].message)
        assert verdict.moves.implied == 0
        assert verdict.complete == expect["complete"]
        if "scores" in expect:
            assert {score.player: score.total for score in verdict.scores or []} == expect["scores"]


@pytest.mark.parametrize("name", NAMES)
def test_claims_hold_and_legal_moves_are_legal(name: str, cases: Cases) -> None:
    for case in cases(name)[-12:]:
        tree, expect = case["transcript"], case["expect"]
        assert referee.check({**tree, "moves": [*tree["moves"], *expect["claims"]]}).legal
        assert expect["counts"][0] == len(expect["legal"])
        for move in expect["legal"][:10]:
            assert referee.check({**tree, "moves": [*tree["moves"], move]}, explicit=True).legal


def test_positions_show_many_kinds_of_decision(cases: Cases) -> None:
    kinds = {
        (move["move"], move.get("card")) for case in cases("speicherstadt") for move in case["expect"].get("legal", ())
    }
    assert {kind for kind, _ in kinds} >= {
        "place",
        "reserve",
        "buy",
        "pass",
        "load",
        "sell",
        "convert",
        "income",
    }
    assert {card for _, card in kinds} >= {"snitch", "auction-hall", "smuggler", "truck", "fire-truck", "insurance"}


def test_the_suite_is_always_the_same() -> None:
    hashes = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("3", "4")
    }
    assert len(hashes) == 1
