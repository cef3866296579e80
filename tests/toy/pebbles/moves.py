"""The moves of Pebbles and their lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from referee.transcript.fields import Count, Given, Int, Name, Text
from referee.transcript.notation import (
    LineForm,
    Notation,
    arbiter_form,
    claim_form,
    count,
    integer,
    number_field,
    pattern,
)


@dataclass(slots=True, kw_only=True)
class Heap:
    """How many pebbles lie on the table: a fact."""

    move: Literal["heap"] = "heap"
    pebbles: Int


@dataclass(slots=True, kw_only=True)
class Take:
    """A player takes pebbles; ``at`` says from where, a number or a word, and changes nothing."""

    move: Literal["take"] = "take"
    player: Name
    count: Annotated[Count | None, Given] = None
    at: Annotated[Int | Text | None, Given] = None


@dataclass(slots=True, kw_only=True)
class Part:
    """One pebble of a swap, and where it came from."""

    pebble: Text
    from_: Text


@dataclass(slots=True, kw_only=True)
class Swap:
    """A player hands a pebble to another; the parts are only for show."""

    move: Literal["swap"] = "swap"
    player: Name
    victim: Name
    parts: Annotated[list[Part] | None, Given] = None
    marks: Annotated[dict[str, Int] | None, Given] = None
    openly: Annotated[bool | None, Given] = None


@dataclass(slots=True, kw_only=True)
class Claim:
    """How many pebbles a player has, or lie on the heap."""

    move: Literal["claim"] = "claim"
    player: Annotated[Name | None, Given] = None
    pebbles: Annotated[Int | None, Given] = None
    heap: Annotated[Int | None, Given] = None


@dataclass(slots=True, kw_only=True)
class Arbiter:
    """What a person decided."""

    move: Literal["arbiter"] = "arbiter"
    decision: Literal["stands", "set"]
    player: Annotated[Name | None, Given] = None
    pebbles: Annotated[Int | None, Given] = None
    note: Annotated[Text | None, Given] = None


MOVES: dict[str, type] = {"heap": Heap, "take": Take, "swap": Swap, "claim": Claim, "arbiter": Arbiter}


def _write_take(move: Take) -> str:
    number = f" {move.count}" if move.count is not None else ""
    return number + (f" at {move.at}" if move.at is not None else "")


def _write_swap(move: Swap) -> str | None:
    return f"with {move.victim}" if move.parts is None and move.marks is None and move.openly is None else None


def _place(text: str) -> Any:
    return integer(text) if text.lstrip("+-").isdecimal() else text


NOTATION = Notation(
    (
        LineForm("heap", "heap", pattern(r": ?(?P<pebbles>[0-9+-]+)", {"pebbles": integer}, "a number"),
                 lambda move: f": {move.pebbles}", "heap: 12", 'heap = "heap", ":", integer ;', player=False),
        LineForm("take", "take",
                 pattern(r"(?:x?(?P<count>[0-9+-]+))?(?: ?at (?P<at>\S+))?", {"count": count, "at": _place}, "a number"),
                 _write_take, "Anna: take 2", 'take = player, ":", "take", [ count ], [ "at", place ] ;'),
        LineForm("swap", "swap", pattern(r"with (?P<victim>.+)", expected="with and a player"), _write_swap,
                 "Anna: swap with Ben", 'swap = player, ":", "swap with", player ;'),
        claim_form({"pebbles": number_field()}, {"heap": number_field()}, example="claim Anna: pebbles 3",
                   production='claim = "claim", player, ":", "pebbles", integer | "claim", ":", "heap", integer ;'),
        arbiter_form({"pebbles": number_field()},
                     production='arbiter = "arbiter", ":", ( "stands" | "set", player, "pebbles", integer ), [ ",", note ] ;'),
    ),
    words="place = integer | word ;",
)  # fmt: skip
