"""The fixtures of a game as tests see them: what each file expects of the referee, and what the referee says."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.engine.verdict import Verdict, Violation
from referee.judge import Options, judge
from referee.transcript.document import read

Pair = tuple[int | None, str]
_PAIR = re.compile(r"\[(null|\d+), ?([a-z_.\-\"]+)\]")


@dataclass(slots=True)
class Fixture:
    """A transcript with a title for players; ``expect`` are the violations (or remarks) that must be found, in order."""

    path: Path
    title: str
    expect: list[Pair] = field(default_factory=list)
    stands: list[Pair] = field(default_factory=list)
    explicit: bool = False

    @property
    def rule(self) -> str:
        """The rule that a file in ``keeps`` or ``breaks`` is about."""
        return self.path.stem.partition("--")[0]

    def judge(self) -> Verdict:
        return judge(read(self.path.read_bytes(), self.path.name), Options(explicit=self.explicit, audit=True))


def fixture(path: Path) -> Fixture:
    """Read what a file says of itself: comment lines in TOML, ``meta`` in JSON."""
    if path.suffix == ".json":
        meta = json.loads(path.read_text(encoding="utf-8"))["meta"]
        expect = meta.get("expect", "legal")
        pairs = [] if expect == "legal" else [expect] if not isinstance(expect[0], list) else expect
        return Fixture(
            path, meta["title"], _pairs(pairs), _pairs(meta.get("stands", [])), "--explicit" in meta.get("options", "")
        )
    comments = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        if not line.startswith("# "):
            break
        comments.append(line[2:])
    said = dict(line.split(": ", 1) for line in comments[1:] if re.match(r"(expect|options|stands): ", line))
    return Fixture(path, comments[0], _written(said.get("expect", "")), _written(said.get("stands", "")),
                   "--explicit" in said.get("options", ""))  # fmt: skip


def _pairs(pairs: list[Any]) -> list[Pair]:
    return [(move, rule) for move, rule in pairs]


def _written(text: str) -> list[Pair]:
    return [(None if move == "null" else int(move), rule.strip('"')) for move, rule in _PAIR.findall(text)]


def found(items: list[Violation]) -> list[Pair]:
    return [(item.move, item.rule) for item in items if item.arbiter is None]
