"""``referee replay``: the table after a move, every step with its effects, and where a rule was broken."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from referee.engine.terminal import WIDTH, cells
from tests.cli.running import BROKEN, ILLEGAL, LEGAL, ROOT, Said, line

Referee = Callable[..., Said]

GAME = ROOT / "fixtures" / "speicherstadt" / "legal" / "three-players-kaispeicher-rulebook.toml"
PAINT = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def game(here: Path) -> str:
    """A game in which move 14 pays too much and move 16 comes too late."""
    source = GAME.read_text("utf-8").replace("spice-trader for 2", "spice-trader for 3", 1)
    (here / "game.toml").write_text(source.replace('"李雷: buy r2"', '"Cleo: pass 3",\n  "李雷: buy r2"', 1), "utf-8")
    return "game.toml"


@pytest.mark.parametrize("to", ["0", "1", "13", "16", "150", "266"])
def test_the_table_after_a_move(referee: Referee, game: str, to: str, snapshot: SnapshotAssertion) -> None:
    said = referee("replay", game, "--to", to)
    assert said.code == 1
    assert said.err == ""
    assert said.out == snapshot


def test_the_end_by_default(referee: Referee, game: str, snapshot: SnapshotAssertion) -> None:
    assert referee("replay", game).out == snapshot


def test_steps(referee: Referee, game: str, snapshot: SnapshotAssertion) -> None:
    assert referee("replay", game, "--steps", "--to", "30").out == snapshot


def test_steps_to_the_end(referee: Referee, game: str) -> None:
    out = referee("replay", game, "--steps").out
    numbers = [int(number) for number in re.findall(r"^ {1,4}(\d+)  \S", out, re.MULTILINE) if int(number) > 8]
    assert numbers[-1] == 266
    assert "    -  income (implied)" in out
    assert "After the last round, Fire" in out
    assert max(map(cells, out.split("\n"))) <= WIDTH


def test_violations_stand_where_they_happen(referee: Referee, game: str) -> None:
    out = referee("replay", game, "--steps", "--to", "20").out
    at = out.index("   14  李雷: buy spice-trader for 3")
    assert at < out.index("    !  purchase.price: 李雷 paid 3 for spice-trader") < out.index("   15  ")
    assert "Expected 6, 2." in out


def test_violations_up_to_the_move_only(referee: Referee, game: str) -> None:
    assert "!" not in referee("replay", game, "--to", "13").out
    assert "! move 14: purchase.price" in referee("replay", game, "--to", "14").out
    assert "move 16" not in referee("replay", game, "--to", "14").out
    assert "! move 16: purchase.order" in referee("replay", game).out


def test_steps_that_were_implied_later_do_not_count_yet(referee: Referee, game: str) -> None:
    assert "(implied)" not in referee("replay", game, "--steps", "--to", "13").out
    assert "Round 1 of 12, Demand" in referee("replay", game, "--to", "13").out


@pytest.mark.parametrize(
    ("options", "variable", "coloured"),
    [
        ([], {}, False),
        (["--color"], {}, True),
        (["--color=never"], {"FORCE_COLOR": "1"}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colours(
    referee: Referee, game: str, monkeypatch: pytest.MonkeyPatch, options: list[str], variable: dict[str, str],
    coloured: bool,
) -> None:  # fmt: skip
    for name, value in variable.items():
        monkeypatch.setenv(name, value)
    out = referee("replay", game, "--steps", "--to", "20", *options).out
    assert ("\x1b[" in out) is coloured
    assert "Round 2 of 12, Demand" in PAINT.sub("", out)


def test_colours_change_nothing_else(referee: Referee, game: str) -> None:
    plain, painted = referee("replay", game, "--steps").out, referee("replay", game, "--steps", "--color").out
    assert PAINT.sub("", painted) == plain


@pytest.mark.parametrize(("text", "code"), [(LEGAL, 0), (ILLEGAL, 1), (BROKEN, 1)])
def test_exit_codes_are_those_of_check(referee: Referee, here: Path, text: str, code: int) -> None:
    (here / "game.json").write_text(text, "utf-8")
    assert referee("replay", "game.json").code == referee("check", "game.json").code == code


def test_a_game_that_draws_nothing_is_listed(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(LEGAL, "utf-8")
    out = referee("replay", "game.json", "--steps").out
    assert out == (
        "game.json: legal, complete · Pebbles, 2 players, 1 round, 3 moves\n"
        "\n"
        "Round 1\n"
        "    1  heap: 3\n"
        "         pebbles: heap +3\n"
        "    2  Anna: take 2\n"
        "         pebbles: heap -2, Anna +2\n"
        "    3  Ben: take 1\n"
        "         pebbles: heap -1, Ben +1\n"
        "\n"
        "Anna: pebbles 2\n"
        "Ben: pebbles 1\n"
    )


def test_unreadable_moves_and_decisions_of_an_arbiter(referee: Referee, here: Path) -> None:
    moves = [
        "heap: 3",
        "Ben: take 1",
        "arbiter: stands",
        "Anna: jump",
        {"move": "take", "player": "Anna", "count": "x"},
    ]
    (here / "game.json").write_text(line(moves), "utf-8")
    out = referee("replay", "game.json", "--steps").out
    assert re.search(r"!  take\.turn: It was Anna's turn\..* The arbiter let it stand\.", out)
    assert "    4  Anna: jump\n    !  transcript.unknown-move:" in out
    assert "    5  move take, player Anna, count x\n    !  transcript.type:" in out


def test_standard_input(referee: Referee) -> None:
    said = referee("replay", "-", "--to", "1", stdin=LEGAL.encode())
    assert said.out.startswith("-: after move 1 of 3 · Pebbles\n")


def test_into_a_file(referee: Referee, here: Path, game: str) -> None:
    assert referee("replay", game, "-o", "table.txt").out == ""
    assert "The game is over after 12 rounds" in (here / "table.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.toml"], "nothing.toml does not exist"),
        (["."], ". is not one transcript"),
        (["game.toml", "--to", "267"], "game.toml has only 266 moves"),
        (["game.toml", "--to", "-1"], "-1"),
        (["game.toml", "-o", "game.toml"], "the output would replace the transcript game.toml"),
        (["game.toml", "--ruling", "nonsense=1"], "No game has a ruling called nonsense."),
    ],
)
def test_wrong_usage(referee: Referee, here: Path, game: str, arguments: list[str], message: str) -> None:
    (here / "second.json").write_text(LEGAL, "utf-8")
    said = referee("replay", *arguments)
    assert said.code == 2
    assert message in said.err


def test_another_reading_of_the_rules(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(line(["heap: 9", "Anna: take 3"]), "utf-8")
    assert "take.most" not in referee("replay", "game.json").out
    assert "! move 2: take.most" in referee("replay", "game.json", "--ruling", "most=2").out


def test_a_hostile_name_commands_nothing(referee: Referee, here: Path) -> None:
    text = line(["heap: 3", "A\x1b[31m: take 2"]).replace('"Anna"', '"A\\u001b[31m"')
    (here / "game.json").write_text(text, "utf-8")
    out = referee("replay", "game.json", "--steps").out
    assert "\x1b" not in out
    assert "\\x1b[31m" in out
