from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import BROKEN, Said, line, pebbles

Referee = Callable[..., Said]

LOOSE = '''format = "referee/1"
game = "pebbles"
players = ["Anna", "Ben"]
moves = ["heap :  3", "Anna: TAKE 2", "Ben: take 1"]
'''
CANONICAL = '''format = "referee/1"
game = "pebbles"
players = ["Anna", "Ben"]
moves = [
  "heap: 3",
  "Anna: take 2",
  "Ben: take 1",
]
'''
LEFT = "it cannot be read as a transcript, so it is left as it is:"


def test_one_transcript_is_printed(referee: Referee, here: Path) -> None:
    Path("a.toml").write_text(LOOSE)
    assert referee("format", "a.toml") == Said(0, CANONICAL, "")
    assert Path("a.toml").read_text() == LOOSE
    assert referee("format", "-", stdin=LOOSE.encode()) == Said(0, CANONICAL, "")
    said = referee("format", "a.toml", "--to", "json", "--objects")
    assert json.loads(said.out)["moves"][1] == {"move": "take", "player": "Anna", "count": 2}
    assert referee("format", "a.toml", "-o", "b.toml") == Said(0, "", "")
    assert Path("b.toml").read_text() == CANONICAL


def test_check_names_what_would_change(referee: Referee, here: Path) -> None:
    Path("a.toml").write_text(LOOSE)
    Path("b.toml").write_text(CANONICAL)
    Path("c.toml").write_text("x = 1\n")
    assert referee("format", "--check", ".") == Said(1, "a.toml\n", "")
    assert referee("format", "--check", "b.toml") == Said(0, "", "")
    assert Path("a.toml").read_text() == LOOSE


def test_in_place(referee: Referee, here: Path) -> None:
    Path("a.toml").write_text(LOOSE)
    Path("b.toml").write_text(CANONICAL)
    assert referee("format", "--in-place", "a.toml", "b.toml") == Said(0, "", "1 transcript formatted.\n")
    assert Path("a.toml").read_text() == CANONICAL
    assert referee("format", "--in-place", "a.toml") == Said(0, "", "0 transcripts formatted.\n")


def test_lines_of_a_file_of_json_lines_are_changed_in_their_places(referee: Referee, here: Path) -> None:
    before = [line(["heap:  3"]), "\n", line(), "{}\n", line(["Ben: TAKE 1"]).rstrip()]
    Path("a.jsonl").write_text("".join(before))
    said = referee("format", "--in-place", "a.jsonl")
    assert said.code == 1
    assert said.err.startswith("a.jsonl:4: it cannot be read as a transcript")
    after = [line(["heap: 3"]), "\n", line(), "{}\n", line(["Ben: take 1"]).rstrip()]
    assert Path("a.jsonl").read_text() == "".join(after)
    printed = referee("format", "a.jsonl", "--objects")
    assert [json.loads(text)["players"] for text in printed.out.splitlines()] == [["Anna", "Ben"]] * 3


def test_what_cannot_be_formatted_is_named_and_left_alone(referee: Referee, here: Path) -> None:
    Path("broken.json").write_text(BROKEN)
    Path("commented.toml").write_text(f"# mine\n{LOOSE}")
    said = referee("format", "--in-place", "--to", "json", "broken.json", "commented.toml")
    assert said.code == 1
    assert said.err.splitlines() == [
        f"broken.json: {LEFT} The file ends inside the object that begins in line 1, column 1.",
        "commented.toml: in its place it would be JSON under a name that ends in .toml; write it elsewhere with -o.",
        "0 transcripts formatted.",
    ]
    refused = referee("format", "--to", "json", "commented.toml")
    assert (refused.code, refused.out) == (1, "")
    assert "--drop-comments" in refused.err
    assert referee("format", "--to", "json", "--drop-comments", "commented.toml").code == 0
    assert Path("commented.toml").read_text() == f"# mine\n{LOOSE}"


def test_a_packed_file_is_left_alone(referee: Referee, here: Path) -> None:
    import gzip

    Path("a.toml.gz").write_bytes(gzip.compress(LOOSE.encode()))
    assert referee("format", "a.toml.gz").out == CANONICAL
    said = referee("format", "--in-place", "a.toml.gz")
    assert (said.code, gzip.decompress(Path("a.toml.gz").read_bytes())) == (1, LOOSE.encode())


@pytest.mark.parametrize(
    "arguments",
    [
        ["missing.toml"],
        ["."],
        ["a.json", "b.json"],
        ["a.json", "--check", "--in-place"],
        ["a.json", "-o", "a.json"],
        ["-", "--in-place"],
        [],
    ],
)
def test_wrong_usage(referee: Referee, here: Path, arguments: list[str]) -> None:
    if arguments != ["."]:
        Path("a.json").write_text(json.dumps(pebbles(["heap:  3"])))
        Path("b.json").write_text(json.dumps(pebbles()))
    said = referee("format", *arguments, stdin=json.dumps(pebbles(["heap:  3"])).encode())
    assert (said.code, said.out) == (2, "")
    assert said.err


def test_options_kept_for_check_do_not_disturb_it(referee: Referee, here: Path) -> None:
    Path("referee.toml").write_text('explicit = true\noutput-format = "json"\n[rulings]\nmost = 2\n')
    Path("a.toml").write_text(LOOSE)
    assert referee("format", "a.toml") == Said(0, CANONICAL, "")
