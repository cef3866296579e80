"""Speculaas, with or without Café: the parts of the game bound together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.game import AuditError, Game, Header, Reading, Unreadable
from referee.engine.rule import Catalogue, Fault, Rule
from referee.engine.verdict import Score, Unjudged
from referee.games.speculaas import chance, forms, legal, occasions, readings, scoring, setup, skipping
from referee.games.speculaas.moves import (
    ENDING,
    MOVES,
    NOTATION,
    SPECULATIUS,
    Arbiter,
    BaseScore,
    Round,
    Share,
    Turn,
    TurnEnd,
)
from referee.games.speculaas.rules import claims, draft, end, honey, tableau, turns
from referee.games.speculaas.rules import setup as setup_rules
from referee.games.speculaas.table import SCORING, SpeculaasTable
from referee.transcript.rules import COMMON

if TYPE_CHECKING:
    from random import Random

    from referee.engine.effects import Effects
    from referee.engine.sheet import Sheet
    from referee.engine.telling import Change

_PAGES: Any = (setup_rules, turns, draft, tableau, honey, end, claims)


class Speculaas(Game):
    """The game as the engine sees it."""

    id = "speculaas"
    title = "Speculaas"
    ruleset = 1
    seats = (1, 5)
    reserved = (SPECULATIUS,)
    expansions: Mapping[str, str] = {setup.CAFE: "Café"}
    profiles = ("rulebook",)
    catalogue = Catalogue.of(COMMON, *(page.RULES for page in _PAGES))
    moves = MOVES
    arbiter = Arbiter
    notation = NOTATION
    compound = frozenset({Turn, Round, BaseScore, Unreadable})
    forms = forms.FORMS
    setup_schema = setup.SCHEMA

    def __init__(self) -> None:
        self.plans = self.plan({step: act for page in _PAGES for step, act in page.ACTS.items()}, {})

    def everyone(self, header: Header) -> list[str]:
        solo = len(header.players) == 1
        return [*header.players, *self.reserved] if solo else list(header.players)

    def setup_faults(self, header: Header) -> list[tuple[str, Fault]]:
        return list(setup.setup_faults(header))

    def open(self, header: Header) -> SpeculaasTable:
        return SpeculaasTable(header)

    def parts(self, table: SpeculaasTable, move: Any) -> Iterator[tuple[str, Any]]:
        """A move that ends a turn is judged after the turn: each player's share, then the race for the Coffee card."""
        if table.open and (not isinstance(move, Unreadable) or move.kind in ENDING):
            for player in table.players:
                yield "", Share(player=player)
            yield "", TurnEnd()
        if not isinstance(move, Unreadable):
            yield "", move

    def where(self, table: SpeculaasTable, step: Any) -> tuple[int, str]:
        """A turn and the base scores belong to what begins with them."""
        if isinstance(step, Turn):
            return table.round, f"{step.kind} turn"
        return table.round, SCORING if isinstance(step, BaseScore) else table.phase

    def skip(self, table: SpeculaasTable, step: Any, fault: Fault | None) -> None:
        skipping.skip(table, step)

    def standing(self, table: SpeculaasTable) -> list[Score]:
        return scoring.standing(table)

    def readings(self, table: SpeculaasTable) -> Iterable[Reading]:
        return readings.readings(table)

    def reread(self, table: SpeculaasTable, reading: str, value: str) -> dict[str, int] | str | None:
        return readings.reread(table, reading, value)

    def unjudged(self, table: SpeculaasTable) -> list[Unjudged]:
        if not table.cafe:
            return [Unjudged("score", "The scoring of the base game could not be found; only Café can be scored.")]
        if scoring.tea_unjudged(table):
            why = (
                f"Nobody noted how much honey {SPECULATIUS} has ({SPECULATIUS}: honey +0 says that it has none), "
                "so the least honey pays nobody."
            )
            return [Unjudged("tea", why)]
        return []

    def legal(self, table: SpeculaasTable) -> list[Any]:
        return legal.decisions(table)

    # The drawing is imported when somebody wants to see the table.

    def text(self, table: SpeculaasTable, color: bool = False) -> str:
        from referee.games.speculaas import drawing_text

        return drawing_text.text(table, color)

    def html(self, table: SpeculaasTable) -> str:
        from referee.games.speculaas import drawing_html

        return drawing_html.html(table)

    def css(self) -> str:
        from referee.games.speculaas import drawing_html

        return drawing_html.css()

    def scene(self, table: SpeculaasTable, step: Any) -> str | None:
        """The tableaus when everybody has taken part in a turn; a report shows the last of each round."""
        from referee.games.speculaas import drawing

        return self.html(table) if drawing.turn_is_full(table, step) else None

    def chapter(self, table: SpeculaasTable, step: Any) -> tuple[str | None, str | None]:
        from referee.games.speculaas import drawing

        return drawing.chapter(table, step)

    def gains(self, table: SpeculaasTable, effects: Effects) -> list[Change]:
        from referee.games.speculaas import drawing

        return drawing.gains(table, effects)

    def deal(self, players: Sequence[str], expansions: Sequence[str], random: Random) -> Header:
        return chance.deal(players, expansions, random)

    def reveal(self, table: SpeculaasTable, random: Random) -> Any:
        return chance.reveal(table, random)

    def decide(self, table: SpeculaasTable, random: Random, style: str) -> Any:
        return chance.decide(table, random, style)

    def slips(self, table: SpeculaasTable, move: Any, random: Random) -> Iterator[Sequence[Any]]:
        return occasions.slips(table, move, random)

    def features(self) -> Mapping[str, Sequence[str]]:
        return occasions.FEATURES

    def exercised(self, table: SpeculaasTable, step: Any) -> Iterable[tuple[str, str]]:
        return occasions.exercised(table, step)

    def concerns(self, rule: Rule, table: SpeculaasTable, step: Any) -> bool:
        return occasions.concerns(rule.id, table, step)

    def setup_primer(self, header: Header) -> str:
        from referee.games.speculaas import primer

        return primer.setup_primer(header)

    def primer(self, header: Header) -> str:
        from referee.games.speculaas import primer

        return primer.primer(header)

    @property
    def sheet(self) -> Sheet:
        from referee.games.speculaas.sheet import SHEET

        return SHEET

    def claims(self, table: SpeculaasTable) -> list[dict[str, Any]]:
        totals, holders = scoring.totals(table), table.holders()
        claims = []
        for name, seat in table.seats.items():
            claim: dict[str, Any] = {"move": "claim", "player": name, "honey": seat.honey}
            if table.cafe:
                claim |= {"coffee": name in holders, "score": totals[name]}
            claims.append(claim)
        return claims

    def snapshot(self, table: SpeculaasTable) -> dict[str, dict[str, Any]]:
        seats = table.seats
        places = {name: [f"{card}@{x},{y}" for (x, y), card in seat.cards.items()] for name, seat in seats.items()}
        state: dict[str, dict[str, Any]] = {
            "honey": {name: seat.honey for name, seat in seats.items()},
            "tokens": {"supply": table.supply, "arbiter": table.account},
            "tableau": places,
            "discard": {name: list(seat.discards) for name, seat in seats.items()},
            "pile": {name: list(seat.pile) for name, seat in seats.items()},
            "coffee": dict.fromkeys(table.coffee, "yes"),
            "base": {name: seat.base for name, seat in seats.items() if seat.base is not None},
            "arbiter": {name: seat.set_apart for name, seat in seats.items()},
        }
        return state

    def audit(self, table: SpeculaasTable) -> None:
        """Every card that left the decks lies in one place, and every honey token is somewhere."""
        lying: list[str] = []
        for seat in table.seats.values():
            lying += [*seat.cards.values(), *seat.discards, *seat.pile]
            if any(table.symbols.get(seat.cards[cell]) != symbols for cell, symbols in seat.spices.items()):
                raise AuditError(f"a spice card of {seat.name} changed")
        if len(lying) != len(set(lying)) or set(lying) != set(table.where):
            raise AuditError("a card is in two places or in none")
        honey = table.supply + table.account + sum(seat.honey for seat in table.seats.values())
        if honey != table.supply_said or table.supply < 0:
            raise AuditError(f"{honey} honey tokens are on the table, but there were {table.supply_said}")


GAME = Speculaas()
