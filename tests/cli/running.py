"""Runs of the command line, in this process or in one of its own, and transcripts of the toy game for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
TOY = ROOT / "tests" / "toy"

#: A whole game of Pebbles: Anna takes two, Ben the last.
MOVES = ["heap: 3", "Anna: take 2", "Ben: take 1"]


class Said(NamedTuple):
    code: int
    out: str
    err: str


def pebbles(moves: list[Any] = MOVES, **fields: Any) -> dict[str, Any]:
    return {"format": "referee/1", "game": "pebbles", "players": ["Anna", "Ben"], "moves": moves, **fields}


def line(moves: list[Any] = MOVES, **fields: Any) -> str:
    """A game in one line of JSON lines."""
    return json.dumps(pebbles(moves, **fields), ensure_ascii=False) + "\n"


LEGAL = line()
#: Ben takes before Anna.
ILLEGAL = line(["heap: 3", "Ben: take 2", "Anna: take 1"])
INCOMPLETE = line(["heap: 9", "Anna: take 2"])
BROKEN = '{"format": "referee/1", '


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("REFEREE", "GITHUB", "_REFEREE"))}
    for name in ("NO_COLOR", "FORCE_COLOR"):
        kept.pop(name, None)
    return {**kept, "PYTHONPATH": f"{TOY}{os.pathsep}{ROOT}", "PYTHONIOENCODING": "utf-8", **more}


def process(*arguments: str, cwd: Path = ROOT, stdin: bytes = b"", **env: str) -> Said:
    """The command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "referee", *arguments],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=environment(**env),
        timeout=120,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())
