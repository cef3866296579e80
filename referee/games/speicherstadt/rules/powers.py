"""Cards of Kaispeicher that act at any point of the game: Auction Hall, Smuggler and Truck."""

from __future__ import annotations

from typing import Any, Final

from referee.engine.rule import Fault, Rank, Repair, Rule
from referee.games.speicherstadt.cards import CARDS
from referee.games.speicherstadt.moves import (
    USES,
    Convert,
    Income,
    Load,
    Reveal,
    Sell,
    UseAuctionHall,
    UseFireTruck,
    UseInsurance,
    UseOther,
    UseSmuggler,
    UseSnitch,
    UseSquadLeader,
    UseTruck,
)
from referee.games.speicherstadt.names import hint
from referee.games.speicherstadt.pieces import Contract, Seat, put, take
from referee.games.speicherstadt.rules import sources as cite
from referee.games.speicherstadt.rules.loading import contracts_of, deliver, near_contract
from referee.games.speicherstadt.table import SpeicherstadtTable

TRUCK_STEPS: Final = 3
ANY_POINT: Final = (UseAuctionHall, UseSmuggler, UseTruck)
#: How cards are used that have no move called use.
ELSEWHERE: Final = {"coffee-break": "break", "fish-market": "buy 3 with fish-market", "storekeeper": "place gray 3"}
OWNED: Final = (*ANY_POINT, UseSnitch, UseFireTruck)
#: What ends the time in which a good taken to the hand has to be spent.
NEXT_MOVES: Final = (Load, Sell, Convert, Income, Reveal, *ANY_POINT, UseSnitch, UseSquadLeader, UseInsurance, UseFireTruck)


def card_has_a_use(table: SpeicherstadtTable, step: UseOther) -> Fault | None:
    if step.card in CARDS:
        name, line = CARDS[step.card].name, ELSEWHERE.get(step.card)
        words = (
            f"The {name} is used in another move, such as {step.player}: {line}."
            if line
            else f"The {name} works by itself, so there is no move in which it is used."
        )
        return Fault(words, field="card", found=step.card,
                     expected=" or ".join(USES))  # fmt: skip
    return Fault(f"There is no card called {step.card} that can be used.{hint(step.card, USES)}", field="card", found=step.card,
                 expected=" or ".join(USES))  # fmt: skip


def card_is_owned(table: SpeicherstadtTable, step: Any) -> Fault | None:
    if step.card in table.by_name[step.player].cards:
        return None
    return Fault(f"{step.player} does not own the {CARDS[step.card].name}.", field="card", found=step.card,
                 follows=table.may_own(table.by_name[step.player], step.card))  # fmt: skip


def stock_holds_the_good(table: SpeicherstadtTable, step: UseAuctionHall) -> Fault | None:
    if table.stock.get(step.good, 0):
        return None
    have = ", ".join(f"{number} {good}" for good, number in table.stock.items()) or "nothing"
    follows = step.good in table.goods and table.doubts.unsure(None, "stock")
    near = hint(step.good, table.goods)
    return Fault(f"The stock has no {step.good} for the Auction Hall (it holds {have}).{near}", field="good", found=step.good,
                 expected=have, follows=follows)  # fmt: skip


def stolen_from(table: SpeicherstadtTable, step: UseSmuggler) -> Contract | None:
    """The first incomplete contract of the victim that fits and holds the good."""
    victim = table.by_name[step.victim]
    for contract in table.owned_contracts(victim, step.contract):
        if not contract.complete and contract.placed.get(step.good, 0):
            return contract
    return None


