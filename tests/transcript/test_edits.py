"""Edits change what they name and nothing else, so that comments and line breaks stay."""

from __future__ import annotations

import json
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from referee.transcript.document import read
from referee.transcript.edits import EditError, edit
from referee.transcript.writing import to_json, to_toml

TOML = """# the final
players = ["Anna", "Ben"] # both late
moves = [
  # round 1
  "a", # first
  "b", "c",
  { move = "d", n = 1 }, # an object
  "e"
]
"""

HEADED = """# top
[[moves]]
move = "a" # first
n = 1

[[moves]]
# second
move = "b"

# third
[[moves]]
move = "c"

[meta]
x = 1
"""


@pytest.mark.parametrize(
    ("source", "change", "old", "new"),
    [
        (TOML, {"pointer": "/moves/0", "replace": "A\n"}, '"a"', '"A\\n"'),
        (TOML, {"pointer": "/moves/3/n", "replace": 22}, "n = 1", "n = 22"),
        (TOML, {"pointer": "/players/1", "replace": "Zoë"}, '"Ben"', '"Zoë"'),
        (TOML, {"pointer": "/moves/3", "replace": "d 1"}, '{ move = "d", n = 1 }', '"d 1"'),
        (TOML, {"pointer": "/moves/0", "insert_before": ["x", "y"]}, '  "a"', '  "x",\n  "y",\n  "a"'),
        (TOML, {"pointer": "/moves/2", "insert_before": ["x"]}, '"c"', '"x", "c"'),
        (TOML, {"pointer": "/moves/-", "insert_before": ["x"]}, '  "e"\n', '  "e",\n  "x"\n'),
        (TOML, {"pointer": "/moves/4", "remove": True}, '  "e"\n', ""),
        (TOML, {"pointer": "/moves/1", "remove": True}, '"b", "c"', '"c"'),
        (TOML, {"pointer": "/moves/2", "remove": True}, '"b", "c",', '"b", '),
        (TOML, {"pointer": "/moves/0", "remove": True}, '"a", # first', "# first"),
        (HEADED, {"pointer": "/moves/0", "replace": {"move": "a", "n": 2, "m": 3}}, "n = 1\n", "n = 2\nm = 3\n"),
        (HEADED, {"pointer": "/moves/0", "replace": {"move": "a"}}, "n = 1\n", ""),
        (HEADED, {"pointer": "/moves/0/move", "replace": "z"}, '"a" #', '"z" #'),
        (HEADED, {"pointer": "/moves/1", "insert_before": [{"move": "x"}]}, "[[moves]]\n# second",
         '[[moves]]\nmove = "x"\n\n[[moves]]\n# second'),
        (HEADED, {"pointer": "/moves/2", "remove": True}, '[[moves]]\nmove = "c"\n\n', ""),
        (HEADED, {"pointer": "/moves/-", "insert_before": [{"move": "x"}]}, 'move = "c"\n', 'move = "c"\n\n[[moves]]\nmove = "x"\n'),
    ],
)  # fmt: skip
def test_toml(source: str, change: dict[str, Any], old: str, new: str) -> None:
    assert source.count(old) == 1
    for before, after in ((source, source.replace(old, new)), ("\ufeff" + source, "\ufeff" + source.replace(old, new))):
        assert edit(read(before.encode(), "x.toml"), [change]).decode() == after
    windows = source.replace("\n", "\r\n").encode()
    assert edit(read(windows, "x.toml"), [change]) == source.replace(old, new).replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    ("source", "change"),
    [
        (HEADED, {"pointer": "/moves/0", "replace": "a line"}),
        (HEADED, {"pointer": "/moves/1", "insert_before": ["a line"]}),
        (HEADED, {"pointer": "/moves/1", "remove": True}),
        (HEADED, {"pointer": "/moves/0", "replace": {"n": 1}}),
        (HEADED, {"pointer": "/moves", "replace": []}),
        (HEADED, {"pointer": "/moves/9", "replace": 1}),
        (TOML, {"pointer": "/players", "remove": True}),
    ],
)
def test_refused(source: str, change: dict[str, Any]) -> None:
    with pytest.raises(EditError) as caught:
        edit(read(source.encode(), "x.toml"), [change])
    assert caught.value.pointer == change["pointer"] or change["pointer"] in caught.value.pointer


