"""The documents that rules cite."""

from __future__ import annotations

from referee.engine.rule import Citation


def rulebook(section: str) -> Citation:
    """A section of the expansion's rulebook."""
    return Citation("Speculaas: Café, rulebook", section)


def review(section: str) -> Citation:
    """The review that tells of the base game, whose own rulebook could not be found."""
    return Citation("Speculaas, review of 9 December 2024 at themeeplegamer.nl", section)


def model(section: str) -> Citation:
    """What the referee itself fixes: how a game is declared and recorded."""
    return Citation("Speculaas: Café, what the referee knows", section)
