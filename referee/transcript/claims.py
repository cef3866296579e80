"""Lines of claims and of the arbiter, which name fields and values: ``claim Anna: coins 4, warehouse tea+tea``.

Source: Transcript format, version 1, "Lines".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.transcript.lines import Convert, LineForm, Misread, Rest, integer, items, names_of, tidy, unknown_player
from referee.transcript.suggest import closest


@dataclass(frozen=True, slots=True)
class ClaimField:
    """A field of a claim in lines: how its value is read and written (``None``: only objects can say it)."""

    read: Convert
    write: Callable[[Any], str | None]


def number_field() -> ClaimField:
    return ClaimField(integer, str)


def word_field() -> ClaimField:
    return ClaimField(str.lower, str)


def list_field() -> ClaimField:
    """A list joined with ``+``, an empty one is ``none``; an entry that shows goods makes it an object."""

    def read(text: str) -> list[str]:
        return [] if text.lower() == "none" else [part.strip(" ").lower() for part in text.split("+")]

    def write(value: Any) -> str | None:
        if any(":" in part or "+" in part for part in value):
            return None
        return "+".join(value) or "none"

    return ClaimField(read, write)


def counts_field() -> ClaimField:
    """Numbers by name, standing apart with blanks (``tea 2 coffee 1``); an empty one is ``none``."""

    def read(text: str) -> dict[str, int]:
        if text.lower() == "none":
            return {}
        words = text.lower().split(" ")
        if len(words) % 2:
            raise Misread(f"{text!r} is no list of names and numbers.", found=text, expected="such as tea 2 coffee 1")
        counts = {}
        for name, number in zip(words[::2], words[1::2], strict=True):
            if name in counts:
                raise Misread(f"{name} is named twice.", found=text, expected="each name once")
            counts[name] = integer(number)
        return counts

    def write(value: Any) -> str | None:
        return " ".join(f"{name} {number}" for name, number in value.items()) or "none"

    return ClaimField(read, write)


Other = Callable[[str, str, dict[str, Any]], bool]
"""Takes a part of a claim that no field begins, as name and value, into the fields; false if it cannot."""


def _parts(
    rest: Rest,
    start: int,
    fields: Mapping[str, ClaimField],
    other: Other | None,
    into: dict[str, Any],
    note: bool = False,
) -> int | None:
    """Read ``field value, …`` from ``start`` on into ``into``; return where a note begins, if one may and does."""
    for part, first, last in items(rest.text[start:], ","):
        name, _, value = part.partition(" ")
        key = names_of(name)
        reader = fields.get(key)
        path_start = start + first + len(name) + 1
        try:
            if reader is not None and value:
                if key in into:
                    raise Misread(f"{name} is said twice.", field=key, found=part, expected="each field once")
                rest.mark(key, path_start, start + last)
                into[key] = reader.read(value)
                continue
            if reader is None and other is not None and other(name, value, into):
                rest.mark(f"contracts/{name.lower()}", path_start, start + last)
                continue
        except Misread as misread:
            if note and misread.rule == "transcript.line":
                return start + first
            misread.field = misread.field or key
            raise
        if note:
            return start + first
        near = closest(key, fields)
        hint = f" Did you mean {near.replace('_', '-')}?" if near and not reader else ""
        words = f"After {name} a value is missing." if reader else f"{part!r} says nothing that can be claimed.{hint}"
        raise Misread(
            words,
            found=part,
            expected=" or ".join(sorted(fields)),
            span=(rest.start + start + first, rest.start + start + last),
        )
    return None


def claim_form(
    player_fields: Mapping[str, ClaimField],
    table_fields: Mapping[str, ClaimField],
    other: Other | None = None,
    write_other: Callable[[Any], list[str] | None] | None = None,
    *,
    example: str,
    production: str,
) -> LineForm:
    """``claim Anna: coins 4, …`` of a player and ``claim: round 3, …`` of the table."""

    def read(rest: Rest) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        start = _name_before_colon(rest, fields)
        known = player_fields if "player" in fields else table_fields
        _parts(rest, start, known, other if "player" in fields else None, fields)
        return fields

    def write(move: Any) -> str | None:
        parts = _written(move, player_fields if move.player is not None else table_fields)
        more = write_other(move) if write_other is not None else []
        if (not parts and not more) or parts is None or more is None:
            return None
        return f"{' ' + move.player if move.player is not None else ''}: {', '.join(parts + more)}"

    return LineForm("claim", "claim", read, write, example, production, player=False)


def _written(move: Any, fields: Mapping[str, ClaimField]) -> list[str] | None:
    """``field value`` for every field that is said; ``None`` if one of them needs an object."""
    parts = []
    for name, form in fields.items():
        value = getattr(move, name, None)
        if value is not None:
            text = form.write(value)
            if text is None:
                return None
            parts.append(f"{name.replace('_', '-')} {text}")
    return parts


def _name_at(rest: Rest, start: int, sign: str, fields: dict[str, Any]) -> int | None:
    """Read the player whose name stands at ``start`` with ``sign`` after it; return where that ends."""
    for name in rest.names:
        said = tidy(name)
        if rest.text.startswith(said + sign, start):
            rest.mark("player", start, start + len(said))
            fields["player"] = name
            return start + len(said) + len(sign)
    return None


def _name_before_colon(rest: Rest, fields: dict[str, Any]) -> int:
    """Read the optional player and the colon after ``claim``; return where the parts begin."""
    if rest.text.startswith(":"):
        return 1
    end = _name_at(rest, 0, ":", fields)
    if end is not None:
        return end
    name, colon, _ = rest.text.partition(":")
    if not colon:
        raise Misread("A claim needs a colon after the player's name.", found=rest.text, expected="claim Anna: …")
    raise unknown_player(name, rest.names, (rest.start, rest.start + len(name)))


def arbiter_form(fields: Mapping[str, ClaimField], *, production: str) -> LineForm:
    """``arbiter: stands, a note`` and ``arbiter: set Anna coins 3, a note``."""

    def read(rest: Rest) -> dict[str, Any]:
        if not rest.text.startswith(":"):
            raise Misread("An arbiter's decision needs a colon.", found=rest.text, expected="arbiter: stands")
        head, comma, _ = rest.text[1:].partition(",")
        decision, _, first = head.partition(" ")
        into: dict[str, Any] = {"decision": decision.lower()}
        rest.mark("decision", 1, 1 + len(decision))
        if decision.lower() == "stands" and not first:
            if comma:
                into["note"] = rest.as_said(len(head) + 2)
        elif decision.lower() == "set" and first:
            _read_set(rest, 1 + len(decision) + 1, fields, into)
        else:
            raise Misread(
                f"{head!r} is no decision of an arbiter.",
                field="decision",
                found=head,
                expected="stands, or set with a value",
            )
        return into

    def write(move: Any) -> str | None:
        note = f", {move.note}" if move.note else ""
        if move.decision == "stands":
            return f": stands{note}"
        parts = _written(move, fields)
        who = f" {move.player}" if move.player is not None else ""
        return None if parts is None else f": set{who} {', '.join(parts)}{note}"

    return LineForm("arbiter", "arbiter", read, write, "arbiter: stands, noticed too late", production, player=False)


def _read_set(rest: Rest, start: int, fields: Mapping[str, ClaimField], into: dict[str, Any]) -> None:
    """Read what an arbiter puts right: the optional player, fields with values, and the optional note."""
    end = _name_at(rest, start, " ", into)
    if end is None:
        _refuse_stranger(rest, start, fields)
        end = start
    note = _parts(rest, end, fields, None, into, note=True)
    if note == end:
        raise Misread(
            "An arbiter's set needs a field with a value.",
            found=rest.text[end:],
            expected=" or ".join(sorted(fields)),
        )
    if note is not None:
        into["note"] = rest.as_said(note)


def _refuse_stranger(rest: Rest, start: int, fields: Mapping[str, ClaimField]) -> None:
    """Name the one whom an arbiter's ``set`` is about, if what stands before the first field is no player."""
    place = start
    for word in rest.text[start:].partition(",")[0].split(" "):
        if names_of(word) in fields:
            break
        place += len(word) + 1
    else:
        return
    if place > start:
        span = (rest.start + start, rest.start + place - 1)
        raise unknown_player(rest.text[start : place - 1], rest.names, span)