def smuggler_finds_the_good(table: SpeicherstadtTable, step: UseSmuggler) -> Fault | None:
    if step.victim == step.player:
        return Fault(f"{step.player} cannot steal from an own contract.", field="victim", found=step.victim,
                     expected="another player")  # fmt: skip
    if stolen_from(table, step) is not None:
        return None
    fitting = table.owned_contracts(table.by_name[step.victim], step.contract)
    if not fitting:
        near = near_contract(table.by_name[step.victim], step.contract)
        return Fault(f"{step.victim} owns no {step.contract}.{near}", field="contract", found=step.contract,
                     follows=table.may_own(table.by_name[step.victim], "contract"))  # fmt: skip
    if all(contract.complete for contract in fitting):
        return Fault(f"{step.contract} of {step.victim} is complete, so nothing can be stolen from it.", field="contract",
                     found=step.contract, expected="an incomplete contract",
                     follows=table.may_own(table.by_name[step.victim], "contract"))  # fmt: skip
    near = hint(step.good, table.goods)
    return Fault(f"No {step.good} lies on {step.contract} of {step.victim}.{near}", field="good", found=step.good,
                 follows=table.doubts.may_lie(step.victim, step.good))  # fmt: skip


def truck_carries_one_to_three(table: SpeicherstadtTable, step: UseTruck) -> Fault | None:
    number = len(step.steps)
    if 1 <= number <= TRUCK_STEPS:
        return None
    return Fault(f"The Truck moves 1 to {TRUCK_STEPS} goods, not {number}.", field="steps", found=number,
                 expected=f"1 to {TRUCK_STEPS}")  # fmt: skip


def truck_route(table: SpeicherstadtTable, step: UseTruck) -> list[tuple[Contract, Contract, str]] | Fault:
    """Where each cube comes from and goes to: all are lifted first, then put down in order."""
    seat = table.by_name[step.player]
    for index, part in enumerate(step.steps):
        for side, text in (("from", part.from_), ("to", part.to)):
            fitting = table.owned_contracts(seat, text)
            if any(not contract.card.fits(fitting[0].card) for contract in fitting):
                return Fault(f"{seat.name} owns several contracts that {text} could mean, so its goods have to be named.",
                             field=f"steps/{index}/{side}", found=text, expected=contracts_of(seat))  # fmt: skip
    lifted: dict[tuple[int, str], int] = {}
    starts: list[Contract] = []
    for index, part in enumerate(step.steps):
        start = None
        for contract in table.owned_contracts(seat, part.from_):
            if contract.placed.get(part.good, 0) > lifted.get((id(contract), part.good), 0):
                start = contract
                break
        if start is None:
            near = hint(part.good, table.goods) or near_contract(seat, part.from_)
            return Fault(f"No {part.good} lies on {part.from_} of {seat.name} for the Truck.{near}", field=f"steps/{index}/from",
                         found=part.from_,
                         follows=table.doubts.may_lie(seat.name, part.good) or table.may_own(seat, "contract"))  # fmt: skip
        lifted[id(start), part.good] = lifted.get((id(start), part.good), 0) + 1
        starts.append(start)
    route: list[tuple[Contract, Contract, str]] = []
    for index, (part, start) in enumerate(zip(step.steps, starts, strict=True)):
        end = None
        for contract in table.owned_contracts(seat, part.to):
            if contract.free(part.good) + lifted.get((id(contract), part.good), 0) > 0:
                end = contract
                break
        if end is None:
            near = near_contract(seat, part.to)
            return Fault(f"No contract of {seat.name} called {part.to} has a free symbol for {part.good}.{near}",
                         field=f"steps/{index}/to", found=part.to, follows=table.may_own(seat, "contract"))  # fmt: skip
        lifted[id(end), part.good] = lifted.get((id(end), part.good), 0) - 1
        route.append((start, end, part.good))
    return route


def contracts_fit(table: SpeicherstadtTable, step: UseSmuggler | UseTruck) -> Fault | None:
    if isinstance(step, UseSmuggler):
        return smuggler_finds_the_good(table, step)
    route = truck_route(table, step)
    return route if isinstance(route, Fault) else None


