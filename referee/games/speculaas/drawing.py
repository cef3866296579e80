"""What both drawings of the table say, and how a report tells a game of Speculaas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.engine.effects import Effects
from referee.engine.telling import Change, signed
from referee.engine.verdict import Score
from referee.games.speculaas.moves import Discard, Take
from referee.games.speculaas.scoring import standing
from referee.games.speculaas.table import Seat, SpeculaasTable

#: A tableau torn apart over more cells than this is listed and not drawn.
LARGEST_GRID = 4000


def stage(table: SpeculaasTable) -> list[str]:
    """Where the game stands, and the cards in the centre."""
    turn = f", turn {table.turns}" if table.turns else ""
    said = [f"Round {table.round}{turn}: {table.phase}", f"{table.supply} honey in the supply"]
    if table.goal is not None:
        said += [f"Tea: {table.tea}", f"Coffee: {_goal(table)}", f"Hot Chocolate: {table.measure}"]
    return said


def _goal(table: SpeculaasTable) -> str:
    """The goal of the Coffee card: a shape is told cell by cell."""
    goal = table.goal
    if goal is None or not goal.shaped:
        return "all six spices"
    return "shape of " + ", ".join(f"{spice} at {x},{y}" for x, y, spice in goal.turned[0])


def belongings(table: SpeculaasTable, seat: Seat, score: Score | None) -> list[str]:
    """What one player has beside the cards: the points by source, honey, the Coffee card."""
    said = []
    if score is not None:
        sources = ", ".join(f"{source.replace('_', ' ')} {points}" for source, points in score.breakdown.items())
        said.append(f"{score.total} points" + (f" ({sources})" if sources else ""))
    said.append(f"{seat.honey} honey")
    if seat.name in table.holders():
        said.append("Coffee card")
    return said


def scores(table: SpeculaasTable) -> dict[str, Score]:
    """The score of everybody, by name; empty without Café."""
    return {score.player: score for score in standing(table)}


def abbreviations(spices: Iterable[str]) -> dict[str, str]:
    """For each spice the shortest beginning that no other spice has."""
    names = list(spices)
    short = {}
    for name in names:
        beginnings = (name[:length] for length in range(1, len(name) + 1))
        alone = (start for start in beginnings if sum(other.startswith(start) for other in names) == 1)
        short[name] = next(alone, name)
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


def label(place: int | None) -> str:
    """The number of a column or row; the sign of a gap for ``None``."""
    return "…" if place is None else str(place)


# The story of a game.


def chapter(table: SpeculaasTable, step: Any) -> tuple[str | None, str | None]:
    """A chapter is a round, a passage in it a turn; the base scores are a chapter of their own."""
    kind = getattr(step, "move", None) or getattr(step, "kind", None)
    if kind == "turn":
        return f"Round {table.round}", f"Turn {table.turns}: {table.phase.removesuffix(' turn')}"
    if kind == "round":
        return f"Round {table.round}", None
    if kind == "base-score" and table.over:
        return "After the last round", "Base scores"
    return None, None


def turn_is_full(table: SpeculaasTable, step: Any) -> bool:
    """Whether this step was a part in the turn, and everybody has taken part."""
    return isinstance(step, Take | Discard) and table.open and table.all_took_part()


def gains(table: SpeculaasTable, effects: Effects) -> list[Change]:
    """Honey, cards, the Coffee card and points that came to a player, or went."""
    found: list[Change] = []
    for name, number in effects.get("honey", {}).items():
        found.append((name, f"{signed(number)} honey"))
    for group, where in (("tableau", "at"), ("discard", "discarded"), ("pile", "on the pile")):
        for name, cards in effects.get(group, {}).items():
            for entry in cards:
                card, _, cell = entry.partition("@")
                found.append((name, f"{card} {where} {cell}".rstrip()))
    found += [(name, "+ Coffee card" if got else "- Coffee card") for name, got in effects.get("coffee", {}).items()]
    for group, why in (("base", "base score"), ("arbiter", "by the arbiter")):
        for name, number in effects.get(group, {}).items():
            found.append((name, f"{signed(number)} points, {why}"))
    return found
