"""The table as fragments of HTML: the display with its towers of workers, the players, the stock and the bag.

The style sheet is ``drawing.css``. The colours of the players are the report's (classes ``seat-1``, ``seat-2`` …).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from referee.engine.terminal import visible
from referee.games.speicherstadt.cards import GOODS, Card
from referee.games.speicherstadt.drawing import (
    LETTERS,
    counted,
    kind_of,
    marks,
    name_of,
    number_of,
    piles,
    points_of,
    price,
    shown,
    stage,
)
from referee.games.speicherstadt.pieces import Contract, Seat, Space, Worker, cubes
from referee.games.speicherstadt.scoring import standing
from referee.games.speicherstadt.table import SpeicherstadtTable


def css() -> str:
    """The style sheet of the fragments."""
    return Path(__file__).with_name("drawing.css").read_text(encoding="utf-8")


def html(table: SpeicherstadtTable) -> str:
    """The whole table."""
    totals = {score.player: score.total for score in standing(table)}
    letters = marks(table.players)
    said = " · ".join(stage(table))
    seats = "".join(_seat(table, seat, letters, totals[seat.name]) for seat in table.seats)
    display = _display(table, letters) if table.row else ""
    heaps = _heap("Stock", table, table.stock) + _heap("Bag", table, table.bag)
    return (
        f'<div class="speicherstadt"><p class="sp-stage">{_text(said)}</p>{display}'
        f'<div class="sp-seats">{seats}</div><div class="sp-heaps">{heaps}</div></div>'
    )


def scene(table: SpeicherstadtTable) -> str:
    """The display alone."""
    return f'<div class="speicherstadt">{_display(table, marks(table.players))}</div>'


def _text(text: str) -> str:
    return escape(visible(text))


# The display.


def _display(table: SpeicherstadtTable, letters: Mapping[str, str]) -> str:
    parts = [_row(table, table.row, letters, "On the water")]
    if table.reserved:
        parts.append(_row(table, table.reserved, letters, "Reserved, the first to be decided on the left"))
    if any(space.card is not None for space in table.upper):
        parts.append(_row(table, table.upper, letters, "Left in the upper row"))
    return "".join(parts)


def _row(table: SpeicherstadtTable, spaces: Sequence[Space], letters: Mapping[str, str], name: str) -> str:
    upper = spaces is table.upper
    drawn = "".join(_space(table, space, letters) for space in spaces if space.card is not None or not upper)
    flat = " sp-flat" if spaces is not table.row else ""
    return (
        f'<figure class="sp-part"><figcaption>{name}</figcaption>'
        f'<ol class="sp-row{flat}" style="--sp-n:{table.spaces}">{drawn}</ol></figure>'
    )


def _space(table: SpeicherstadtTable, space: Space, letters: Mapping[str, str]) -> str:
    """A card with its workers. They come lowest first; the style sheet stacks them."""
    workers = "".join(_worker(worker, letters) for worker in space.line)
    tower = f'<ol class="sp-tower" aria-label="Workers, the lowest first">{workers}</ol>' if workers else ""
    place = _text(str(space.place).removeprefix("u"))
    if space.card is None:
        return (
            f'<li class="sp-space"><div class="sp-card sp-gone"><span class="sp-place">{place}</span> gone</div></li>'
        )
    costs = price(table, space)
    due = f'<span class="sp-price">costs {costs}</span>' if costs is not None else ""
    return (
        f'<li class="sp-space">{tower}<div class="sp-card sp-{kind_of(space.card.id)}">'
        f'<span class="sp-place">{place}</span><span class="sp-name">{_text(name_of(space.card))}</span>'
        f"{_on_card(space.card, space)}{due}</div></li>"
    )


def _on_card(card: Card, space: Space) -> str:
    """The cubes of a ship, or the symbols of a contract with its points."""
    if card.id == "ship":
        return _cubes([(good, True) for good in cubes(space.cubes)])
    if card.id != "contract":
        return ""
    symbols = [(good, False) for good in sorted(card.goods, key=GOODS.index)]
    return f'{_cubes(symbols)}<span class="sp-points">{number_of(points_of(card) or 0, "point")}</span>'


def _worker(worker: Worker, letters: Mapping[str, str]) -> str:
    name, gray = _text(worker.seat.name), worker.gray
    said = f"{name} (gray worker)" if gray else name
    look = "sp-worker sp-gray" if gray else "sp-worker"
    return (
        f'<li class="{look} seat-{worker.seat.number + 1}" title="{said}"><span aria-hidden="true">'
        f'{_text(letters[worker.seat.name])}</span><span class="sp-said">{said}</span></li>'
    )


# The players.


def _seat(table: SpeicherstadtTable, seat: Seat, letters: Mapping[str, str], total: int) -> str:
    first = seat.number == table.first and not table.complete
    flag = ' <span class="sp-first">first player</span>' if first else ""
    mark = f'<span class="sp-worker" aria-hidden="true">{_text(letters[seat.name])}</span>'
    parts = [
        f'<section class="sp-seat seat-{seat.number + 1}"><h4>{mark} <bdi>{_text(seat.name)}</bdi>{flag}</h4>',
        f'<p class="sp-numbers">{" · ".join(_numbers(table, seat, total))}</p>',
    ]
    pills = "".join(
        f'<li class="sp-pill sp-{kind_of(card)}">{_text(name_of(card))}{f" <span>× {number}</span>" if number > 1 else ""}</li>'
        for card, number in counted(seat.cards).items()
    )
    if pills:
        parts.append(f'<ul class="sp-pills" aria-label="Cards">{pills}</ul>')
    if seat.contracts:
        contracts = "".join(map(_contract, seat.contracts))
        parts.append(f'<ul class="sp-pills" aria-label="Contracts">{contracts}</ul>')
    for place, goods in piles(seat):
        parts.append(f'<p class="sp-pile">{place} {_cubes([(good, True) for good in goods])}</p>')
    return "".join(parts) + "</section>"


def _numbers(table: SpeicherstadtTable, seat: Seat, total: int) -> list[str]:
    said = [f"<b>{number_of(total, 'point')}</b>", number_of(seat.coins, "coin")]
    if seat.track:
        said.append(f"{str(seat.track).replace('-', '−')} on the track")
    if seat.home and not table.complete:
        said.append(f"{number_of(seat.home, 'worker')} at home")
    if seat.gray:
        said.append(number_of(seat.gray, "gray worker"))
    if seat.breaks:
        said.append(number_of(seat.breaks, "Break card"))
    return said


def _contract(contract: Contract) -> str:
    done = ' <span class="sp-done">complete</span>' if contract.complete else ""
    symbols = _cubes(shown(contract.shown, contract.placed))
    return f'<li class="sp-pill sp-contract">{symbols} {number_of(contract.points, "point")}{done}</li>'


# Goods.


def _cubes(goods: Iterable[tuple[str, bool]]) -> str:
    """Cubes, and symbols without a cube (``False``), as one picture with a name."""
    listed = list(goods)
    drawn = "".join(
        f'<i class="sp-{good}{"" if there else " sp-free"}">{LETTERS.get(good, "?")}</i>' for good, there in listed
    )
    there = ", ".join(good for good, cube in listed if cube)
    free = ", ".join(good for good, cube in listed if not cube)
    said = "; ".join(filter(None, (there, f"still free: {free}" if free and there else free))) or "no goods"
    return f'<span class="sp-cubes" role="img" aria-label="{said}" title="{said}">{drawn}</span>'


def _heap(name: str, table: SpeicherstadtTable, pile: Mapping[str, int]) -> str:
    """The stock or the bag by kind."""
    items = "".join(
        f'<li title="{good}"><span class="sp-cubes" aria-hidden="true"><i class="sp-{good}">{LETTERS[good]}</i></span> '
        f'<span class="sp-said">{good} </span>{pile.get(good, 0)}</li>'
        for good in table.goods
    )
    return f'<section class="sp-heap"><h4>{name}</h4><ul>{items}</ul></section>'