INSIDE = """moves = [
  { move = "supply", cards = [
    "a", # the first
    "b",
  ] },
]
"""


def test_a_comment_inside_a_move_stays() -> None:
    document = read(INSIDE.encode(), "x.toml")
    change = {"pointer": "/moves/0", "replace": {"move": "supply", "cards": ["a", "c"]}}
    assert edit(document, [change]).decode() == INSIDE.replace('"b"', '"c"')
    for lost in ("a line", {"move": "supply"}, {"move": "supply", "cards": ["a"]}, {"move": "supply", "cards": {}}):
        with pytest.raises(EditError):
            edit(document, [{"pointer": "/moves/0", "replace": lost}])
    with pytest.raises(EditError):
        edit(document, [{"pointer": "/moves/0", "remove": True}])
    with pytest.raises(EditError):
        # Although an earlier change has looked into the move.
        edit(document, [{"pointer": "/moves/0/move", "replace": "x"}, {"pointer": "/moves/0", "remove": True}])


def test_changes_that_touch_each_other() -> None:
    document = read(TOML.encode(), "x.toml")
    with pytest.raises(EditError):
        edit(document, [{"pointer": "/moves/3", "replace": 1}, {"pointer": "/moves/3/n", "replace": 2}])
    with pytest.raises(EditError):
        edit(document, [{"pointer": "/moves/3", "replace": 1}, {"pointer": "/moves/3", "replace": 2}])


def test_json_keeps_its_layout() -> None:
    source = '{\n  "players": ["Anna",   "Ben"],\n  "moves": [\n    "a", "b",\n\n    {"n": 1}\n  ]\n}'
    document = read(source.encode(), "x.json")
    assert edit(document, [{"pointer": "/moves/2/n", "replace": 2}]).decode() == source.replace('"n": 1', '"n": 2')
    assert edit(document, [{"pointer": "/moves/2", "remove": True}]).decode() == source.replace(',\n\n    {"n": 1}', "")
    added = edit(document, [{"pointer": "/moves/-", "insert_before": ["z"]}]).decode()
    assert added == source.replace('{"n": 1}', '{"n": 1},\n    "z"')


steps = st.sampled_from(["keep", "replace", "remove", "insert", "replace+insert"])
values = st.integers(0, 9) | st.sampled_from(["x", 'a"b', "é"]) | st.just({"move": "m", "n": [1]})


@given(st.lists(st.tuples(steps, values, values), max_size=6), st.lists(values, max_size=2),
       st.sampled_from(["json", "json-indent", "json-lines", "toml", "toml-writer"]))  # fmt: skip
def test_edits_do_to_the_file_what_they_do_to_the_list(
    plan: list[tuple[str, Any, Any]], added: list[Any], style: str
) -> None:
    tree = {"a": 1, "moves": [old for _, old, _ in plan], "b": {"c": 2}}
    changes: list[dict[str, Any]] = []
    expected: list[Any] = []
    for place, (step, old, new) in enumerate(plan):
        pointer = f"/moves/{place}"
        if "insert" in step:
            changes.append({"pointer": pointer, "insert_before": [new, "inserted"]})
            expected += [new, "inserted"]
        if "replace" in step:
            changes.append({"pointer": pointer, "replace": new})
        if step == "remove":
            changes.append({"pointer": pointer, "remove": True})
        else:
            expected.append(new if "replace" in step else old)
    if added and all(step != "remove" for step, _, _ in plan):
        changes.append({"pointer": "/moves/-", "insert_before": added})
        expected += added
    written = {
        "json": lambda: to_json(tree), "json-indent": lambda: json.dumps(tree, indent=2).encode(),
        "json-lines": lambda: json.dumps(tree).encode(), "toml": lambda: to_toml(tree),
        "toml-writer": lambda: tomli_w.dumps({**tree, "moves": [str(move) for move in tree["moves"]]}).encode(),
    }[style]()  # fmt: skip
    document = read(written, "x", style.partition("-")[0])
    result = read(edit(document, changes), "x", style.partition("-")[0])
    assert result.flaws == []
    assert result.tree is not None
    assert [str(move) for move in result.tree["moves"]] == [str(move) for move in expected]
    assert {key: value for key, value in result.tree.items() if key != "moves"} == {"a": 1, "b": {"c": 2}}
