from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import check
from referee.fixtures import folder
from referee.judge import Options, judge
from referee.transcript.document import read
from referee.transcript.mending import mend
from tests.cli.running import BROKEN, Said, line, pebbles

Referee = Callable[..., Said]

#: Ben takes four, which is one too many; Anna's last move comes after the end.
WRONG = '''# a comment
format = "referee/1"
game = "pebbles"
players = ["Anna", "Ben"]
moves = [
  "heap: 5", # all of them
  "Anna: take 2",   "Ben: take 4", # four?
  "Anna: take 1", # after the end
]
'''
RIGHT = WRONG.replace("take 4", "take 3").replace('"Anna: take 1", ', "")


def test_every_fix_is_made_and_nothing_else(referee: Referee, here: Path) -> None:
    Path("a.toml").write_text(WRONG)
    said = referee("fix", "a.toml")
    assert said == Said(0, "", "a.toml: 2 violations fixed (take.most at move 3 and end.over at move 4)\n")
    assert Path("a.toml").read_text() == RIGHT
    assert check("a.toml").legal
    assert referee("fix", "a.toml") == Said(0, "", "")
    assert referee("fix", "-", stdin=WRONG.encode()).out == RIGHT


def test_diff_shows_only(referee: Referee, here: Path) -> None:
    Path("a.toml").write_text(WRONG)
    said = referee("fix", "--diff", "a.toml")
    assert said.code == 1
    assert said.out.splitlines()[:2] == ["--- a.toml", "+++ a.toml"]
    assert [row for row in said.out.splitlines()[2:] if row[0] in "+-"] == [
        '-  "Anna: take 2",   "Ben: take 4", # four?',
        '-  "Anna: take 1", # after the end',
        '+  "Anna: take 2",   "Ben: take 3", # four?',
        "+  # after the end",
    ]
    assert "2 violations can be fixed" in said.err
    assert Path("a.toml").read_text() == WRONG
    Path("b.json").write_text(line().strip())
    assert referee("fix", "--diff", "b.json") == Said(0, "", "")
    Path("c.json").write_text(line(["heap: 5", "Anna: take 4"]).strip())
    assert "\\ No newline at end of file\n+" in referee("fix", "--diff", "c.json").out


def test_what_has_no_fix_is_left(referee: Referee, here: Path) -> None:
    Path("a.json").write_text(json.dumps(pebbles(["heap: 5", "heap: 5", "Anna: take 4", "Ben: take 2"])))
    said = referee("fix", "a.json")
    assert said.code == 1
    assert said.err == "a.json: 1 violation fixed (take.most at move 3), 1 violation left (heap.once at move 2)\n"
    assert referee("fix", "--ignore", "heap", "a.json") == Said(0, "", "")


def test_only_some_rules(referee: Referee, here: Path) -> None:
    Path("a.toml").write_text(WRONG)
    assert referee("fix", "--select", "end", "a.toml").code == 0
    assert Path("a.toml").read_text() == WRONG.replace('"Anna: take 1", ', "")


def test_what_an_arbiter_let_stand_stays(referee: Referee, here: Path) -> None:
    text = json.dumps(pebbles(["heap: 5", "Anna: take 4", "arbiter: stands", "Ben: take 2"]))
    Path("a.json").write_text(text)
    assert referee("fix", "a.json") == Said(0, "", "")
    assert Path("a.json").read_text() == text


def test_an_unreadable_file_is_never_touched(referee: Referee, here: Path) -> None:
    Path("a.json").write_text(BROKEN)
    Path("b.toml").write_text(WRONG)
    Path("c.toml.gz").write_bytes(gzip.compress(WRONG.encode()))
    said = referee("fix", ".")
    assert said.code == 1
    assert said.err.startswith("a.json: it cannot be read as a transcript, so it is left as it is: ")
    assert "c.toml.gz: a packed file" in said.err
    assert Path("a.json").read_text() == BROKEN
    assert Path("b.toml").read_text() == RIGHT
    assert gzip.decompress(Path("c.toml.gz").read_bytes()) == WRONG.encode()


def test_a_line_of_json_lines(referee: Referee, here: Path) -> None:
    Path("a.jsonl").write_text(line(["heap: 5", "Anna: take 4"]) + line() + line(["heap: 5", "Anna: take 5"]))
    assert referee("fix", "a.jsonl").code == 0
    assert Path("a.jsonl").read_text() == line(["heap: 5", "Anna: take 3"]) + line() + line(["heap: 5", "Anna: take 3"])


def test_explicit_writes_the_steps_that_were_left_out(referee: Referee, here: Path) -> None:
    path = folder() / "speicherstadt/cases/passes-left-out-with-explicit.toml"
    Path("a.toml").write_bytes(path.read_bytes())
    assert referee("fix", "a.toml") == Said(0, "", "")
    assert referee("fix", "--explicit", "a.toml").code == 0
    assert check("a.toml", explicit=True).legal
    assert '"Anna: pass' in Path("a.toml").read_text()


def test_a_comment_is_worth_more_than_a_fix(referee: Referee, here: Path) -> None:
    text = '''format = "referee/1"
game = "pebbles"
players = ["Anna", "Ben"]

[[moves]]
move = "heap"
pebbles = 2

[[moves]]
move = "take"
player = "Anna"
count = 2

[[moves]] # after the end
move = "take"
player = "Ben"
'''
    Path("a.toml").write_text(text)
    said = referee("fix", "a.toml")
    assert said.code == 1
    assert said.err.endswith("end.over at move 3 was not fixed, since that would lose a comment.\n")
    assert Path("a.toml").read_text() == text


@pytest.mark.parametrize("arguments", [["missing.toml"], ["."], [], ["a.json", "--select", "nothing"]])
def test_wrong_usage(referee: Referee, here: Path, arguments: list[str]) -> None:
    said = referee("fix", *arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err


#: Logs with a turn of the wrong kind: if its kind is put right, its cards are of the wrong deck.
KEPT = [
    "turn.order--seventh-recipe-turn.toml",
    "turn.order--spice-again.toml",
    "turn.order.toml",
    "turn-decks-used-up.toml",
    "turn-kind-by-card.toml",
]
FIXABLE = [path for path in sorted(folder().glob("*/*/*.*")) if path.suffix in (".toml", ".json")]


@pytest.mark.parametrize("explicit", [False, True])
def test_a_violation_that_was_fixed_is_gone(explicit: bool) -> None:
    """Over all fixtures; what is not fixed is what would break more rules than before."""
    options = Options(explicit=explicit)

    def said(data: bytes, name: str) -> Any:
        return judge(read(data, name), options)

    fixed, kept = 0, []
    for path in FIXABLE[:: 5 if explicit else 1]:
        data = path.read_bytes()
        verdict = said(data, path.name)
        if not any(violation.fix and not violation.arbiter for violation in verdict.violations):
            continue
        mended = mend(read(data, path.name), lambda document: judge(document, options))
        after = said(mended.data, path.name)
        assert [(item.rule, item.move) for item in after.violations if not item.arbiter] == [
            (item.rule, item.move) for item in mended.left
        ]
        assert len(mended.left) <= len(verdict.violations)
        kept += [path.name for violation in mended.left if violation.fix is not None]
        fixed += len(mended.fixed)
        comments = [row.partition("#")[2] for row in data.decode().splitlines() if "#" in row]
        assert [row.partition("#")[2] for row in mended.data.decode().splitlines() if "#" in row] == comments
    assert fixed > 10
    assert set(kept) <= set(KEPT)
    assert len(kept) <= 3 if explicit else kept == KEPT
