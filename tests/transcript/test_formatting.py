"""A formatted transcript says the same, and formatting it again changes nothing."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from referee import check
from referee.conformance.generate import STYLES, generate
from referee.conformance.recording import by_hand, objects
from referee.fixtures import folder
from referee.games import find
from referee.judge import open_document
from referee.transcript.document import Document, read
from referee.transcript.formatting import Form, FormatError, formatted
from referee.transcript.writing import to_json, to_toml

LEGAL = sorted(folder().glob("*/legal/*.*")) + sorted(folder().glob("*/cases/legal/*.*"))
OTHERS = [path for path in sorted(folder().glob("*/*/*.*")) if path.suffix in (".toml", ".json") and path not in LEGAL]


PLAIN = Form()


def put(document: Document, form: Form = PLAIN) -> bytes:
    opened = open_document(document)
    assert opened.game is not None
    assert opened.header is not None
    return formatted(document, opened.entries, opened.game, opened.header, form)


def toml(*moves: str, before: str = "", after: str = "") -> Document:
    text = (
        f'format = "referee/1"\n{before}game = "speicherstadt"\nplayers = ["Anna", "Ben"]\nmoves = [\n'
        + "".join(f"  {move}\n" for move in moves)
        + f"]\n{after}"
    )
    return read(text.encode(), "x.toml")


def moves_of(data: bytes, form: str = "toml") -> list[Any]:
    tree = read(data, f"x.{form}").tree
    assert tree is not None
    moves: list[Any] = tree["moves"]
    return moves


@lru_cache(maxsize=64)
def verdict(data: bytes, form: str) -> Any:
    plain = check(data, name=f"x.{form}").as_dict()
    for item in plain["violations"] + plain["notes"]:
        for place in (
            "line",
            "column",
            "end_line",
            "end_column",
            "pointer",
            "field",
            "fix",
            "found",
            "expected",
            "cite",
        ):
            item.pop(place, None)
    return {name: value for name, value in plain.items() if name not in ("sha256", "moves", "source")}


def same(document: Document, form: Form) -> None:
    """The form is a fixed point, and neither the verdict nor any move changes."""
    new = put(document, form)
    target = form.to or document.form
    again = read(new, f"x.{target}")
    assert put(again, form) == new
    assert verdict(new, target) == verdict(document.data, document.form)
    if not form.explicit:
        assert open_document(again).entries == open_document(document).entries


@pytest.mark.parametrize("path", LEGAL, ids=lambda path: path.stem)
def test_legal_games_in_every_form(path: Path) -> None:
    document = read(path.read_bytes(), path.name)
    same(document, Form("json", "objects", drop_comments=True))
    same(document, Form("toml", "lines", drop_comments=True))


@pytest.mark.parametrize("path", OTHERS[::3], ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_breaks_a_rule_still_breaks_it(path: Path) -> None:
    document = read(path.read_bytes(), path.name)
    if open_document(document).flaws:
        return
    moves: Any = ("lines", "objects", None)[len(path.name) % 3]
    try:
        same(document, Form(moves=moves))
    except FormatError:
        assert document.form == "toml"
        assert "[[moves]]" in document.body.decode()


@settings(max_examples=8, phases=[Phase.generate])  # a whole game is not made smaller by making its seed smaller
@given(
    st.sampled_from([("speicherstadt", ()), ("speicherstadt", ("kaispeicher",)), ("speculaas", ("cafe",))]),
    st.integers(0, 10_000),
    st.sampled_from(STYLES),
    st.integers(2, 5),
)
def test_made_up_games_turn_into_every_form_and_back(
    which: tuple[str, tuple[str, ...]], seed: int, style: str, players: int
) -> None:
    game = find(which[0])
    assert game is not None
    made = generate(game, seed, players=players, expansions=which[1], style=style, claims=True)
    full = made.tree(objects(made))
    document = read(to_json(full), "x.json")
    assert put(document) == document.data
    lines = put(document, Form("toml", "lines"))
    assert read(put(read(lines, "x.toml"), Form("json", "objects")), "x.json").tree == document.tree

    told = read(to_toml(made.tree(by_hand(made))), "x.toml")
    spelt = put(told, Form("json", "objects", explicit=True))
    assert verdict(spelt, "json") == {**verdict(told.data, "toml"), "notes": verdict(spelt, "json")["notes"]}
    assert check(spelt, name="x.json", explicit=True).moves.implied == 0
    assert put(read(spelt, "x.json"), Form(explicit=True)) == spelt


def test_names_become_ids_and_comments_stay() -> None:
    document = toml(
        "# round 1",
        '"supply:  Kontor , warehouse,Feuerwehrmann 1",   # all of Winter',
        "'anna: place 1', # nobody of that name",
        '"Anna: PLACE  kontor",',
        '{ move = "place", player = "Ben",at = 1, gray = false }, # an object',
        before="# a comment\n",
        after="\n[meta] # about\nevent   = 'x'\n",
    )
    assert put(document).decode() == document.body.decode().replace(
        "supply:  Kontor , warehouse,Feuerwehrmann 1", "supply: counting-office, warehouse, fireman-1"
    ).replace("PLACE  kontor", "place counting-office").replace(
        '{ move = "place", player = "Ben",at = 1, gray = false }', '{ move = "place", player = "Ben", at = 1 }'
    )


def test_without_comments_the_file_is_written_anew() -> None:
    document = toml('"Anna: place Kontor"', before="expansions = [ ]\n", after="[meta]\nx = 1\n")
    assert put(document).decode() == (
        'format = "referee/1"\ngame = "speicherstadt"\nexpansions = []\nplayers = ["Anna", "Ben"]\nmoves = [\n'
        '  "Anna: place counting-office",\n]\n\n[meta]\nx = 1\n'
    )


HEADED = """format = "referee/1"
game = "speicherstadt"
players = ["Anna", "Ben"]

