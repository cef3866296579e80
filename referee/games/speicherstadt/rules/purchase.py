"""3) Purchase: place by place the line above each card decides, then the reserved column from the bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from referee.engine.rule import Fault, Fix, Rank, Repair, Rule
from referee.games.speicherstadt.cards import UNKNOWN
from referee.games.speicherstadt.doubts import ANYTHING
from referee.games.speicherstadt.moves import Buy, Pass
from referee.games.speicherstadt.names import hint
from referee.games.speicherstadt.pieces import Contract, Seat, Space, put, reserved_number
from referee.games.speicherstadt.rules import sources as cite
from referee.games.speicherstadt.rules.demand import unclear
from referee.games.speicherstadt.rules.supply import passes
from referee.games.speicherstadt.table import SpeicherstadtTable

THRIFT_COINS: Final = 4
BREAKS: Final = 2
GRAY_WORKERS: Final = 2
OF_PURCHASE: Final = (Buy, Pass)


def purchase_is_on(table: SpeicherstadtTable, step: Buy | Pass) -> Fault | None:
    if table.phase != "loading":
        return None
    return Fault("Loading has begun, so Purchase is over.", found="loading", expected="purchase")


def _candidates(table: SpeicherstadtTable, at: int | str) -> list[Space]:
    """The places that a reference fits: a number or ``rN`` as dealt, a card among those still open."""
    if isinstance(at, int):
        return table.find(table.row, at)
    if reserved_number(at) is not None:
        return table.find(table.reserved, at)
    return [space for space in table.find(table.row, at) + table.find(table.reserved, at) if space.open]


def place_of(table: SpeicherstadtTable, step: Buy | Pass) -> Space | None:
    """The place that a decision is about, ``None`` if there is none such."""
    if table.decision is not step:
        table.decision, table.decided = step, _look_up(table, step)
    return table.decided


def _look_up(table: SpeicherstadtTable, step: Buy | Pass) -> Space | None:
    at = step.at
    if type(at) is int:
        return table.row[at - 1] if 0 < at <= len(table.row) else None
    if at is None:
        for space in table.places():
            if space.open and space.line and space.line[0].seat.name == step.player:
                return space
        return None
    found = _candidates(table, at)
    return found[0] if len(found) == 1 else None


def doubt_the_buyer(table: SpeicherstadtTable, step: Buy, skipped: bool) -> None:
    """After a slip in a purchase anybody in that line may own the card, and the buyer perhaps bought another one."""
    if skipped:
        table.doubts.bought((step.player,), ANYTHING, ())
    space = place_of(table, step)
    if space is not None and not table.in_doubt(space):
        in_line = dict.fromkeys(worker.seat.name for worker in space.line)
        table.doubts.bought(in_line, space.dealt.id, space.dealt.goods if space.dealt.id == "ship" else ())


def place_is_there(table: SpeicherstadtTable, step: Buy | Pass) -> Fault | None:
    if step.at is None or place_of(table, step) is not None:
        return None
    found = _candidates(table, step.at)
    fault = unclear(step.at, table.row, found, "on display")
    unsold = table.doubts.order and len(found) > 1
    fault.follows = table.doubts.unclear(step.at) or unsold or somebody_is_missing(table)
    return fault


def place_is_open(table: SpeicherstadtTable, step: Buy | Pass) -> Fault | None:
    space = place_of(table, step)
    if space is None or space.open:
        return None
    return Fault(f"Purchase has dealt with place {space.place} already.", field="at", found=step.at,
                 expected=_open_places(table),
                 follows=somebody_is_missing(table) or table.doubts.order or space.place in table.doubts.disputed)  # fmt: skip


def _open_places(table: SpeicherstadtTable) -> str:
    return " or ".join(str(space.place) for space in table.places() if space.open) or "no place"


def somebody_is_missing(table: SpeicherstadtTable) -> bool:
    """Whether a worker may stand elsewhere in this round: a placement was skipped or is not in the log."""
    return table.doubts.places or table.doubts.missing > 0 or any(seat.late for seat in table.seats)


def passer_is_next(table: SpeicherstadtTable, step: Pass) -> Fault | None:
    space = place_of(table, step)
    if space is None:
        return Fault(f"{step.player} is next in line nowhere, so there is nothing to pass.", field="player",
                     found=step.player, follows=somebody_is_missing(table))  # fmt: skip
    if space.line and space.line[0].seat.name == step.player:
        return None
    first = space.line[0].seat.name if space.line else "nobody"
    return Fault(f"{step.player} passed at place {space.place}, but {first} is next in line there.", field="player",
                 found=step.player, expected=first,
                 follows=table.doubts.order or somebody_is_missing(table))  # fmt: skip


def buyer_stands_there(table: SpeicherstadtTable, step: Buy) -> Fault | None:
    space = place_of(table, step)
    assert space is not None
    player = step.player
    for worker in space.line:
        if worker.seat.name == player:
            return None
    reserved = isinstance(space.place, str)
    waiting = " and ".join(dict.fromkeys(worker.seat.name for worker in space.line)) or "nobody"
    return Fault(f"{player} has no worker above {_name(space)} at place {space.place}; in line there: {waiting}.", field="at",
                 found=step.at, follows=somebody_is_missing(table) or (reserved and table.doubts.order))  # fmt: skip


def _name(space: Space) -> str:
    return space.card.text if space.card is not None else "the card"


def prices(table: SpeicherstadtTable, space: Space, player: str) -> list[int]:
    """What the card costs each own worker still in line, the lowest worker first."""
    if isinstance(space.place, str):
        return [len(table.reserved) - table.reserved.index(space)]
    line = space.line
    return [len(line) - index for index, worker in enumerate(line) if worker.seat.name == player]


def price_is_the_line(table: SpeicherstadtTable, step: Buy) -> Fault | None:
    if step.price is None:
        return None
    space = place_of(table, step)
    assert space is not None
    due = prices(table, space, step.player)
    if step.price in due:
        return None
    fix = Fix(fields={"price": due[0]}) if len(due) == 1 else None
    missing = max(table.doubts.missing, sum(seat.late for seat in table.seats))
    turned = table.doubts.order and any(abs(step.price - price) == 1 for price in due)
    possible = 0 < step.price <= max(len(space.line), *due) + missing
    follows = table.doubts.places or turned or (missing > 0 and possible)
    expected: Any = due[0] if len(due) == 1 else due
    if isinstance(space.place, str):
        left = due[0]
        cards = f"{left} reserved card{'s were' if left != 1 else ' was'}"
        return Fault(f"{step.player} paid {step.price} for {_name(space)}, but {cards} left in the column, so it costs {left}.",
                     field="price", found=step.price, expected=expected, fix=fix, follows=follows)  # fmt: skip
    if len(due) == 1:
        workers = f"{due[0]} worker{'s were' if due[0] != 1 else ' was'}"
        why = f"{workers} left above it, so it costs {due[0]}"
    else:
        why = f"it costs {' or '.join(map(str, due))}, depending on which worker buys"
    return Fault(f"{step.player} paid {step.price} for {_name(space)}, but {why}.", field="price", found=step.price,
                 expected=expected, fix=fix, follows=follows)  # fmt: skip


def doubt_the_price(table: SpeicherstadtTable, step: Buy) -> None:
    """Perhaps only the price was written down wrong, perhaps somebody else in the line has bought the card."""
    space = place_of(table, step)
    if space is None or step.price is None:
        return
    table.doubts.disputed.add(space.place)
    due = prices(table, space, step.player)
    if step.with_ is None:
        table.doubts.mispaid(step.player, min(step.price, table.by_name[step.player].coins), due[0])
    doubt_the_buyer(table, step, skipped=False)


def doubt_the_coins(table: SpeicherstadtTable, step: Buy) -> None:
    """Who pays more than he has got coins that the log does not tell of, those in doubt or others."""
    space = place_of(table, step)
    assert space is not None
    price = step.price if step.price is not None else prices(table, space, step.player)[0]
    table.doubts.overspent(step.player, price - table.by_name[step.player].coins)
    doubt_the_buyer(table, step, skipped=False)


def coins_are_there(table: SpeicherstadtTable, step: Buy) -> Fault | None:
    if step.with_ is not None:
        return None
    space = place_of(table, step)
    assert space is not None
    price = step.price if step.price is not None else prices(table, space, step.player)[0]
    coins = table.by_name[step.player].coins
    if coins >= price:
        return None
    turned = table.doubts.order and step.price is None and price - coins == 1
    follows = table.doubts.places or turned or table.doubts.may_pay(step.player, price - coins)
    return Fault(f"{step.player} has {coins} coin{'s' if coins != 1 else ''}, but {_name(space)} costs {price}.",
                 field="price" if step.price is not None else "", found=coins, expected=f"at least {price} coin{'s' if price != 1 else ''}",
                 follows=follows)  # fmt: skip


def fish_market_pays(table: SpeicherstadtTable, step: Buy) -> Fault | None:
    if step.with_ is None:
        return None
    if step.with_ != "fish-market":
        near = hint(step.with_, ("fish-market",))
        return Fault(f"Only the Fish Market can pay for a card, not {step.with_}.{near}", field="with", found=step.with_,
                     expected="fish-market")  # fmt: skip
    if "fish-market" in table.by_name[step.player].cards:
        return None
    return Fault(
        f"{step.player} does not own the Fish Market.",
        field="with",
        found="fish-market",
        follows=table.may_own(table.by_name[step.player], "fish-market"),
    )


# What happens.


def begin_purchase(table: SpeicherstadtTable) -> None:
    """Demand is closed."""
    table.phase = "purchase"
    table.swapped = False
    table.out_of_turn = None
    if table.rulings["reserve_discard"] == "after-demand":
        table.discard_upper()


def settle(table: SpeicherstadtTable) -> None:
    """Places without workers are passed; after the last place the upper cards go."""
    table.decision = None
    table.swapped = False
    places = table.places()
    for index in range(table.cursor, len(places)):
        space = places[index]
        if space.open:
            if space.line:
                table.cursor = index
                return
            table.close(space)
    table.cursor = len(places)
    table.discard_upper()


def _buyer(table: SpeicherstadtTable, space: Space, step: Buy) -> int:
    """Which worker in line buys: the one whose price was recorded, else the buyer's lowest."""
    line, player = space.line, step.player
    own = [index for index, worker in enumerate(line) if worker.seat.name == player]
    if step.price is not None and not isinstance(space.place, str):
        for index in own:
            if len(line) - index == step.price:
                return index
    return own[0]


