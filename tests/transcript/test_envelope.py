"""Every fault of the envelope: its rule, its pointer, and the words it stands at, in JSON and in TOML."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.engine.verdict import Place
from referee.transcript.writing import to_toml
from tests.transcript.test_positions import cut

SOUND: dict[str, Any] = {"format": "referee/1", "game": "pebbles", "players": ["Anna", "Ben"], "moves": []}
BIG = 2**53 + 1
LEFT_OUT = object()


def with_fields(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in {**SOUND, **fields}.items() if value is not LEFT_OUT}


def found(verdict: referee.Verdict, source: str) -> list[tuple[str, str, str]]:
    lines = source.removeprefix("\ufeff")
    return [
        (violation.rule.removeprefix("transcript."), violation.pointer,
         cut(lines, Place(violation.line, violation.column, violation.end_line, violation.end_column)))
        for violation in verdict.violations
    ]  # fmt: skip


FAULTS = [
    # fields, then rule, pointer and text (as JSON) of each fault
    ({"format": "referee/2"}, [("format", "/format", '"referee/2"')]),
    ({"format": 1}, [("format", "/format", "1")]),
    ({"format": LEFT_OUT}, [("missing-field", "", None)]),
    # a misspelt field is one slip, not also a missing one
    ({"game": LEFT_OUT, "gaem": "pebbles"}, [("unknown-field", "/gaem", "gaem")]),
    ({"game": LEFT_OUT, "colour": 1}, [("unknown-field", "/colour", "colour"), ("missing-field", "", None)]),
    ({"game": "chess"}, [("game", "/game", '"chess"')]),
    ({"game": 7}, [("type", "/game", "7")]),
    ({"players": LEFT_OUT, "moves": LEFT_OUT}, [("missing-field", "", None), ("missing-field", "", None)]),
    ({"players": []}, [("players", "/players", "[]")]),
    ({"players": ["Anna"]}, [("players", "/players", '["Anna"]')]),
    ({"players": ["A", "B", "C", "D", "E"]}, [("players", "/players", '["A", "B", "C", "D", "E"]')]),
    ({"players": ["Anna", "Anna"]}, [("players", "/players/1", '"Anna"')]),
    ({"players": ["Anna", ""]}, [("players", "/players/1", '""')]),
    ({"players": ["Anna", 3]}, [("type", "/players/1", "3")]),
    ({"players": "Anna"}, [("type", "/players", '"Anna"')]),
    ({"expansions": ["bag"]}, [("expansion", "/expansions/0", '"bag"')]),
    ({"expansions": ["bags", "bags"]}, [("expansion", "/expansions/1", '"bags"')]),
    ({"expansions": [1]}, [("type", "/expansions/0", "1")]),
    ({"expansions": {}}, [("type", "/expansions", None)]),
    ({"profile": "hose"}, [("profile", "/profile", '"hose"')]),
    ({"profile": True}, [("type", "/profile", "true")]),
    ({"ruleset": 1}, [("ruleset", "/ruleset", "1")]),
    ({"ruleset": 3}, [("ruleset", "/ruleset", "3")]),
    ({"ruleset": 2.0}, [("type", "/ruleset", "2.0")]),
    ({"ruleset": "2"}, [("type", "/ruleset", '"2"')]),
    ({"ruleset": BIG}, [("limit", "/ruleset", str(BIG))]),
    ({"rulings": {"most": 4}}, [("ruling", "/rulings/most", "4")]),
    ({"rulings": {"most": "3"}}, [("ruling", "/rulings/most", '"3"')]),
    ({"rulings": {"most": 3.0}}, [("ruling", "/rulings/most", "3.0")]),
    ({"rulings": {"bonus": [1]}}, [("ruling", "/rulings/bonus", "[1]")]),
    ({"rulings": {"moist": 3}}, [("ruling", "/rulings/moist", "moist")]),
    ({"rulings": []}, [("type", "/rulings", "[]")]),
    ({"setup": {"x": 1}}, [("setup", "/setup", None)]),
    ({"setup": 1}, [("type", "/setup", "1")]),
    ({"playrs": 1}, [("unknown-field", "/playrs", "playrs")]),
    ({"a/b~": 1}, [("unknown-field", "/a~1b~0", "a/b~")]),
    ({"moves": {}}, [("type", "/moves", None)]),
    ({"result": {"scores": {"Anna": 1.5}}}, [("type", "/result/scores/Anna", "1.5")]),
    ({"result": {"scores": {"Anna": BIG}}}, [("limit", "/result/scores/Anna", str(BIG))]),
    ({"result": {"scores": []}}, [("type", "/result/scores", "[]")]),
    ({"result": {"winners": "Anna"}}, [("type", "/result/winners", '"Anna"')]),
    ({"result": {"winners": [1]}}, [("type", "/result/winners/0", "1")]),
    ({"result": {"winner": ["Anna"]}}, [("unknown-field", "/result/winner", "winner")]),
    ({"result": 1}, [("type", "/result", "1")]),
    ({"meta": 1}, [("type", "/meta", "1")]),
    ({"meta": {"x": [BIG]}}, [("limit", "/meta/x/0", str(BIG))]),
    ({"meta": {"x": -BIG}}, [("limit", "/meta/x", str(-BIG))]),
    ({"moves": [{"move": "heap", "pebbles": BIG}]}, [("limit", "/moves/0/pebbles", str(BIG))]),
    ({"moves": [{"move": "heap", "pebbles": 1, "x": [{"y": BIG}]}]}, [("limit", "/moves/0/x/0/y", str(BIG))]),
    ({"moves": [{"move": "heap", "pebbles": BIG}], "profile": "x"},
     [("profile", "/profile", '"x"'), ("limit", "/moves/0/pebbles", str(BIG))]),
    ({"format": "x", "game": 1, "foo": 1, "players": 2},
     [("unknown-field", "/foo", "foo"), ("format", "/format", '"x"'), ("type", "/game", "1"), ("type", "/players", "2")]),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "faults"), FAULTS)
def test_faults(fields: dict[str, Any], faults: list[tuple[str, str, str | None]]) -> None:
    tree = with_fields(**fields)
    for source in (json.dumps(tree), json.dumps(tree, indent=2), "\ufeff" + to_toml(tree).decode()):
        verdict = referee.check(source.encode())
        assert verdict.verdict == "unreadable"
        assert verdict.scores is None
        assert len(verdict.violations) == len(faults)
        for violation, (rule, pointer, text), (was_rule, was_pointer, written) in zip(
            verdict.violations, faults, found(verdict, source), strict=True
        ):
            assert (was_rule, was_pointer) == (rule, pointer)
            assert violation.move is None
            assert violation.message
            if text is not None:
                assert loose(written) == loose(text)


def loose(text: str) -> str:
    """A value written in JSON or TOML, with or without quotes and line breaks."""
    return "".join(text.split()).strip('"')


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ('{"format": null, "game": "pebbles", "players": ["A", null], "moves": null, "meta": {"a": [null]}}',
         [("type", "/format"), ("type", "/players/1"), ("type", "/moves"), ("type", "/meta/a/0")]),
        ('{"format": "referee/1", "game": "pebbles", "players": ["A", "B"], "moves": [], "meta": {"x": 1e999}}',
         [("syntax", "/meta/x")]),
        ('{"format": "referee/1", "game": "pebbles", "players": ["A", "B"], "moves": [{"move": "heap", "pebbles": 1e999}]}',
         [("syntax", "/moves/0/pebbles")]),
        ('{"format": "referee/1", "game": "pebbles", "players": ["A", "B"], "moves": [], "meta": '
         + '{"a":' * 62 + "[]" + "}" * 62 + "}", []),
        ('{"format": "referee/1", "game": "pebbles", "players": ["A", "B"], "moves": [], "meta": '
         + '{"a":' * 63 + "[]" + "}" * 63 + "}", [("limit", "/meta" + "/a" * 63)]),
        ('{"format": "referee/1", "game": "pebbles", "players": ["A", "B"], "moves": ['
         + "[" * 62 + "1" + "]" * 62 + "]}", "illegal"),
        ('{"format": "referee/1", "game": "pebbles", "players": ["A", "B"], "moves": ['
         + "[" * 63 + "1" + "]" * 63 + "]}", [("limit", "/moves" + "/0" * 63)]),
    ],
)  # fmt: skip
def test_json_only(source: str, faults: Any) -> None:
    verdict = referee.check(source.encode())
    if isinstance(faults, str):
        assert verdict.verdict == faults
        return
    assert [(item.rule.removeprefix("transcript."), item.pointer) for item in verdict.violations] == faults


HEAD = 'format = "referee/1"\ngame = "pebbles"\nplayers = ["A", "B"]\nmoves = []\n'


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        (HEAD + "meta = { x = inf, y = [nan] }", [("syntax", "/meta/x", (5, 14)), ("syntax", "/meta/y/0", (5, 24))]),
        (HEAD + "ruleset = 1979-05-27", [("type", "/ruleset", (5, 11))]),
        (HEAD.replace('"A"', "1979-05-27"), [("type", "/players/0", (3, 12))]),
        (HEAD + "[result.scores]\nA = 07:32:00", [("type", "/result/scores/A", (6, 5))]),
        (HEAD + "[meta]\nx = 0x" + "f" * 5000, [("limit", "/meta/x", (6, 5))]),
        (HEAD + "[meta]\nday = 1979-05-27", []),
        (HEAD.replace("moves = []\n", '[[moves]]\nmove = "heap"\npebbles = 1979-05-27'), "illegal"),
        (HEAD.replace('game = "pebbles"\n', "[meta]\n"), [("missing-field", "", (1, 1)), ("missing-field", "", (1, 1)),
                                                          ("missing-field", "", (1, 1))]),
        (HEAD + "[setup]\nx = 1", [("setup", "/setup", (5, 1))]),
    ],
)  # fmt: skip
def test_toml_only(source: str, faults: Any) -> None:
    verdict = referee.check(source.encode())
    if isinstance(faults, str):
        assert verdict.verdict == faults
        return
    places = [
        (item.rule.removeprefix("transcript."), item.pointer, (item.line, item.column)) for item in verdict.violations
    ]
    assert places == faults


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"playrs": 1}, "Did you mean players?"),
        ({"game": "pebles"}, "Did you mean pebbles?"),
        ({"profile": "House"}, "Did you mean house?"),
        ({"expansions": ["bag"]}, "Did you mean bags?"),
        ({"rulings": {"mots": 3}}, "Did you mean most?"),
        ({"rulings": {"pace": "slo"}}, "Did you mean slow?"),
        ({"result": {"winner": []}}, "Did you mean winners?"),
        ({"ruleset": 1}, "Release 0.0.9"),
    ],
)
def test_the_name_that_was_meant(fields: dict[str, Any], words: str) -> None:
    assert words in referee.check(with_fields(**fields)).violations[0].message


def test_too_many_moves() -> None:
    verdict = referee.check(with_fields(moves=["heap: 1"] * 100_001))
    assert [(item.rule, item.pointer) for item in verdict.violations] == [("transcript.limit", "/moves")]


def test_what_is_known_of_an_unreadable_transcript() -> None:
    verdict = referee.check(with_fields(profile="x", moves=["heap: 1"]))
    assert (verdict.game, verdict.players, verdict.moves.recorded, verdict.moves.checked) == (
        "pebbles",
        ["Anna", "Ben"],
        1,
        0,
    )
    assert referee.check(with_fields(game="chess")).game == "chess"


def test_options_override_the_transcript() -> None:
    assert referee.check(with_fields(profile="x"), profile="house").profile == "house"
    assert referee.check(with_fields(rulings={"most": 2}), rulings={"most": 3}).rulings["most"] == 3
    assert referee.check(with_fields(), rulings={"most": 9}).violations[0].rule == "transcript.ruling"
    assert referee.check(with_fields(), profile="nobody").violations[0].rule == "transcript.profile"
    assert referee.check(with_fields(profile="house")).rulings == {"most": 2, "bonus": [1, 1], "pace": "slow"}


leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
)
names = st.sampled_from([*SOUND, "expansions", "profile", "ruleset", "rulings", "setup", "result", "meta", "x", ""])


@given(st.dictionaries(names, values, max_size=6))
def test_any_tree_has_a_verdict(fields: dict[str, Any]) -> None:
    tree = with_fields(**fields)
    source = json.dumps(tree).encode()
    verdict = referee.check(source)
    plain = verdict.as_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    for violation in verdict.violations:
        assert violation.line >= 1
        assert violation.column >= 1


@given(st.dictionaries(names, values, max_size=6))
def test_any_toml_tree_has_a_verdict(fields: dict[str, Any]) -> None:
    tree = with_fields(**{name: without_none(value) for name, value in fields.items()})
    source = to_toml(tree)
    assert tomllib.loads(source.decode()).keys() == tree.keys()
    json.dumps(referee.check(source).as_dict(), allow_nan=False)


def without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_none(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [without_none(inner) for inner in value]
    return "none" if value is None else value


def test_of_many_faults_of_one_field_the_first_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.transcript.envelope.FLAWS", 20)
    many = 30
    wrong = with_fields(
        players=[1] * many, expansions=[1] * many, rulings={f"r{number}": 1 for number in range(many)},
        result={"scores": {f"p{number}": "1" for number in range(many)}, "winners": [1] * many},
    ) | {f"x{number}": 1 for number in range(many)}  # fmt: skip
    violations = referee.check(wrong).violations
    fields = Counter(violation.pointer.rstrip("0123456789") for violation in violations)
    assert {"/players/", "/expansions/", "/rulings/r", "/result/scores/p", "/result/winners/", "/x"} <= fields.keys()
    assert max(fields.values()) == 20
