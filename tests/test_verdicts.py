"""What is said of every fixture, word for word, and a fingerprint of the table that its log leads to.

That a rule is kept or broken is tested beside each game, from what a fixture expects. Here everything else is held: what
each message says, what was found and expected, what was implied, the scores, the whole table at the end. If a change
of these is meant, ``python -m tests.test_verdicts`` writes them anew; read the difference. These tests are quick and
miss little, so mutation testing runs them (docs/mutation.md).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from referee.conformance.recording import as_object
from referee.engine.game import Game
from referee.engine.verdict import Verdict, Violation
from referee.fixtures import folder
from referee.judge import Opened, Options, judge_opened, open_document
from referee.transcript.document import read

FIXTURES = folder()
HELD = Path(__file__).parent / "verdicts"
GAMES = ("speculaas", "speicherstadt")
#: What says where something stands, and what is the same whenever a rule is named.
OF_THE_PLACE = {"title", "cite", "severity", "line", "column", "end_line", "end_column"}
SAID_BEFORE = {*OF_THE_PLACE, "rule", "move", "message"}


class Onlooker:
    """Sees the table and the steps that a log left out."""

    def __init__(self) -> None:
        self.implied: list[tuple[int | None, dict[str, Any]]] = []

    def opened(self, game: Game, table: Any) -> None:
        self.game, self.table = game, table

    def saw(self, table: Any, index: int | None, before: int | None, step: Any, *_: object) -> None:
        if index is None:
            self.implied.append((before, as_object(self.game.as_move(step))))

    def fingerprint(self) -> str:
        """A few letters that differ when any implied step or anything on the table does; all is accounted for."""
        self.game.audit(self.table)
        seen = [self.implied, self.game.claims(self.table), self.game.snapshot(self.table)]
        return sha256(json.dumps(seen, sort_keys=True, default=str).encode()).hexdigest()[:8]


def topic(path: Path) -> str:
    """What the logs that are tested together are about: rules of one file, edge cases ten by ten, else a folder."""
    game, *folders, name = path.relative_to(FIXTURES).parts
    match folders[-1]:
        case "breaks" | "keeps":
            return f"{game}-{name.partition('.')[0]}"
        case "slips":
            return f"{game}-{name.partition('-')[0]}-slips"
        case "edge":
            return f"{game}-edge{name[:2]}"
        case other:
            return f"{game}-{other}"


def logs() -> dict[str, list[Path]]:
    """The fixtures of both games by topic."""
    found: dict[str, list[Path]] = {}
    for path in sorted(FIXTURES.glob("spe*/**/*.*")):
        if path.suffix in (".toml", ".json"):
            found.setdefault(topic(path), []).append(path)
    return found


def name(path: Path) -> str:
    return "/".join(path.relative_to(FIXTURES).parts[1:])


@cache
def opened(path: Path) -> Opened:
    """A log as it was read, kept for the next run in this process: mutation testing starts many."""
    return open_document(read(path.read_bytes(), path.name))


def told(path: Path) -> str:
    """All that the referee says of a log, in lines; the first begins with its name."""
    onlooker = Onlooker()
    verdict = judge_opened(opened(path), Options(), onlooker)
    table = onlooker.fingerprint() if verdict.scores is not None else "not set up"
    first = f"{name(path)}: {verdict.verdict}, {verdict.rounds} rounds, {verdict.moves.implied} implied, table {table}"
    return "\n".join((first, *map(sentence, verdict.violations + verdict.notes), *results(verdict)))


def sentence(found: Violation) -> str:
    """One violation or remark, with all that its rule has to say."""
    more = {name: value for name, value in found.as_dict().items() if name not in SAID_BEFORE}
    return f"  [{found.move}, {found.rule}] {found.message} {json.dumps(more, ensure_ascii=False)}"


def results(verdict: Verdict) -> Iterator[str]:
    for assumption in verdict.assumptions:
        yield f"  assumed: {assumption.id} {assumption.chosen}, else {assumption.otherwise}"
    for unjudged in verdict.unjudged:
        yield f"  not judged: {unjudged.what}, {unjudged.why}"
    for score in verdict.scores or () if verdict.complete else ():
        yield f"  {score.rank}. {score.player}: {score.total} {score.breakdown} {score.tiebreak}"


def held(game: str) -> dict[str, str]:
    """What is held of the logs of a game, by their names."""
    blocks = (HELD / f"{game}.txt").read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    return {block.partition(": ")[0]: block for block in blocks}


LOGS = logs()
EXPECTED = {game: held(game) for game in GAMES}


@pytest.mark.parametrize("about", LOGS)
def test_what_is_said_of_a_log(about: str) -> None:
    for path in LOGS[about]:
        assert told(path) == EXPECTED[about.partition("-")[0]][name(path)]


def test_no_more_is_held_than_there_is() -> None:
    there = {game: {name(path) for paths in LOGS.values() for path in paths if game in path.parts} for game in GAMES}
    assert {game: set(of_game) for game, of_game in EXPECTED.items()} == there


if __name__ == "__main__":
    for game in GAMES:
        blocks = (told(path) for about, paths in LOGS.items() if about.startswith(game) for path in paths)
        (HELD / f"{game}.txt").write_text("\n\n".join(sorted(blocks)) + "\n", encoding="utf-8")
