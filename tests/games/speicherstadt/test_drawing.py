"""The table as text and as HTML, and how a report tells a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from referee.engine.game import Header
from referee.engine.replay import Replayer
from referee.engine.terminal import WIDTH, cells
from referee.games.speicherstadt.drawing import kind_of, marks, name_of, shown
from referee.games.speicherstadt.game import GAME
from referee.games.speicherstadt.table import SpeicherstadtTable
from referee.judge import Opened, open_document
from referee.transcript.document import read

from .fixtures import folder

GAMES = [path for path in folder("legal") if path.suffix == ".toml"]
KAISPEICHER = "three-players-kaispeicher-rulebook.toml"
VOID = {"br", "img", "hr", "input", "link", "meta"}


def opened(path: Path) -> Opened:
    return open_document(read(path.read_bytes(), path.name))


def tables(path: Path) -> Iterator[SpeicherstadtTable]:
    """The table of a fixture before the first move and after every move."""
    document = opened(path)
    assert document.game is not None
    assert document.header is not None
    replayer = Replayer(document.game, document.header)
    yield replayer.table
    for index, entry in enumerate(document.entries):
        replayer.enter(index, entry)
        yield replayer.table
    replayer.close(len(document.entries))
    yield replayer.table


def table_after(name: str, moves: int) -> SpeicherstadtTable:
    path = next(path for path in folder("legal") if path.name == name)
    return next(table for number, table in enumerate(tables(path)) if number == moves)


class Nesting(HTMLParser):
    """Raises where tags are not closed in their order; collects what is said."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.said = ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data


@pytest.mark.parametrize("moves", [0, 1, 13, 60, 100, 266], ids="after {}".format)
def test_text(moves: int, snapshot: SnapshotAssertion) -> None:
    assert GAME.text(table_after(KAISPEICHER, moves)) == snapshot


def test_text_in_colour(snapshot: SnapshotAssertion) -> None:
    table = table_after(KAISPEICHER, 60)
    painted = GAME.text(table, color=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == GAME.text(table)
    assert painted == snapshot


def test_gray_workers_and_breaks(snapshot: SnapshotAssertion) -> None:
    path = next(path for path in folder("cases") if path.name.startswith("gray-worker"))
    last = None
    for table in tables(path):
        last = GAME.text(table)
    assert last == snapshot


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_no_line_is_longer_than_a_terminal(path: Path) -> None:
    for number, table in enumerate(tables(path)):
        if number % 9 == 0 or table.complete:
            assert max(map(cells, GAME.text(table).split("\n"))) <= WIDTH


def test_columns_stay_aligned_under_wide_names() -> None:
    """A wide letter takes two columns, so the worker to the right of it stands where one beside a narrow letter does."""
    lines = GAME.text(table_after(KAISPEICHER, 60)).split("\n")
    wide, narrow = (next(line for line in lines if line.startswith(f"  {floor} ")) for floor in (2, 1))
    assert cells(wide[: wide.rindex("C")]) == cells(narrow[: narrow.index("C")])


def test_a_table_without_cards() -> None:
    text = GAME.text(GAME.open(Header("speicherstadt", ["Anna", "Ben"], rulings=rulings())))
    assert text.startswith("Round 1 of 16, Supply, Anna has the first player marker\n")
    assert "Bag:   C 9  T 9  S 9  R 9  P 9" in text


def rulings() -> dict[str, object]:
    return {name: ruling.profiles["rulebook"] for name, ruling in GAME.rulings.items()}


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "\x1b[31mred", "\u202egnirts", "a" * 300, "'\"&", "\n"])
def test_hostile_names(name: str) -> None:
    table = GAME.open(Header("speicherstadt", [name, "Ben"], rulings=rulings()))
    text = GAME.text(table)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert max(map(cells, text.split("\n"))) <= WIDTH
    page = Nesting(GAME.html(table))
    assert "script" not in page.tags
    assert "\u202e" not in page.said


@given(st.lists(st.text(min_size=1, max_size=4).filter(str.strip), min_size=2, max_size=5, unique=True))
def test_marks_tell_players_apart(names: list[str]) -> None:
    found = marks(names)
    assert len(set(found.values())) == len(names)
    assert all(mark.isprintable() and len(mark) > 0 for mark in found.values())


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Anna", "Ben"], ["A", "B"]),
        (["Anna", "Anton"], ["Ann", "Ant"]),
        (["李雷", "李梅"], ["李雷", "李梅"]),
        (["An", "Ann"], ["1", "2"]),
        (["Annabel", "Annabella"], ["1", "2"]),
        (["E\u0301va", "Eva"], ["E\u0301", "1"]),
    ],
)
def test_marks(names: list[str], expected: list[str]) -> None:
    if expected[1] == "1":  # the plain letter is the beginning of the accented one too
        expected = [marks(names)[names[0]], marks(names)[names[1]]]
        assert len(set(expected)) == 2
    assert list(marks(names).values()) == expected


