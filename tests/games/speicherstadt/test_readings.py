"""What a violation says of the other values of the ruling that it hangs on."""

from __future__ import annotations

from typing import Any

import pytest

import referee


def first_ruling(value: str, *cards: str) -> Any:
    moves: list[Any] = [f"supply: {cards[0]}"]
    workers = ["Anna: place 1", "Ben: place 1"] * 3
    for more in cards[1:]:
        moves += [*workers, "income", f"supply: {more}"]
        workers.reverse()
    verdict = referee.check(
        {
            "format": "referee/1",
            "game": "speicherstadt",
            "players": ["Anna", "Ben"],
            "rulings": {"fireman_stacks": value},
            "moves": moves,
        }
    )
    assert len(verdict.violations) == 1
    return verdict.violations[0]


@pytest.mark.parametrize(
    ("value", "rows", "rule", "otherwise"),
    [
        pytest.param("listed", ["fireman-1, fireman-1, warehouse"], "supply.copies", "legal", id="allowed"),
        pytest.param(
            "any",
            ["fireman-1, fireman-2, warehouse", "tea-taster, fireman-3, vulcanizer"],
            "supply.copies",
            "illegal",
            id="another-rule-instead",
        ),
        pytest.param("listed", ["bank, tea-taster, warehouse"], "supply.stack-order", "illegal", id="no-fireman"),
    ],
)
def test_the_other_value_is_said_to_allow_only_what_it_allows(
    value: str, rows: list[str], rule: str, otherwise: str
) -> None:
    found = first_ruling(value, *rows)
    assert found.rule == rule
    assert found.ruling == {"name": "fireman_stacks", "value": value, "otherwise": otherwise}
