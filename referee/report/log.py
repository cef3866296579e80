"""The verdict log: one JSON object for every move and every implied step, with what it changed on the table."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import structlog
from pydantic_core import to_json

from referee.engine.effects import Snapshot, difference
from referee.engine.game import Game, Unreadable
from referee.engine.replay import Finding
from referee.engine.rule import Severity
from referee.transcript.notation import fields_of


class VerdictLog:
    """Looks on while one transcript is replayed and writes its log, which :meth:`written` gives.

    An entry has ``source``, ``index`` (from 0; ``null`` for an implied step, which then has ``before``), ``implied``,
    ``round``, ``phase``, ``player``, ``move``, ``verdict`` (``"legal"`` or the rule that it broke; all of them in
    ``rules``) and ``effects`` (see :mod:`referee.engine.effects`).
    """

    def __init__(self, source: str) -> None:
        self._lines = io.BytesIO()
        self._log = structlog.wrap_logger(
            structlog.BytesLogger(self._lines),
            processors=[_line],
            wrapper_class=structlog.BoundLogger,
            context_class=dict,
            source=source,
        )
        self._game: Game | None = None
        self._before: Snapshot = {}

    def written(self) -> bytes:
        """The lines so far."""
        return self._lines.getvalue()

    def opened(self, game: Game, table: Any) -> None:
        self._game = game
        self._before = game.snapshot(table)

    def saw(
        self,
        table: Any,
        index: int | None,
        before: int | None,
        step: Any,
        findings: Sequence[Finding],
        where: tuple[int, str],
    ) -> None:
        assert self._game is not None
        after = self._game.snapshot(table)
        broken = [finding.rule.id for finding in findings if finding.rule.severity is Severity.ERROR]
        entry: dict[str, Any] = {"index": index}
        if index is None:
            entry["before"] = before
        entry |= {
            "implied": index is None,
            "round": where[0],
            "phase": where[1],
            "player": getattr(step, "player", None),
            "move": step.raw if isinstance(step, Unreadable) else fields_of(self._game.as_move(step)),
            "verdict": broken[0] if broken else "legal",
        }
        if broken:
            entry["rules"] = broken
        entry["effects"] = difference(self._before, after)
        self._log.msg("move", **entry)
        self._before = after


def _line(logger: object, method: str, event: Any) -> bytes:
    del event["event"]
    return to_json(event)
