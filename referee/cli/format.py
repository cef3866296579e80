"""``referee format``: transcripts in their canonical form, or in another one."""

from __future__ import annotations

import sys
from typing import Literal

import click

from referee.cli.config import Configured
from referee.cli.output import STANDARD_OUTPUT, Failure, keep_apart, output
from referee.report.wording import counted


@click.command(cls=Configured)
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATH...")
@click.option("--stdin-name", metavar="NAME", help="What to call standard input (-); its ending tells the form.")
@click.option("--to", type=click.Choice(["json", "toml"]), help="Write JSON or TOML, whatever it is now.")
@click.option("--lines", "moves", flag_value="lines", help="Write every move as a line.")
@click.option("--objects", "moves", flag_value="objects", help="Write every move as an object.")
@click.option("--explicit", "write_out", is_flag=True, help="Write out the steps that were left out because they were forced.")
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change, and exit with 1.")
@click.option("--in-place", is_flag=True, help="Write each transcript back into its file.")
@click.option("--drop-comments", is_flag=True, help="Write a form that cannot keep the comments of a TOML file.")
@click.option("-o", "--output-file", metavar="FILE", default=STANDARD_OUTPUT, help="Write into a file.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    stdin_name: str | None,
    to: Literal["json", "toml"] | None,
    moves: Literal["lines", "objects"] | None,
    write_out: bool,
    check: bool,
    in_place: bool,
    drop_comments: bool,
    output_file: str,
) -> None:
    """Write transcripts in their canonical form.

    Names that people say become ids (Kontor is counting-office), fields stand in their order, and each move stands in
    a line of its own. The verdict stays the same. In a TOML file with comments only the words of the moves change;
    everything else stays where it is.

    Exit codes: 0 done, 1 a transcript cannot be read or brought into this form (with --check also: one would
    change), 2 wrong usage or nothing to format.
    """
    from referee.cli.corpus.sources import Sources
    from referee.cli.rewriting import Rewriting, unreadable
    from referee.judge import open_document
    from referee.transcript.formatting import Form, FormatError, formatted

    if check + in_place + (output_file != STANDARD_OUTPUT) > 1:
        raise click.UsageError("--check, --in-place and -o exclude each other.")
    keep_apart([output_file], paths)
    run = Rewriting(Sources(paths, stdin_name))
    printed: list[bytes] = []
    single = not check and not in_place
    for reference, document in run.documents():
        opened = open_document(document)
        if opened.header is None or opened.game is None:
            run.refuse(document, unreadable(document, opened.flaws[0].fault.message, len(opened.flaws)))
            continue
        if in_place and to is not None and to != document.form:
            ending = "JSON lines" if reference.line else f"a name that ends in .{document.form}"
            run.refuse(document, f"in its place it would be {to.upper()} under {ending}; write it elsewhere with -o.")
            continue
        form = Form(to, moves, write_out, drop_comments, one_line=bool(reference.line))
        try:
            new = formatted(document, opened.entries, opened.game, opened.header, form)
        except FormatError as error:
            run.refuse(document, str(error))
            continue
        if single:
            if printed and (not reference.line or to == "toml"):
                raise Failure("several transcripts cannot be written one after the other; use --in-place")
            printed.append(new)
            continue
        if reference.line:
            new = new.removesuffix(b"\n")
        if new != document.data:
            if check:
                run.changed += 1
                click.echo(document.source)
            else:
                run.keep(reference, document, new)
    if in_place:
        run.write()
        click.echo(f"{counted(run.changed, 'transcript')} formatted.", err=True)
    elif single and printed:
        with output(output_file) as place:
            place.write(b"".join(printed))
    sys.stdout.flush()
    ctx.exit(run.end(failed=check and bool(run.changed)))
