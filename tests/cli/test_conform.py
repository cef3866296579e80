"""vectors and conform."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import junitparser
import pytest

from tests.cli.running import ROOT, Said

Referee = Callable[..., Said]
OWN = f'"{Path(sys.executable).as_posix()}" -m referee.conformance.respond'
WRONG = f'"{Path(sys.executable).as_posix()}" "{ROOT.as_posix()}/tests/conformance/answering.py"'
FEW = ("--case", "keeps/purchase.p", "--case", "breaks/purchase.coins")


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other side runs in an empty folder and imports the referee of this checkout."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def test_vectors_are_one_case_a_line(referee: Referee, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Positions of all made-up games are played in .ci/run; here those of two show how they are written.
    monkeypatch.setattr("referee.conformance.vectors.GAMES", 2)
    assert referee("vectors", "speculaas", "-o", "suite.json").code == 0
    text = (here / "suite.json").read_text(encoding="utf-8")
    suite = json.loads(text)
    assert {key: suite[key] for key in ("format", "game", "ruleset")} == {
        "format": "referee-vectors/1", "game": "speculaas", "ruleset": 1,
    }  # fmt: skip
    assert len(text.splitlines()) == len(suite["cases"]) + 2
    assert {case["id"].partition("/")[0] for case in suite["cases"]} == {"breaks", "cases", "keeps", "positions", "slips"}
    said = referee("conform", "speculaas", "--vectors", "suite.json", "--case", "keeps/turn", "--cmd", OWN)
    assert said.code == 0
    assert " 0 failed, 0 skipped" in said.out


def test_our_own_referee_passes(referee: Referee) -> None:
    said = referee("conform", "speicherstadt", *FEW, "--cmd", OWN)
    assert said.code == 0
    assert said.out.endswith(" 0 failed, 0 skipped\n")


def test_what_differs_is_shown_side_by_side(referee: Referee) -> None:
    said = referee("conform", "speicherstadt", "--case", "keeps/purchase.price", "--cmd", f"{WRONG} coins 0")
    assert said.code == 1
    assert "FAILED keeps/purchase.price  " in said.out
    assert "conform.state  After move " in said.out
    marked = [line.split() for line in said.out.splitlines() if line.startswith("  > ")]
    assert marked[0][2:] == ["coins", "4", "5"]


def test_other_reports_are_written_beside(referee: Referee, here: Path) -> None:
    reports = ("--report", "junit=r.xml", "--report", "sarif=r.sarif", "--output-format", "json")
    said = referee("conform", "speicherstadt", *FEW, *reports, "--cmd", f"{WRONG} careless 0")
    assert said.code == 1
    plain = {one["id"]: one for one in json.loads(said.out)}
    assert plain["breaks/purchase.coins"]["result"] == "failed"
    assert plain["breaks/purchase.coins"]["findings"][0]["rule"] == "conform.accepted"
    suites = junitparser.JUnitXml.fromfile(str(here / "r.xml"))
    assert suites.tests == len(plain)
    assert suites.failures == sum(one["result"] == "failed" for one in plain.values())
    results = json.loads((here / "r.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert {result["ruleId"] for result in results} == {"conform.accepted"}


def test_conform_says_what_it_cannot_do(referee: Referee, here: Path) -> None:
    said = referee("conform", "speicherstadt", *FEW, "--cmd", "no-such-program-anywhere")
    assert said.code == 2
    assert "cannot start no-such-program-anywhere" in said.err
    assert referee("conform", "speicherstadt", "--case", "nothing", "--cmd", OWN).code == 2
    (here / "other.json").write_text('{"format": "x"}', encoding="utf-8")
    assert "no suite" in referee("conform", "speicherstadt", "--vectors", "other.json", "--cmd", OWN).err
    wrong = {"format": "referee-vectors/1", "game": "speculaas", "ruleset": 1, "cases": []}
    (here / "other.json").write_text(json.dumps(wrong), encoding="utf-8")
    assert "is for speculaas" in referee("conform", "speicherstadt", "--vectors", "other.json", "--cmd", OWN).err
    assert referee("conform", "speicherstadt", "--vectors", "nowhere.json", "--cmd", OWN).code == 2
    assert referee("conform", "speicherstadt", "--report", "html=x", "--cmd", OWN).code == 2
    said = referee("conform", "speicherstadt", *FEW, "--cmd", f"{WRONG} shy 0")
    assert said.code == 2
    assert "plays none of the cases" in said.err
