"""Every fault in the form of a move, in objects and in lines: its rule, its pointer, its field and its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pebbles.game import GAME
from pebbles.moves import Part, Swap, Take

import referee
from referee.engine.game import Header, Unreadable
from referee.engine.verdict import Place
from referee.transcript.entries import read_entries
from referee.transcript.writing import to_toml
from tests.transcript.test_positions import cut

HEADER = Header("pebbles", ["Anna", "Ben O'Neil", "Zoë"])


def transcript(*moves: Any) -> dict[str, Any]:
    return {"format": "referee/1", "game": "pebbles", "players": HEADER.players, "moves": ["heap: 9", *moves]}


OBJECTS = [
    # an object, then rule, path in it and text of each fault
    ({"move": "take"}, [("missing-field", "", None, "player")]),
    ({"move": "swap", "player": "Zoë", "parts": [{"pebble": "x"}]},
     [("missing-field", "", None, "victim"), ("missing-field", "/parts/0", '{"pebble": "x"}', "parts/0/from")]),
    ({"player": "Zoë"}, [("missing-field", "", None, "move")]),
    ({}, [("missing-field", "", "{}", "move")]),
    ({"move": "tak", "player": "Zoë"}, [("unknown-move", "/move", '"tak"', None)]),
    ({"move": 3, "player": "Zoe"}, [("type", "/move", "3", None), ("unknown-player", "/player", '"Zoe"', None)]),
    ({"move": "take", "player": "Zoe"}, [("unknown-player", "/player", '"Zoe"', None)]),
    ({"move": "take", "player": 1}, [("type", "/player", "1", None)]),
    ({"move": "swap", "player": "Zoe", "victim": "zoë"},
     [("unknown-player", "/player", '"Zoe"', None), ("unknown-player", "/victim", '"zoë"', None)]),
    ({"move": "take", "player": "Zoë", "count": 2.0}, [("type", "/count", "2.0", None)]),
    ({"move": "take", "player": "Zoë", "count": "2"}, [("type", "/count", '"2"', None)]),
    ({"move": "take", "player": "Zoë", "count": True}, [("type", "/count", "true", None)]),
    ({"move": "take", "player": "Zoë", "count": 0}, [("type", "/count", "0", None)]),
    ({"move": "take", "player": "Zoë", "count": []}, [("type", "/count", "[]", None)]),
    ({"move": "take", "player": "Zoë", "at": 2.5}, [("type", "/at", "2.5", None)]),
    ({"move": "take", "player": "Zoë", "at": [1]}, [("type", "/at", "[1]", None)]),
    ({"move": "take", "player": "Zoë", "cuont": 2}, [("unknown-field", "/cuont", "cuont", None)]),
    ({"move": "take", "playr": "Zoë"}, [("unknown-field", "/playr", "playr", None)]),
    ({"move": "swap", "player": "Zoë", "victim": "Anna", "parts": [{"pebble": "x", "fron": "a"}]},
     [("unknown-field", "/parts/0/fron", "fron", None)]),
    ({"move": "take", "player": "Zoe", "count": 1.0, "x/y": 1},
     [("type", "/count", "1.0", None), ("unknown-field", "/x~1y", "x/y", None), ("unknown-player", "/player", '"Zoe"', None)]),
    ({"move": "swap", "player": "Zoë", "victim": "Anna", "parts": [{"pebble": 1, "from": "a", "form": "b"}, 3]},
     [("type", "/parts/0/pebble", "1", None), ("unknown-field", "/parts/0/form", "form", None), ("type", "/parts/1", "3", None)]),
    ({"move": "swap", "player": "Zoë", "victim": "Anna", "parts": {"pebble": 1}}, [("type", "/parts", None, None)]),
    ({"move": "swap", "player": "Zoë", "victim": "Anna", "marks": {"a": 1, "b": "x"}}, [("type", "/marks/b", '"x"', None)]),
    ({"move": "swap", "player": "Zoë", "victim": "Anna", "openly": 1}, [("type", "/openly", "1", None)]),
    ({"move": "arbiter", "decision": "falls"}, [("type", "/decision", '"falls"', None)]),
    (["take"], [("type", "", '["take"]', None)]),
    (7, [("type", "", "7", None)]),
    (True, [("type", "", "true", None)]),
    # a date is a text in JSON, so that these two stand for themselves
    ({"move": "take", "player": "Zoë", "at": "1979-05-27"}, []),
    ({"move": "take", "player": "Ben O'Neil", "at": -1}, []),
]  # fmt: skip


@pytest.mark.parametrize(("move", "faults"), OBJECTS)
def test_objects(move: Any, faults: list[tuple[str, str, str | None, str | None]]) -> None:
    tree = transcript(move, "claim Anna: pebbles 0")
    for source in (json.dumps(tree), json.dumps(tree, indent=1, ensure_ascii=False), to_toml(tree).decode()):
        verdict = referee.check(source.encode())
        assert verdict.moves.checked == 3
        listed = [item for item in verdict.violations if item.rule.startswith("transcript.")]
        assert verdict.verdict == "illegal" if faults else not listed
        got = [
            (item.rule.removeprefix("transcript."), item.pointer.removeprefix("/moves/1"), item.field)
            for item in listed
        ]
        assert got == [(rule, path, field) for rule, path, _, field in faults]
        for item, (_, _, text, _) in zip(listed, faults, strict=True):
            assert (item.move, item.applied) == (2, "skipped")
            if text is not None:
                written = cut(source, Place(item.line, item.column, item.end_line, item.end_column))
                assert loose(written) == loose(text)


def loose(text: str) -> str:
    """A value without quotes, blanks and the difference of JSON and TOML."""
    return "".join(text.split()).replace("=", ":").replace('"', "").replace("\\u00eb", "ë")


@pytest.mark.parametrize(
    ("move", "faults"),
    [
        ('{"move": "take", "player": "Zoë", "count": null}', [("type", "/count")]),
        ('{"move": null, "player": "Zoë"}', [("type", "/move")]),
        ('{"move": "take", "player": null}', [("type", "/player")]),
        ('{"move": "take", "player": "Zoë", "x": null}', [("unknown-field", "/x"), ("type", "/x")]),
        ('{"move": "take", "player": "Zoë", "x": [null]}', [("unknown-field", "/x"), ("type", "/x/0")]),
        ("null", [("type", "")]),
    ],
)
def test_null(move: str, faults: list[tuple[str, str]]) -> None:
    source = json.dumps(transcript("#")).replace('"#"', move)
    verdict = referee.check(source.encode())
    assert [(item.rule[11:], item.pointer.removeprefix("/moves/1")) for item in verdict.violations] == faults


LINES = [
    # a line, then the rule, the field, and the words at fault
    ("Zoë: tkae 2", "unknown-move", "move", "tkae"),
    ("haep: 9", "unknown-move", "move", "haep"),
    ("dance", "unknown-move", "move", "dance"),
    ("Zoe: take 2", "unknown-player", "player", "Zoe"),
    ("claim Zoe: pebbles 2", "unknown-player", "player", "Zoe"),
    ("Zoë: swap with ben", "unknown-player", "victim", "ben"),
    ("Zoë: take 9007199254740993", "limit", "count", "9007199254740993"),
    ("Zoë: take x0", "type", "count", "0"),
    ("Zoë: take two", "line", None, "two"),
    ("Zoë:  take  two", "line", None, "two"),
    ("  Zoë :take -1", "type", "count", "-1"),
    ("claim Zoë: pebble 2", "line", None, "pebble 2"),
    ("arbiter: sits", "line", "decision", "sits"),
    ("heap: 1-2", "line", "pebbles", "1-2"),
    ("", "unknown-move", "move", ""),
]


@pytest.mark.parametrize(("line", "rule", "field", "words"), LINES)
def test_lines(line: str, rule: str, field: str | None, words: str) -> None:
    tree = transcript(line, "claim Anna: pebbles 0")
    for source in (json.dumps(tree), json.dumps(tree, ensure_ascii=False), to_toml(tree).decode()):
        verdict = referee.check(source.encode())
        (violation,) = verdict.violations
        assert (violation.rule, violation.pointer, violation.field) == (f"transcript.{rule}", "/moves/1", field)
        written = cut(source, Place(violation.line, violation.column, violation.end_line, violation.end_column))
        assert written.replace("\\u00eb", "ë") == words


def test_moves_that_are_sound() -> None:
    moves = [
        "Zoë: take 2 at left",
        {
            "move": "swap",
            "player": "Anna",
            "victim": "Zoë",
            "parts": [{"pebble": "red", "from": "heap"}],
            "openly": False,
        },
    ]
    entries, flaws = read_entries(moves, GAME, HEADER)
    assert flaws == []
    assert entries == [
        Take(player="Zoë", count=2, at="left"),
        Swap(player="Anna", victim="Zoë", parts=[Part(pebble="red", from_="heap")], openly=False),
    ]


def test_what_can_be_made_out_of_a_move_that_cannot_be_read() -> None:
    moves = [
        {"move": "tke", "player": "Ann"},
        {"move": "take", "player": "Zoë", "count": 1.5},
        "Zoë: tke 1",
        {"player": []},
    ]
    entries, _ = read_entries(moves, GAME, HEADER)
    assert all(type(entry) is Unreadable for entry in entries)
    assert [(entry.kind, entry.player) for entry in entries] == [
        ("take", "Anna"), ("take", "Zoë"), ("take", "Zoë"), (None, None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ({"move": "take", "player": "Zoë", "count": 2.0}, "The count is 2.0, but it must be a whole number such as 2."),
        (
            {"move": "swap", "player": "Anna", "victim": "Zoë", "marks": {"a": "2"}},
            'The a is the text "2", but it must be a whole number without quotes such as 2.',
        ),
        ({"move": "take", "player": "Zoë", "count": 0}, "The count is 0, but it must be at least 1."),
        ({"move": "take", "player": "Zoë", "at": True}, '"at" is true, but it must be a whole number or a text.'),
        ({"move": "take", "player": "Zoë", "cuont": 1}, "The move take has no field cuont. Did you mean count?"),
        ({"move": "tak", "player": "Zoë"}, "There is no move called tak. Did you mean take?"),
        ({"move": "take", "player": "Zoe"}, "Nobody called 'Zoe' plays here. Did you mean Zoë?"),
        (
            {"move": "take", "player": "Zoe\u0308"},
            "Nobody called 'Zoe\u0308' plays here. "  # noqa: ISC004
            "It looks the same as Zoë, but its accents are stored in another way; copy the name.",
        ),
        ({"move": "arbiter", "decision": "x"}, 'The decision is the text "x", but it must be stands or set.'),
    ],
)  # fmt: skip
def test_words(move: dict[str, Any], words: str) -> None:
    assert referee.check(transcript(move)).violations[0].message == words


leaves = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["Anna", "Zoë", "take", "swap", "x", ""])
)
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
)
keys = st.sampled_from(
    ["move", "player", "victim", "count", "at", "parts", "marks", "openly", "pebbles", "decision", "x", ""]
)
words = st.sampled_from(
    ["Zoë", "Anna", "Zo", ":", " ", "  ", ",", "take", "swap", "with", "claim", "arbiter", "stands", "set", "pebbles", "2", "-1",
     "99999999999999999999", "\t", "heap", "\n", "x", '"', "\\", "😀"]
)  # fmt: skip
lines = st.lists(words, max_size=8).map("".join)


@given(st.lists(values | lines | st.dictionaries(keys, values, max_size=5), max_size=4))
def test_any_moves_have_a_verdict(moves: list[Any]) -> None:
    source = json.dumps(transcript(*moves))
    verdict = referee.check(source.encode(), audit=True)
    json.dumps(verdict.as_dict(), allow_nan=False)
    for violation in verdict.violations:
        assert violation.line >= 1


@pytest.mark.parametrize(
    ("line", "player"),
    [
        ("A: B: take 1", "A: B"),
        ("A : B:take 1", "A: B"),
        ("C  D: take 1", "C  D"),
        ("claim A: B: pebbles 0", "A: B"),
        ("claim C D: pebbles 0", "C  D"),
        ("arbiter: set A: B pebbles 3", "A: B"),
        ("arbiter: set C  D pebbles 3, so be it", "C  D"),
        ("A, E: take 1", "A, E"),
        ("A: take 1", "A"),
    ],
)
def test_names_with_blanks_and_signs(line: str, player: str) -> None:
    entries, _ = read_entries([line], GAME, Header("pebbles", ["A", "A: B", "C  D", "A, E"]))
    assert entries[0].player == player