@pytest.mark.parametrize("path", GAMES[:4], ids=lambda path: path.name)
def test_html_is_well_formed(path: Path) -> None:
    for number, table in enumerate(tables(path)):
        if number % 40 == 0 or table.complete:
            Nesting(GAME.html(table))


def test_html(snapshot: SnapshotAssertion) -> None:
    assert GAME.html(table_after(KAISPEICHER, 60)).replace("><", ">\n<") == snapshot


def test_html_says_what_it_draws() -> None:
    page = Nesting(GAME.html(table_after(KAISPEICHER, 13)))
    assert "Spice Trader" in page.said
    assert "costs 6" in page.said
    assert page.said.count("李雷") == 5  # her four workers and her own panel


def test_css_is_its_own() -> None:
    """Classes begin with the game's letters and nothing is fetched."""
    css = GAME.css()
    assert "url(" not in css
    assert "@import" not in css
    classes = set(re.findall(r"\.([a-z][\w-]*)", css))
    assert all(name.startswith("sp-") or name == "speicherstadt" for name in classes)


def test_symbols_of_a_contract() -> None:
    assert shown({"tea": 2, "coffee": 1}, {"tea": 1}) == [("coffee", False), ("tea", True), ("tea", False)]


def test_names_and_kinds_of_cards() -> None:
    assert name_of("chamber") == "Chamber of Commerce"
    assert name_of("no-such-card") == "no-such-card"
    assert [kind_of(card) for card in ("fireman-3", "ship", "contract", "dressmaker", "theater", "snitch", "?")] == [
        "fireman", "ship", "contract", "goods", "building", "power", "power",
    ]  # fmt: skip


# The story.


class Looker:
    """Notes what the game says of each step."""

    def __init__(self) -> None:
        self.scenes: list[tuple[str | None, str]] = []
        self.chapters: list[tuple[str | None, str | None]] = []

    def opened(self, game: object, table: object) -> None:
        pass

    def saw(self, table, index, before, step, findings, where) -> None:  # type: ignore[no-untyped-def]
        self.chapters.append(GAME.chapter(table, step))
        scene = GAME.scene(table, step)
        if scene is not None:
            self.scenes.append((getattr(step, "move", None), scene))


def looked_on(name: str, kind: str = "legal") -> Looker:
    document = opened(next(path for path in folder(kind) if path.name.startswith(name)))
    assert document.game is not None
    assert document.header is not None
    looker = Looker()
    Replayer(document.game, document.header, watcher=looker).run(document.entries)
    return looker


def test_chapters_are_rounds_and_the_fires_after_them() -> None:
    found = [title for title, _ in looked_on("two-players-base-rulebook.toml").chapters if title is not None]
    assert list(dict.fromkeys(found)) == [*(f"Round {number}" for number in range(1, 17)), "After the last round"]


def test_headings_are_phases() -> None:
    found = [heading for _, heading in looked_on("two-players-base-rulebook.toml").chapters if heading is not None]
    assert list(dict.fromkeys(found)) == ["Supply", "Demand", "Purchase", "Income", "Loading", "Fire"]


def test_a_scene_for_every_round() -> None:
    looker = looked_on("two-players-base-rulebook.toml")
    assert [kind for kind, _ in looker.scenes] == ["place"] * 16
    assert all("sp-tower" in scene for _, scene in looker.scenes)


def test_the_snitch_draws_the_scene_anew() -> None:
    looker = looked_on("snitch-changes-who-buys-first", "cases")
    assert [kind for kind, _ in looker.scenes][-2:] == ["place", "use"]
    assert looker.scenes[-1] != looker.scenes[-2]


def test_gains_in_words() -> None:
    table = table_after(KAISPEICHER, 13)
    said = GAME.gains(
        table,
        {
            "coins": {"stock": 2, "李雷": -2, "Cleo": 1},
            "points": {"Cleo": -3},
            "cards": {"Cleo": ["+contract:tea+saffron+saffron", "-snitch"]},
            "goods": {"stock": {"tea": 1}, "1": {"tea": -2}, "O'Neil.ship": {"tea": 2}, "Cleo.contract:tea": {"tea": 1},
                      "Cleo.market-hall": {"hemp": -1}, "Cleo.warehouse": {"glass": 1}, "Cleo.hand": {"tea": 1}},
            "workers": {"Cleo": 1}, "breaks": {"Cleo": 2}, "gray": {"Cleo": 1},
        },
    )  # fmt: skip
    assert said == [
        ("李雷", "-2 coins"),
        ("Cleo", "+1 coin"),
        ("Cleo", "-3 points"),
        ("Cleo", "+1 gray worker"),
        ("Cleo", "+2 Break cards"),
        ("Cleo", "+ Contract for saffron, saffron, tea"),
        ("Cleo", "- Snitch"),
        ("O'Neil", "+2 tea on ship"),
        ("Cleo", "+1 tea on a contract"),
        ("Cleo", "-1 hemp in the market hall"),
        ("Cleo", "+1 glass in the warehouse"),
        ("Cleo", "+1 tea in hand"),
    ]
