"""Words and numbers as a player reads them: values, places, titles and the one-line verdict."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from referee.engine.terminal import visible
from referee.engine.verdict import Score, Verdict, Violation

#: A line of JSON lines as it stands in ``source``: the file, then the number of the line.
_NUMBERED = re.compile(r"(?P<file>.+):(?P<line>[0-9]+)")


def plain(value: Any) -> str:
    """A value of a transcript or a verdict, without the punctuation of a data format."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case str():
            return visible(value) or "an empty text"
        case list() | tuple():
            return ", ".join(plain(item) for item in value) or "nothing"
        case Mapping():
            return ", ".join(f"{visible(str(name))} {plain(item)}" for name, item in value.items()) or "nothing"
        case _:
            return visible(str(value))


def counted(number: int, noun: str) -> str:
    """``1 move``, ``2 moves``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(names: list[str]) -> str:
    """``Anna``, ``Anna and Ben``, ``Anna, Ben and Cleo``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def file_of(source: str, line: int = 0) -> str:
    """The file of a source: a source in JSON lines ends with the number of its line, which a place says again."""
    numbered = _NUMBERED.fullmatch(source)
    if numbered is not None and line and int(numbered["line"]) == line:
        return numbered["file"]
    return source


def place(verdict: Verdict, violation: Violation) -> str:
    """``file:line:column``, or the file alone where no place is known."""
    if not violation.line:
        return visible(verdict.source)
    return f"{visible(file_of(verdict.source, violation.line))}:{violation.line}:{violation.column}"


def cited(cite: Mapping[str, str]) -> str:
    """``The Speicherstadt, rulebook, "Purchase"``."""
    document, section = cite.get("document", ""), cite.get("section", "")
    return f'{document}, "{section}"' if section else document


def named(word: str) -> str:
    """An identifier as words: ``counting_offices`` is ``counting offices``."""
    return visible(word).replace("_", " ")


def when(violation: Violation) -> str:
    """``round 3, Purchase, move 57``, as far as known."""
    parts = []
    if violation.round is not None:
        parts.append(f"round {violation.round}")
    if violation.phase:
        parts.append(named(violation.phase).capitalize())
    if violation.move is not None:
        parts.append(f"move {violation.move}")
    return ", ".join(parts)


def title(verdict: Verdict) -> str:
    """The game with its expansions by their titles, or by their ids if this referee does not know them."""
    from referee.games import find

    if verdict.game is None:
        return ""
    game = find(verdict.game)
    if game is None:
        return visible(verdict.game)
    expansions = [visible(game.expansions.get(expansion, expansion)) for expansion in verdict.expansions]
    return f"{game.title} with {listed(expansions)}" if expansions else game.title


def stage(verdict: Verdict) -> str:
    """``legal, complete``; an unreadable transcript is neither complete nor incomplete."""
    if verdict.verdict == "unreadable":
        return "unreadable"
    return f"{verdict.verdict}, {'complete' if verdict.complete else 'incomplete'}"


def headline(verdict: Verdict) -> str:
    """What the verdict is about, and how much of it: all that follows the file in the line of the verdict."""
    stand = sum(item.arbiter == "stands" for item in verdict.violations)
    decided = f" ({stand} let stand)" if stand else ""
    faults = f" · {counted(len(verdict.violations), 'violation')}{decided}" if verdict.violations else ""
    if verdict.verdict == "unreadable":
        return f"unreadable{faults}"
    if verdict.verdict == "unjudged":
        return f"final sheet · {title(verdict)}, {counted(len(verdict.players), 'player')}"
    moves = verdict.moves
    aside = [
        f"{number} {what}" for number, what in ((moves.implied, "implied"), (moves.unchecked, "unchecked")) if number
    ]
    size = [
        title(verdict),
        counted(len(verdict.players), "player"),
        counted(verdict.rounds, "round"),
        counted(moves.recorded, "move") + (f" ({', '.join(aside)})" if aside else ""),
    ]
    return f"{stage(verdict)} · {', '.join(filter(None, size))}{faults}"


def sources(scores: list[Score]) -> list[str]:
    """The sources of points that any player has, each where its neighbours say that it belongs.

    Every player has some of them, in the order of the game: a new one goes before the next that is known already.
    """
    order: list[str] = []
    for score in scores:
        names = list(score.breakdown)
        for place, name in enumerate(names):
            if name not in order:
                following = next((order.index(later) for later in names[place + 1 :] if later in order), None)
                before = order.index(names[place - 1]) + 1 if place else 0
                order.insert(before if following is None else following, name)
    return order


def ties(scores: list[Score]) -> list[str]:
    """The values that decide ties, by name, in the order in which they count."""
    return list(dict.fromkeys(name for score in scores for name in score.tiebreak))
