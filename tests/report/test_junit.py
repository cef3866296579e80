from __future__ import annotations

from junitparser import Failure, JUnitXml

from referee.report import FORMATS, Style, load
from tests.report.samples import everything, render


def test_a_testcase_for_each_game_the_legal_ones_too() -> None:
    suites = JUnitXml.fromstring(render(FORMATS["junit"], everything()).encode())
    (suite,) = suites
    assert (suite.tests, suite.failures, suite.errors) == (4, 3, 0)
    cases = {case.name: case for case in suite}
    assert list(cases) == ["games/final.toml", "games/bad: one.toml", "log.jsonl:17", "torn.json"]
    assert cases["games/final.toml"].is_passed
    (failure,) = cases["games/bad: one.toml"].result
    assert isinstance(failure, Failure)
    assert failure.type == "purchase.price"
    assert "and 1 more" in failure.message, "what the arbiter let stand does not count"


def test_a_crash_is_an_error() -> None:
    report = load(FORMATS["junit"], Style())
    report.crash("a.toml", "the referee failed at move 3")
    (suite,) = JUnitXml.fromstring(report.finish().encode())
    assert (suite.tests, suite.failures, suite.errors) == (1, 0, 1)
