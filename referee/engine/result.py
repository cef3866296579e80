"""The result that a table believes in, held against the one that the referee computed."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from referee.engine.replay import Finding
from referee.engine.rule import Citation, Fault, Fix, Rank, Rule, Severity
from referee.engine.verdict import Score

FORMAT = Citation("Transcript format, version 1", "Envelope")

SCORES = Rule(
    "result.scores", "The claimed scores are the computed ones",
    "The result of a transcript says what the table believes that each player scored. In a complete game every "
    "score named there has to be the one that follows from the log.",
    FORMAT, Rank.CLAIM,
)  # fmt: skip
WINNERS = Rule(
    "result.winners", "The claimed winners are the computed ones",
    "The result of a transcript says who the table believes has won. In a complete game these have to be exactly "
    "the players who come first; the order in which they are named does not matter.",
    FORMAT, Rank.CLAIM,
)  # fmt: skip
UNCHECKED = Rule(
    "note.result-unchecked", "The claimed result could not be checked",
    "The transcript claims a result, but its log does not reach a final score, so there is nothing to hold "
    "the claim against.",
    FORMAT, Rank.REMARK, severity=Severity.NOTE,
)  # fmt: skip
RULES = (SCORES, WINNERS, UNCHECKED)


def check_result(result: Mapping[str, Any], scores: Sequence[Score], winners: Sequence[str], *,
                 complete: bool) -> list[Finding]:  # fmt: skip
    """Hold the claims of ``result`` against the final ``scores`` and ``winners``.

    ``result`` is sound in form. Names that are in no score are not judged here (``transcript.unknown-player``).
    """
    if not result.get("scores") and "winners" not in result:
        return []
    if not complete or not scores:
        why = "is not complete" if not complete else "has no score that could be computed"
        return [Finding(None, UNCHECKED, Fault(f"The game {why}, so the claimed result was not checked.", "result"))]
    findings = []
    totals = {score.player: score.total for score in scores}
    for player, claimed in result.get("scores", {}).items():
        if player in totals and claimed != totals[player]:
            field = f"result/scores/{escape(player)}"
            fault = Fault(f"The result gives {player} {claimed} points, but the game as logged gives {totals[player]}.",
                          field, claimed, totals[player], Fix({field: totals[player]}))  # fmt: skip
            findings.append(Finding(None, SCORES, fault, player=player))
    claimed = result.get("winners")
    if claimed is not None and _wrong(claimed, winners, totals):
        fault = Fault(f"The result names {named(claimed)} as {winner_word(claimed)}, but the game as logged "
                      f"was won by {named(winners)}.",
                      "result/winners", claimed, list(winners), Fix({"result/winners": list(winners)}))  # fmt: skip
        findings.append(Finding(None, WINNERS, fault))
    return findings


def _wrong(claimed: Sequence[str], winners: Sequence[str], players: Container[str]) -> bool:
    """Whether other players are named than those who won. A stranger may stand for a winner who is not named."""
    known = {name for name in claimed if name in players}
    return known != set(winners) if known.issuperset(claimed) else not known.issubset(winners)


def named(names: Sequence[str]) -> str:
    """``Anna``, ``Anna and Ben``, ``Anna, Ben and Cleo``, or ``nobody``."""
    if not names:
        return "nobody"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def winner_word(names: Sequence[str]) -> str:
    return "winners" if len(names) > 1 else "the winner"


def escape(key: str) -> str:
    """A key as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")
