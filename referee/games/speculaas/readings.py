"""What no source settles: the readings of each open question, and what the other ones would make of this game.

The one chosen stands first. A reading never makes a move illegal; it is named where it changes something.
Source: Speculaas: Café, what the referee knows, "Assumptions"; facts, section 6.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.engine.game import Reading
from referee.games.speculaas.moves import RECIPE
from referee.games.speculaas.scoring import totals
from referee.games.speculaas.table import WAYS, SpeculaasTable

Otherwise = dict[str, int] | str | None

#: Questions whose readings give other points.
COUNTED = (
    Reading("tea-count", "A card that shows the spice twice counts as two.", ("symbols", "cards")),
    Reading(
        "tea-second-tie",
        "Players tied for second place in Tea share 3 points, rounded down.",
        ("share", "each", "none"),
    ),
    Reading("tea-zero", "Who has none of the spice can still take a place in Tea.", ("counts", "nothing")),
    Reading("line", "The cards of a column, row or diagonal follow each other without a gap.", ("unbroken", "total")),
    Reading(
        "rectangle",
        "A rectangle has sides of 2 or more, a square is one too, and a number between two columns of the card's table "
        "scores as the lower one.",
        ("steps", "side-1", "no-squares", "listed"),
    ),
)
#: Questions whose other reading makes the game illegal, or cannot be judged.
PLAYED = (
    Reading("placement", "A card may be laid anywhere, also away from the own cards.", ("as-recorded", "orthogonal")),
    Reading(
        "spice-turn",
        "In a spice turn a player takes and discards any number of cards from one.",
        ("as-recorded", "one"),
    ),
    Reading(
        "turn-count",
        "When the decks of one kind are empty, turns of the other kind go on.",
        ("as-recorded", "alternating"),
    ),
    Reading("coffee-shapes", "Three spices in a shape are the goal of a Coffee card.", ("coffee", "hot-chocolate")),
    Reading("base-score", "The points of the base game are taken as the table declared them.", ("declared", "checked")),
    Reading("tie", "Equal totals share the victory.", ("share", "tie-break")),
)
#: By reading: whether it matters in this game, and what it makes of it then.
MATTERS: dict[str, tuple[Callable[[SpeculaasTable], bool], str]] = {
    "placement": (lambda table: table.apart, "illegal"),
    "spice-turn": (lambda table: table.several, "illegal"),
    "turn-count": (lambda table: table.followed, "illegal"),
    "coffee-shapes": (lambda table: table.goal is not None and table.goal.shaped and bool(table.holders()), "unjudged"),
    "base-score": (
        lambda table: table.cafe and any(seat.base is not None for seat in table.seats.values()),
        "unjudged",
    ),
    "tie": (lambda table: table.complete and _tied(table), "unjudged"),
}
PASSED = "Decks are passed to the left, as the recipe decks of round 1 are."
PASSED_AS_RECORDED = "Decks are passed the way that fits what was taken; some can only have gone to the right."


def readings(table: SpeculaasTable) -> Iterator[Reading]:
    """The open questions in the order of the specification."""
    yield from COUNTED
    yield from PLAYED[:3]
    if _only(table, "right"):
        yield Reading("pass-left", PASSED_AS_RECORDED, ("as-recorded", "left"))
    else:
        yield Reading("pass-left", PASSED, ("left", "right"))
    yield from PLAYED[3:]


def reread(table: SpeculaasTable, reading: str, value: str) -> Otherwise:
    """The totals that differ under another reading, ``"illegal"``, ``"unjudged"``, or ``None`` for no difference."""
    if reading == "pass-left":
        return "illegal" if _only(table, "right" if value == "left" else "left") else None
    if reading in MATTERS:
        matters, otherwise = MATTERS[reading]
        return otherwise if matters(table) else None
    chosen, other = totals(table), totals(table, {reading: value})
    return {name: total for name, total in other.items() if total != chosen[name]} or None


def _only(table: SpeculaasTable, way: str) -> bool:
    """Whether some decks that may go either way can only have been passed this way."""
    assert way in WAYS
    return any(tuple(ways) == (way,) for part, ways in table.ways.items() if part != (1, RECIPE))


def _tied(table: SpeculaasTable) -> bool:
    reached = sorted(totals(table).values(), reverse=True)
    return len(reached) > 1 and reached[0] == reached[1]
