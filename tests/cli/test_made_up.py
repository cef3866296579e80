"""generate, mutate, coverage and legal."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import referee as api
from tests.cli.running import Said

Referee = Callable[..., Said]


def test_generate_prints_json_lines(referee: Referee) -> None:
    said = referee("generate", "speicherstadt", "--games", "2", "--players", "2", "--style", "random", "--claims")
    trees = [json.loads(line) for line in said.out.splitlines()]
    assert said.code == 0
    assert [tree["meta"] for tree in trees] == [{"seed": "1/1"}, {"seed": "1/2"}]
    for tree in trees:
        verdict = api.check(tree, explicit=True)
        assert verdict.legal
        assert verdict.complete
        assert {move["move"] for move in tree["moves"]} >= {"place", "buy", "claim"}


def test_generate_writes_a_folder(referee: Referee, here: Path) -> None:
    arguments = ("--games", "2", "--moves", "by-hand", "--to", "toml", "--expansion", "kaispeicher", "-o", "games")
    assert referee("generate", "speicherstadt", *arguments).code == 0
    files = sorted(path.name for path in (here / "games").iterdir())
    assert files == ["speicherstadt-0001.toml", "speicherstadt-0002.toml"]
    tree = tomllib.loads((here / "games" / files[0]).read_text(encoding="utf-8"))
    assert tree["players"] == ["Anna", "Ben"]
    assert referee("check", "games", "--require-complete").code == 0


def test_generate_takes_names_profile_and_rulings(referee: Referee) -> None:
    said = referee(
        "generate", "speicherstadt", "--players", "Zoë", "--players", "Ulf", "--profile", "yucata",
        "--ruling", "loading_order=clockwise", "--moves", "lines",
    )  # fmt: skip
    tree = json.loads(said.out)
    assert (tree["players"], tree["profile"]) == (["Zoë", "Ulf"], "yucata")
    assert tree["rulings"] == {"loading_order": "clockwise"}
    assert all(isinstance(move, str) for move in tree["moves"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("speicherstad",), "Did you mean speicherstadt?"),
        (("speicherstadt", "--players", "6"), "is for 2 to 5 players, not 6"),
        (("speicherstadt", "--players", "Anna", "--players", "Anna"), "a name of his own"),
        (("speicherstadt", "--expansion", "kaispeiche"), "Did you mean kaispeicher?"),
        (("speicherstadt", "--profile", "yucatan"), "Did you mean yucata?"),
        (("speicherstadt", "--to", "toml"), "needs a folder"),
        (("speicherstadt", "--moves", "by-hand", "--claims"), "not with by-hand"),
    ],
)
def test_generate_says_what_it_cannot_do(referee: Referee, arguments: tuple[str, ...], words: str) -> None:
    said = referee("generate", *arguments)
    assert said.code == 2
    assert words in said.err


@pytest.fixture
def game(referee: Referee, here: Path) -> str:
    """A made-up game as a person writes it, in a file."""
    arguments = ("--players", "3", "--style", "greedy", "--moves", "by-hand", "--to", "toml", "-o", ".")
    assert referee("generate", "speicherstadt", *arguments).code == 0
    return "speicherstadt-0001.toml"


def test_mutate_writes_near_misses(referee: Referee, here: Path, game: str) -> None:
    said = referee("mutate", game, "--rule", "demand.turn", "--rule", "claim.c", "-o", "near")
    assert said.code == 0
    assert "4 near misses of 1 transcript\n" in said.err
    names = sorted(path.name for path in (here / "near").iterdir())
    rules = ["claim.cards", "claim.coins", "claim.contracts", "demand.turn"]
    assert names == [f"speicherstadt-0001--{rule}.toml" for rule in rules]
    verdict = api.check(here / "near" / names[3])
    meta = tomllib.loads((here / "near" / names[3]).read_text(encoding="utf-8"))["meta"]
    assert (verdict.violations[0].rule, verdict.violations[0].move) == (meta["breaks"], meta["move"])


def test_mutate_says_what_it_cannot_do(referee: Referee, here: Path, game: str) -> None:
    referee("mutate", game, "--rule", "demand.turn", "-o", "near")
    said = referee("mutate", "near", "--rule", "demand.turn")
    assert said.code == 1
    assert "it breaks demand.turn itself" in said.err
    assert referee("mutate", "nowhere.toml").code == 2
    assert "Did you mean demand.turn?" in referee("mutate", game, "--rule", "demand.turns").err
    said = referee("mutate", game, "--rule", "demand.break")
    assert said.code == 0
    assert "0 near misses" in said.err or "1 near miss of" in said.err


def test_coverage_counts_what_was_kept_and_broken(referee: Referee, here: Path, game: str) -> None:
    referee("mutate", game, "--rule", "demand.turn", "-o", "near")
    (here / "broken.json").write_text("{", encoding="utf-8")
    said = referee("coverage", game, "near", "broken.json", "--output-format", "json")
    assert said.code == 0
    report = json.loads(said.out)
    assert report["format"] == "referee-coverage/1"
    assert report["unreadable"] == 1
    found = report["games"]["speicherstadt"]
    assert found["transcripts"] == 2
    assert found["rules"]["demand.turn"]["broke"] == 1
    assert found["rules"]["demand.turn"]["kept"] > 100
    assert found["rules"]["result.scores"]["kept"] == 1
    assert found["features"]["cards turned up"]["fire-4"] == 2
    assert "cards used" in found["never"]
    text = referee("coverage", game).out
    assert "  demand.turn" in text
    assert "\nnever:\n" in text
    assert referee("coverage", "nowhere").code == 2


def test_legal_lists_decisions(referee: Referee, game: str) -> None:
    assert referee("legal", game, "--at", "0").out == ""
    said = referee("legal", game, "--at", "1")
    assert said.out.splitlines() == [f"Anna: place {space}" for space in (1, 2, 3, 4)]
    listed = json.loads(referee("legal", game, "--at", "1", "--output-format", "json").out)
    assert listed[0] == {"move": "place", "player": "Anna", "at": 1}
    assert referee("legal", game, "--at", "1", "--count").out.split() == ["place", "4", "total", "4"]
    assert referee("legal", game, "--at", "1", "--depth", "3").out.split() == ["1", "4", "2", "16", "3", "64"]


def test_legal_says_what_it_cannot_do(referee: Referee, here: Path, game: str) -> None:
    assert referee("legal", "nowhere.toml").code == 2
    assert "has only" in referee("legal", game, "--at", "9999").err
    (here / "broken.json").write_text("{", encoding="utf-8")
    assert referee("legal", "broken.json").code == 1
