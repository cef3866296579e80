from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sarif_kit.validate import validation_errors

from referee.report import FORMATS, Judged, Style, load
from referee.report.sarif import RESULTS
from tests.report.samples import everything, illegal, incomplete, render, verdict, violation


def run_of(games: list[Judged]) -> dict[str, Any]:
    (run,) = json.loads(render(FORMATS["sarif"], games))["runs"]
    return run  # type: ignore[no-any-return]


def test_places_count_code_points_in_relative_files(monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of(everything())
    assert run["columnKind"] == "unicodeCodePoints"
    first = run["results"][0]["locations"][0]["physicalLocation"]
    assert first["artifactLocation"] == {"uri": "games/bad%3A%20one.toml"}
    assert first["region"] == {"startLine": 61, "startColumn": 19, "endLine": 61, "endColumn": 20}


def test_a_line_of_json_lines_is_a_place_in_its_file() -> None:
    judged = incomplete()
    judged.verdict.violations = [violation(line=17, end_line=17)]
    place = run_of([judged])["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "log.jsonl"


def test_an_absolute_path_below_the_working_folder_becomes_relative() -> None:
    judged = illegal()
    judged.verdict.source = str(Path.cwd() / "games" / "ä.toml")
    assert (
        run_of([judged])["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        == "games/%C3%A4.toml"
    )


def test_fingerprints_survive_a_line_put_in_above() -> None:
    before, after = illegal(), illegal()
    for item in after.verdict.violations:
        item.where = item.place._replace(line=item.line + 5, end_line=item.end_line + 5)
        assert item.move is not None
        item.move += 1
        item.pointer = f"/moves/{item.move - 1}"
    prints = [[result["partialFingerprints"] for result in run_of([games])["results"]] for games in (before, after)]
    assert prints[0] == prints[1]
    assert len({tuple(found.values()) for found in prints[0]}) == 3, "equal findings are told apart"


def test_what_an_arbiter_let_stand_is_suppressed() -> None:
    assert [bool(result.get("suppressions")) for result in run_of([illegal()])["results"]] == [False, False, True]


def test_the_most_severe_are_kept_where_there_are_too_many() -> None:
    notes = [violation(severity="warning", rule="warning.expired") for _ in range(RESULTS)]
    run = run_of([Judged(verdict("a.toml", "legal", notes=notes)), illegal()])
    assert len(run["results"]) == RESULTS
    assert [result["level"] for result in run["results"][:4]] == ["error", "error", "error", "warning"]
    (notification,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"] == "3 more results left out."


def test_a_crash_makes_the_run_unsuccessful() -> None:
    report = load(FORMATS["sarif"], Style())
    report.crash("a b.toml", "the referee failed at move 3")
    log = json.loads(report.finish())
    assert validation_errors(log) == []
    assert log["runs"][0]["invocations"][0]["executionSuccessful"] is False
