"""Charts drawn by hand as SVG: totals over the chapters of a game, and points by source.

They take their colours from the page (classes ``seat-1`` … and ``source-1`` …), and say in words what they show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from referee.engine.terminal import clip, visible

WIDTH = 400
#: So many colours the page has for players and for sources of points; then they come again.
SEATS, SOURCES = 8, 12
_TOP, _BOTTOM, _LEFT, _RIGHT = 14, 206, 34, 366
_DIGIT = 7.2


@dataclass(slots=True)
class Line:
    """A player's totals, one for each label of the chart; ``seat`` counts from 1."""

    name: str
    seat: int
    values: Sequence[int]


@dataclass(slots=True)
class Bar:
    """A player's points by source: the number of the source (from 1), its name, the points."""

    name: str
    parts: Sequence[tuple[int, str, int]]
    total: int


def seat_class(seat: int) -> str:
    """The class that gives a player's colour."""
    return f"seat-{(seat - 1) % SEATS + 1}"


def source_class(source: int) -> str:
    """The class that gives the colour of a source of points."""
    return f"source-{(source - 1) % SOURCES + 1}"


def scores_over_time(lines: Sequence[Line], labels: Sequence[str], name: str) -> str:
    """A line for each player through the totals at each label; at its end stands the last total."""
    values = [value for line in lines for value in line.values]
    ticks = scale(min([*values, 0]), max([*values, 1]))
    low, high = ticks[0], ticks[-1]

    def x(place: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * place / max(1, len(labels) - 1)

    def y(value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (value - low) / (high - low)

    said = "; ".join(f"{_text(line.name)} {line.values[-1]}" for line in lines)
    parts = [_open(228, f"{escape(name)}. At the end: {said}.")]
    for tick in ticks:
        level = y(tick)
        kind = "axis" if tick == 0 else "grid"
        parts.append(f'<line class="{kind}" x1="{_LEFT}" x2="{_RIGHT}" y1="{level:.1f}" y2="{level:.1f}"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{level + 4:.1f}" text-anchor="end">{_minus(tick)}</text>')
    every = -(-len(labels) // 9)
    for place, label in enumerate(labels):
        if (len(labels) - 1 - place) % every == 0:
            parts.append(f'<text x="{x(place):.1f}" y="{_BOTTOM + 17}" text-anchor="middle">{_text(label)}</text>')
    for line in lines:
        points = [(x(place), y(value)) for place, value in enumerate(line.values)]
        path = " ".join(f"{across:.1f},{down:.1f}" for across, down in points)
        marks = "".join(marker(line.seat, across, down) for across, down in points)
        parts.append(
            f'<g class="{seat_class(line.seat)}"><title>{_text(line.name)}</title>'
            f'<polyline class="line" points="{path}"/>{marks}</g>'
        )
    ends = _apart([y(line.values[-1]) for line in lines])
    for line, level in zip(lines, ends, strict=True):
        parts.append(
            f'<text class="end {seat_class(line.seat)}" x="{_RIGHT + 7}" y="{level + 4:.1f}">'
            f"{_minus(line.values[-1])}</text>"
        )
    return "".join([*parts, "</svg>"])


def points_by_source(bars: Sequence[Bar]) -> str:
    """A bar for each player, stacked from zero to the right; what was lost goes to the left."""
    ups = [sum(points for _, _, points in bar.parts if points > 0) for bar in bars]
    downs = [sum(points for _, _, points in bar.parts if points < 0) for bar in bars]
    ticks = scale(min([*downs, 0]), max([*ups, 1]))
    low, high = ticks[0], ticks[-1]
    left, right = 12, 356

    def x(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    row = max(46, 208 // len(bars))
    thick = min(30, row - 26)
    height = row * len(bars) + 20
    parts = [_open(height, "Points by source. " + " ".join(map(_bar_in_words, bars)))]
    for tick in ticks:
        kind = "axis" if tick == 0 else "grid"
        across = f"{x(tick):.1f}"
        parts.append(f'<line class="{kind}" x1="{across}" x2="{across}" y1="18" y2="{height - 16}"/>')
        parts.append(f'<text x="{across}" y="{height - 3}" text-anchor="middle">{_minus(tick)}</text>')
    for place, bar in enumerate(bars):
        top = 20 + place * row
        parts.append(f'<text class="name" x="{left}" y="{top - 6}">{_text(clip(visible(bar.name), 34))}</text>')
        parts.extend(_segments(bar, x, top, thick))
        end = x(ups[place]) + 6
        parts.append(f'<text class="total" x="{end:.1f}" y="{top + thick / 2 + 4.5:.1f}">{_minus(bar.total)}</text>')
    return "".join([*parts, "</svg>"])


def _segments(bar: Bar, x: Callable[[float], float], top: int, thick: int) -> Iterator[str]:
    up = down = 0
    for source, name, points in bar.parts:
        start = up if points > 0 else down + points
        if points > 0:
            up += points
        else:
            down += points
        across, width = x(start), x(start + abs(points)) - x(start)
        number = _minus(points)
        yield (
            f'<g class="{source_class(source)}"><title>{_text(bar.name)}, {_text(name)}: {number}</title>'
            f'<rect class="part" x="{across:.1f}" y="{top}" width="{width:.1f}" height="{thick}"/>'
        )
        if width >= _DIGIT * len(number) + 4:
            middle = across + width / 2
            yield f'<text class="inside" x="{middle:.1f}" y="{top + thick / 2 + 4:.1f}" text-anchor="middle">{number}</text>'
        yield "</g>"


def marker(seat: int, x: float, y: float) -> str:
    """A small shape of a player's own, so that lines can be told apart without their colours."""
    match (seat - 1) % 5:
        case 0:
            return f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="3.2"/>'
        case 1:
            return f'<rect class="mark" x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6"/>'
        case 2:
            return f'<path class="mark" d="M{x:.1f} {y - 4.2:.1f}l4 7h-8z"/>'
        case 3:
            return f'<path class="mark" d="M{x:.1f} {y - 4.4:.1f}l4.4 4.4l-4.4 4.4l-4.4 -4.4z"/>'
        case _:
            return f'<circle class="mark hollow" cx="{x:.1f}" cy="{y:.1f}" r="3"/>'


def legend_mark(seat: int) -> str:
    """The line and the shape of a player, for a legend."""
    return (
        f'<svg class="key {seat_class(seat)}" viewBox="0 0 26 12" aria-hidden="true">'
        f'<line class="line" x1="1" x2="25" y1="6" y2="6"/>{marker(seat, 13, 6)}</svg>'
    )


def scale(low: int, high: int) -> list[int]:
    """Round numbers from below ``low`` to above ``high``, about five of them, zero among them if it lies between."""
    span = max(1, high - low)
    step = 1
    while span / step > 5:
        step = step * 2 if str(step)[0] != "2" else step * 5 // 2
    return list(range(low // step * step, -(-high // step) * step + 1, step))


def _apart(levels: Sequence[float], least: float = 12) -> list[float]:
    """Move labels so that none lies on another, each as near to its place as can be."""
    order = sorted(range(len(levels)), key=lambda place: levels[place])
    moved = list(levels)
    for above, place in pairwise(order):
        moved[place] = max(moved[place], moved[above] + least)
    overhang = max(0.0, max(moved, default=0) - _BOTTOM)
    lowest = float("inf")
    for place in reversed(order):
        moved[place] = min(moved[place], lowest - least, _BOTTOM) if overhang else moved[place]
        lowest = moved[place]
    return moved


def _bar_in_words(bar: Bar) -> str:
    parts = ", ".join(f"{_text(name)} {points}" for _, name, points in bar.parts)
    return f"{_text(bar.name)}: {bar.total}{f' ({parts})' if parts else ''}."


def _open(height: int, said: str) -> str:
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{said}">'


def _minus(number: int) -> str:
    """A number with a proper minus."""
    return str(number).replace("-", "−")


def _text(text: str) -> str:
    return escape(visible(text))
