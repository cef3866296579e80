"""Fire: the moment it is turned up everybody's firemen are compared; three cards of Kaispeicher act here."""

from __future__ import annotations

from typing import Final

from referee.engine.rule import Fault, Rank, Repair, Rule
from referee.games.speicherstadt.cards import FIREMEN, FIRES
from referee.games.speicherstadt.moves import UseFireTruck, UseInsurance, UseSquadLeader
from referee.games.speicherstadt.names import hint
from referee.games.speicherstadt.pieces import Fire, Seat
from referee.games.speicherstadt.rules import sources as cite
from referee.games.speicherstadt.table import SpeicherstadtTable

PREMIUM: Final = 2
LAST_FIRE: Final = 4


def strength(seat: Seat, fire: int) -> int:
    """The sum of a player's firemen in this fire, the one on the Fire Truck twice."""
    values = [FIREMEN[card] for card in seat.cards if card in FIREMEN]
    total = sum(values)
    if values and "fire-truck" in seat.cards:
        named = seat.naming.get(fire)
        total += FIREMEN[named] if named is not None else max(values)
    return total


def score_fire(table: SpeicherstadtTable, number: int) -> None:
    """Score a fire: the strongest gain its points, the weakest lose them, all equal neither."""
    fire = table.fire = Fire(number)
    points = table.rulings["fire_values"][number - 1]
    sums = {seat.name: strength(seat, number) for seat in table.seats}
    most, least = max(sums.values()), min(sums.values())
    if most != least:
        for seat in table.seats:
            if sums[seat.name] == most:
                seat.fires += points
                fire.gains[seat.name] = points
            elif sums[seat.name] == least:
                seat.fires -= points
                fire.losses[seat.name] = points
    table.doubts.fire()
    if number == LAST_FIRE:
        table.phase = "end"
        table.complete = True
        if table.rulings["squad_leader"] == "auto-at-last-fire":
            for seat in table.seats:
                if "squad-leader" in seat.cards and seat.name in fire.gains:
                    double(table, seat)
                    fire.doubled.add(seat.name)


def double(table: SpeicherstadtTable, seat: Seat) -> None:
    """The Squad Leader brings the points gained once more and is discarded."""
    assert table.fire is not None
    seat.fires += table.fire.gains[seat.name]
    table.discard_card(seat, "squad-leader")


def next_fire(table: SpeicherstadtTable) -> int | None:
    """The number of the fire that comes next, ``None`` when all were scored."""
    return next((FIRES[fire] for fire in table.deck.fires_left()), None)


def squad_leader_has_a_gain(table: SpeicherstadtTable, step: UseSquadLeader) -> Fault | None:
    seat, fire = table.by_name[step.player], table.fire
    if fire is not None and seat.name in fire.doubled:
        if table.rulings["squad_leader"] == "by-choice":
            return None
        return Fault(f"The Squad Leader of {seat.name} played itself at fire {fire.number} already.", field="card",
                     found="squad-leader")  # fmt: skip
    if "squad-leader" not in seat.cards:
        return Fault(
            f"{seat.name} does not own the Squad Leader.",
            field="card",
            found="squad-leader",
            follows=table.may_own(seat, "squad-leader"),
        )
    if fire is None:
        return Fault(f"{seat.name} may use the Squad Leader only directly after a fire, before the next card or move.")
    if seat.name not in fire.gains:
        return Fault(f"{seat.name} gained nothing in fire {fire.number}, so there is nothing to double.")
    return None


def insurance_has_a_loss(table: SpeicherstadtTable, step: UseInsurance) -> Fault | None:
    seat, fire = table.by_name[step.player], table.fire
    if "insurance" not in seat.cards:
        return Fault(
            f"{seat.name} does not own the Insurance.",
            field="card",
            found="insurance",
            follows=table.may_own(seat, "insurance"),
        )
    if fire is None:
        return Fault(f"{seat.name} may use the Insurance only directly after a fire, before the next card or move.")
    if seat.name not in fire.losses:
        return Fault(f"{seat.name} lost nothing in fire {fire.number}, or the loss is cancelled already.")
    if seat.coins < PREMIUM:
        return Fault(f"The Insurance costs {PREMIUM} coins, but {seat.name} has only {seat.coins}.", found=seat.coins,
                     expected=PREMIUM)  # fmt: skip
    return None


