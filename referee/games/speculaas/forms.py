"""The form of a move beyond the types of its fields: who may make it, and what a decision needs and may have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.engine.game import Header
from referee.engine.rule import Fault
from referee.games.speculaas.moves import SPECULATIUS, Arbiter, Discard, Pile, Take

Faults = Iterator[tuple[str, Fault]]


def _pile_faults(header: Header, move: Pile) -> Faults:
    if len(header.players) != 1:
        text = f"{SPECULATIUS} only plays in the solo game, so there is no pile here."
        yield "transcript.unknown-player", Fault(text, found=SPECULATIUS, expected=list(header.players))


def _drawn_faults(header: Header, move: Take | Discard) -> Faults:
    if move.player not in header.players:
        text = f"{move.player} does not {move.move} cards; they go onto the pile."
        yield "transcript.unknown-player", Fault(text, "player", move.player, list(header.players))


def _arbiter_faults(header: Header, move: Arbiter) -> Faults:
    """A decision that stands has no values; one that sets something says whose value it is, and which."""
    given = [name for name in ("honey", "coffee", "score") if getattr(move, name) is not None]
    if move.decision == "stands":
        for name in [*given, *(["player"] if move.player is not None else [])]:
            text = f"{name} is no field of a decision that stands."
            yield "transcript.unknown-field", Fault(text, name, name, "note")
        return
    if move.player is None:
        text = "The arbiter sets a value right, but it is not said whose."
        yield "transcript.missing-field", Fault(text, expected="player")
    if not given:
        text = "The arbiter sets something right, but it is not said what."
        yield "transcript.missing-field", Fault(text, expected="honey, coffee or score")
    if move.honey is not None and move.honey < 0:
        yield "transcript.type", Fault("Nobody can have less than no honey.", "honey", move.honey, "0 or more")


#: By type of move: what is wrong with its form, by rule id of the transcript format.
FORMS: dict[type, Callable[[Header, Any], Faults]] = {
    Pile: _pile_faults,
    Take: _drawn_faults,
    Discard: _drawn_faults,
    Arbiter: _arbiter_faults,
}
