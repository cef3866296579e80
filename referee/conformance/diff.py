"""Where two records of a game part: the first step that is not the same, and the tables there.

Two transcripts are compared by what happens on the table: implied steps are written out, every card and cube counts
as a step of its own, goods are sorted, claims and notes are left out. Two verdict logs are compared entry by entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from referee.engine.effects import Snapshot, add
from referee.engine.game import Game, Header, Table, Unreadable
from referee.engine.replay import Finding, Replayer
from referee.transcript.notation import fields_of

#: Goods of a card as a log writes them, in any order.
_GOODS = re.compile(r"(?<=:)[a-z]+(?:\+[a-z]+)+")
#: What an entry says without a bearing on the table.
_FREE = ("note",)


@dataclass(slots=True)
class Step:
    """One step: the entry of the log that it belongs to (``implied`` before it), what it is, and the table after it.

    ``move`` is the step as an object with its goods sorted, ``raw`` what stands in the log there (``None`` if the step
    is implied).
    """

    index: int
    implied: bool
    move: dict[str, Any]
    raw: Any
    snapshot: Snapshot
    broken: tuple[str, ...] = ()


@dataclass(slots=True)
class Parting:
    """Where two records part: the number of equal steps before, and the step of each (``None``: it has ended)."""

    equal: int
    one: Step | None
    other: Step | None


@dataclass(slots=True)
class Record:
    """A transcript that was read: what is needed to replay it."""

    game: Game
    header: Header
    entries: Sequence[Any]
    raw: Sequence[Any]


def envelopes_part(one: Record, other: Record) -> list[tuple[str, Any, Any]]:
    """What the envelopes say differently, by field; what never changes a game is left out."""
    pairs = (
        ("game", one.game.id, other.game.id),
        ("expansions", sorted(one.header.expansions), sorted(other.header.expansions)),
        ("players", one.header.players, other.header.players),
        ("rulings", one.header.rulings, other.header.rulings),
        ("setup", one.header.setup, other.header.setup),
    )
    return [(name, said, meant) for name, said, meant in pairs if said != meant]


def transcripts_part(one: Record, other: Record) -> Parting | int:
    """Where two transcripts of one envelope part, or the number of their steps, which are all the same."""
    start: Snapshot = {}
    equal = 0
    for left, right in zip_longest(steps(one), steps(other)):
        if left is None or right is None or not _same(start, left, right):
            return Parting(equal, left, right)
        start = left.snapshot
        equal += 1
    return equal


def _same(before: Snapshot, one: Step, other: Step) -> bool:
    """Whether two steps do the same to the same table; what does nothing there has to say the same."""
    if one.snapshot != other.snapshot or one.broken != other.broken:
        return False
    if one.snapshot == before:
        return one.move == other.move
    return (one.move.get("move"), one.move.get("player")) == (other.move.get("move"), other.move.get("player"))


def steps(record: Record) -> Iterator[Step]:
    """Every step of a transcript, implied ones too; claims are left out."""
    for step, _ in _played(record):
        yield step


def table_after(record: Record, number: int) -> Any:
    """The table of a transcript after so many steps (0: before the first); it is only good until the next step."""
    played = _played(record, number)
    for place, (_, table) in enumerate(played, 1):
        if place == number:
            return table
    return record.game.open(record.header)


@dataclass(slots=True)
class _Listener:
    """Notes every step since it was last asked, with a snapshot, and stops the world after the one wanted."""

    game: Game = field(init=False)
    wanted: int | None = None
    seen: int = 0
    found: list[tuple[int, bool, Any, Snapshot, tuple[str, ...]]] = field(default_factory=list)

    def opened(self, game: Game, table: Table) -> None:
        self.game = game

    def saw(self, table: Any, index: int | None, before: int | None, step: Any, findings: Sequence[Finding],
            where: tuple[int, str]) -> None:  # fmt: skip
        if type(step) is self.game.moves.get("claim"):
            return
        broken = tuple(finding.rule.id for finding in findings if finding.applied is not None)
        place = index if index is not None else before
        assert place is not None
        self.seen += 1
        self.found.append((place, index is None, step, self.game.snapshot(table), broken))
        if self.seen == self.wanted:
            raise _Reached


class _Reached(Exception):
    """The step that was looked for has just been carried out."""


def _played(record: Record, wanted: int | None = None) -> Iterator[tuple[Step, Any]]:
    game = record.game
    listener = _Listener(wanted=wanted)
    replayer = Replayer(game, record.header, watcher=listener)
    if replayer.table is None:
        return
    parts, origins = _parts(record)
    for place in range(len(parts) + 1):
        try:
            if place < len(parts):
                replayer.enter(place, parts[place])
            else:
                replayer.close(place)
        except _Reached:
            pass
        for at, implied, step, snapshot, broken in listener.found:
            index = origins[at] if at < len(origins) else len(record.raw)
            raw = None if implied else record.raw[index]
            said = {"raw": repr(step.raw)} if type(step) is Unreadable else _plain(fields_of(game.as_move(step)))
            yield Step(index, implied, said, raw, snapshot, broken), replayer.table
        listener.found.clear()
        if listener.seen == wanted:
            return


def _parts(record: Record) -> tuple[list[Any], list[int]]:
    """The entries of the log as the moves that they stand for, and the entry that each belongs to."""
    parts: list[Any] = []
    origins: list[int] = []
    for index, entry in enumerate(record.entries):
        moves = (entry,) if type(entry) is Unreadable else record.game.comparable(entry)
        parts += moves
        origins += [index] * len(moves)
    return parts, origins


# Verdict logs.


def logs_part(one: Sequence[Mapping[str, Any]], other: Sequence[Mapping[str, Any]]) -> Parting | int:
    """Where two verdict logs part, or the number of their entries (claims left out), which are all the same.

    The snapshot of a step adds up all effects so far: what has changed since the beginning.
    """
    equal = 0
    for left, right in zip_longest(_logged(one), _logged(other)):
        if left is None or right is None or left[0] != right[0]:
            return Parting(equal, left and left[1], right and right[1])
        equal += 1
    return equal


def _logged(entries: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Any, Step]]:
    """Every entry as what has to be equal, and as a step."""
    so_far: Snapshot = {}
    for entry in entries:
        move = entry.get("move")
        fields = _plain(move) if isinstance(move, Mapping) else {"raw": repr(move)}
        if fields.get("move") == "claim":
            continue
        effects = _plain(entry.get("effects") or {})
        so_far = add(so_far, effects)
        implied = entry.get("index") is None
        index = entry.get("before" if implied else "index") or 0
        broken = tuple(entry.get("rules") or ())
        step = Step(index, implied, fields, None if implied else move, so_far, broken)
        # Who does what with what effect is the same, however the place was named.
        sense = fields if not effects else (fields.get("move"), entry.get("player"), effects)
        yield (sense, broken), step


def is_log(tree: object) -> bool:
    """Whether a line of JSON lines is an entry of a verdict log."""
    return isinstance(tree, dict) and {"effects", "index", "move"} <= tree.keys()


def _plain(value: Any) -> Any:
    """A value with the goods of every card sorted, and without what has no bearing on the table."""
    if isinstance(value, Mapping):
        return {_plain(name): _plain(inner) for name, inner in value.items() if name not in _FREE}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    if isinstance(value, str) and "+" in value:
        return _GOODS.sub(lambda goods: "+".join(sorted(goods[0].split("+"))), value)
    return value
