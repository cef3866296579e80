"""4) Loading: goods go from ships, warehouse and market hall to contracts, merchants, storage houses, or are sold or converted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.engine.rule import Fault, Rank, Repair, Rule, Severity
from referee.games.speicherstadt.cards import GOODS, MERCHANTS, STORAGE_HOUSES
from referee.games.speicherstadt.moves import Convert, Load, Pass, Sell, UseAuctionHall, UseSmuggler
from referee.games.speicherstadt.names import hint
from referee.games.speicherstadt.pieces import SOURCES, WAREHOUSE_ROOM, Pile, Seat, put, size, take
from referee.games.speicherstadt.rules import sources as cite
from referee.games.speicherstadt.rules.purchase import begin_purchase, settle
from referee.games.speicherstadt.rules.supply import passes
from referee.games.speicherstadt.table import SpeicherstadtTable

Loading = Load | Sell | Convert
Delivery = Load | Convert | UseAuctionHall | UseSmuggler
OF_LOADING: Final = (Load, Sell, Convert)
#: Moves that put goods somewhere, and so obey the rules of that place.
DELIVERIES: Final = (Load, Convert, UseAuctionHall, UseSmuggler)
STORAGE_POINTS: Final = 2
MARKET_HALL_ROOM: Final = 1
GOODS_SOLD: Final = 2
GOODS_CONVERTED: Final = 3
GOODS_CONVERTED_BY_HARBOR_MASTER: Final = 2
#: Where goods can go, for the suggestion of a name; a contract has the name of its own goods.
TARGETS: Final = ("warehouse", "market-hall", "contract", *MERCHANTS, *STORAGE_HOUSES)


def loading_is_on(table: SpeicherstadtTable, step: Loading) -> Fault | None:
    if not table.fresh:
        return None
    return Fault("The round is over: goods are loaded before the income.", found=table.phase, expected="loading")


def players_load_in_turn(table: SpeicherstadtTable, step: Loading) -> Fault | None:
    if table.rulings["loading_order"] != "clockwise" or table.phase != "loading":
        return None
    order = _order(table, table.by_name[step.player])
    if order >= table.loading_turn:
        return None
    now = table.seats[(table.first + table.loading_turn) % len(table.seats)].name
    return Fault(f"{step.player} loads after {now} has begun, but loading goes clockwise from the first player.",
                 field="player", found=step.player, expected=now)  # fmt: skip


def _order(table: SpeicherstadtTable, seat: Seat) -> int:
    return (seat.number - table.first) % len(table.seats)


def _wanted(seat: Seat, step: Loading) -> list[str]:
    """The goods that a move takes one by one; of more than the player has at all, one more than that will do."""
    if not isinstance(step, Load):
        return step.goods
    if step.count == 1:
        return [step.good]
    return [step.good] * min(step.count, sum(size(seat.pile(place)) for place in SOURCES) + 1)


def goods_are_there(table: SpeicherstadtTable, step: Loading) -> Fault | None:
    seat = table.by_name[step.player]
    wanted = _wanted(seat, step)
    _, missing = table.sources(seat, wanted)
    if missing is None:
        return None
    good, at, place = wanted[missing].partition("@")
    field = "good" if isinstance(step, Load) else f"goods/{missing}"
    if place.startswith("contract"):
        return Fault("Goods on a contract stay there; they cannot be taken off in Loading.", field=field,
                     found=wanted[missing], expected="ship, market-hall, warehouse or hand")  # fmt: skip
    number = step.count if isinstance(step, Load) else wanted.count(wanted[missing])
    where = f" at {place}" if at else ""
    amount = f"{number} {good}" if number > 1 else good
    held = _held(seat)
    near = hint(good, table.goods) or (hint(place, SOURCES) if at else "")
    asked = f"{amount}{where} to take"
    words = f"does not have {asked}, only {held}" if held else f"has no goods at all, so there is no {asked}"
    return Fault(f"{seat.name} {words}.{near}", field=field, found=wanted[missing],
                 expected=held or "no goods at all", follows=table.may_hold(seat, good))  # fmt: skip


def _is_missing(table: SpeicherstadtTable, step: Delivery) -> bool:
    """Whether the good to load is not there at all; whether its target takes such a good is an idle question then."""
    return isinstance(step, Load) and goods_are_there(table, step) is not None


def _held(seat: Seat) -> str:
    places = ((place, seat.pile(place)) for place in ("hand", "ship", "market-hall", "warehouse"))
    texts = [f"{number} {good}@{place}" for place, pile in places for good, number in pile.items()]
    return ", ".join(texts)


def contract_takes_it(table: SpeicherstadtTable, step: Delivery) -> Fault | None:
    to = step.to
    if not to.startswith("contract"):
        return None
    seat, good, number = table.by_name[step.player], good_of(step), number_of(step)
    fitting = table.owned_contracts(seat, to)
    if not fitting:
        return Fault(f"{seat.name} owns no {to}.{near_contract(seat, to)}", field="to", found=to, expected=contracts_of(seat),
                     follows=table.may_own(seat, "contract"))  # fmt: skip
    if any(not contract.card.fits(fitting[0].card) for contract in fitting):
        return Fault(f"{seat.name} owns several contracts that {to} could mean, so its goods have to be named.", field="to",
                     found=to, expected=contracts_of(seat))  # fmt: skip
    free = sum(contract.free(good) for contract in fitting)
    if free >= number or _is_missing(table, step):
        return None
    room = f"only {free} free symbol{'s' if free > 1 else ''}" if free else "no free symbol"
    return Fault(
        f"{f'The contract of {seat.name}' if to == 'contract' else to} has {room} for {good}.",
        field="to",
        found=f"{number} {good}",
        expected=f"at most {free} {good}",
        follows=to == "contract" and table.may_own(seat, "contract"),
    )


def near_contract(seat: Seat, reference: str) -> str:
    """The contract of a player that was probably meant, to follow a message."""
    return hint(reference, [contract.card.text for contract in seat.contracts])


def contracts_of(seat: Seat) -> str:
    """The contracts of a player, as a fault offers them."""
    return " or ".join(contract.card.text for contract in seat.contracts) or "a contract of one's own"


def merchant_buys_it(table: SpeicherstadtTable, step: Delivery) -> Fault | None:
    merchant = MERCHANTS.get(step.to)
    if merchant is None:
        return None
    return _takes_only(table, step, merchant.name, merchant.buys or "", "buys")


def storage_house_takes_it(table: SpeicherstadtTable, step: Delivery) -> Fault | None:
    house = STORAGE_HOUSES.get(step.to)
    if house is None:
        return None
    return _takes_only(table, step, house.name, house.stores or "", "takes")


def _takes_only(table: SpeicherstadtTable, step: Delivery, name: str, good: str, verb: str) -> Fault | None:
    seat = table.by_name[step.player]
    if step.to not in seat.cards:
        return Fault(
            f"{seat.name} does not own the {name}.", field="to", found=step.to, follows=table.may_own(seat, step.to)
        )
    if good_of(step) != good and not _is_missing(table, step):
        return Fault(f"The {name} {verb} {good}, not {good_of(step)}.", field="to", found=good_of(step), expected=good)
    return None


def target_takes_goods(table: SpeicherstadtTable, step: Delivery) -> Fault | None:
    to = step.to
    if to in ("warehouse", "market-hall") or to.startswith("contract") or to in MERCHANTS or to in STORAGE_HOUSES:
        return None
    if to == "hand" and not isinstance(step, Load):
        return None
    return Fault(f"Goods cannot go to {to}.{hint(to, TARGETS)}", field="to", found=to,
                 expected="a contract, a merchant, a storage house, warehouse or market-hall")  # fmt: skip


def warehouse_has_room(table: SpeicherstadtTable, step: Delivery) -> Fault | None:
    if step.to != "warehouse":
        return None
    seat = table.by_name[step.player]
    if "warehouse" not in seat.cards:
        return Fault(
            f"{seat.name} does not own the Warehouse.",
            field="to",
            found="warehouse",
            follows=table.may_own(seat, "warehouse"),
        )
    after = size(seat.warehouse) - _leaving(table, seat, step, "warehouse") + number_of(step)
    if after <= WAREHOUSE_ROOM:
        return None
    return Fault(f"The Warehouse holds {WAREHOUSE_ROOM} cubes, and {after} would lie there.", field="to", found=after,
                 expected=f"at most {WAREHOUSE_ROOM}", follows=table.doubts.may_be_elsewhere(seat.name))  # fmt: skip


def market_hall_has_room(table: SpeicherstadtTable, step: Delivery) -> Fault | None:
    if step.to != "market-hall":
        return None
    seat = table.by_name[step.player]
    after = size(seat.market_hall) - _leaving(table, seat, step, "market-hall") + number_of(step)
    if after <= MARKET_HALL_ROOM:
        return None
    return Fault(f"The market hall keeps one cube, and {after} would lie there.", field="to", found=after,
                 expected=f"at most {MARKET_HALL_ROOM}", follows=table.doubts.may_be_elsewhere(seat.name))  # fmt: skip


def _leaving(table: SpeicherstadtTable, seat: Seat, step: Delivery, place: str) -> int:
    """How many cubes leave a place in the same move that puts some there."""
    if not isinstance(step, (Load, Convert)):
        return 0
    found, _ = table.sources(seat, _wanted(seat, step))
    return sum(1 for _, source in found if source == place)


def _are_goods(texts: list[str]) -> bool:
    """Whether every text names a good; where one does not, nobody can say how many goods were meant."""
    return all(text.partition("@")[0] in GOODS for text in texts)


def goods_are_sold_by_twos(table: SpeicherstadtTable, step: Sell) -> Fault | None:
    number = len(step.goods)
    if (number and number % GOODS_SOLD == 0) or not _are_goods(step.goods):
        return None
    return Fault("The market hall pays 1 coin for every two goods, "
        f"but {number or 'no'} {'good was' if number == 1 else 'goods were'} sold.",
                 field="goods", found=number, expected="an even number of goods")  # fmt: skip


def enough_goods_are_handed_in(table: SpeicherstadtTable, step: Convert) -> Fault | None:
    number = len(step.goods)
    if "harbor-master" not in table.by_name[step.player].cards:
        allowed: tuple[int, ...] = (GOODS_CONVERTED,)
    elif table.rulings["harbor_master"] == "mandatory":
        allowed = (GOODS_CONVERTED_BY_HARBOR_MASTER,)
    else:
        allowed = (GOODS_CONVERTED, GOODS_CONVERTED_BY_HARBOR_MASTER)
    if number in allowed or not _are_goods(step.goods):
        return None
    needed = " or ".join(map(str, sorted(allowed)))
    goods = f"{number} good{'s' if number != 1 else ''}"
    return Fault(f"{step.player} handed in {goods}, but a conversion takes {needed}.", field="goods", found=number,
                 expected=allowed[0] if len(allowed) == 1 else needed)  # fmt: skip


def stock_in_loading(table: SpeicherstadtTable) -> Pile:
    """The stock as Loading finds it: with the cubes of ships that nobody bought, also where the passes are implied."""
    stock = dict(table.stock)
    if table.phase != "loading":
        for space in (*table.row, *table.upper, *table.reserved):
            for good, number in space.cubes.items():
                put(stock, good, number)
    return stock


def stock_has_the_good(table: SpeicherstadtTable, step: Convert) -> Fault | None:
    if table.stock.get(step.into, 0) or any(good.partition("@")[0] == step.into for good in step.goods):
        return None
    stock = stock_in_loading(table)
    if stock.get(step.into, 0):
        return None
    have = ", ".join(f"{number} {good}" for good, number in stock.items()) or "nothing"
    follows = step.into in table.goods and table.doubts.unsure(None, "stock")
    near = hint(step.into, table.goods)
    return Fault(f"The stock has no {step.into} to take (it holds {have}).{near}", field="into", found=step.into,
                 expected=have, follows=follows)  # fmt: skip


def cube_is_moved(table: SpeicherstadtTable, step: Load) -> Fault | None:
    if step.to not in ("warehouse", "market-hall"):
        return None
    seat = table.by_name[step.player]
    found, _ = table.sources(seat, _wanted(seat, step))
    if not found or any(source != step.to for _, source in found):
        return None
    return Fault(f"{good_of(step)} is put where it lies already, so nothing changes.", field="to", found=step.to)


def conversion_has_a_point(table: SpeicherstadtTable, step: Convert) -> Fault | None:
    if stock_in_loading(table).get(step.into, 0) or step.into not in [good.partition("@")[0] for good in step.goods]:
        return None
    return Fault(f"{step.player} takes back {step.into}, which the stock has only because it was just handed in.",
                 field="into", found=step.into)  # fmt: skip


# What a step delivers.


def good_of(step: Delivery) -> str:
    """The good that a move puts somewhere."""
    return step.into if isinstance(step, Convert) else step.good.partition("@")[0]


def number_of(step: Delivery) -> int:
    return step.count if isinstance(step, Load) else 1


# What happens.


def begin_loading(table: SpeicherstadtTable) -> None:
    if table.phase == "loading":
        return
    if table.phase == "demand":
        begin_purchase(table)
    settle(table)
    table.phase = "loading"
    table.loading_turn = 0


def before_loading(table: SpeicherstadtTable, step: Loading) -> Sequence[Pass]:
    """The first move of Loading implies the passes that Purchase still lacks."""
    return () if table.phase == "loading" else passes(table)


def _begin(table: SpeicherstadtTable, player: str) -> Seat:
    begin_loading(table)
    seat = table.by_name[player]
    table.loading_turn = _order(table, seat)
    return seat


def load(table: SpeicherstadtTable, step: Load) -> None:
    seat = _begin(table, step.player)
    found, _ = table.sources(seat, _wanted(seat, step))
    for good, place in found:
        take(seat.pile(place), good)
        deliver(table, seat, good, step.to)


def deliver(table: SpeicherstadtTable, seat: Seat, good: str, to: str) -> None:
    """One cube, lifted already, goes to its target."""
    if to.startswith("contract"):
        contract = next(contract for contract in table.owned_contracts(seat, to) if contract.free(good))
        put(contract.placed, good)
    elif to in MERCHANTS:
        put(table.stock, good)
        table.pay_out(seat, MERCHANTS[to].pays)
    elif to in STORAGE_HOUSES:
        put(table.stock, good)
        seat.deliveries += STORAGE_POINTS
    else:
        put(seat.pile(to), good)


def _hand_in(table: SpeicherstadtTable, seat: Seat, goods: list[str]) -> None:
    found, _ = table.sources(seat, goods)
    for good, place in found:
        take(seat.pile(place), good)
        put(table.stock, good)
    seat.pending = None


def sell(table: SpeicherstadtTable, step: Sell) -> None:
    seat = _begin(table, step.player)
    _hand_in(table, seat, step.goods)
    table.pay_out(seat, len(step.goods) // GOODS_SOLD)


def convert(table: SpeicherstadtTable, step: Convert) -> None:
    seat = _begin(table, step.player)
    _hand_in(table, seat, step.goods)
    take(table.stock, step.into)
    deliver(table, seat, step.into, step.to)


RULES = (
    Rule("loading.phase", "Goods are loaded before the income",
         "Loading comes after Purchase and ends with the income.",
         cite.LOADING, Rank.PHASE, OF_LOADING, loading_is_on, Repair.SKIPPED, phases=("supply", "end")),
    Rule("loading.turn", "Players load clockwise, one after the other",
         "Only where a group has agreed on it (ruling loading_order = clockwise): each player loads in one block, "
         "beginning with the first player. By default all may load at the same time.",
         cite.LOADING, Rank.TURN, OF_LOADING, players_load_in_turn, Repair.AS_RECORDED, phases=("loading",),
         rulings=("loading_order",)),
    Rule("loading.source", "The goods are there to take",
         "Goods come from ships bought this round, the warehouse, the market hall, or the hand after a conversion. "
         "What lies on a contract stays there.",
         cite.LOADING, Rank.SOURCE, OF_LOADING, goods_are_there, Repair.SKIPPED),
    Rule("loading.target", "The target takes goods",
         "Goods go to a contract, a merchant, a storage house, the warehouse or the market hall.",
         cite.LOADING, Rank.TARGET, DELIVERIES, target_takes_goods, Repair.SKIPPED, needs=("power.owner",)),
    Rule("loading.contract", "The contract is the player's own and has a free symbol of the good",
         "A cube goes onto an own contract, onto a free symbol of its kind. Contracts may be filled in parts.",
         cite.CONTRACT, Rank.TARGET, DELIVERIES, contract_takes_it, Repair.SKIPPED, needs=("power.owner",)),
    Rule("loading.merchant", "A merchant buys one kind of good from its owner",
         "Each of the five base merchants pays 1 coin for a cube of his good; Dressmaker, Gaffer and Ropemaker pay 3.",
         cite.MERCHANT, Rank.TARGET, DELIVERIES, merchant_buys_it, Repair.SKIPPED, needs=("power.owner",)),
    Rule("loading.storage", "A storage house takes one kind of good from its owner",
         "Each of the five storage houses brings 2 points at once for a cube of its good.",
         cite.K_STORAGE, Rank.TARGET, DELIVERIES, storage_house_takes_it, Repair.SKIPPED, needs=("power.owner",)),
    Rule("loading.warehouse", "The warehouse is the player's own and holds 4 cubes",
         "Never more than 4 cubes lie in a warehouse; room may be made first.",
         cite.WAREHOUSE, Rank.TARGET, DELIVERIES, warehouse_has_room, Repair.SKIPPED,
         needs=("power.owner", "loading.source")),
    Rule("loading.market-hall", "The market hall keeps one cube",
         "Every player has a market hall; it keeps no more than one cube.",
         cite.MARKET_HALL, Rank.TARGET, DELIVERIES, market_hall_has_room, Repair.SKIPPED,
         needs=("power.owner", "loading.source")),
    Rule("loading.sell", "The market hall buys goods by twos",
         "Any two goods bring 1 coin.",
         cite.MARKET_HALL, Rank.AMOUNT, (Sell,), goods_are_sold_by_twos, Repair.SKIPPED),
    Rule("loading.convert", "A conversion takes three goods, with the Harbor Master two",
         "Any three goods go to the stock for one good of the stock. The owner of the Harbor Master hands in two; "
         "online he must.",
         cite.MARKET_HALL, Rank.AMOUNT, (Convert,), enough_goods_are_handed_in, Repair.SKIPPED,
         rulings=("harbor_master",)),
    Rule("loading.stock", "The stock has the good that is taken",
         "The good comes from the stock, never from the bag. The goods just handed in count as stock.",
         cite.MARKET_HALL, Rank.STOCK, (Convert,), stock_has_the_good, Repair.SKIPPED, needs=("loading.source",)),
    Rule("warning.same-place", "A cube was put where it lies",
         "The move changes nothing, so it is probably a slip.",
         cite.LOADING, Rank.REMARK, (Load,), cube_is_moved, needs=("loading.source",), severity=Severity.WARNING),
    Rule("warning.pointless-conversion", "A good was handed in and taken back",
         "The good taken is one of those handed in, and the stock had none of it before.",
         cite.MARKET_HALL, Rank.REMARK, (Convert,), conversion_has_a_point, needs=("loading.source", "loading.stock"),
         severity=Severity.WARNING),
)  # fmt: skip

ACTS = {Load: load, Sell: sell, Convert: convert}
IMPLIES = {Load: before_loading, Sell: before_loading, Convert: before_loading}
