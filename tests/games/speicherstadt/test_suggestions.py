"""Whoever misspells a name is told which one was probably meant, wherever the name stands."""

from __future__ import annotations

import pytest

from referee import check
from referee.transcript.writing import to_json

START = [
    "supply: coffee-roaster, tea-taster, warehouse, contract:tea+coffee, counting-office, carpet-trader",
    "Anna: place 1", "Ben: place 1", "Anna: place 2", "Ben: place 2", "Anna: place 3", "Ben: place 2",
    "Anna: reserve 1", "Ben: reserve counting-office",
]  # fmt: skip
BOUGHT = [*START, "Anna: buy 1", "Anna: buy 3", "Anna: buy r1", "Ben: buy r2"]


def said(moves: list[str], line: str) -> dict[str, str]:
    """What is said of the last line, by rule."""
    tree = {"format": "referee/1", "game": "speicherstadt", "expansions": ["kaispeicher"], "players": ["Anna", "Ben"],
            "moves": [*moves, line]}  # fmt: skip
    verdict = check(to_json(tree), name="x.json")
    assert all(item.move == len(moves) + 1 for item in verdict.violations), verdict.violations
    return {item.rule: item.message for item in verdict.violations}


@pytest.mark.parametrize(
    ("moves", "line", "rule", "meant"),
    [
        ([], "suply: bank", "transcript.unknown-move", "supply"),
        ([], "supply: coffee-roster", "supply.unknown-card", "coffee-roaster"),
        ([], "supply: Kaffeeröser", "supply.unknown-card", "coffee-roaster"),
        ([], "supply: ship:tee+cofee+tea", "supply.unknown-card", "coffee"),
        (START[:1], "Ana: place 1", "transcript.unknown-player", "Anna"),
        (START[:1], "Anna: plase 1", "transcript.unknown-move", "place"),
        (START[:1], "Anna: place tea-tatser", "demand.space", "tea-taster"),
        (START[:1], "Anna: place Teeverkoser", "demand.space", "tea-taster"),
        (START[:1], "Anna: reserve conting-office", "demand.reserve", "counting-office"),
        (START[:1], "Anna: place counting ofice", "transcript.line", "counting-office"),
        (START[:1], "claim Anna: cions 3", "transcript.line", "coins"),
        (START, "Anna: buy coffee-roster", "purchase.space", "coffee-roaster"),
        (START, "Anna: buy 1 with fishmarket", "purchase.fish-market", "fish-market"),
        (BOUGHT, "Anna: load cofee to coffee-roaster", "loading.source", "coffee"),
        (BOUGHT, "Anna: load kaffe@ship to warehouse", "loading.source", "coffee"),
        (BOUGHT, "Anna: load coffee@shp to warehouse", "loading.source", "ship"),
        (BOUGHT, "Anna: convert tea tea tea into cofee to warehose", "loading.target", "warehouse"),
        (BOUGHT, "Anna: convert tea tea tea into coffee to coffee-roster", "loading.target", "coffee-roaster"),
        (BOUGHT, "Anna: convert tea tea tea into coffee to contract:tea+cofee", "loading.contract", "contract:tea+coffee"),
        (BOUGHT, "Anna: use snich", "power.unknown", "snitch"),
        (BOUGHT, "claim Anna: contract:tea+cofee none", "claim.contracts", "contract:tea+coffee"),
        (BOUGHT, "arbiter: set Anna warehouse cofee", "transcript.type", "coffee"),
    ],
)  # fmt: skip
def test_the_nearest_name_is_suggested(moves: list[str], line: str, rule: str, meant: str) -> None:
    assert f"Did you mean {meant}?" in said(moves, line)[rule]


@pytest.mark.parametrize("line", ["Anna: load bank to warehouse", "Anna: load tea to bank", "Anna: load tea@bank to warehouse"])
def test_a_right_name_in_the_wrong_place_gets_no_suggestion(line: str) -> None:
    messages = said(BOUGHT, line)
    assert messages
    assert "Did you mean" not in str(messages)


def test_how_a_card_is_used_instead() -> None:
    assert said(BOUGHT, "Anna: use fish-market")["power.unknown"].endswith("such as Anna: buy 3 with fish-market.")
    assert said(BOUGHT, "Anna: use bank") == {
        "power.unknown": "The Bank works by itself, so there is no move in which it is used."
    }
