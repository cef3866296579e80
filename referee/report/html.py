"""``html``: one page that needs nothing else, to look at, to send and to print.

The page is a view of the verdict and, where the game was replayed, of its story: the totals over the chapters, the
points by source, every chapter with the picture that the game draws, and every violation at its place.

The page is written when all transcripts are known, because the table of all games comes first. So that memory is
bounded, :data:`IN_FULL` games are told in full and :data:`IN_SHORT` more with what they broke; :data:`ROWS` games
(and as many that failed) have a row in the table, the others are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from referee.engine.replay import Watcher
from referee.engine.terminal import visible
from referee.engine.verdict import Score, Verdict, Violation
from referee.report import Judged, Report, Style, charts
from referee.report.fixes import in_words
from referee.report.story import Chapter, Step, Story
from referee.report.wording import cited, counted, listed, named, plain, sources, stage, ties, title, when

#: Games that are told in full, and others of which only what they broke is told.
IN_FULL, IN_SHORT = 100, 1_000
#: Rows in the table of all games, for those that passed and for those that failed.
ROWS = 5_000
#: Steps of one game that are told.
STEPS = 4_000
#: Stands for the number of a game until it is known; it cannot come from a transcript, where it is made visible.
_NUMBER = "\0"
#: Stands for the attribute that unfolds a chapter in which nothing was broken: only where there are few games.
_UNFOLDED, FEW = "\1", 3


@dataclass(slots=True)
class Row:
    """One game in the table of all games."""

    source: str
    stage: str
    verdict: str
    title: str
    rounds: int
    result: str
    violations: int
    failed: bool
    place: int | None = None


@dataclass(slots=True)
class Piece:
    """What one transcript adds: its row, its section in full and in short, and the game whose styles it needs."""

    row: Row
    full: str
    short: str
    game: str | None = None


@dataclass(slots=True)
class Entry:
    """A step as the page tells it: its number in the log, whose it is, what it brought, what it broke."""

    number: int | None
    seat: int
    player: str | None
    said: str
    gains: list[tuple[int, str, str]] = field(default_factory=list)
    found: list[Violation] = field(default_factory=list)

    @property
    def quiet(self) -> bool:
        """Whether there is nothing to say but the step itself."""
        return not self.gains and not self.found


class Html(Report):
    """All transcripts on one page."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self._seen: Counter[str] = Counter()
        self._rows: list[Row] = []
        self._failed_rows = 0
        self._sections: list[str] = []
        self._in_full = self._in_short = 0
        self._games: dict[str, None] = {}

    def watcher(self) -> Watcher:
        return Story(draws=True, most=STEPS)

    def piece(self, judged: Judged) -> Piece:
        verdict = judged.verdict
        view = _View(judged)
        full = view.render(full=True)
        short = view.render(full=False) if judged.failed or verdict.violations else ""
        return Piece(view.row(), full, short, verdict.game)

    def add(self, piece: Piece) -> str:
        self._seen[piece.row.verdict] += 1
        section = ""
        if piece.full and self._in_full < IN_FULL:
            self._in_full += 1
            section = piece.full
        elif piece.short and self._in_short < IN_SHORT:
            self._in_short += 1
            section = piece.short
        if section:
            piece.row.place = len(self._sections) + 1
            self._sections.append(section.replace(_NUMBER, str(piece.row.place)))
            if piece.game is not None:
                self._games[piece.game] = None
        self._failed_rows += piece.row.failed
        passed = len(self._rows) - min(self._failed_rows, ROWS)
        if (self._failed_rows <= ROWS) if piece.row.failed else passed < ROWS:
            self._rows.append(piece.row)
        return ""

    def finish(self) -> str:
        total = sum(self._seen.values())
        unfolded = " open" if total <= FEW else ""
        return _environment().get_template("page.html").render(
            heading=_heading(self._rows, total),
            counts=[(name, self._seen[name]) for name in ("legal", "illegal", "unreadable") if self._seen[name]],
            rows=sorted(self._rows, key=lambda row: not row.failed),
            more=total - len(self._rows),
            sections=[Markup(section.replace(_UNFOLDED, unfolded)) for section in self._sections],
            told=len(self._sections),
            total=total,
            styles=[Markup(style) for style in _styles(self._games)],
        )  # fmt: skip


