"""The story of a game: what happened, chapter by chapter, with what every step changed and what it broke."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.effects import Effects, Snapshot, difference
from referee.engine.game import Game, Unreadable
from referee.engine.replay import Finding
from referee.report.wording import plain


@dataclass(slots=True)
class Step:
    """One entry of the log (``index`` counts from 0) or an implied step (``None``), as a line, with its effects."""

    index: int | None
    line: str
    player: str | None
    effects: Effects
    findings: tuple[Finding, ...] = ()


@dataclass(slots=True)
class Passage:
    """Steps under one heading (a phase)."""

    heading: str | None
    steps: list[Step] = field(default_factory=list)


@dataclass(slots=True)
class Chapter:
    """A part of the game, usually a round: its passages, the totals at its end and the picture that goes with it."""

    title: str
    passages: list[Passage] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=dict)
    scene: str | None = None


class Story:
    """Looks on while one transcript is replayed and remembers it in chapters.

    With ``draws`` the pictures of the game are kept too. Only the first ``most`` steps are told (``untold`` counts the
    others); totals and the table go on to the end.
    """

    def __init__(self, draws: bool = False, most: int | None = None) -> None:
        self.draws = draws
        self.most = most
        self.untold = 0
        self.chapters: list[Chapter] = []
        self.game: Game | None = None
        self.table: Any = None
        self.start: dict[str, int] = {}
        self._told = 0
        self._before: Snapshot = {}

    def opened(self, game: Game, table: Any) -> None:
        self.game, self.table = game, table
        self.start = self._totals()
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
        game = self.game
        assert game is not None
        chapter = self._chapter(where[0], *game.chapter(table, step))
        chapter.totals = self._totals()
        scene = game.scene(table, step) if self.draws else None
        chapter.scene = scene or chapter.scene
        if self.most is not None and self._told >= self.most:
            self.untold += 1
            return
        self._told += 1
        after = game.snapshot(table)
        effects = difference(self._before, after)
        self._before = after
        player = getattr(step, "player", None)
        line = line_of(game, table.players, step)
        chapter.passages[-1].steps.append(Step(index, line, player, effects, tuple(findings)))

    def _chapter(self, number: int, title: str | None, heading: str | None) -> Chapter:
        """The chapter and, as its last, the passage to which a step belongs; they are begun if need be."""
        if not self.chapters or (title is not None and title != self.chapters[-1].title):
            self.chapters.append(Chapter(title or f"Round {number}"))
        chapter = self.chapters[-1]
        if not chapter.passages or (heading is not None and heading != chapter.passages[-1].heading):
            chapter.passages.append(Passage(heading))
        return chapter

    def _totals(self) -> dict[str, int]:
        assert self.game is not None
        return {score.player: score.total for score in self.game.standing(self.table)}


def line_of(game: Game, players: Sequence[str], step: Any) -> str:
    """A step as a line of the log, in plain words where no line can say it."""
    if isinstance(step, Unreadable):
        return step.raw if isinstance(step.raw, str) else plain(step.raw)
    if type(step) in game.moves.values():
        names = [*players, *game.reserved]
        line: str | None = game.notation.write(step, names)
        if line is not None:
            return line
    values = (getattr(step, name) for name in step.__dataclass_fields__ if name not in ("move", "player"))
    said = " ".join(plain(value) for value in values if isinstance(value, str | int | list))
    player = getattr(step, "player", None)
    head = f"{player}: {step.move}" if player is not None else str(step.move)
    return f"{head} {said}".rstrip()
