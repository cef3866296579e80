"""Completion in bash, zsh and fish, as docs/shell-completion.md tells people to set it up."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ROOT, environment

SHELLS = ["bash", "zsh", "fish"]
DOCS = (ROOT / "docs" / "shell-completion.md").read_text("utf-8")


@pytest.fixture
def command(tmp_path: Path) -> dict[str, str]:
    """An environment in which ``referee`` is on the path."""
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "referee"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m referee "$@"\n')
    script.chmod(0o755)
    env = environment(HOME=str(tmp_path))
    return {**env, "PATH": f"{script.parent}:{env['PATH']}"}


def ask(command: dict[str, str], *words: str) -> list[str]:
    """What click offers for the last word."""
    env = {
        **command,
        "_REFEREE_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["referee", *words]),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run(["referee"], env=env, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["che"], ["check"]),
        (["explain", "speich"], ["speicherstadt"]),
        (["explain", "speculaas", "card.tw"], ["card.twice"]),
        (["check", "--select", "purchase.pr"], ["purchase.price"]),
        (["check", "--output-format", "ju"], ["junit"]),
        (["check", "--require-c"], ["--require-complete"]),
        (["score", "--disp"], ["--disputed"]),
        (["rules", "specul"], ["speculaas"]),
    ],
)
def test_what_is_offered(command: dict[str, str], words: list[str], offered: list[str]) -> None:
    assert ask(command, *words) == offered


def run(command: dict[str, str], shell: str, script: str) -> str:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([shell, "-c", script], env=command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_the_documented_line_works(command: dict[str, str], shell: str) -> None:
    line = next(line for line in DOCS.splitlines() if f"{shell}_source" in line)
    if shell == "bash":
        asks = 'COMP_WORDS=(referee exp); COMP_CWORD=1; _referee_completion referee; echo "${COMPREPLY[@]}"'
    elif shell == "zsh":
        line = f"autoload -Uz compinit; compinit -u; {line}"
        asks = "echo ${_comps[referee]}; functions _referee_completion > /dev/null && echo explain"
    else:
        asks = 'complete -C "referee exp"'
    assert "explain" in run(command, shell, f"{line}\n{asks}")
