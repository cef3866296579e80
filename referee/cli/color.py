"""Whether to use colours: ``--color``, then ``NO_COLOR``, then ``FORCE_COLOR``, then what the output is."""

from __future__ import annotations

import os

import click

CHOICES = ("auto", "always", "never")


def wanted(choice: str) -> bool | None:
    """``True`` or ``False`` where somebody said so, ``None`` where it is left to the output (as click has it)."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return False if os.environ.get("TERM") == "dumb" else None


def colored(terminal: bool) -> bool:
    """Whether what the current command writes is coloured; ``terminal`` says whether it goes to one."""
    color = click.get_current_context().color
    return terminal if color is None else color
