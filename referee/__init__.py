"""A rules referee for board games: reads the log of a game and says of every move whether it was legal.

::

    import referee

    verdict = referee.check("final.toml")
    if not verdict.legal:
        for violation in verdict.violations:
            print(violation.line, violation.rule, violation.message)
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from referee.engine.verdict import Assumption, Score, Unjudged, Verdict, Violation
from referee.version import VERSION

if TYPE_CHECKING:
    from referee.transcript.document import Document
    from referee.transcript.model import Transcript, TranscriptError

__all__ = [
    "Assumption",
    "Score",
    "Transcript",
    "TranscriptError",
    "Unjudged",
    "Verdict",
    "Violation",
    "__version__",
    "check",
    "load",
]

__version__ = VERSION

Source = str | PathLike[str] | bytes | Mapping[str, Any]


def check(
    source: Source,
    *,
    name: str | None = None,
    explicit: bool = False,
    stop_at_first: bool = False,
    profile: str | None = None,
    rulings: Mapping[str, Any] | None = None,
    select: tuple[str, ...] | list[str] = (),
    ignore: tuple[str, ...] | list[str] = (),
    audit: bool = False,
) -> Verdict:
    """Check one transcript and return its verdict.

    ``source`` is a path (a ``str`` is always one), the bytes of a transcript in JSON or TOML, or a transcript as
    plain data. ``name`` is what the verdict calls it (for a path, the path).

    ``explicit``: every step has to be logged. ``stop_at_first``: end at the first violation. ``profile`` and
    ``rulings`` override what the transcript says. ``select`` and ``ignore`` are beginnings of rule ids: only
    violations that begin with one of ``select`` (if any) and none of ``ignore`` count, and ``verdict.ignored`` names
    the others that were met. ``audit``: check after every step that nothing on the table was lost or made up.

    Bad input never raises: it gives a verdict that is ``"unreadable"``.

    :raises OSError: if the file cannot be read.
    :raises TypeError: if ``source`` is data that JSON cannot hold.
    :raises referee.judge.RefereeBug: for a bug of the referee itself.
    """
    from referee.judge import Options, judge

    options = Options(
        explicit=explicit,
        stop_at_first=stop_at_first,
        audit=audit,
        profile=profile,
        rulings=rulings or {},
        select=tuple(select),
        ignore=tuple(ignore),
    )
    return judge(_document(source, name), options)


def load(source: Source, *, name: str | None = None) -> Transcript:
    """Read a transcript without judging its moves.

    ``source`` is as for :func:`check`. The moves are as they were written, lines as text and objects as dictionaries.

    :raises TranscriptError: if it cannot be read as a transcript; it lists every fault of the envelope.
    :raises OSError: if the file cannot be read.
    """
    from referee.judge import open_document
    from referee.transcript.model import transcript_of

    opened = open_document(_document(source, name))
    return transcript_of(opened.document, opened.header, opened.game, opened.flaws)


def _document(source: Source, name: str | None) -> Document:
    from referee.transcript.document import read, read_file

    if isinstance(source, bytes):
        return read(source, name or "-")
    if isinstance(source, Mapping):
        from referee.transcript.writing import to_json

        return read(to_json(source), name or "-", "json")
    return read_file(source, name)


def __getattr__(name: str) -> Any:
    # What only some programs need is imported when it is asked for.
    if name in ("Transcript", "TranscriptError"):
        from referee.transcript import model

        return getattr(model, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
