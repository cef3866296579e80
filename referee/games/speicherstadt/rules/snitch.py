"""The Snitch of Kaispeicher: it acts between Demand and the first decision of Purchase."""

from __future__ import annotations

from referee.engine.rule import Fault, Rank, Repair, Rule
from referee.games.speicherstadt.moves import UseSnitch
from referee.games.speicherstadt.pieces import Space, counted
from referee.games.speicherstadt.rules import sources as cite
from referee.games.speicherstadt.rules.purchase import begin_purchase, somebody_is_missing
from referee.games.speicherstadt.table import SpeicherstadtTable


def snitch_comes_in_time(table: SpeicherstadtTable, step: UseSnitch) -> Fault | None:
    if table.phase in ("demand", "supply", "end") or (table.phase == "purchase" and table.swapped):
        return None
    return Fault(f"{step.player} may use the Snitch only right before Purchase begins.", found=table.phase,
                 expected="before the first decision of Purchase")  # fmt: skip


def _spot(table: SpeicherstadtTable, text: str) -> tuple[Space, int] | None:
    """The space and the index in its line of ``2.1`` (space.floor) or ``r1``."""
    place, dot, floor = text.partition(".")
    if not dot:
        found = table.find(table.reserved, text) if text[:1] == "r" else []
        return (found[0], 0) if found and found[0].line else None
    number, level = counted(place), counted(floor)
    spaces = table.find(table.row, number) if number is not None else []
    if not spaces or level is None or not 0 < level <= len(spaces[0].line):
        return None
    return spaces[0], level - 1


def snitch_swaps_own_with_other(table: SpeicherstadtTable, step: UseSnitch) -> Fault | None:
    if len(step.swap) != 2:
        return Fault(
            "The Snitch swaps two workers, so two places are needed.", field="swap", found=len(step.swap), expected=2
        )
    follows = table.doubts.order or somebody_is_missing(table)
    for index, text in enumerate(step.swap):
        spot = _spot(table, text)
        if spot is None:
            return Fault(f"No worker stands at {text}.", field=f"swap/{index}", found=text, follows=follows,
                         expected="space.floor, such as 2.1, or a reserved card, such as r1")  # fmt: skip
        owner = spot[0].line[spot[1]].seat.name
        if index == 0 and owner != step.player:
            return Fault(f"The worker at {text} is {owner}'s; the first place must be a worker of {step.player}.",
                         field="swap/0", found=owner, expected=step.player, follows=follows)  # fmt: skip
        if index == 1 and owner == step.player:
            return Fault(f"The worker at {text} is {owner}'s own; the second place must be another player's worker.",
                         field="swap/1", found=owner, expected="another player", follows=follows)  # fmt: skip
    return None


def use_snitch(table: SpeicherstadtTable, step: UseSnitch) -> None:
    """Two workers change places, and Demand is over, unless the log came to it a worker too early."""
    if not table.demand_is_open():
        begin_purchase(table)
    table.swapped = True
    table.decision = None
    one, other = _spot(table, step.swap[0]), _spot(table, step.swap[1])
    assert one is not None
    assert other is not None
    (space, floor), (other_space, other_floor) = one, other
    workers = (space.line[floor], other_space.line[other_floor])
    if isinstance(space.place, str) or isinstance(other_space.place, str) or any(worker.gray for worker in workers):
        table.rested_on.add("snitch-places")
    other_space.line[other_floor], space.line[floor] = workers
    table.discard_card(table.by_name[step.player], "snitch")


RULES = (
    Rule("snitch.timing", "The Snitch acts right before Purchase",
         "It is used after the last worker of Demand and before the first decision of Purchase (a pass is one).",
         cite.K_SNITCH, Rank.PHASE, (UseSnitch,), snitch_comes_in_time, Repair.SKIPPED, phases=("purchase", "loading")),
    Rule("snitch.swap", "The Snitch swaps an own worker with another player's",
         "The first place named holds an own worker, the second one of another player. Workers on reserved cards and "
         "gray ones can be swapped too.",
         cite.K_SNITCH, Rank.TARGET, (UseSnitch,), snitch_swaps_own_with_other, Repair.SKIPPED, needs=("power.owner",)),
)  # fmt: skip

ACTS = {UseSnitch: use_snitch}
