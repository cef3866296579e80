"""Random legal games check clean in objects and in lines; a slip is caught at its move and breaks one rule."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.conformance.generate import STYLES, Made, generate
from referee.engine import effects
from referee.engine.replay import Replayer
from referee.engine.terminal import cells
from referee.games.speculaas.game import GAME
from referee.games.speculaas.measures import MEASURES
from referee.games.speculaas.moves import MOVES
from referee.transcript.entries import read_entries
from referee.transcript.notation import fields_of

NAMES = ["Anna", "Ben", "Mary Ann", "李雷", "Jörg 2"]
SEEDS = st.integers(0, 150)


@lru_cache(maxsize=512)
def random_game(seed: int) -> Made:
    """A game made up to its end, with 1 to 5 players, mostly with Café, in one of three styles."""
    expansions = ["cafe"] if seed % 8 else []
    return generate(GAME, seed, players=NAMES[: 1 + seed % 5], expansions=expansions, style=STYLES[seed % 3])


@pytest.mark.parametrize("seed", range(60))
def test_a_random_game_is_sound_and_complete(seed: int) -> None:
    made = random_game(seed)
    assert GAME.setup_faults(made.header) == []
    replay = Replayer(GAME, made.header, audit=True).run(made.moves)
    assert replay.violations == []
    assert replay.table.complete
    assert replay.table.rounds == 2
    claims = [MOVES["claim"](**claim) for claim in GAME.claims(replay.table)]
    assert Replayer(GAME, made.header).run([*made.moves, *claims]).violations == []


@settings(deadline=None, max_examples=25)
@given(SEEDS)
def test_objects_and_lines_say_the_same(seed: int) -> None:
    made = random_game(seed)
    names = GAME.everyone(made.header)
    objects = [fields_of(move) for move in made.moves]
    lines = [GAME.notation.write(move, names) for move in made.moves]
    assert None not in lines
    for written in (objects, lines):
        read, flaws = read_entries(written, GAME, made.header)
        assert flaws == []
        assert read == made.moves


@settings(deadline=None, max_examples=20)
@given(SEEDS)
def test_the_effects_add_up_to_the_final_table(seed: int) -> None:
    made = random_game(seed)
    replayer = Replayer(GAME, made.header)
    start = before = GAME.snapshot(replayer.table)
    steps = []
    for index, move in enumerate(made.moves):
        replayer.enter(index, move)
        after = GAME.snapshot(replayer.table)
        steps.append(effects.difference(before, after))
        before = after
    assert effects.difference(effects.total(start, steps), before) == {}


def slips_at(made: Made, where: int, choice: int) -> tuple[Replayer, list[Any]]:
    """The table before a move, and what might stand in its place."""
    replayer = Replayer(GAME, made.header)
    for index, move in enumerate(made.moves[:where]):
        replayer.enter(index, move)
    replayer.audit = True
    return replayer, list(GAME.slips(replayer.table, made.moves[where], Random(choice)))


@settings(deadline=None, max_examples=25)
@given(SEEDS, st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_slip_breaks_one_rule_where_it_was_made(seed: int, place: int, choice: int) -> None:
    made = random_game(seed)
    where = place % len(made.moves)
    for number in range(len(slips_at(made, where, choice)[1])):
        replayer, slips = slips_at(made, where, choice)
        found = [replayer.enter(where + index, move) for index, move in enumerate(slips[number])]
        broken = [{finding.rule.id for finding in findings} for findings in found]
        assert len(set.union(*broken)) == 1, (slips[number], broken)
        assert sum(map(bool, broken)) == 1, (slips[number], broken)
        # The rest of the game goes on without a crash, and every audit holds.
        for index, move in enumerate(made.moves[where + 1 :], where + 2):
            replayer.enter(index, move)


def test_every_rule_of_the_play_has_a_slip() -> None:
    caught: set[str] = set()
    for seed in range(30):
        made = random_game(seed)
        for where in [*Random(seed).sample(range(len(made.moves)), 5), len(made.moves) - 1]:
            replayer, slips = slips_at(made, where, seed)
            for slip in slips:
                found = [replayer.enter(where + index, move) for index, move in enumerate(slip)]
                caught.update(finding.rule.id for findings in found for finding in findings)
                replayer, _ = slips_at(made, where, seed)
    outside = ("setup.", "result.", "transcript.", "note.", "warning.")
    assert caught == {rule.id for rule in GAME.catalogue if not rule.id.startswith(outside)}


@settings(deadline=None, max_examples=25)
@given(SEEDS, st.integers(0, 10**6))
def test_a_move_left_out_is_never_a_crash(seed: int, place: int) -> None:
    made = random_game(seed)
    where = place % len(made.moves)
    replay = Replayer(GAME, made.header, audit=True).run([*made.moves[:where], *made.moves[where + 1 :]])
    GAME.standing(replay.table)
    assert replay.checked == len(made.moves) - 1


@settings(deadline=None, max_examples=25)
@given(SEEDS, st.randoms(use_true_random=False))
def test_shuffled_moves_are_never_a_crash(seed: int, random: Random) -> None:
    made = random_game(seed)
    shuffled = list(made.moves)
    for _ in range(random.randint(1, 30)):
        one, other = random.randrange(len(shuffled)), random.randrange(len(shuffled))
        shuffled[one], shuffled[other] = shuffled[other], shuffled[one]
    table = Replayer(GAME, made.header, audit=True).run(shuffled).table
    for reading in GAME.readings(table):
        for value in reading.values[1:]:
            GAME.reread(table, reading.id, value)
    GAME.html(table)


@settings(deadline=None, max_examples=20)
@given(SEEDS)
def test_every_table_fits_into_eighty_columns(seed: int) -> None:
    table = random_game(seed).table
    text = GAME.text(table)
    assert max(map(cells, text.splitlines())) <= 80
    for seat in table.seats.values():
        assert seat.name in text
        assert all(card in text for card in seat.cards.values())


def test_the_random_games_use_everything() -> None:
    """Every kind of move, every measure and every reading comes up, and the Coffee card goes to nobody, one and more."""
    seen: set[str] = set()
    for seed in range(150):
        made = random_game(seed)
        table: Any = made.table
        seen.add(table.measure)
        seen.update(move.move for move in made.moves)
        seen.update(
            reading.id
            for reading in GAME.readings(table)
            if any(GAME.reread(table, reading.id, value) for value in reading.values[1:])
        )
        seen.update(f"unjudged {item.what}" for item in GAME.unjudged(table))
        seen.add(f"coffee for {min(2, len(table.coffee))}")
        seen.add(f"decks of {len(table.dealt)}")
    expected = {*MEASURES, *MOVES, *(reading.id for reading in GAME.readings(table))} - {"claim", "arbiter", "tie"}
    expected |= {"unjudged score", "unjudged tea", *(f"coffee for {number}" for number in range(3))}
    expected |= {f"decks of {number}" for number in range(5)}
    assert expected - seen == set()
