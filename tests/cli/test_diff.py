from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.conformance.diff import Parting, Record, logs_part, steps, table_after, transcripts_part
from referee.conformance.generate import generate
from referee.conformance.recording import by_hand, objects
from referee.fixtures import folder
from referee.games import find
from referee.judge import open_document
from referee.transcript.document import read
from referee.transcript.writing import to_json, to_toml
from tests.cli.running import BROKEN, Said, pebbles

Referee = Callable[..., Said]
LEGAL = folder() / "speicherstadt" / "legal"
PAIRS = [path for path in sorted(LEGAL.glob("*.json")) if path.with_suffix(".toml").exists()]


def record(data: bytes, form: str = "json") -> Record:
    opened = open_document(read(data, f"x.{form}"))
    assert opened.game is not None
    assert opened.header is not None
    return Record(opened.game, opened.header, opened.entries, opened.raw)


def speicherstadt(*moves: Any, **fields: Any) -> dict[str, Any]:
    return {"format": "referee/1", "game": "speicherstadt", "players": ["Anna", "Ben"], "moves": list(moves), **fields}


@pytest.mark.parametrize("path", PAIRS[::2], ids=lambda path: path.stem)
def test_a_log_by_hand_is_the_same_as_the_full_one(path: Path) -> None:
    other = path.with_suffix(".toml")
    number = transcripts_part(record(path.read_bytes()), record(other.read_bytes(), "toml"))
    assert isinstance(number, int)
    assert number > 100


@pytest.mark.parametrize("game", ["speicherstadt", "speculaas"])
def test_made_up_games(game: str) -> None:
    found = find(game)
    assert found is not None
    made = generate(found, 7, players=3, expansions=list(found.expansions), claims=True)
    other = generate(found, 8, players=3, expansions=list(found.expansions))
    full = record(to_json(made.tree(objects(made))))
    told = record(to_toml(made.tree(by_hand(made))), "toml")
    assert isinstance(transcripts_part(full, told), int)
    for place in (0, 5, len(list(steps(full)))):
        assert found.snapshot(table_after(full, place)) == found.snapshot(table_after(told, place))
    if game == "speicherstadt":
        parting = transcripts_part(full, record(to_json(other.tree(objects(other)))))
        assert isinstance(parting, Parting)


def test_how_it_is_written_does_not_matter() -> None:
    one = speicherstadt(
        "supply: ship:tea+coffee+tea, contract:tea+coffee=5, bank", "Anna: place contract:coffee+tea",
        "claim Anna: coins 9", "Anna: sell tea coffee tea rubber", "arbiter: stands, yes", "Anna: load tea@ship x2 to warehouse",
    )  # fmt: skip
    other = speicherstadt(
        "supply: ship:coffee+tea+tea", "supply: contract:coffee+tea", {"move": "supply", "cards": ["bank"]},
        {"move": "place", "player": "Anna", "at": 2}, "Anna: sell rubber coffee tea tea", "arbiter: stands, no",
        "Anna: load tea@ship to warehouse", "Anna: load tea@ship to warehouse", meta={"x": 1}, result={"winners": []},
    )  # fmt: skip
    assert isinstance(transcripts_part(record(to_json(one)), record(to_json(other))), int)


PASSING = [
    "supply: coffee-roaster, tea-taster, warehouse",
    *(f"{name}: place {at}" for at in (1, 2, 3) for name in ("Anna", "Ben")),
]


def test_the_first_different_step_is_shown(referee: Referee, here: Path) -> None:
    Path("a.toml").write_bytes(to_toml(speicherstadt(*PASSING, "Ben: buy 1", "Ben: buy 2")))
    Path("b.json").write_bytes(to_json(speicherstadt(*PASSING, "Anna: pass 1", "Ben: buy 1 for 1", "Anna: buy 2 for 2")))
    said = referee("diff", "a.toml", "b.json")
    assert (said.code, said.err) == (1, "")
    rows = said.out.splitlines()
    assert rows[:3] == ["a.toml and b.json part after 11 equal steps.", "",
                        "a.toml:13: move 9   move pass, player Anna, at 2 (left out, before this move)"]  # fmt: skip
    assert rows[3].startswith("b.json:11: move 10  Anna: buy 2 for 2")
    assert "  coins, Anna: 5 | 3" in rows
    assert sum("The table of" in row for row in rows) == 2
    plain = json.loads(referee("diff", "a.toml", "b.json", "--output-format", "json").out)
    assert (plain["same"], plain["steps"], plain["a"]["implied"], plain["b"]["move"]) == (False, 11, True, 10)