def before_buying(table: SpeicherstadtTable, step: Buy) -> Sequence[Pass]:
    """A buy implies the passes of everybody before the buyer, in the places before and in the same line."""
    space = place_of(table, step)
    assert space is not None
    steps = passes(table, space)
    index = _buyer(table, space, step)
    if index:
        steps += [Pass(player=worker.seat.name, at=space.place) for worker in space.line[:index]]
    return steps


def before_passing(table: SpeicherstadtTable, step: Pass) -> Sequence[Pass]:
    """A pass closes the places before it; within its own line it implies nothing."""
    return passes(table, place_of(table, step))


def buy(table: SpeicherstadtTable, step: Buy) -> None:
    """Pay, take the card and what is on it; all workers of the line go home, and the card takes effect at once."""
    if table.phase == "demand":
        begin_purchase(table)
    space = place_of(table, step)
    assert space is not None
    assert space.card is not None
    seat = table.by_name[step.player]
    if step.with_ == "fish-market" and "fish-market" in seat.cards:
        table.discard_card(seat, "fish-market")
        if isinstance(space.place, str):
            table.rested_on.add("fish-market-reserved")
    else:
        due = step.price if step.price is not None else prices(table, space, step.player)[0]
        table.pay_in(seat, max(0, min(due, seat.coins)))
    card, cubes = space.card, space.cubes
    space.card, space.cubes = None, {}
    table.close(space)
    seat.bought += 1
    if table.doubts.places or card is UNKNOWN or card.text in table.doubts.names:
        table.doubts.bought((seat.name,), ANYTHING, ())
    if table.doubts.order and step.price is None:
        table.doubts.lend(seat.name, 1)
    if card.id == "ship":
        seat.cards.append("ship")
        seat.small_ships += card.kind == "small ship"
        for good, number in cubes.items():
            put(seat.ship, good, number)
    elif card.id == "contract":
        seat.cards.append(card.text)
        seat.contracts.append(Contract(card))
    else:
        seat.cards.append(card.id)
        effect = AT_ONCE.get(card.id)
        if effect is not None:
            effect(table, seat)
    settle(table)


