from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.engine.verdict import Verdict
from referee.report.verdicts import read_back
from tests.cli.running import ILLEGAL, LEGAL, Said, line
from tests.report.samples import everything

Referee = Callable[..., Said]


@pytest.mark.parametrize("verdict", [judged.verdict for judged in everything()], ids=lambda verdict: verdict.source)
def test_a_verdict_is_read_back_as_it_was(verdict: Verdict) -> None:
    assert read_back(json.loads(json.dumps(verdict.as_dict()))) == verdict


@pytest.fixture
def shards(referee: Referee, here: Path) -> list[str]:
    text = "".join(line(meta={"table": str(number)}) if number % 5 else ILLEGAL for number in range(30))
    (here / "log.jsonl").write_text(text)
    (here / "a.json").write_text(LEGAL)
    for part in (1, 2, 3):
        referee("check", "log.jsonl", "a.json", "--shard", f"{part}/3", "--output-format", "jsonl", "-o", f"part{part}")
    return ["part1", "part2", "part3"]


@pytest.mark.parametrize("form", ["jsonl", "json", "junit", "sarif", "github", "markdown", "concise"])
def test_shards_join_to_what_one_run_says(referee: Referee, here: Path, shards: list[str], form: str) -> None:
    whole = referee("check", "a.json", "log.jsonl", "--output-format", form)
    merged = referee("merge", *reversed(shards), "--output-format", form)
    assert merged.out == whole.out
    assert merged.code == whole.code == 1


def test_the_same_verdict_may_come_twice(referee: Referee, here: Path, shards: list[str]) -> None:
    once = referee("merge", *shards)
    assert referee("merge", *shards, "part1") == once
    (here / "part2.gz").write_bytes(gzip.compress((here / "part2").read_bytes()))
    assert referee("merge", "part1", "part2.gz", "-", stdin=(here / "part3").read_bytes()) == once


def test_the_same_source_with_another_hash_is_refused(referee: Referee, here: Path) -> None:
    for number in (1, 2):
        (here / "game.json").write_text(line(meta={"table": str(number)}))
        referee("check", "game.json", "--output-format", "jsonl", "-o", f"v{number}")
    said = referee("merge", "v1", "v2", "--report", "junit=out.xml")
    assert said.code == 2
    assert "v2:1: game.json was judged before with other bytes" in said.err
    assert said.out == ""
    assert not (here / "out.xml").exists()


def test_the_same_source_with_another_verdict_is_refused(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(ILLEGAL)
    referee("check", "game.json", "--output-format", "jsonl", "-o", "v1")
    referee("check", "game.json", "--output-format", "jsonl", "-o", "v2", "--ignore", "take")
    assert referee("merge", "v1", "v2").code == 2


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"format": "referee/1"}',
        '{"format": "referee-verdict/1"}',
        '{"format": "referee-verdict/1", "x": 1}',
    ],
)
def test_what_is_no_verdict_is_refused(referee: Referee, here: Path, text: str) -> None:
    (here / "v").write_text(text)
    said = referee("merge", "v")
    assert said.code == 2
    assert said.err.startswith("Error: v:1: ")


def test_a_missing_file(referee: Referee) -> None:
    assert referee("merge", "nowhere").code == 2


def test_what_counts_as_failed_is_asked_again(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(line(["heap: 9"]))
    referee("check", "game.json", "--output-format", "jsonl", "-o", "v")
    assert referee("merge", "v").code == 0
    assert referee("merge", "v", "--require-complete").code == 1


@pytest.mark.parametrize("text", ['format = "referee/1"', "[", "\N{LATIN SMALL LETTER E WITH ACUTE}"])
def test_what_is_no_line_of_json_is_said_in_words(text: str, referee: Referee, here: Path) -> None:
    (here / "part").write_text(text, encoding="latin-1")
    said = referee("merge", "part")
    assert said.code == 2
    assert said.err == (
        "Error: part:1: this line is no JSON; merge joins what referee check --output-format jsonl wrote, one verdict a line\n"
    )
