"""A bar on standard error, only if that is a terminal and the work takes longer than a second."""

from __future__ import annotations

import io
import sys
import time
from pathlib import Path

import pytest

from referee.cli import progress
from referee.cli.corpus.sources import Sources
from tests.cli.running import LEGAL


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def watched(path: Path, monkeypatch: pytest.MonkeyPatch, terminal: io.StringIO, wanted: bool, seconds: float) -> str:
    monkeypatch.setattr(sys, "stderr", terminal)
    now = iter(range(10_000))
    monkeypatch.setattr(time, "monotonic", lambda: next(now) * seconds)
    sources = Sources([str(path)])
    bar = progress.Progress(sources, wanted)
    assert len(list(bar.watch(sources))) == 100
    bar.step_aside()
    bar.end()
    return terminal.getvalue()


@pytest.mark.parametrize(
    ("terminal", "wanted", "seconds", "shown"),
    [
        (Terminal(), True, 0.1, True),
        (Terminal(), True, 0.001, False),
        (Terminal(), False, 1, False),
        (io.StringIO(), True, 1, False),
    ],
    ids=["slow", "quick", "unwanted", "no terminal"],
)
def test_the_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: io.StringIO, wanted: bool, seconds: float, shown: bool
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(LEGAL * 100)
    said = watched(path, monkeypatch, terminal, wanted, seconds)
    assert ("Checking" in said) is shown
    assert ("97%" in said) is shown
    assert said.endswith("\x1b[?25h") is shown, "the cursor is given back"
    assert bool(said) is shown
