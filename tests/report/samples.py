"""Four games as a report gets them: a legal, an illegal, an incomplete and an unreadable one."""

from __future__ import annotations

from typing import Any

from referee.engine.verdict import Assumption, Moves, Place, Score, Unjudged, Verdict, Violation
from referee.report import Judged, Report, Style, load

CITE = {"document": "The Speicherstadt, rulebook", "section": "Purchase"}
FORM = {"document": "Transcript format, version 1", "section": "Envelope"}

ILLEGAL = [f"# line {number}" for number in range(1, 61)] + [
    '  "Ben: buy 2 for 3",',
    '\t"李雷: buy 2\tfor 3", # 価格',
    '  { move = "buy", player = "Ben", at = 9 },',
]


def violation(**changes: Any) -> Violation:
    values: dict[str, Any] = {
        "rule": "purchase.price",
        "title": "The price is the number of workers left above the card",
        "cite": CITE,
        "severity": "error",
        "move": 57,
        "pointer": "/moves/56",
        "field": "price",
        "round": 3,
        "phase": "purchase",
        "player": "Ben",
        "message": "Ben paid 3 for fireman-2, but 2 workers were left above it, so it costs 2.",
        "found": 3,
        "expected": 2,
        "applied": "as-recorded",
        "fix": {"pointer": "/moves/56", "replace": "Ben: buy 2 for 2"},
    }
    place = {"line": 61, "column": 19, "end_line": 61, "end_column": 20}
    where = Place(**{part: changes.pop(part, at) for part, at in place.items()})
    return Violation(**{**values, **changes}, where=where)


def score(player: str, rank: int, total: int, coins: int, **breakdown: int) -> Score:
    return Score(player, total, breakdown, {"coins": coins}, rank)


def verdict(source: str, result: str, **changes: Any) -> Verdict:
    values: dict[str, Any] = {
        "sha256": "0" * 64,
        "referee": "0.1.0",
        "game": "speicherstadt",
        "ruleset": 1,
        "expansions": ["kaispeicher"],
        "profile": "rulebook",
        "rulings": {"storekeeper": "any-turn", "coffee_break": "any-turn"},
        "players": ["Anna", "Ben", "李雷"],
        "complete": True,
        "moves": Moves(231, 231, 40, 0),
        "rounds": 12,
    }
    return Verdict(source=source, verdict=result, **{**values, **changes})


def legal() -> Judged:
    note = violation(
        rule="warning.expired", title="Goods expired although there was room", severity="warning", move=31,
        pointer="/moves/30", field=None, line=3, column=4, end_line=3, end_column=12, phase="loading",
        message="Ben let saffron expire, although there was room for 1 of them.", found=None, expected=None,
        applied=None, fix=None,
    )  # fmt: skip
    scores = [
        score("Anna", 1, 24, 4, fires=-2, contracts=16, merchants=2, buildings=8),
        score("李雷", 2, 19, 7, fires=3, contracts=8, merchants=1, counting_offices=2, buildings=5),
        score("Ben", 3, -3, 0, fires=-3),
    ]
    return Judged(
        verdict("games/final.toml", "legal", scores=scores, winners=["Anna"], notes=[note]), ["", "", "moves = [  # so"]
    )


def illegal() -> Judged:
    wide = violation(
        move=58, pointer="/moves/57", player="李雷", line=62, column=2, end_line=62, end_column=20, expected=None,
        message="李雷 \x1b[31mpaid <b>3</b> | for\nnothing, 100%.", fix=None, applied="skipped", field=None,
        ruling={"name": "coffee_break", "value": "while-others-wait", "otherwise": "legal"},
    )  # fmt: skip
    stands = violation(
        rule="purchase.space", title="There is such a space", move=59, pointer="/moves/58/at", field=None, line=63,
        column=39, end_line=63, end_column=40, found=9, expected=["1", "2", "r1"], arbiter="stands",
        message="There is no place 9.", fix={"pointer": "/moves/58/at", "replace": 2},
    )  # fmt: skip
    scores = [score("Anna", 1, 4, 4, fires=4), score("Ben", 1, 4, 4, contracts=4), score("李雷", 3, 0, 1)]
    judged = verdict(
        "games/bad: one.toml", "illegal", complete=True, disputed=True, scores=scores, winners=["Anna", "Ben"],
        violations=[violation(), wide, stands], moves=Moves(231, 200, 40, 31), ignored=["loading.stock"],
        assumptions=[Assumption("tea-second-tie", "A tie is shared.", "share", {"each": {"Ben": 36}})],
        unjudged=[Unjudged("the draft", "the decks were not given", 31)],
    )  # fmt: skip
    return Judged(judged, ILLEGAL)


def incomplete() -> Judged:
    scores = [score("Anna", 1, 2, 5, fires=2), score("Ben", 2, 0, 5), score("李雷", 2, 0, 5)]
    judged = verdict(
        "log.jsonl:17", "legal", complete=False, rounds=1, moves=Moves(1, 1, 0, 0), scores=scores, expansions=[]
    )
    return Judged(judged, ["{}"], 17, ("the game is incomplete, and --require-complete was asked for",))


def unreadable() -> Judged:
    fault = violation(
        rule="transcript.syntax", title="The file is sound JSON or TOML", cite=FORM, move=None, pointer="", field=None,
        line=1, column=12, end_line=1, end_column=12, round=None, phase=None, player=None, found=None,
        expected="a comma", message="A comma is missing here.", applied=None, fix=None,
    )  # fmt: skip
    judged = verdict(
        "torn.json", "unreadable", game=None, ruleset=None, expansions=[], profile=None, rulings={}, players=[],
        complete=False, rounds=0, moves=Moves(), violations=[fault],
    )  # fmt: skip
    return Judged(judged, ['{"game": 1 "players": []}'])


def everything() -> list[Judged]:
    return [legal(), illegal(), incomplete(), unreadable()]


def render(target: str, judged: list[Judged], style: Style | None = None) -> str:
    """What a report writes for these games."""
    report: Report = load(target, style or Style())
    parts = [report.start()]
    parts += [report.add(report.piece(one)) for one in judged]
    return "".join([*parts, report.finish()])
