"""One slip of a recorder gives one violation: what follows only from it is not reported again, and the next slip is."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from referee.engine.verdict import Verdict
from referee.judge import Options, judge
from referee.transcript.document import read

from .fixtures import GAME_FIXTURES

Slip = Callable[[list[Any], list[str], random.Random], None]
GAMES = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted((GAME_FIXTURES / "games").glob("*.toml"))
    if "slips" not in path.stem
}


def check(tree: dict[str, Any]) -> Verdict:
    return judge(read(json.dumps(tree).encode(), "game.json"), Options(audit=True))


def log(*moves: Any, players: tuple[str, ...] = ("Anna", "Ben"), expansions: tuple[str, ...] = ()) -> Verdict:
    """The verdict on a short log."""
    header = {"format": "referee/1", "game": "speicherstadt", "players": players, "expansions": expansions}
    return check({**header, "moves": list(moves)})


def broken(verdict: Verdict) -> list[tuple[int | None, str]]:
    return [(item.move, item.rule) for item in verdict.violations]


def some(moves: list[Any], pattern: str, chance: random.Random) -> int:
    """One of the lines that a pattern fits."""
    return chance.choice([place for place, move in enumerate(moves) if re.search(pattern, move)])


def another_name(moves: list[Any], players: list[str], chance: random.Random) -> None:
    place = some(moves, ": place [^g]", chance)
    name, _, rest = moves[place].partition(":")
    moves[place] = f"{chance.choice([other for other in players if other != name])}:{rest}"


def left_out(moves: list[Any], players: list[str], chance: random.Random) -> None:
    del moves[some(moves, ": place [^g]", chance)]


def exchanged(moves: list[Any], players: list[str], chance: random.Random) -> None:
    places = [place for place in range(len(moves) - 1) if all(": place" in moves[place + more] for more in (0, 1))]
    place = chance.choice(places)
    moves[place : place + 2] = moves[place + 1], moves[place]


def written_twice(moves: list[Any], players: list[str], chance: random.Random) -> None:
    place = some(moves, ": place [^g]", chance)
    moves.insert(place, moves[place])


def misspelt_card(moves: list[Any], players: list[str], chance: random.Random) -> None:
    place = some(moves, "^supply: [a-z]{6}", chance)
    moves[place] = moves[place][:11] + moves[place][12:]


def misspelt_verb(moves: list[Any], players: list[str], chance: random.Random) -> None:
    place = some(moves, ": (place|buy|load) [^g]", chance)
    moves[place] = re.sub(": (.)", r": \1\1", moves[place])


def stranger(moves: list[Any], players: list[str], chance: random.Random) -> None:
    place = some(moves, ": (place|buy|load) [^g]", chance)
    moves[place] = "X" + moves[place]


def wrong_target(moves: list[Any], players: list[str], chance: random.Random) -> None:
    place = some(moves, ": load", chance)
    moves[place] = re.sub(" to .*", " to bank", moves[place])


def wrong_buyer(moves: list[Any], players: list[str], chance: random.Random) -> None:
    place = some(moves, ": buy", chance)
    name, _, rest = moves[place].partition(":")
    moves[place] = f"{chance.choice([other for other in players if other != name])}:{rest}"


@pytest.mark.parametrize(
    "slip",
    [another_name, left_out, exchanged, written_twice, misspelt_card, misspelt_verb, stranger, wrong_target, wrong_buyer],
)  # fmt: skip
def test_most_slips_give_exactly_one_violation(slip: Slip) -> None:
    found: list[int] = []
    for number, game in enumerate(GAMES.values()):
        for seed in range(3):
            moves = list(game["moves"])
            slip(moves, game["players"], random.Random(f"{number}/{seed}"))
            verdict = check({**{key: value for key, value in game.items() if key != "result"}, "moves": moves})
            found.append(len(verdict.violations))
    assert max(found) <= 2
    assert found.count(1) + found.count(0) >= len(found) * 0.85
    assert found.count(0) <= (4 if slip in (exchanged, wrong_buyer) else 0)


ROW = "supply: coffee-roaster, tea-taster, warehouse"


def test_the_next_slip_is_still_found() -> None:
    verdict = log(
        ROW, "Ben: place 1", "Ben: place 1", "Anna: place 1", "Ben: place 2", "Anna: place 2", "Ben: place 3",
        "Anna: buy 1 for 2", "claim Anna: coins 3", "claim Ben: coins 4",
    )  # fmt: skip
    assert broken(verdict) == [(2, "demand.turn"), (8, "purchase.price"), (10, "claim.coins")]


def test_a_worker_under_the_wrong_name_changes_hands() -> None:
    verdict = log(
        ROW, "Ben: place 1", "Ben: place 1", "Anna: place 2", "Ben: place 2", "Anna: place 3", "Ben: place 3",
        {"move": "claim", "queues": [["Anna", "Ben"], ["Anna", "Ben"], ["Anna", "Ben"]]}, "Anna: buy 1 for 2",
    )  # fmt: skip
    assert broken(verdict) == [(2, "demand.turn")]


def test_a_placement_written_twice_is_taken_back() -> None:
    verdict = log(
        ROW, "Anna: place 1", "Anna: place 1", "Ben: place 2", "Anna: place 2", "Ben: place 3", "Anna: place 3",
        "Ben: place 3", {"move": "claim", "queues": [["Anna"], ["Ben", "Anna"], ["Ben", "Anna", "Ben"]]},
    )  # fmt: skip
    assert broken(verdict) == [(3, "demand.turn")]


def test_a_skipped_placement_out_of_turn_says_nothing_of_the_next_one() -> None:
    verdict = log(ROW, "Ben: place 7", "Anna: place 1", "Ben: place 1", "Ben: place 1", "Ben: place 2")
    assert {rule for _, rule in broken(verdict)} <= {"demand.turn", "demand.space"}


def test_a_misspelt_card_is_the_one_that_was_meant() -> None:
    verdict = log(
        "supply: coffee-roaster, tea-tester, warehouse",
        {"move": "claim", "row": ["coffee-roaster", "tea-taster", "warehouse"]},
    )
    assert broken(verdict) == [(1, "supply.unknown-card")]
    assert verdict.violations[0].applied == "corrected"


def test_a_claim_that_is_wrong_in_the_same_way_again_is_no_news() -> None:
    verdict = log("claim Anna: coins 4", ROW, "claim Anna: coins 4", "claim Anna: coins 6", "claim Anna: coins 5")
    assert broken(verdict) == [(1, "claim.coins"), (4, "claim.coins")]


def test_a_whole_row_in_the_wrong_place_is_one_slip() -> None:
    verdict = log(ROW, "supply: fireman-1, fireman-2, spice-trader", "Anna: place 1")
    assert broken(verdict) == [(2, "supply.spaces")]


@pytest.mark.parametrize("place", ["r²", "²", "", "r", "r0", "r-1", "r99999999999", "-", "#", "contract#²", "?"])
@pytest.mark.parametrize("move", ["place", "reserve", "buy", "pass"])
def test_no_place_is_too_odd_to_be_judged(place: str, move: str) -> None:
    for row in ([], [ROW]):
        verdict = log(*row, {"move": move, "player": "Anna", "at": place}, expansions=("kaispeicher",))
        assert verdict.verdict == "illegal"


def test_a_count_beyond_all_cubes_is_judged_at_once() -> None:
    load = {"move": "load", "player": "Anna", "good": "tea", "to": "warehouse", "count": 2**53}
    verdict = log(ROW, load)
    assert verdict.verdict == "illegal"
