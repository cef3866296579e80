"""Options that several commands share: which transcripts, and how to judge them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from referee.cli.names import RuleName
from referee.cli.output import Failure

if TYPE_CHECKING:
    from referee.judge import Options

Function = TypeVar("Function", bound=Callable[..., Any])


def _together(*options: Callable[[Any], Any]) -> Callable[[Function], Function]:
    def add(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return add


class Part(click.ParamType[tuple[int, int]]):
    """``3/16``: the third of sixteen parts."""

    name = "I/N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        part, _, parts = str(value).partition("/")
        if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
            self.fail(f"{value!r} is no part; write 3/16 for the third of sixteen.", param, ctx)
        return int(part), int(parts)


#: Which transcripts, and how the work on them is shared out.
inputs = _together(
    click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATH..."),
    click.option("--stdin-name", metavar="NAME", help="What to call standard input (-); its ending tells the form."),
    click.option(
        "-j", "--jobs", type=click.IntRange(0), default=1, show_default=True, metavar="N",
        help="Judge with N processes; 0 takes as many as there are processors.",
    ),
    click.option(
        "--shard", type=Part(), metavar="I/N",
        help="Only the I-th of N parts of all transcripts; referee merge joins the results.",
    ),
    click.option("--progress/--no-progress", default=True, help="Show a bar on a terminal if it takes long."),
)  # fmt: skip

#: How to judge.
judging = _together(
    click.option("--explicit", is_flag=True, help="No step may be left out of the log."),
    click.option("--stop-at-first", is_flag=True, help="End each transcript at its first violation."),
    click.option("--profile", metavar="NAME", help="Which reading of the rules decides, whatever the transcript says."),
    click.option("--ruling", multiple=True, metavar="NAME=VALUE", help="One ruling, whatever the transcript says."),
    click.option("--select", multiple=True, type=RuleName(), metavar="RULE", help="Only rules that begin like this count."),
    click.option("--ignore", multiple=True, type=RuleName(), metavar="RULE", help="Rules that begin like this do not count."),
)  # fmt: skip


def rulings_of(said: tuple[str, ...], profile: str | None) -> dict[str, Any]:
    """The rulings of ``--ruling``, checked against every game, as is the profile.

    A value is read as JSON if it is JSON (``[1,2,3,4]``, ``true``), else as text.
    """
    if not said and profile is None:
        return {}
    from pydantic_core import from_json

    from referee import games
    from referee.transcript.suggest import hint

    known = [game for game in map(games.find, games.all_names()) if game is not None]
    profiles = {name for game in known for name in game.profiles}
    if profile is not None and profile not in profiles:
        raise Failure(f"No game has a profile called {profile}.{hint(profile, profiles)}")
    values: dict[str, Any] = {}
    for item in said:
        name, equals, text = item.partition("=")
        if not equals:
            raise Failure(f"--ruling {item}: write NAME=VALUE.")
        try:
            value = from_json(text)
        except ValueError:
            value = text
        rulings = [game.rulings[name] for game in known if name in game.rulings]
        if not rulings:
            raise Failure(
                f"No game has a ruling called {name}.{hint(name, (n for game in known for n in game.rulings))}"
            )
        if not any(ruling.allows(value) for ruling in rulings):
            allowed = " or ".join(dict.fromkeys(str(choice) for ruling in rulings for choice in ruling.values))
            raise Failure(f"The ruling {name} cannot be {text}; it can only be {allowed or rulings[0].wants}.")
        values[name] = value
    return values


def options_of(
    explicit: bool,
    stop_at_first: bool,
    profile: str | None,
    ruling: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
) -> Options:
    """What :data:`judging` was given, as the judge takes it.

    :raises Failure: for a profile, a ruling or a rule that no game knows.
    """
    from referee.judge import Options

    known_rules((*select, *ignore))
    rulings = rulings_of(ruling, profile)
    return Options(
        explicit=explicit, stop_at_first=stop_at_first, profile=profile, rulings=rulings, select=select, ignore=ignore
    )


def known_rules(beginnings: tuple[str, ...]) -> None:
    """A slip of the pen in ``--select`` would make every game legal."""
    if not beginnings:
        return
    from referee import games
    from referee.transcript.rules import COMMON
    from referee.transcript.suggest import hint

    found = [game for game in map(games.find, games.all_names()) if game is not None]
    known = {rule.id for rule in COMMON} | {rule.id for game in found for rule in game.catalogue}
    for beginning in beginnings:
        if not any(rule.startswith(beginning) for rule in known):
            names = known | {rule.partition(".")[0] for rule in known}
            raise Failure(f"No rule is called, or begins with, {beginning}.{hint(beginning, names)}")
