"""From a finding to a violation of the verdict: its pointer, its place in the file and its fix."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from datetime import date, time
from functools import partial
from math import isfinite
from typing import Any

from referee.engine.game import Game, Header
from referee.engine.replay import Finding
from referee.engine.rule import Fix
from referee.engine.verdict import Place, Violation
from referee.transcript.document import Document, Flaw
from referee.transcript.limits import shown
from referee.transcript.notation import Misread, fields_of
from referee.transcript.positions import Positions, split


class Reporter:
    """Writes the violations of one document. The file is parsed for places when the first one is asked for."""

    def __init__(self, document: Document, game: Game | None = None, header: Header | None = None) -> None:
        self.document = document
        self.game = game
        self.names = game.everyone(header) if game is not None and header is not None else []
        self._positions: Positions | None = None

    @property
    def positions(self) -> Positions:
        if self._positions is None:
            self._positions = Positions.of(self.document.body, self.document.form)
        return self._positions

    def violation(self, finding: Finding) -> Violation:
        """The finding as the verdict says it."""
        rule, fault = finding.rule, finding.fault
        path = "/".join(part for part in (finding.prefix, fault.field) if part)
        entry = self._entry(finding.index)
        if finding.index is None:
            # What is wrong with the end of the log is shown at its last move.
            moves = (self.document.tree or {}).get("moves")
            last = f"moves/{len(moves) - 1}" if finding.round is not None and isinstance(moves, list) and moves else ""
            pointer, short = self._existing("", path or last)
        elif isinstance(entry, str):
            pointer, short = f"/moves/{finding.index}", True
        else:
            pointer, short = self._existing(f"/moves/{finding.index}", path)
        return Violation(
            rule=rule.id,
            title=rule.title,
            cite={"document": rule.cite.document, "section": rule.cite.section},
            severity=rule.severity.value,
            move=None if finding.index is None else finding.index + 1,
            pointer=pointer,
            field=path if short and path else None,
            where=partial(self._place, finding, pointer, path, entry),
            round=finding.round,
            phase=finding.phase,
            player=finding.player,
            message=fault.message,
            found=self.plain(fault.found, entry),
            expected=self.plain(fault.expected, entry),
            applied=finding.applied.value if finding.applied is not None else None,
            fix=self._fix(finding, fault.fix, entry) if fault.fix is not None else None,
            ruling=finding.ruling,
            arbiter="stands" if finding.arbiter else None,
        )

    def plain(self, value: Any, beside: Any = None) -> Any:
        """A value as JSON can hold it; moves are written as the entry ``beside`` them is."""
        if is_dataclass(value) and not isinstance(value, type):
            return self.written(value, beside) if hasattr(value, "move") else fields_of(value)
        if isinstance(value, Mapping):
            return {str(key): self.plain(inner, beside) for key, inner in value.items()}
        if isinstance(value, (set, frozenset)):
            return [self.plain(inner, beside) for inner in sorted(value)]
        if isinstance(value, (list, tuple)):
            return [self.plain(inner, beside) for inner in value]
        if value is None or isinstance(value, (str, bool, int, date, time)):
            return shown(value)
        if isinstance(value, float):
            return value if isfinite(value) else str(value)
        return str(value)

    def written(self, move: Any, beside: Any = None) -> Any:
        """A move as a line if the entry ``beside`` it is one (and if it can be a line), else as an object."""
        if isinstance(beside, str) and self.game is not None:
            line = self.game.notation.write(move, self.names)
            if line is not None:
                return line
        return fields_of(move)

    def _entry(self, index: int | None) -> Any:
        """What stands in the log there; nothing stands after its end."""
        moves = (self.document.tree or {}).get("moves", ())
        return moves[index] if index is not None and index < len(moves) else None

    def _existing(self, base: str, path: str) -> tuple[str, bool]:
        """A pointer along ``path`` as far as the transcript goes, and whether a part of the path is left over."""
        value: Any = self.document.tree
        for part in split(base):
            value = _inside(value, part)
        pointer = base
        for part in split(f"/{path}") if path else ():
            value = _inside(value, part)
            if value is _NOTHING:
                return pointer, True
            pointer = f"{pointer}/{part.replace('~', '~0').replace('/', '~1')}"
        return pointer, False

    def _place(self, finding: Finding, pointer: str, path: str, entry: Any) -> Place:
        place, down = self._in_document(finding, pointer, path, entry), self.document.first_line - 1
        return place._replace(line=place.line + down, end_line=place.end_line + down)

    def _in_document(self, finding: Finding, pointer: str, path: str, entry: Any) -> Place:
        flaw, rule = finding.entry, finding.rule.id
        if isinstance(flaw, Flaw) and flaw.place is not None:
            return flaw.place
        if self.document.tree is None:
            return Place(1, 1, 1, 1)
        if isinstance(entry, str):
            return self.positions.place(pointer, span=self._span(entry, path))
        # A key that is itself at fault, or a name that is a key, is pointed at and not its value.
        last = pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        key = rule == "transcript.unknown-field" or (rule in _NAMES and finding.fault.found == last)
        return self.positions.place(pointer, key=key)

    def _span(self, line: str, path: str) -> tuple[int, int]:
        """The words of a line that say the field at ``path``, or the innermost field around it."""
        if self.game is None:
            return 0, len(line)
        spans: dict[str, tuple[int, int]]
        try:
            spans = self.game.notation.read(line, self.names).spans
        except Misread as misread:
            return misread.span or (0, len(line))
        while path:
            if path in spans:
                return spans[path]
            path = path.rpartition("/")[0]
        return 0, len(line)

    def _fix(self, finding: Finding, fix: Fix, entry: Any) -> dict[str, Any] | None:
        """The fix as the verdict says it: a pointer, and what to do there."""
        if finding.index is None:
            return self._fix_of_envelope(fix)
        if entry is None:
            return None
        pointer = f"/moves/{finding.index}"
        if fix.remove:
            return {"pointer": pointer, "remove": True}
        if fix.fields is None:
            return {"pointer": pointer, "insert_before": [self.written(move, entry) for move in fix.before]}
        changes = {
            "/".join(part for part in (finding.prefix, path) if part): self.plain(value)
            for path, value in fix.fields.items()
        }
        if isinstance(entry, str):
            new = self._changed(self._fields(entry), changes)
            move = self._move(new)
            return None if move is None else {"pointer": pointer, "replace": self.written(move, entry)}
        if len(changes) == 1:
            path, value = next(iter(changes.items()))
            deeper, missing = self._existing(pointer, path)
            if not missing and value is not None:
                return {"pointer": deeper, "replace": value}
        return {"pointer": pointer, "replace": self._changed(entry, changes)}

    def _fix_of_envelope(self, fix: Fix) -> dict[str, Any] | None:
        for path, value in (fix.fields or {}).items():
            pointer, missing = self._existing("", path)
            return None if missing else {"pointer": pointer, "replace": self.plain(value)}
        return None

    def _fields(self, line: str) -> dict[str, Any] | None:
        try:
            return self.game.notation.read(line, self.names).fields if self.game is not None else None
        except Misread:
            return None

    def _move(self, fields: dict[str, Any] | None) -> Any:
        """The move that these fields make, or ``None``."""
        if fields is None or self.game is None:
            return None
        from referee.transcript.entries import reader

        return reader(self.game).make(fields)

    @staticmethod
    def _changed(fields: dict[str, Any] | None, changes: Mapping[str, Any]) -> Any:
        """A copy of the fields with values replaced; ``None`` takes a field out."""
        if fields is None:
            return None
        new = _copy(fields)
        for path, value in changes.items():
            *way, last = split(f"/{path}")
            inner: Any = new
            for part in way:
                inner = inner[int(part)] if isinstance(inner, list) else inner.setdefault(part, {})
            if isinstance(inner, list):
                inner[int(last)] = value
            elif value is None:
                inner.pop(last, None)
            else:
                inner[last] = value
        return new


_NOTHING = object()
_NAMES = ("transcript.ruling", "transcript.unknown-player")


def _inside(value: Any, part: str) -> Any:
    """The entry of a table or list, or ``_NOTHING``."""
    if isinstance(value, dict):
        return value.get(part, _NOTHING)
    if isinstance(value, list) and part.isdecimal() and int(part) < len(value):
        return value[int(part)]
    return _NOTHING


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(inner) for key, inner in value.items()}
    return [_copy(inner) for inner in value] if isinstance(value, list) else value
