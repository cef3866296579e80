from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.terminal import cells
from referee.report.excerpt import WIDEST, excerpt
from tests.report.samples import violation


def marked(line: str, column: int, end: int) -> tuple[str, str]:
    found = violation(line=7, end_line=7, column=column, end_column=end)
    _, text, mark = excerpt([line], 7, found)
    return text.removeprefix("7 | "), mark.removeprefix("  | ")


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ('  "Ben: buy 2 for 3",', "3"),
        ('\t"Ben: buy\t2 for 3",', "for"),
        ('"李雷: buy 2 for 3"', "buy"),
        ('"e\u0301ric\u200d: buy 2"', "buy"),
        ('"👍 Ben: buy 2"', "Ben"),
        ('"\x1b[31m Ben: buy 2"', "Ben"),
        ('"\u202e Ben: buy 2"', "Ben"),
    ],
)
def test_the_mark_stands_under_the_word(line: str, word: str) -> None:
    column = line.index(word) + 1
    text, mark = marked(line, column, column + len(word))
    blanks = len(mark) - len(mark.lstrip())
    assert mark.strip() == "^" * len(word)
    before = text[: text.index(word)]
    assert cells(before) == blanks


def test_a_mark_that_is_nowhere_is_at_least_one_wide() -> None:
    assert marked("ab", 3, 3) == ("ab", "  ^")


def test_a_value_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    found = violation(line=1, end_line=3, column=3, end_column=1)
    assert excerpt(["a {", "b", "}"], 1, found)[2] == "  |   ^"


def test_no_place_no_excerpt() -> None:
    assert excerpt(["a"], 1, violation(line=0)) == []
    assert excerpt([], 1, violation(line=1)) == []


@given(st.integers(0, 3000), st.integers(1, 40))
def test_a_long_line_is_cut_around_the_mark(start: int, size: int) -> None:
    line = "x" * start + "=" * size + "y" * 2000
    text, mark = marked(line, start + 1, start + 1 + size)
    assert cells(text) <= WIDEST + 2
    shown = len(mark) - len(mark.lstrip())
    assert text[shown : shown + size] == "=" * size
