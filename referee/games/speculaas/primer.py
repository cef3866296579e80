"""What a new log begins with: a setup to change to the cards of the table, and the notation with two first turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.game import Header
from referee.engine.terminal import visible
from referee.games.speculaas.moves import SPECULATIUS
from referee.games.speculaas.setup import CAFE
from referee.transcript.starting import about, lines
from referee.transcript.writing import toml_value

_SPICES = ("cinnamon", "clove", "nutmeg", "ginger", "cardamom", "pepper")
_CARDS = 6


def setup_primer(header: Header) -> str:
    """The ``[setup]`` of a new file: sound as it is, and to be changed to what lies on the table."""
    cafe, solo = CAFE in header.expansions, len(header.players) == 1
    rows = [
        "# What lies on the table before the first turn. Change it to your cards: no source lists them.",
        "[setup]",
        f"spices = {toml_value(_SPICES)}  # the six spices",
        "honey = 15  # tokens in the supply",
        f"recipe_cards = {toml_value([f'R{number:02}' for number in range(1, _CARDS + 1)])}  # every recipe card, by any id",
    ]
    if cafe:
        rows += [
            'tea = "most cinnamon"  # the Tea card: "most" and a spice, or "least honey"',
            'coffee = "all six"  # or { shape = [[0, 0, "cinnamon"], [1, 0, "clove"], [1, 1, "ginger"]] }',
            'hot_chocolate = "row"  # column, row, diagonal, rectangle, square, enclosed or edge',
        ]
    if solo:
        rows.append('difficulty = "easy"  # easy, medium, hard or very-hard')
    rows += ["", "# Every spice card, with the spices that it shows.", "[setup.spice_cards]"]
    rows += [f"S{number:02} = {toml_value([spice])}" for number, spice in enumerate(_SPICES, 1)]
    return "\n".join(rows) + "\n"


def primer(header: Header) -> str:
    """Comments between the brackets of ``moves``. The lines in quotes are two legal turns with the setup below."""
    players, solo = header.players, len(header.players) == 1
    name = visible(players[0])
    rows = [
        *about("One move a line, in double quotes, with a comma after it. The lines below are two first turns as they could",
                "have gone; write your own in their place, or take the # off to try them out."),
        *about("A turn in which everybody looks at recipes. What happens in a turn may be written in any order.",
                "A card is laid at x,y of the own tableau: x grows to the right, y downward, both may be below 0."),
        *lines("turn recipe", *_each(players, "take R{:02} at 0,0")),
        *about("A turn with spice cards; any number of them may be taken, and discarded."),
        *lines("turn spice", *_each(players, "take S{:02} at 1,0"), *([f"{SPECULATIUS}: pile S06"] if solo else ())),
        *about("And so on, by turns. What else can happen:",
                f"  {name}: discard S06",
                f"  {name}: honey +2",
                "  round 2",
                f"  {name}: base-score 31"),
        *about("Whenever you like, write down what you see on the table. It is checked, and finds slips early:",
                f"  claim {name}: honey 3" + (", coffee yes, score 44" if CAFE in header.expansions else "")),
        *about("What was decided about a slip at the table stands right after it:",
                "  arbiter: stands, noticed too late",
                f"  arbiter: set {name} honey 3, the supply was miscounted"),
    ]  # fmt: skip
    return "\n".join(rows) + "\n"


def _each(players: Sequence[str], what: str) -> Iterator[str]:
    for number, name in enumerate(players, 1):
        yield f"{name}: {what.format(number)}"
