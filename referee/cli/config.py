"""Options kept in ``referee.toml``, or under ``[tool.referee]`` in ``pyproject.toml``, of this folder or one above."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from referee.cli.output import Failure

OWN = "referee.toml"
SHARED = "pyproject.toml"


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _table(value: Any) -> bool:
    return isinstance(value, dict)


def _files(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())


Kind = tuple[Callable[[Any], bool], str]
_FLAG: Kind = (_flag, "true or false")
_TEXT: Kind = (_text, "a text in quotes")
_TEXTS: Kind = (_texts, "a list of texts")
_NUMBER: Kind = (_number, "a whole number")

#: Every option that can be kept: the parameter of the commands that it sets, and what its value has to be.
OPTIONS: Mapping[str, tuple[str, Kind]] = {
    "color": ("color", _TEXT),
    "explicit": ("explicit", _FLAG),
    "ignore": ("ignore", _TEXTS),
    "jobs": ("jobs", _NUMBER),
    "log": ("log", _TEXT),
    "output-format": ("output_format", _TEXT),
    "profile": ("profile", _TEXT),
    "progress": ("progress", _FLAG),
    "quiet": ("quiet", _FLAG),
    "report": ("report", (_files, "a table of formats and files")),
    "require-complete": ("require_complete", _FLAG),
    "rulings": ("ruling", (_table, "a table of rulings")),
    "select": ("select", _TEXTS),
    "statistics": ("statistics", _FLAG),
    "stop-at-first": ("stop_at_first", _FLAG),
    "strict": ("strict", _FLAG),
    "verbose": ("verbose", _FLAG),
}


class Configured(click.Command):
    """A command whose options may be kept in a file; what is said on the command line goes before."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing and not {"-h", "--help"}.intersection(args):
            kept = defaults(Path.cwd())
            # Single rulings of the command line are added to those of the file, and win because they come later.
            rulings = kept.pop("ruling", ())
            if any(parameter.name == "ruling" for parameter in self.params):
                args = [*(f"--ruling={ruling}" for ruling in rulings), *args]
            ctx.default_map = {**kept, **(ctx.default_map or {})}
        return super().parse_args(ctx, args)


def defaults(folder: Path) -> dict[str, Any]:
    """The options kept for a folder, by parameter.

    :raises Failure: if the file cannot be read, or has an option that does not exist or a value of the wrong kind.
    """
    found = _find(folder)
    if found is None:
        return {}
    file, kept = found
    values = {}
    for name, value in kept.items():
        if name not in OPTIONS:
            from referee.transcript.suggest import hint

            raise Failure(f"{file}: there is no option called {name}.{hint(name, OPTIONS)}")
        parameter, (fits, words) = OPTIONS[name]
        if not fits(value):
            raise Failure(f"{file}: {name} must be {words}, not {value!r}.")
        values[parameter] = value
    if "report" in values:
        values["report"] = [f"{form}={path}" for form, path in values["report"].items()]
    if "ruling" in values:
        from pydantic_core import to_json

        values["ruling"] = [f"{name}={to_json(value).decode()}" for name, value in values["ruling"].items()]
    return values


def _find(folder: Path) -> tuple[Path, Mapping[str, Any]] | None:
    for place in (folder, *folder.parents):
        own, shared = place / OWN, place / SHARED
        if own.is_file():
            return own, _read(own)
        if shared.is_file():
            kept = _read(shared).get("tool", {}).get("referee")
            if isinstance(kept, dict):
                return shared, kept
    return None


def _read(file: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise Failure(f"{file}: {error}") from error
