"""A bar on standard error, if that is a terminal and the work takes longer than a second."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import click

from referee.cli.corpus.sources import Reference, Sources

DELAY = 1.0
_INTERVAL = 0.1


class Progress:
    """How much of what there is was handed out to be judged, in bytes of files."""

    def __init__(self, sources: Sources, wanted: bool) -> None:
        self._sources = sources
        self._wanted = wanted and sys.stderr.isatty()
        self._bar: Any = None
        self._shares_terminal = sys.stdout.isatty()

    def watch(self, references: Iterable[Reference]) -> Iterator[Reference]:
        """The same references, while the bar follows."""
        if not self._wanted:
            yield from references
            return
        begun = shown = time.monotonic()
        done, file = 0, ""
        for reference in references:
            yield reference
            done += self._share(reference, file)
            file = reference.path
            now = time.monotonic()
            if now - begun > DELAY and now - shown > _INTERVAL:
                shown = now
                self._show(done)

    def step_aside(self) -> None:
        """Clear the line for text that goes to the same terminal."""
        if self._bar is not None and self._shares_terminal:
            click.echo("\r\x1b[2K", nl=False, err=True)

    def end(self) -> None:
        """Take the bar away and give the cursor back."""
        if self._bar is not None:
            click.echo("\r\x1b[2K\x1b[?25h", nl=False, err=True)
            self._bar = None

    def _show(self, done: int) -> None:
        if self._bar is None:
            total = sum(_size(file) for file in self._sources.files())
            self._bar = click.progressbar(length=max(total, 1), label="Checking", file=sys.stderr)
        self._bar.update(max(0, min(done, self._bar.length) - self._bar.pos))
        self._bar.render_progress()

    @staticmethod
    def _share(reference: Reference, before: str) -> int:
        """What of its file a reference stands for; of a packed file the first one stands for all."""
        if reference.size is not None and reference.path:
            return reference.size
        return _size(reference.path) if reference.path and reference.path != before else 0


def _size(path: str) -> int:
    with suppress(OSError):
        return os.path.getsize(path)
    return 0
