"""Text in the columns of a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.terminal import cells, clip, flow, pad, paint, side_by_side, visible, wrap


@pytest.mark.parametrize(
    ("text", "width"),
    [("Anna", 4), ("李雷", 4), ("é", 1), ("e\u0301", 1), ("", 0), ("\x1b[1;31mred\x1b[0m", 3), ("Ａ", 2), ("ｱ", 1)],
)
def test_cells(text: str, width: int) -> None:
    assert cells(text) == width


def test_pad_fills_up_to_columns() -> None:
    assert pad("李雷", 6) == "李雷  "
    assert pad("李雷", 6, right=True) == "  李雷"
    assert pad("too long", 3) == "too long"


@pytest.mark.parametrize(
    ("text", "clipped"), [("Anna", "Anna"), ("Annabel", "Anna~"), ("李雷雷", "李雷~"), ("李雷雷李", "李雷~")]
)
def test_clip(text: str, clipped: str) -> None:
    assert clip(text, 5) == clipped


@given(st.text(), st.integers(1, 20))
def test_clip_never_takes_more(text: str, width: int) -> None:
    assert cells(clip(visible(text), width)) <= width


def test_visible() -> None:
    assert visible("李 O'Neil é") == "李 O'Neil é"
    assert visible("a\tb\n\x1b\u202e\ud800") == "a\\x09b\\x0a\\x1b\\u202e\\ud800"


@given(st.text())
def test_nothing_visible_moves_the_cursor(text: str) -> None:
    assert not set(visible(text)) & set("\x00\x07\x08\t\n\r\x1b\x7f\x85\u2028\u2029\u202e\u2066")


def test_paint_only_what_is_there_and_wanted() -> None:
    assert paint("Anna", "1;36") == "\x1b[1;36mAnna\x1b[0m"
    assert paint("Anna", "1;36", color=False) == paint("Anna", "") == "Anna"
    assert paint("", "31") == ""


def test_flow_breaks_between_items_only() -> None:
    lines = flow(["one", "two words", "three"], "> ", "  ", ", ", 18)
    assert lines == ["> one, two words,", "  three"]


def test_flow_of_nothing_is_a_line() -> None:
    assert flow([], "none") == ["none"]


@given(st.lists(st.text("ab李", min_size=1, max_size=6)), st.integers(16, 40))
def test_flow_keeps_to_the_width(items: list[str], width: int) -> None:
    lines = flow(items, "- ", "  ", ", ", width)
    assert all(cells(line) <= width for line in lines)
    assert " ".join(line.strip() for line in lines) == f"- {', '.join(items)}".strip()


@given(st.text("ab 李\u0301", max_size=200), st.integers(8, 30))
def test_wrap_keeps_to_the_width_and_loses_nothing(text: str, width: int) -> None:
    lines = wrap(text, "- ", "    ", width)
    assert all(cells(line) <= width for line in lines)
    assert "".join(lines).removeprefix("-").replace(" ", "") == text.replace(" ", "")


def test_side_by_side() -> None:
    assert side_by_side([["a", "b"], ["李"], []], 4) == ["a   李", "b"]
    assert side_by_side([], 4) == []
