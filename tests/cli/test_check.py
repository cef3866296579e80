from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import BROKEN, ILLEGAL, INCOMPLETE, LEGAL, Said, line

Referee = Callable[..., Said]


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.json").write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        (LEGAL, [], 0),
        (ILLEGAL, [], 1),
        (BROKEN, [], 1),
        (INCOMPLETE, [], 0),
        (INCOMPLETE, ["--require-complete"], 1),
        (line(["heap: 3", "arbiter: stands", "Anna: take 2", "Ben: take 1"]), [], 0),
        (line(["heap: 3", "arbiter: stands", "Anna: take 2", "Ben: take 1"]), ["--strict"], 1),
        (ILLEGAL, ["--ignore", "take"], 0),
        (ILLEGAL, ["--ignore", "heap"], 1),
        (ILLEGAL, ["--select", "heap"], 0),
        (BROKEN, ["--ignore", "transcript"], 1),
        (line(["heap: 9", "Anna: take 3"]), ["--ruling", "most=2"], 1),
    ],
)
def test_exit_codes(referee: Referee, here: Path, text: str, options: list[str], code: int) -> None:
    write(here, game=text)
    assert referee("check", "game.json", *options).code == code


def test_full_says_what_is_wrong_and_where(referee: Referee, here: Path) -> None:
    write(here, game=ILLEGAL)
    said = referee("check", "game.json")
    assert "take.turn  It was Anna's turn." in said.out
    assert "expected Anna" in said.out
    assert "game.json: illegal, complete · Pebbles, 2 players, 1 round, 3 moves" in said.out
    assert said.err == ""


def test_a_bad_file_never_stops_the_others(referee: Referee, here: Path) -> None:
    write(here, a=LEGAL, b=BROKEN, c="\x00", d="[" * 100_000, e=LEGAL)
    (here / "f.json").write_bytes(b"\xff\xfe\x00")
    (here / "g.toml").write_text('format = "referee/1"\n[')
    (here / "h.toml").write_bytes(b"")
    said = referee("check", *sorted(path.name for path in here.iterdir()), "--output-format", "jsonl")
    verdicts = [json.loads(text)["verdict"] for text in said.out.splitlines()]
    assert verdicts == [
        "legal",
        "unreadable",
        "unreadable",
        "unreadable",
        "legal",
        "unreadable",
        "unreadable",
        "unreadable",
    ]
    assert said.code == 1


def test_json_is_an_array_also_for_one_file(referee: Referee, here: Path) -> None:
    write(here, game=LEGAL)
    (verdict,) = json.loads(referee("check", "game.json", "--output-format", "json").out)
    assert verdict["source"] == "game.json"


def test_rulings_of_the_command_line_win(referee: Referee, here: Path) -> None:
    write(here, game=line(["heap: 9", "Anna: take 3"], rulings={"most": 3}))
    said = referee("check", "game.json", "--ruling", "most=2", "--output-format", "jsonl")
    verdict = json.loads(said.out)
    assert verdict["rulings"]["most"] == 2
    assert verdict["violations"][0]["ruling"] == {"name": "most", "value": 2, "otherwise": "legal"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--ruling", "mots=2"], "No game has a ruling called mots. Did you mean most?"),
        (["--ruling", "most=many"], "The ruling most cannot be many"),
        (["--ruling", "most"], "write NAME=VALUE"),
        (["--profile", "rulebok"], "Did you mean rulebook?"),
        (["--select", "tkae"], "No rule is called, or begins with, tkae. Did you mean take?"),
        (["--report", "junit"], "write FORMAT=FILE"),
        (["--report", "junti=x.xml"], "Did you mean junit?"),
        (["--shard", "5/4"], "write 3/16"),
        (["--jobs", "-1"], "-1"),
        (["--output-format", "fulll"], "fulll"),
        (["--expliict"], "--explicit"),
    ],
)
def test_wrong_usage(referee: Referee, here: Path, options: list[str], words: str) -> None:
    write(here, game=LEGAL)
    said = referee("check", "game.json", *options)
    assert said.code == 2
    assert words in said.err
    assert said.out == ""


def test_an_unknown_command_gets_the_nearest(referee: Referee) -> None:
    said = referee("chekc")
    assert said.code == 2
    assert "Did you mean 'check'?" in said.err


def test_quiet_says_nothing_about_what_is_right(referee: Referee, here: Path) -> None:
    write(here, game=LEGAL, other="{}")
    assert referee("check", ".", "--quiet") == (0, "", "")


def test_verbose_says_how_it_was_judged(referee: Referee, here: Path) -> None:
    write(here, game=LEGAL, other="{}")
    said = referee("check", ".", "--verbose")
    assert "profile rulebook; most 3" in said.out
    assert "skipped: other.json" in said.err


def test_statistics(referee: Referee, here: Path) -> None:
    write(here, a=ILLEGAL, b=ILLEGAL, c=BROKEN, d=LEGAL)
    said = referee("check", "a.json", "b.json", "c.json", "d.json", "--statistics", "--output-format", "json")
    json.loads(said.out)
    assert said.err.splitlines() == [
        "2  take.turn          Players take in turn",
        "1  transcript.syntax  The file is sound JSON or TOML",
    ]


def test_stop_at_first(referee: Referee, here: Path) -> None:
    write(here, game=line(["heap: 9", "Ben: take 1", "Ben: take 1"]))
    verdict = json.loads(referee("check", "game.json", "--stop-at-first", "--output-format", "jsonl").out)
    assert verdict["moves"]["unchecked"] == 1
    assert len(verdict["violations"]) == 1


def test_explicit(referee: Referee, here: Path) -> None:
    write(here, game=line(["heap: 3", "Anna: take 2"]))
    assert json.loads(referee("check", "game.json", "--output-format", "jsonl").out)["complete"] is True
    assert json.loads(referee("check", "game.json", "--explicit", "--output-format", "jsonl").out)["complete"] is False


def test_colours(referee: Referee, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(here, game=ILLEGAL)
    plain = referee("check", "game.json").out
    assert "\x1b" not in plain
    for options in (["--color"], ["--color", "always"], ["--color=always"]):
        painted = referee("check", *options, "game.json").out
        assert "\x1b[31m" in painted
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in referee("check", "game.json").out
    assert "\x1b" not in referee("check", "game.json", "--color", "never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert referee("check", "game.json").out == plain


def test_help_and_version(referee: Referee) -> None:
    said = referee("--help")
    assert said.code == 0
    assert "check " in said.out
    assert referee("--version").out == "referee 0.1.0\n"
    assert referee("check", "--help").code == 0
    assert referee("check").code == 2


def test_no_command_at_all_shows_the_help(referee: Referee) -> None:
    said = referee()
    assert said.code == 2
    assert "Usage: referee" in said.err
