"""``json`` and ``jsonl``: the verdicts themselves, as the format of verdicts has them."""

from __future__ import annotations

from typing import Any

from pydantic_core import to_json

from referee.report import Judged, Report, Style


class Lines(Report):
    """One verdict a line."""

    def piece(self, judged: Judged) -> Any:
        return to_json(judged.verdict.as_dict()).decode() + "\n"


class Array(Report):
    """An array with one verdict a line, also for one file."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self._between = "\n"

    def start(self) -> str:
        return "["

    def piece(self, judged: Judged) -> Any:
        return to_json(judged.verdict.as_dict()).decode()

    def add(self, piece: Any) -> str:
        between, self._between = self._between, ",\n"
        return f"{between}{piece}"

    def finish(self) -> str:
        return "\n]\n"
