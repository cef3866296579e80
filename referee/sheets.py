"""A final sheet scored: one document in, one verdict out that says who has how much, and nothing of how it came about."""

from __future__ import annotations

from referee import games
from referee.engine.game import ranked
from referee.engine.replay import Finding
from referee.engine.rule import Catalogue
from referee.engine.verdict import Verdict
from referee.transcript.document import Document, Flaw
from referee.transcript.rules import COMMON
from referee.transcript.sheets import open_sheet
from referee.transcript.violations import Reporter
from referee.version import VERSION

_COMMON = Catalogue.of(COMMON)
#: The ``verdict`` of a table that nobody saw being played.
UNJUDGED = "unjudged"


def score_sheet(document: Document) -> Verdict:
    """The scores of a final table: ``"unjudged"``, or ``"unreadable"`` with every reason why there are none."""
    verdict = Verdict(document.source, document.sha256, "unreadable", VERSION)
    if document.tree is None or document.flaws:
        _report(verdict, document, document.flaws)
        return verdict
    opened = open_sheet(document.tree, games.find, games.all_names)
    game, header = opened.game, opened.header
    if game is not None:
        verdict.game, verdict.ruleset = game.id, game.ruleset
    if game is None or header is None or game.sheet is None:
        _report(verdict, document, [Flaw(rule, fault) for rule, fault in opened.flaws])
        return verdict
    verdict.expansions, verdict.profile, verdict.rulings = header.expansions, header.profile, dict(header.rulings)
    verdict.players = header.players
    verdict.meta = document.tree.get("meta", {})
    table, faults = game.sheet.table(header, opened.players)
    if faults:
        catalogue = game.catalogue
        reporter = Reporter(document, game, header)
        verdict.violations = [
            reporter.violation(Finding(None, catalogue[rule], fault, entry=Flaw(rule, fault))) for rule, fault in faults
        ]
        return verdict
    verdict.verdict, verdict.complete = UNJUDGED, True
    verdict.rounds = table.rounds
    standing = game.standing(table)
    parts = {part["name"]: part for part in opened.players}
    for score in standing:
        score.breakdown = game.sheet.told_apart(header, parts.get(score.player, {}), score.breakdown)
    verdict.scores = ranked(standing)
    verdict.winners = game.winners(standing)
    return verdict


def _report(verdict: Verdict, document: Document, flaws: list[Flaw]) -> None:
    reporter = Reporter(document)
    verdict.violations = [
        reporter.violation(Finding(None, _COMMON[flaw.rule], flaw.fault, entry=flaw)) for flaw in flaws
    ]
