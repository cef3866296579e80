"""Opening files that may be packed (``.gz``, ``.zst``), with limits against archives made to fill the memory."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO

from referee.transcript.limits import BYTES

PACKED = (".gz", ".zst")
#: How many times its packed size an archive may unpack to, once it is larger than one transcript may be.
RATIO = 1000


class Damaged(Exception):
    """The archive cannot be unpacked; the text says why."""


class Bomb(Exception):
    """The archive unpacks to far more than an archive of transcripts would."""


class _Counted:
    """A packed file that knows how much of it was read (a pipe cannot tell)."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        part = self._stream.read(size)
        self.taken += len(part)
        return part


class Unpacked:
    """The bytes of a file as they were before packing, line by line or up to a size.

    Reading raises :class:`Damaged`, :class:`Bomb` or :class:`OSError`. ``position`` counts the bytes given out.
    """

    def __init__(
        self, stream: IO[bytes], packed: _Counted | None = None, damage: tuple[type[Exception], ...] = ()
    ) -> None:
        self._stream, self._packed, self._damage = stream, packed, damage
        self.position = 0

    def read(self, size: int) -> bytes:
        """At most ``size`` bytes; fewer only at the end."""
        parts, left = [], size
        while left > 0 and (part := self._take(self._stream.read, left)):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def line(self, size: int) -> bytes:
        """The next line with its end, or its first ``size`` bytes; nothing at the end."""
        return self._take(self._stream.readline, size)

    def _take(self, how: Callable[[int], bytes], size: int) -> bytes:
        try:
            part = how(size)
        except self._damage as error:
            raise Damaged(str(error)) from error
        self.position += len(part)
        if self._packed is not None and self.position > BYTES and self.position > RATIO * max(self._packed.taken, 1):
            raise Bomb
        return part


@contextmanager
def opened(path: str) -> Iterator[Unpacked]:
    """Open a file for reading, unpacked if its name says that it is packed."""
    with Path(path).open("rb") as file, unpacking(file, path) as stream:
        yield stream


@contextmanager
def unpacking(file: BinaryIO, name: str) -> Iterator[Unpacked]:
    """Read an open file as what its name says that it is."""
    ending = name.lower()
    if ending.endswith(".gz"):
        import gzip
        import zlib

        packed = _Counted(file)
        with gzip.GzipFile(fileobj=packed) as stream:  # type: ignore[call-overload]
            yield Unpacked(stream, packed, (EOFError, zlib.error, gzip.BadGzipFile))
    elif ending.endswith(".zst"):
        zstd: Any
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
        packed = _Counted(file)
        with zstd.open(packed, "rb") as stream:
            yield Unpacked(stream, packed, (EOFError, zstd.ZstdError))
    else:
        yield Unpacked(file)


def inner_name(name: str) -> str:
    """The name without the ending of the packing, in small letters."""
    lower = name.lower()
    return next((lower.removesuffix(ending) for ending in PACKED if lower.endswith(ending)), lower)
