"""What people call cards, goods and places, and the name that was probably meant.

The names are in ``cards.toml`` and ``goods.toml``; lines are read with them, and written back with the ids.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from referee.games.speicherstadt.cards import CARDS, GOODS
from referee.transcript.spoken import Spoken
from referee.transcript.suggest import nearest


def _spoken() -> dict[str, str]:
    names: dict[str, str] = {}
    for card in CARDS.values():
        for name in (card.name, card.id.replace("-", " "), *card.german):
            names.setdefault(name, card.id)
    others = tomllib.loads(Path(__file__).with_name("goods.toml").read_text(encoding="utf-8"))
    for known, entry in others.items():
        for kind in ("english", "german", "unconfirmed"):
            for name in entry.get(kind, ()):
                names.setdefault(name, known)
    return names


#: The ids of cards, goods and places by the names that people say.
SPOKEN = _spoken()
_NAMES = Spoken(SPOKEN)


def id_of(text: str) -> str:
    """The text in small letters, with ids in the place of the names that people say."""
    changed = _NAMES.put_ids(text, 0, ())
    return (text if changed is None else changed[0]).lower()


def meant(word: object, known: Iterable[str] = (*CARDS, *GOODS)) -> str | None:
    """The one of the ``known`` ids that was probably meant, by its id or by a spoken name; ``None`` if none is near."""
    if not isinstance(word, str):
        return None
    ids = {name: name for name in known}
    ids.update((name, id_) for name, id_ in SPOKEN.items() if id_ in ids)
    near = nearest(word, ids)
    return ids[near] if near is not None else None


def hint(word: object, known: Iterable[str] = (*CARDS, *GOODS)) -> str:
    """`` Did you mean …?`` or nothing, to follow a message; a name that is right as it is was not misspelt."""
    if not isinstance(word, str) or word in CARDS or word in GOODS:
        return ""
    names = tuple(known)
    near = meant(word, names) if word not in names else None
    return f" Did you mean {near}?" if near is not None else ""
