"""``referee explain``: one rule, with what keeps it and what breaks it."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill, indent
from typing import TYPE_CHECKING

import click

from referee.cli.names import GameName, RuleName
from referee.cli.output import Failure

if TYPE_CHECKING:
    from referee.engine.game import Game
    from referee.engine.rule import Rule

WIDTH = 80
#: A longer example is shown around the place that matters only.
LINES = 40

_REPAIRS = {
    "as-recorded": "it is clear what happened, so the move counts as it was recorded, and the check goes on.",
    "corrected": "only one thing was possible, so that is taken, and the check goes on.",
    "skipped": "the move changes nothing, and the check goes on with the next one.",
}


@click.command()
@click.argument("game", type=GameName())
@click.argument("rule", type=RuleName())
def command(game: Game, rule: str) -> None:
    """Explain a RULE of a GAME: what it says, where it stands, and a transcript that keeps and one that breaks it."""
    if rule not in game.catalogue:
        from referee.transcript.suggest import hint

        known = [known.id for known in game.catalogue]
        group = [name for name in known if name.startswith(f"{rule}.")]
        near = f" There are {', '.join(group)}." if group else hint(rule, known)
        raise Failure(f"{game.title} has no rule {rule}.{near or f' referee rules {game.id} lists them.'}")
    click.echo("\n".join(_explained(game, game.catalogue[rule])))


def _explained(game: Game, rule: Rule) -> list[str]:
    from referee.engine.game import Header
    from referee.fixtures import examples
    from referee.report.wording import plain

    rows = [f"{rule.id}  {rule.title}", "", fill(rule.text, WIDTH), "", f"Source: {rule.cite}"]
    if Header in rule.moves:
        rows.append("If it is broken, no move is checked.")
    elif rule.severity.value == "error":
        rows.append(fill(f"If it is broken, {_REPAIRS[rule.repair.value]}", WIDTH))
    else:
        rows.append(f"This is a {rule.severity.value}: it never makes a game illegal.")
    for name in rule.rulings:
        ruling = game.rulings[name]
        chosen = "; ".join(f"{profile}: {plain(value)}" for profile, value in ruling.profiles.items())
        rows += ["", fill(f"Depends on the ruling {name}: {ruling.about}", WIDTH), f"  {chosen}"]
    for path in examples(game.id, rule.id, "keeps")[:1]:
        rows += ["", f"A game that keeps it ({path.name}):", "", *_text(path)]
    for path in examples(game.id, rule.id, "breaks")[:1]:
        rows += [
            "",
            f"A game that breaks it ({path.name}):",
            "",
            *_text(path),
            "",
            "What the referee says:",
            "",
            *_said(path, rule),
        ]
    return rows


def _text(path: Path) -> list[str]:
    lines = path.read_bytes().decode("utf-8", "replace").rstrip("\n").split("\n")
    if len(lines) > LINES:
        head = LINES // 4
        left_out = len(lines) - LINES
        lines = [*lines[:head], f"… {left_out} lines left out …", *lines[head + left_out :]]
    return indent("\n".join(line[:200] for line in lines), "    ").split("\n")


def _said(path: Path, rule: Rule) -> list[str]:
    """The violations of this rule in the example, as ``check`` shows them."""
    from referee.engine.replay import IMPLIED_STEP
    from referee.judge import Options, judge
    from referee.report import Judged, Style
    from referee.report.full import Full
    from referee.transcript.document import read

    document = read(path.read_bytes(), path.name)
    # That a step was left out is only wrong for who asks for every step.
    verdict = judge(document, Options(explicit=rule is IMPLIED_STEP))
    lines = document.body.decode("utf-8", "replace").split("\n")
    report = Full(Style())
    found = [item for item in (*verdict.violations, *verdict.notes) if item.rule == rule.id]
    judged = Judged(verdict, lines)
    return [row for item in found for row in indent(report.violation(judged, item), "    ").split("\n")]
