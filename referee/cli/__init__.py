"""The command line. A new command is one line of :data:`COMMANDS` and one file with the name of the command, in which
``command`` is a click command; it is imported when it is called for, and gets ``--color`` and ``--debug`` for free."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from referee.cli import color
from referee.cli.output import STANDARD_OUTPUT, cannot_write, silence

#: What each command does, in the order in which the help lists them.
COMMANDS = {
    "check": "Say of each transcript whether it is legal, and if not, why.",
    "score": "Give the scores of each transcript, by source.",
    "replay": "Show the table as it stood after a move, or every step.",
    "explain": "Explain a rule: what it says, where it stands, how it is kept and broken.",
    "rules": "List the rules of a game.",
    "games": "List the games, expansions, profiles and rulings.",
    "schema": "Print the JSON Schema of a transcript or of a verdict.",
    "diff": "Find the first move at which two logs part.",
    "merge": "Join verdicts of several runs.",
    "new": "Write a transcript, or a final sheet, to start with.",
    "format": "Write transcripts in their canonical form, or in another one.",
    "fix": "Fix the violations that can be put right in only one way.",
    "legal": "List every legal next decision at a point of a log.",
    "generate": "Make up random legal games.",
    "mutate": "Make near misses that break exactly one rule.",
    "coverage": "Say which rules and cards a corpus exercised.",
    "vectors": "Write the conformance suite of a game.",
    "conform": "Hold another implementation against the conformance suite.",
}

#: What the system says when nothing more can be written.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS)

REPORT_TO = "This is a bug in the referee, not in your transcript. Please report it with the file, if you may share it."


class Commands(click.Group):
    """A group that imports a command when it is called for; the list of commands needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"referee.cli.{cmd_name}").command
        if all(parameter.name != "debug" for parameter in command.params):
            command.params += common_options()
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            raise click.NoSuchCommand(name, possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def common_options() -> list[click.Parameter]:
    """What every command understands."""
    return [
        click.Option(
            ["--color"],
            type=click.Choice(color.CHOICES),
            is_flag=False,
            flag_value="always",
            default="auto",
            show_default=True,
            expose_value=False,
            callback=_set_color,
            help="Use colours. NO_COLOR and FORCE_COLOR are honoured too.",
        ),
        click.Option(
            ["--debug"],
            is_flag=True,
            expose_value=False,
            callback=_set_debug,
            help="Show where in the referee a bug of the referee is.",
        ),
    ]


def _set_color(ctx: click.Context, parameter: click.Parameter, value: str) -> None:
    ctx.color = color.wanted(value)


def _set_debug(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    ctx.meta["debug"] = value


def _show_version(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from referee import __version__

        click.echo(f"referee {__version__}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
)
def commands() -> None:
    """A rules referee for board games: it reads the log of a game and says of every move whether it was legal.

    Start with: referee check game.toml
    """


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code; what it has to say was said."""
    debug = "--debug" in arguments
    if sys.stdout is None:  # it was closed before we began
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process lives
    try:
        result = commands.main(_with_values(list(arguments)), "referee", standalone_mode=False)
        sys.stdout.flush()
    except click.Abort:
        return 130
    except click.ClickException as error:
        error.show()
        return 2
    except BrokenPipeError:
        silence()
        return 0
    except Exception as error:  # noqa: BLE001 - the boundary at which a bug becomes exit code 3
        if isinstance(error, OSError) and error.errno in _FULL:
            silence()
            cannot_write(STANDARD_OUTPUT, error).show()
            return 2
        if debug:
            import traceback

            traceback.print_exc()
        click.echo(f"referee failed: {type(error).__name__}: {error}\n{REPORT_TO} --debug shows the details.", err=True)
        return 3
    return result if isinstance(result, int) else 0


def _with_values(arguments: list[str]) -> list[str]:
    """``--color`` may stand alone; then what follows is not its value."""
    return [
        "--color=always" if argument == "--color" and arguments[place + 1 : place + 2] not in _CHOICES else argument
        for place, argument in enumerate(arguments)
    ]


_CHOICES = [[choice] for choice in color.CHOICES]


def main() -> None:
    """The command ``referee``."""
    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
