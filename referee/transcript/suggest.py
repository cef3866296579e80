"""The name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

from referee.engine.rule import Fault
from referee.transcript.limits import Flaws


def nearest(word: object, known: Iterable[object]) -> str | None:
    """The known name most like ``word``, capitals aside, or ``None`` where none is near; only texts are names."""
    if not isinstance(word, str):
        return None
    by_small = {_plain(name): name for name in known if isinstance(name, str)}
    found = closest(_plain(word[:100]), by_small)
    return by_small[found] if found is not None else None


def closest(word: str, known: Iterable[str], alike: float = 0.6) -> str | None:
    """The known word most like ``word``, or ``None`` where none is at least so much alike (0 to 1)."""
    # A legal game needs no suggestions.
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), 1, alike)), None)


def _plain(name: str) -> str:
    return normalize("NFC", name).lower().replace("_", "-")


def meant_once(flaws: Flaws) -> Flaws:
    """The faults without the missing fields that an unknown field of the same table was meant to be: one slip, one fault."""
    meant = {(_table_of(fault), fault.expected) for rule, fault in flaws if rule == "transcript.unknown-field"}
    return [
        (rule, fault)
        for rule, fault in flaws
        if rule != "transcript.missing-field" or (_table_of(fault), fault.expected) not in meant
    ]


def _table_of(fault: Fault) -> str:
    """The path of the table in which a field is unknown or missing."""
    return fault.field.rpartition("/")[0]


def hint(word: object, known: Iterable[object]) -> str:
    """`` Did you mean …?`` or nothing, to follow a message."""
    name = nearest(word, known)
    if name is None or not isinstance(word, str):
        return ""
    if not word.isascii() and normalize("NFC", word) == normalize("NFC", name):
        return f" It looks the same as {name}, but its accents are stored in another way; copy the name."
    return f" Did you mean {name}?"
