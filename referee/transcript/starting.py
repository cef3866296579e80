"""A new file to start with: a log that teaches its notation, or a final sheet to fill in. Both in TOML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.engine import sheet
from referee.engine.game import Game, Header
from referee.engine.terminal import visible
from referee.transcript.envelope import FORMAT
from referee.transcript.writing import toml_key, toml_value

_LOG = """\
# A log of {title}.
# Check it whenever you like, also in the middle of a game: referee check {file}
# What follows a # is for people; the referee does not read it.
format = "{format}"
game = "{game}"
{expansions}players = {players}  # clockwise; the first one named begins
{profile}

moves = [
{moves}
]

{setup}{rulings}# What the table believes at the end; it is held against the log.
# [result]
# scores = {{ {scores} }}
# winners = [{winner}]

# Anything else worth knowing; it never changes a verdict.
# [meta]
# event = "Friday at the club"
"""
_SHEET = """\
# The final table of a game of {title}.
# Fill it in and score it: referee score --sheet {file}
# What follows a # is for people; the referee does not read it.
format = "{format}"
game = "{game}"
{expansions}
{setup}"""


def new_log(game: Game, header: Header, file: str, rulings: Mapping[str, Any]) -> str:
    """A log without moves for these players; ``file`` is what the comments call it."""
    others = [toml_value(name) for name in game.profiles if name != header.profile]
    profile = f"profile = {toml_value(header.profile)}"
    if others:
        profile += f"  # or {' or '.join(others)}: how the rules are read where sources differ"
    rows = [f"{toml_key(name)} = {toml_value(value)}\n" for name, value in rulings.items()]
    return _LOG.format(
        **_common(game, header, file, FORMAT),
        players=toml_value(header.players),
        profile=profile,
        moves=game.primer(header).rstrip("\n"),
        rulings=f"[rulings]\n{''.join(rows)}\n" if rows else "",
        scores=", ".join(f"{toml_key(name)} = 0" for name in header.players),
        winner=toml_value(header.players[0]),
    )


def new_sheet(game: Game, header: Header, file: str) -> str:
    """A final sheet for these players, with everybody owning nothing yet.

    :raises ValueError: if the game cannot be scored without a log.
    """
    if game.sheet is None:
        raise ValueError(f"{game.title} cannot be scored without a log")
    parts = [_SHEET.format(**_common(game, header, file, sheet.FORMAT))]
    for number, name in enumerate(game.everyone(header)):
        asked = [known for known in game.sheet.fields(header, name) if known.example is not None]
        rows = [f"{known.name} = {toml_value(known.example)}" for known in asked]
        width = max(map(len, rows))
        # What a field means is said once.
        if number == 0 or name in game.reserved:
            rows = [f"{row:<{width}}  # {known.about}" for row, known in zip(rows, asked, strict=True)]
        parts.append("\n".join(["[[players]]", f"name = {toml_value(name)}", *rows]) + "\n")
    return "\n".join(parts)


def about(*rows: str) -> Iterator[str]:
    """Rows of a primer for people, after an empty one; a name that would break its line is made harmless."""
    yield "  #"
    for row in rows:
        yield f"  # {visible(row)}"


def lines(*moves: str) -> Iterator[str]:
    """Rows of a primer that become moves once the ``#`` before them is taken away."""
    for move in moves:
        yield f"  # {toml_value(move)},"


def _common(game: Game, header: Header, file: str, form: str) -> dict[str, str]:
    names = " and ".join(game.expansions[name] for name in header.expansions)
    setup = game.setup_primer(header).strip()
    return {
        "title": f"{game.title} with {names}" if names else game.title,
        "file": visible(file),
        "format": form,
        "game": game.id,
        "expansions": f"expansions = {toml_value(header.expansions)}\n" if header.expansions else "",
        "setup": f"{setup}\n\n" if setup else "",
    }
