"""The seven measures of the Hot Chocolate cards, and their tables of points.

Each measure is a number of cards of one tableau. Where the rulebook leaves a word open, a measure takes the reading:
``line`` is ``"unbroken"`` or ``"total"``, ``rectangle`` is ``"steps"``, ``"side-1"``, ``"no-squares"`` or ``"listed"``.
Source: Speculaas: Café, rulebook, "Hot Chocolate Cards".
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

Cell = tuple[int, int]

#: By measure: the numbers of cards that are worth more than fewer, and their points.
POINTS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "column": ((5, 3), (6, 6), (7, 10), (8, 15), (9, 18)),
    "row": ((5, 3), (6, 6), (7, 10), (8, 15), (9, 18)),
    "diagonal": ((3, 3), (4, 6), (5, 10), (6, 15), (7, 21)),
    "rectangle": ((8, 3), (10, 6), (12, 10), (16, 15), (18, 21)),
    "square": ((4, 6), (9, 10), (16, 15), (25, 27)),
    "enclosed": ((4, 3), (5, 6), (6, 10), (7, 15), (8, 21)),
    "edge": ((5, 3), (6, 6), (7, 10), (8, 15), (9, 21)),
}
MEASURES = tuple(POINTS)


@dataclass(frozen=True, slots=True)
class Tableau:
    """One play area: the cells with a card, and those of them with a spice card."""

    cells: Collection[Cell]
    spices: Collection[Cell]


def points(measure: str, cards: int) -> int:
    """What the table of a Hot Chocolate card gives for a number of cards; below its first column nothing."""
    table = POINTS[measure]
    place = bisect_right([needed for needed, _ in table], cards)
    return table[place - 1][1] if place else 0


def cards(measure: str, tableau: Tableau, line: str = "unbroken", rectangle: str = "steps") -> int:
    """How many cards a measure counts in a tableau."""
    if measure in ("column", "row", "diagonal"):
        longest = _total if line == "total" else _longest
        return max(longest(tableau.cells, turn) for turn in LINES[measure])
    if measure == "rectangle":
        return max((RECTANGLES[rectangle](*block) for block in blocks(tableau.cells)), default=0)
    if measure == "square":
        return max((min(block) ** 2 for block in blocks(tableau.cells)), default=0)
    enclosed = sum(1 for recipe in _recipes(tableau) if _is_enclosed(recipe, tableau.spices))
    return enclosed if measure == "enclosed" else len(tableau.cells) - len(tableau.spices) - enclosed


# Lines. A line is named by what stays the same along it, and a place on it by what grows.

Along = Callable[[int, int], tuple[int, int]]

LINES: Mapping[str, tuple[Along, ...]] = {
    "column": (lambda x, y: (x, y),),
    "row": (lambda x, y: (y, x),),
    "diagonal": (lambda x, y: (x - y, x), lambda x, y: (x + y, x)),
}


def _longest(cells: Iterable[Cell], along: Along) -> int:
    """The most cards that follow each other without a gap."""
    lines: defaultdict[int, list[int]] = defaultdict(list)
    for x, y in cells:
        name, place = along(x, y)
        lines[name].append(place)
    return max((last - first + 1 for places in lines.values() for first, last in runs(places)), default=0)


def _total(cells: Iterable[Cell], along: Along) -> int:
    """The most cards on one line, gaps or not."""
    return max(Counter(along(x, y)[0] for x, y in cells).values(), default=0)


def runs(places: list[int]) -> Iterator[tuple[int, int]]:
    """The first and the last place of each unbroken run."""
    places.sort()
    first = previous = places[0]
    for place in places[1:]:
        if place != previous + 1:
            yield first, previous
            first = place
        previous = place
    yield first, previous


# Blocks.


def blocks(cells: Collection[Cell]) -> set[tuple[int, int]]:
    """Width and height of full blocks, such that every full block fits into one of them.

    The blocks that end in one row are those of a bar chart: over each cell as many cards as stand in an unbroken
    column up to this row. So the time grows as the number of cards does.
    """
    rows: defaultdict[int, list[int]] = defaultdict(list)
    for x, y in cells:
        rows[y].append(x)
    found: set[tuple[int, int]] = set()
    above: dict[int, int] = {}
    previous: int | None = None
    for y in sorted(rows):
        heights = {x: above.get(x, 0) + 1 if previous == y - 1 else 1 for x in rows[y]}
        for first, last in runs(rows[y]):
            found.update(_under_bars([heights[x] for x in range(first, last + 1)]))
        above, previous = heights, y
    return found


def _under_bars(bars: list[int]) -> Iterator[tuple[int, int]]:
    """Width and height of the widest block of each height that a bar chart holds."""
    open_bars: list[tuple[int, int]] = []
    for place, bar in enumerate([*bars, 0]):
        start = place
        while open_bars and open_bars[-1][1] >= bar:
            start, height = open_bars.pop()
            yield place - start, height
        open_bars.append((start, bar))


def _steps(width: int, height: int) -> int:
    return width * height if min(width, height) >= 2 else 0


def _side_1(width: int, height: int) -> int:
    return width * height


def _no_squares(width: int, height: int) -> int:
    if width != height:
        return _steps(width, height)
    return _steps(width - 1, height)


def _listed(width: int, height: int) -> int:
    """The most cards of those that the table names, in a rectangle that fits into the block."""
    low, high = sorted((width, height))
    sizes = [number for number, _ in POINTS["rectangle"]]
    fitting = (
        number
        for number in sizes
        for side in range(2, int(number**0.5) + 1)
        if number % side == 0 and side <= low and number // side <= high
    )
    return max(fitting, default=0)


RECTANGLES: Mapping[str, Callable[[int, int], int]] = {
    "steps": _steps,
    "side-1": _side_1,
    "no-squares": _no_squares,
    "listed": _listed,
}


# Recipes.


def _recipes(tableau: Tableau) -> Iterator[Cell]:
    return (cell for cell in tableau.cells if cell not in tableau.spices)


def _is_enclosed(cell: Cell, spices: Collection[Cell]) -> bool:
    x, y = cell
    return all(side in spices for side in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
