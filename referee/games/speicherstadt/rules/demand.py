"""2) Demand: workers are placed one by one; with Kaispeicher cards of the upper row are reserved, and Breaks taken."""

from __future__ import annotations

from typing import Final

from referee.engine.rule import Fault, Rank, Repair, Rule
from referee.games.speicherstadt.moves import Break, Buy, Convert, Income, Load, Pass, Place, Reserve, Sell, UseSnitch
from referee.games.speicherstadt.names import hint
from referee.games.speicherstadt.pieces import FLOORS, Seat, Space, Worker
from referee.games.speicherstadt.rules import sources as cite
from referee.games.speicherstadt.rules.mending import forgive_workers, let_them_be_late, put_name_right
from referee.games.speicherstadt.table import SpeicherstadtTable

Placement = Place | Reserve
OF_DEMAND: Final = (Place, Reserve, Break)
AFTER_DEMAND: Final = (Buy, Pass, Load, Sell, Convert, Income, UseSnitch)


def demand_is_on(table: SpeicherstadtTable, step: Placement | Break) -> Fault | None:
    if table.phase not in ("purchase", "loading"):
        return None
    return Fault(f"Workers are placed in Demand, but {table.phase.capitalize()} has begun.", found=table.phase,
                 expected="demand", follows=table.by_name[step.player].late > 0)  # fmt: skip


def nobody_is_passed_over(table: SpeicherstadtTable, step: Placement | Break) -> Fault | None:
    seat = table.by_name[step.player]
    if table.turn == seat.number or seat.late:
        return None
    waiting = table.passed_over(seat)
    if not waiting or table.wrong_name(seat) is not None:
        return None
    first = waiting[0]
    left = table.owed(first)
    did = "took a Break" if isinstance(step, Break) else "placed a worker"
    return Fault(f"{seat.name} {did}, but it is {first.name}'s turn ({left} worker{'s' if left > 1 else ''} left).",
                 field="player", found=seat.name, expected=first.name)  # fmt: skip


def a_worker_is_left(table: SpeicherstadtTable, step: Placement) -> Fault | None:
    seat = table.by_name[step.player]
    if step.gray:
        if seat.gray:
            return None
        return Fault(f"{seat.name} has no gray worker left to place.", field="gray", found=0, expected="a gray worker")
    if seat.home or table.borrowed_worker(seat) is not None:
        return None
    return Fault(
        f"{seat.name} has no worker left: all {table.workers} are placed.", found=0, expected="a worker at home"
    )


def space_is_there(table: SpeicherstadtTable, step: Place) -> Fault | None:
    at = step.at
    if type(at) is int and 0 < at <= len(table.row):
        return None
    found = table.find(table.row, at)
    return None if len(found) == 1 else _unclear(table, at, table.row, found, "on the water")


def floor_is_free(table: SpeicherstadtTable, step: Place) -> Fault | None:
    at = step.at
    space = table.row[at - 1] if type(at) is int else table.find(table.row, at)[0]
    if len(space.line) < FLOORS:
        return None
    return Fault(f"All {FLOORS} floors above space {space.place} are taken.", field="at", found=step.at,
                 expected="a space with a free floor", follows=table.doubts.places or _is_written_twice(table, step))  # fmt: skip


def _is_written_twice(table: SpeicherstadtTable, step: Placement) -> bool:
    """Whether the placement is the same as the one before, and out of turn, which is then what is wrong with it."""
    return table.doubts.latest == (step.player, step.at) and nobody_is_passed_over(table, step) is not None


def upper_card_is_there(table: SpeicherstadtTable, step: Reserve) -> Fault | None:
    if not table.kaispeicher:
        return Fault("Cards can be reserved with Kaispeicher only, and it is not in play here.")
    found = table.find(table.upper, step.at)
    if len(found) == 1 and found[0].card is not None:
        return None
    if len(found) == 1:
        return Fault(f"Card {step.at} of the upper row is reserved already.", field="at", found=step.at,
                     expected=_choices(table.upper), follows=table.doubts.places or _is_written_twice(table, step))  # fmt: skip
    fault = _unclear(table, step.at, table.upper, found, "in the upper row")
    fault.follows = fault.follows or _is_written_twice(table, step)
    return fault