def _heading(rows: Sequence[Row], total: int) -> str:
    return f"{rows[0].source}: {rows[0].stage}" if total == 1 and rows else counted(total, "transcript")


def _styles(names: Sequence[str] | dict[str, None]) -> Iterator[str]:
    from referee.games import find

    for name in names:
        game = find(name)
        if game is not None and (style := game.css()):
            yield style.replace("</", "<\\/")


@cache
def _environment() -> Environment:
    folder = Path(__file__).with_name("templates")
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_printed,
    )
    environment.filters.update(
        cited=cited, plain=plain, named=named, when=when, fix=in_words, minus=_minus, counted=counted
    )
    environment.globals.update(seat_class=charts.seat_class, source_class=charts.source_class)
    return environment


def _printed(value: Any) -> Any:
    """What a template prints: no text of a transcript may turn the page around or break it."""
    return visible(value) if type(value) is str else value


def _minus(number: int) -> str:
    return str(number).replace("-", "−")


class _View:
    """One transcript as the templates want it."""

    def __init__(self, judged: Judged) -> None:
        self.judged = judged
        self.verdict = judged.verdict
        watcher = judged.watcher
        self.story = watcher if isinstance(watcher, Story) and watcher.game is not None else None
        names = self.verdict.players
        self.seats = {name: seat for seat, name in enumerate(names, 1)}
        self.placed: set[int] = set()

    def row(self) -> Row:
        verdict = self.verdict
        scores = ", ".join(f"{score.player} {score.total}" for score in verdict.scores or [])
        return Row(verdict.source, stage(verdict), verdict.verdict, title(verdict), verdict.rounds, scores,
                   len(verdict.violations), self.judged.failed)  # fmt: skip

    def render(self, full: bool) -> str:
        self.placed = set()
        chapters: list[dict[str, Any]] = []
        if full and self.story is not None:
            chapters = list(map(self._chapter, self.story.chapters))
        template = _environment().get_template("game.html")
        return template.render(
            n=Markup(_NUMBER),
            v=self.verdict,
            title=title(self.verdict),
            stage=stage(self.verdict),
            lead=_lead(self.verdict),
            reasons=self.judged.reasons,
            facts=list(_facts(self.verdict)),
            seats=self.seats,
            violations=self.verdict.violations,
            notes=self.verdict.notes,
            placed_here=lambda item: id(item) in self.placed,
            identity=self._identity,
            where=self._where,
            progress=self._progress() if full else None,
            legend_mark=lambda seat: Markup(charts.legend_mark(seat)),
            by_source=self._by_source(),
            table=self._table() if full else None,
            chapters=chapters,
            untold=self.story.untold if full and self.story is not None else 0,
        )  # fmt: skip

    def _identity(self, item: Violation) -> Markup:
        """The anchor of a violation or note."""
        both = [*self.verdict.violations, *self.verdict.notes]
        place = next(place for place, other in enumerate(both, 1) if other is item)
        return Markup("g{}-{}").format(Markup(_NUMBER), place)

    def _where(self, item: Violation) -> str:
        line = f"line {item.line}" if item.line else ""
        return ", ".join(filter(None, (when(item), line)))

    # The charts.

    def _progress(self) -> Markup | None:
        """The totals after every chapter, as a chart."""
        story = self.story
        if story is None or not story.start or not story.chapters:
            return None
        ends = [story.start, *(chapter.totals for chapter in story.chapters)]
        if not any(points for totals in ends for points in totals.values()):
            return None
        labels = ["start", *(_label(chapter.title) for chapter in story.chapters)]
        lines = [
            charts.Line(name, self.seats.get(name, place), [totals.get(name, 0) for totals in ends])
            for place, name in enumerate(story.start, 1)
        ]
        return Markup(charts.scores_over_time(lines, labels, "Points of each player, as if the game ended then"))

    def _by_source(self) -> dict[str, Any] | None:
        """The points by source, as a chart and as a table."""
        scores = self.verdict.scores
        if not scores:
            return None
        names = sources(scores)
        bars = [charts.Bar(score.player, _parts(score, names), score.total) for score in scores]
        return {
            "chart": Markup(charts.points_by_source(bars)) if names else None,
            "scores": scores,
            "sources": list(enumerate(names, 1)),
            "ties": ties(scores),
        }

    # The story.

    def _table(self) -> Markup | None:
        story = self.story
        return Markup(story.game.html(story.table)) if story is not None and story.game is not None else None

    def _chapter(self, chapter: Chapter) -> dict[str, Any]:
        passages = [(passage.heading, _runs(map(self._entry, passage.steps))) for passage in chapter.passages]
        told = [run for _, runs in passages for run in runs]
        standing = [(name, self.seats.get(name, 0), total) for name, total in chapter.totals.items()]
        return {
            "title": chapter.title,
            "unfolded": Markup(" open" if any(entry.found for run in told for entry in run) else _UNFOLDED),
            "scene": Markup(chapter.scene) if chapter.scene else None,
            "passages": [(heading, runs) for heading, runs in passages if runs],
            "standing": sorted(standing, key=lambda item: -item[2]),
            "broken": sum(len(entry.found) for run in told for entry in run),
        }

    def _entry(self, step: Step) -> Entry:
        story = self.story
        assert story is not None
        assert story.game is not None
        items: list[Violation] = []
        if step.index is not None:
            both = [*self.verdict.violations, *self.verdict.notes]
            items = [item for item in both if item.move == step.index + 1]
            self.placed.update(map(id, items))
        said = step.line
        if step.player is not None:
            said = said.removeprefix(f"{step.player}:").strip()
        gains = [
            (self.seats.get(name or "", 0), name if name is not None and name != step.player else "", text)
            for name, text in story.game.gains(story.table, step.effects)
        ]
        number = step.index + 1 if step.index is not None else None
        return Entry(number, self.seats.get(step.player or "", 0), step.player, said, gains, items)


