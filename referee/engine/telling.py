"""Tables and effects in plain words, for games that have no words of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.engine.effects import Effects
from referee.engine.terminal import visible, wrap

#: A player, or ``None`` for the table, and what came to or went from there.
Change = tuple[str | None, str]


def signed(number: int) -> str:
    """``+2`` or ``-2``."""
    return f"{number:+d}"


def change(value: Any) -> str:
    """One value of an effect: a number to add, a text (``-`` where nothing is left), names or counts."""
    match value:
        case int():
            return signed(value)
        case Mapping():
            return " ".join(f"{signed(number)} {name}" for name, number in value.items())
        case list() | tuple():
            return " ".join(map(str, value))
        case _:
            return "-" if value is None else str(value)


def phrases(effects: Effects) -> Iterator[str]:
    """Each group of effects as a phrase: ``coins: stock +2, Ben -2``."""
    for group, changes in effects.items():
        yield f"{group}: " + ", ".join(f"{name} {change(value)}" for name, value in changes.items())


def gains(effects: Effects, players: Iterable[str]) -> list[Change]:
    """What came to or went from each player and the table: everything but texts, which say where things stand."""
    names = set(players)
    found: list[Change] = []
    for group, changes in effects.items():
        for name, value in changes.items():
            if value is None or isinstance(value, str):
                continue
            if name in names:
                found.append((name, f"{group} {change(value)}"))
            else:
                found.append((None, f"{group}, {name} {change(value)}"))
    return found


def listing(claims: Iterable[Mapping[str, Any]]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Claims as headings (a player, or ``table``) with what is claimed: name and value in words."""
    return [
        (
            str(claim.get("player") or "table"),
            [(name.replace("_", " "), words(value)) for name, value in claim.items() if name not in ("move", "player")],
        )
        for claim in claims
    ]


def words(value: Any) -> str:
    """A value of a claim without the punctuation of a data format."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return ", ".join(f"{name} {words(inner)}" for name, inner in value.items()) or "none"
        case list() | tuple():
            return ", ".join(words(inner) for inner in value) or "none"
        case None:
            return "none"
        case _:
            return str(value)


def listing_text(claims: Iterable[Mapping[str, Any]]) -> str:
    """Claims as lines of at most 80 columns."""
    lines: list[str] = []
    for heading, values in listing(claims):
        said = "; ".join(f"{name} {value}" for name, value in values)
        lines += wrap(visible(said), f"{visible(heading)}: ", "    ")
    return "\n".join(lines) + "\n"


def listing_html(claims: Iterable[Mapping[str, Any]]) -> str:
    """Claims as definition lists of HTML."""
    from html import escape

    parts: list[str] = []
    for heading, values in listing(claims):
        rows = "".join(f"<dt>{escape(visible(name))}</dt><dd>{escape(visible(value))}</dd>" for name, value in values)
        parts.append(f"<section><h4><bdi>{escape(visible(heading))}</bdi></h4><dl>{rows}</dl></section>")
    return "\n".join(parts)
