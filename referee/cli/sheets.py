"""Final sheets scored in one run, in the formats of ``referee score``."""

from __future__ import annotations

import click

from referee.cli.checking import View
from referee.cli.corpus.reading import document_of
from referee.cli.corpus.sources import Sources
from referee.cli.output import output
from referee.report import Judged, load
from referee.report.wording import place
from referee.sheets import score_sheet
from referee.transcript.sheets import is_sheet


def score_sheets(sources: Sources, view: View) -> int:
    """Score every sheet; what cannot be read is named on standard error. Returns the exit code."""
    report = load(view.target, view.style)
    found = failed = 0
    with output(view.path) as out:
        out.write(report.start())
        for reference in sources:
            document = document_of(reference)
            if not reference.named and not is_sheet(document.tree):
                continue
            found += 1
            verdict = score_sheet(document)
            if verdict.violations:
                failed += 1
                for violation in verdict.violations:
                    click.echo(f"{place(verdict, violation)}: {violation.message}", err=True)
                continue
            out.write(report.add(report.piece(Judged(verdict))))
        out.write(report.finish())
    for path in sources.missing:
        click.echo(f"Error: {path}: there is no such file or folder", err=True)
    if not found and not sources.missing:
        click.echo(f"Error: there is no final sheet in {' '.join(sources.paths)}", err=True)
    if sources.missing or not found:
        return 2
    return 1 if failed else 0