def _runs(entries: Iterator[Entry] | map[Entry]) -> list[list[Entry]]:
    """Entries in order; those with nothing to say but themselves stand together, each other one alone."""
    runs: list[list[Entry]] = []
    for entry in entries:
        if entry.quiet and runs and runs[-1][0].quiet:
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return runs


def _parts(score: Score, names: Sequence[str]) -> list[tuple[int, str, int]]:
    return [
        (place, named(name), score.breakdown[name]) for place, name in enumerate(names, 1) if score.breakdown.get(name)
    ]


def _label(title: str) -> str:
    """What stands under a chart for a chapter: its numbers, or that it is the end."""
    numbers = "".join(char if char.isdigit() else " " for char in title).split()
    return ".".join(numbers) or "end"


def _lead(verdict: Verdict) -> str:
    """The outcome in one sentence."""
    if verdict.verdict == "unreadable":
        return "The transcript could not be read, so nothing could be judged."
    scores = verdict.scores or []
    best = max((score.total for score in scores), default=0)
    if verdict.winners:
        win = "wins" if len(verdict.winners) == 1 else "share the win"
        outcome = f"{listed(verdict.winners)} {win} with {counted(best, 'point')}"
        return f"{outcome}, as the log has it; but rules were broken." if verdict.disputed else f"{outcome}."
    if scores:
        return "The log stops before the end; the scores are those if the game ended there."
    return "There are no scores for this game."


def _facts(verdict: Verdict) -> Iterator[tuple[str, str]]:
    """What was judged, by which rules."""
    if verdict.players:
        yield "Players", ", ".join(verdict.players)
    if verdict.verdict != "unreadable":
        yield "Rounds", str(verdict.rounds)
        moves = verdict.moves
        aside = [
            f"{number} {what}"
            for number, what in ((moves.implied, "implied"), (moves.unchecked, "not checked"))
            if number
        ]
        yield "Moves", f"{moves.recorded}{f' ({listed(aside)})' if aside else ''}"
    if verdict.profile is not None:
        yield "Rules", f"version {verdict.ruleset}, profile {verdict.profile}"
    if verdict.ignored:
        yield "Not looked at", ", ".join(verdict.ignored)
    yield "SHA-256", verdict.sha256
    yield "Judged by", f"referee {verdict.referee}"
