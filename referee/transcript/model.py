"""A transcript as a typed value, for programs that want to read one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.game import Game, Header
from referee.transcript.document import Document, Flaw


@dataclass(slots=True)
class Transcript:
    """One recorded game, sound in its envelope; its moves are not judged yet.

    ``players`` are in seating order. ``rulings`` has every ruling of the game with the value in force. ``moves`` are
    as they were written: lines as text, objects as dictionaries. ``result`` is what the table claims.
    """

    source: str
    game: str
    ruleset: int
    profile: str
    players: list[str]
    expansions: list[str] = field(default_factory=list)
    rulings: dict[str, Any] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    moves: list[str | dict[str, Any]] = field(default_factory=list)
    result: dict[str, Any] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)


class TranscriptError(ValueError):
    """The bytes could not be read as a transcript. ``faults`` are rule ids with what is wrong, in words."""

    def __init__(self, source: str, faults: Sequence[tuple[str, str]]) -> None:
        super().__init__("\n".join(f"{source}: {rule}: {message}" for rule, message in faults))
        self.source = source
        self.faults = list(faults)


def transcript_of(document: Document, header: Header | None, game: Game | None, flaws: Sequence[Flaw]) -> Transcript:
    """The transcript of a document whose envelope was checked.

    :raises TranscriptError: if it has ``flaws``.
    """
    if header is None or game is None or document.tree is None:
        raise TranscriptError(document.source, [(flaw.rule, flaw.fault.message) for flaw in flaws])
    tree = document.tree
    return Transcript(
        source=document.source,
        game=header.game,
        ruleset=game.ruleset,
        profile=header.profile,
        players=header.players,
        expansions=header.expansions,
        rulings=header.rulings,
        setup=header.setup,
        moves=tree["moves"],
        result=tree.get("result", {}),
        meta=tree.get("meta", {}),
    )
