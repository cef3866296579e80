from __future__ import annotations

import pytest

from referee.report.fixes import in_words
from referee.report.scoretable import table
from referee.report.wording import file_of, plain, sources
from tests.report.samples import score


def test_sources_stand_where_their_neighbours_say() -> None:
    scores = [
        score("Cleo", 1, 0, 0, fires=1, deliveries=1, contracts=1, press=1),
        score("Ben", 2, 0, 0, fires=1, contracts=1, buildings=1),
        score("Anna", 3, 0, 0, fires=1, counting_offices=1, buildings=1, port=1),
    ]
    order = sources(scores)
    assert order.index("contracts") < order.index("buildings") < order.index("port")
    assert order.index("fires") < order.index("counting_offices") < order.index("buildings")
    assert order.index("deliveries") < order.index("contracts") < order.index("press")


def test_a_wide_table_is_turned() -> None:
    rows = table([score("Anna", 1, 24, 4, **{f"a_source_of_points_{n}": n for n in range(9)}), score("李雷", 2, 0, 0)])
    assert rows[0] == "                        1 Anna  2 李雷"
    assert rows[1] == "  total                     24       0"
    assert rows[-1] == "  a source of points 8       8       0"


@pytest.mark.parametrize(
    ("source", "line", "file"),
    [
        ("log.jsonl:17", 17, "log.jsonl"),
        ("log.jsonl:17", 3, "log.jsonl:17"),
        ("a:b.toml", 5, "a:b.toml"),
        ("-:2", 2, "-"),
    ],
)
def test_the_file_of_a_line_of_json_lines(source: str, line: int, file: str) -> None:
    assert file_of(source, line) == file


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        (True, "yes"),
        ([], "nothing"),
        (["a", 2], "a, 2"),
        ({"tea": 2, "rubber": 1}, "tea 2, rubber 1"),
        ("", "an empty text"),
        ("\x1b[0m", "\\x1b[0m"),
    ],
)
def test_plain(value: object, words: str) -> None:
    assert plain(value) == words


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pointer": "/moves/56", "replace": "Ben: buy 2 for 2"}, "Ben: buy 2 for 2"),
        ({"pointer": "/moves/56/price", "replace": 2}, "price 2"),
        ({"pointer": "/moves/56", "replace": {"move": "buy", "at": 2}}, "move buy, at 2"),
        (
            {"pointer": "/moves/56", "insert_before": ["Ben: pass 1", "Ben: pass 2"]},
            "insert before it: Ben: pass 1 and Ben: pass 2",
        ),
        ({"pointer": "/moves/56", "remove": True}, "leave this move out"),
    ],
)
def test_fixes_in_words(change: dict, words: str) -> None:  # type: ignore[type-arg]
    assert in_words(change) == words
