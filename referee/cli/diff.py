"""``referee diff``: the first move at which two records of a game part."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from referee.cli.color import colored
from referee.cli.config import Configured
from referee.cli.output import Failure
from referee.engine.terminal import visible
from referee.report.wording import counted, plain

if TYPE_CHECKING:
    from referee.conformance.diff import Parting, Record, Step
    from referee.transcript.document import Document


@click.command(cls=Configured)
@click.argument("a", type=click.Path(), metavar="A")
@click.argument("b", type=click.Path(), metavar="B")
@click.option(
    "--output-format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to tell it."
)
@click.pass_context
def command(ctx: click.Context, a: str, b: str, form: str) -> None:
    """Find the first move at which A and B part, and show both tables there.

    A and B are two transcripts of one game, or two verdict logs (check --log). How a move is written does not matter:
    steps that were left out are filled in, goods are sorted, and claims are left out.

    Exit codes: 0 they are the same, 1 they differ, 2 one of them cannot be read.
    """
    from referee.conformance import diff

    documents = _documents(a), _documents(b)
    logs = [diff.is_log(found[0].tree) for found in documents]
    if logs[0] != logs[1]:
        raise Failure(f"{a} and {b} cannot be compared: one of them is a verdict log, the other is not")
    shown = _Shown(a, b, form, documents)
    if logs[0]:
        for source, entries, others in _by_source(*documents):
            parting = diff.logs_part(entries, others)
            if isinstance(parting, int):
                shown.equal += parting
            else:
                shown.logs(source, parting)
                ctx.exit(1)
        shown.same()
        ctx.exit(0)
    one, other = _record(documents[0]), _record(documents[1])
    differences = diff.envelopes_part(one, other)
    if differences:
        shown.envelopes(differences)
        ctx.exit(1)
    parting = diff.transcripts_part(one, other)
    if isinstance(parting, int):
        shown.equal = parting
        shown.same()
        ctx.exit(0)
    shown.transcripts(parting, one, other)
    ctx.exit(1)


def _documents(path: str) -> list[Document]:
    """The transcript of a path, or every line of a log."""
    from referee.cli.corpus.reading import document_of
    from referee.cli.corpus.sources import Sources

    sources = Sources([path])
    documents = [document_of(reference) for reference in sources]
    if sources.missing:
        raise Failure(f"{path}: there is no such file")
    if not documents:
        raise Failure(f"{path} is empty")
    return documents


def _record(documents: list[Document]) -> Record:
    from referee.conformance.diff import Record
    from referee.judge import open_document

    if len(documents) > 1:
        raise Failure(f"{documents[0].source.rpartition(':')[0]} holds several transcripts; compare one with one")
    opened = open_document(documents[0])
    if opened.header is None or opened.game is None:
        raise Failure(f"{documents[0].source} cannot be read as a transcript: {opened.flaws[0].fault.message}")
    return Record(opened.game, opened.header, opened.entries, opened.raw)


def _by_source(one: list[Document], other: list[Document]) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """The entries of two logs by transcript; logs of a single transcript are compared whatever it is called."""
    left, right = _entries(one), _entries(other)
    if len(left) == len(right) == 1:
        (source, entries), (_, others) = *left.items(), *right.items()
        yield source, entries, others
        return
    for source in {**left, **right}:
        yield source, left.get(source, []), right.get(source, [])


def _entries(documents: list[Document]) -> dict[str, list[Any]]:
    from referee.conformance.diff import is_log

    entries: dict[str, list[Any]] = {}
    for document in documents:
        tree = document.tree
        if tree is None or not is_log(tree):
            raise Failure(f"{document.source} is no entry of a verdict log")
        entries.setdefault(str(tree.get("source", "")), []).append(tree)
    return entries


class _Shown:
    """Tells what was found, to people or to programs."""

    def __init__(self, a: str, b: str, form: str, documents: tuple[list[Document], list[Document]]) -> None:
        self.names = a, b
        self.json = form == "json"
        self.documents = documents
        self.equal = 0

    def same(self) -> None:
        if self.json:
            self._data({"same": True, "steps": self.equal})
        else:
            one, other = map(visible, self.names)
            click.echo(f"{one} and {other} are the same: {counted(self.equal, 'step')}.")

    def envelopes(self, differences: Sequence[tuple[str, Any, Any]]) -> None:
        if self.json:
            self._data({"same": False, "steps": 0, "envelope": {name: [said, meant] for name, said, meant in differences}})
            return
        one, other = map(visible, self.names)
        rows = [f"{one} and {other} are not about the same game.", ""]
        for name, said, meant in differences:
            if isinstance(said, Mapping) and isinstance(meant, Mapping):
                rows += _changes({name: said}, {name: meant})
            else:
                rows.append(f"  {name}: {plain(said)} | {plain(meant)}")
        click.echo("\n".join(rows))

    def transcripts(self, parting: Parting, one: Record, other: Record) -> None:
        from referee.conformance.diff import table_after

        self._parting(parting, one.game.snapshot(one.game.open(one.header)))
        if self.json:
            return
        color = colored(sys.stdout.isatty())
        for name, record, step in ((self.names[0], one, parting.one), (self.names[1], other, parting.other)):
            number = parting.equal + (step is not None)
            table = table_after(record, number)
            click.echo(f"\nThe table of {visible(name)} {'after that' if step is not None else 'at its end'}:\n")
            click.echo(record.game.text(table, color).rstrip("\n"), color=color)

    def logs(self, source: str, parting: Parting) -> None:
        from referee.engine.telling import phrases

        self._parting(parting, {}, source)
        if self.json:
            return
        for name, step in zip(self.names, (parting.one, parting.other), strict=True):
            click.echo(f"\nWhat has changed since the beginning by {visible(name)}:\n")
            snapshot = step.snapshot if step is not None else {}
            there = {group: {key: value for key, value in values.items() if value} for group, values in snapshot.items()}
            rows = [f"  {visible(phrase)}" for phrase in phrases({group: values for group, values in there.items() if values})]
            click.echo("\n".join(rows) or "  nothing, the log has ended")

    def _parting(self, parting: Parting, start: Any, source: str = "") -> None:
        """The two steps, and what is different after them."""
        one, other = parting.one, parting.other
        if self.json:
            left, right = (None if step is None else self._plain_step(step) for step in (one, other))
            self._data({"same": False, "steps": parting.equal, "a": left, "b": right})
            return
        where = f" ({visible(source)})" if source and len(self.documents[0]) > 1 else ""
        rows = [f"{visible(self.names[0])} and {visible(self.names[1])} part{where} after {counted(parting.equal, 'equal step')}.", ""]
        places = [self._place(number, step) for number, step in enumerate((one, other))]
        width = max(map(len, places))
        rows += [f"{place:<{width}}  {_said(step)}" for place, step in zip(places, (one, other), strict=True)]
        if one is not None and other is not None:
            changes = _changes(one.snapshot, other.snapshot)
            if changes:
                rows += ["", "What differs then:", *changes]
        click.echo("\n".join(rows))

    def _place(self, number: int, step: Step | None) -> str:
        """Where a step stands: file and line, and the number of the move."""
        name = visible(self.names[number])
        if step is None:
            return f"{name}:"
        documents = self.documents[number]
        if len(documents) > 1:
            return f"{name}: move {step.index + 1}"
        from referee.transcript.positions import Positions

        document = documents[0]
        line = Positions.of(document.body, document.form).place(f"/moves/{step.index}").line
        return f"{name}:{line}: move {step.index + 1}"

    def _plain_step(self, step: Step) -> dict[str, Any]:
        return {
            "move": step.index + 1, "implied": step.implied, "step": step.move, "broken": list(step.broken),
            "table": step.snapshot,
        }  # fmt: skip

    def _data(self, plain_data: dict[str, Any]) -> None:
        from pydantic_core import to_json

        click.echo(to_json(plain_data, indent=2).decode())


def _said(step: Step | None) -> str:
    """What stands in the log, with what was made of it."""
    if step is None:
        return "the log has ended"
    raw = step.raw
    said = visible(raw) if isinstance(raw, str) else _fields(raw if raw is not None else step.move)
    rest = " (left out, before this move)" if step.implied else ""
    broken = f" (breaks {', '.join(step.broken)})" if step.broken else ""
    return f"{said}{rest}{broken}"


def _fields(move: Any) -> str:
    if not isinstance(move, Mapping):
        return plain(move)
    return ", ".join(f"{visible(str(name))} {plain(value)}" for name, value in move.items())


def _changes(one: Mapping[str, Mapping[str, Any]], other: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Every value that is not the same on both tables."""
    rows = []
    for group in {**one, **other}:
        left, right = one.get(group, {}), other.get(group, {})
        for name in {**left, **right}:
            said, meant = left.get(name), right.get(name)
            if said != meant and (said or meant):
                rows.append(f"  {visible(f'{group}, {name}')}: {plain(said)} | {plain(meant)}")
    return rows
