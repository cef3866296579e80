"""What a command imports before it says anything: the time to start is what people feel first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import LEGAL, ROOT, TOY, process

LIST = """
import json, sys
from referee.cli import run
code = run(sys.argv[1:])
print("\\n" + json.dumps([code, sorted(name.partition(".")[0] for name in sys.modules)]))
"""


def imported(cwd: Path, *arguments: str) -> tuple[int, set[str]]:
    import subprocess
    import sys

    from tests.cli.running import environment

    done = subprocess.run(
        [sys.executable, "-c", LIST, *arguments],
        cwd=cwd,
        env=environment(),
        capture_output=True,
        check=True,
        timeout=60,
    )
    code, names = json.loads(done.stdout.decode().splitlines()[-1])
    return code, set(names)


HEAVY = {
    "pydantic",
    "pydantic_core",
    "structlog",
    "rich",
    "jinja2",
    "tree_sitter",
    "jiter",
    "tomllib",
    "backports",
    "concurrent",
}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["check", "--help"]])
def test_help_and_version_need_click_alone(tmp_path: Path, arguments: list[str]) -> None:
    code, names = imported(tmp_path, *arguments)
    assert code == 0
    assert "click" in names
    assert not names & HEAVY


def test_a_legal_game_needs_no_positions_and_no_pydantic(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(LEGAL)
    code, names = imported(tmp_path, "check", "game.json")
    assert code == 0
    assert "jiter" in names
    assert not names & {
        "pydantic",
        "structlog",
        "rich",
        "jinja2",
        "tree_sitter",
        "asyncio",
        "xml",
        "gzip",
        "backports",
        "multiprocessing",
    }


def test_only_the_game_that_is_named_is_imported(tmp_path: Path) -> None:
    done = process(
        "check", str(next((ROOT / "fixtures" / "speculaas").rglob("*.toml"))), "--quiet", "--statistics", cwd=tmp_path
    )
    assert done.code in (0, 1)


def test_the_parser_for_places_in_toml_comes_when_there_is_something_to_point_at(tmp_path: Path) -> None:
    head = 'format = "referee/1"\ngame = "pebbles"\nplayers = ["Anna", "Ben"]\n'
    (tmp_path / "good.toml").write_text(head + 'moves = ["heap: 3", "Anna: take 3"]\n')
    (tmp_path / "bad.toml").write_text(head + 'moves = ["heap: 3", "Ben: take 3"]\n')
    code, names = imported(tmp_path, "check", "good.toml")
    assert code == 0
    assert "tree_sitter" not in names
    code, names = imported(tmp_path, "check", "bad.toml")
    assert code == 1
    assert "tree_sitter" in names
    assert not names & {"structlog", "rich", "jinja2"}


def test_the_toy_game_is_where_the_tests_look_for_it() -> None:
    assert (TOY / "pebbles" / "game.py").exists()
