"""The moves of a transcript: objects and lines into the game's own dataclasses, every fault of form named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from pydantic_core import SchemaValidator, ValidationError

from referee.engine.game import Game, Header, Unreadable
from referee.engine.rule import Fault
from referee.transcript.envelope import kind_of
from referee.transcript.fields import key_of, moves_schema, player_fields
from referee.transcript.limits import Flaws, inspect, join, name_of, shown
from referee.transcript.notation import Misread
from referee.transcript.suggest import hint, meant_once, nearest


class Reader:
    """Reads the moves of one game. Made once for each game, when its first transcript is read."""

    def __init__(self, game: Game) -> None:
        self.game = game
        schema = moves_schema(game.moves.values())
        self.choices: dict[str, Any] = schema["items_schema"]["choices"]
        self._validator = SchemaValidator(schema)
        self._players = {kind: player_fields(kind) for kind in game.moves.values()}
        # Of most moves only the player can still be wrong after the validator; it is worth not to ask for more.
        self._simple = {kind for kind, players in self._players.items()
                        if players == (("player", 0),) and kind not in game.forms}  # fmt: skip

    def read(self, moves: Sequence[Any], header: Header) -> tuple[list[Any], Flaws]:
        """A move or an :class:`Unreadable` for every entry, and the flaws that make the whole transcript unreadable.

        Those flaws are integers out of range, infinite numbers and too deep nesting in objects; ``field`` is the
        path from the top of the transcript.
        """
        names = self.game.everyone(header)
        entries: list[Any] = [None] * len(moves)
        fields: list[dict[str, Any]] = []
        places: list[int] = []
        for index, entry in enumerate(moves):
            if type(entry) is dict:
                fields.append(entry)
            elif type(entry) is str:
                try:
                    fields.append(self.game.notation.read(entry, names).fields)
                except Misread as misread:
                    entries[index] = _misread(entry, misread)
                    continue
            else:
                entries[index] = _no_move(entry)
                continue
            places.append(index)
        flaws: Flaws = []
        for index, move in zip(places, self._validate(fields), strict=True):
            sound = type(move) in self._simple and move.player in names
            entries[index] = move if sound else self._checked(move, moves[index], header, names)
        for index, entry in enumerate(entries):
            if type(entry) is Unreadable and type(entry.raw) is not str:
                found: Flaws = []
                inspect(entry.raw, f"moves/{index}", found, 3)
                flaws += [flaw for flaw in found if flaw[0] != "transcript.type"]
        return entries, flaws

    def make(self, fields: dict[str, Any]) -> Any:
        """The move that an object stands for, or ``None`` if it is not sound in form."""
        move = self._validate_one(fields)
        return None if type(move) is ValidationError else move

    def _validate(self, fields: list[dict[str, Any]]) -> list[Any]:
        """A move for each, or the error that says why not. All at once first, since that is much faster."""
        try:
            return self._validator.validate_python(fields)  # type: ignore[no-any-return]
        except ValidationError:
            return [self._validate_one(one) for one in fields]

    def _validate_one(self, fields: dict[str, Any]) -> Any:
        try:
            return self._validator.validate_python([fields])[0]
        except ValidationError as error:
            return error

    def _checked(self, move: Any, raw: Any, header: Header, names: Sequence[str]) -> Any:
        """The move, unless a name in it is nobody's or the game itself finds a fault of form."""
        if type(move) is ValidationError:
            return self._refused(move, raw, names)
        faults: Flaws = []
        for attribute, depth in self._players[type(move)]:
            value = getattr(move, attribute)
            if depth == 0 and (value is None or value in names):
                continue
            faults += strangers(value, key_of(attribute), names)
        form = self.game.forms.get(type(move))
        if form is not None and not faults:
            faults = list(form(header, move))
        if not faults:
            return move
        player = getattr(move, "player", None)
        return Unreadable(faults, move.move, player if player in names else nearest(player, names), raw)

    def _refused(self, error: ValidationError, raw: Any, names: Sequence[str]) -> Unreadable:
        """What is wrong with an object, or with the fields of a line, that does not fit its kind of move."""
        line = type(raw) is str
        fields: dict[str, Any] = self.game.notation.read(raw, names).fields if line else raw
        faults, kind = self._kind(fields)
        if kind is not None and not faults:
            faults = meant_once(list(self._faults(error, fields, kind)))
            for attribute, _ in self._players[self.game.moves[kind]]:
                faults += strangers(fields.get(key_of(attribute)), key_of(attribute), names)
        else:
            faults += strangers(fields.get("player"), "player", names)
        if line:
            faults = [("transcript.line" if rule in _OF_OBJECTS else rule, fault) for rule, fault in faults]
        else:
            known = {fault.field for rule, fault in faults if rule == "transcript.type"}
            found: Flaws = []
            inspect(fields, "", found, 3)
            faults += [flaw for flaw in found if flaw[0] == "transcript.type" and flaw[1].field not in known]
        player = fields.get("player")
        return Unreadable(faults, kind, player if player in names else nearest(player, names), raw)

    def _kind(self, fields: dict[str, Any]) -> tuple[Flaws, str | None]:
        """The kind of move that an object is, or was probably meant to be, and what is wrong with its name."""
        kinds = self.game.moves
        if "move" not in fields:
            fault = Fault("The field move is missing; it says what kind of move this is.", "move", expected="move")
            return [("transcript.missing-field", fault)], None
        kind = fields["move"]
        if type(kind) is not str:
            fault = Fault(
                f"move is {kind_of(kind)}, but it must be the name of a move.",
                "move",
                shown(kind),
                "the name of a move",
            )
            return [("transcript.type", fault)], None
        if kind in kinds:
            return [], kind
        meant = nearest(kind, kinds)
        fault = Fault(
            f"There is no move called {kind[:60]}.{hint(kind, kinds)}", "move", kind, meant or ", ".join(kinds)
        )
        return [("transcript.unknown-move", fault)], meant

    def _faults(self, error: ValidationError, fields: dict[str, Any], kind: str) -> Iterator[tuple[str, Fault]]:
        """The errors of the validator, one fault for each place."""
        by_path: dict[str, list[Any]] = {}
        for item in error.errors(include_url=False):
            path, _ = _along(fields, item["loc"][2:])
            by_path.setdefault(path, []).append(item)
        for path, items in by_path.items():
            first = items[0]
            _, value = _along(fields, first["loc"][2:])
            name = str(first["loc"][-1])
            if first["type"] == "missing":
                fault = Fault(f"The field {name} is missing; {kind} needs it.", path, expected=name)
                yield "transcript.missing-field", fault
            elif first["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
                known = self._known_fields(kind, first["loc"][2:-1])
                fault = Fault(
                    f"The move {kind} has no field {name[:60]}.{hint(name, known)}",
                    path,
                    name,
                    nearest(name, known) or ", ".join(known),
                )
                yield "transcript.unknown-field", fault
            else:
                words = _article(" or ".join(dict.fromkeys(map(_expected, items))), value)
                fault = Fault(
                    f"{_start(name_of(path))} is {kind_of(value)}, but it must be {words}.", path, value, words
                )
                yield "transcript.type", fault

    def _known_fields(self, kind: str, loc: tuple[int | str, ...]) -> list[str]:
        """The fields that an object at this place of a move can have."""
        schema = self.choices[kind]
        for part in loc:
            schema = schema["schema"] if schema["type"] == "default" else schema
            if schema["type"] == "dataclass":
                fields = schema["schema"]["fields"]
                schema = next(field["schema"] for field in fields if key_of(field["name"]) == part)
            elif schema["type"] == "union":
                schema = schema["choices"][int(str(part)[1:-1])][0]
            else:
                schema = schema["items_schema" if schema["type"] == "list" else "values_schema"]
        schema = schema["schema"] if schema["type"] == "default" else schema
        return [key_of(field["name"]) for field in schema["schema"]["fields"]]


@lru_cache(maxsize=16)
def reader(game: Game) -> Reader:
    """The reader of a game's moves."""
    return Reader(game)


def read_entries(moves: Sequence[Any], game: Game, header: Header) -> tuple[list[Any], Flaws]:
    """Read every entry of ``moves``, see :meth:`Reader.read`."""
    return reader(game).read(moves, header)


#: Faults that a person who wrote a line cannot know by these names.
_OF_OBJECTS = ("transcript.type", "transcript.missing-field", "transcript.unknown-field")


def _misread(line: str, misread: Misread) -> Unreadable:
    fault = Fault(misread.message, misread.field, misread.found, misread.expected)
    return Unreadable([(misread.rule, fault)], misread.kind, misread.player, line)


def _no_move(entry: Any) -> Unreadable:
    fault = Fault(
        f"This entry is {kind_of(entry)}, but a move is a line in quotes or an object.",
        "",
        shown(entry),
        "a line or an object",
    )
    return Unreadable([("transcript.type", fault)], raw=entry)


def strangers(value: Any, path: str, names: Sequence[str]) -> Flaws:
    """A ``transcript.unknown-player`` for every name in ``value`` (a text or a list of them) that is nobody's."""
    if isinstance(value, list):
        return [flaw for place, one in enumerate(value) for flaw in strangers(one, join(path, place), names)]
    if type(value) is not str or value in names:
        return []
    fault = Fault(
        f"Nobody called {value[:60]!r} plays here.{hint(value, names)}",
        path,
        value,
        nearest(value, names) or list(names),
    )
    return [("transcript.unknown-player", fault)]


def _along(value: Any, loc: tuple[int | str, ...]) -> tuple[str, Any]:
    """The path of an error and the value there; labels of unions, which are no keys, are passed over."""
    path = ""
    for part in loc:
        inside = part in value if isinstance(value, dict) else isinstance(value, list) and isinstance(part, int)
        if inside:
            value = value[part]
        elif str(part).startswith("<"):
            continue
        else:
            value = None
        path = join(path, part)
    return path, value


_WORDS = {
    "int_type": "a whole number",
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "dataclass_type": "a table",
}


def _expected(item: Any) -> str:
    """What the validator wanted, in words."""
    kind, context = item["type"], item.get("ctx", {})
    if kind in _WORDS:
        return _WORDS[kind]
    if kind == "literal_error":
        return str(context["expected"]).replace("'", "")
    if kind == "greater_than_equal":
        return f"at least {context['ge']}"
    if kind == "less_than_equal":
        return f"at most {context['le']}"
    if kind in ("too_short", "string_too_short"):
        return f"at least {context['min_length']} long"
    if kind in ("too_long", "string_too_long"):
        return f"at most {context['max_length']} long"
    return str(item["msg"])


def _article(words: str, value: Any) -> str:
    """What was expected, with the value that was probably meant where a number was only written differently."""
    if "a whole number" not in words:
        return words
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return words.replace("a whole number", f"a whole number such as {int(value)}")
    if isinstance(value, str) and value.lstrip("+-").isdecimal() and len(value) < 16:
        return words.replace("a whole number", f"a whole number without quotes such as {int(value)}")
    return words


def _start(words: str) -> str:
    """The name of a field at the beginning of a sentence."""
    if words in ("at", "by", "from", "into", "to", "with"):
        return f'"{words}"'
    return words if words.startswith("Entry ") else f"The {words.replace('_', ' ')}"
