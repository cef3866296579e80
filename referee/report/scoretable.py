"""The table of scores: a row for each player, a column for each source of points."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.terminal import cells, pad, visible
from referee.engine.verdict import Score
from referee.report.wording import named, sources, ties

#: A table wider than this is turned: a row for each source, a column for each player.
WIDEST = 100
_NARROWEST_NAME = 5


def table(scores: Sequence[Score]) -> list[str]:
    """The scores as rows of text: rank, player, total, what decides ties, then the points by source."""
    columns = [("total", [score.total for score in scores])]
    columns += [(named(name), [score.tiebreak.get(name, 0) for score in scores]) for name in ties(list(scores))]
    columns += [(named(name), [score.breakdown.get(name, 0) for score in scores]) for name in sources(list(scores))]
    ranks = [str(score.rank) for score in scores]
    names = [visible(score.player) for score in scores]
    across = _across(ranks, names, columns)
    return across if max(map(cells, across)) <= WIDEST else _down(ranks, names, columns)


def _across(ranks: list[str], names: list[str], columns: list[tuple[str, list[int]]]) -> list[str]:
    place = max(map(len, ranks))
    name = max(_NARROWEST_NAME, *map(cells, names))
    widths = [max(len(head), *(len(str(value)) for value in values)) for head, values in columns]
    rows = [
        " " * (2 + place + 2 + name)
        + "".join("  " + pad(head, width, right=True) for (head, _), width in zip(columns, widths, strict=True))
    ]
    for row, (rank, player) in enumerate(zip(ranks, names, strict=True)):
        values = (str(values[row]).rjust(width) for (_, values), width in zip(columns, widths, strict=True))
        rows.append(f"  {rank.rjust(place)}  {pad(player, name)}" + "".join("  " + value for value in values))
    return rows


def _down(ranks: list[str], names: list[str], columns: list[tuple[str, list[int]]]) -> list[str]:
    heads = [f"{rank} {name}" for rank, name in zip(ranks, names, strict=True)]
    first = max(len(head) for head, _ in columns)
    widths = [max(5, cells(head)) for head in heads]
    rows = [
        " " * (2 + first)
        + "".join("  " + pad(head, width, right=True) for head, width in zip(heads, widths, strict=True))
    ]
    for name, values in columns:
        numbers = (str(value).rjust(width) for value, width in zip(values, widths, strict=True))
        rows.append(f"  {pad(name, first)}" + "".join("  " + number for number in numbers))
    return rows