def good_is_used_at_once(table: SpeicherstadtTable, step: Any) -> Fault | None:
    if isinstance(step, (UseAuctionHall, UseSmuggler)) and step.to == "hand" and table.phase != "loading":
        return Fault(f"{step.player} has to use {step.good} at once; it can be kept in hand only once Loading has begun.",
                     field="to", found="hand", expected="a contract, merchant, storage house, warehouse or market-hall",
                     repair=Repair.SKIPPED)  # fmt: skip
    holders = table.seats if isinstance(step, (Income, Reveal)) else (table.by_name[step.player],)
    for holder in holders:
        if holder.pending is not None:
            break
    else:
        return None
    if isinstance(step, (Sell, Convert)) and (holder.pending, "hand") in table.sources(holder, step.goods)[0]:
        return None
    return Fault(f"{holder.name} took {holder.pending} to the hand and had to sell or convert it with the next move.",
                 found=holder.pending, expected="a sell or convert that spends it")  # fmt: skip


def forget_the_good(table: SpeicherstadtTable, step: Any) -> None:
    """A good that was not spent at once is not asked for again."""
    for seat in table.seats:
        if isinstance(step, (Income, Reveal)) or seat.name == step.player:
            seat.pending = None


# What happens.


def _bring(table: SpeicherstadtTable, seat: Seat, good: str, to: str) -> None:
    deliver(table, seat, good, to)
    if to == "hand":
        seat.pending = good


def use_auction_hall(table: SpeicherstadtTable, step: UseAuctionHall) -> None:
    seat = table.by_name[step.player]
    table.discard_card(seat, "auction-hall")
    take(table.stock, step.good)
    _bring(table, seat, step.good, step.to)


def use_smuggler(table: SpeicherstadtTable, step: UseSmuggler) -> None:
    seat, contract = table.by_name[step.player], stolen_from(table, step)
    assert contract is not None
    table.discard_card(seat, "smuggler")
    take(contract.placed, step.good)
    _bring(table, seat, step.good, step.to)


def use_truck(table: SpeicherstadtTable, step: UseTruck) -> None:
    route = truck_route(table, step)
    assert not isinstance(route, Fault)
    for start, _, good in route:
        take(start.placed, good)
    for _, end, good in route:
        put(end.placed, good)
    table.discard_card(table.by_name[step.player], "truck")


def use_nothing(table: SpeicherstadtTable, step: UseOther) -> None:
    """A card without a use changes nothing; its rule has said so."""


RULES = (
    Rule("power.unknown", "The card is one that is used",
         "Only some cards of Kaispeicher are used in a move of their own; the others work by themselves.",
         cite.K_CARDS, Rank.OWNER, (UseOther,), card_has_a_use, Repair.SKIPPED),
    Rule("power.owner", "The card is the player's own",
         "A card is used by the player who bought it, and a card that was discarded after its use is gone.",
         cite.K_CARDS, Rank.OWNER, OWNED, card_is_owned, Repair.SKIPPED),
    Rule("power.stock", "The stock holds the good of the Auction Hall",
         "The Auction Hall brings a good that lies in the stock.",
         cite.K_AUCTION_HALL, Rank.SOURCE, (UseAuctionHall,), stock_holds_the_good, Repair.SKIPPED, needs=("power.owner",)),
    Rule("power.contract", "The contracts of Smuggler and Truck fit",
         "The Smuggler takes a good from an incomplete contract of another player. The Truck moves goods between own "
         "contracts, onto symbols of their kind.",
         cite.K_SMUGGLER, Rank.SOURCE, (UseSmuggler, UseTruck), contracts_fit, Repair.SKIPPED, needs=("power.owner",)),
    Rule("power.steps", "The Truck moves one to three goods",
         "No more than three goods change their contract.",
         cite.K_TRUCK, Rank.AMOUNT, (UseTruck,), truck_carries_one_to_three, Repair.SKIPPED, needs=("power.owner",)),
    Rule("power.at-once", "A good that a power brings is used at once",
         "It goes to an own contract, merchant, storage house, warehouse or to the market hall; in Loading it may also be "
         "sold or converted with the player's very next move.",
         cite.K_AUCTION_HALL, Rank.TARGET, NEXT_MOVES, good_is_used_at_once, Repair.AS_RECORDED,
         needs=("power.owner",), mend=forget_the_good),
)  # fmt: skip

ACTS = {
    UseAuctionHall: use_auction_hall,
    UseSmuggler: use_smuggler,
    UseTruck: use_truck,
    UseOther: use_nothing,
}
