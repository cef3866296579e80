"""Tea: every row of the tie tables of the facts (section 4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.speculaas.tea import spice_of, tea_points

#: Amounts by seat, points for the most of a spice, points for the least honey.
WORKED = [
    ("5,3", "10,3", "3,10"),
    ("4,4", "6,6", "6,6"),
    ("5,3,1", "10,3,0", "0,3,10"),
    ("5,5,3", "6,6,0", "1,1,10"),
    ("5,3,3", "10,1,1", "0,6,6"),
    ("4,4,4", "4,4,4", "4,4,4"),
    ("6,6,4,4", "6,6,0,0", "0,0,6,6"),
    ("6,5,4,3", "10,3,0,0", "0,0,3,10"),
    ("6,4,4,4", "10,1,1,1", "0,4,4,4"),
    ("5,5,5,1", "4,4,4,0", "1,1,1,10"),
    ("5,5,5,5", "3,3,3,3", "3,3,3,3"),
    ("7,7,5,3,1", "6,6,0,0,0", "0,0,0,3,10"),
    ("4,4,4,4,1", "3,3,3,3,0", "0,0,0,0,10"),
    ("7,3,3,3,3", "10,0,0,0,0", "0,3,3,3,3"),
    ("3,3,3,3,3", "2,2,2,2,2", "2,2,2,2,2"),
    ("0,0,0", "4,4,4", "4,4,4"),
    ("3,0,0", "10,1,1", "0,6,6"),
]


def paid(amounts: str, **readings: object) -> str:
    seats = {str(seat): int(amount) for seat, amount in enumerate(amounts.split(","))}
    points = tea_points(seats, **readings)  # type: ignore[arg-type]
    return ",".join(str(points.get(seat, 0)) for seat in seats)


@pytest.mark.parametrize(("amounts", "most", "least"), WORKED)
def test_worked_row(amounts: str, most: str, least: str) -> None:
    assert paid(amounts, fewest=False) == most
    assert paid(amounts, fewest=True) == least


@pytest.mark.parametrize(("tied", "each"), [(2, 6), (3, 4), (4, 3), (5, 2)])
def test_tied_for_first(tied: int, each: int) -> None:
    assert paid(",".join(["4"] * tied), fewest=False) == ",".join([str(each)] * tied)


@pytest.mark.parametrize(("tied", "each"), [(1, 3), (2, 1), (3, 1), (4, 0)])
def test_tied_for_second(tied: int, each: int) -> None:
    assert paid(",".join(["9", *["4"] * tied]), fewest=False) == ",".join(["10", *[str(each)] * tied])


@pytest.mark.parametrize(("reading", "seconds"), [("share", "1,1"), ("each", "3,3"), ("none", "0,0")])
def test_other_readings_of_a_tie_for_second(reading: str, seconds: str) -> None:
    assert paid("5,3,3", fewest=False, second_tie=reading) == f"10,{seconds}"
    assert paid("5,5,3", fewest=True, second_tie=reading) == f"{seconds},10"


@pytest.mark.parametrize("reading", ["share", "each", "none"])
def test_a_sole_second_and_a_tie_for_first_do_not_hang_on_the_reading(reading: str) -> None:
    assert paid("5,3,1", fewest=False, second_tie=reading) == "10,3,0"
    assert paid("5,5,1", fewest=False, second_tie=reading) == "6,6,0"


def test_who_has_none_takes_no_place_by_another_reading() -> None:
    assert paid("3,0,0", fewest=False, zero="nothing") == "10,0,0"
    assert paid("0,0,0", fewest=False, zero="nothing") == "0,0,0"
    assert paid("3,3,0", fewest=False, zero="nothing") == "6,6,0"
    assert paid("5,3,0", fewest=False, zero="nothing") == "10,3,0"
    assert paid("3,0,0", fewest=True, zero="nothing") == "0,6,6"


def test_the_card() -> None:
    assert spice_of("most white pepper") == "white pepper"
    assert spice_of("least honey") is None


@given(st.lists(st.integers(0, 6), min_size=2, max_size=6), st.booleans())
def test_never_more_than_thirteen_points(amounts: list[int], fewest: bool) -> None:
    points = tea_points({str(seat): amount for seat, amount in enumerate(amounts)}, fewest=fewest)
    assert sum(points.values()) <= 13
    best = min(amounts) if fewest else max(amounts)
    assert all(points[str(seat)] >= 2 for seat, amount in enumerate(amounts) if amount == best)
