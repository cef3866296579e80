"""1) Supply: cards are turned up on the water spaces, with Kaispeicher then in the upper row; fires are scored at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from referee.engine.rule import Fault, Fix, Rank, Repair, Rule, Severity
from referee.games.speicherstadt.cards import (
    CARDS,
    FIREMEN,
    FIRES,
    GOODS,
    KAISPEICHER_GOODS,
    UNKNOWN,
    Card,
    contract_points,
    read_card,
)
from referee.games.speicherstadt.moves import (
    Break,
    Buy,
    Convert,
    Income,
    Load,
    Pass,
    Place,
    Reserve,
    Reveal,
    Sell,
    Supply,
    UseSnitch,
)
from referee.games.speicherstadt.names import hint, meant
from referee.games.speicherstadt.pieces import Space
from referee.games.speicherstadt.rules import sources as cite
from referee.games.speicherstadt.rules.fire import score_fire
from referee.games.speicherstadt.rules.mending import doubt_the_card, fill_up, forgive_workers
from referee.games.speicherstadt.table import SpeicherstadtTable

OF_DEMAND: Final = (Place, Reserve, Break)
OF_PURCHASE: Final = (Buy, Pass)
OF_LOADING: Final = (Load, Sell, Convert)
LATER: Final = (*OF_DEMAND, *OF_PURCHASE, *OF_LOADING, Income, UseSnitch)


def _no_worker_placed(table: SpeicherstadtTable) -> bool:
    return not table.reserved and not any(space.line for space in table.row)


def supply_is_on(table: SpeicherstadtTable, step: Reveal) -> Fault | None:
    """A card comes in Supply, or in a later round once everything of this one can be implied."""
    if table.phase != "demand" or not table.demand_is_open() or _no_worker_placed(table):
        return None
    owing = [seat for seat in table.seats if table.owed(seat) > 0]
    names = " and ".join(f"{seat.name} ({table.owed(seat)})" for seat in owing)
    few = sum(table.owed(seat) for seat in owing) <= 2
    return Fault(f"A card is turned up in the middle of Demand: workers still have to be placed by {names}.",
                 field="", found=step.card, repair=Repair.AS_RECORDED if few else Repair.SKIPPED)  # fmt: skip


def there_is_a_space(table: SpeicherstadtTable, step: Reveal) -> Fault | None:
    if table.phase == "demand" and _no_worker_placed(table):
        spaces = len(table.row) + len(table.upper)
        return Fault(f"All {spaces} spaces have a card already, so {step.card} has no space.",
                     found=step.card, expected=f"{spaces} cards", follows=table.doubts.extra > 0)  # fmt: skip
    card = step.seen
    if table.phase == "end" and card is not None and card.id not in FIRES:
        stack = table.deck.stack
        if stack is not None and table.deck.holds(stack, card.kind, _any(table)):
            return Fault(f"The last round is over, so there is no space for {step.card}; only fires follow.",
                         found=step.card, expected=" and ".join(table.deck.fires_left()))  # fmt: skip
    return None


def card_is_known(table: SpeicherstadtTable, step: Reveal) -> Fault | None:
    if step.seen is not None:
        return None
    head, _, goods = step.card.partition("=")[0].partition(":")
    strange = next((good for good in goods.split("+") if good and good not in GOODS), None)
    if head in ("ship", "contract") and strange is not None:
        return Fault(f"There is no good called {strange}, as in {step.card}.{hint(strange, table.goods)}", found=strange,
                     expected=list(table.goods))  # fmt: skip
    near = meant(head, CARDS)
    instead = _instead(table, f"{near}{step.card[len(head) :]}") if near else None
    return Fault(f"There is no card called {step.card}.{hint(head, CARDS)}", found=step.card,
                 expected=near or "a card of this game", fix=Fix({"": instead.card}) if instead else None,
                 repair=Repair.CORRECTED if instead else None, instead=instead)  # fmt: skip


def _instead(table: SpeicherstadtTable, text: str) -> Reveal | None:
    """The card that a misspelt one stands for, if it can come now."""
    step = turned_up(text)
    asked = _of_the_deck(table, step)
    if asked is None or card_is_in_play(table, step) is not None:
        return None
    _, kind, stack = asked
    checks = (ship_has_its_crates, bag_holds_the_cubes, contract_is_possible)
    possible = table.deck.holds(stack, kind, _any(table)) and all(check(table, step) is None for check in checks)
    return step if possible else None


@lru_cache(maxsize=4096)
def turned_up(text: str) -> Reveal:
    """The step of a card as it was written; nothing changes a step, so that equal cards share one."""
    return Reveal(card=text, seen=read_card(text))


def cards_of(table: SpeicherstadtTable, move: Supply) -> Iterator[tuple[str, Reveal]]:
    """The cards of a move one by one, until none can come at all: the others are not worth a word of their own."""
    for index, card in enumerate(move.cards):
        step = turned_up(card)
        last = table.phase != "supply" and _is_out_of_place(table, step)
        yield f"cards/{index}", step
        if last:
            return


def _is_out_of_place(table: SpeicherstadtTable, step: Reveal) -> bool:
    """Whether no card at all can come now that Supply is over."""
    misplaced = supply_is_on(table, step)
    refused = misplaced is not None and misplaced.repair is Repair.SKIPPED
    return table.complete or refused or (table.phase == "demand" and _no_worker_placed(table))


def card_is_in_play(table: SpeicherstadtTable, step: Reveal) -> Fault | None:
    card = step.seen
    if table.kaispeicher or card is None or CARDS[card.id].stacks:
        return None
    return Fault(f"{card.id} belongs to Kaispeicher, which is not in play here.", found=step.card,
                 expected="a card of the base game")  # fmt: skip


def _any(table: SpeicherstadtTable) -> bool:
    return bool(table.rulings["fireman_stacks"] == "any")


def _of_the_deck(table: SpeicherstadtTable, step: Reveal) -> tuple[Card, str, str] | None:
    """The card, its kind as this deck counts it, and the stack now being drawn; ``None`` where the question is idle."""
    card, stack = step.seen, table.deck.stack
    if card is None or stack is None:
        return None
    kind = card.kind
    if not table.kaispeicher and kind in ("small ship", "kaispeicher contract"):
        kind = card.id
    return card, kind, stack


def _without_a_space(table: SpeicherstadtTable) -> Repair | None:
    """After the last round no card is dealt any more, so one that is written down there changes nothing."""
    return Repair.SKIPPED if table.phase == "end" else None


def card_was_not_removed(table: SpeicherstadtTable, step: Reveal) -> Fault | None:
    deck = table.deck
    if deck.stack != "D" or not deck.removed:
        return None
    asked = _of_the_deck(table, step)
    if asked is None:
        return None
    card, kind, stack = asked
    if kind not in deck.removed or deck.holds(stack, kind, _any(table)) or deck.had["D"].get(kind, 0):
        return None
    if kind in FIREMEN and _any(table):
        return None
    return Fault(f"{card.id} goes back to the box in a game of {len(table.players)}, so it cannot be turned up.",
                 found=step.card, repair=_without_a_space(table))  # fmt: skip


def card_is_not_one_too_many(table: SpeicherstadtTable, step: Reveal) -> Fault | None:
    asked = _of_the_deck(table, step)
    if asked is None:
        return None
    card, kind, stack = asked
    deck, any_fireman = table.deck, _any(table)
    if deck.holds(stack, kind, any_fireman) or not deck.ever_had(stack, kind, any_fireman):
        return None
    number = deck.had[stack].get(kind, 0)
    repair = Repair.SKIPPED if kind in FIRES else _without_a_space(table)
    if any_fireman and kind in FIREMEN:
        return Fault(f"{card.id} is one fireman too many: there is none left of this value, or none left in stack {stack}.",
                     found=step.card, repair=repair)  # fmt: skip
    name = f"{kind}s" if number != 1 else kind
    return Fault(f"{step.card} is one too many: stack {stack} holds only {number} {name}.", found=step.card,
                 expected=f"at most {number} in stack {stack}", repair=repair, follows=table.doubts.spare > 0)  # fmt: skip


def card_is_of_the_stack(table: SpeicherstadtTable, step: Reveal) -> Fault | None:
    asked = _of_the_deck(table, step)
    if asked is None:
        return None
    card, kind, stack = asked
    deck = table.deck
    if deck.ever_had(stack, kind, _any(table)) or (stack == "D" and kind in deck.removed):
        return None
    own = [name for name in deck.had if deck.had[name].get(kind, 0)]
    where = f"{card.id} belongs to stack {' and '.join(own)}" if own else f"{card.id} is in no stack of this game"
    left = deck.left[stack]
    fault = Fault(f"Stack {stack} is still being drawn ({left} card{'s' if left != 1 else ''} left), but {where}.",
                  found=step.card, expected=f"a card of stack {stack}", follows=table.doubts.spare > 0)  # fmt: skip
    fault.repair = _without_a_space(table)
    if fault.repair is None and kind in FIRES:
        _take_for_the_right_fire(table, stack, fault)
    return fault


def _take_for_the_right_fire(table: SpeicherstadtTable, stack: str, fault: Fault) -> None:
    """A fire of another stack can only be the one of this stack, if that has not come yet."""
    own = next((fire for fire in FIRES if table.deck.copies[stack].get(fire, 0)), None)
    fault.repair = Repair.CORRECTED if own is not None else Repair.SKIPPED
    if own is not None:
        fault.expected = own
        fault.instead = turned_up(own)


def ship_has_its_crates(table: SpeicherstadtTable, step: Reveal) -> Fault | None:
    card = step.seen
    if card is None or card.id != "ship":
        return None
    crates = len(card.goods)
    if crates == 3 or (table.kaispeicher and crates in (1, 2)):
        return None
    expected = "1, 2 or 3" if table.kaispeicher else "3"
    return Fault(f"A ship brings {expected} cubes, but {step.card} shows {crates}.", found=crates, expected=expected)


def bag_holds_the_cubes(table: SpeicherstadtTable, step: Reveal) -> Fault | None:
    card = step.seen
    if card is None or card.id != "ship":
        return None
    for good in card.goods:
        drawn, left = card.goods.count(good), table.bag.get(good, 0)
        if drawn > left:
            if good not in table.goods:
                return Fault(
                    f"There is no {good} in this game without Kaispeicher.", found=good, expected=list(table.goods)
                )
            return Fault(f"The bag holds {f'only {left}' if left else 'no'} {good}, so {drawn} cannot be drawn for {step.card}.",
                         found=drawn, expected=f"at most {left} {good}", follows=good in table.doubts.bag)  # fmt: skip
    return None


def contract_is_possible(table: SpeicherstadtTable, step: Reveal) -> Fault | None:
    card = step.seen
    if card is None or card.id != "contract":
        return None
    symbols = len(card.goods)
    strange = next((good for good in card.goods if good not in table.goods), None)
    if strange is not None:
        return Fault(f"{step.card} shows {strange}, which is not in play without Kaispeicher.", found=strange,
                     expected=list(table.goods))  # fmt: skip
    new = any(good in KAISPEICHER_GOODS for good in card.goods)
    least = 1 if new else 2
    if not least <= symbols <= 4:
        return Fault(f"A contract shows {least} to 4 goods, but {step.card} shows {symbols}.", found=symbols,
                     expected=f"{least} to 4 goods")  # fmt: skip
    if new and card.points is None:
        return Fault(f"{step.card} needs its printed points: no rulebook states those of a Kaispeicher contract.",
                     expected=f"{step.card}=6, with the points printed on it")  # fmt: skip
    if new and card.points is not None and not 1 <= card.points <= 20:
        return Fault(f"A contract is worth 1 to 20 points, not {card.points}.", found=card.points, expected="1 to 20")
    due = contract_points(read_card(f"contract:{'+'.join(card.goods)}") or card)
    if not new and card.points is not None and card.points != due:
        return Fault(f"A contract of {symbols} goods is worth {due} points, not {card.points}.", found=card.points,
                     expected=due)  # fmt: skip
    return None


def spaces_are_full(table: SpeicherstadtTable, step: Any) -> Fault | None:
    """Supply is over before anything of a later phase. Right after an income the phases name their own moves."""
    if table.phase == "supply":
        if table.fresh and isinstance(step, (*OF_LOADING, Income)):
            return None
        free = table.vacant
        spaces = f"{free} space{'s are' if free != 1 else ' is'}"
        repair = Repair.AS_RECORDED if isinstance(step, OF_DEMAND) else Repair.SKIPPED
        return Fault(f"{spaces} still free, so Supply is not over.", expected=f"{free} more card{'s' if free != 1 else ''}",
                     repair=repair)  # fmt: skip
    if table.phase == "end" and not table.complete and not (table.fresh and isinstance(step, (*OF_LOADING, Income))):
        fires = " and ".join(table.deck.fires_left())
        return Fault(f"The last round is over and only {fires} may follow.", expected=fires, repair=Repair.SKIPPED)
    return None


# What happens.


def reveal(table: SpeicherstadtTable, step: Reveal) -> None:
    """Turn up one card: a fire is scored at once, any other card fills the next free space."""
    card = step.seen or UNKNOWN
    table.fire = None
    table.fresh = False
    table.deck.draw(card.kind if table.kaispeicher or card.kind in CARDS else card.id)
    if card.id in FIRES:
        table.discarded += 1
        score_fire(table, FIRES[card.id])
    elif table.vacant:
        table.deal(card)
    else:
        table.discarded += 1


def contract_is_new(table: SpeicherstadtTable, step: Reveal) -> Fault | None:
    card = step.seen
    if card is None or card.kind != "contract" or card.goods not in table.contracts_seen:
        return None
    return Fault(
        f"{step.card} was turned up before; the ten base contracts are probably all different.", found=step.card
    )


def passes(table: SpeicherstadtTable, until: Space | None = None) -> list[Pass]:
    """The passes of everybody who still stands at an open place (before ``until``)."""
    steps: list[Pass] = []
    places = table.places()
    for index in range(table.cursor, len(places)):
        space = places[index]
        if space is until:
            break
        if space.open:
            steps += [Pass(player=worker.seat.name, at=space.place) for worker in space.line]
    return steps


def before_a_card(table: SpeicherstadtTable, step: Reveal) -> Sequence[Any]:
    """A card of the next Supply implies what is left of this round: passes and the income."""
    if table.phase in ("supply", "end"):
        return ()
    return [*passes(table), Income()]


_REVEAL: Final = (Reveal,)
_CARD: Final = ("supply.spaces", "supply.unknown-card", "supply.expansion-card")

RULES = (
    Rule("supply.phase", "Cards are turned up in Supply only",
         "New cards come at the start of a round. They cannot come while workers still have to be placed.",
         cite.SUPPLY, Rank.PHASE, _REVEAL, supply_is_on, phases=("demand",), mend=forgive_workers),
    Rule("supply.unfinished", "Supply ends when every space has a card",
         "As many cards as players and one more lie on the water (with Kaispeicher as many again in the upper row) "
         "before the first worker is placed. After the last full round only the last fires follow.",
         cite.SUPPLY, Rank.PHASE, LATER, spaces_are_full, phases=("supply", "end"), mend=fill_up),
    Rule("supply.spaces", "No more cards than spaces",
         "There are as many spaces as players and one more, with Kaispeicher as many again. A fire takes no space.",
         cite.SUPPLY, Rank.TURN, _REVEAL, there_is_a_space, Repair.SKIPPED, phases=("demand", "end")),
    Rule("supply.unknown-card", "The card exists",
         "Only the trade cards of the game can be turned up. A ship or a contract shows goods of the game.",
         cite.SUPPLY, Rank.OWNER, _REVEAL, card_is_known, Repair.SKIPPED, needs=("supply.spaces",)),
    Rule("supply.expansion-card", "The card is of a game that is in play",
         "A card of Kaispeicher can only be turned up when the transcript says that the expansion is in play.",
         cite.K_SETUP, Rank.OWNER, _REVEAL, card_is_in_play, Repair.SKIPPED, needs=("supply.spaces",)),
    Rule("supply.removed-card", "The card was not put back into the box in the setup",
         "With 2, 3 or 5 players some Autumn cards are taken out before the game: a fireman 3 and the Port (2) or the "
         "Boatsmen Church (3, 5), with Kaispeicher the Mayor and the Truck too.",
         cite.SETUP, Rank.OWNER, _REVEAL, card_was_not_removed, Repair.AS_RECORDED, needs=_CARD,
         rulings=("fireman_stacks",), mend=doubt_the_card),
    Rule("supply.copies", "A stack holds only so many of a card",
         "Each stack has a fixed number of each card; contracts and ships are counted by their sort. "
         "Where the firemen lie is partly inferred, which is why it is a ruling.",
         cite.SETUP, Rank.SOURCE, _REVEAL, card_is_not_one_too_many, Repair.AS_RECORDED,
         needs=(*_CARD, "supply.removed-card"), rulings=("fireman_stacks",), mend=doubt_the_card),
    Rule("supply.stack-order", "The stacks come in the order A, B, C, D and the last fire",
         "The draw pile is sorted: Winter, Spring, Summer, Autumn, and the fourth fire at the bottom. "
         "A card of a later stack cannot come before the stack above it is empty, and none comes again.",
         cite.SETUP, Rank.SOURCE, _REVEAL, card_is_of_the_stack, Repair.AS_RECORDED, needs=_CARD,
         rulings=("fireman_stacks",), mend=doubt_the_card),
    Rule("supply.crates", "A ship brings as many cubes as it has crates",
         "Ships of the base game have 3 crates; Kaispeicher adds ships with 1 and 2. One cube is drawn for each crate.",
         cite.SHIP, Rank.TARGET, _REVEAL, ship_has_its_crates, Repair.AS_RECORDED, needs=_CARD),
    Rule("supply.bag", "The bag holds the cubes that are drawn",
         "There are 9 cubes of each of the five goods and, with Kaispeicher, 3 of each of the new ones. "
         "Nothing ever goes back into the bag.",
         cite.SHIP, Rank.STOCK, _REVEAL, bag_holds_the_cubes, Repair.AS_RECORDED,
         needs=(*_CARD, "supply.copies", "supply.crates")),
    Rule("supply.contract", "A contract shows what a contract can show",
         "A base contract shows 2 to 4 of the five goods and is worth 5, 8 or 11 points. A Kaispeicher contract shows 1 to 4 "
         "goods, at least one of them new, and its printed points (1 to 20) have to be written down.",
         cite.CONTRACT, Rank.TARGET, _REVEAL, contract_is_possible, Repair.AS_RECORDED, needs=_CARD),
    Rule("warning.equal-contracts", "Two base contracts show the same goods",
         "No source lists the goods of the contracts, but the ten of the base game are probably all different.",
         cite.CONTRACT, Rank.REMARK, _REVEAL, contract_is_new, needs=(*_CARD, "supply.contract"), severity=Severity.WARNING),
)  # fmt: skip

ACTS = {Reveal: reveal}
IMPLIES = {Reveal: before_a_card}
