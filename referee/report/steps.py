"""A replay as text: every step with its effects, then the table, for ``referee replay``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.engine.game import Game
from referee.engine.replay import Finding
from referee.engine.rule import Severity
from referee.engine.telling import phrases
from referee.engine.terminal import paint, visible, wrap
from referee.engine.verdict import Verdict
from referee.report.story import Step, Story
from referee.report.wording import headline, plain, title

_HEAD, _DIM, _BAD, _DOUBT = "1", "2", "31", "33"
_MARGIN = " " * 7


class Replayed(Story):
    """Looks on up to a move (counted from 1; ``None`` to the end) and keeps the table as it then stands."""

    def __init__(self, to: int | None = None, color: bool = False) -> None:
        super().__init__()
        self.to = to
        self.color = color
        self._picture: str | None = None

    def opened(self, game: Game, table: Any) -> None:
        super().opened(game, table)
        if self.to == 0:
            self._picture = game.text(table, self.color)

    def saw(
        self,
        table: Any,
        index: int | None,
        before: int | None,
        step: Any,
        findings: Sequence[Finding],
        where: tuple[int, str],
    ) -> None:
        if self._picture is not None:
            return
        super().saw(table, index, before, step, findings, where)
        if index is not None and self.to == index + 1:
            assert self.game is not None
            self._picture = self.game.text(table, self.color)

    def picture(self) -> str:
        """The table; nothing if no table could be set up."""
        if self._picture is not None:
            return self._picture
        return self.game.text(self.table, self.color) if self.game is not None else ""


def replay(verdict: Verdict, replayed: Replayed, *, with_steps: bool) -> str:
    """What a replay shows: the head line, the steps if they are wanted, the table, and what was broken up to there."""
    to, color = replayed.to, replayed.color
    blocks = ["\n".join(wrap(_head(verdict, to), "", "  "))]
    if with_steps:
        blocks += steps(replayed, color)
    if picture := replayed.picture():
        blocks.append(picture.rstrip("\n"))
    broken = "\n".join(_broken(verdict, to, color, with_steps))
    return "\n\n".join(filter(None, [*blocks, broken])) + "\n"


def steps(story: Story, color: bool) -> Iterator[str]:
    """A paragraph for each passage: its steps with their effects, and what they broke."""
    for chapter in story.chapters:
        for passage in chapter.passages:
            heading = ", ".join(filter(None, (chapter.title, passage.heading)))
            lines = [paint(visible(heading), _HEAD, color)]
            for step in passage.steps:
                lines += _step(step, color)
            yield "\n".join(lines)


def _step(step: Step, color: bool) -> Iterator[str]:
    number = str(step.index + 1) if step.index is not None else "-"
    implied = "" if step.index is not None else " (implied)"
    yield from wrap(f"{visible(step.line)}{implied}", f"{number:>5}  ", _MARGIN + "  ")
    if step.effects:
        said = visible("; ".join(phrases(step.effects)))
        yield from (paint(line, _DIM, color) for line in wrap(said, _MARGIN + "  ", _MARGIN + "    "))
    for finding in step.findings:
        yield from _fault(finding, color)


def _fault(finding: Finding, color: bool) -> Iterator[str]:
    expected = f" Expected {plain(finding.fault.expected)}." if _can_be_said(finding.fault.expected) else ""
    stands = " The arbiter let it stand." if finding.arbiter else ""
    said = f"{finding.rule.id}: {visible(finding.fault.message)}{expected}{stands}"
    how = _BAD if finding.rule.severity is Severity.ERROR else _DOUBT
    yield from (paint(line, how, color) for line in wrap(said, "    !  ", _MARGIN + "  "))


def _can_be_said(value: Any) -> bool:
    """Whether a value of a fault is plain data; moves are told by the message."""
    if isinstance(value, list | tuple):
        return all(map(_can_be_said, value))
    return isinstance(value, str | int | float)


def _head(verdict: Verdict, to: int | None) -> str:
    source = visible(verdict.source)
    if to is None:
        return f"{source}: {headline(verdict)}"
    at = f"after move {to} of {verdict.moves.recorded}" if to else "before the first move"
    return f"{source}: {at} · {title(verdict)}"


def _broken(verdict: Verdict, to: int | None, color: bool, with_steps: bool) -> Iterator[str]:
    """Violations up to the move; where the steps were told, only those that belong to none of them."""
    for item in verdict.violations:
        if item.move is None:
            if to is not None and verdict.verdict != "unreadable":
                continue
        elif with_steps or (to is not None and item.move > to):
            continue
        at = f"move {item.move}: " if item.move is not None else ""
        stands = " The arbiter let it stand." if item.arbiter == "stands" else ""
        said = f"{at}{visible(item.rule)}: {visible(item.message)}{stands}"
        yield from (paint(line, _BAD, color) for line in wrap(said, "! ", "    "))
