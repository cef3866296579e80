"""From a reference to the document it refers to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from referee.cli.corpus.sources import BOMB, Reference, Trouble, damaged, reason
from referee.cli.corpus.unpack import Bomb, Damaged, opened
from referee.engine.rule import Fault
from referee.engine.verdict import Place
from referee.transcript.document import Document, Flaw, read, unavailable
from referee.transcript.limits import BYTES

_HEAD = 65536
_SIGN = re.compile(rb"""["']?format["']?\s*[:=]\s*["']referee/""")


def document_of(reference: Reference) -> Document:
    """Read one transcript. What goes wrong is a flaw of the document, never an exception."""
    if reference.trouble is not None:
        return _troubled(reference, reference.trouble)
    data = reference.data
    if data is None:
        try:
            data = _bytes(reference)
        except Damaged as error:
            return _troubled(reference, damaged(error))
        except Bomb:
            return _troubled(reference, BOMB)
        except OSError as error:
            return _troubled(reference, Trouble("transcript.io", reason(error)))
    if len(data) > BYTES:
        more = f"There are more than {BYTES:,} bytes (16 MiB), which is the most that a transcript may have."
        return _troubled(reference, Trouble("transcript.limit", more), data)
    return read(data, reference.source, reference.form)


def is_transcript(document: Document) -> bool:
    """Whether a file that nobody named says that it is a transcript, or is so broken that it cannot say."""
    tree: Any = document.tree
    if tree is not None:
        form = tree.get("format")
        return isinstance(form, str) and form.startswith("referee/")
    rules = {flaw.rule for flaw in document.flaws}
    if rules & {"transcript.type", "transcript.limit", "transcript.duplicate-key"}:
        return _SIGN.search(document.data[:_HEAD]) is not None
    return True


def _bytes(reference: Reference) -> bytes:
    if reference.size is None:
        with opened(reference.path) as stream:
            return stream.read(BYTES + 1)
    with Path(reference.path).open("rb") as file:
        file.seek(reference.start)
        return file.read(reference.size)


def _troubled(reference: Reference, trouble: Trouble, data: bytes = b"") -> Document:
    if trouble.rule == "transcript.io":
        return unavailable(reference.source, trouble.reason)
    fault = Fault(trouble.reason, expected=f"at most {BYTES:,} bytes")
    return Document(
        reference.source, data, reference.form or "json", flaws=[Flaw(trouble.rule, fault, Place(1, 1, 1, 1))]
    )
