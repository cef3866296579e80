"""The moves of a log as objects, and their notation in lines.

Names, fields and lines: Speculaas: Café, what the referee knows, "Moves". A move says what was logged; whether it was
allowed is left to the rules. ``None`` in a field always means that the log does not say it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from referee.transcript.fields import Given, Int, Length, Name, Text
from referee.transcript.notation import (
    ClaimField,
    LineForm,
    Misread,
    Notation,
    Rest,
    arbiter_form,
    claim_form,
    integer,
    number_field,
    pattern,
)

Kind = Literal["recipe", "spice"]
RECIPE: Kind = "recipe"
SPICE: Kind = "spice"
#: The automatic opponent of the solo game.
SPECULATIUS = "Speculatius"

MaybeInt = Annotated[Int | None, Given]
MaybeName = Annotated[Name | None, Given]
MaybeFlag = Annotated[bool | None, Given]


@dataclass(slots=True, kw_only=True)
class Turn:
    """A turn begins in which everybody looks at the same kind of deck."""

    kind: Kind
    move: Literal["turn"] = "turn"


@dataclass(slots=True, kw_only=True)
class Take:
    """A card chosen and laid into the own tableau; ``at`` is x (to the right) and y (downward)."""

    player: Name
    card: Text
    at: Annotated[list[Int], Length(2, 2)]
    move: Literal["take"] = "take"

    @property
    def cell(self) -> tuple[int, int]:
        return self.at[0], self.at[1]


@dataclass(slots=True, kw_only=True)
class Discard:
    """A card that leaves its deck for the discard pile."""

    player: Name
    card: Text
    move: Literal["discard"] = "discard"


@dataclass(slots=True, kw_only=True)
class Honey:
    """Honey tokens taken from the supply (or, below 0, put back)."""

    player: Name
    by: Int
    move: Literal["honey"] = "honey"


@dataclass(slots=True, kw_only=True)
class Pile:
    """A spice card for the pile of Speculatius."""

    card: Text
    move: Literal["pile"] = "pile"

    @property
    def player(self) -> str:
        return SPECULATIUS


@dataclass(slots=True, kw_only=True)
class Round:
    """A round begins."""

    number: Int
    move: Literal["round"] = "round"


@dataclass(slots=True, kw_only=True)
class BaseScore:
    """What a player has by the rules of the base game, as the table counted it."""

    player: Name
    points: Int
    move: Literal["base-score"] = "base-score"


@dataclass(slots=True, kw_only=True)
class Claim:
    """What the recorder saw of one player."""

    player: Name
    honey: MaybeInt = None
    coffee: MaybeFlag = None
    score: MaybeInt = None
    move: Literal["claim"] = "claim"


@dataclass(slots=True, kw_only=True)
class Arbiter:
    """What a person decided: the violations of the move before stand, or a value is set right."""

    decision: Literal["stands", "set"]
    player: MaybeName = None
    honey: MaybeInt = None
    coffee: MaybeFlag = None
    score: MaybeInt = None
    note: Annotated[Text | None, Given] = None
    move: Literal["arbiter"] = "arbiter"


# What the end of a turn is judged as: one step for each player, then the turn itself.


@dataclass(slots=True, kw_only=True)
class Share:
    """The part that a player took in the turn that ends here."""

    player: str


@dataclass(slots=True, kw_only=True)
class TurnEnd:
    """The turn that ends here; the race for the Coffee card is looked at."""


MOVES: dict[str, type] = {
    "turn": Turn,
    "take": Take,
    "discard": Discard,
    "honey": Honey,
    "pile": Pile,
    "round": Round,
    "base-score": BaseScore,
    "claim": Claim,
    "arbiter": Arbiter,
}
#: Moves at which an open turn ends.
ENDING = ("turn", "round", "base-score")


# Lines.

_CARD = r"(?P<card>[^ ,:]+)"
_cell_line = pattern(rf"{_CARD} at (?P<x>[+-]?[0-9]+),(?P<y>[+-]?[0-9]+)", {"x": integer, "y": integer},
                     "a card and its place, such as R07 at 2,-1")  # fmt: skip


def _take(rest: Rest) -> dict[str, Any]:
    try:
        fields = _cell_line(rest)
    except Misread as misread:
        misread.field = {"x": "at/0", "y": "at/1"}.get(misread.field, misread.field)
        misread.span = misread.span or rest.spans.get("x" if misread.field == "at/0" else "y")
        raise
    x, y = rest.spans.pop("x"), rest.spans.pop("y")
    rest.spans.update({"at": (x[0], y[1]), "at/0": x, "at/1": y})
    return {"card": fields["card"], "at": [fields["x"], fields["y"]]}


def _yes_no(text: str) -> bool:
    if text.lower() not in ("yes", "no"):
        raise Misread(f"{text!r} is neither yes nor no.", found=text, expected="yes or no")
    return text.lower() == "yes"


def _card_text(move: Discard | Pile) -> str:
    return move.card


def _points_text(move: BaseScore) -> str:
    return str(move.points)


_FIELDS = {
    "honey": number_field(),
    "coffee": ClaimField(_yes_no, lambda held: "yes" if held else "no"),
    "score": number_field(),
}

NOTATION = Notation(
    [
        LineForm("turn", "turn", pattern(r"(?P<kind>recipe|spice)", {"kind": str.lower}, "recipe or spice"),
                 lambda move: move.kind, "turn recipe", 'turn = "turn", ( "recipe" | "spice" ) ;', player=False),
        LineForm("take", "take", _take, lambda move: f"{move.card} at {move.at[0]},{move.at[1]}",
                 "Anna: take R07 at 2,-1", 'take = player, ":", "take", card, "at", integer, ",", integer ;'),
        LineForm("discard", "discard", pattern(_CARD, expected="a card, such as S11"), _card_text,
                 "Anna: discard S11", 'discard = player, ":", "discard", card ;'),
        LineForm("honey", "honey", pattern(r"(?P<by>[+-]?[0-9]+)", {"by": integer}, "a number of tokens, such as +2"),
                 lambda move: f"{move.by:+d}", "Anna: honey +2", 'honey = player, ":", "honey", integer ;'),
        LineForm("pile", "pile", pattern(_CARD, expected="a spice card, such as S12"), _card_text,
                 "Speculatius: pile S12", 'pile = "Speculatius", ":", "pile", card ;', speaker=SPECULATIUS),
        LineForm("round", "round", pattern(r"(?P<number>[+-]?[0-9]+)", {"number": integer}, "the number of the round"),
                 lambda move: str(move.number), "round 2", 'round = "round", integer ;', player=False),
        LineForm("base-score", "base-score", pattern(r"(?P<points>[+-]?[0-9]+)", {"points": integer},
                                                     "the points of the base game, such as 31"),
                 _points_text, "Anna: base-score 31", 'base-score = player, ":", "base-score", integer ;'),
        claim_form(_FIELDS, {}, example="claim Anna: honey 3, coffee yes, score 44",
                   production='claim = "claim", player, ":", fact, { ",", fact } ;\n'
                              'fact = "honey", integer | "coffee", ( "yes" | "no" ) | "score", integer ;'),
        arbiter_form(_FIELDS, production='arbiter = "arbiter", ":", ( "stands" | "set", player, fact, { ",", fact } ), '
                                         '[ ",", note ] ;'),
    ],
    words="card = word ;",
)  # fmt: skip
