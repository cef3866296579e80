"""The name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import normalize

from referee.engine.rule import Fault
from referee.transcript.limits import Flaws


def nearest(word: object, known: Iterable[object]) -> str | None:
    """The known name most like ``word``, capitals aside, or ``None`` where none is near; only texts are names."""
    if not isinstance(word, str):
        return None
    by_small = {_plain(name): name for name in known if isinstance(name, str)}
    found = get_close_matches(_plain(word[:100]), by_small, 1, 0.6)
    return by_small[found[0]] if found else None


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
