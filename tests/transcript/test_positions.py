"""The text at the place of a pointer is the value there, in JSON and TOML, however it is written."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.verdict import Place
from referee.transcript.document import Flaw
from referee.transcript.json import parse
from referee.transcript.limits import join
from referee.transcript.positions import Positions
from referee.transcript.writing import to_json, to_toml

text = st.text(st.characters(exclude_categories=("Cs",)), max_size=6)
scalars = st.booleans() | st.integers(-(2**53), 2**53) | text | st.floats(allow_nan=False, allow_infinity=False)
trees = st.dictionaries(
    text,
    st.recursive(
        scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4), max_leaves=8
    ),
    max_size=5,
)


def pointers(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        # A path cannot say the empty key of the outermost table.
        pointer = f"/{join(path, key)}"
        yield pointer, inner
        yield from pointers(inner, pointer[1:])


def cut(source: str, place: Place) -> str:
    """What stands at a place, found without the code under test."""
    lines = source.split("\n")
    if place.line == place.end_line:
        return lines[place.line - 1][place.column - 1 : place.end_column - 1]
    middle = lines[place.line : place.end_line - 1]
    return "\n".join(
        [lines[place.line - 1][place.column - 1 :], *middle, lines[place.end_line - 1][: place.end_column - 1]]
    )


@given(trees, st.sampled_from([None, 1]))
def test_json(tree: dict[str, Any], indent: int | None) -> None:
    tree.pop("", None)
    for source in (json.dumps(tree, indent=indent, ensure_ascii=False), json.dumps(tree), to_json(tree).decode()):
        positions = Positions.of(source.encode(), "json")
        for pointer, value in pointers(tree):
            assert json.loads(cut(source, positions.place(pointer))) == value
            if not pointer.rpartition("/")[2].isdecimal():
                assert json.loads(cut(source, positions.place(pointer, key=True))) == unescape(
                    pointer.rpartition("/")[2]
                )


@given(trees, st.integers(0, 300), st.sampled_from(["", *'{}[]",:\\x ']))
def test_broken_json_is_no_trouble(tree: dict[str, Any], at: int, other: str) -> None:
    """A key that is given twice is looked for before the parser has seen the rest of the file."""
    source = json.dumps(tree)
    for broken in (source[:at], source[:at] + other + source[at:], source[:at] + other + source[at + 1 :]):
        for twice in (broken, broken[:-1] + ', "x": {"a": 1, "\\u0061": 2}' + broken[-1:]):
            found = parse(twice.encode())
            assert not isinstance(found, Flaw) or found.place is not None


@given(trees, text)
def test_a_key_that_is_given_twice(tree: dict[str, Any], name: str) -> None:
    inner = json.dumps({name: tree})
    source = f'{{"a": [{inner[:-1]}, {json.dumps(name)}: 1, never read'
    found = parse(source.encode())
    assert isinstance(found, Flaw)
    assert found.rule == "transcript.duplicate-key"
    assert found.place is not None
    assert json.loads(cut(source, found.place)) == name
    assert found.place.end_column == len(source) - len(": 1, never read") + 1


@given(trees, st.sampled_from(["inline", "headed", "headed-crlf"]))
def test_toml(tree: dict[str, Any], style: str) -> None:
    tree.pop("", None)
    source = to_toml(tree).decode() if style == "inline" else tomli_w.dumps(tree)
    if style == "headed-crlf":
        source = source.replace("\n", "\r\n")
    assert tomllib.loads(source) == tree
    positions = Positions.of(source.encode(), "toml")
    for pointer, value in pointers(tree):
        written = cut(source, positions.place(pointer))
        spot, found = positions.find(pointer)
        assert found
        if not spot.implied and spot.whole is None:
            assert tomllib.loads(f"x = {written}")["x"] == value
        elif spot.whole is not None:
            assert written.startswith("[")
        if not pointer.rpartition("/")[2].isdecimal():
            key = cut(source, positions.place(pointer, key=True))
            assert tomllib.loads(f"{key} = 1") == {unescape(pointer.rpartition("/")[2]): 1}


def unescape(part: str) -> str:
    return part.replace("~1", "/").replace("~0", "~")


HAND = '''# a comment
format = "referee/1" # another
a.b."c d" = """
x\\
   y"""
players = [ # here
  "Zoë", # first
  'Ben',
]
[setup]
deep = { x = 1, y.z = [1, { q = 'ä' }] }
[setup.cards]
S1 = ["t"]
[[moves]]
move = "pass"
[[moves]]
move = "use"
[[moves.steps]]
good = "tea"
[[moves.steps]]
good = "coffee"
[moves.extra]
n = 0x10
'''


@pytest.mark.parametrize(
    ("pointer", "place", "written"),
    [
        ("/format", (2, 10, 2, 21), '"referee/1"'),
        ("/a/b/c d", (3, 13, 5, 8), '"""\nx\\\n   y"""'),
        ("/players/0", (7, 3, 7, 8), '"Zoë"'),
        ("/players/1", (8, 3, 8, 8), "'Ben'"),
        ("/setup", (10, 1, 10, 8), "[setup]"),
        ("/setup/deep/y/z/1/q", (11, 33, 11, 36), "'ä'"),
        ("/setup/cards", (12, 1, 12, 14), "[setup.cards]"),
        ("/setup/cards/S1/0", (13, 7, 13, 10), '"t"'),
        ("/moves/0", (14, 1, 14, 10), "[[moves]]"),
        ("/moves/1/move", (17, 8, 17, 13), '"use"'),
        ("/moves/1/steps/1/good", (21, 8, 21, 16), '"coffee"'),
        ("/moves/1/extra/n", (23, 5, 23, 9), "0x10"),
        ("/moves/1/nothing", (16, 1, 16, 10), "[[moves]]"),
        ("/moves/7", (14, 1, 14, 10), "[[moves]]"),
    ],
)
def test_toml_by_hand(pointer: str, place: tuple[int, ...], written: str) -> None:
    for source in (HAND, HAND.replace("\n", "\r\n")):
        found = Positions.of(source.encode(), "toml").place(pointer)
        assert found == place
        assert cut(source, found).replace("\r\n", "\n") == written


@pytest.mark.parametrize(
    ("form", "source", "word"),
    [
        ("json", '{"m": ["Zo\\u00eb: place \\"x\\" 3"]}', "3"),
        ("json", '{"m": ["\\ud83d\\ude00: place \\t 3"]}', "3"),
        ("json", '{"m": ["😀ë: place 3"]}', "3"),
        ("toml", 'm = ["Zo\\u00EB: \\U0001F600 place 3"]', "3"),
        ("toml", "m = ['Zo\\ë: place 3']", "3"),
        ("toml", 'm = ["""\nZoë: \\\n   place 3"""]', "3"),
        ("toml", "m = ['''\nZoë:\n place 3''']", "3"),
        ("toml", 'm = ["""\r\nZoë:\r\n\\   \r\n  place 3"""]', "3"),
    ],
)
def test_inside_a_text(form: str, source: str, word: str) -> None:
    tree = json.loads(source) if form == "json" else tomllib.loads(source)
    start = tree["m"][0].index(word)
    place = Positions.of(source.encode(), form).place("/m/0", span=(start, start + 1))
    assert cut(source, place) == word


@given(st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=20), st.data())
def test_every_stretch_of_a_text(said: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(said) - 1))
    for form, source in (("json", json.dumps({"m": said})), ("json", json.dumps({"m": said}, ensure_ascii=False)),
                         ("toml", to_toml({"m": said}).decode())):  # fmt: skip
        place = Positions.of(source.encode(), form).place("/m", span=(start, start + 1))
        assert json.loads(f'"{cut(source, place)}"' if cut(source, place) != '"' else "0") == said[start]
