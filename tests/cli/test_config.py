from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import ILLEGAL, INCOMPLETE, LEGAL, Said, line

Referee = Callable[..., Said]


@pytest.mark.parametrize(("name", "table"), [("referee.toml", ""), ("pyproject.toml", "[tool.referee]\n")])
def test_options_are_kept_in_a_file_of_this_folder_or_one_above(
    referee: Referee, here: Path, monkeypatch: pytest.MonkeyPatch, name: str, table: str
) -> None:
    (here / name).write_text(f'{table}output-format = "concise"\nrequire-complete = true\n')
    (here / "sub").mkdir()
    (here / "sub" / "game.json").write_text(INCOMPLETE)
    monkeypatch.chdir(here / "sub")
    said = referee("check", "game.json")
    assert said.code == 1
    assert said.out == "game.json: the game is incomplete, and --require-complete was asked for\n"


def test_the_command_line_goes_before(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(ILLEGAL)
    (here / "referee.toml").write_text('ignore = ["take"]\n')
    assert referee("check", "game.json").code == 0
    assert referee("check", "game.json", "--ignore", "heap").code == 1


def test_rulings_of_both_are_joined(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(line(["heap: 9", "Anna: take 3"]))
    (here / "referee.toml").write_text("[rulings]\nmost = 2\n")
    assert referee("check", "game.json").code == 1
    assert referee("check", "game.json", "--ruling", "most=3").code == 0


def test_reports_and_a_log(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(LEGAL)
    (here / "referee.toml").write_text(
        'log = "moves.jsonl"\nreport = { junit = "out.xml" }\njobs = 2\nprogress = false\n'
    )
    assert referee("check", "game.json").code == 0
    assert (here / "moves.jsonl").exists()
    assert (here / "out.xml").exists()
    assert referee("score", "game.json").code == 0, "what a command does not have does not disturb it"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('selekt = ["take"]', "there is no option called selekt. Did you mean select?"),
        ('jobs = "2"', "jobs must be a whole number, not '2'"),
        ("explicit = 1", "explicit must be true or false"),
        ('select = "take"', "select must be a list of texts"),
        ("rulings = 3", "rulings must be a table of rulings"),
        ('report = ["junit"]', "report must be a table of formats and files"),
        ('output-format = "fulll"', "fulll"),
        ("a = [", "referee.toml"),
    ],
)
def test_what_is_wrong_in_the_file_is_2(referee: Referee, here: Path, text: str, words: str) -> None:
    (here / "game.json").write_text(LEGAL)
    (here / "referee.toml").write_text(text)
    said = referee("check", "game.json")
    assert said.code == 2
    assert words in said.err
    assert referee("check", "--help").code == 0


def test_a_pyproject_without_a_table_is_not_it(referee: Referee, here: Path) -> None:
    (here / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    (here / "game.json").write_text(LEGAL)
    assert referee("check", "game.json").code == 0
