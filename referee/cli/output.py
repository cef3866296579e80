"""Where a command writes: standard output, or a file that is whole or absent."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO

import click

if TYPE_CHECKING:
    from pathlib import Path

STANDARD_OUTPUT = "-"


class Failure(click.ClickException):
    """The command cannot do what it was asked; the message says why (exit code 2)."""

    exit_code = 2


class Output:
    """A place to write to. Leaving the ``with`` block by an exception takes a file back."""

    def write(self, text: str | bytes) -> None:
        """Write text (as UTF-8) or bytes.

        :raises Failure: if the system refuses; a closed pipe stays what it is.
        """
        data = text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace")
        try:
            self._stream().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise cannot_write(self.name, error) from error

    name = STANDARD_OUTPUT

    def _stream(self) -> BinaryIO:
        return sys.stdout.buffer

    def flush(self) -> None:
        """Let a reader at the other end see what was written so far."""
        try:
            self._stream().flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise cannot_write(self.name, error) from error

    def keep(self) -> None:
        """All was written: make it stay."""
        self.flush()

    def drop(self) -> None:
        """Something went wrong: leave nothing behind."""

    def __enter__(self) -> Output:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.keep()
        else:
            self.drop()


class File(Output):
    """A file, written beside its place and renamed when it is whole; a device or a pipe is written directly."""

    def __init__(self, path: str) -> None:
        from pathlib import Path

        self.name = path
        self._target = Path(path).resolve()
        self._beside: Path | None = self._target.with_name(f".{self._target.name}.{os.getpid()}.part")
        try:
            if self._target.exists() and not stat.S_ISREG(self._target.stat().st_mode):
                self._beside = None
                self._file: BinaryIO = self._target.open("wb")
            else:
                assert self._beside is not None
                self._file = self._beside.open("xb")
        except OSError as error:
            raise cannot_write(path, error) from error

    def _stream(self) -> BinaryIO:
        return self._file

    def keep(self) -> None:
        try:
            self._file.close()
            if self._beside is not None:
                if self._target.exists():
                    self._beside.chmod(stat.S_IMODE(self._target.stat().st_mode))
                self._beside.replace(self._target)
        except OSError as error:
            self.drop()
            raise cannot_write(self.name, error) from error

    def drop(self) -> None:
        with contextlib.suppress(OSError):  # what could not be flushed is being taken back anyway
            self._file.close()
        if self._beside is not None:
            self._beside.unlink(missing_ok=True)


def output(path: str) -> Output:
    """Standard output for ``-``, else a file."""
    return Output() if path == STANDARD_OUTPUT else File(path)


def keep_apart(written: Sequence[str], read: Sequence[str]) -> None:
    """Refuse two outputs in one file, which would destroy each other, and an output in the place of a transcript.

    :raises Failure: if that is what was asked for.
    """
    files = [os.path.realpath(path) for path in written if path != STANDARD_OUTPUT]
    inputs = {os.path.realpath(path): path for path in read if os.path.isfile(path)}
    for place, file in enumerate(files):
        device = os.path.exists(file) and not os.path.isfile(file)
        if file in files[:place] and not device:
            raise Failure(f"two outputs go to {file}")
        if file in inputs:
            raise Failure(f"the output would replace the transcript {inputs[file]}")


def cannot_write(name: str, error: OSError) -> Failure:
    """The message for an output that cannot be written."""
    where = "standard output" if name == STANDARD_OUTPUT else name
    return Failure(f"cannot write to {where}: {(error.strerror or str(error)).lower()}")


def silence() -> None:
    """Nobody reads standard output any more: keep the interpreter from complaining about that when it ends."""
    with contextlib.suppress(OSError, ValueError):  # in a program that has replaced it
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
