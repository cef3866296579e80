"""The verdict log: one entry a move, and the sum of all effects is the final state."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee import games
from referee.engine.effects import difference, total
from referee.engine.game import Game
from referee.fixtures import folder
from referee.judge import judge
from referee.report.log import VerdictLog
from referee.transcript.document import read
from tests.cli.running import line


class Ends(VerdictLog):
    """A log that also keeps the first and the last state."""

    def opened(self, game: Game, table: Any) -> None:
        super().opened(game, table)
        self.game = game
        self.first = self.last = game.snapshot(table)

    def saw(self, table: Any, *seen: Any) -> None:
        super().saw(table, *seen)
        self.last = self.game.snapshot(table)


def logged(data: bytes, source: str) -> tuple[list[dict[str, Any]], Ends, Any]:
    log = Ends(source)
    verdict = judge(read(data, source), watcher=log)
    return [json.loads(text) for text in log.written().splitlines()], log, verdict


def test_the_fields_of_an_entry() -> None:
    text = line(
        [
            "heap: 3",
            {"move": "take", "player": "Ben", "count": 2},
            "what",
            {"move": "claim", "player": "Ben", "pebbles": 9},
        ]
    )
    entries, _, _ = logged(text.encode(), "a.json")
    assert entries == [
        {
            "source": "a.json", "index": 0, "implied": False, "round": 1, "phase": "laying", "player": None,
            "move": {"move": "heap", "pebbles": 3}, "verdict": "legal", "effects": {"pebbles": {"heap": 3}},
        },
        {
            "source": "a.json", "index": 1, "implied": False, "round": 1, "phase": "taking", "player": "Ben",
            "move": {"move": "take", "player": "Ben", "count": 2}, "verdict": "take.turn", "rules": ["take.turn"],
            "effects": {"pebbles": {"heap": -2, "Ben": 2}},
        },
        {
            "source": "a.json", "index": 2, "implied": False, "round": 1, "phase": "taking", "player": None,
            "move": "what", "verdict": "transcript.unknown-move",
            "rules": ["transcript.unknown-move"], "effects": {},
        },
        {
            "source": "a.json", "index": 3, "implied": False, "round": 1, "phase": "taking", "player": "Ben",
            "move": {"move": "claim", "player": "Ben", "pebbles": 9}, "verdict": "claim.pebbles", "rules": ["claim.pebbles"],
            "effects": {},
        },
        {
            "source": "a.json", "index": None, "before": 4, "implied": True, "round": 1, "phase": "taking", "player": "Anna",
            "move": {"move": "take", "player": "Anna", "count": 1}, "verdict": "legal",
            "effects": {"pebbles": {"heap": -1, "Anna": 1}},
        },
    ]  # fmt: skip


@pytest.mark.parametrize("game", games.names())
def test_the_sum_of_all_effects_is_the_final_state(game: str) -> None:
    checked = 0
    for path in sorted(path for kind in ("legal", "cases") for path in (folder() / game).rglob(f"{kind}/*.[jt]*")):
        entries, log, verdict = logged(path.read_bytes(), path.name)
        if verdict.verdict == "unreadable" or not entries:
            continue
        checked += 1
        assert difference(total(log.first, (entry["effects"] for entry in entries)), log.last) == {}, path
        assert len(entries) == verdict.moves.checked + verdict.moves.implied, path
    assert checked


def test_each_entry_says_to_which_phase_it_belongs() -> None:
    path = folder() / "speicherstadt" / "legal" / "three-players-base-yucata.toml"
    entries, _, _ = logged(path.read_bytes(), path.name)
    phases: dict[str, set[str]] = {}
    for entry in entries:
        phases.setdefault(entry["move"]["move"], set()).add(entry["phase"])
    assert phases.items() >= {
        "place": {"demand"}, "buy": {"purchase"}, "pass": {"purchase"}, "load": {"loading"}, "income": {"income"},
    }.items()  # fmt: skip
