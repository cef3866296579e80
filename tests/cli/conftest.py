from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli import run
from tests.cli.running import Said


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the commands run."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def referee(here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """The command line in this process and in an empty folder."""

    def call(*arguments: str, stdin: bytes = b"") -> Said:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = run(arguments)
        sys.stdout.flush()
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return call
