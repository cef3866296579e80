"""Names as people say them, in lines: put in the place of each is the id that the format knows.

A game hands over a table of spoken names (``Feuerwehrmann 3``, ``squad leader``) and the ids they stand for. The
longest known name is taken first, blanks and hyphens are equal, capitals do not matter, and ``ä ö ü ß`` may be
written ``ae oe ue ss``. A line without such a name costs one look at its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

#: What stands between the words of a line, beside blanks.
_BETWEEN = str.maketrans(dict.fromkeys(",:+@=#", " "))
_PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
#: How alike a misspelt name of several words must be to be suggested.
_ALIKE = 0.8


class Spoken:
    """The spoken names of one game; ``names`` are ids by name."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = dict(names)
        self.ids: dict[str, str] = {}
        for name, meant in names.items():
            for spelling in _spellings(name):
                if spelling != meant:
                    self.ids.setdefault(spelling, meant)

    def put_ids(self, text: str, start: int, players: Iterable[str]) -> tuple[str, list[int]] | None:
        """The text with ids for the spoken names in it from ``start`` on, and where each character came from.

        One more entry of the list gives the end. ``None`` means that there is no such name. A player's name that
        reads like one stays what it is.
        """
        small = _small(text)
        if self._signs.isdisjoint(small.translate(_BETWEEN).split()):
            return None
        kept: list[str] = []
        places: list[int] = []
        done = 0
        for match in self._pattern.finditer(small, start):
            first, last = match.span()
            if any(_covers(text, player, first, last) for player in players):
                continue
            meant = self.ids[match.group().replace("-", " ")]
            kept += (text[done:first], meant)
            places += range(done, first)
            # An id that is as long as its name has each character under one of the name; else all begin with it.
            inside = range(first, last) if len(meant) == last - first else [first] * (len(meant) - 1) + [last - 1]
            places += inside
            done = last
        if not kept:
            return None
        kept.append(text[done:])
        places += range(done, len(text) + 1)
        return "".join(kept), places

    def nearest(self, text: str) -> str | None:
        """The id of the spoken name that words of ``text`` are most like without being it; ``None`` if none is near.

        Only names of several words are looked for, since a single word is an id to everything else.
        """
        from difflib import SequenceMatcher

        words = _small(text[:200]).translate(_BETWEEN).split()
        several = [name for name in self.ids if " " in name]
        best: tuple[float, str] | None = None
        for first, count in product(range(len(words)), (2, 3)):
            said = " ".join(words[first : first + count])
            for name in several:
                matcher = SequenceMatcher(None, name, said)
                if matcher.real_quick_ratio() > _ALIKE and (alike := matcher.ratio()) > max(_ALIKE, best[0] if best else 0):
                    best = alike, self.ids[name]
        return best[1] if best is not None else None

    @cached_property
    def _signs(self) -> frozenset[str]:
        """Words of which a line with a spoken name has one, and which other lines hardly have."""
        ids = set(self.names.values())
        return frozenset(_sign(words, ids) for name in self.ids for words in _joined(name)) - ids

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self.ids, key=lambda name: (-len(name), name))
        names = "|".join(re.escape(name).replace(r"\ ", "[ -]") for name in longest_first)
        return re.compile(rf"(?<![\w-])(?:{names})(?![\w-])")


def _small(text: str) -> str:
    """The text in small letters, character by character, so that every place stays what it is."""
    small = text.lower()
    if len(small) == len(text):
        return small
    return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)


def _spellings(name: str) -> Sequence[str]:
    """A name in small letters with single blanks, with and without letters that not every keyboard has."""
    small = " ".join(name.lower().replace("-", " ").split())
    plain = small.translate(_PLAIN)
    return (small,) if plain == small else (small, plain)


def _joined(name: str) -> Iterator[list[str]]:
    """The words of a name as a line may show them, some joined with hyphens."""
    words = name.split(" ")
    for signs in product(" -", repeat=len(words) - 1):
        yield "".join(word + sign for word, sign in zip(words, (*signs, ""), strict=True)).split(" ")


def _sign(words: Sequence[str], ids: set[str]) -> str:
    """The word of a name that is least likely to stand in a line without it."""
    return max(words, key=lambda word: (word not in ids, len(word)))


def _covers(text: str, player: str, first: int, last: int) -> bool:
    """Whether a stretch of the text lies in the name of a player as it is written there."""
    at = text.find(player, max(0, last - len(player)))
    while 0 <= at <= first:
        end = at + len(player)
        if end >= last and not text[max(0, at - 1) : at].isalnum() and not text[end : end + 1].isalnum():
            return True
        at = text.find(player, at + 1)
    return False
