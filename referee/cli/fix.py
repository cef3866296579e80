"""``referee fix``: what can be put right in only one way is put right."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from difflib import unified_diff
from typing import TYPE_CHECKING

import click

from referee.cli.config import Configured
from referee.cli.names import RuleName
from referee.cli.options import options_of
from referee.cli.output import output
from referee.report.wording import counted, listed

if TYPE_CHECKING:
    from referee.engine.verdict import Violation
    from referee.transcript.document import Document
    from referee.transcript.mending import Mended


@click.command(cls=Configured)
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATH...")
@click.option("--stdin-name", metavar="NAME", help="What to call standard input (-); its ending tells the form.")
@click.option("--diff", "only_show", is_flag=True, help="Change nothing; show what would change.")
@click.option("--explicit", is_flag=True, help="Write the steps that were left out, too.")
@click.option("--profile", metavar="NAME", help="Which reading of the rules decides, whatever the transcript says.")
@click.option("--ruling", multiple=True, metavar="NAME=VALUE", help="One ruling, whatever the transcript says.")
@click.option("--select", multiple=True, type=RuleName(), metavar="RULE", help="Only fix rules that begin like this.")
@click.option("--ignore", multiple=True, type=RuleName(), metavar="RULE", help="Do not fix rules that begin like this.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    stdin_name: str | None,
    only_show: bool,
    explicit: bool,
    profile: str | None,
    ruling: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
) -> None:
    """Fix the violations that can be put right in only one way, in the files themselves.

    Everything else in a file stays as it is, comments too. A file that cannot be read as a transcript is never
    touched. What was read from standard input (-) is printed.

    Exit codes: 0 nothing is left to put right, 1 a violation is left or a transcript cannot be read (with --diff
    also: something would change), 2 wrong usage or nothing to fix.
    """
    from referee.cli.corpus.sources import Sources
    from referee.cli.rewriting import Rewriting, unreadable
    from referee.judge import judge
    from referee.transcript.mending import mend

    options = options_of(explicit, False, profile, ruling, select, ignore)
    run = Rewriting(Sources(paths, stdin_name))
    left = 0
    for reference, document in run.documents():
        first = judge(document, options)
        if first.verdict == "unreadable":
            run.refuse(document, unreadable(document, first.violations[0].message, len(first.violations)))
            continue
        mended = mend(document, lambda changed: judge(changed, options))
        left += len(mended.left)
        new = mended.data != document.data
        if only_show:
            run.changed += new
            click.echo("".join(_difference(document, mended.data)), nl=False)
        elif not reference.path:
            with output("-") as place:
                place.write(mended.data)
        elif new and not run.keep(reference, document, mended.data):
            continue
        _tell(document, mended, only_show)
    run.write()
    sys.stdout.flush()
    ctx.exit(run.end(failed=bool(left) or (only_show and bool(run.changed))))


def _difference(document: Document, new: bytes) -> Iterator[str]:
    """The change as a unified diff; a last line without an end says so."""
    old, after = (data.decode("utf-8").splitlines(keepends=True) for data in (document.data, new))
    for row in unified_diff(old, after, document.source, document.source):
        yield row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n"


def _tell(document: Document, mended: Mended, only_show: bool) -> None:
    """Say what was fixed, what is left, and what was kept for the sake of a comment."""
    if not (mended.fixed or mended.left):
        return
    parts = []
    if mended.fixed:
        verb = "can be fixed" if only_show else "fixed"
        parts.append(f"{counted(len(mended.fixed), 'violation')} {verb} ({_named(mended.fixed)})")
    if mended.left:
        parts.append(f"{counted(len(mended.left), 'violation')} left ({_named(mended.left)})")
    click.echo(f"{document.source}: {', '.join(parts)}", err=True)
    for violation in mended.kept:
        click.echo(f"{document.source}: {_named([violation])} was not fixed, since that would lose a comment.", err=True)


def _named(violations: list[Violation]) -> str:
    """The first few violations, by move and rule."""
    names = [
        f"{violation.rule} at move {violation.move}" if violation.move is not None else violation.rule
        for violation in violations
    ]
    more = len(names) - 3
    return listed([*names[:3], f"{more} more"] if more > 1 else names)
