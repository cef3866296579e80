"""Effects: what a step changed on the table, as the difference of two snapshots, and how to add it up again.

A snapshot (:meth:`referee.engine.game.Game.snapshot`) is flat: group, then name, then a number, a text or a multiset.
A multiset is either a list of names (cards) or a mapping from names to numbers (goods). An effect has the same shape:

==============  ==========================================================
in a snapshot   in an effect
==============  ==========================================================
number          the number to add: ``{"coins": {"Ben": -2}}``
text            the new text, or ``None`` where nothing stands any more
list of names   what came and what went: ``["+fireman-2", "-thief"]``
names: numbers  the numbers to add: ``{"stock": {"tea": 1}}``
==============  ==========================================================

What is absent counts as 0, as no text or as an empty multiset, so a zero and an absence are the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

Snapshot = Mapping[str, Mapping[str, Any]]
Effects = dict[str, dict[str, Any]]


def difference(before: Snapshot, after: Snapshot) -> Effects:
    """What has to be added to ``before`` to get ``after``; empty groups are left out."""
    effects: Effects = {}
    for group in _names(before, after):
        then, now = before.get(group, {}), after.get(group, {})
        changed = {}
        for name in _names(then, now):
            old, new = then.get(name), now.get(name)
            if old != new and (change := _change(old, new)) is not _SAME:
                changed[name] = change
        if changed:
            effects[group] = changed
    return effects


def add(before: Snapshot, effects: Snapshot) -> Effects:
    """The snapshot that ``effects`` make of ``before``; neither is changed."""
    after: Effects = {group: dict(values) for group, values in before.items()}
    for group, changes in effects.items():
        values = after.setdefault(group, {})
        for name, change in changes.items():
            values[name] = _changed(values.get(name), change)
    return after


def total(start: Snapshot, steps: Iterable[Snapshot]) -> Effects:
    """The snapshot after all ``steps``, one after the other, from ``start`` on."""
    state: Effects = {group: dict(values) for group, values in start.items()}
    for effects in steps:
        state = add(state, effects)
    return state


_SAME = object()


def _names(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    return [*first, *(name for name in second if name not in first)]


def _change(old: Any, new: Any) -> Any:
    sample = old if new is None else new
    if isinstance(sample, Mapping):
        return _counts(old or {}, new or {}) or _SAME
    if isinstance(sample, list | tuple):
        came, went = Counter(new or ()), Counter(old or ())
        gained, lost = (came - went).elements(), (went - came).elements()
        return [*(f"+{name}" for name in gained), *(f"-{name}" for name in lost)] or _SAME
    if isinstance(sample, int):
        return (new or 0) - (old or 0) or _SAME
    return new


def _counts(old: Mapping[str, int], new: Mapping[str, int]) -> dict[str, int]:
    changes = {name: new.get(name, 0) - old.get(name, 0) for name in _names(old, new)}
    return {name: change for name, change in changes.items() if change}


def _changed(value: Any, change: Any) -> Any:
    if isinstance(change, Mapping):
        counts = dict(value or {})
        for name, number in change.items():
            counts[name] = counts.get(name, 0) + number
        return {name: number for name, number in counts.items() if number}
    if isinstance(change, list):
        names = Counter(value or ())
        for item in change:
            names[item[1:]] += 1 if item[0] == "+" else -1
        return sorted(names.elements())
    if isinstance(change, int):
        return (value or 0) + change
    return change
