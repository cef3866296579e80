"""The envelope: every field of a transcript but its moves, checked one by one, all faults named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from referee.engine.game import Game, Header
from referee.engine.rule import Fault
from referee.transcript.limits import FLAWS, MOVES, Flaws, inspect, join, shown
from referee.transcript.suggest import hint, meant_once, nearest

FORMAT = "referee/1"

#: The type of each field in Python and in words, and whether it is needed.
FIELDS: Mapping[str, tuple[type, str, bool]] = {
    "format": (str, f'"{FORMAT}"', True),
    "game": (str, "the name of a game in quotes", True),
    "expansions": (list, "a list of names", False),
    "profile": (str, "the name of a profile in quotes", False),
    "ruleset": (int, "a whole number", False),
    "rulings": (dict, "a table of rulings", False),
    "players": (list, "a list of names", True),
    "setup": (dict, "a table", False),
    "moves": (list, "a list of moves", True),
    "result": (dict, "a table with scores and winners", False),
    "meta": (dict, "a table", False),
}


@dataclass(slots=True)
class Envelope:
    """What is known of a transcript's envelope. ``header`` is there only if there are no ``flaws``.

    ``flaws`` are rule ids with faults; ``fault.field`` is the path from the top of the transcript.
    """

    tree: Mapping[str, Any]
    flaws: Flaws
    game: Game | None = None
    header: Header | None = None
    meta: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] = field(default_factory=dict)


def open_envelope(
    tree: Mapping[str, Any],
    find: Callable[[str], Game | None],
    names: Callable[[], Iterable[str]],
    *,
    profile: str | None = None,
    rulings: Mapping[str, Any] | None = None,
) -> Envelope:
    """Check the envelope of ``tree``; its moves are only counted.

    ``find`` gives the game of a name and ``names`` all names. ``profile`` and ``rulings`` override the transcript's.
    """
    check = _Check(tree)
    check.fields()
    game = check.game(find, names)
    header = Header(game.id if game else "", check.players(game))
    header.expansions = check.expansions(game)
    header.setup = check.sound("setup", {})
    if game is not None:
        header.profile, header.rulings = check.rulings(game, profile, rulings or {})
        check.ruleset(game)
        if "setup" not in check.faulty:
            check.add(game.setup_faults(header))
    result = check.result()
    if len(check.sound("moves", [])) > MOVES:
        count = len(tree["moves"])
        check.flaw(
            "limit",
            f"The transcript has {count:,} moves; at most {MOVES:,} are allowed.",
            "moves",
            count,
            f"at most {MOVES}",
        )
    flaws = check.flaws
    return Envelope(tree, flaws, game, None if flaws else header, check.sound("meta", {}), result)


class _Check:
    """The faults found so far, and which fields are no good for further questions."""

    def __init__(self, tree: Mapping[str, Any]) -> None:
        self.tree = tree
        self.flaws: Flaws = []
        self.faulty: set[str] = set()

    def flaw(self, rule: str, message: str, path: str, found: Any = None, expected: Any = None) -> None:
        self.flaws.append((f"transcript.{rule}", Fault(message, path, shown(found), expected)))

    def add(self, flaws: Flaws) -> None:
        """Add the faults that a game found, but none that is known already."""
        known = {(rule, fault.field) for rule, fault in self.flaws}
        self.flaws += [(rule, fault) for rule, fault in flaws if (rule, fault.field) not in known]

    def sound(self, name: str, default: Any) -> Any:
        """The value of a field, or ``default`` if it is absent or of the wrong type."""
        return default if name in self.faulty else self.tree.get(name, default)

    def fields(self) -> None:
        """Which fields are there, and of which type; then what no transcript may hold, in all but the moves."""
        for name in islice((name for name in self.tree if name not in FIELDS), FLAWS):
            self.flaw(
                "unknown-field",
                f"A transcript has no field {name}.{hint(name, FIELDS)}",
                join("", name),
                name,
                nearest(name, FIELDS) or ", ".join(FIELDS),
            )
        for name, (kind, words, needed) in FIELDS.items():
            if name not in self.tree:
                if needed:
                    self.flaw(
                        "missing-field", f"The field {name} is missing; every transcript needs it.", "", None, name
                    )
                continue
            value = self.tree[name]
            if name == "format" and value is not None and value != FORMAT:
                self.flaw(
                    "format", f"The format is {_quoted(value)}, but this referee reads {FORMAT}.", name, value, FORMAT
                )
            elif value is not None and type(value) is not kind:
                self.flaw("type", f"{name} is {kind_of(value)}, but it must be {words}.", name, value, words)
            else:
                continue
            self.faulty.add(name)
        self.flaws = meant_once(self.flaws)
        for name, value in self.tree.items():
            if name != "moves" or value is None:
                found: Flaws = []
                inspect(value, join("", name), found, 2)
                self.add(found)
                # Of a list of names the sound ones are still asked about.
                if found and (value is None or name not in ("players", "expansions", "meta")):
                    self.faulty.add(name)

    def game(self, find: Callable[[str], Game | None], names: Callable[[], Iterable[str]]) -> Game | None:
        name = self.sound("game", None)
        if name is None:
            return None
        game = find(name)
        if game is None:
            known = sorted(names())
            self.flaw(
                "game",
                f"This referee does not know a game called {_quoted(name)}.{hint(name, known)}",
                "game",
                name,
                nearest(name, known) or ", ".join(known),
            )
        return game

    def players(self, game: Game | None) -> list[str]:
        """The names that are sound, in seating order."""
        listed = self.sound("players", None)
        if listed is None:
            return []
        names: list[str] = []
        known = {fault.field for _, fault in self.flaws}
        for place, name in enumerate(listed[:FLAWS]):
            path = f"players/{place}"
            if type(name) is not str:
                if path not in known:
                    self.flaw(
                        "type", f"Player {place + 1} is {kind_of(name)}, but a name is a text.", path, name, "a text"
                    )
            elif not name.strip():
                self.flaw("players", f"The name of player {place + 1} is empty.", path, name, "a name")
            elif name in names:
                self.flaw(
                    "players",
                    f"Two players are called {name}; every name must be different.",
                    path,
                    name,
                    "a different name",
                )
            else:
                names.append(name)
        if game is None:
            return names
        least, most = game.seats
        if not least <= len(listed) <= most:
            seats = f"{least} to {most}" if least < most else str(least)
            self.flaw(
                "players",
                f"{game.title} is for {seats} players, but {len(listed)} {'is' if len(listed) == 1 else 'are'} named.",
                "players",
                len(listed),
                f"{seats} players",
            )
        others = game.everyone(Header(game.id, names))[len(names) :]
        for name in set(names) & set(others):
            self.flaw(
                "players",
                f"No player may be called {name} in {game.title}; the name has a meaning of its own.",
                f"players/{listed.index(name)}",
                name,
                "another name",
            )
        return names

    def expansions(self, game: Game | None) -> list[str]:
        found: list[str] = []
        for place, name in enumerate(self.sound("expansions", [])[:FLAWS]):
            path = f"expansions/{place}"
            if type(name) is not str:
                if name is not None:
                    self.flaw(
                        "type", f"Expansion {place + 1} is {kind_of(name)}, but a name is a text.", path, name, "a text"
                    )
            elif name in found:
                self.flaw("expansion", f"The expansion {name} is named twice.", path, name, "each expansion once")
            elif game is not None and name not in game.expansions:
                known = ", ".join(game.expansions) or "none"
                self.flaw(
                    "expansion",
                    f"{game.title} has no expansion called {_quoted(name)}.{hint(name, game.expansions)}",
                    path,
                    name,
                    nearest(name, game.expansions) or known,
                )
            else:
                found.append(name)
        return found

    def rulings(self, game: Game, profile: str | None, rulings: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """The profile in force and the value of every ruling."""
        chosen = profile if profile is not None else self.sound("profile", "rulebook")
        if chosen not in game.profiles:
            self.flaw(
                "profile",
                f"{game.title} has no profile called {_quoted(chosen)}.{hint(chosen, game.profiles)}",
                "profile",
                chosen,
                nearest(chosen, game.profiles) or " or ".join(game.profiles),
            )
            chosen = game.profiles[0]
        values = {name: ruling.profiles[chosen] for name, ruling in game.rulings.items()}
        for name, value in islice({**self.sound("rulings", {}), **rulings}.items(), FLAWS):
            path = join("rulings", name)
            ruling = game.rulings.get(name)
            if ruling is None:
                self.flaw(
                    "ruling",
                    f"{game.title} has no ruling called {_quoted(name)}.{hint(name, game.rulings)}",
                    path,
                    name,
                    nearest(name, game.rulings) or ", ".join(game.rulings) or "none",
                )
            elif not ruling.allows(value):
                allowed = " or ".join(str(known) for known in ruling.values) or ruling.wants
                self.flaw(
                    "ruling",
                    f"The ruling {name} is {_quoted(value)}, but it can only be {allowed}.{hint(value, ruling.values)}",
                    path,
                    value,
                    nearest(value, ruling.values) or allowed,
                )
            else:
                values[name] = value
        return chosen, values

    def ruleset(self, game: Game) -> None:
        number = self.sound("ruleset", None)
        if number is None or number == game.ruleset:
            return
        release = game.released.get(number)
        where = (
            f"Release {release} of the referee has ruleset {number}."
            if release
            else (
                "No release up to this one has it; a later one may."
                if number > game.ruleset
                else "There is no such ruleset."
            )
        )
        self.flaw(
            "ruleset",
            f"The transcript asks for ruleset {shown(number)} of {game.title}, and this referee has "
            f"{game.ruleset}. {where}",
            "ruleset",
            number,
            game.ruleset,
        )

    def result(self) -> dict[str, Any]:
        """The claimed result, if its form is sound; who is named there is not asked here."""
        result = self.sound("result", {})
        before = len(self.flaws)
        for name, value in result.items():
            if len(self.flaws) - before > FLAWS:
                break
            path = join("result", name)
            if name == "scores" and type(value) is dict:
                wrong = ((player, score) for player, score in value.items() if type(score) is not int)
                for player, score in islice(wrong, FLAWS):
                    self.flaw(
                        "type",
                        f"The score of {player} is {kind_of(score)}, but a score is a whole number.",
                        join(path, player),
                        score,
                        "a whole number",
                    )
            elif name == "winners" and type(value) is list:
                strange = ((place, player) for place, player in enumerate(value) if type(player) is not str)
                for place, player in islice(strange, FLAWS):
                    self.flaw(
                        "type",
                        f"Winner {place + 1} is {kind_of(player)}, but a name is a text.",
                        f"{path}/{place}",
                        player,
                        "a text",
                    )
            elif name in ("scores", "winners"):
                words = "a table of scores by player" if name == "scores" else "a list of names"
                self.flaw("type", f"{name} is {kind_of(value)}, but it must be {words}.", path, value, words)
            else:
                self.flaw(
                    "unknown-field",
                    f"A result has no field {name}.{hint(name, ('scores', 'winners'))}",
                    path,
                    name,
                    nearest(name, ("scores", "winners")) or "scores or winners",
                )
        return {} if len(self.flaws) > before else result


def kind_of(value: Any) -> str:
    """What a value is, for a sentence: ``the text "2"``, ``2.0``, ``a list``."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(shown(value))
    if isinstance(value, str):
        return f"the text {_quoted(value)}"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a table"
    return f"the date or time {shown(value)}"


def _quoted(value: Any) -> str:
    """A name as a message shows it, shortened; anything but a text as what it is."""
    if not isinstance(value, str):
        return kind_of(value) if not isinstance(value, (list, dict)) else str(value)[:60]
    return f'"{value}"' if len(value) <= 60 else f'"{value[:60]}…"'
