"""The table as a fragment of HTML: each tableau as a grid. The style sheet is ``drawing.css``.

The colours of the players are the report's (classes ``seat-1``, ``seat-2`` …).
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from referee.engine.terminal import visible
from referee.engine.verdict import Score
from referee.games.speculaas.drawing import LARGEST_GRID, axis, belongings, label, scores, stage
from referee.games.speculaas.moves import RECIPE, SPECULATIUS
from referee.games.speculaas.table import Seat, SpeculaasTable


def css() -> str:
    """The style sheet of the fragments."""
    return Path(__file__).with_name("drawing.css").read_text(encoding="utf-8")


def html(table: SpeculaasTable) -> str:
    """The whole table."""
    score_of = scores(table)
    said = "".join(f"<li>{_text(part)}</li>" for part in stage(table))
    seats = "".join(
        _seat(table, number, seat, score_of.get(seat.name)) for number, seat in enumerate(table.seats.values(), 1)
    )
    return f'<div class="speculaas"><ul class="sc-stage">{said}</ul><div class="sc-seats">{seats}</div></div>'


def _text(text: str) -> str:
    return escape(visible(text))


def _seat(table: SpeculaasTable, number: int, seat: Seat, score: Score | None) -> str:
    has = " · ".join(belongings(table, seat, score))
    if seat.name == SPECULATIUS:
        cards = "".join(f"<li>{_card(table, card)}</li>" for card in seat.pile)
        body = f'<ul class="sc-pile">{cards}</ul>' if cards else "<p>No card lies on the pile.</p>"
    else:
        body = _grid(table, seat) if seat.cards else "<p>No card yet.</p>"
    if seat.discards:
        body += f"<p>Discarded: {_text(', '.join(seat.discards))}</p>"
    return (
        f'<section class="sc-seat seat-{number}"><h4><bdi>{_text(seat.name)}</bdi></h4>'
        f'<p class="sc-has">{_text(has)}</p>{body}</section>'
    )


def _grid(table: SpeculaasTable, seat: Seat) -> str:
    xs, ys = axis(x for x, _ in seat.cards), axis(y for _, y in seat.cards)
    if len(xs) * len(ys) > LARGEST_GRID:
        places = "".join(f"<li>{_card(table, card)} {x},{y}</li>" for (x, y), card in seat.cards.items())
        return f'<ul class="sc-pile">{places}</ul>'
    rows = ["<tr><td></td>" + "".join(f'<th scope="col">{label(x)}</th>' for x in xs) + "</tr>"]
    for y in ys:
        row = [f'<th scope="row">{label(y)}</th>']
        for x in xs:
            card = seat.cards.get((x, y)) if x is not None and y is not None else None
            row.append(f"<td>{_card(table, card)}</td>" if card is not None else "<td></td>")
        rows.append(f"<tr>{''.join(row)}</tr>")
    return f'<div class="sc-scroll"><table class="sc-grid">{"".join(rows)}</table></div>'


def _card(table: SpeculaasTable, card: str) -> str:
    kind = table.kinds.get(card, RECIPE)
    shown = "".join(f"<small>{_text(spice)}</small>" for spice in table.symbols.get(card, ()))
    return f'<span class="sc-card sc-{kind}">{_text(card)}{shown}</span>'