[[moves]]
move = "supply" # Winter
cards = [
  "bank", # a bank
  "warehouse", "fireman-1"]

[[moves]]
move = "place"
player = "Anna"
at = "fireman-1"
"""


def test_a_form_that_cannot_keep_comments_is_refused() -> None:
    document = read(HEADED.encode(), "x.toml")
    assert put(document) == document.data
    for form in (Form(moves="lines"), Form("json")):
        with pytest.raises(FormatError, match="--drop-comments"):
            put(document, form)
        assert "place" in put(document, Form(form.to, form.moves, drop_comments=True)).decode()
    inline = toml('{ move = "supply", cards = [ # Winter', '"bank"] },')
    with pytest.raises(FormatError, match=r"at move 1 .*--drop-comments"):
        put(inline, Form(moves="lines"))
    assert put(inline) == inline.data
    assert moves_of(put(inline, Form(moves="lines", drop_comments=True))) == ["supply: bank"]


def test_a_move_that_no_line_can_say_stays_an_object() -> None:
    tree = {
        "format": "referee/1", "game": "speicherstadt", "players": ["Anna", "Ben"],
        "moves": [
            {"move": "claim", "queues": [["Anna"], [], []]},
            {"move": "claim", "player": "Anna", "coins": 5, "cards": ["contract:tea+coffee"]},
            {"move": "arbiter", "decision": "stands", "note": "  two  blanks"},
            {"move": "place", "player": "Anna", "at": "3"},
            {"move": "place", "player": "Anna", "at": 3},
            "arbiter:  stands,  Kontor war weg",
            "Anna: palce 3",
        ],
    }  # fmt: skip
    document = read(to_json(tree), "x.json")
    written = moves_of(put(document, Form(moves="lines")), "json")
    assert written[:4] == tree["moves"][:4]
    assert written[4:] == ["Anna: place 3", "arbiter: stands, Kontor war weg", "Anna: palce 3"]


@pytest.mark.parametrize("moves", ["lines", "objects", None])
def test_implied_steps_are_written_where_they_happen(moves: Any) -> None:
    document = toml(
        '"supply: coffee-roaster, tea-taster, warehouse", # first',
        *(f'"{name}: place {at}",' for at in (1, 2, 3) for name in ("Anna", "Ben")),
        '"claim Anna: coins 5",',
        '{ move = "buy", player = "Ben", at = 1 }, # Anna passed',
        '"supply: spice-trader", # the next round',
    )
    written = put(document, Form(moves=moves, explicit=True))
    assert written.count(b"#") == 3
    lines = moves_of(put(read(written, "x.toml"), Form(moves="lines")))
    assert lines[7:] == [
        "claim Anna: coins 5", "Anna: pass 1", "Ben: buy 1",
        "Anna: pass 2", "Ben: pass 2", "Anna: pass 3", "Ben: pass 3", "income", "supply: spice-trader",
    ]  # fmt: skip
    kinds = {type(move) for move in moves_of(written)}
    assert kinds == {"lines": {str}, "objects": {dict}, None: {str, dict}}[moves]


def test_the_end_of_the_game_is_written_out() -> None:
    path = folder() / "speicherstadt/cases/last-fire-left-out-of-the-log.toml"
    document = read(path.read_bytes(), path.name)
    written = moves_of(put(document, Form(moves="lines", explicit=True, drop_comments=True)))
    assert written[-2:] == ["income", "supply: fire-4"]


def test_steps_around_broken_rules_are_written_out_if_that_changes_nothing() -> None:
    done = refused = 0
    for path in OTHERS[::9]:
        document = read(path.read_bytes(), path.name)
        if document.form == "toml" and not open_document(document).flaws:
            try:
                put(document, Form(explicit=True, drop_comments=True))
                done += 1
            except FormatError as error:
                assert "referee check" in str(error)  # noqa: PT017
                refused += 1
    assert done > refused
