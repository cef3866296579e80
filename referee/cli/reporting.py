"""Options of the commands that report verdicts: in which formats, where, and what counts as failed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from referee.report import FORMATS

Function = TypeVar("Function", bound=Callable[..., Any])


def reporting(default: str) -> Callable[[Function], Function]:
    """The options, with the output format that a command has by itself."""
    options = (
        click.option("--require-complete", is_flag=True, help="An incomplete game counts as failed."),
        click.option("--strict", is_flag=True, help="A warning counts as failed."),
        click.option(
            "--output-format", type=click.Choice(list(FORMATS)), default=default, show_default=True, help="How to report."
        ),
        click.option("-o", "--output-file", metavar="FILE", default="-", help="Report into a file."),
        click.option("--report", multiple=True, metavar="FORMAT=FILE", help="One more report, in a file."),
        click.option("--statistics", is_flag=True, help="Count how often each rule was broken."),
        click.option("-q", "--quiet", is_flag=True, help="Say nothing about what is right."),
        click.option("-v", "--verbose", is_flag=True, help="Say more about what was judged, and how."),
    )  # fmt: skip

    def add(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def parsed(reports: Sequence[str]) -> list[tuple[str, str]]:
    """Format and file of each ``--report``.

    :raises click.BadParameter: for what is not ``FORMAT=FILE`` with a format that exists.
    """
    return [_parsed(said) for said in reports]


def _parsed(said: str) -> tuple[str, str]:
    form, equals, path = said.partition("=")
    if not equals or not path:
        raise click.BadParameter(f"{said!r}: write FORMAT=FILE, such as junit=report.xml.", param_hint="--report")
    if form not in FORMATS:
        from referee.transcript.suggest import hint

        known = f" The formats are {', '.join(FORMATS)}."
        raise click.BadParameter(f"there is no format {form!r}.{hint(form, FORMATS) or known}", param_hint="--report")
    return form, path
