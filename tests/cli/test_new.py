from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee import check
from referee.engine.game import Header
from referee.games import find
from referee.sheets import score_sheet
from referee.transcript.document import read
from tests.cli.running import Said

Referee = Callable[..., Said]

NAMES = ("Anna", "Zoë B", 'O"Neil', "Dora\n", "李雷")
TABLES = [
    ("speicherstadt", players, expansions)
    for players in range(2, 6)
    for expansions in ((), ("kaispeicher",))
] + [("speculaas", players, expansions) for players in range(1, 6) for expansions in ((), ("cafe",))]


def options(players: int, expansions: tuple[str, ...]) -> list[str]:
    said = [option for name in NAMES[:players] for option in ("--players", name)]
    return said + [option for name in expansions for option in ("--expansion", name)]


@pytest.mark.parametrize(("game", "players", "expansions"), TABLES)
def test_a_new_log_checks_clean_and_its_examples_are_a_legal_beginning(
    referee: Referee, here: Path, game: str, players: int, expansions: tuple[str, ...]
) -> None:
    assert referee("new", game, *options(players, expansions), "-o", "new.toml") == Said(0, "", "")
    text = Path("new.toml").read_text("utf-8")
    verdict = check("new.toml")
    assert (verdict.verdict, verdict.notes, verdict.moves.recorded) == ("legal", [], 0)
    assert verdict.players == list(NAMES[:players])
    assert verdict.expansions == list(expansions)

    Path("tried.toml").write_text(re.sub(r'(?m)^  # (".*",)$', r"  \1", text), "utf-8")
    tried = check("tried.toml", explicit=True)
    assert (tried.verdict, tried.notes) == ("legal", [])
    assert tried.moves.recorded > 3

    found = find(game)
    assert found is not None
    names = found.everyone(Header(game, list(NAMES[:players])))
    for line in re.findall(r"(?m)^  #   (\S.*)$", text):
        found.notation.read(line.replace("\\n", "\n"), names)


@pytest.mark.parametrize(("game", "players", "expansions"), [table for table in TABLES if table[0] == "speicherstadt" or table[2]])
def test_a_new_sheet_is_scored_as_it_is(
    referee: Referee, here: Path, game: str, players: int, expansions: tuple[str, ...]
) -> None:
    assert referee("new", "--sheet", game, *options(players, expansions), "-o", "sheet.toml").code == 0
    said = referee("score", "--sheet", "sheet.toml", "--output-format", "json")
    assert (said.code, said.err) == (0, "")
    verdict = score_sheet(read(Path("sheet.toml").read_bytes(), "sheet.toml"))
    assert verdict.players == list(NAMES[:players])


def test_it_is_printed_and_has_its_defaults(referee: Referee, here: Path) -> None:
    said = referee("new", "speicherstadt", "--profile", "yucata", "--ruling", "storekeeper=any-turn")
    assert said.code == 0
    assert 'players = ["Anna", "Ben"]' in said.out
    assert 'profile = "yucata"  # or "rulebook"' in said.out
    verdict = check(said.out.encode(), name="x.toml")
    assert verdict.legal
    assert (verdict.profile, verdict.rulings["storekeeper"]) == ("yucata", "any-turn")


def test_a_game_without_words_of_its_own(referee: Referee, here: Path) -> None:
    said = referee("new", "pebbles")
    assert check(said.out.encode(), name="x.toml").legal
    assert "Anna: take 2" in said.out
    assert referee("new", "--sheet", "pebbles") == Said(2, "", "Error: Pebbles cannot be scored without a log\n")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["speicherstad"], "Did you mean speicherstadt?"),
        (["speicherstadt", "--players", "Anna"], "2 to 5 players"),
        (["speicherstadt", "--players", "Anna", "--players", "Anna"], "Two players are called Anna"),
        (["speicherstadt", "--expansion", "kaispeichr"], "Did you mean kaispeicher?"),
        (["speicherstadt", "--profile", "yukata"], "Did you mean yucata?"),
        (["speicherstadt", "-o", "there.toml"], "there.toml exists already"),
        ([], "Missing argument"),
    ],
)
def test_wrong_usage(referee: Referee, here: Path, arguments: list[str], why: str) -> None:
    Path("there.toml").write_text("mine")
    said = referee("new", *arguments)
    assert (said.code, said.out) == (2, "")
    assert why in said.err
    assert Path("there.toml").read_text() == "mine"
