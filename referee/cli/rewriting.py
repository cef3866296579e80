"""Transcripts that a command reads to write them again: where they come from, and files changed in their place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from referee.cli.corpus.reading import document_of, is_transcript
from referee.cli.corpus.sources import Reference, Sources
from referee.cli.corpus.unpack import PACKED
from referee.cli.output import Failure, output
from referee.transcript.document import Document


@dataclass(slots=True)
class Rewriting:
    """One run over transcripts. ``failed`` counts those that could not be done, ``changed`` those that are new."""

    sources: Sources
    found: int = 0
    failed: int = 0
    changed: int = 0
    _files: dict[str, list[tuple[int, int, bytes]]] = field(default_factory=dict)

    def documents(self) -> Iterator[tuple[Reference, Document]]:
        """Every transcript; a file in a folder that does not say that it is one is passed over."""
        for reference in self.sources:
            document = document_of(reference)
            if reference.named or is_transcript(document):
                self.found += 1
                yield reference, document

    def refuse(self, document: Document, why: str) -> None:
        """Say why a transcript is left as it is."""
        self.failed += 1
        click.echo(f"{document.source}: {why}", err=True)

    def keep(self, reference: Reference, document: Document, new: bytes) -> bool:
        """Remember what a transcript is to become in its file; false where no file can take it."""
        if not reference.path:
            raise Failure("standard input cannot be changed in its place; leave --in-place out to print it")
        if reference.path.lower().endswith(PACKED):
            self.refuse(document, "a packed file is not changed in its place; unpack it first.")
            return False
        whole = reference.size is None
        start, end = (0, len(document.data)) if whole else (reference.start, reference.start + len(document.data))
        self._files.setdefault(reference.path, []).append((start, end, new))
        self.changed += 1
        return True

    def write(self) -> None:
        """Write every file that changed, each whole or not at all."""
        for path, pieces in self._files.items():
            data = Path(path).read_bytes()
            done, parts = 0, []
            for start, end, new in pieces:
                parts += [data[done:start], new]
                done = end
            with output(path) as file:
                file.write(b"".join([*parts, data[done:]]))

    def end(self, failed: bool) -> int:
        """Name what was not there; the exit code."""
        for path in self.sources.missing:
            click.echo(f"Error: {path}: there is no such file or folder", err=True)
        if not self.found and not self.sources.missing:
            click.echo(f"Error: there is no transcript in {' '.join(self.sources.paths)}", err=True)
        if self.sources.missing or not self.found:
            return 2
        return 1 if failed or self.failed else 0


def unreadable(document: Document, first: str, number: int) -> str:
    """Why a transcript that cannot be read is left alone."""
    more = f" ({number} faults; referee check names them all)" if number > 1 else ""
    return f"it cannot be read as a transcript, so it is left as it is: {first}{more}"
