"""What a new log begins with: the notation, phase by phase, with a first round that could have been played like this."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.game import Header
from referee.transcript.starting import about, lines

_ROW = ("coffee-roaster", "fireman-1", "contract:coffee+tea", "warehouse", "counting-office", "fireman-2")
_UPPER = ("tea-taster", "roasting-house", "spice-trader", "squad-leader", "gaffer", "carpet-trader")
_COINS = 5
_WORKERS = 3


def primer(header: Header) -> str:
    """Comments between the brackets of ``moves``. The lines in quotes are a whole legal round."""
    players, kaispeicher = header.players, "kaispeicher" in header.expansions
    spaces = len(players) + 1
    upper = _UPPER[:spaces] if kaispeicher else ()
    placed = [f"{name}: place {(seat + lap) % spaces + 1}" for lap in range(_WORKERS) for seat, name in enumerate(players)]
    reserved = [f"{name}: reserve {seat + 1}" for seat, name in enumerate(players)] if kaispeicher else []
    rows = [
        *about("One move a line, in double quotes, with a comma after it. The lines below are a first round as it could have",
                "gone; write your own in their place, or take the # off to try them out."),
        *about("1) Supply: the cards as they are turned up, the row on the water from the left"
                + (", then the upper row." if kaispeicher else "."),
                "A ship shows its cubes (ship:tea+tea+coffee), a contract its goods"
                + (", one with new goods its points too (contract:glass+hemp=6)." if kaispeicher else "."),
                "A fire takes no space. The names of the English and the German cards will do, too: Counting Office, Kontor."),
        *lines(f"supply: {', '.join((*_ROW[:spaces], *upper))}"),
        *about("2) Demand: one worker a turn, above a card on the water: its number from the left, or its name.",
                *(("Or onto a card of the upper row, which is reserved with that.",) if kaispeicher else ())),
        *lines(*placed, *reserved),
        *about("3) Purchase: place by place. Who passes need not be named, and the price may be left out.",
                *(("r1 is the first card that was reserved.",) if kaispeicher else ())),
        *lines(*_bought(players, spaces, kaispeicher)),
        *about("4) Loading: from a ship, the warehouse or the market hall to where the goods go.",
                "Two goods are sold for a coin, three are exchanged for one.",
                f"  {players[0]}: load coffee@ship x2 to contract:coffee+tea",
                f"  {players[0]}: load tea to warehouse",
                f"  {players[0]}: sell tea saffron",
                f"  {players[0]}: convert tea tea rubber into coffee to coffee-roaster"),
        *about("5) Income: may be left out; the next cards say that the round is over."),
        *lines("income"),
        *(_powers(players[0], players[1]) if kaispeicher else ()),
        *about("Whenever you like, write down what you see on the table. It is checked, and finds slips early:",
                f"  claim {players[0]}: coins 3, score 0, cards fireman-1",
                "  claim: round 2, phase supply"),
        *about("What was decided about a slip at the table stands right after it:",
                "  arbiter: stands, noticed too late",
                f"  arbiter: set {players[0]} coins 3, the stock was miscounted"),
    ]  # fmt: skip
    return "\n".join(rows) + "\n"


def _powers(one: str, other: str) -> Iterator[str]:
    yield from about(
        "Cards that are used:",
        f"  {one}: break",
        f"  {one}: place gray 2",
        f"  {one}: use snitch 2.1 with r1",
        f"  {one}: buy 3 with fish-market",
        f"  {one}: use squad-leader",
        f"  {one}: use insurance",
        f"  {one}: use fire-truck fireman-2",
        f"  {one}: use auction-hall tea to warehouse",
        f"  {one}: use smuggler tea from {other} contract:tea+coffee to warehouse",
        f"  {one}: use truck tea from contract:tea+tea to contract:tea+coffee",
    )


def _bought(players: Sequence[str], spaces: int, kaispeicher: bool) -> Iterator[str]:
    """The decisions of Purchase after the placements above: who is first in line buys, as long as the coins last."""
    coins = dict.fromkeys(players, _COINS)
    for space in range(spaces):
        line = [name for lap in range(_WORKERS) for seat, name in enumerate(players) if (seat + lap) % spaces == space]
        for place, name in enumerate(line):
            price = len(line) - place
            if coins[name] >= price:
                coins[name] -= price
                yield f"{name}: buy {space + 1} for {price}"
                break
            yield f"{name}: pass {space + 1}"
    for seat, name in enumerate(players if kaispeicher else ()):
        price = len(players) - seat
        if coins[name] >= price:
            coins[name] -= price
            yield f"{name}: buy r{seat + 1} for {price}"
        else:
            yield f"{name}: pass r{seat + 1}"
