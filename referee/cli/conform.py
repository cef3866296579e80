"""``referee conform``: another implementation held against the conformance suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from referee.cli.names import GameName
from referee.cli.output import STANDARD_OUTPUT, Failure, keep_apart, output

if TYPE_CHECKING:
    from referee.conformance.conform import Result
    from referee.engine.game import Game

FORMATS = ("text", "json", "junit", "sarif")


@click.command()
@click.argument("game", type=GameName())
@click.option("--cmd", "program", required=True, metavar="CMD", help="The command that starts the other side.")
@click.option("--vectors", "file", metavar="FILE", help="A suite that referee vectors wrote; by default it is made.")
@click.option("--case", "cases", multiple=True, metavar="ID", help="Only cases whose id begins like this.")
@click.option("--timeout", type=click.FloatRange(0.05), default=10.0, show_default=True, help="Seconds for one answer.")
@click.option(
    "--state", type=click.Choice(["every", "end"]), default="every", show_default=True,
    help="Compare the tables after every move, or at the end of a case only.",
)  # fmt: skip
@click.option("--output-format", type=click.Choice(FORMATS), default="text", show_default=True, help="How to report.")
@click.option("-o", "--output-file", metavar="FILE", default=STANDARD_OUTPUT, help="Report into a file.")
@click.option("--report", "reports", multiple=True, metavar="FORMAT=FILE", help="One more report, in a file.")
@click.pass_context
def command(
    ctx: click.Context,
    game: Game,
    program: str,
    file: str | None,
    cases: tuple[str, ...],
    timeout: float,
    state: str,
    output_format: str,
    output_file: str,
    reports: tuple[str, ...],
) -> None:
    """Play the conformance suite of GAME against another implementation, and say where the two part first.

    The other side reads one JSON object a line on its standard input and answers each with one line; the protocol is
    described in docs/conformance.md. Whatever it does, too late, broken or not at all, is a finding about it.

    Exit codes: 0 every case that it plays agrees, 1 one does not, 2 wrong usage, or it plays no case at all.
    """
    from referee.conformance.conform import conform
    from referee.conformance.engine import Engine

    views = [(output_format, output_file), *map(_view, reports)]
    keep_apart([path for _, path in views], [file] if file is not None else [])
    chosen = _suite(game, file, cases)
    if not chosen:
        raise Failure(f"there is no case {' or '.join(cases)}" if cases else "the suite has no case")
    try:
        engine = Engine(program, timeout)
        with engine:
            results = list(conform(game, chosen, engine, every=state == "every"))
    except (OSError, ValueError) as error:
        raise Failure(f"cannot start {program}: {getattr(error, 'strerror', None) or error}") from error
    for form, path in views:
        with output(path) as out:
            out.write(_written(form, results))
    played = [result for result in results if result.skipped is None]
    if not played:
        raise Failure("the other side plays none of the cases")
    ctx.exit(int(not all(result.passed for result in played)))


def _view(said: str) -> tuple[str, str]:
    form, equals, path = said.partition("=")
    if not equals or not path or form not in FORMATS:
        raise click.BadParameter(f"{said!r}: write FORMAT=FILE with {', '.join(FORMATS)}.", param_hint="--report")
    return form, path


def _suite(game: Game, file: str | None, only: tuple[str, ...]) -> list[dict[str, Any]]:
    """The cases of a suite in a file, or of the one of this version, whose ids begin like one of ``only``."""
    from pathlib import Path

    from pydantic_core import from_json

    from referee.conformance import vectors

    if file is None:
        suite = vectors.suite(game, only)
    else:
        try:
            suite = from_json(Path(file).read_bytes())
        except OSError as error:
            raise Failure(f"cannot read {file}: {(error.strerror or str(error)).lower()}") from error
        except ValueError as error:
            raise Failure(f"{file} is no JSON: {error}") from error
        if not isinstance(suite, dict) or suite.get("format") != vectors.FORMAT:
            raise Failure(f"{file} is no suite of the format {vectors.FORMAT}")
        if suite.get("game") != game.id or suite.get("ruleset") != game.ruleset:
            raise Failure(
                f"{file} is for {suite.get('game')} with ruleset {suite.get('ruleset')}, not for {game.id} with {game.ruleset}"
            )
    return [case for case in suite["cases"] if case["id"].startswith(only or "")]


def _written(form: str, results: Sequence[Result]) -> str:
    if form == "text":
        return "\n".join(_text(results)) + "\n"
    if form == "json":
        from pydantic_core import to_json

        return to_json([_plain(result) for result in results], indent=2).decode() + "\n"
    from referee.report import FORMATS as REPORTS
    from referee.report import Judged, Style, load

    report = load(REPORTS[form], Style())
    played = (Judged(result.verdict) for result in results if result.skipped is None)
    parts = [report.start(), *(report.add(report.piece(judged)) for judged in played), report.finish()]
    return "".join(parts)


def _plain(result: Result) -> dict[str, Any]:
    """What came of one case, as data."""
    verdict = result.verdict
    plain: dict[str, Any] = {"id": result.id, "title": result.title}
    if result.skipped is not None:
        return {**plain, "result": "skipped", "reason": result.skipped}
    plain["result"] = "passed" if result.passed else "failed"
    plain["findings"] = [item.as_dict() for item in (*verdict.violations, *verdict.notes)]
    if result.sides:
        plain["tables"] = [side._asdict() for side in result.sides]
    return plain


def _text(results: Sequence[Result]) -> Iterator[str]:
    for result in results:
        findings = [*result.verdict.violations, *result.verdict.notes]
        if not findings:
            continue
        yield f"{'FAILED' if result.verdict.violations else 'noted '} {result.id}  {result.title}"
        for item in findings:
            at = f"move {item.move}: " if item.move is not None else ""
            yield f"  {at}{item.rule}  {item.message}"
            if item.found and item.rule in ("conform.garbage", "conform.half-line", "conform.timeout"):
                yield f"  it said: {item.found!r}"
        yield from _tables(result)
        yield ""
    count = Counter("skipped" if one.skipped else "passed" if one.passed else "failed" for one in results)
    for reason, number in sorted(Counter(one.skipped for one in results if one.skipped).items()):
        yield f"skipped {number}: {reason}"
    yield f"{len(results)} cases: {count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped"


def _tables(result: Result) -> Iterator[str]:
    """Both tables side by side; what differs is marked."""
    if not result.sides:
        return
    names = [f"{side.player or 'table'} {side.name}" for side in result.sides]
    width = max(map(len, names))
    ours = min(60, max(len(side.ours) for side in result.sides))
    yield f"    {'':{width}}  {'referee':{ours}}  the other side"
    for name, side in zip(names, result.sides, strict=True):
        yield f"  {'>' if side.differs else ' '} {name:{width}}  {side.ours:{ours}}  {side.theirs}"
