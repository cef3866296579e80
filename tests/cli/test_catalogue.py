"""explain, rules, games, schema and score."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest

from referee import games
from referee.fixtures import examples, folder
from referee.transcript.document import BOM
from tests.cli.running import BROKEN, ILLEGAL, INCOMPLETE, LEGAL, ROOT, Said, pebbles

Referee = Callable[..., Said]
#: The schemas are checked by one implementation, and what obeys them by another that is many times as quick.
VALIDATORS = [jsonschema_rs.Draft7Validator, jsonschema_rs.Draft202012Validator]
STRICT = [jsonschema.Draft7Validator, jsonschema.Draft202012Validator]
#: The schemas that were checked, by their text: every one is checked once.
SOUND: set[str] = set()


def test_explain_shows_all_of_a_rule(referee: Referee) -> None:
    said = referee("explain", "speculaas", "card.twice")
    assert said.code == 0
    for words in (
        "A card is in one place only",
        "Source: ",
        "A game that keeps it",
        "A game that breaks it",
        "What the referee says",
    ):
        assert words in said.out
    assert "card.twice.toml:9:14: card.twice" in said.out


@pytest.mark.parametrize("game", games.names())
def test_explain_knows_every_rule(referee: Referee, game: str) -> None:
    found = games.find(game)
    assert found is not None
    for rule in found.catalogue:
        said = referee("explain", game, rule.id)
        assert said.code == 0
        assert said.out.startswith(f"{rule.id}  {rule.title}\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["speicherstad", "purchase.price"], "Did you mean speicherstadt?"),
        (["chess", "e4"], "The games are"),
        (["speicherstadt", "purchase.prise"], "Did you mean purchase.price?"),
        (["speicherstadt", "purchase"], "purchase.coins"),
        (["speicherstadt", "zzz"], "referee rules speicherstadt lists them"),
    ],
)
def test_explain_suggests(referee: Referee, arguments: list[str], words: str) -> None:
    said = referee("explain", *arguments)
    assert said.code == 2
    assert words in said.err


def test_rules(referee: Referee) -> None:
    said = referee("rules", "speculaas")
    assert "  card.twice " in said.out
    rules = json.loads(referee("rules", "--output-format", "json").out)
    assert {rule["game"] for rule in rules} >= set(games.names())
    assert (
        "| card.twice | A card is in one place only |"
        in referee("rules", "speculaas", "--output-format", "markdown").out
    )


def test_games(referee: Referee) -> None:
    said = referee("games").out
    assert "speicherstadt  The Speicherstadt, 2 to 5 players, ruleset 1" in said
    assert "pebbles" in said, "games of other packages too"
    (game,) = json.loads(referee("games", "speicherstadt", "--output-format", "json").out)
    assert game["profiles"] == ["rulebook", "yucata"]


def schema(referee: Referee, *arguments: str) -> dict[str, Any]:
    text = referee("schema", *arguments).out
    plain: dict[str, Any] = json.loads(text)
    if text not in SOUND:
        for validator in STRICT:
            validator.check_schema(plain)
        SOUND.add(text)
    return plain


def transcripts() -> list[tuple[Path, dict[str, Any]]]:
    found = []
    for path in sorted(folder().rglob("*")):
        if path.suffix in (".json", ".toml") and path.parent.name in ("keeps", "legal"):
            data = (
                json.loads(path.read_bytes()) if path.suffix == ".json" else tomllib.loads(path.read_text("utf-8-sig"))
            )
            found.append((path, data))
    return found


@pytest.mark.parametrize("validator", VALIDATORS)
def test_the_schema_accepts_every_sound_transcript(referee: Referee, validator: Any) -> None:
    schemas = {name: validator(schema(referee, name)) for name in games.names()}
    found = transcripts()
    assert found
    for path, data in found:
        assert list(schemas[data["game"]].iter_errors(data)) == [], path


@pytest.mark.parametrize("validator", VALIDATORS)
@pytest.mark.parametrize(
    "wrong",
    [
        pebbles(format="referee/2"),
        pebbles(players=["Anna"]),
        pebbles(players=["Anna", "Anna"]),
        pebbles(expansion=[]),
        pebbles(profile="rulebok"),
        pebbles(rulings={"most": 7}),
        pebbles(rulings={"least": 1}),
        pebbles(result={"scores": {"Anna": "2"}}),
        pebbles([{"move": "take"}]),
        pebbles([{"move": "tkae", "player": "Anna"}]),
        pebbles([{"move": "take", "player": "Anna", "count": 0}]),
        pebbles([{"move": "take", "player": "Anna", "cuont": 1}]),
        pebbles([{"move": "take", "player": None}]),
        pebbles([7]),
        {name: value for name, value in pebbles().items() if name != "moves"},
    ],
    ids=lambda wrong: json.dumps(wrong)[28:90],
)
def test_the_schema_rejects_what_a_schema_can_express(referee: Referee, validator: Any, wrong: dict[str, Any]) -> None:
    plain = validator(schema(referee, "pebbles"))
    assert plain.is_valid(pebbles([{"move": "take", "player": "Anna", "count": 1}, "Ben: take 1"]))
    assert not plain.is_valid(wrong)


def test_an_editor_for_toml_understands_the_schema(referee: Referee, here: Path) -> None:
    taplo = Path(sys.executable).with_name("taplo")
    for name in games.names():
        (here / f"{name}.schema.json").write_text(json.dumps(schema(referee, name)))
        files = [path for path, data in transcripts() if path.suffix == ".toml" and data["game"] == name]
        files = [path for path in files if not path.read_bytes().startswith(BOM)]  # which taplo does not know
        lint = [taplo, "lint", "--no-auto-config", "--schema", (here / f"{name}.schema.json").as_uri()]
        said = subprocess.run([*lint, *files], capture_output=True, text=True, check=False, timeout=120)
        assert said.returncode == 0, said.stderr
        (here / "bad.toml").write_text(f'format = "referee/1"\ngame = "{name}"\nplayers = 3\nmoves = []\n')
        said = subprocess.run([*lint, here / "bad.toml"], capture_output=True, text=True, check=False, timeout=120)
        assert said.returncode != 0


def test_every_verdict_obeys_the_schema_of_verdicts(referee: Referee) -> None:
    plain = schema(referee, "--verdict")
    said = referee("check", str(ROOT / "fixtures"), "--output-format", "jsonl")
    verdicts = [json.loads(text) for text in said.out.splitlines()]
    assert {verdict["verdict"] for verdict in verdicts} >= {"legal", "illegal"}
    for validator in VALIDATORS:
        compiled = validator(plain)
        for verdict in verdicts:
            assert list(compiled.iter_errors(verdict)) == []


def test_a_schema_needs_a_game_or_verdict(referee: Referee) -> None:
    assert referee("schema").code == 2
    assert referee("schema", "pebbles", "--verdict").code == 2


def test_scores(referee: Referee, here: Path) -> None:
    (here / "good.json").write_text(LEGAL)
    (here / "bad.json").write_text(ILLEGAL)
    said = referee("score", "good.json")
    assert said.code == 0
    assert "  1  Anna       2        2" in said.out
    said = referee("score", "good.json", "bad.json", "--output-format", "csv")
    assert said.code == 1
    assert said.out.splitlines() == [
        "source,game,verdict,complete,rank,player,total,pebbles",
        "good.json,pebbles,legal,true,1,Anna,2,2",
        "good.json,pebbles,legal,true,2,Ben,1,1",
    ]
    disputed = referee("score", "bad.json", "--disputed", "--output-format", "json")
    assert json.loads(disputed.out)[0]["disputed"] is True
    assert disputed.code == 1


def test_an_incomplete_game_has_a_standing_and_an_unreadable_one_nothing(referee: Referee, here: Path) -> None:
    (here / "a.json").write_text(INCOMPLETE)
    (here / "b.json").write_text(BROKEN)
    (score,) = json.loads(referee("score", "a.json", "b.json", "--output-format", "json").out)
    assert score["complete"] is False


def test_a_name_that_looks_like_a_formula_is_harmless_in_a_spreadsheet(referee: Referee, here: Path) -> None:
    (here / "a.json").write_text(json.dumps(pebbles(["heap: 1"], players=["=1+1", "Ben"])))
    assert ",'=1+1," in referee("score", "a.json", "--output-format", "csv").out


def test_examples_are_found_by_rule() -> None:
    found = [path.name for path in examples("speculaas", "card.twice", "breaks")]
    assert found[0] == "card.twice.toml"
    assert all(name.startswith(("card.twice.", "card.twice--")) for name in found)
