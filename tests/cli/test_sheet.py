from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from referee.conformance.generate import STYLES, generate
from referee.engine.game import ranked
from referee.games import find
from referee.sheets import score_sheet
from referee.transcript.document import read
from referee.transcript.writing import to_json, to_toml
from tests.cli.running import Said

Referee = Callable[..., Said]

ANNA = {
    "name": "Anna", "coins": 3, "track": 5,
    "cards": ["Kontor", "Counting Office", "ship x3", "press", "Feuerwehrmann 3", "Lager"],
    "contracts": ["tea+coffee", "Auftrag:Tee+Tee+Kaffee"], "incomplete": ["contract:rubber+carpet"], "warehouse": 2,
}  # fmt: skip
BEN = {"name": "Ben", "coins": 7, "fires": -2, "cards": ["coffee-roaster", "chamber"]}


def sheet(*players: Any, **fields: Any) -> dict[str, Any]:
    return {"format": "referee-sheet/1", "game": "speicherstadt", "players": list(players), **fields}


def faults(tree: dict[str, Any], form: str = "toml") -> list[tuple[int, int, str, str]]:
    data = to_toml(tree) if form == "toml" else to_json(tree)
    verdict = score_sheet(read(data, f"x.{form}"))
    assert (verdict.verdict, verdict.scores) == ("unreadable", None)
    return [(item.line, item.column, item.rule, item.message) for item in verdict.violations]


def test_what_everybody_owns_is_scored(referee: Referee, here: Path) -> None:
    Path("a.toml").write_bytes(to_toml(sheet(ANNA, BEN, expansions=["kaispeicher"])))
    said = referee("score", "--sheet", "a.toml")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[0] == "a.toml: final sheet · The Speicherstadt with Kaispeicher, 2 players"
    plain = json.loads(referee("score", "--sheet", "a.toml", "--output-format", "json").out)
    assert [(score["player"], score["total"], score["breakdown"]) for score in plain[0]["scores"]] == [
        ("Anna", 26, {"track": 5, "contracts": 13, "warehouse": 2, "counting_offices": 5, "press": 1}),
        ("Ben", 6, {"fires": -2, "merchants": 1, "chamber": 7}),
    ]
    assert plain[0]["winners"] == ["Anna"]
    rows = list(csv.DictReader(referee("score", "--sheet", "a.toml", "--output-format", "csv").out.splitlines()))
    assert [row["total"] for row in rows] == ["26", "6"]
    assert "| 1 | Anna | 26 |" in referee("score", "--sheet", "a.toml", "--output-format", "markdown").out


def test_several_sheets_and_what_is_none(referee: Referee, here: Path) -> None:
    Path("a.json").write_bytes(to_json(sheet(ANNA, BEN, expansions=["kaispeicher"])))
    Path("b.toml").write_text('format = "referee-sheet/1"\n')
    Path("c.toml").write_text('format = "referee/1"\n')
    said = referee("score", "--sheet", ".")
    assert said.code == 1
    assert said.out.startswith("a.json: final sheet")
    assert "b.toml:1:1: The field game is missing" in said.err
    assert "c.toml" not in said.err
    assert referee("score", "--sheet", "c.toml").code == 1
    assert referee("score", "--sheet", "missing.toml").code == 2
    Path("only").mkdir()
    assert referee("score", "--sheet", "only").code == 2


KAISPEICHER = {"expansions": ["kaispeicher"]}


@pytest.mark.parametrize(
    ("player", "fields", "place", "rule", "words"),
    [
        ({"cards": ["bnak"]}, {}, "/cards/0", "supply.unknown-card", "Did you mean bank?"),
        ({"cards": ["Kontro"]}, {}, "/cards/0", "supply.unknown-card", "Did you mean counting-office?"),
        ({"cards": ["mayor"]}, {}, "/cards/0", "supply.expansion-card", "Kaispeicher"),
        ({"cards": ["mayor"]}, KAISPEICHER, "/cards/0", "supply.removed-card", "back to the box"),
        ({"cards": ["bank", "Bank"]}, {}, "/cards/1", "supply.copies", "only one bank"),
        ({"cards": ["ship x16"]}, {}, "/cards/0", "supply.copies", "only 15 ship"),
        ({"cards": ["fire-1"]}, {}, "/cards/0", "supply.unknown-card", "belongs to nobody"),
        ({"cards": ["contract:tea+tea"]}, {}, "/cards/0", "supply.contract", "belongs to contracts"),
        ({"contracts": ["bank"]}, {}, "/contracts/0", "supply.contract", "belongs to cards"),
        ({"contracts": ["tea+cofee"]}, {}, "/contracts/0", "supply.unknown-card", "cofee"),
        ({"contracts": ["tea"]}, {}, "/contracts/0", "supply.contract", "2 to 4 goods"),
        ({"incomplete": ["tea+glass"]}, KAISPEICHER, "/incomplete/0", "supply.contract", "printed points"),
        ({"warehouse": 2}, {}, "/warehouse", "loading.warehouse", "not among the cards"),
        ({"warehouse": 5, "cards": ["warehouse"]}, {}, "/warehouse", "loading.warehouse", "up to 4"),
        ({"coins": -1}, {}, "/coins", "purchase.coins", "fewer than 0"),
        ({"coins": "3"}, {}, "/coins", "transcript.type", "a whole number"),
        ({"coins": True}, {}, "/coins", "transcript.type", "a whole number"),
        ({"cards": [3]}, {}, "/cards/0", "transcript.type", "a name in quotes"),
        ({"track": 3, "fires": 2}, {}, "/fires", "transcript.type", "given twice"),
        ({"card": ["bank"]}, {}, "/card", "transcript.unknown-field", "Did you mean cards?"),
        ({"name": "Ben"}, {}, "/name", "transcript.players", "Two players are called Ben"),
        ({"name": ""}, {}, "/name", "transcript.players", "empty"),
        ({"name": 3}, {}, "/name", "transcript.type", "a text"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["json", "toml"])
def test_bad_input_is_named_with_its_place(
    player: dict[str, Any], fields: dict[str, Any], place: str, rule: str, words: str, form: str
) -> None:
    from referee.transcript.positions import Positions

    tree = sheet(BEN | {"cards": []}, {"name": "Anna", "coins": 3, **player}, **fields)
    data = to_toml(tree) if form == "toml" else to_json(tree)
    at = Positions.of(data, form).place(f"/players/1{place}", key=rule == "transcript.unknown-field")
    [(line, column, found, message)] = faults(tree, form)
    assert (line, column, found) == (at.line, at.column, rule)
    assert words in message


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "referee/1"}, 'begins with format = "referee-sheet/1"'),
        ({"game": "speicherstad"}, "Did you mean speicherstadt?"),
        ({"game": "pebbles"}, "cannot be scored without a log"),
        ({"expansions": ["kaispeichr"]}, "Did you mean kaispeicher?"),
        ({"moves": []}, "A sheet has no field moves."),
        ({"players": "Anna"}, "it must be a list"),
        ({"players": [{"coins": 3}]}, "Player 1 has no name."),
        ({"players": [BEN]}, "2 to 5 players"),
    ],
)
def test_a_bad_envelope_is_named(change: dict[str, Any], words: str) -> None:
    found = faults({**sheet(ANNA, BEN), **change})
    assert any(words in message for *_, message in found), found


