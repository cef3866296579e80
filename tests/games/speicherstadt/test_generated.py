"""Made-up games of The Speicherstadt: they check clean in every form, and they exercise every card and rule."""

from __future__ import annotations

import os
from contextlib import nullcontext
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from referee import games
from referee.conformance import recording
from referee.conformance.coverage import GameCoverage
from referee.conformance.generate import STYLES, Made, generate
from referee.engine.replay import Replayer
from referee.engine.verdict import Verdict
from referee.transcript.entries import read_entries
from referee.transcript.writing import to_json, to_toml

_found = games.find("speicherstadt")
assert _found is not None
GAME = _found
#: How many rounds through all settings; scripts/soak.py does more.
ROUNDS = int(os.environ.get("REFEREE_GAMES", "1"))
SETTINGS = list(product((4, 2, 3, 5), ((), ("kaispeicher",)), GAME.profiles, STYLES))
#: Only a slip meets these: a move that has no use, and what a table believes of a result.
ONLY_BROKEN = {"power.unknown"}


def made(seed: int, players: int, expansions: tuple[str, ...], profile: str, style: str) -> Made:
    """A game with rulings of its own in every third case."""
    random = Random(seed)
    rulings = {}
    if seed % 3 == 0:
        open_rulings = [ruling for ruling in GAME.rulings.values() if ruling.values]
        rulings = {ruling.id: random.choice(ruling.values) for ruling in random.sample(open_rulings, 3)}
    return generate(GAME, seed, players=players, expansions=expansions, profile=profile, rulings=rulings, style=style,
                    claims=True)  # fmt: skip


def told(verdict: Verdict) -> object:
    """What must not depend on the form of a transcript."""
    assert verdict.scores is not None
    scores = [score.as_dict() for score in verdict.scores]
    return verdict.verdict, verdict.complete, verdict.rounds, scores, verdict.winners


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_a_game_says_the_same_in_every_form(number: int) -> None:
    for turn in range(ROUNDS):
        game = made(turn * len(SETTINGS) + number, *SETTINGS[number])
        objects, lines = recording.objects(game), recording.lines(game)
        explicit = referee.check(to_json(game.tree(objects)), explicit=True, audit=True)
        assert not explicit.violations
        assert explicit.complete
        assert explicit.moves.implied == 0
        assert told(referee.check(to_json(game.tree(lines)))) == told(explicit)
        assert told(referee.check(to_toml(game.tree(objects)), name="game.toml")) == told(explicit)
        assert told(referee.check(to_toml(game.tree(lines)), name="game.toml", explicit=True)) == told(explicit)
        by_hand = referee.check(to_toml(game.tree(recording.by_hand(game, number))), name="game.toml", audit=True)
        assert told(by_hand) == told(explicit)
        assert by_hand.moves.implied > 0


def test_every_card_and_every_rule_is_exercised(capsys: pytest.CaptureFixture[str]) -> None:
    coverage = GameCoverage(GAME)
    for number, (players, expansions, profile, style) in enumerate(SETTINGS * (ROUNDS + 2)):
        if not expansions:
            continue
        game = made(number, players, expansions, profile, style)
        entries, flaws = read_entries(recording.objects(game), GAME, game.header)
        assert not flaws
        coverage.replay(game.header, entries)
    asked = [rule.id for rule in GAME.catalogue if rule.check is not None and rule.id.partition(".")[0] != "warning"]
    with capsys.disabled() if "REFEREE_GAMES" in os.environ else nullcontext():
        for kind, counts in {"rules": coverage.kept, **coverage.features}.items():
            print(f"{kind}: {', '.join(f'{name} {number}' for name, number in sorted(counts.items()))}")  # noqa: T201
    never = coverage.never()
    assert {rule for rule in asked if not coverage.kept[rule]} == ONLY_BROKEN
    assert never.get("cards turned up", []) == []
    assert never.get("cards bought", []) == []
    assert never.get("cards used", []) == []
    assert never.get("moves", []) == ["arbiter"]


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), part=st.floats(0, 1), choice=st.sampled_from(SETTINGS))
def test_a_log_cut_anywhere_is_legal_so_far(
    seed: int, part: float, choice: tuple[int, tuple[str, ...], str, str]
) -> None:
    game = made(seed, *choice)
    moves = game.moves[: int(part * len(game.moves))]
    table = Replayer(GAME, game.header, explicit=True).run(moves).table
    entries = [*map(recording.as_object, moves), *GAME.claims(table)]
    verdict = referee.check(game.tree(entries, result=False), explicit=True)
    assert verdict.legal
    assert verdict.complete == (len(moves) == len(game.moves) or (table is not None and table.complete))
    assert not any(note.rule == "note.implied-end" for note in verdict.notes)


def test_styles_of_play_differ() -> None:
    """Greedy players fill more contracts than those who play at random, and those who like powers use more of them."""
    totals, uses = dict.fromkeys(STYLES, 0), dict.fromkeys(STYLES, 0)
    for style, seed in product(STYLES, range(8)):
        game = generate(GAME, seed, expansions=["kaispeicher"], style=style)
        totals[style] += sum(score.breakdown.get("contracts", 0) for score in GAME.standing(game.table))
        uses[style] += sum(move.move == "use" for move in game.moves)
    assert totals["greedy"] > totals["random"]
    assert uses["powers"] > uses["random"]


def primitive(move: Any) -> bool:
    """Whether a made-up decision is one that the list of legal decisions would hold: one cube, two goods, to the hand."""
    if move.move == "use":
        return not (move.card == "fire-truck" and move.fire is None)
    if move.move == "sell":
        return len(move.goods) == 2
    return move.move != "supply" and getattr(move, "count", 1) == 1 and (move.move != "convert" or move.to == "hand")


@pytest.mark.parametrize(("seed", "style"), [(5, "random"), (7, "greedy"), (9, "powers")])
def test_legal_moves_hold_what_was_played(seed: int, style: str) -> None:
    """A primitive decision that was taken is among all that the game lists on that table."""
    game = generate(GAME, seed, players=4, expansions=["kaispeicher"], style=style)
    replayer = Replayer(GAME, game.header, explicit=True)
    seen = set()
    for index, move in enumerate(game.moves):
        if primitive(move):
            seen.add(move.move)
            listed = [GAME.comparable(one) for one in GAME.legal(replayer.table) if one.move == move.move]
            assert GAME.comparable(move) in listed
        replayer.enter(index, move)
    assert seen >= {"place", "reserve", "buy", "pass", "load", "use", "income"}
