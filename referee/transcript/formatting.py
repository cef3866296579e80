"""The canonical form of a transcript: every move as the notation writes it, comments left where they are.

A file without comments is written anew: the envelope in its order, then one move a line. In a TOML file with comments
only the moves are put into their canonical words, each in its place; the layout stays the person's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.engine.game import Game, Header, Table, Unreadable
from referee.engine.replay import Finding, Replay, Replayer
from referee.transcript.document import Document, read
from referee.transcript.edits import EditError, edit
from referee.transcript.entries import read_entries
from referee.transcript.notation import fields_of
from referee.transcript.toml import has_comment
from referee.transcript.writing import to_json, to_json_line, to_toml, toml_value


class FormatError(Exception):
    """The transcript cannot be brought into the form asked for; the message says why, to whoever wrote it."""


@dataclass(frozen=True, slots=True)
class Form:
    """What form is asked for; ``None`` leaves it as it is.

    ``to``: ``"json"`` or ``"toml"``. ``moves``: all as ``"lines"`` (a move that no line can say stays an object) or
    all as ``"objects"``. ``explicit``: implied steps are written out. ``drop_comments``: rather lose comments than
    refuse. ``one_line``: JSON in a single line, as JSON lines have it.
    """

    to: Literal["json", "toml"] | None = None
    moves: Literal["lines", "objects"] | None = None
    explicit: bool = False
    drop_comments: bool = False
    one_line: bool = False


def formatted(document: Document, entries: Sequence[Any], game: Game, header: Header, form: Form) -> bytes:
    """The bytes of a transcript in the form asked for; ``entries`` are its moves as they were read.

    :raises FormatError: if comments would be lost, or if implied steps cannot be written out.
    """
    tree = document.tree
    assert tree is not None
    raw: list[Any] = tree["moves"]
    target = form.to or document.form
    names = game.everyone(header)
    moves = [_said(entry, written, game, names, form.moves) for entry, written in zip(entries, raw, strict=True)]
    implied = _implied(entries, game, header) if form.explicit else {}
    added = {
        before: [_said(step, _neighbour(raw, before), game, names, form.moves) for step in steps]
        for before, steps in implied.items()
    }
    commented = document.form == "toml" and not form.drop_comments and has_comment(document.body.decode("utf-8"))
    if commented and target != "toml":
        raise FormatError("JSON has no comments, so those of this file would be lost; --drop-comments allows that.")
    if commented:
        data = _edited(document, raw, moves, added)
    else:
        whole = [entry for place in range(len(moves) + 1) for entry in (*added.get(place, ()), *moves[place : place + 1])]
        tree = {**tree, "moves": whole}
        data = _written(tree, target, form.one_line)
    _prove(read(data, document.source, target), entries, game, header, form)
    return data


def _written(tree: dict[str, Any], target: str, one_line: bool) -> bytes:
    try:
        return to_toml(tree) if target == "toml" else to_json_line(tree) if one_line else to_json(tree)
    except TypeError as error:
        what = "null" if target == "toml" else "dates"
        raise FormatError(f"{target.upper()} has no {what}, but a move has; referee check names it.") from error


def _said(entry: Any, written: Any, game: Game, names: Sequence[str], moves: str | None) -> Any:
    """A move as a line or as an object; ``written`` is what it is now, or its neighbour."""
    if type(entry) is Unreadable:
        return written
    line = moves == "lines" or (moves is None and isinstance(written, str))
    said = game.notation.write(entry, names) if line else None
    if said is None:
        # A line may say more than can be written back, such as a note; it is better left alone than made an object.
        return written if line and isinstance(written, str) else fields_of(entry)
    return said


def _neighbour(raw: Sequence[Any], place: int) -> Any:
    """The entry before which something is put in, or the last one."""
    return raw[place] if place < len(raw) else raw[-1] if raw else ""


def _edited(document: Document, raw: Sequence[Any], moves: Sequence[Any], added: dict[int, list[Any]]) -> bytes:
    """The document with its moves changed in their places."""
    from referee.transcript.positions import Positions

    positions = Positions.of(document.body, document.form)
    changes: list[dict[str, Any]] = []
    for place, (move, written) in enumerate(zip(moves, raw, strict=True)):
        spot, _ = positions.find(f"/moves/{place}")
        literal = document.body[slice(*spot.span)].decode("utf-8")
        # A table under its own head, and one with comments in it, is left as it is where it says the same.
        loose = move is not written and spot.whole is None and not has_comment(literal)
        if move != written or (loose and literal != toml_value(move)):
            changes.append({"pointer": f"/moves/{place}", "replace": move})
    for place, steps in added.items():
        pointer = "/moves/-" if place >= len(raw) else f"/moves/{place}"
        changes.append({"pointer": pointer, "insert_before": steps})
    try:
        return edit(document, changes)
    except EditError as error:
        entry = error.pointer.split("/")[2]
        where = f"at move {int(entry) + 1} " if entry.isdecimal() else ""
        raise FormatError(
            f"The comments of this file cannot stay {where}in this form; --drop-comments writes it without them."
        ) from error


# Implied steps.


@dataclass(slots=True)
class _Listener:
    """Notes every implied step by the entry before which it comes."""

    steps: dict[int, list[Any]] = field(default_factory=dict)

    def opened(self, game: Game, table: Table) -> None:
        self.game = game

    def saw(self, table: Any, index: int | None, before: int | None, step: Any, findings: Sequence[Finding],
            where: tuple[int, str]) -> None:  # fmt: skip
        if index is None and before is not None:
            self.steps.setdefault(before, []).append(self.game.as_move(step))

    game: Game = field(init=False)


def _implied(entries: Sequence[Any], game: Game, header: Header) -> dict[int, list[Any]]:
    listener = _Listener()
    Replayer(game, header, watcher=listener).run(entries)
    return listener.steps


def _prove(document: Document, entries: Sequence[Any], game: Game, header: Header, form: Form) -> None:
    """The new bytes say what the old ones said: the same moves, or with implied steps the same game."""
    tree = document.tree or {}
    again, flaws = read_entries(tree.get("moves", ()), game, header)
    if document.flaws or flaws:
        raise RuntimeError("the formatted transcript cannot be read")
    if not form.explicit:
        if list(map(_sense, again)) != list(map(_sense, entries)):
            raise RuntimeError("the formatted transcript does not say the same")
        return
    before = Replayer(game, header).run(entries)
    after = Replayer(game, header, explicit=True).run(again)
    if _outcome(game, before) != _outcome(game, after) or after.implied:
        raise FormatError(
            "The steps that were left out cannot be written out for certain, because moves around them break rules; "
            "referee check names these."
        )


def _sense(entry: Any) -> Any:
    return repr(entry.raw) if type(entry) is Unreadable else entry


def _outcome(game: Game, replay: Replay) -> Any:
    broken = [finding.rule.id for finding in replay.violations]
    return broken, game.snapshot(replay.table) if replay.table is not None else None
