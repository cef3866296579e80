"""Final sheets: a table without a log, read from JSON or TOML, every fault named with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine import sheet
from referee.engine.game import Game, Header
from referee.engine.rule import Fault
from referee.engine.sheet import Sheet, SheetField
from referee.transcript import envelope
from referee.transcript.envelope import kind_of, open_envelope
from referee.transcript.limits import Flaws, join, shown
from referee.transcript.suggest import hint, nearest

#: The fields of a sheet; all but the players mean what they mean in a transcript.
FIELDS = ("format", "game", "expansions", "profile", "ruleset", "rulings", "players", "setup", "meta")
_WORDS = {"number": "a whole number", "names": "a list of names", "flag": "true or false"}
_KINDS: dict[str, type] = {"number": int, "names": list, "flag": bool}


@dataclass(slots=True)
class OpenedSheet:
    """A sheet that was read as far as it could be. ``flaws`` are rule ids with faults, their fields paths from the top."""

    flaws: Flaws
    game: Game | None = None
    header: Header | None = None
    players: list[dict[str, Any]] = field(default_factory=list)


def is_sheet(tree: object) -> bool:
    """Whether a tree says that it is a sheet."""
    said = tree.get("format") if isinstance(tree, dict) else None
    return isinstance(said, str) and said.partition("/")[0] == sheet.FORMAT.partition("/")[0]


def open_sheet(tree: Mapping[str, Any], find: Callable[[str], Game | None], names: Callable[[], Iterable[str]]) -> OpenedSheet:
    """Check the form of a sheet; whether such a table can be is left to the game."""
    flaws: Flaws = []
    if tree.get("format") != sheet.FORMAT:
        words = f"A final sheet begins with format = \"{sheet.FORMAT}\"."
        if "format" in tree:
            fault = Fault(f"{words} This file says {kind_of(tree['format'])}.", "format", shown(tree["format"]), sheet.FORMAT)
            flaws.append(("transcript.format", fault))
        else:
            flaws.append(("transcript.missing-field", Fault(words, "", None, "format")))
    for name in tree:
        if name not in FIELDS:
            fault = Fault(f"A sheet has no field {name}.{hint(name, FIELDS)}", join("", name), name,
                          nearest(name, FIELDS) or ", ".join(FIELDS))  # fmt: skip
            flaws.append(("transcript.unknown-field", fault))
    players, found = _players(tree.get("players"))
    flaws += found
    game = find(tree["game"]) if isinstance(tree.get("game"), str) else None
    reserved = game.reserved if game is not None else ()
    seated = [entry["name"] for entry in players if entry.get("name") not in reserved]
    known = {name: tree[name] for name in FIELDS if name in tree and name != "players"}
    opened = open_envelope({**known, "format": envelope.FORMAT, "players": seated, "moves": []}, find, names)
    flaws += [_moved(rule, fault, players, reserved) for rule, fault in opened.flaws]
    if flaws or opened.header is None or game is None:
        return OpenedSheet(flaws, game)
    if game.sheet is None:
        fault = Fault(f"{game.title} cannot be scored without a log.", "game", game.id)
        return OpenedSheet([("transcript.game", fault)], game)
    everyone = game.everyone(opened.header)
    for place, part in enumerate(players):
        flaws += _entry_faults(part, f"players/{place}", game.sheet, opened.header, everyone)
    return OpenedSheet(flaws, game, None if flaws else opened.header, players)


def _players(listed: Any) -> tuple[list[dict[str, Any]], Flaws]:
    """The players' parts that have a name, and what is wrong with the others."""
    if listed is None:
        fault = Fault("A sheet needs a part for every player: [[players]] and then name, and what the player has.",
                      "", None, "players")  # fmt: skip
        return [], [("transcript.missing-field", fault)]
    if not isinstance(listed, list):
        fault = Fault(f"players is {kind_of(listed)}, but it must be a list with a part for every player.", "players",
                      shown(listed), "a list")  # fmt: skip
        return [], [("transcript.type", fault)]
    flaws: Flaws = []
    for place, entry in enumerate(listed):
        path = f"players/{place}"
        if not isinstance(entry, dict):
            words = f"Player {place + 1} is {kind_of(entry)}, but it must be a table that begins with the name."
            flaws.append(("transcript.type", Fault(words, path, shown(entry), "a table")))
        elif "name" not in entry:
            flaws.append(("transcript.missing-field", Fault(f"Player {place + 1} has no name.", path, None, "name")))
    return ([] if flaws else listed), flaws


def _moved(rule: str, fault: Fault, players: Sequence[Mapping[str, Any]], reserved: Sequence[str]) -> tuple[str, Fault]:
    """A fault of a player's name points at the name in the player's part."""
    head, _, place = fault.field.partition("/")
    if head == "players" and place.isdecimal():
        seated = [index for index, entry in enumerate(players) if entry["name"] not in reserved]
        fault.field = f"players/{seated[int(place)]}/name"
    return rule, fault


def _entry_faults(entry: dict[str, Any], path: str, game: Sheet, header: Header, everyone: Sequence[str]) -> Flaws:
    name = entry["name"]
    if name not in everyone:
        fault = Fault(f"{name} does not play here; a game of {len(header.players)} has no such opponent.", f"{path}/name",
                      name, list(everyone))  # fmt: skip
        return [("transcript.unknown-player", fault)]
    fields = {known.name: known for known in game.fields(header, name)}
    flaws: Flaws = []
    for said, value in entry.items():
        known = fields.get(said)
        if said == "name":
            continue
        if known is None:
            fault = Fault(f"A sheet asks for no {said} of {name}.{hint(said, fields)}", join(path, said), said,
                          nearest(said, fields) or ", ".join(fields))  # fmt: skip
            flaws.append(("transcript.unknown-field", fault))
        else:
            flaws += _value_faults(value, known, f"{path}/{said}", name)
    for known in fields.values():
        if known.needed and known.name not in entry:
            fault = Fault(f"The sheet does not say {known.name} of {name}: {known.about}.", path, None, known.name)
            flaws.append(("transcript.missing-field", fault))
    return flaws


def _value_faults(value: object, known: SheetField, path: str, name: str) -> Flaws:
    if type(value) is not _KINDS[known.kind]:
        words = _WORDS[known.kind]
        fault = Fault(f"{known.name} of {name} is {kind_of(value)}, but it must be {words}.", path, shown(value), words)
        return [("transcript.type", fault)]
    if not isinstance(value, list):
        return []
    return [
        ("transcript.type", Fault(f"Entry {place + 1} of {known.name} is {kind_of(entry)}, but it must be a name in quotes.",
                                  f"{path}/{place}", shown(entry), "a name"))
        for place, entry in enumerate(value)
        if not isinstance(entry, str)
    ]  # fmt: skip