def pass_(table: SpeicherstadtTable, step: Pass) -> None:
    """The worker goes home, the price falls by 1, the next in line decides."""
    if table.phase == "demand":
        begin_purchase(table)
    space = place_of(table, step)
    assert space is not None
    table.home_comes(space.line.pop(0))
    if not space.line:
        table.close(space)
    settle(table)


def take_thrift_coins(table: SpeicherstadtTable, seat: Seat) -> None:
    table.discard_card(seat, "thrift-institution")
    table.pay_out(seat, THRIFT_COINS)


def steal_coins(table: SpeicherstadtTable, seat: Seat) -> None:
    table.discard_card(seat, "thief")
    for other in table.seats:
        if other is not seat and other.coins:
            other.coins -= 1
            seat.coins += 1


def take_breaks(table: SpeicherstadtTable, seat: Seat) -> None:
    seat.breaks += BREAKS


def take_gray_workers(table: SpeicherstadtTable, seat: Seat) -> None:
    seat.gray += GRAY_WORKERS


#: What a card does the moment it is bought.
AT_ONCE: Final[dict[str, Callable[[SpeicherstadtTable, Seat], None]]] = {
    "thrift-institution": take_thrift_coins,
    "thief": steal_coins,
    "coffee-break": take_breaks,
    "storekeeper": take_gray_workers,
}

