from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.engine.effects import add, difference, total

NAMES = st.sampled_from(["Anna", "Ben", "stock", "1"])
WORDS = st.sampled_from(["tea", "fireman-2", "+odd", "-odd"])
SNAPSHOTS = st.fixed_dictionaries(
    {},
    optional={
        "coins": st.dictionaries(NAMES, st.integers(-9, 9)),
        "cards": st.dictionaries(NAMES, st.lists(WORDS, max_size=4)),
        "goods": st.dictionaries(NAMES, st.dictionaries(WORDS, st.integers(0, 4), max_size=3)),
        "display": st.dictionaries(NAMES, st.sampled_from(["", "fire-1", "ship"])),
    },
)


def test_each_kind_of_value_has_its_effect() -> None:
    before = {
        "coins": {"Ben": 5, "Anna": 1},
        "cards": {"Ben": ["bank"]},
        "goods": {"stock": {"tea": 1, "rubber": 1}},
        "display": {"1": "fireman-2", "2": "bank"},
    }
    after = {
        "coins": {"Ben": 3, "Anna": 1},
        "cards": {"Ben": ["bank", "fireman-2"]},
        "goods": {"stock": {"tea": 2}, "Ben.warehouse": {"rubber": 1}},
        "display": {"2": "bank"},
    }
    assert difference(before, after) == {
        "coins": {"Ben": -2},
        "cards": {"Ben": ["+fireman-2"]},
        "goods": {"stock": {"tea": 1, "rubber": -1}, "Ben.warehouse": {"rubber": 1}},
        "display": {"1": None},
    }


def test_nothing_and_zero_are_the_same() -> None:
    assert difference({"coins": {"Ben": 0}, "goods": {"hand": {}}}, {}) == {}


@given(SNAPSHOTS, SNAPSHOTS)
def test_adding_the_difference_leads_there(before: dict[str, Any], after: dict[str, Any]) -> None:
    there = add(before, difference(before, after))
    assert difference(there, after) == {}
    assert difference(after, there) == {}


@given(st.lists(SNAPSHOTS, min_size=1, max_size=6))
def test_the_sum_of_all_effects_is_the_final_state(states: list[dict[str, Any]]) -> None:
    steps = [difference(first, second) for first, second in pairwise(states)]
    assert difference(total(states[0], steps), states[-1]) == {}
