"""A bug of the referee: exit 3, naming the file and the move, and the other transcripts are judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pebbles.game import GAME
from pebbles.moves import Take

from tests.cli.running import ILLEGAL, LEGAL, Said, line

Referee = Callable[..., Said]


@pytest.fixture
def buggy(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = GAME.plans[Take]
    act = plan.act

    def fails_at_three(table: Any, step: Any) -> None:
        if step.count == 3:
            raise ZeroDivisionError("oh no")
        act(table, step)

    monkeypatch.setattr(plan, "act", fails_at_three)


@pytest.mark.usefixtures("buggy")
def test_a_bug_is_3_and_names_the_file_and_the_move(referee: Referee, here: Path) -> None:
    (here / "a.json").write_text(ILLEGAL)
    (here / "b.json").write_text(line(["heap: 9", "Anna: take 3"]))
    (here / "c.json").write_text(LEGAL)
    said = referee("check", "a.json", "b.json", "c.json", "missing.json", "--output-format", "concise")
    assert said.code == 3, "3 wins over 2 wins over 1"
    assert said.out.startswith("a.json:")
    assert "b.json: the referee failed at move 2: ZeroDivisionError: oh no" in said.err
    assert "report it" in said.err
    assert "Traceback" not in said.err
    said = referee("check", "b.json", "--debug", "--report", "junit=out.xml")
    assert "Traceback" in said.err
    assert 'errors="1"' in (here / "out.xml").read_text()


def test_a_bug_in_a_command_is_3(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ZeroDivisionError("oh no")

    monkeypatch.setattr("referee.games.find", broken)
    said = referee("games")
    assert said.code == 3
    assert "ZeroDivisionError: oh no" in said.err
    assert "Traceback" not in said.err
    assert "Traceback" in referee("games", "--debug").err