_THERE: Final = ("purchase.space", "purchase.order", "purchase.worker")

RULES = (
    Rule("purchase.phase", "Cards are bought in Purchase only",
         "Purchase begins when all workers are placed and ends with the first move of Loading.",
         cite.PURCHASE, Rank.PHASE, OF_PURCHASE, purchase_is_on, Repair.SKIPPED, phases=("loading",)),
    Rule("purchase.space", "The card to buy lies there",
         "A place is a space on the water or a reserved card; a card named by its id must lie there exactly once.",
         cite.PURCHASE, Rank.TURN, OF_PURCHASE, place_is_there, Repair.SKIPPED),
    Rule("purchase.order", "Places are dealt with from the left, then the reserved cards from the bottom",
         "A later decision closes all places before it; what is closed cannot be bought any more.",
         cite.PURCHASE, Rank.TURN, OF_PURCHASE, place_is_open, Repair.SKIPPED, needs=("purchase.space",)),
    Rule("purchase.turn", "Only the player next in line can pass",
         "The owner of the lowest worker decides first, then the next in line.",
         cite.PURCHASE, Rank.TURN, (Pass,), passer_is_next, Repair.SKIPPED, needs=("purchase.space", "purchase.order")),
    Rule("purchase.worker", "The buyer has a worker in line",
         "Only a player with a worker still in line above the card (or on the reserved card) may buy it.",
         cite.PURCHASE, Rank.SOURCE, (Buy,), buyer_stands_there, Repair.SKIPPED,
         needs=("purchase.space", "purchase.order")),
    Rule("purchase.price", "The price is the number of workers left above the card",
         "A card on the water costs as many coins as workers stand above it when it is bought, own ones included. "
         "A reserved card costs as many coins as cards are left in the column.",
         cite.PURCHASE, Rank.AMOUNT, (Buy,), price_is_the_line, Repair.AS_RECORDED, needs=_THERE, mend=doubt_the_price),
    Rule("purchase.coins", "The buyer can pay",
         "A player who has fewer coins than the price cannot buy the card. The first player's marker is no money.",
         cite.PURCHASE, Rank.STOCK, (Buy,), coins_are_there, Repair.AS_RECORDED, needs=(*_THERE, "purchase.price"),
         mend=doubt_the_coins),
    Rule("purchase.fish-market", "The Fish Market pays for one card",
         "Who owned the Fish Market before may discard it instead of paying the price of a card, a reserved one too.",
         cite.K_FISH_MARKET, Rank.STOCK, (Buy,), fish_market_pays, Repair.AS_RECORDED, needs=_THERE),
)  # fmt: skip

ACTS = {Buy: buy, Pass: pass_}
IMPLIES = {Buy: before_buying, Pass: before_passing}