def test_the_same(referee: Referee, here: Path) -> None:
    Path("a.toml").write_bytes(to_toml(speicherstadt(*PASSING, "Ben: buy 1")))
    Path("b.json").write_bytes(to_json(speicherstadt(*PASSING, "Anna: pass 1", "Ben: buy 1 for 1")))
    assert referee("diff", "a.toml", "b.json") == Said(0, "a.toml and b.json are the same: 11 steps.\n", "")
    assert json.loads(referee("diff", "a.toml", "b.json", "--output-format", "json").out) == {"same": True, "steps": 11}


def test_a_log_that_ends_and_one_that_breaks_a_rule(referee: Referee, here: Path) -> None:
    Path("a.json").write_bytes(to_json(speicherstadt(*PASSING)))
    Path("b.json").write_bytes(to_json(speicherstadt(*PASSING, "Anna: buy 1 for 1")))
    said = referee("diff", "a.json", "b.json")
    assert "a.json:             the log has ended" in said.out or "a.json:  " in said.out
    assert "Anna: buy 1 for 1 (breaks purchase.price)" in said.out
    assert "The table of a.json at its end:" in said.out


def test_envelopes(referee: Referee, here: Path) -> None:
    Path("a.json").write_bytes(to_json(speicherstadt()))
    Path("b.json").write_bytes(to_json(speicherstadt(players=["Ben", "Anna"], profile="yucata")))
    Path("c.json").write_bytes(to_json(speicherstadt(rulings={"storekeeper": "any-turn"}, meta={"event": "x"})))
    said = referee("diff", "a.json", "b.json")
    assert said.code == 1
    assert "  players: Anna, Ben | Ben, Anna" in said.out
    assert "  rulings, storekeeper: any-turn | after-regular" in said.out
    assert referee("diff", "a.json", "c.json").code == 0
    plain = json.loads(referee("diff", "a.json", "b.json", "--output-format", "json").out)
    assert plain["envelope"]["players"] == [["Anna", "Ben"], ["Ben", "Anna"]]


def test_verdict_logs(referee: Referee, here: Path) -> None:
    Path("a.json").write_bytes(to_json(speicherstadt(*PASSING, "Anna: pass 1", "Ben: buy 1 for 1")))
    Path("b.toml").write_bytes(to_toml(speicherstadt(*PASSING, "claim Anna: coins 5", "Ben: buy coffee-roaster")))
    Path("c.json").write_bytes(to_json(speicherstadt(*PASSING, "Anna: pass 1", "Ben: buy 1 for 2")))
    for name in ("a.json", "b.toml", "c.json"):
        referee("check", name, "--log", f"{name}.log")
    assert referee("diff", "a.json.log", "b.toml.log").code == 0
    said = referee("diff", "a.json.log", "c.json.log")
    assert said.code == 1
    assert said.out.startswith("a.json.log and c.json.log part (a.json) after 8 equal steps.\n")
    assert "move buy, player Ben, at 1, price 2 (breaks purchase.price)" in said.out
    assert "What has changed since the beginning by c.json.log:" in said.out
    referee("check", "a.json", "b.toml", "--log", "both.log")
    referee("check", "b.toml", "a.json", "--log", "turned.log")
    assert referee("diff", "both.log", "turned.log") == Said(0, "both.log and turned.log are the same: 18 steps.\n", "")
    assert referee("diff", "both.log", "a.json.log").code == 1
    mixed = referee("diff", "a.json.log", "a.json")
    assert (mixed.code, mixed.out) == (2, "")


def test_goods_in_a_verdict_log_may_stand_in_any_order() -> None:
    entry = {"index": 0, "player": None, "move": {"move": "supply", "cards": ["ship:tea+coffee"]},
             "effects": {"display": {"1": "ship:tea+coffee"}}}  # fmt: skip
    turned = json.loads(json.dumps(entry).replace("tea+coffee", "coffee+tea"))
    assert logs_part([entry], [turned]) == 1


@pytest.mark.parametrize(
    "arguments", [["a.json"], ["a.json", "missing.json"], ["a.json", "broken.json"], ["many.jsonl", "a.json"], ["a.json", "empty"]]
)
def test_trouble(referee: Referee, here: Path, arguments: list[str]) -> None:
    Path("a.json").write_text(json.dumps(pebbles()))
    Path("broken.json").write_text(BROKEN)
    Path("many.jsonl").write_text(f"{json.dumps(pebbles())}\n" * 2)
    Path("empty").mkdir()
    said = referee("diff", *arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err
