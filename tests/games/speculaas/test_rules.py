"""Every rule of the catalogue: fixtures that keep it, and fixtures that break it and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.speculaas.game import GAME
from referee.judge import Options, judge
from referee.transcript.document import read
from referee.transcript.rules import COMMON
from tests.games.fixtures import fixture

from .log import FIXTURES

COMMON_IDS = {rule.id for rule in COMMON} - {"result.scores", "result.winners"}
RULES = [rule.id for rule in GAME.catalogue if rule.id not in COMMON_IDS]
SPECIFIED = [
    "setup.spices", "setup.cards", "setup.goal", "setup.shape", "turn.order", "turn.everyone",
    "turn.recipe", "card.unknown", "card.twice", "draft.deck", "grid.taken", "honey.supply",
    "round.number", "end.base-score", "end.over", "result.scores", "result.winners", "claim.honey",
    "claim.coffee", "claim.score",
]  # fmt: skip
KEEPS = sorted((FIXTURES / "keeps").iterdir())
BREAKS = sorted((FIXTURES / "breaks").iterdir())
SLIPS = sorted((FIXTURES / "slips").iterdir())


def rule_of(path: Path) -> str:
    return path.stem.partition("--")[0]


def test_the_catalogue_is_the_specified_one() -> None:
    assert sorted(RULES) == sorted(SPECIFIED)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_kept_and_broken(rule: str) -> None:
    assert rule in map(rule_of, KEEPS)
    assert rule in map(rule_of, BREAKS)
    entry = GAME.catalogue[rule]
    assert entry.title
    assert entry.text.endswith(".")
    assert entry.cite.document


@pytest.mark.parametrize("path", KEEPS, ids=lambda path: path.stem)
def test_kept(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")
    verdict = judge(read(path.read_bytes(), str(path)), Options(audit=True))
    assert (verdict.verdict, verdict.violations) == ("legal", [])
    assert rule_of(path) in RULES


@pytest.mark.parametrize("path", BREAKS, ids=lambda path: path.stem)
def test_broken(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")
    verdict = judge(read(path.read_bytes(), str(path)), Options(audit=True))
    assert verdict.verdict == "illegal"
    assert [violation.rule for violation in verdict.violations] == [rule_of(path)]
    if rule_of(path).startswith("setup."):
        assert (verdict.scores, verdict.violations[0].move) == (None, None)
        assert verdict.moves.unchecked == verdict.moves.recorded
        assert verdict.violations[0].line


@pytest.mark.parametrize("path", SLIPS, ids=lambda path: path.stem)
def test_several_slips(path: Path) -> None:
    case = fixture(path)
    assert case.expect
    assert [(violation.move, violation.rule) for violation in case.judge().violations] == case.expect
