"""What the engine asks of a game, and what every game gets for free."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.engine import telling
from referee.engine.effects import Effects
from referee.engine.rule import Catalogue, Fault, Rule, Ruling, Severity
from referee.engine.table import Act, Header, Implies, Plan, Table, Unreadable
from referee.engine.verdict import Score, Unjudged

if TYPE_CHECKING:
    from random import Random

    from referee.engine.sheet import Sheet

#: What stands in a file of its own, so that it can be compiled, belongs here all the same.
__all__ = ["Act", "AuditError", "Game", "Header", "Implies", "Plan", "Reading", "Table", "Unreadable", "ranked"]


class AuditError(Exception):
    """Something on the table is not accounted for: a bug of ours, never of the transcript."""


@dataclass(slots=True)
class Reading:
    """A question that no source settles. ``values`` are its readings, the one chosen first."""

    id: str
    text: str
    values: tuple[str, ...]


class Game(ABC):
    """A game: its names, its rules and how its moves change the table.

    ``id`` is the name in transcripts, ``ruleset`` the version of the rules code, ``seats`` the least and the most
    players. ``moves`` maps the ``move`` field of an object to its type.
    """

    id: str
    title: str
    ruleset: int = 1
    #: The release of the referee that has an earlier ruleset, by its number.
    released: Mapping[int, str] = {}
    seats: tuple[int, int]
    #: Names that stand in a log beside the players' (an automatic opponent), see :meth:`everyone`.
    reserved: tuple[str, ...] = ()
    expansions: Mapping[str, str] = {}
    profiles: tuple[str, ...] = ("rulebook",)
    rulings: Mapping[str, Ruling] = {}
    catalogue: Catalogue
    plans: Mapping[type, Plan]
    moves: Mapping[str, type]
    arbiter: type
    #: How moves are written as lines (``transcript.notation.Notation``).
    notation: Any

    # The transcript.

    #: The JSON Schema of ``setup``, for a game that has one.
    setup_schema: Mapping[str, Any] | None = None

    def everyone(self, header: Header) -> list[str]:
        """Every name that a move of this game may give, in seating order: the players, then reserved names."""
        return [*header.players, *self.reserved]

    def setup_faults(self, header: Header) -> list[tuple[str, Fault]]:
        """What is wrong with the form of ``header.setup``, by rule id of the transcript format (unreadable).

        ``field`` is the path from the top of the transcript (``"setup/honey"``). The rest of the header may itself
        be faulty, and then holds what is sound of it. By default a game wants no setup.
        """
        if not header.setup:
            return []
        fault = Fault(f"{self.title} has nothing to set up, so setup has to be left out or empty.", "setup",
                      found=header.setup, expected={})  # fmt: skip
        return [("transcript.setup", fault)]

    #: By type of move: what is wrong with its form beyond the types of its fields, by rule id. Most types need none.
    forms: Mapping[type, Callable[[Header, Any], Iterable[tuple[str, Fault]]]] = {}

    def plan(self, acts: Mapping[type, Act], implies: Mapping[type, Implies]) -> dict[type, Plan]:
        """Bind the rules of the catalogue to the steps they look at, most fundamental first."""
        plans = {}
        for step, act in acts.items():
            rules = sorted((rule for rule in self.catalogue if step in rule.moves), key=lambda rule: rule.rank)
            plans[step] = Plan(tuple(rules), act, implies.get(step))
        return plans

    # The table and the moves.

    @abstractmethod
    def open(self, header: Header) -> Table:
        """The table before the first move. The header has passed the rules on :class:`Header`."""

    def parts(self, table: Any, move: Any) -> Iterable[tuple[str, Any]]:
        """The steps of one move, each with its field prefix (``"cards/3"``); most moves are one step."""
        return (("", move),)

    #: Types of moves that :meth:`parts` splits; with :class:`Unreadable` among them the steps of an entry that could
    #: not be read are taken before its own faults are named.
    compound: frozenset[type] = frozenset()

    #: Types of steps that a log may leave out where they are forced.
    forced: tuple[type, ...] = ()

    def as_move(self, step: Any) -> Any:
        """The move of a log that says what an implied step does; most steps are moves themselves."""
        return step

    def comparable(self, move: Any) -> Sequence[Any]:
        """The moves of one card or cube each that a move stands for, with every list whose order means nothing sorted.

        Two logs of one game agree in these, however their recorders counted. By default a move is its own only part.
        """
        return (move,)

    def skip(self, table: Any, step: Any, fault: Fault | None) -> None:  # noqa: B027
        """What a step that is skipped still means for the table (turn order); by default nothing.

        ``step`` is a move, a part of one, or :class:`Unreadable`.
        """

    def where(self, table: Any, step: Any) -> tuple[int, str]:
        """The round and the phase to which a step belongs, as a reader of the log would say."""
        return table.round, table.phase

    def closing(self, table: Any) -> Iterator[Any]:
        """The steps that may be implied at the end of the log, one by one on the table as it then stands."""
        return iter(())

    def allows(self, table: Any, move: Any) -> bool:
        """Whether a move breaks no rule and implies no step, asked of the very rules that check it."""
        parts = self.parts(table, move) if type(move) in self.compound else (("", move),)
        for _, step in parts:
            plan = self.plans[type(step)]
            for rule in plan.rules:
                if rule.severity is Severity.ERROR and rule.check is not None and rule.check(table, step) is not None:
                    return False
            if plan.implies is not None and plan.implies(table, step):
                return False
        return True

    # What the table says.

    @abstractmethod
    def standing(self, table: Any) -> list[Score]:
        """Every player's score if the game ended now, in seating order, without ranks."""

    @abstractmethod
    def audit(self, table: Any) -> None:
        """Raise :class:`AuditError` unless every thing on the table is accounted for."""

    @abstractmethod
    def snapshot(self, table: Any) -> dict[str, dict[str, Any]]:
        """The table as flat data for the log's effects: group, then name, then a number, a text or a multiset."""

    @abstractmethod
    def claims(self, table: Any) -> list[dict[str, Any]]:
        """The whole visible table as claims (objects of the transcript format), each player's and the table's."""

    @abstractmethod
    def legal(self, table: Any) -> list[Any]:
        """Every legal next decision, as primitive explicit moves; empty where a fact or nothing is next."""

    # Starting a log, and scoring a table that kept none.

    def primer(self, header: Header) -> str:
        """The moves of a new log: lines of TOML between ``moves = [`` and ``]`` that teach the notation.

        By default comments alone, with an example of every kind of line.
        """
        examples = "".join(f"  #   {form.example}\n" for form in self.notation.forms)
        return f"  # One move a line, in double quotes and with a comma after it, such as:\n{examples}"

    def setup_primer(self, header: Header) -> str:
        """The ``[setup]`` of a new log, or of a final sheet, in TOML; nothing for a game that fixes nothing."""
        return ""

    @property
    def sheet(self) -> Sheet | None:
        """How this game reads a final table without a log; ``None`` if it cannot."""
        return None

    # How the table is drawn and the game is told. A drawing imports nothing before it is asked for.

    def text(self, table: Any, color: bool = False) -> str:
        """The table for a terminal of 80 columns, as a person would want to see it; ends with a newline."""
        return telling.listing_text(self.claims(table))

    def html(self, table: Any) -> str:
        """The table as a fragment of HTML in which every name is escaped; :meth:`css` makes it presentable."""
        return telling.listing_html(self.claims(table))

    def css(self) -> str:
        """The style sheet of :meth:`html` and :meth:`scene`; its class names begin with the name of the game."""
        return ""

    def scene(self, table: Any, step: Any) -> str | None:
        """A picture (as :meth:`html`) that a report shows with the chapter, unless a later one of it follows.

        Asked after every step, as is :meth:`chapter`; by default there is none.
        """
        return None

    def chapter(self, table: Any, step: Any) -> tuple[str | None, str | None]:
        """The chapter and the heading in it under which a report tells this step (``"Round 3"``, ``"Purchase"``).

        ``None`` means that it belongs to the same as the step before.
        """
        return f"Round {table.round}", None

    def gains(self, table: Any, effects: Effects) -> list[telling.Change]:
        """What a step brought or cost whom, in words; a report adds it to the step where it tells more than a picture."""
        return telling.gains(effects, table.players)

    # Games made up for tests and for other implementations (generate, mutate, coverage).

    def deal(self, players: Sequence[str], expansions: Sequence[str], random: Random) -> Header:
        """A header with a setup as chance might deal it; the profile and the rulings are filled in by the caller."""
        return Header(self.id, list(players), list(expansions))

    def reveal(self, table: Any, random: Random) -> Any:
        """The next fact, as chance might show it where no decision is taken; ``None`` when nothing is left to show."""
        return None

    def decide(self, table: Any, random: Random, style: str) -> Any:
        """A legal next decision, or ``None`` for none now. ``style`` is how the players play: ``"random"``,
        ``"greedy"`` (for points) or ``"powers"`` (rare cards first)."""
        choices = self.legal(table)
        return random.choice(choices) if choices else None

    def told(self, table: Any, move: Any, random: Random) -> Any:
        """The move as a person might log it on this table: names for numbers, what is clear left out."""
        return move

    def spelled(self, table: Any, move: Any) -> Sequence[Any]:
        """A legal move with everything said that the table makes clear, as one or several moves that do the same."""
        return [move]

    def concerns(self, rule: Rule, table: Any, step: Any) -> bool:
        """Whether a rule that looks at this type of step had something to say about this one; for coverage only."""
        return True

    def features(self) -> Mapping[str, Sequence[str]]:
        """What a corpus can exercise beside rules and rulings, by kind: ``{"cards bought": ("bank", …)}``."""
        return {}

    def exercised(self, table: Any, step: Any) -> Iterable[tuple[str, str]]:
        """What a step exercises on the table on which it is taken, as (kind, name) of :meth:`features`."""
        return ()

    def slips(self, table: Any, move: Any, random: Random) -> Iterator[Sequence[Any]]:
        """Near misses of this game: each the moves that might stand in the log in the place of ``move``."""
        return iter(())

    def winners(self, scores: list[Score]) -> list[str]:
        """Who won, in seating order; ``scores`` are final and have ranks. By default all of the first rank."""
        return [score.player for score in scores if score.rank == 1]

    def readings(self, table: Any) -> Iterable[Reading]:
        """The open questions of this game that may matter here."""
        return ()

    def reread(self, table: Any, reading: str, value: str) -> dict[str, int] | str | None:
        """Totals by player under another reading, ``"illegal"`` or ``"unjudged"``, or ``None`` for no difference."""
        return None

    def unjudged(self, table: Any) -> list[Unjudged]:
        """What could not be judged for want of data."""
        return []


def ranked(scores: list[Score]) -> list[Score]:
    """Give every score its rank (shared ranks are 1, 1, 3) and return them best first, ties in seating order."""

    def strength(score: Score) -> tuple[int, ...]:
        return (score.total, *score.tiebreak.values())

    best_first = sorted(scores, key=strength, reverse=True)
    for place, score in enumerate(best_first):
        above = best_first[place - 1] if place else None
        score.rank = above.rank if above is not None and strength(above) == strength(score) else place + 1
    return best_first
