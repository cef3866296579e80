"""The form of a move beyond the types of its fields: what each card, claim and decision needs and may have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.game import Header
from referee.engine.rule import Fault
from referee.games.speicherstadt.cards import GOODS
from referee.games.speicherstadt.moves import USE_FIELDS, USES, Arbiter, Claim, Use
from referee.games.speicherstadt.names import hint
from referee.games.speicherstadt.rules.claims import PLAYER_FIELDS

Faults = list[tuple[str, Fault]]


def _use_faults(header: Header, move: Use) -> Faults:
    """A card of its own rule book says which fields it needs; a card without a use is left to ``power.unknown``."""
    if move.card not in USES:
        return []
    _, needed, optional = USES[move.card]
    faults = []
    for name in USE_FIELDS:
        given = getattr(move, name) is not None
        if given and name not in needed and name not in optional:
            allowed = ", ".join((*needed, *optional)) or "no more fields"
            faults.append(
                ("transcript.unknown-field", Fault(f"{name} is no field of a use of {move.card}.", name, name, allowed))
            )
        elif not given and name in needed:
            faults.append(
                ("transcript.missing-field", Fault(f"A use of {move.card} needs the field {name}.", "", None, name))
            )
    return faults


def _claim_faults(header: Header, move: Claim) -> Faults:
    if move.player is not None:
        return []
    own = [name for name in PLAYER_FIELDS if getattr(move, name) is not None]
    return (
        [
            (
                "transcript.missing-field",
                Fault(f"A claim of {own[0].replace('_', ' ')} needs the player.", "", None, "player"),
            )
        ]
        if own
        else []
    )


def _arbiter_faults(header: Header, move: Arbiter) -> Faults:
    own = [
        name for name in ("coins", "score", "workers", "warehouse", "market_hall") if getattr(move, name) is not None
    ]
    given = [*own, *(["stock"] if move.stock is not None else [])]
    faults: Faults = []
    if move.decision == "stands":
        stray = [*given, *(["player"] if move.player is not None else [])]
        return [
            ("transcript.unknown-field", Fault(f"{name} is no field of a decision that stands.", name, name, "note"))
            for name in stray
        ]
    if own and move.player is None:
        faults.append(
            (
                "transcript.missing-field",
                Fault(f"An arbiter who sets {own[0].replace('_', ' ')} has to name the player.", "", None, "player"),
            )
        )
    if not given:
        faults.append(
            (
                "transcript.missing-field",
                Fault("An arbiter who sets something has to say what.", "", None, "coins, score, …"),
            )
        )
    for name in ("coins", "workers"):
        value = getattr(move, name)
        if value is not None and value < 0:
            faults.append(("transcript.type", Fault(f"{name} cannot be below 0.", name, value, "0 or more")))
    for name in ("warehouse", "market_hall"):
        for index, good in enumerate(getattr(move, name) or ()):
            if good not in GOODS:
                words = f"There is no good called {good}.{hint(good, GOODS)}"
                faults.append(("transcript.type", Fault(words, f"{name}/{index}", good, list(GOODS))))
    for good, number in (move.stock or {}).items():
        if good not in GOODS or number < 0:
            faults.append(
                (
                    "transcript.type",
                    Fault(f"{number} {good} cannot lie in the stock.{hint(good, GOODS)}", f"stock/{good}", number, list(GOODS)),
                )
            )
    return faults


#: By type of move: what is wrong with its form, by rule id of the transcript format.
FORMS: dict[type, Callable[[Header, Any], Faults]] = {Use: _use_faults, Claim: _claim_faults, Arbiter: _arbiter_faults}
