"""``referee coverage``: what a corpus exercised, and what it never did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from referee.cli.output import Failure, output

if TYPE_CHECKING:
    from referee.conformance.coverage import Coverage, GameCoverage


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATH...")
@click.option(
    "--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to report."
)
@click.option("-o", "--output-file", metavar="FILE", default="-", help="Report into a file.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], output_format: str, output_file: str) -> None:
    """Say which rules, cards and rulings the transcripts exercised, and which never.

    A rule is kept by a move that it had something to say about and that did not break it. Transcripts may be illegal.
    """
    from referee.cli.corpus.reading import document_of, is_transcript
    from referee.cli.corpus.sources import Sources
    from referee.cli.output import keep_apart
    from referee.conformance.coverage import Coverage

    keep_apart([output_file], paths)
    sources, coverage = Sources(paths), Coverage()
    for reference in sources:
        document = document_of(reference)
        if reference.named or is_transcript(document):
            coverage.add(document)
    for path in sources.missing:
        click.echo(f"{path} does not exist", err=True)
    if not coverage.games and not coverage.unreadable:
        raise Failure("there is no transcript to look at")
    with output(output_file) as out:
        if output_format == "json":
            from pydantic_core import to_json

            out.write(to_json(coverage.as_dict(), indent=2) + b"\n")
        else:
            out.write("\n".join(_text(coverage)) + "\n")
    ctx.exit(2 if sources.missing else 0)


def _text(coverage: Coverage) -> Iterator[str]:
    for name in sorted(coverage.games):
        yield from _game(coverage.games[name])
    if coverage.unreadable:
        yield f"{coverage.unreadable} could not be read"


def _game(coverage: GameCoverage) -> Iterator[str]:
    rules = [(rule.id, coverage.kept[rule.id], coverage.broke[rule.id]) for rule in coverage.game.catalogue]
    yield f"{coverage.game.title}: transcripts {coverage.transcripts}, moves {coverage.moves}"
    yield ""
    width = max(len(rule) for rule, _, _ in rules)
    yield f"  {'rule':{width}} {'kept':>8} {'broke':>8}"
    for rule, kept, broke in rules:
        if kept or broke:
            yield f"  {rule:{width}} {kept:8} {broke:8}"
    for kind, counts in [*coverage.features.items(), *coverage.rulings.items()]:
        said = ", ".join(f"{name} {number}" for name, number in sorted(counts.items()) if number)
        yield f"\n{kind}: {said or 'none'}"
    never = coverage.never()
    yield "\nnever:" if never else "\nnever: nothing"
    for kind, names in never.items():
        yield f"  {kind}: {', '.join(names)}"
    yield ""
