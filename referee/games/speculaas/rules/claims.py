"""Claims: what the recorder saw of a player is compared with the table."""

from __future__ import annotations

from referee.engine.rule import Fault, Fix, Rank, Repair, Rule
from referee.games.speculaas.moves import Arbiter, Claim
from referee.games.speculaas.scoring import totals
from referee.games.speculaas.sources import model, rulebook
from referee.games.speculaas.table import SpeculaasTable


def honey_is_right(table: SpeculaasTable, claim: Claim) -> Fault | None:
    has = table.seats[claim.player].honey
    if claim.honey is None or claim.honey == has:
        return None
    return _wrong("honey", claim.honey, has, f"{claim.player} is said to have {claim.honey} honey, but has {has}.")


def coffee_is_right(table: SpeculaasTable, claim: Claim) -> Fault | None:
    has = claim.player in table.holders()
    if claim.coffee is None or claim.coffee == has:
        return None
    if has:
        text = f"{claim.player} is said not to have the Coffee card, but was among the first to reach its goal."
    elif table.goal is None:
        text = f"{claim.player} is said to have the Coffee card, but this game has none."
    elif table.coffee and table.seats[claim.player].reached:
        round_, turn = next(iter(table.coffee.values()))
        others = " and ".join(table.coffee)
        text = (
            f"{claim.player} is said to have the Coffee card, but {others} reached its goal earlier, "
            f"in turn {turn} of round {round_}."
        )
    else:
        text = f"{claim.player} is said to have the Coffee card, but has not reached its goal."
    return _wrong("coffee", claim.coffee, has, text)


def score_is_right(table: SpeculaasTable, claim: Claim) -> Fault | None:
    if claim.score is None or not table.cafe:
        return None
    total = totals(table)[claim.player]
    if claim.score == total:
        return None
    text = f"{claim.player} is said to have {claim.score} points, but has {total} as the game stands here."
    return _wrong("score", claim.score, total, text)


def _wrong(field: str, found: object, has: object, text: str) -> Fault:
    return Fault(text, field, found, has, Fix({field: has}))


def set_right(table: SpeculaasTable, step: Arbiter) -> None:
    """An arbiter's ``set``: the honey and the points that appear or vanish are booked apart."""
    assert step.player is not None
    seat = table.seats[step.player]
    if step.honey is not None:
        table.account += seat.honey - step.honey
        seat.honey = step.honey
        seat.honey_said = True
    if step.coffee:
        table.denied.discard(seat.name)
        table.coffee.setdefault(seat.name, (table.round, table.turns))
    elif step.coffee is not None:
        table.denied.add(seat.name)
        table.coffee.pop(seat.name, None)
    if step.score is not None and table.cafe:
        seat.set_apart += step.score - totals(table)[seat.name]


def take_note(table: SpeculaasTable, step: Claim) -> None:
    """A claim changes nothing."""


RULES = (
    Rule(
        "claim.honey", "The claimed honey is what the player has",
        "A claim of honey is compared with the tokens that the log gave the player.",
        model("Moves"), Rank.CLAIM, (Claim,), honey_is_right, Repair.AS_RECORDED,
    ),
    Rule(
        "claim.coffee", "Who is said to have the Coffee card has it",
        "The Coffee card goes to everybody who reaches its goal in the first turn in which anybody does, and to "
        "nobody after that. A claim is judged as if the turn ended here.",
        rulebook("Coffee Cards"), Rank.CLAIM, (Claim,), coffee_is_right, Repair.AS_RECORDED,
    ),
    Rule(
        "claim.score", "The claimed score is the total",
        "A claimed score is compared with the total that the player would have if the game ended here. Without "
        "Café nobody can judge it.",
        model("Score"), Rank.CLAIM, (Claim,), score_is_right, Repair.AS_RECORDED,
    ),
)  # fmt: skip
ACTS = {Claim: take_note, Arbiter: set_right}
