"""From bytes to a document: the tree of plain data, or every reason why there is none."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field
from typing import Any

from referee.engine.rule import Fault
from referee.engine.verdict import Place
from referee.transcript import limits

BOM = b"\xef\xbb\xbf"


@dataclass(slots=True)
class Flaw:
    """Something that keeps the bytes from being a transcript.

    ``fault.field`` is the path from the top of the tree (a JSON pointer without its first slash). ``place`` is
    given where it is known without the tree.
    """

    rule: str
    fault: Fault
    place: Place | None = None


@dataclass(slots=True)
class Document:
    """The bytes of one transcript and the tree that was read from them (``None`` where they could not be read).

    ``form`` is ``"json"`` or ``"toml"``. ``first_line`` is the line of its file on which it begins, from 1.
    """

    source: str
    data: bytes
    form: str
    tree: dict[str, Any] | None = None
    flaws: list[Flaw] = field(default_factory=list)
    first_line: int = 1

    @property
    def faults(self) -> list[tuple[str, Fault]]:
        """The flaws as rule ids and faults."""
        return [(flaw.rule, flaw.fault) for flaw in self.flaws]

    @property
    def body(self) -> bytes:
        """The bytes without a byte order mark: what places count from."""
        return self.data.removeprefix(BOM)

    @property
    def sha256(self) -> str:
        """The hash of the bytes as they came, in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()


def read(data: bytes, source: str, form: str | None = None) -> Document:
    """Read a transcript; bad input never raises, it is named in ``flaws``.

    Without ``form`` (``"json"`` or ``"toml"``) the ending of ``source`` tells, else the first character: ``{`` is JSON.
    """
    document = Document(source, data, form or form_of(source, data))
    if len(data) > limits.BYTES:
        fault = Fault(
            f"The file is larger than 16 MiB ({limits.BYTES:,} bytes); no transcript may be.",
            expected=f"at most {limits.BYTES} bytes",
        )
        document.flaws.append(Flaw("transcript.limit", fault, Place(1, 1, 1, 1)))
        return document
    try:
        text = document.body.decode("utf-8")
    except UnicodeDecodeError as error:
        document.flaws.append(_not_utf8(document, error))
        return document
    tree: Any
    if document.form == "toml":
        from referee.transcript import toml

        tree = toml.parse(text)
    else:
        from referee.transcript import json

        tree = json.parse(document.body)
    if isinstance(tree, Flaw):
        document.flaws.append(tree)
    elif type(tree) is not dict:
        fault = Fault(
            "A transcript is a table of fields (in JSON: an object in braces), but this file holds something else.",
            found=type(tree).__name__,
            expected="an object",
        )
        document.flaws.append(Flaw("transcript.type", fault))
    else:
        document.tree = tree
    return document


def read_file(path: str | os.PathLike[str], source: str | None = None) -> Document:
    """Read the transcript in a file; no more of it than the limit needs.

    :raises OSError: if the file cannot be read.
    """
    with open(path, "rb") as file:
        return read(file.read(limits.BYTES + 1), source or os.fspath(path))


def unavailable(source: str, reason: str) -> Document:
    """A file that was there when the run began and could not be read when its turn came."""
    document = Document(source, b"", form_of(source, b""))
    fault = Fault(f"The file could not be read: {reason}.", found=reason)
    document.flaws.append(Flaw("transcript.io", fault, Place(1, 1, 1, 1)))
    return document


def form_of(source: str, data: bytes) -> str:
    """The form of a transcript by the ending of its name, or else by its first character."""
    name = source.lower().removesuffix(".gz").removesuffix(".zst")
    if name.endswith(".toml"):
        return "toml"
    if name.rpartition(":")[0].endswith(".jsonl") or name.endswith((".json", ".jsonl")):
        return "json"
    return "json" if data[:1024].removeprefix(BOM).lstrip(b" \t\r\n")[:1] == b"{" else "toml"


def _not_utf8(document: Document, error: UnicodeDecodeError) -> Flaw:
    from referee.transcript.source import Source

    body, start = document.body, error.start
    offset = start + len(document.data) - len(body)
    byte = f"0x{body[start]:02x}"
    hint = " It looks like UTF-16; save it as UTF-8." if document.data[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
    fault = Fault(
        f"The file is not UTF-8 text: the byte at offset {offset} is {byte}, which cannot stand there.{hint}",
        found=byte,
        expected="UTF-8",
    )
    return Flaw("transcript.encoding", fault, Source(body[:start] + b"?").place(start, start + 1))
