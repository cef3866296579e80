"""The Hot Chocolate measures: the test vectors of the facts (section 7), and what the fast search must agree with."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.speculaas.measures import MEASURES, POINTS, RECTANGLES, Tableau, blocks, cards, points

A = "aRbRc RdReR fRaRb RcRdR eRfRa"
B = "..ab... .cRdRe. fRaRbRc .dReRf. ..a.b.. ..R...."
C = "aRbRcRd.eRf ......cab.."
D = ".abcd.. aRRbcd. .eRfRa. .bRdcRe ..a..b."
SHAPES = {"A": A, "B": B, "C": C, "D": D}


def tableau(picture: str) -> Tableau:
    cells = {(x, y): char for y, row in enumerate(picture.split()) for x, char in enumerate(row) if char != "."}
    return Tableau(cells.keys(), {cell for cell, char in cells.items() if char != "R"})


VECTORS = [
    ("column", [(5, 3), (6, 6), (2, 0), (5, 3)]),
    ("row", [(5, 3), (7, 10), (7, 10), (6, 6)]),
    ("diagonal", [(5, 10), (4, 6), (2, 0), (5, 10)]),
    ("rectangle", [(25, 21), (15, 10), (0, 0), (16, 15)]),
    ("square", [(25, 27), (9, 10), (1, 0), (16, 15)]),
    ("enclosed", [(4, 3), (6, 10), (0, 0), (2, 0)]),
    ("edge", [(8, 15), (2, 0), (4, 0), (4, 0)]),
]


@pytest.mark.parametrize(
    ("measure", "name", "expected"),
    [(measure, name, pair) for measure, row in VECTORS for name, pair in zip(SHAPES, row, strict=True)],
)
def test_vector(measure: str, name: str, expected: tuple[int, int]) -> None:
    found = cards(measure, tableau(SHAPES[name]))
    assert (found, points(measure, found)) == expected


@pytest.mark.parametrize(("name", "expected"), [("A", (25, 12)), ("B", (22, 8)), ("C", (13, 4)), ("D", (23, 6))])
def test_number_of_cards(name: str, expected: tuple[int, int]) -> None:
    drawn = tableau(SHAPES[name])
    assert (len(drawn.cells), len(drawn.cells) - len(drawn.spices)) == expected


@pytest.mark.parametrize(
    ("measure", "name", "reading", "expected"),
    [
        ("row", "C", {"line": "total"}, (10, 18)),
        ("rectangle", "A", {"rectangle": "listed"}, (16, 15)),
        ("rectangle", "C", {"rectangle": "side-1"}, (7, 0)),
        ("rectangle", "D", {"rectangle": "no-squares"}, (15, 10)),
    ],
)
def test_other_reading(measure: str, name: str, reading: dict[str, str], expected: tuple[int, int]) -> None:
    found = cards(measure, tableau(SHAPES[name]), **reading)
    assert (found, points(measure, found)) == expected


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("rectangle", {7: 0, 8: 3, 9: 3, 10: 6, 11: 6, 12: 10, 14: 10, 15: 10, 16: 15, 17: 15, 18: 21, 25: 21}),
        ("square", {1: 0, 4: 6, 9: 10, 16: 15, 25: 27}),
        ("column", {0: 0, 4: 0, 5: 3, 6: 6, 7: 10, 8: 15, 9: 18, 12: 18}),
        ("row", {4: 0, 5: 3, 6: 6, 7: 10, 8: 15, 9: 18, 12: 18}),
        ("diagonal", {2: 0, 3: 3, 4: 6, 5: 10, 6: 15, 7: 21, 9: 21}),
        ("enclosed", {3: 0, 4: 3, 5: 6, 6: 10, 7: 15, 8: 21, 12: 21}),
        ("edge", {4: 0, 5: 3, 6: 6, 7: 10, 8: 15, 9: 21, 12: 21}),
    ],
)
def test_points(measure: str, expected: dict[int, int]) -> None:
    assert {number: points(measure, number) for number in expected} == expected
    assert set(POINTS) == set(MEASURES)


def test_recipes_that_touch_inside_are_edge() -> None:
    drawn = tableau(D)
    for inside in ((2, 1), (2, 2), (2, 3)):
        assert inside in drawn.cells
        assert inside not in drawn.spices
    assert cards("edge", drawn) + cards("enclosed", drawn) == 6


def test_an_empty_tableau_has_nothing() -> None:
    assert all(cards(measure, Tableau(set(), set())) == 0 for measure in MEASURES)


def test_far_apart_cells_cost_nothing() -> None:
    far = 2**53
    drawn = Tableau({(far, far), (-far, far), (far, -far), (0, 0), (1, 0)}, set())
    assert [cards(measure, drawn) for measure in MEASURES] == [1, 2, 1, 0, 1, 0, 5]
    assert cards("row", drawn, line="total") == 2
    assert cards("diagonal", drawn, line="total") == 3


CELLS = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=40)


@given(CELLS)
def test_blocks_agree_with_trying_every_block(cells: set[tuple[int, int]]) -> None:
    full = {
        (width, height)
        for x, y, width, height in product(range(7), range(7), range(1, 8), range(1, 8))
        if all((x + dx, y + dy) in cells for dx in range(width) for dy in range(height))
    }
    assert blocks(cells) <= full
    drawn = Tableau(cells, set())
    assert cards("square", drawn) == max((width**2 for width, height in full if width == height), default=0)
    areas = {
        "steps": [w * h for w, h in full if min(w, h) >= 2],
        "side-1": [w * h for w, h in full],
        "no-squares": [w * h for w, h in full if min(w, h) >= 2 and w != h],
        "listed": [w * h for w, h in full if min(w, h) >= 2 and w * h in (8, 10, 12, 16, 18)],
    }
    assert set(areas) == set(RECTANGLES)
    for reading, sizes in areas.items():
        assert cards("rectangle", drawn, rectangle=reading) == max(sizes, default=0), reading


@given(CELLS)
def test_turning_a_tableau_turns_rows_into_columns(cells: set[tuple[int, int]]) -> None:
    drawn, turned = Tableau(cells, set()), Tableau({(-y, x) for x, y in cells}, set())
    for line in ("unbroken", "total"):
        assert cards("row", drawn, line) == cards("column", turned, line)
        assert cards("diagonal", drawn, line) == cards("diagonal", turned, line)
