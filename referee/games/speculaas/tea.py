"""The Tea card: 10 points for the first, 3 for the second, and what becomes of them in a tie.

Source: Speculaas: Café, rulebook, "Tea Cards"; facts, section 4.
"""

from __future__ import annotations

from collections.abc import Mapping

FIRST, SECOND = 10, 3
LEAST_HONEY = "least honey"
MOST = "most "


def spice_of(tea: str) -> str | None:
    """The spice of which a Tea card wants the most; ``None`` for the least honey."""
    return tea.removeprefix(MOST) if tea.startswith(MOST) else None


def tea_points(amounts: Mapping[str, int], *, fewest: bool, second_tie: str = "share",
               zero: str = "counts") -> dict[str, int]:  # fmt: skip
    """What each player gets for the Tea card; who gets nothing is left out.

    ``amounts`` are what counts, by player. Players tied for first share 13 points, rounded down, and then no second
    place is paid. ``second_tie`` is how players tied for second are paid: ``"share"`` 3 points, ``"each"`` 3 points or
    ``"none"``. With ``zero="nothing"`` who has none takes no place.
    """
    if zero == "nothing" and not fewest:
        amounts = {name: amount for name, amount in amounts.items() if amount}
    places = sorted(set(amounts.values()), reverse=not fewest)
    if not places:
        return {}
    first = [name for name, amount in amounts.items() if amount == places[0]]
    if len(first) > 1:
        return dict.fromkeys(first, (FIRST + SECOND) // len(first))
    paid = {first[0]: FIRST}
    if len(places) > 1:
        second = [name for name, amount in amounts.items() if amount == places[1]]
        each = SECOND if len(second) == 1 else {"share": SECOND // len(second), "each": SECOND, "none": 0}[second_tie]
        paid.update(dict.fromkeys(second, each))
    return paid
