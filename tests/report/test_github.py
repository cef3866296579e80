from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.report import FORMATS, Judged
from tests.report.samples import illegal, legal, render, verdict, violation


def many(errors: int, warnings: int) -> Judged:
    items = [violation(line=number + 1, end_line=number + 1) for number in range(errors)]
    notes = [violation(rule="warning.expired", severity="warning", line=number + 1) for number in range(warnings)]
    return Judged(verdict("many.toml", "illegal", violations=items, notes=notes))


def test_the_most_severe_come_first_and_the_rest_is_counted() -> None:
    lines = render(FORMATS["github"], [legal(), many(14, 3)]).splitlines()
    kinds = [re.match("::([a-z]+)", line)[1] for line in lines]  # type: ignore[index]
    assert kinds == ["error"] * 10 + ["warning"] * 4 + ["notice"]
    assert lines[-1] == "::notice::4 more findings not shown here; 1 legal, 1 illegal."


def test_commands_cannot_be_smuggled_in() -> None:
    said = render(FORMATS["github"], [illegal()])
    assert all(line.startswith("::") for line in said.splitlines())
    assert "file=games/bad%3A one.toml" in said


def test_the_summary_of_the_job_gets_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    render(FORMATS["github"], [legal(), illegal()])
    rows = summary.read_text("utf-8").splitlines()
    assert rows[0] == "before"
    assert rows[3] == "1 legal, 1 illegal"
    assert rows[7].startswith("| games/bad: one.toml | illegal, complete |"), "what failed stands first"
