"""What a command was asked to look at, as references to single transcripts, in a fixed order."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from referee.cli.corpus.unpack import Bomb, Damaged, Unpacked, inner_name, opened, unpacking
from referee.transcript.document import BOM
from referee.transcript.limits import BYTES

ENDINGS = (".json", ".toml", ".jsonl")
STANDARD_INPUT = "-"


class Trouble(NamedTuple):
    """Why a transcript cannot be had: ``transcript.io`` or ``transcript.limit``, and the reason in words."""

    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reference:
    """One transcript that is still to be read.

    It is a file of its own, or line ``line`` of a file of JSON lines (then ``start`` and ``size`` say which bytes,
    unless the file is packed). ``data`` is given where the bytes are at hand already. A transcript that was not
    ``named`` but found in a folder is only judged if it says that it is one.
    """

    source: str
    path: str
    form: str | None = None
    named: bool = True
    line: int = 0
    start: int = 0
    size: int | None = None
    data: bytes | None = None
    trouble: Trouble | None = None

    @property
    def first_line(self) -> int:
        return max(self.line, 1)


def damaged(error: Damaged) -> Trouble:
    return Trouble("transcript.io", f"the archive is damaged ({error})")


BOMB = Trouble("transcript.limit", "The archive unpacks to more than 1,000 times its own size; no log of a game does.")


@dataclass(slots=True)
class Sources:
    """Everything that the paths of a command name. Iterating finds it; ``missing`` fills on the way."""

    paths: Sequence[str]
    stdin_name: str | None = None
    missing: list[str] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)

    def __iter__(self) -> Iterator[Reference]:
        for path in self.paths:
            if path == STANDARD_INPUT:
                yield from self._standard_input()
            elif os.path.exists(path):
                yield from self._path(path)
            else:
                yield from self._glob(path)

    def files(self) -> Iterator[str]:
        """The files alone, unread: to know beforehand how much there is."""
        for path in self.paths:
            if path == STANDARD_INPUT:
                continue
            for match in [path] if os.path.exists(path) else _matches(path):
                if os.path.isdir(match):
                    yield from (name for name, _ in walk(match))
                else:
                    yield match

    def _glob(self, pattern: str) -> Iterator[Reference]:
        matches = _matches(pattern)
        if not matches:
            self.missing.append(pattern)
        for match in matches:
            yield from self._path(match)

    def _path(self, path: str) -> Iterator[Reference]:
        if not os.path.isdir(path):
            yield from self._file(path, named=True)
            return
        for name, trouble in walk(path):
            if trouble is None:
                yield from self._file(name, named=False)
            else:
                yield Reference(source_name(name), name, trouble=trouble)

    def _file(self, path: str, named: bool) -> Iterator[Reference]:
        if len(self.paths) > 1:
            whole = os.path.abspath(path)
            if whole in self._seen:
                return
            self._seen.add(whole)
        source, inner = source_name(path), inner_name(path)
        if inner.endswith(".jsonl"):
            yield from _lines_of_file(path, source, named)
        elif inner.endswith(ENDINGS):
            yield Reference(source, path, inner.rpartition(".")[2], named)
        else:
            yield from _unnamed_form(path, source)

    def _standard_input(self) -> Iterator[Reference]:
        name = self.stdin_name or STANDARD_INPUT
        inner = inner_name(name)
        form = inner.rpartition(".")[2] if inner.endswith(ENDINGS) else None
        try:
            with unpacking(sys.stdin.buffer, name) as stream:
                yield from _stream(stream, name, form)
        except OSError as error:
            yield Reference(name, "", trouble=Trouble("transcript.io", reason(error)))


def walk(folder: str) -> Iterator[tuple[str, Trouble | None]]:
    """Every file in a folder whose name could be that of a transcript, by name, or a folder that may not be read."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        yield folder, Trouble("transcript.io", reason(error))
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if not _skipped(entry):
                yield from walk(entry.path)
        elif inner_name(entry.name).endswith(ENDINGS) and entry.is_file():
            yield entry.path, None


