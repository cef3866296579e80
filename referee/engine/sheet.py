"""A final table without a log: what a game asks of each player, and how it puts that on its table to score it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from referee.engine.game import Header, Table
from referee.engine.rule import Fault

FORMAT = "referee-sheet/1"

Faults = list[tuple[str, Fault]]


@dataclass(frozen=True, slots=True)
class SheetField:
    """One thing that a sheet says of a player.

    ``kind`` is a whole number, a list of names, or yes or no (``true`` or ``false``). ``about`` tells a player what to
    write; ``example`` is what a new sheet has there, and a field without one is left out of it.
    """

    name: str
    kind: Literal["number", "names", "flag"]
    about: str
    example: Any = None
    needed: bool = False


class Sheet(ABC):
    """How a game reads and writes sheets."""

    @abstractmethod
    def fields(self, header: Header, name: str) -> Sequence[SheetField]:
        """What is asked of this player (or reserved name) with these expansions."""

    @abstractmethod
    def table(self, header: Header, players: Sequence[Mapping[str, Any]]) -> tuple[Table, Faults]:
        """The final table, complete, and what cannot be on it, by rule id.

        ``players`` are sound in form; each has its ``name``. The ``field`` of a fault is the path from the top of the
        sheet (``"players/0/cards/2"``).
        """

    def told_apart(self, header: Header, player: Mapping[str, Any], breakdown: dict[str, int]) -> dict[str, int]:
        """The points of a player by source, as far as the sheet tells the sources apart."""
        return breakdown

    @abstractmethod
    def read_off(self, table: Any) -> list[dict[str, Any]]:
        """What a sheet would say of every player of a final table; it gives the same scores."""
