"""The table as a person would want to see it: each tableau as a grid, with honey, the Coffee card and the points.

A grid leaves out rows and columns without a card (a tableau can be torn apart) and shows at most one gap for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from referee.games.speculaas.moves import RECIPE, SPECULATIUS
from referee.games.speculaas.scoring import standing
from referee.games.speculaas.table import Seat, SpeculaasTable

WIDTH = 80
_COLOURS = {"recipe": "33", "spice": "36", "head": "1", "dim": "2"}


def text(table: SpeculaasTable, color: bool = False) -> str:
    """The table in lines of at most 80 columns; with ``color`` in ANSI colours."""
    lines = [_paint(line, "head", color) for line in _wrapped(headline(table))]
    short = abbreviations(table.spices)
    for seat in table.seats.values():
        lines += ["", *(_paint(line, "head", color) for line in _wrapped(seat_line(table, seat)))]
        if seat.name == SPECULATIUS:
            pile = " ".join(_with_spices(table, card, short) for card in seat.pile)
            lines += _wrapped(f"  pile: {pile or 'empty'}")
            continue
        lines += _grid(table, seat, short, color)
        if seat.discards:
            lines += _wrapped("  discarded: " + " ".join(seat.discards))
    legend = ", ".join(f"{letters} {spice}" for spice, letters in short.items())
    lines += ["", *(_paint(line, "dim", color) for line in _wrapped(legend))]
    return "\n".join(lines) + "\n"


def html(table: SpeculaasTable) -> str:
    """The table as a fragment of HTML that needs nothing else; names and ids are escaped."""
    parts = ['<div class="speculaas">', _STYLE, f"<p>{escape(headline(table))}</p>"]
    for seat in table.seats.values():
        parts.append(f"<section><h4>{escape(seat_line(table, seat))}</h4>")
        if seat.name == SPECULATIUS:
            cards = "".join(_card_html(table, card, "span") for card in seat.pile)
            parts.append(f'<p class="pile">{cards or "no card on the pile"}</p>')
        elif seat.cards:
            parts.append(_grid_html(table, seat))
        if seat.discards:
            parts.append(f"<p>discarded: {escape(' '.join(seat.discards))}</p>")
        parts.append("</section>")
    parts.append("</div>")
    return "\n".join(parts)


def headline(table: SpeculaasTable) -> str:
    """Where the game stands, and the cards in the centre."""
    turn = f", turn {table.turns}" if table.turns else ""
    parts = [f"Round {table.round}{turn}: {table.phase}", f"honey in the supply: {table.supply}"]
    if table.cafe and table.goal is not None:
        goal = ", ".join(table.goal.required) + " in a shape" if table.goal.shaped else "all six spices"
        parts += [f"Tea: {table.tea}", f"Coffee: {goal}", f"Hot Chocolate: {table.measure}"]
    return " · ".join(parts)


def seat_line(table: SpeculaasTable, seat: Seat) -> str:
    """What one player has beside the cards."""
    parts = [seat.name]
    score = next((score for score in standing(table) if score.player == seat.name), None)
    if score is not None:
        sources = ", ".join(f"{source.replace('_', ' ')} {points}" for source, points in score.breakdown.items())
        parts.append(f"{score.total} points" + (f" ({sources})" if sources else ""))
    parts.append(f"honey {seat.honey}")
    if seat.name in table.holders():
        parts.append("Coffee card")
    return " · ".join(parts)


def abbreviations(spices: Iterable[str]) -> dict[str, str]:
    """For each spice the shortest beginning that no other spice has."""
    names = list(spices)
    short = {}
    for name in names:
        lengths = range(1, len(name) + 1)
        fits = (name[:n] for n in lengths if sum(other.startswith(name[:n]) for other in names) == 1)
        short[name] = next(fits, name)
    return short


def axis(places: Iterable[int]) -> list[int | None]:
    """The columns (or rows) to draw: those with a card, and one ``None`` where others lie between them."""
    drawn: list[int | None] = []
    previous: int | None = None
    for place in sorted(set(places)):
        if previous is not None and place > previous + 1:
            drawn.append(None)
        drawn.append(place)
        previous = place
    return drawn


def _grid(table: SpeculaasTable, seat: Seat, short: dict[str, str], color: bool) -> Iterator[str]:
    """A tableau: over each column its x, left of each row its y, in each cell the card above its spices."""
    if not seat.cards:
        yield "  no card yet"
        return
    xs, ys = axis(x for x, _ in seat.cards), axis(y for _, y in seat.cards)
    spices = {cell: "".join(short.get(spice, spice) for spice in shown) for cell, shown in seat.spices.items()}
    margin = 2 + max(len(_label(y)) for y in ys)
    labels = [*seat.cards.values(), *spices.values(), *(_label(x) for x in xs)]
    width = min(2 + max(len(label) for label in labels), WIDTH - margin)
    fitting = max(1, (WIDTH - margin) // width)
    for first in range(0, len(xs), fitting):
        part = xs[first : first + fitting]
        yield _paint(" " * margin + "".join(_label(x).rjust(width) for x in part), "dim", color)
        for y in ys:
            yield from _row(table, seat, spices, part, y, margin, width, color)


def _row(table: SpeculaasTable, seat: Seat, spices: dict[tuple[int, int], str], xs: Sequence[int | None], y: int | None,
         margin: int, width: int, color: bool) -> Iterator[str]:  # fmt: skip
    label = _paint(_label(y).rjust(margin), "dim", color)
    if y is None:
        yield label
        return
    cards, shown = [], []
    for x in xs:
        card = seat.cards.get((x, y)) if x is not None else None
        if card is None or x is None:
            empty = "·" if x is not None else ""
            cards.append(_paint(empty.rjust(width), "dim", color))
            shown.append(" " * width)
            continue
        kind = table.kinds[card]
        cards.append(_paint(card[: width - 1].rjust(width), kind, color))
        shown.append(_paint(spices.get((x, y), "")[: width - 1].rjust(width), kind, color))
    yield (label + "".join(cards)).rstrip()
    second = "".join(shown).rstrip()
    if any((x, y) in spices for x in xs if x is not None):
        yield " " * margin + second


def _label(place: int | None) -> str:
    return "⋯" if place is None else str(place)


def _with_spices(table: SpeculaasTable, card: str, short: dict[str, str]) -> str:
    shown = "".join(short.get(spice, spice) for spice in table.symbols.get(card, ()))
    return f"{card}({shown})" if shown else card


def _paint(line: str, what: str, color: bool) -> str:
    return f"\x1b[{_COLOURS[what]}m{line}\x1b[0m" if color and line.strip() else line


def _wrapped(line: str) -> list[str]:
    """A long line in several, broken at blanks; what has no blank is broken where it must be."""
    lines: list[str] = []
    current = ""
    for word in line.split(" "):
        longer = f"{current} {word}" if current else word
        if len(longer) <= WIDTH:
            current = longer
            continue
        if current:
            lines.append(current)
        current = f"    {word}"
        while len(current) > WIDTH:
            lines.append(current[:WIDTH])
            current = f"    {current[WIDTH:]}"
    return [*lines, current]


_STYLE = (
    "<style>.speculaas{overflow-x:auto}.speculaas table{border-collapse:collapse;font:0.8rem sans-serif}"
    ".speculaas td,.speculaas th{padding:0.15rem 0.35rem;text-align:center;min-width:2.4rem}"
    ".speculaas th{color:#767676;font-weight:normal}.speculaas .recipe{background:#f7dfa5;color:#3a2a00}"
    ".speculaas .spice{background:#cfe6e3;color:#06302c}.speculaas td.recipe,.speculaas td.spice{border:2px solid #fff;"
    "border-radius:0.3rem}.speculaas small{display:block}.speculaas .pile span{display:inline-block;margin:0.1rem;"
    "padding:0.15rem 0.35rem}</style>"
)


def _grid_html(table: SpeculaasTable, seat: Seat) -> str:
    xs, ys = axis(x for x, _ in seat.cards), axis(y for _, y in seat.cards)
    rows = ["<table><tr><th></th>" + "".join(f"<th>{_label(x)}</th>" for x in xs) + "</tr>"]
    for y in ys:
        cells = []
        for x in xs:
            card = seat.cards.get((x, y)) if x is not None and y is not None else None
            cells.append(_card_html(table, card, "td") if card is not None else "<td></td>")
        rows.append(f"<tr><th>{_label(y)}</th>{''.join(cells)}</tr>")
    return "\n".join([*rows, "</table>"])


def _card_html(table: SpeculaasTable, card: str, tag: str) -> str:
    kind = table.kinds.get(card, RECIPE)
    spices = ", ".join(table.symbols.get(card, ()))
    small = f"<small>{escape(spices)}</small>" if spices else ""
    return f'<{tag} class="{kind}">{escape(card)}{small}</{tag}>'
