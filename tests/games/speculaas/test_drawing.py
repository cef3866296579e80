"""The table as text and as HTML, and the story of a game."""

from __future__ import annotations

import re

import pytest

from referee.engine import effects
from referee.engine.replay import Replayer
from referee.engine.terminal import cells
from referee.games.speculaas.drawing import abbreviations, axis
from referee.games.speculaas.game import GAME

from .log import FIXTURES, SPICES, entry_of, game, header_of, play, tree_of

SMALL = """
    turn recipe
    Anna: take R1 at 0,0
    Ben: take R2 at 3,4
    Anna: honey +2
    turn spice
    Anna: take S1 at 1,0
    Anna: take S2 at 1,-1
    Ben: take S8 at 9,4
    Ben: discard S9
"""


def test_a_small_table() -> None:
    text = GAME.text(play(game(SMALL, spice_cards={f"S{n}": [SPICES[n % 6], "clove"] for n in range(1, 12)})).table)
    assert text == (
        "Round 1, turn 2: spice turn · 8 honey in the supply · Tea: most cinnamon ·\n"
        "  Coffee: all six spices · Hot Chocolate: row\n"
        "\n"
        "Anna · 6 points (tea 6) · 2 honey\n"
        "        0     1\n"
        " -1     ·    S2\n"
        "            ncl\n"
        "  0    R1    S1\n"
        "           clcl\n"
        "\n"
        "Ben · 6 points (tea 6) · 0 honey\n"
        "      3    …    9\n"
        " 4   R2        S8\n"
        "              ncl\n"
        "  discarded: S9\n"
        "\n"
        "ci cinnamon, cl clove, n nutmeg, g ginger, ca cardamom, p pepper\n"
    )


def test_colour_only_where_it_is_wanted() -> None:
    table = play(game(SMALL)).table
    assert "\x1b[" not in GAME.text(table)
    painted = GAME.text(table, color=True)
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == GAME.text(table)


def test_html_is_harmless_and_complete() -> None:
    players = ["<script>alert(1)</script>", 'Ben "&" Co']
    moves = ["turn recipe", {"move": "take", "player": players[0], "card": "<b>", "at": [0, 0]}]
    table = play(game(moves, players, recipe_cards=["<b>", "R2"])).table
    html = GAME.html(table)
    assert "<script" not in html
    assert "<b>" not in html
    assert "&lt;script&gt;" in html
    assert GAME.css().startswith(".speculaas")
    assert html.count("<section") == 2


@pytest.mark.parametrize("path", sorted((FIXTURES / "cases" / "legal").iterdir()), ids=lambda path: path.stem)
def test_the_example_games(path: str) -> None:
    table = play(tree_of(path)).table  # type: ignore[arg-type]
    text, html = GAME.text(table), GAME.html(table)
    assert max(map(cells, text.splitlines())) <= 80
    for seat in table.seats.values():
        for card in [*seat.cards.values(), *seat.pile, *seat.discards]:
            assert card in text
            assert card in html


def test_a_tableau_torn_far_apart_is_listed() -> None:
    cards = [f"s{number}" for number in range(90)]
    moves = ["turn recipe", "Anna: take R1 at 0,0", "turn spice"]
    moves += [f"Anna: take {card} at {2 * number},{number * -3}" for number, card in enumerate(cards, 1)]
    table = play(game(moves, spice_cards={card: ["clove"] for card in cards})).table
    assert "s89 at 180,-270" in GAME.text(table)
    assert "180,-270" in GAME.html(table)


def test_long_ids_are_clipped_to_the_width() -> None:
    recipe = "R" * 200
    table = play(game(["turn recipe", f"Anna: take {recipe} at 0,0"], recipe_cards=[recipe])).table
    assert max(map(cells, GAME.text(table).splitlines())) <= 80


def test_the_end_of_a_long_name_is_wrapped() -> None:
    name = "李" * 100
    assert max(map(cells, GAME.text(play(game("turn recipe", [name, "Ben"])).table).splitlines())) <= 80


def test_abbreviations_differ() -> None:
    assert list(abbreviations(["clove", "clover", "c", "mint", "mace", "x"]).values()) == [
        "clove", "clover", "c", "mi", "ma", "x"
    ]  # fmt: skip
    assert axis([5, 1, 2, 9, 2]) == [1, 2, None, 5, None, 9]


def test_the_story() -> None:
    tree = game(SMALL + "round 2\nturn recipe\nAnna: take R3 at 0,1\nBen: take R4 at 3,5\nAnna: base-score 9")
    header = header_of(tree)
    replayer = Replayer(GAME, header)
    told, gained, scenes = [], [], 0
    for index, move in enumerate(tree["moves"]):
        before = GAME.snapshot(replayer.table)
        step = entry_of(header, move)
        replayer.enter(index, step)
        told.append(GAME.chapter(replayer.table, step))
        gained += GAME.gains(replayer.table, effects.difference(before, GAME.snapshot(replayer.table)))
        scenes += GAME.scene(replayer.table, step) is not None
    assert [pair for pair in told if pair != (None, None)] == [
        ("Round 1", "Turn 1: recipe"),
        ("Round 1", "Turn 2: spice"),
        ("Round 2", None),
        ("Round 2", "Turn 1: recipe"),
        ("After the last round", "Base scores"),
    ]
    assert ("Anna", "+2 honey") in gained
    assert ("Ben", "+S8 at 9,4") in gained
    assert ("Ben", "+S9 discarded") in gained
    assert ("Anna", "+9 points, base score") in gained
    assert scenes == 4
