"""The name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: object, known: Iterable[object]) -> str | None:
    """The known name most like ``word``, capitals aside, or ``None`` where none is near; only texts are names."""
    if not isinstance(word, str):
        return None
    by_small = {name.lower().replace("_", "-"): name for name in known if isinstance(name, str)}
    found = get_close_matches(word[:100].lower().replace("_", "-"), by_small, 1, 0.6)
    return by_small[found[0]] if found else None


def hint(word: object, known: Iterable[object]) -> str:
    """`` Did you mean …?`` or nothing, to follow a message."""
    name = nearest(word, known)
    return f" Did you mean {name}?" if name is not None else ""
