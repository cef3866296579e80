"""The examples in README.md and docs/ run as tests: every command shown, with the output shown.

A block marked ``console`` holds ``$ command`` lines, each followed by what it prints. Commands run in a folder of
their own for each document, with ``fixtures``, ``docs`` and ``tests`` of the project beside them. The two lines that set up
a virtual environment are marked ``<!-- runs in .ci/run only -->``, since one of them runs this very suite.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sybil import Document, Example, Region, Sybil

ROOT = Path(__file__).parent
BLOCK = re.compile(r"(?P<mark><!--[^\n]*-->\n)?```console\n(?P<body>.*?)```", re.DOTALL)
ELSEWHERE = "<!-- runs in .ci/run only -->"
PYTHON = re.compile(r"```python\n(?P<body>.*?)```", re.DOTALL)


def commands(body: str) -> Iterator[tuple[str, str, str]]:
    """The commands of a block: as written, as run, and the output shown under each."""
    for part in re.split(r"(?m)^\$ ", body)[1:]:
        written, _, output = part.partition("\n")
        command = written
        while command.endswith("\\"):
            more, _, output = output.partition("\n")
            written += f"\n{more}"
            command = command[:-1] + more.removeprefix("> ")
        yield written, command, output


def run(command: str, folder: Any) -> str:
    """What a command prints, run in a folder, with the ``referee`` of this environment."""
    environment = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR", "CI")}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, encoding="utf-8",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)  # fmt: skip
    return done.stdout


def enter(namespace: dict[str, Any]) -> None:
    """A folder for the commands of one document, with the project's fixtures, docs and tests beside them."""
    folder = Path(tempfile.mkdtemp(prefix="referee-docs-"))
    for name in ("fixtures", "docs", "tests"):
        (folder / name).symlink_to(ROOT / name)
    namespace["folder"] = folder


def leave(namespace: dict[str, Any]) -> None:
    shutil.rmtree(namespace["folder"])


def _parse(document: Document) -> Iterator[Region]:
    for block in BLOCK.finditer(document.text):
        if (block["mark"] or "").strip() != ELSEWHERE:
            yield Region(block.start(), block.end(), block["body"], _console)
    for block in PYTHON.finditer(document.text):
        yield Region(block.start(), block.end(), block["body"], _python)


def _console(example: Example) -> str | None:
    for _, command, shown in commands(example.parsed):
        printed = run(command, example.namespace["folder"])
        if printed.rstrip() != shown.rstrip():
            return f"$ {command}\nshown:\n{shown}\nprinted:\n{printed}"
    return None


def _python(example: Example) -> None:
    """Python shown in a document runs from the project's folder; an exception fails the test."""
    before = Path.cwd()
    os.chdir(example.namespace["folder"])
    try:
        exec(compile(example.parsed, str(example.path), "exec"), {"__name__": "example"})
    finally:
        os.chdir(before)


pytest_collect_file = Sybil(parsers=[_parse], patterns=["README.md", "docs/*.md", "docs/*/*.md"], setup=enter, teardown=leave).pytest()