def test_what_is_missing_is_named() -> None:
    assert faults({"format": "referee-sheet/1", "game": "speicherstadt"})[0][3].startswith("A sheet needs a part for every player")
    assert "does not say coins of Anna" in faults(sheet({"name": "Anna"}, BEN))[0][3]
    broken = score_sheet(read(b"format = ", "x.toml"))
    assert [item.rule for item in broken.violations] == ["transcript.syntax"]


CAFE: dict[str, Any] = {
    "format": "referee-sheet/1", "game": "speculaas", "expansions": ["cafe"],
    "setup": {
        "spices": ["a", "b", "c", "d", "e", "f"], "honey": 10, "recipe_cards": ["R1", "R2"],
        "spice_cards": {f"S{number}": [spice] for number, spice in enumerate("abcdef", 1)},
        "tea": "least honey", "coffee": "all six", "hot_chocolate": "row",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ({"tableau": ["R1 at 0"]}, "such as R07 at 2,-1"),
        ({"tableau": ["R3 at 0,0"]}, "declares no card R3"),
        ({"tableau": ["R1 at 0,0", "R1 at 0,1"]}, "lies there twice"),
        ({"tableau": ["R1 at 0,0", "R2 at 0,0"]}, "Two cards of Anna lie at 0,0"),
        ({"honey": 11}, "10 honey tokens in all"),
        ({"coffee": True}, "cannot have got the Coffee card"),
        ({"tableau": [f"S{number} at {number},0" for number in range(1, 7)]}, "somebody got it"),
        ({"pile": ["S1"]}, "asks for no pile"),
    ],
)
def test_tableaus_that_cannot_be(player: dict[str, Any], words: str) -> None:
    tree = {**CAFE, "players": [{"name": "Anna", "base": 10, **player}, {"name": "Ben", "base": 3}]}
    [(line, _, _, message)] = faults(tree)
    assert words in message
    assert line > 1


def test_tableaus_are_scored() -> None:
    row = [f"S{number} at {number},0" for number in range(1, 7)]
    tree = {**CAFE, "players": [
        {"name": "Anna", "base": 10, "honey": 2, "coffee": True, "tableau": row}, {"name": "Ben", "base": 3}]}  # fmt: skip
    verdict = score_sheet(read(to_json(tree), "x.json"))
    assert [(score.player, score.breakdown) for score in verdict.scores or ()] == [
        ("Anna", {"base": 10, "tea": 3, "coffee": 10, "hot_chocolate": 6}), ("Ben", {"base": 3, "tea": 10})]  # fmt: skip
    setup_fault = {**tree, "setup": {**tree["setup"], "spices": ["a"]}}
    assert "setup.spices" in [rule for _, _, rule, _ in faults(setup_fault)]


@settings(max_examples=10, phases=[Phase.generate])
@given(
    st.sampled_from([("speicherstadt", ()), ("speicherstadt", ("kaispeicher",)), ("speculaas", ("cafe",))]),
    st.integers(0, 10_000),
    st.sampled_from(STYLES),
    st.integers(1, 5),
    st.sampled_from(["json", "toml"]),
)
def test_the_sheet_of_a_final_table_scores_the_same(
    which: tuple[str, tuple[str, ...]], seed: int, style: str, players: int, form: str
) -> None:
    game = find(which[0])
    assert game is not None
    assert game.sheet is not None
    made = generate(game, seed, players=max(players, game.seats[0]), expansions=which[1], style=style)
    tree = {"format": "referee-sheet/1", "game": game.id, "expansions": list(which[1]), "setup": made.header.setup,
            "players": game.sheet.read_off(made.table)}  # fmt: skip
    verdict = score_sheet(read(to_toml(tree) if form == "toml" else to_json(tree), f"x.{form}"))
    assert verdict.violations == []
    expected = ranked(game.standing(made.table))
    assert verdict.scores == expected
    assert verdict.winners == game.winners(game.standing(made.table)) or verdict.winners == game.winners(expected)
