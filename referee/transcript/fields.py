"""The types that the fields of a move are written in, and the validator that pydantic's core makes of them.

A game declares its moves as plain dataclasses::

    @dataclass(slots=True, kw_only=True)
    class Buy:
        move: Literal["buy"] = "buy"
        player: Name
        at: Int | Text
        price: Annotated[Int | None, Given] = None

Understood are ``Int``, ``Count``, ``Text``, ``Name``, ``bool``, ``Literal``, unions of these, ``list``, ``dict`` by
text, other such dataclasses, and :class:`Length` on a list or text. All are strict and refuse ``null``; a field that
may be left out is ``Annotated[X | None, Given] = None``. A trailing ``_`` (``from_``) is no part of the JSON key.
Only ``pydantic_core`` is used, since importing all of pydantic would double the start-up time of a check.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

LARGEST = 2**53


@dataclasses.dataclass(frozen=True, slots=True)
class Range:
    """The least and the greatest value of an integer."""

    least: int = -LARGEST
    greatest: int = LARGEST


@dataclasses.dataclass(frozen=True, slots=True)
class Length:
    """How many entries a list, or characters a text, has at least and at most."""

    least: int
    most: int | None = None


class Marker:
    """A remark on a type that is only compared by identity."""

    def __init__(self, says: str) -> None:
        self.says = says

    def __repr__(self) -> str:
        return self.says


#: The field may be left out, but ``null`` is refused: ``None`` always means "not said".
Given = Marker("Given")
#: The text names a player.
Player = Marker("Player")

Int = Annotated[int, Range()]
Count = Annotated[int, Range(least=1)]
Text = str
Name = Annotated[str, Player]


def key_of(attribute: str) -> str:
    """The key in JSON of an attribute: ``from`` for ``from_``."""
    return attribute.rstrip("_")


def moves_schema(moves: Iterable[type]) -> dict[str, Any]:
    """The schema (for ``pydantic_core``) of a list of moves, told apart by their ``move`` field."""
    choices: dict[str, Any] = {}
    for kind in moves:
        names = get_args(get_type_hints(kind)["move"])
        choices.update((name, shape(kind)) for name in names)
    union = {"type": "tagged-union", "choices": choices, "discriminator": "move", "from_attributes": False}
    return {"type": "list", "items_schema": union}


def shape(kind: Any) -> dict[str, Any]:
    """The schema of one type.

    :raises TypeError: for a type that is not understood.
    """
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin in (Union, UnionType):
        choices = [shape(choice) for choice in arguments if choice is not NoneType]
        if NoneType in arguments:
            raise TypeError(f"{kind} must say Given: null is refused, a field is left out instead")
        if len(choices) == 1:
            return choices[0]
        # A label in brackets cannot be taken for a key when the place of an error is looked for.
        return {"type": "union", "choices": [(choice, f"<{place}>") for place, choice in enumerate(choices)]}
    if origin is Literal:
        return {"type": "literal", "expected": list(arguments)}
    if origin is list:
        return {"type": "list", "items_schema": shape(arguments[0])}
    if origin is dict:
        return {"type": "dict", "keys_schema": shape(arguments[0]), "values_schema": shape(arguments[1])}
    if dataclasses.is_dataclass(kind):
        return _dataclass(kind)
    if kind is int:
        return _annotated(int, (Range(),))
    if kind in (str, bool):
        return {"type": kind.__name__, "strict": True}
    raise TypeError(f"a field of a move cannot be of type {kind!r}")


def _annotated(kind: Any, remarks: tuple[Any, ...]) -> dict[str, Any]:
    if Given in remarks:
        kind = Union[tuple(choice for choice in get_args(kind) if choice is not NoneType)]  # noqa: UP007
    if kind is int:
        bounds = next((remark for remark in remarks if isinstance(remark, Range)), Range())
        return {"type": "int", "strict": True, "ge": bounds.least, "le": bounds.greatest}
    schema = shape(kind)
    if Player in remarks:
        schema["metadata"] = {"pydantic_js_updates": {"description": "The name of a player."}}
    for remark in remarks:
        if isinstance(remark, Length):
            schema["min_length"] = remark.least
            if remark.most is not None:
                schema["max_length"] = remark.most
    return schema


def _dataclass(kind: Any) -> dict[str, Any]:
    """The schema of a dataclass, lax only in that plain dictionaries are what it is made from."""
    hints = get_type_hints(kind, include_extras=True)
    slots = dataclasses.fields(kind)
    fields = []
    for slot in slots:
        schema = shape(hints[slot.name])
        if slot.default is not dataclasses.MISSING:
            schema = {"type": "default", "schema": schema, "default": slot.default}
        elif slot.default_factory is not dataclasses.MISSING:
            schema = {"type": "default", "schema": schema, "default_factory": slot.default_factory}
        field = {"type": "dataclass-field", "name": slot.name, "schema": schema, "kw_only": True}
        if key_of(slot.name) != slot.name:
            field["validation_alias"] = key_of(slot.name)
        fields.append(field)
    arguments = {
        "type": "dataclass-args",
        "dataclass_name": kind.__name__,
        "fields": fields,
        "extra_behavior": "forbid",
    }
    return {
        "type": "dataclass",
        "cls": kind,
        "schema": arguments,
        "fields": [slot.name for slot in slots],
        "slots": not kind.__dictoffset__,
        "strict": False,
    }


def player_fields(kind: type) -> tuple[tuple[str, int], ...]:
    """The attributes of a move that name players, each with how many lists deep the names stand in it."""
    found = []
    for attribute, hint in get_type_hints(kind, include_extras=True).items():
        depth = _player_depth(hint)
        if depth is not None:
            found.append((attribute, depth))
    return tuple(found)


def _player_depth(hint: Any) -> int | None:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return 0 if Player in arguments[1:] else _player_depth(arguments[0])
    if origin in (Union, UnionType):
        return next((depth for choice in arguments if (depth := _player_depth(choice)) is not None), None)
    if origin is list:
        depth = _player_depth(arguments[0])
        return None if depth is None else depth + 1
    return None
