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
from operator import itemgetter
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
    """All blocks of a document as one example: a later one may need what an earlier one made."""
    found = [
        *((block.start(), block["body"], _console) for block in BLOCK.finditer(document.text) if not _elsewhere(block)),
        *((block.start(), block["body"], _python) for block in PYTHON.finditer(document.text)),
    ]
    if found:
        yield Region(0, len(document.text), sorted(found, key=itemgetter(0)), _evaluate)


def _elsewhere(block: re.Match[str]) -> bool:
    return (block["mark"] or "").strip() == ELSEWHERE


def _evaluate(example: Example) -> str | None:
    """Run the blocks in their order; what is wrong with the first that fails, with its line."""
    folder = example.namespace["folder"]
    for start, body, evaluate in example.parsed:
        wrong = evaluate(body, folder)
        if wrong is not None:
            return f"line {example.document.text.count(chr(10), 0, start) + 1}: {wrong}"
    return None


def _console(body: str, folder: Path) -> str | None:
    for _, command, shown in commands(body):
        printed = run(command, folder)
        if printed.rstrip() != shown.rstrip():
            return f"$ {command}\nshown:\n{shown}\nprinted:\n{printed}"
    return None


def _python(body: str, folder: Path) -> None:
    """Python shown in a document runs in the folder of the document; an exception fails the test."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        exec(compile(body, "example", "exec"), {"__name__": "example"})
    finally:
        os.chdir(before)


pytest_collect_file = Sybil(parsers=[_parse], patterns=["README.md", "docs/*.md", "docs/*/*.md"], setup=enter, teardown=leave).pytest()
