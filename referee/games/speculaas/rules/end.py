"""The end: the points of the base game are declared, and nothing is played after that."""

from __future__ import annotations

from referee.engine.rule import Fault, Fix, Rank, Repair, Rule
from referee.games.speculaas.moves import BaseScore, Discard, Honey, Pile, Round, Take, Turn
from referee.games.speculaas.sources import model, review
from referee.games.speculaas.table import SCORING, SpeculaasTable

Step = Turn | Round | Take | Discard | Pile | Honey


def base_score_is_due(table: SpeculaasTable, step: BaseScore) -> Fault | None:
    base = table.seats[step.player].base
    if base is not None:
        text = f"The base score of {step.player} was noted already: {base}."
        return Fault(text, "points", step.points, base, Fix(remove=True))
    if table.round == 1 or not table.turns:
        text = f"The base score of {step.player} is noted before round 2 has had a turn; points are counted after it."
        return Fault(text)
    return None


def game_goes_on(table: SpeculaasTable, step: Step) -> Fault | None:
    if not table.over:
        return None
    repair = Repair.SKIPPED if isinstance(step, Round) else Repair.AS_RECORDED
    return Fault(f"{_WHAT[type(step)]} after a base score was noted, but then the game is over.", repair=repair)


def take_up_the_game(table: SpeculaasTable, step: Step) -> None:
    """The game did go on, it seems: what follows is not named again, and a card belongs to the turn that ended last."""
    table.over = False
    if isinstance(step, Take | Discard | Pile):
        kind = table.kinds.get(step.card)
        if kind is not None and kind != table.last:
            table.begin_turn(kind)
        table.resume()


_WHAT = {
    Turn: "A turn begins",
    Round: "A round begins",
    Take: "A card was taken",
    Discard: "A card was discarded",
    Pile: "A card was put onto the pile of Speculatius",
    Honey: "Honey changed hands",
}


def note_base_score(table: SpeculaasTable, step: BaseScore) -> None:
    table.seats[step.player].base = step.points
    table.over, table.resumable = True, False
    table.rounds = 2
    table.phase = SCORING
    table.complete = all(seat.base is not None for seat in table.seats.values())


RULES = (
    Rule(
        "end.base-score", "The base score is noted once a player, after round 2",
        "Points are only counted after the second round. How the base game scores could not be found, so the "
        "table declares the points of each player, once, after round 2 has had a turn.",
        review("Rounds"), Rank.END, (BaseScore,), base_score_is_due,
    ),
    Rule(
        "end.over", "Nothing is played after the first base score",
        "The first base score ends the second round: no turn, card or honey can follow, only the other base "
        "scores and claims.",
        model("Moves"), Rank.END, (Turn, Round, Take, Discard, Pile, Honey), game_goes_on, mend=take_up_the_game,
    ),
)  # fmt: skip
ACTS = {BaseScore: note_base_score}
