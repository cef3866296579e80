"""``referee mutate``: near misses of legal transcripts."""

from __future__ import annotations

from pathlib import PurePath

import click

from referee.cli.names import RuleName
from referee.cli.output import Failure


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATH...")
@click.option("-o", "--output-dir", "folder", metavar="DIR", help="Write one file a near miss; else JSON lines.")
@click.option("--rule", "rules", multiple=True, type=RuleName(), help="Only this rule, or rules that begin like this.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same near misses, to the byte.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], folder: str | None, rules: tuple[str, ...], seed: str) -> None:
    """Make near misses of legal transcripts: each breaks exactly one rule at one move, and no other there.

    For every rule that one small change of a transcript can break there is one. Which it is, and at which move,
    stands in the meta of each: {"breaks": "purchase.price", "move": 57}.

    Exit codes: 0 near misses were made, 1 a transcript was not legal itself, 2 wrong usage or nothing to work on.
    """
    from referee.cli.corpus.reading import document_of, is_transcript
    from referee.cli.corpus.sources import Sources
    from referee.cli.folder import Folder
    from referee.cli.options import known_rules
    from referee.conformance.mutate import breakable, near_misses
    from referee.judge import open_document

    known_rules(rules)
    target = Folder(folder)
    sources = Sources(paths)
    done = failed = made = 0
    for reference in sources:
        document = document_of(reference)
        if not reference.named and not is_transcript(document):
            continue
        done += 1
        opened = open_document(document)
        try:
            wanted = [rule for rule in breakable(opened.game) if rule.startswith(rules or "")] if opened.game else []
            nears = near_misses(opened, seed, wanted)
        except ValueError as error:
            failed += 1
            click.echo(f"{document.source}: no near miss can be made, since {error}", err=True)
            continue
        stem = PurePath(document.source.replace(":", "-")).name.partition(".")[0]
        for near in nears:
            target.write(f"{stem}--{near.rule}", near.tree, near.form)
        made += len(nears)
        reached = {near.rule for near in nears}
        if unreached := [rule for rule in wanted if rule not in reached]:
            click.echo(f"{document.source}: no small change breaks {', '.join(unreached)}", err=True)
    for path in sources.missing:
        click.echo(f"{path} does not exist", err=True)
    if not done:
        raise Failure("there is no transcript to change")
    click.echo(f"{_number(made, 'near miss', 'near misses')} of {_number(done - failed, 'transcript')}", err=True)
    ctx.exit(2 if sources.missing else int(failed > 0))


def _number(number: int, one: str, more: str | None = None) -> str:
    return f"{number} {one if number == 1 else more or f'{one}s'}"
