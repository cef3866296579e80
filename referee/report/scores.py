"""The formats of ``referee score``: who has how much, and from what."""

from __future__ import annotations

import csv
import io
from typing import Any

from pydantic_core import to_json

from referee.engine.terminal import visible
from referee.engine.verdict import Verdict
from referee.report import Judged, Report, Style
from referee.report.markdown import heading, score_rows
from referee.report.scoretable import table
from referee.report.wording import headline, sources, ties


class Scores(Report):
    """Shared by all formats: an illegal game has no scores unless the style says that disputed ones will do."""

    def shows(self, verdict: Verdict) -> bool:
        return bool(verdict.scores) and (verdict.verdict != "illegal" or self.style.disputed)


class ScoreTable(Scores):
    """For people: each game with its verdict, then a row for each player."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self._first = True

    def piece(self, judged: Judged) -> Any:
        verdict = judged.verdict
        rows = [f"{visible(verdict.source)}: {headline(verdict)}"]
        if self.shows(verdict):
            rows += ["", *table(verdict.scores or [])]
        elif verdict.scores:
            rows.append("  No scores, because the game is illegal; --disputed gives them as the log has them.")
        return "\n".join(rows)

    def add(self, piece: Any) -> str:
        gap = "" if self._first else "\n"
        self._first = False
        return f"{gap}{piece}\n"


class ScoreJson(Scores):
    """An array with an object for each game that has scores."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self._between = "\n"

    def start(self) -> str:
        return "["

    def piece(self, judged: Judged) -> Any:
        verdict = judged.verdict
        if not self.shows(verdict):
            return None
        plain = verdict.as_dict()
        kept = (
            "source",
            "game",
            "ruleset",
            "expansions",
            "verdict",
            "complete",
            "rounds",
            "scores",
            "disputed",
            "winners",
        )
        return to_json({name: plain[name] for name in kept if name in plain}).decode()

    def add(self, piece: Any) -> str:
        if piece is None:
            return ""
        between, self._between = self._between, ",\n"
        return f"{between}{piece}"

    def finish(self) -> str:
        return "\n]\n"


class ScoreCsv(Scores):
    """A row for each player of each game; a column for each source that any of the games has."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self._columns: dict[str, None] = {}
        self._rows: list[dict[str, Any]] = []

    def piece(self, judged: Judged) -> Any:
        verdict = judged.verdict
        if not self.shows(verdict):
            return [], []
        scores = verdict.scores or []
        rows = [
            {
                "source": verdict.source, "game": verdict.game, "verdict": verdict.verdict,
                "complete": verdict.complete, "rank": score.rank, "player": score.player, "total": score.total,
                **score.tiebreak, **score.breakdown,
            }
            for score in scores
        ]  # fmt: skip
        return [*ties(scores), *sources(scores)], rows

    def add(self, piece: Any) -> str:
        columns, rows = piece
        self._columns.update(dict.fromkeys(columns))
        self._rows += rows
        return ""

    def finish(self) -> str:
        out = io.StringIO()
        fields = ["source", "game", "verdict", "complete", "rank", "player", "total", *self._columns]
        writer = csv.DictWriter(out, fields, restval=0, lineterminator="\n")
        writer.writeheader()
        for row in self._rows:
            writer.writerow({name: _harmless(value) for name, value in row.items()})
        return out.getvalue()


def _harmless(value: Any) -> Any:
    """Keep a spreadsheet from taking a name for a formula."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value


class ScoreMarkdown(Scores):
    """For a web page or a forum: a heading and a table for each game."""

    def piece(self, judged: Judged) -> Any:
        verdict = judged.verdict
        rows = [heading(verdict), ""]
        if self.shows(verdict):
            rows += [*score_rows(verdict.scores or []), ""]
        return "\n".join(rows) + "\n"
