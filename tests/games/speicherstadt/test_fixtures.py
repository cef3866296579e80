"""Every rule of the catalogue is kept by one fixture and broken by another, and every edge case is as a player expects."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from referee.engine.rule import Severity
from referee.games.speicherstadt.game import GAME
from referee.judge import Options, judge
from referee.transcript.document import read
from tests.games.fixtures import Fixture, fixture, found

from .fixtures import FIXTURES, GAME_FIXTURES, folder

TRANSCRIPT = [
    json.loads(line) for line in (FIXTURES / "transcript" / "expected.jsonl").read_text(encoding="utf-8").splitlines()
]
#: What no bytes of a file can break: that it is there.
NOT_OF_THE_BYTES = {"transcript.io"}


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize("path", folder("keeps"), ids=name)
def test_the_rule_is_kept(path: Path) -> None:
    kept = fixture(path)
    verdict = kept.judge()
    assert found(verdict.violations) == []
    assert verdict.verdict == "legal"
    assert kept.rule not in {note.rule for note in verdict.notes}
    assert [(item.move, item.rule) for item in verdict.violations] == kept.stands


@pytest.mark.parametrize("path", folder("breaks"), ids=name)
def test_the_rule_is_broken_and_nothing_else(path: Path) -> None:
    broken = fixture(path)
    verdict = broken.judge()
    assert [rule for _, rule in broken.expect] == [broken.rule]
    if GAME.catalogue[broken.rule].severity is Severity.ERROR:
        assert found(verdict.violations) == broken.expect
        assert verdict.verdict == "illegal"
    else:
        assert found(verdict.violations) == []
        assert set(broken.expect) <= set(found(verdict.notes))


@pytest.mark.parametrize("path", [*folder("edge"), *folder("slips"), *folder("games")], ids=name)
def test_an_edge_case_or_a_game_is_judged_as_expected(path: Path) -> None:
    case = fixture(path)
    verdict = case.judge()
    assert found(verdict.violations) == case.expect
    assert verdict.verdict == ("illegal" if case.expect else "legal")
    assert verdict.complete or path.parent.name != "games"


@pytest.mark.parametrize("expected", TRANSCRIPT, ids=lambda expected: expected["file"])
def test_a_fault_of_form_is_found_at_its_place(expected: dict[str, Any]) -> None:
    path = FIXTURES / "transcript" / expected["file"]
    verdict = judge(read(path.read_bytes(), path.name), Options(audit=True))
    assert [[item.move, item.rule] for item in verdict.violations] == expected["expect"]
    assert verdict.verdict == expected["verdict"]
    if expected["expect"]:
        first = verdict.violations[0]
        assert [first.line, first.column, first.end_line, first.end_column] == expected["place"]


@pytest.mark.parametrize("kind", ["keeps", "breaks"])
def test_every_rule_has_a_fixture(kind: str) -> None:
    shown = {fixture(path).rule for path in folder(kind)}
    shown |= {Path(row["file"]).stem.partition("--")[0] for row in TRANSCRIPT if row["file"].startswith(kind)}
    missing = {rule.id for rule in GAME.catalogue} - shown
    assert missing <= (NOT_OF_THE_BYTES if kind == "breaks" else set())
    assert shown <= {rule.id for rule in GAME.catalogue}


def test_every_file_of_form_is_listed() -> None:
    listed = {row["file"] for row in TRANSCRIPT}
    there = {name(path) for kind in ("keeps", "breaks") for path in (FIXTURES / "transcript" / kind).iterdir()}
    assert listed == there


def test_edge_cases_are_numbered_and_have_a_title() -> None:
    numbers = [path.name[:3] for path in folder("edge")]
    assert numbers == [f"{number:03}" for number in range(1, len(numbers) + 1)]
    assert len(numbers) >= 80
    for path in folder("edge"):
        assert re.fullmatch(r"\d{3}-[a-z0-9]+(-[a-z0-9]+)*\.(toml|json)", path.name)


def test_titles_are_sentences_for_players() -> None:
    paths = [path for kind in ("keeps", "breaks", "edge", "slips", "games") for path in folder(kind)]
    titles = [fixture(path).title for path in paths] + [row["title"] for row in TRANSCRIPT]
    assert all(len(title.split()) >= 3 for title in titles)
    assert GAME_FIXTURES.is_dir()


def test_the_words_of_a_fixture_are_read() -> None:
    shown: Fixture = fixture(GAME_FIXTURES / "breaks" / "transcript.implied-step.toml")
    assert shown.explicit
    assert shown.expect == [(8, "transcript.implied-step")]


def test_a_move_that_is_skipped_is_not_remarked_on() -> None:
    text = (folder("breaks")[0].parent / "loading.source--not-a-good.toml").read_text(encoding="utf-8")
    pointless = text.replace("sell tea+tea", "convert tea tea coffee into tea to tea-taster")
    verdict = judge(read(pointless.encode(), "pointless.toml"), Options())
    assert [item.rule for item in verdict.violations] == ["loading.merchant"]
    assert [note.rule for note in verdict.notes] == ["note.coins-short"]
