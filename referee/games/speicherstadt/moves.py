"""The moves of a log as objects.

Names and fields: The Speicherstadt and Kaispeicher, "Moves". A move says what was logged; whether it was
allowed is left to the rules. ``None`` in a field always means that the log does not say it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from referee.engine.compiled import as_written
from referee.games.speicherstadt.cards import Card
from referee.transcript.fields import Count, Given, Int, Name, Text

At = Int | Text
"""A place: the n-th space, ``"rN"``, or a card."""

MaybeInt = Annotated[Int | None, Given]
MaybeText = Annotated[Text | None, Given]
MaybeName = Annotated[Name | None, Given]


@dataclass(slots=True, kw_only=True)
class Supply:
    """Cards turned up in this order."""

    cards: list[Text]
    move: Literal["supply"] = "supply"


@dataclass(slots=True, kw_only=True)
class Place:
    """A worker onto the lowest free floor above a card of the water row."""

    player: Name
    at: At
    gray: bool = False
    move: Literal["place"] = "place"


@dataclass(slots=True, kw_only=True)
class Reserve:
    """A card of the upper row moved to the top of the reserved column, with a worker on it."""

    player: Name
    at: At
    gray: bool = False
    move: Literal["reserve"] = "reserve"


@dataclass(slots=True, kw_only=True)
class Break:
    """A Break card discarded instead of placing a worker."""

    player: Name
    move: Literal["break"] = "break"


@dataclass(slots=True, kw_only=True)
class Buy:
    """A card bought, for the price on display, or with the Fish Market."""

    player: Name
    at: At
    price: MaybeInt = None
    with_: Annotated[Text | None, Given] = None
    move: Literal["buy"] = "buy"


@dataclass(slots=True, kw_only=True)
class Pass:
    """A card refused by the player next in line; without ``at`` the first open place where that is this player."""

    player: Name
    at: Annotated[At | None, Given] = None
    move: Literal["pass"] = "pass"


@dataclass(slots=True, kw_only=True)
class Load:
    """Cubes of one good put somewhere."""

    player: Name
    good: Text
    to: Text
    count: Count = 1
    move: Literal["load"] = "load"


@dataclass(slots=True, kw_only=True)
class Sell:
    """Goods sold by twos in the market hall."""

    player: Name
    goods: list[Text]
    move: Literal["sell"] = "sell"


@dataclass(slots=True, kw_only=True)
class Convert:
    """Goods handed in for one good of the stock."""

    player: Name
    goods: list[Text]
    into: Text
    to: Text = "hand"
    move: Literal["convert"] = "convert"


@dataclass(slots=True, kw_only=True)
class Income:
    """Everybody takes the income; the first player marker passes on."""

    move: Literal["income"] = "income"


@dataclass(slots=True, kw_only=True)
class TruckStep:
    """One good from one own contract to another."""

    good: Text
    from_: Text
    to: Text


@dataclass(slots=True, kw_only=True)
class Use:
    """A card used; which fields it needs depends on the card."""

    player: Name
    card: Text
    swap: Annotated[list[Text] | None, Given] = None
    good: MaybeText = None
    victim: MaybeName = None
    contract: MaybeText = None
    to: MaybeText = None
    steps: Annotated[list[TruckStep] | None, Given] = None
    fireman: MaybeText = None
    fire: MaybeInt = None
    move: Literal["use"] = "use"


@dataclass(slots=True, kw_only=True)
class Claim:
    """What the recorder saw: of a player, or of the table."""

    player: MaybeName = None
    coins: MaybeInt = None
    score: MaybeInt = None
    workers: MaybeInt = None
    gray: MaybeInt = None
    breaks: MaybeInt = None
    warehouse: Annotated[list[Text] | None, Given] = None
    market_hall: Annotated[list[Text] | None, Given] = None
    cards: Annotated[list[Text] | None, Given] = None
    contracts: Annotated[dict[str, list[Text]] | None, Given] = None
    round: MaybeInt = None
    phase: MaybeText = None
    first_player: MaybeText = None
    stock: Annotated[dict[str, Int] | None, Given] = None
    bag: Annotated[dict[str, Int] | None, Given] = None
    row: Annotated[list[Text] | None, Given] = None
    upper: Annotated[list[Text] | None, Given] = None
    reserved: Annotated[list[Text] | None, Given] = None
    queues: Annotated[list[list[Text]] | None, Given] = None
    move: Literal["claim"] = "claim"


@dataclass(slots=True, kw_only=True)
class Arbiter:
    """What a person decided: the violations of the move before stand, or a value is set right."""

    decision: Literal["stands", "set"]
    player: MaybeName = None
    coins: MaybeInt = None
    score: MaybeInt = None
    workers: MaybeInt = None
    warehouse: Annotated[list[Text] | None, Given] = None
    market_hall: Annotated[list[Text] | None, Given] = None
    stock: Annotated[dict[str, Int] | None, Given] = None
    note: MaybeText = None
    move: Literal["arbiter"] = "arbiter"


# What a supply or a use is judged as: one step a card.


@dataclass(slots=True, kw_only=True)
class Reveal:
    """One card of a supply: as it was written, and as it was read (``None``: there is no such card)."""

    card: str
    seen: Card | None
    move: Literal["supply"] = "supply"


@dataclass(slots=True, kw_only=True)
class UseSnitch:
    player: str
    swap: list[str]
    card: str = "snitch"
    move: Literal["use"] = "use"


@dataclass(slots=True, kw_only=True)
class UseAuctionHall:
    player: str
    good: str
    to: str
    card: str = "auction-hall"
    move: Literal["use"] = "use"


@dataclass(slots=True, kw_only=True)
class UseSmuggler:
    player: str
    victim: str
    contract: str
    good: str
    to: str
    card: str = "smuggler"
    move: Literal["use"] = "use"


@dataclass(slots=True, kw_only=True)
class UseTruck:
    player: str
    steps: list[TruckStep]
    card: str = "truck"
    move: Literal["use"] = "use"


@dataclass(slots=True, kw_only=True)
class UseSquadLeader:
    player: str
    card: str = "squad-leader"
    move: Literal["use"] = "use"


@dataclass(slots=True, kw_only=True)
class UseInsurance:
    player: str
    card: str = "insurance"
    move: Literal["use"] = "use"


@dataclass(slots=True, kw_only=True)
class UseFireTruck:
    player: str
    fireman: str
    fire: int | None = None
    card: str = "fire-truck"
    move: Literal["use"] = "use"


@dataclass(slots=True, kw_only=True)
class UseOther:
    """A card that has no use, or no card at all."""

    player: str
    card: str
    move: Literal["use"] = "use"


#: By card: the step, the fields it needs and those that it may have.
USES: dict[str, tuple[type, tuple[str, ...], tuple[str, ...]]] = {
    "snitch": (UseSnitch, ("swap",), ()),
    "auction-hall": (UseAuctionHall, ("good", "to"), ()),
    "smuggler": (UseSmuggler, ("victim", "contract", "good", "to"), ()),
    "truck": (UseTruck, ("steps",), ()),
    "squad-leader": (UseSquadLeader, (), ()),
    "insurance": (UseInsurance, (), ()),
    "fire-truck": (UseFireTruck, ("fireman",), ("fire",)),
}
USE_FIELDS = ("swap", "good", "victim", "contract", "to", "steps", "fireman", "fire")

MOVES: dict[str, type] = {
    "supply": Supply,
    "place": Place,
    "reserve": Reserve,
    "break": Break,
    "buy": Buy,
    "pass": Pass,
    "load": Load,
    "sell": Sell,
    "convert": Convert,
    "income": Income,
    "use": Use,
    "claim": Claim,
    "arbiter": Arbiter,
}

as_written(__file__, (*MOVES.values(), TruckStep))