def _choices(spaces: list[Space]) -> str:
    return " or ".join(f"{space.place} ({space.card.text})" for space in spaces if space.card is not None)


def _unclear(table: SpeicherstadtTable, at: int | str, spaces: list[Space], found: list[Space], where: str) -> Fault:
    fault = unclear(at, spaces, found, where)
    fault.follows = table.doubts.unclear(at)
    return fault


def unclear(at: int | str, spaces: list[Space], found: list[Space], where: str) -> Fault:
    """The fault for a reference that fits no card or more than one."""
    if found:
        numbers = " and ".join(str(space.place) for space in found)
        return Fault(f"{at} lies {where} more than once (at {numbers}), so the number of the space is needed.",
                     field="at", found=at, expected=" or ".join(str(space.place) for space in found))  # fmt: skip
    if isinstance(at, int):
        return Fault(f"There is no space {at} {where}: they are 1 to {len(spaces)}.", field="at", found=at,
                     expected=f"1 to {len(spaces)}")  # fmt: skip
    there = [space.card.text for space in spaces if space.card is not None]
    return Fault(f"There is no {at} {where}.{hint(at, there)}", field="at", found=at, expected=_choices(spaces))


def break_is_possible(table: SpeicherstadtTable, step: Break) -> Fault | None:
    seat = table.by_name[step.player]
    if not seat.breaks:
        return Fault(f"{seat.name} has no Break card.", follows=table.may_own(seat, "coffee-break"))
    if not seat.home:
        return Fault(f"{seat.name} has no worker left, so there is nothing to hold back with a Break.")
    if table.rulings["coffee_break"] == "while-others-wait" and not any(
        other.home > other.late for other in table.seats if other is not seat
    ):
        return Fault(f"{seat.name} may take a Break only while another player still has a worker to place.")
    return None


def gray_worker_may_come(table: SpeicherstadtTable, step: Placement) -> Fault | None:
    if not step.gray:
        return None
    seat = table.by_name[step.player]
    if "storekeeper" not in seat.cards:
        return Fault(
            f"{seat.name} does not own the Storekeeper, so there are no gray workers to place.",
            field="gray",
            follows=table.may_own(seat, "storekeeper"),
        )
    owed = table.owed(seat)
    if table.rulings["storekeeper"] == "after-regular" and owed > 0:
        return Fault(f"{seat.name} still has {owed} regular worker{'s' if owed > 1 else ''} to place before a gray one.",
                     field="gray")  # fmt: skip
    return None


def workers_are_placed(table: SpeicherstadtTable, step: object) -> Fault | None:
    """Demand is over before anything of a later phase."""
    if table.phase != "demand":
        return None
    owing = [seat for seat in table.seats if seat.home > seat.late]
    if not owing:
        return None
    names = " and ".join(f"{seat.name} ({table.owed(seat)})" for seat in owing)
    return Fault(f"Demand is not over: workers still have to be placed by {names}.", expected="the missing placements")


# What happens.


def place(table: SpeicherstadtTable, step: Place) -> None:
    at = step.at
    space = table.row[at - 1] if type(at) is int else table.find(table.row, at)[0]
    send(table, table.by_name[step.player], step.gray, space)
    table.doubts.latest = (step.player, step.at)


def reserve(table: SpeicherstadtTable, step: Reserve) -> None:
    """A card of the upper row goes to the top of the reserved column, with exactly one worker on it."""
    upper = table.find(table.upper, step.at)[0]
    assert upper.card is not None
    reserved = Space(f"r{len(table.reserved) + 1}", upper.card)
    reserved.cubes, upper.cubes, upper.card = upper.cubes, {}, None
    upper.open = False
    table.reserved.append(reserved)
    if step.gray:
        table.rested_on.add("gray-reserved")
    send(table, table.by_name[step.player], step.gray, reserved)
    table.doubts.latest = (step.player, step.at)


