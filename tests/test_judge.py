"""The judge: verdict, claims, fixes, assumptions, filters and the public functions."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pebbles.game import GAME

import referee
from referee import games
from referee.judge import Options, RefereeBug, judge, open_document
from referee.transcript.document import read, unavailable
from referee.transcript.edits import edit
from referee.transcript.writing import to_json, to_toml


def log(*moves: Any, **fields: Any) -> dict[str, Any]:
    return {"format": "referee/1", "game": "pebbles", "players": ["Anna", "Ben"], **fields, "moves": list(moves)}


WHOLE = ("heap: 5", "Anna: take 2", "Ben: take 3")


def rules(verdict: referee.Verdict) -> list[tuple[int | None, str]]:
    return [(violation.move, violation.rule) for violation in verdict.violations]


def test_a_whole_game() -> None:
    source = to_json(log(*WHOLE, meta={"event": "Final"}, result={"scores": {"Ben": 3}, "winners": ["Ben"]}))
    verdict = referee.check(source, name="final.json", audit=True)
    plain = verdict.as_dict()
    assert plain["verdict"] == "legal"
    assert plain["complete"] is True
    assert (plain["source"], plain["referee"], plain["ruleset"], plain["rounds"]) == ("final.json", "0.1.0", 2, 1)
    assert plain["moves"] == {"recorded": 3, "checked": 3, "implied": 0, "unchecked": 0}
    assert [(score["player"], score["rank"], score["total"]) for score in plain["scores"]] == [
        ("Ben", 1, 3),
        ("Anna", 2, 2),
    ]
    assert plain["winners"] == ["Ben"]
    assert plain["meta"] == {"event": "Final"}
    assert len(plain["sha256"]) == 64
    assert plain["rulings"] == {"most": 3, "bonus": [1, 1], "pace": "any"}
    assert json.loads(json.dumps(plain)) == plain


def test_shared_first_rank() -> None:
    verdict = referee.check(log("heap: 4", "Anna: take 2", "Ben: take 2", result={"winners": ["Ben", "Anna"]}))
    assert verdict.winners == ["Anna", "Ben"]
    assert verdict.verdict == "legal"


@pytest.mark.parametrize(
    ("result", "found"),
    [
        ({"scores": {"Anna": 3}}, [("result.scores", "/result/scores/Anna")]),
        ({"scores": {"Anna": 3, "Ben": 2}},
         [("result.scores", "/result/scores/Anna"), ("result.scores", "/result/scores/Ben")]),
        ({"scores": {"Anna": 2}}, []),
        ({"scores": {}}, []),
        ({"winners": ["Anna"]}, [("result.winners", "/result/winners")]),
        ({"winners": []}, [("result.winners", "/result/winners")]),
        ({"winners": ["Ben", "Ben"]}, []),
        ({"winners": ["Ben", "Cleo"]}, [("transcript.unknown-player", "/result/winners/1")]),
        ({"scores": {"Cleo": 3}}, [("transcript.unknown-player", "/result/scores/Cleo")]),
        ({}, []),
    ],
)  # fmt: skip
def test_claimed_result(result: dict[str, Any], found: list[tuple[str, str]]) -> None:
    tree = log(*WHOLE, result=result)
    for source in (to_json(tree), to_toml(tree)):
        verdict = referee.check(source)
        assert [(violation.rule, violation.pointer) for violation in verdict.violations] == found
        assert all(violation.move is None for violation in verdict.violations)
        assert verdict.verdict == ("illegal" if found else "legal")
        assert verdict.notes == []


def test_result_of_a_game_that_is_not_over() -> None:
    verdict = referee.check(log("heap: 5", result={"scores": {"Anna": 9, "Zoë": 1}}))
    assert rules(verdict) == [(None, "transcript.unknown-player")]
    assert [note.rule for note in verdict.notes] == ["note.result-unchecked"]
    assert verdict.winners == []
    assert [score.total for score in verdict.scores or ()] == [0, 0]


def test_the_end_is_implied_unless_every_step_has_to_be_logged() -> None:
    tree = log("heap: 3", "Anna: take 2")
    verdict = referee.check(tree)
    assert (verdict.complete, verdict.moves.implied) == (True, 1)
    (note,) = verdict.notes
    assert (note.rule, note.move, note.pointer, note.line) == ("note.implied-end", None, "/moves/1", 3)
    assert not referee.check(tree, explicit=True).complete


@pytest.mark.parametrize(
    ("move", "fix"),
    [
        ("Ben: take 1", {"pointer": "/moves/1", "replace": "Anna: take 1"}),
        ({"move": "take", "player": "Ben", "count": 1}, {"pointer": "/moves/1/player", "replace": "Anna"}),
        ("Anna: take 4 at x", {"pointer": "/moves/1", "replace": "Anna: take 3 at x"}),
        ("Anna:  take  4", {"pointer": "/moves/1", "replace": "Anna: take 3"}),
        ({"move": "take", "player": "Anna", "count": 4}, {"pointer": "/moves/1/count", "replace": 3}),
        ("Anna: swap with Ben", {"pointer": "/moves/1", "insert_before": ["Anna: take 1"]}),
        ({"move": "swap", "player": "Anna", "victim": "Ben"},
         {"pointer": "/moves/1", "insert_before": [{"move": "take", "player": "Anna", "count": 1}]}),
        ("claim Ben: pebbles 7", {"pointer": "/moves/1", "replace": "claim Ben: pebbles 0"}),
    ],
)  # fmt: skip
def test_fixes(move: Any, fix: dict[str, Any]) -> None:
    tree = log("heap: 5", move)
    for source in (to_json(tree), to_toml(tree)):
        document = read(source, "x")
        (violation,) = judge(document).violations
        assert violation.fix == fix
        assert judge(read(edit(document, [violation.fix]), "x")).verdict == "legal"


def test_fix_by_removal() -> None:
    (violation,) = referee.check(log(*WHOLE, "Anna: take 1")).violations
    assert (violation.rule, violation.fix) == ("end.over", {"pointer": "/moves/3", "remove": True})


def test_a_line_is_pointed_at_by_its_words() -> None:
    source = b'format = "referee/1"\ngame = "pebbles"\nplayers = ["Anna", "Ben"]\nmoves = [\n\t"heap: 5",\n\t"Anna: take 4",\n]\n'
    (violation,) = referee.check(source).violations
    assert (violation.pointer, violation.field) == ("/moves/1", "count")
    assert (violation.line, violation.column, violation.end_line, violation.end_column) == (6, 14, 6, 15)
    assert violation.ruling == {"name": "most", "value": 3, "otherwise": "illegal"}
    assert (violation.round, violation.phase, violation.player, violation.applied) == (1, "taking", "Anna", "corrected")
    assert violation.cite == {"document": "Pebbles, rulebook", "section": "Taking"}


def test_an_object_is_pointed_at_by_its_field() -> None:
    moves = ({"move": "take", "player": "Anna"}, {"move": "swap", "player": "Anna", "victim": "Anna"})
    (violation,) = referee.check(log("heap: 5", *moves)).violations
    assert (violation.rule, violation.pointer, violation.field) == ("swap.other", "/moves/2/victim", None)


def test_the_arbiter_lets_a_violation_stand() -> None:
    verdict = referee.check(
        log("heap: 5", "Ben: take 1", "arbiter: stands, noticed too late", "Anna: take 3", "Ben: take 1")
    )
    assert [(item.rule, item.arbiter) for item in verdict.violations] == [("take.turn", "stands")]
    assert (verdict.verdict, verdict.disputed) == ("legal", False)
    assert "disputed" not in verdict.as_dict()


def test_scores_after_a_violation_are_disputed() -> None:
    verdict = referee.check(log("heap: 5", "Ben: take 1"))
    assert (verdict.verdict, verdict.disputed) == ("illegal", True)
    assert verdict.as_dict()["disputed"] is True


def test_stop_at_first() -> None:
    tree = log("heap: 9", "Ben: take 1", "arbiter: stands", "Anna: take 5", "Anna: take 1", "Ben: take 1")
    verdict = referee.check(tree, stop_at_first=True)
    assert rules(verdict) == [(2, "take.turn"), (4, "take.most")]
    assert verdict.moves.unchecked == 2
    assert rules(referee.check(tree, stop_at_first=True, ignore=["take.most"])) == [(2, "take.turn"), (5, "take.turn")]


def test_filters() -> None:
    tree = log("heap: 9", "Ben: take 5", "Zoë: take 1", "claim Ben: pebbles 1")
    verdict = referee.check(tree)
    assert rules(verdict) == [
        (2, "take.turn"),
        (2, "take.most"),
        (3, "transcript.unknown-player"),
        (4, "claim.pebbles"),
    ]
    some = referee.check(tree, ignore=["take"])
    assert rules(some) == [(3, "transcript.unknown-player"), (4, "claim.pebbles")]
    assert some.ignored == ["take.turn", "take.most"]
    none = referee.check(tree, select=["end"])
    assert (none.verdict, none.disputed) == ("legal", False)
    assert none.as_dict()["ignored"] == ["take.turn", "take.most", "transcript.unknown-player", "claim.pebbles"]
    assert referee.check(log(profile="x"), ignore=["transcript"]).verdict == "unreadable"
    assert referee.check(log(profile="x"), select=["take"]).violations != []


def test_assumptions_only_where_they_matter() -> None:
    (assumption,) = referee.check(log("heap: 5", "Anna: take 3", "Ben: take 2")).assumptions
    assert (assumption.id, assumption.chosen) == ("last-pebble", "once")
    assert assumption.otherwise == {"twice": {"Ben": 3}, "unclear": "unjudged"}
    assert referee.check(log("heap: 5")).assumptions == []


def test_what_could_not_be_judged() -> None:
    assert [item.what for item in referee.check(log()).unjudged] == ["heap"]


def test_a_rule_on_the_setup_leaves_the_moves_unchecked() -> None:
    verdict = referee.check(
        log("heap: 5", "x", players=["A", "B", "C", "D"], expansions=["bags"], result={"winners": ["E"]})
    )
    assert rules(verdict) == [(None, "setup.bags"), (None, "transcript.unknown-player")]
    assert (verdict.verdict, verdict.scores, verdict.complete) == ("illegal", None, False)
    assert (verdict.moves.recorded, verdict.moves.checked, verdict.moves.unchecked) == (2, 0, 2)
    assert verdict.violations[0].pointer == "/players"


def test_a_bug_of_ours_names_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "skip", lambda *_: 1 / 0)
    with pytest.raises(RefereeBug) as caught:
        judge(read(to_json(log("heap: 5", "Anna: take 1", "nonsense")), "bad.json"))
    assert (caught.value.source, caught.value.move) == ("bad.json", 3)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_a_file_that_vanished() -> None:
    verdict = judge(unavailable("gone.toml", "no such file"), Options(ignore=("transcript",)))
    assert (verdict.verdict, verdict.source) == ("unreadable", "gone.toml")
    assert [(item.rule, item.pointer, item.line) for item in verdict.violations] == [("transcript.io", "", 1)]


def test_everything_is_deterministic() -> None:
    source = to_toml(log("heap: 9", "Ben: take 5", {"move": "take", "x": 1}, result={"winners": ["Q"]}))
    assert referee.check(source).as_dict() == referee.check(source).as_dict()


class TestPublicFunctions:
    def test_sources(self, tmp_path: Path) -> None:
        path = tmp_path / "game.toml"
        path.write_bytes(to_toml(log(*WHOLE)))
        by_path = referee.check(path)
        assert by_path.source == str(path)
        assert by_path.legal
        assert referee.check(str(path)).as_dict() == by_path.as_dict()
        assert referee.check(path.read_bytes(), name=str(path)).as_dict() == by_path.as_dict()
        assert referee.check(log(*WHOLE)).scores == by_path.scores
        with pytest.raises(FileNotFoundError):
            referee.check(tmp_path / "none.toml")
        with pytest.raises(TypeError):
            referee.check({"format": {1, 2}})

    def test_load(self) -> None:
        transcript = referee.load(log(*WHOLE, meta={"a": 1}, profile="house"))
        assert isinstance(transcript, referee.Transcript)
        assert (transcript.game, transcript.players, transcript.profile) == ("pebbles", ["Anna", "Ben"], "house")
        assert transcript.moves == list(WHOLE)
        assert transcript.rulings["most"] == 2
        with pytest.raises(referee.TranscriptError) as caught:
            referee.load(log(profile="x", foo=1))
        assert [rule for rule, _ in caught.value.faults] == ["transcript.unknown-field", "transcript.profile"]

    def test_opened(self) -> None:
        opened = open_document(read(to_json(log(*WHOLE)), "x"))
        assert opened.game is GAME
        assert opened.raw == list(WHOLE)
        assert [entry.move for entry in opened.entries] == ["heap", "take", "take"]


class TestGames:
    def test_ours_and_others(self) -> None:
        assert "pebbles" not in games.names()
        assert "pebbles" in games.all_names()
        assert games.find("pebbles") is GAME
        assert games.find("no such game") is None
        assert games.find("../toy") is None
        for name in games.names():
            game = games.find(name)
            assert game is not None
            assert game.id == name


def test_a_check_imports_no_more_than_it_needs() -> None:
    source = to_json(log(*WHOLE)).decode()
    program = (
        "import sys; sys.path[:0] = ['tests/toy', '.']; import referee\n"
        "for name in ('pydantic_core', 'jiter', 'tomllib', 'difflib', 'referee.judge', 'referee.transcript.document'):\n"
        "    assert name not in sys.modules, name\n"
        f"assert referee.check({source!r}.encode()).legal\n"
        "for name in ('pydantic', 'tree_sitter', 'click', 'rich', 'structlog', 'jinja2', 'tomllib', 'tomli_w', 'json',\n"
        "             'referee.games.speculaas', 'referee.games.speicherstadt'):\n"
        "    assert name not in sys.modules, name\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).parent.parent)


def test_a_verdict_travels_to_another_process_with_its_places() -> None:
    verdict = referee.check(log("heap: 5", "Anna: take 4"))
    again = pickle.loads(pickle.dumps(verdict))
    assert again == verdict
    assert again.violations[0].line == verdict.violations[0].line > 0
