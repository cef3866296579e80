"""The Coffee card: a race for all six spices, or for three spices in a shape that may be turned but not mirrored.

Source: Speculaas: Café, rulebook, "Coffee Cards" and "Solo Rules"; that the shapes are goals of Coffee cards is
argued in the facts, section 3.0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Cell = tuple[int, int]
Spices = Mapping[Cell, tuple[str, ...]]

ALL_SIX = "all six"


@dataclass(frozen=True, slots=True)
class Goal:
    """What a Coffee card asks for: ``required`` are the spices, ``turned`` the four ways in which a shape can lie.

    Without ``turned`` the spices may lie anywhere.
    """

    required: Mapping[str, int]
    turned: tuple[tuple[tuple[int, int, str], ...], ...] = ()

    @property
    def shaped(self) -> bool:
        return bool(self.turned)

    def reached_with(self, spices: Spices, symbols: Mapping[str, int], cell: Cell) -> bool:
        """Whether a tableau reaches the goal with the spice card just laid at ``cell``, if it did not before."""
        if not self.turned:
            return self.collected(symbols)
        x, y = cell
        for shape in self.turned:
            for anchor_x, anchor_y, _ in shape:
                if all(spice in spices.get((x + dx - anchor_x, y + dy - anchor_y), ()) for dx, dy, spice in shape):
                    return True
        return False

    def collected(self, symbols: Mapping[str, int]) -> bool:
        """Whether all required spices are there, wherever they lie (this is all that Speculatius needs)."""
        return all(symbols.get(spice, 0) >= number for spice, number in self.required.items())


def read_goal(coffee: Any, spices: list[str]) -> Goal:
    """The goal as the setup gives it: ``"all six"`` or ``{"shape": [[x, y, spice], …]}``."""
    if coffee == ALL_SIX:
        return Goal(dict.fromkeys(spices, 1))
    shape = tuple((x, y, spice) for x, y, spice in coffee["shape"])
    turned = [shape]
    for _ in range(3):
        turned.append(tuple((-y, x, spice) for x, y, spice in turned[-1]))
    return Goal(Counter(spice for _, _, spice in shape), tuple(turned))