def fireman_can_be_named(table: SpeicherstadtTable, step: UseFireTruck) -> Fault | None:
    seat = table.by_name[step.player]
    own = sorted(card for card in seat.cards if card in FIREMEN)
    if step.fireman not in own:
        return Fault(f"{seat.name} does not own {step.fireman}.{hint(step.fireman, own)}", field="fireman", found=step.fireman,
                     expected=" or ".join(own) or "a fireman", follows=table.may_own(seat, step.fireman))  # fmt: skip
    if step.fire is None and table.fire is not None:
        return Fault(f"Directly after fire {table.fire.number} it has to be said for which fire {step.fireman} counts double.",
                     expected="for fire N")  # fmt: skip
    following = next_fire(table)
    number = step.fire if step.fire is not None else following
    if number is None or number not in FIRES.values() or following is None or number < following:
        return Fault(f"Fire {step.fire} is not a fire that is still to come.", field="fire", found=step.fire,
                     expected=following)  # fmt: skip
    if table.rulings["fire_truck"] == "highest" and FIREMEN[step.fireman] != max(FIREMEN[card] for card in own):
        best = max(own, key=lambda card: FIREMEN[card])
        return Fault(f"The Fire Truck doubles the highest fireman here, which is {best}, not {step.fireman}.",
                     field="fireman", found=step.fireman, expected=best)  # fmt: skip
    return None


def use_squad_leader(table: SpeicherstadtTable, step: UseSquadLeader) -> None:
    double(table, table.by_name[step.player])


def use_insurance(table: SpeicherstadtTable, step: UseInsurance) -> None:
    """Two coins to the stock, and the loss is undone; the card stays."""
    seat = table.by_name[step.player]
    assert table.fire is not None
    table.pay_in(seat, PREMIUM)
    seat.fires += table.fire.losses.pop(seat.name)


def use_fire_truck(table: SpeicherstadtTable, step: UseFireTruck) -> None:
    """Remember which fireman counts double in the fire named, or in the next one; if it is always the highest, none."""
    if table.rulings["fire_truck"] == "highest":
        return
    number = step.fire if step.fire is not None else next_fire(table)
    if number is not None:
        table.by_name[step.player].naming[number] = step.fireman


RULES = (
    Rule("fire.squad-leader", "The Squad Leader doubles what its owner just gained",
         "Directly after a fire in which its owner gained points, the Squad Leader brings them once more and is discarded. "
         "Online it plays itself at the last fire if it is still held.",
         cite.K_SQUAD_LEADER, Rank.OWNER, (UseSquadLeader,), squad_leader_has_a_gain, Repair.SKIPPED,
         rulings=("squad_leader",)),
    Rule("fire.insurance", "The Insurance cancels a loss for 2 coins",
         "Directly after a fire in which its owner lost points, 2 coins undo the loss. It can be used at every fire.",
         cite.K_INSURANCE, Rank.OWNER, (UseInsurance,), insurance_has_a_loss, Repair.SKIPPED),
    Rule("fire.truck", "The Fire Truck doubles an own fireman in a fire to come",
         "The highest fireman counts double unless another own one was named before the fire was turned up. "
         "Online it is always the highest.",
         cite.K_FIRE_TRUCK, Rank.SOURCE, (UseFireTruck,), fireman_can_be_named, Repair.SKIPPED,
         needs=("power.owner",), rulings=("fire_truck",)),
)  # fmt: skip

ACTS = {
    UseSquadLeader: use_squad_leader,
    UseInsurance: use_insurance,
    UseFireTruck: use_fire_truck,
}