def send(table: SpeicherstadtTable, seat: Seat, gray: bool, space: Space) -> None:
    """A worker goes from home to the top of a line, and the turn to the left."""
    table.fire = None
    worker = Worker(seat, gray)
    if table.out_of_turn is not None:
        put_name_right(table, seat, gray)
    space.line.append(worker)
    if table.out_of_turn is not None and table.out_of_turn.worker is None:
        table.out_of_turn.worker = worker
    if gray:
        seat.gray -= 1
        seat.gray_out += 1
    else:
        seat.home -= 1
    end_turn(table, seat)


def end_turn(table: SpeicherstadtTable, seat: Seat) -> None:
    """The turn goes to the left; who was late before has caught up with one placement."""
    if seat.late and table.passed_over(seat):
        seat.late -= 1
    else:
        table.turn_passes(seat)


def take_a_break(table: SpeicherstadtTable, step: Break) -> None:
    """A Break card is discarded; the worker stays at home for a later turn."""
    table.fire = None
    seat = table.by_name[step.player]
    put_name_right(table, seat, gray=True)
    seat.breaks -= 1
    if not seat.breaks:
        table.discard_card(seat, "coffee-break")
    if not seat.late or not table.passed_over(seat):
        table.turn_passes(seat)


RULES = (
    Rule("demand.phase", "Workers are placed in Demand only",
         "Placing, reserving and Breaks belong to Demand, which ends with the first decision of Purchase or the Snitch.",
         cite.DEMAND, Rank.PHASE, OF_DEMAND, demand_is_on, Repair.SKIPPED, phases=("purchase", "loading")),
    Rule("demand.unfinished", "Demand ends when everybody has placed all regular workers",
         "Nobody may keep a worker back. What belongs to Purchase, Loading or Income comes after the last regular worker.",
         cite.DEMAND, Rank.PHASE, AFTER_DEMAND, workers_are_placed, Repair.AS_RECORDED, phases=("demand",),
         mend=forgive_workers),
    Rule("demand.turn", "One worker a turn, clockwise from the first player",
         "Nobody who still has a regular worker may be passed over.",
         cite.DEMAND, Rank.TURN, OF_DEMAND, nobody_is_passed_over, Repair.AS_RECORDED, mend=let_them_be_late),
    Rule("demand.gray", "Gray workers belong to the owner of the Storekeeper",
         "The Storekeeper brings two gray workers that are placed once each, in addition to the regular ones. "
         "Online they come after the owner's regular workers.",
         cite.K_STOREKEEPER, Rank.OWNER, (Place, Reserve), gray_worker_may_come, Repair.SKIPPED, rulings=("storekeeper",)),
    Rule("demand.worker", "A worker is left to place",
         "A player places as many workers as he has: three regular ones, with Kaispeicher four.",
         cite.DEMAND, Rank.SOURCE, (Place, Reserve), a_worker_is_left, Repair.SKIPPED,
         needs=("demand.turn", "demand.gray")),
    Rule("demand.space", "The space is there",
         "A worker stands above one of the cards on the water; a card named by its id must lie there exactly once.",
         cite.DEMAND, Rank.TARGET, (Place,), space_is_there, Repair.SKIPPED),
    Rule("demand.full", "A building has 8 floors",
         "No worker can be placed above a card whose 8 floors are taken.",
         cite.DEMAND, Rank.TARGET, (Place,), floor_is_free, Repair.SKIPPED, needs=("demand.space",)),
    Rule("demand.reserve", "The card to reserve lies in the upper row",
         "With Kaispeicher a worker may reserve a card of the upper row that nobody has reserved yet.",
         cite.K_DEMAND, Rank.TARGET, (Reserve,), upper_card_is_there, Repair.SKIPPED),
    Rule("demand.break", "A Break holds back a worker",
         "A Break card is discarded instead of placing a regular worker. Online it may be played only while an opponent "
         "still has a regular worker to place.",
         cite.K_COFFEE_BREAK, Rank.OWNER, (Break,), break_is_possible, Repair.SKIPPED, rulings=("coffee_break",)),
)  # fmt: skip

ACTS = {Place: place, Reserve: reserve, Break: take_a_break}