def _skipped(folder: os.DirEntry[str]) -> bool:
    name = folder.name
    return name.startswith(".") or name == "node_modules" or os.path.exists(os.path.join(folder.path, "pyvenv.cfg"))


def _matches(pattern: str) -> list[str]:
    return sorted(glob.glob(pattern, recursive=True)) if glob.has_magic(pattern) else []


def source_name(path: str) -> str:
    """How a verdict names a file: with forward slashes, without a leading ``./``, and always as text."""
    name = Path(path).as_posix()
    return os.fsencode(name).decode("utf-8", "replace")


def reason(error: OSError) -> str:
    """Why the system refused, in its own words."""
    return (error.strerror or str(error) or type(error).__name__).lower()


def _unnamed_form(path: str, source: str) -> Iterator[Reference]:
    """A named file whose name does not say what it is; a pipe can only be read once, so its bytes go along."""
    try:
        with opened(path) as stream:
            yield from _stream(stream, source, None)
    except OSError as error:
        yield Reference(source, path, trouble=Trouble("transcript.io", reason(error)))


def _stream(stream: Unpacked, source: str, form: str | None) -> Iterator[Reference]:
    """The transcripts of a stream. Without a form: JSON if it begins with ``{``, JSON lines if a second follows."""
    try:
        if form == "jsonl":
            yield from _lines(stream, source, "", [], named=True)
            return
        head: list[bytes] = []
        if form is None:
            head = _head(stream)
            if _is_second(head):
                yield from _lines(stream, source, "", head, named=True)
                return
        start = b"".join(head)
        data = start + stream.read(BYTES + 1 - len(start))
        yield Reference(source, "", form, data=data)
    except Damaged as error:
        yield Reference(source, "", trouble=damaged(error))
    except Bomb:
        yield Reference(source, "", trouble=BOMB)


def _head(stream: Unpacked) -> list[bytes]:
    """The lines up to the second one with something in it, as far as they have to be read to know the form."""
    head: list[bytes] = []
    filled = 0
    while stream.position <= BYTES and (line := stream.line(BYTES + 1)):
        head.append(line)
        if line.removeprefix(BOM).strip():
            filled += 1
            if filled == 2 or not _whole_object(line):
                break
    return head


def _is_second(head: list[bytes]) -> bool:
    filled = [line for line in head if line.removeprefix(BOM).strip()]
    return len(filled) == 2 and filled[1].lstrip()[:1] == b"{"


def _whole_object(line: bytes) -> bool:
    stripped = line.removeprefix(BOM).strip()
    return stripped[:1] == b"{" and stripped[-1:] == b"}"


def _lines_of_file(path: str, source: str, named: bool) -> Iterator[Reference]:
    number = 0
    try:
        with opened(path) as stream:
            seekable = "" if inner_name(path) != path.lower() else path
            for reference in _lines(stream, source, seekable, [], named):
                number = reference.line
                yield reference
    except Damaged as error:
        yield Reference(f"{source}:{number + 1}", path, "json", line=number + 1, trouble=damaged(error))
    except Bomb:
        yield Reference(f"{source}:{number + 1}", path, "json", line=number + 1, trouble=BOMB)
    except OSError as error:
        yield Reference(source, path, trouble=Trouble("transcript.io", reason(error)))


def _lines(stream: Unpacked, source: str, path: str, head: list[bytes], named: bool) -> Iterator[Reference]:
    """Each line with something in it; ``head`` are lines that were read already."""
    number, waiting = 0, iter(head)
    start = 0
    while line := next(waiting, b"") or stream.line(BYTES + 2):
        number += 1
        size, end = len(line), line
        while len(line) > BYTES and not end.endswith(b"\n") and (end := stream.line(BYTES)):
            size += len(end)
        data = line.rstrip(b"\r\n")
        if number == 1:
            data = data.removeprefix(BOM)
        if data.strip():
            offset = start + (len(BOM) if number == 1 and line.startswith(BOM) else 0)
            yield Reference(f"{source}:{number}", path, "json", named, number, offset, len(data), data)
        start += size
