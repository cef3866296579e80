"""Small changes of plain values: one number off by one, another name, one thing too many, one missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

#: How many other words are tried in the place of one.
WORDS = 4


class Vocabulary:
    """The values that stood in each field of a log, in the order in which they were first met, and words of the game."""

    def __init__(self, words: Sequence[str], names: Sequence[str]) -> None:
        self.words = list(words)
        self.names = list(names)
        self._seen: dict[str, dict[str, Any]] = {}

    def learn(self, fields: Mapping[str, Any]) -> None:
        """Take the values of one move, those inside of lists and tables by the field that holds them."""
        for name, value in fields.items():
            for inner in _leaves(value):
                self._seen.setdefault(name, {})[repr(inner)] = inner

    def of(self, field: str) -> list[Any]:
        """Values that might stand in this field."""
        return list(self._seen.get(field, {}).values())

    def others(self, field: str, value: str, random: Random) -> list[str]:
        """A few other words for one: names for a name, else what stood in the field before, or any word of the game."""
        if value in self.names:
            return [name for name in self.names if name != value]
        near = [word for word in self.of(field) if isinstance(word, str) and word != value]
        far = [word for word in self.words if word != value]
        return _some(near, random) + _some(far, random)


def variants(field: str, value: Any, vocabulary: Vocabulary, random: Random) -> Iterator[Any]:
    """Values a little different from ``value``, of the same type."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value + random.randint(2, 9))
    elif isinstance(value, str):
        yield from vocabulary.others(field, value, random)
        yield f"{value}x"
    elif isinstance(value, list):
        yield from _lists(field, value, vocabulary, random)
    elif isinstance(value, Mapping):
        yield from _tables(field, value, vocabulary, random)


def _lists(field: str, value: list[Any], vocabulary: Vocabulary, random: Random) -> Iterator[list[Any]]:
    """One thing missing, one twice, one changed, two in the wrong order; none at all; in an empty list one too many."""
    if not value:
        yield from ([word] for word in _some(vocabulary.of(field), random))
        return
    place = random.randrange(len(value))
    yield value[:place] + value[place + 1 :]
    yield value[: place + 1] + value[place:]
    for other in variants(field, value[place], vocabulary, random):
        yield [*value[:place], other, *value[place + 1 :]]
    if len(value) > 1:
        place = random.randrange(len(value) - 1)
        yield [*value[:place], value[place + 1], value[place], *value[place + 2 :]]


def _tables(field: str, value: Mapping[str, Any], vocabulary: Vocabulary, random: Random) -> Iterator[dict[str, Any]]:
    """One value changed, or one left out; in an empty table one too many."""
    if not value:
        yield from ({word: 1} for word in _some(vocabulary.words, random))
        return
    key = random.choice(list(value))
    yield {name: inner for name, inner in value.items() if name != key}
    for other in variants(key, value[key], vocabulary, random):
        yield {**value, key: other}


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value


def _some(values: Sequence[Any], random: Random) -> list[Any]:
    return random.sample(values, min(WORDS, len(values)))
