"""What is looked at: files, folders, patterns, standard input, JSON lines, archives."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from backports import zstd

from referee.cli.corpus import sources as sources_module
from referee.cli.corpus.sources import Sources
from tests.cli.running import BROKEN, ILLEGAL, LEGAL, Said, line

Referee = Callable[..., Said]

TOML = """format = "referee/1"
game = "pebbles"
players = ["Anna", "Ben"]
moves = ["heap: 3", "Anna: take 2", "Ben: take 1"]
"""


def verdicts(said: Said) -> list[dict[str, Any]]:
    return [json.loads(text) for text in said.out.splitlines()]


def listed(said: Said) -> list[tuple[str, str]]:
    return [(verdict["source"], verdict["verdict"]) for verdict in verdicts(said)]


def make(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def test_a_walk_takes_transcripts_and_says_what_it_skipped(referee: Referee, here: Path) -> None:
    make(
        here, b_json=LEGAL, a_toml=TOML, sub__c_json=ILLEGAL, package_json='{"name": "x"}', list_json="[1]", notes_txt=LEGAL,
        env__pyvenv_cfg="", env__e_json=LEGAL, broken_json=BROKEN, other_toml="format = 1",
        verdicts_jsonl='{"format": "referee-verdict/1"}\n',
    )  # fmt: skip
    make(here / ".git", f_json=LEGAL)
    make(here / "node_modules" / "x", d_json=LEGAL)
    said = referee("check", ".", "--output-format", "jsonl")
    assert listed(said) == [
        ("a.toml", "legal"), ("b.json", "legal"), ("broken.json", "unreadable"), ("sub/c.json", "illegal"),
    ]  # fmt: skip
    assert said.err == 'Skipped 4 files: they do not say that they are transcripts (format = "referee/1").\n'
    assert said.code == 1


def test_what_is_named_is_always_judged(referee: Referee, here: Path) -> None:
    make(here, package_json='{"name": "x"}', game_txt=LEGAL)
    said = referee("check", "package.json", "game.txt", "--output-format", "jsonl")
    assert listed(said) == [("package.json", "unreadable"), ("game.txt", "legal")]


def test_nothing_to_check(referee: Referee, here: Path) -> None:
    make(here, package_json='{"name": "x"}')
    (here / "empty").mkdir()
    for path in (".", "empty"):
        said = referee("check", path)
        assert said.code == 2
        assert f"nothing to check in {path}" in said.err


def test_a_path_that_never_existed_is_2_and_the_others_are_checked(referee: Referee, here: Path) -> None:
    make(here, game_json=ILLEGAL)
    said = referee("check", "nowhere.json", "game.json", "no*.json", "--output-format", "jsonl")
    assert listed(said) == [("game.json", "illegal")]
    assert said.code == 2
    assert said.err.count("no such file") == 2


def test_patterns(referee: Referee, here: Path) -> None:
    make(here, a_json=LEGAL, sub__b_json=LEGAL, sub__c_toml=TOML)
    said = referee("check", "**/*.json", "sub/[c].toml", "--output-format", "jsonl")
    assert listed(said) == [("a.json", "legal"), ("sub/b.json", "legal"), ("sub/c.toml", "legal")]


def test_a_file_that_is_named_twice_is_judged_once(referee: Referee, here: Path) -> None:
    make(here, a_json=LEGAL)
    assert listed(referee("check", "a.json", "./a.json", ".", "--output-format", "jsonl")) == [("a.json", "legal")]


def test_json_lines(referee: Referee, here: Path) -> None:
    text = "\ufeff" + LEGAL + "\n" + ILLEGAL + "\n" + BROKEN + "\n" + LEGAL.strip()
    make(here, log_jsonl=text)
    said = referee("check", "log.jsonl", "--output-format", "jsonl")
    assert listed(said) == [
        ("log.jsonl:1", "legal"), ("log.jsonl:3", "illegal"), ("log.jsonl:5", "unreadable"), ("log.jsonl:6", "legal"),
    ]  # fmt: skip
    found = verdicts(said)
    assert found[0]["sha256"] == hashlib.sha256(LEGAL.strip().encode()).hexdigest()
    fault = found[1]["violations"][0]
    assert (fault["line"], fault["end_line"]) == (3, 3)
    assert ILLEGAL[fault["column"] - 1 : fault["end_column"] - 1] == "Ben"
    concise = referee("check", "log.jsonl", "--output-format", "concise").out
    assert concise.startswith(f"log.jsonl:3:{fault['column']}: take.turn ")
    full = referee("check", "log.jsonl").out
    assert "3 | " in full
    assert "^^^ expected Anna" in full


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_lines_are_judged_alike_by_several_processes(referee: Referee, here: Path, jobs: str) -> None:
    make(here, log_jsonl="".join(line(meta={"table": str(number)}) for number in range(300)) + ILLEGAL)
    found = verdicts(referee("check", "log.jsonl", "--output-format", "jsonl", "--jobs", jobs))
    assert [verdict["source"] for verdict in found] == [f"log.jsonl:{number + 1}" for number in range(301)]
    assert [verdict["meta"]["table"] for verdict in found[:-1]] == [str(number) for number in range(300)]
    assert found[-1]["verdict"] == "illegal"


def packed(ending: str, data: bytes) -> bytes:
    return gzip.compress(data) if ending == "gz" else zstd.compress(data)


@pytest.mark.parametrize("ending", ["gz", "zst"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_archives(referee: Referee, here: Path, ending: str, jobs: str) -> None:
    (here / f"a.toml.{ending}").write_bytes(packed(ending, TOML.encode()))
    (here / f"b.jsonl.{ending}").write_bytes(packed(ending, (LEGAL + ILLEGAL).encode()))
    (here / f"c.json.{ending}").write_bytes(packed(ending, LEGAL.encode())[:-20])
    (here / f"d.jsonl.{ending}").write_bytes(b"no archive")
    said = referee("check", ".", "--output-format", "jsonl", "--jobs", jobs)
    assert listed(said) == [
        (f"a.toml.{ending}", "legal"),
        (f"b.jsonl.{ending}:1", "legal"),
        (f"b.jsonl.{ending}:2", "illegal"),
        (f"c.json.{ending}", "unreadable"),
        (f"d.jsonl.{ending}:1", "unreadable"),
    ]
    found = verdicts(said)
    assert found[0]["sha256"] == hashlib.sha256(TOML.encode()).hexdigest()
    assert "transcript.io" in {found[3]["violations"][0]["rule"], found[4]["violations"][0]["rule"]}


@pytest.mark.parametrize("ending", ["gz", "zst"])
@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_bombs(referee: Referee, here: Path, ending: str, form: str) -> None:
    bomb = b" " * (40 * 1024 * 1024)
    (here / f"bomb.{form}.{ending}").write_bytes(packed(ending, bomb))
    (here / "good.json").write_text(LEGAL)
    said = referee("check", f"bomb.{form}.{ending}", "good.json", "--output-format", "jsonl")
    found = verdicts(said)
    if ending == "zst" or form == "json":
        assert found[0]["violations"][0]["rule"] == "transcript.limit"
    assert found[-1]["verdict"] == "legal"


def test_a_line_that_is_too_long_costs_that_line_only(referee: Referee, here: Path) -> None:
    with (here / "log.jsonl").open("wb") as file:
        file.write(b'{"a": "' + b"x" * (16 * 1024 * 1024) + b'"}\n')
        file.write(LEGAL.encode())
    found = verdicts(referee("check", "log.jsonl", "--output-format", "jsonl"))
    assert [verdict["violations"][0]["rule"] if verdict["violations"] else "" for verdict in found] == [
        "transcript.limit",
        "",
    ]
    assert found[1]["source"] == "log.jsonl:2"


def test_a_file_that_vanishes_or_may_not_be_read(referee: Referee, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(here, a_json=LEGAL, b_json=LEGAL)
    os.symlink("a.json", here / "link.json")
    found = list(Sources(["."]))
    (here / "b.json").unlink()
    monkeypatch.setattr(sources_module.Sources, "__iter__", lambda self: iter(found))
    said = referee("check", ".", "--output-format", "jsonl")
    assert listed(said) == [("a.json", "legal"), ("b.json", "unreadable"), ("link.json", "legal")]
    assert verdicts(said)[1]["violations"][0]["rule"] == "transcript.io"
    assert said.code == 1


@pytest.mark.parametrize(
    ("data", "sources"),
    [
        (LEGAL, ["-"]),
        (json.dumps(json.loads(LEGAL), indent=2), ["-"]),
        (LEGAL + LEGAL, ["-:1", "-:2"]),
        ("\n" + LEGAL + "\n\n" + LEGAL, ["-:2", "-:5"]),
        (TOML, ["-"]),
        ("# a comment\n" + TOML, ["-"]),
        ("\ufeff" + LEGAL, ["-"]),
    ],
    ids=["json", "pretty", "lines", "blank", "toml", "comment", "bom"],
)
def test_standard_input_without_a_name(referee: Referee, data: str, sources: list[str]) -> None:
    said = referee("check", "-", "--output-format", "jsonl", stdin=data.encode())
    assert listed(said) == [(source, "legal") for source in sources]


@pytest.mark.parametrize(
    ("name", "data", "sources"),
    [
        ("games/final.toml", TOML.encode(), ["games/final.toml"]),
        ("log.jsonl", LEGAL.encode(), ["log.jsonl:1"]),
        ("log.jsonl.gz", gzip.compress(LEGAL.encode()), ["log.jsonl.gz:1"]),
        ("something", LEGAL.encode(), ["something"]),
    ],
)
def test_standard_input_with_a_name(referee: Referee, name: str, data: bytes, sources: list[str]) -> None:
    said = referee("check", "-", "--stdin-name", name, "--output-format", "jsonl", stdin=data)
    assert listed(said) == [(source, "legal") for source in sources]


def test_empty_standard_input_is_unreadable(referee: Referee) -> None:
    assert listed(referee("check", "-", "--output-format", "jsonl")) == [("-", "unreadable")]


def test_shards_share_out_every_transcript_once(referee: Referee, here: Path) -> None:
    make(here, log_jsonl="".join(line(meta={"table": str(number)}) for number in range(40)))
    parts = [
        listed(referee("check", "log.jsonl", "--output-format", "jsonl", "--shard", f"{part}/3")) for part in (1, 2, 3)
    ]
    assert all(parts)
    whole = [source for part in parts for source, _ in part]
    assert sorted(whole) == sorted(f"log.jsonl:{number + 1}" for number in range(40))


def test_an_empty_shard_is_fine(referee: Referee, here: Path) -> None:
    make(here, a_json=LEGAL)
    codes = {referee("check", "a.json", "--shard", f"{part}/2", "--quiet").code for part in (1, 2)}
    assert codes == {0}
