"""Made-up games are the same to the byte, whatever process makes them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from referee import games
from referee.conformance import recording
from referee.conformance.generate import corpus, generate
from referee.transcript.writing import to_json

PROGRAM = """
import sys
from referee import games
from referee.conformance import recording
from referee.conformance.generate import generate
from referee.transcript.writing import to_json
for name, expansion in (("speicherstadt", "kaispeicher"), ("speculaas", "cafe")):
    made = generate(games.find(name), 7, players=3, expansions=[expansion], style="powers", claims=True)
    sys.stdout.buffer.write(to_json(made.tree(recording.objects(made))))
    sys.stdout.buffer.write(to_json(made.tree(recording.by_hand(made))))
"""


def test_hash_seeds_change_nothing() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 20_000


@pytest.mark.parametrize("name", games.names())
def test_a_longer_corpus_begins_like_a_shorter_one(name: str) -> None:
    game = games.find(name)
    assert game is not None
    short, long = (
        [to_json(made.tree(recording.objects(made))) for made in corpus(game, 3, number)] for number in (2, 4)
    )
    assert long[:2] == short
    assert len(set(long)) == 4


@pytest.mark.parametrize("name", games.names())
def test_seats_and_styles_come_in_turn(name: str) -> None:
    game = games.find(name)
    assert game is not None
    least, most = game.seats
    seated = [len(made.header.players) for made in corpus(game, 1, most - least + 1)]
    assert seated == list(range(least, most + 1))


def test_names_and_rulings_are_those_asked_for() -> None:
    game = games.find("speicherstadt")
    assert game is not None
    made = generate(game, 1, players=["Zoë", "Åke"], profile="yucata", rulings={"loading_order": "clockwise"})
    tree = made.tree(recording.objects(made))
    assert tree["players"] == ["Zoë", "Åke"]
    assert tree["profile"] == "yucata"
    assert tree["rulings"] == {"loading_order": "clockwise"}
    assert set(tree["result"]["scores"]) == {"Zoë", "Åke"}
