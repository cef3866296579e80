"""The Speicherstadt, bound together: its names, rulings, rules and moves."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.engine.effects import Effects
from referee.engine.game import Game, Header, Reading, Unreadable
from referee.engine.rule import Catalogue, Fault, Rule, Ruling
from referee.engine.telling import Change
from referee.engine.verdict import Score
from referee.games.speicherstadt import accounts, forms, legal, readings, scoring
from referee.games.speicherstadt.moves import (
    MOVES,
    USES,
    Arbiter,
    Break,
    Buy,
    Claim,
    Convert,
    Income,
    Load,
    Pass,
    Place,
    Reserve,
    Reveal,
    Sell,
    Supply,
    Use,
    UseInsurance,
    UseOther,
    UseSquadLeader,
)
from referee.games.speicherstadt.notation import NOTATION
from referee.games.speicherstadt.rules import (
    claims,
    demand,
    end,
    fire,
    income,
    loading,
    mending,
    powers,
    purchase,
    snitch,
    supply,
)
from referee.games.speicherstadt.table import SpeicherstadtTable
from referee.transcript.rules import COMMON

if TYPE_CHECKING:
    from random import Random

    from referee.engine.sheet import Sheet

#: The phases of a round, and the moves that open the later ones.
ORDER = ("demand", "purchase", "loading", "income")
_PHASES_OF_MOVES = (("purchase", (Buy, Pass)), ("loading", (Load, Sell, Convert)), ("income", (Income,)))
_PHASES = (supply, fire, demand, snitch, purchase, loading, powers, income, end, claims)


def _fire_values(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(type(points) is int and 0 <= points <= 99 for points in value)
    )


def _rulings() -> dict[str, Ruling]:
    data = tomllib.loads(Path(__file__).with_name("rulings.toml").read_text(encoding="utf-8"))
    return {
        name: Ruling(name, entry["about"], {profile: entry[profile] for profile in Speicherstadt.profiles},
                     tuple(entry.get("values", ())), entry["source"], check=_fire_values if name == "fire_values" else None,
                     wants="four whole numbers, such as [1, 2, 3, 4]" if name == "fire_values" else "")
        for name, entry in data.items()
    }  # fmt: skip


class Speicherstadt(Game):
    """The base game for 2 to 5 players, and Kaispeicher."""

    id = "speicherstadt"
    title = "The Speicherstadt"
    ruleset = 1
    seats = (2, 5)
    expansions: Mapping[str, str] = {"kaispeicher": "Kaispeicher"}
    profiles = ("rulebook", "yucata")
    catalogue = Catalogue.of(COMMON, *(phase.RULES for phase in _PHASES if hasattr(phase, "RULES")))
    moves = MOVES
    notation = NOTATION
    arbiter = Arbiter
    forms = forms.FORMS
    compound = frozenset({Supply, Use})
    forced = (Pass, Income)

    def __init__(self) -> None:
        self.rulings = _rulings()
        acts: dict[type, Any] = {}
        implies: dict[type, Any] = {}
        for phase in _PHASES:
            acts.update(getattr(phase, "ACTS", {}))
            implies.update(getattr(phase, "IMPLIES", {}))
        self.plans = self.plan(acts, implies)

    def open(self, header: Header) -> SpeicherstadtTable:
        return SpeicherstadtTable(header)

    def parts(self, table: SpeicherstadtTable, move: Any) -> Iterable[tuple[str, Any]]:
        """A supply is judged card by card, a use as what its card does."""
        if isinstance(move, Supply):
            return supply.cards_of(table, move)
        kind, needed, optional = USES.get(move.card, (UseOther, (), ()))
        if kind is UseOther:
            return (("", UseOther(player=move.player, card=move.card)),)
        return (("", kind(player=move.player, **{name: getattr(move, name) for name in (*needed, *optional)})),)

    def as_move(self, step: Any) -> Any:
        return Supply(cards=[step.card]) if isinstance(step, Reveal) else step

    def comparable(self, move: Any) -> Sequence[Any]:
        from referee.games.speicherstadt import comparing

        return comparing.comparable(move)

    def skip(self, table: SpeicherstadtTable, step: Any, fault: Fault | None) -> None:
        """A card that is skipped fills its space, a placement that is skipped uses up the turn."""
        self._doubt(table, step, fault.field if fault is not None else "")
        if isinstance(step, Reveal):
            if not table.demand_is_open():
                for before in self.plans[Reveal].implies(table, step):  # type: ignore[misc]
                    self.plans[type(before)].act(table, before)
            mending.skip_card(table, step)
        elif isinstance(step, Place | Reserve | Break):
            mending.skip_placement(table, step.player)
        elif isinstance(step, Unreadable):
            if step.kind == "supply":
                mending.skip_supply(table, step.raw)
            elif step.kind in ("place", "reserve", "break"):
                mending.skip_placement(table, step.player)

    @staticmethod
    def _doubt(table: SpeicherstadtTable, step: Any, field: str) -> None:
        """Remember what the skipped step would have changed; ``field`` is the part of it that was at fault."""
        doubts = table.doubts
        doubts.skipped(step, field)
        if isinstance(step, Claim):
            claims.remember(table, step)
        elif isinstance(step, Buy):
            purchase.doubt_the_buyer(table, step, skipped=True)
        elif isinstance(step, Reveal) and table.phase == "demand":
            doubts.display()
            doubts.spare += 1
        to = getattr(step, "to", None)
        if isinstance(to, str) and not table.owns(table.by_name[step.player], to):
            doubts.not_owned(step.player, to)
        card = needed_card(step)
        if card is not None and card not in table.by_name[step.player].cards:
            doubts.not_owned(step.player, card)

    def where(self, table: SpeicherstadtTable, step: Any) -> tuple[int, str]:
        """A first decision of Purchase or Loading belongs to that phase, a card after Demand to the next round."""
        kind, phase = type(step), table.phase
        if phase not in ("demand", "purchase", "loading") or (phase == "demand" and table.demand_is_open()):
            return table.round, phase
        if kind is Reveal:
            return (table.round, "end") if table.round == table.last_round else (table.round + 1, "supply")
        later = [name for name, moves in _PHASES_OF_MOVES if kind in moves]
        return table.round, later[0] if later and ORDER.index(later[0]) > ORDER.index(phase) else phase

    def closing(self, table: SpeicherstadtTable) -> Iterator[Any]:
        return end.closing(table)

    def standing(self, table: SpeicherstadtTable) -> list[Score]:
        return scoring.standing(table)

    def audit(self, table: SpeicherstadtTable) -> None:
        accounts.audit(table)

    def snapshot(self, table: SpeicherstadtTable) -> dict[str, dict[str, Any]]:
        return accounts.snapshot(table)

    def claims(self, table: SpeicherstadtTable) -> list[dict[str, Any]]:
        players = [
            {"move": "claim", "player": seat.name, **{field: view(seat) for field, view in claims.OF_PLAYER.items()}}
            for seat in table.seats
        ]
        return [*players, {"move": "claim", **{field: view(table) for field, view in claims.OF_TABLE.items()}}]

    # The drawing is imported when somebody wants to see the table.

    def text(self, table: SpeicherstadtTable, color: bool = False) -> str:
        from referee.games.speicherstadt import drawing_text

        return drawing_text.text(table, color)

    def html(self, table: SpeicherstadtTable) -> str:
        from referee.games.speicherstadt import drawing_html

        return drawing_html.html(table)

    def css(self) -> str:
        from referee.games.speicherstadt import drawing_html

        return drawing_html.css()

    def scene(self, table: SpeicherstadtTable, step: Any) -> str | None:
        """The display when the last worker stands and nobody has bought yet."""
        from referee.games.speicherstadt import drawing, drawing_html

        return drawing_html.scene(table) if drawing.closed_demand(table, step) else None

    def chapter(self, table: SpeicherstadtTable, step: Any) -> tuple[str | None, str | None]:
        from referee.games.speicherstadt import drawing

        return drawing.chapter(table, step)

    def gains(self, table: SpeicherstadtTable, effects: Effects) -> list[Change]:
        from referee.games.speicherstadt import drawing

        return drawing.gains(table, effects)

    def legal(self, table: SpeicherstadtTable) -> list[Any]:
        return [move for move in legal.candidates(table) if self.allows(table, move)]

    # A log to start with, and a table that kept none.

    def primer(self, header: Header) -> str:
        from referee.games.speicherstadt import primer

        return primer.primer(header)

    @property
    def sheet(self) -> Sheet:
        from referee.games.speicherstadt.sheet import SHEET

        return SHEET

    # Made-up games need parts that a check does not; they are imported when they are asked for.

    def reveal(self, table: SpeicherstadtTable, random: Random) -> Any:
        from referee.games.speicherstadt import chance

        return chance.reveal(table, random)

    def decide(self, table: SpeicherstadtTable, random: Random, style: str) -> Any:
        from referee.games.speicherstadt.play import styles

        thoughts = styles.ideas(table, random, styles.STYLES[style])
        return next(move for move in thoughts if move is None or self.allows(table, move))

    def told(self, table: SpeicherstadtTable, move: Any, random: Random) -> Any:
        from referee.games.speicherstadt.play import telling

        return telling.told(table, move, random)

    def spelled(self, table: SpeicherstadtTable, move: Any) -> Sequence[Any]:
        from referee.games.speicherstadt.play import telling

        return telling.spelled(table, move)

    def slips(self, table: SpeicherstadtTable, move: Any, random: Random) -> Iterator[Sequence[Any]]:
        from referee.games.speicherstadt import slips

        return slips.slips(table, move, random)

    def features(self) -> Mapping[str, Sequence[str]]:
        from referee.games.speicherstadt import occasions

        return occasions.FEATURES

    def concerns(self, rule: Rule, table: SpeicherstadtTable, step: Any) -> bool:
        from referee.games.speicherstadt import occasions

        occasion = occasions.OCCASIONS.get(rule.id)
        return occasion is None or occasion(table, step)

    def exercised(self, table: SpeicherstadtTable, step: Any) -> Iterable[tuple[str, str]]:
        from referee.games.speicherstadt import occasions

        return occasions.exercised(table, step)

    def readings(self, table: SpeicherstadtTable) -> Iterable[Reading]:
        return readings.READINGS

    def reread(self, table: SpeicherstadtTable, reading: str, value: str) -> dict[str, int] | str | None:
        return readings.reread(table, reading, value)


def needed_card(step: Any) -> str | None:
    """The card that a step is the use of, if any."""
    if isinstance(step, Place | Reserve):
        return "storekeeper" if step.gray else None
    if isinstance(step, Break):
        return "coffee-break"
    return step.card if isinstance(step, (*powers.OWNED, UseSquadLeader, UseInsurance)) else None


GAME = Speicherstadt()
