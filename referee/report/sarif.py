"""``sarif``: SARIF 2.1.0 as code scanning of GitHub and other viewers take it."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

from pydantic_core import to_json

from referee.engine.verdict import Verdict, Violation
from referee.report import Judged, Report, Style
from referee.report.fixes import in_words
from referee.report.locations import uri
from referee.report.wording import cited, counted, file_of, when

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#: GitHub shows 5,000 results of a run and rejects a file with 25,000: the most severe are kept.
RESULTS = 5000
_LEVELS = ("error", "warning", "note")


class Sarif(Report):
    """One run with the rules that were broken and a result for each violation and remark."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self._results: dict[str, list[dict[str, Any]]] = {level: [] for level in _LEVELS}
        self._rules: dict[str, dict[str, Any]] = {}
        self._left_out = 0
        self._failures: list[dict[str, Any]] = []
        self._version = ""

    def piece(self, judged: Judged) -> Any:
        verdict = judged.verdict
        items = verdict.violations if self.style.quiet else [*verdict.violations, *verdict.notes]
        same: Counter[str] = Counter()
        results = [_result(verdict, item, same) for item in items]
        return verdict.referee, results, {item.rule: _rule(item) for item in items}

    def add(self, piece: Any) -> str:
        self._version, results, rules = piece
        for result in results:
            kept = self._results[result["level"]]
            if len(kept) < RESULTS:
                kept.append(result)
            else:
                self._left_out += 1
        self._rules |= rules
        return ""

    def crash(self, source: str, message: str) -> str:
        location = {"physicalLocation": {"artifactLocation": {"uri": uri(source)}}}
        self._failures.append({"level": "error", "message": {"text": message}, "locations": [location]})
        return ""

    def finish(self) -> str:
        results = [result for level in _LEVELS for result in self._results[level]]
        left_out = self._left_out + max(0, len(results) - RESULTS)
        rules = [self._rules[rule] for rule in sorted(self._rules)]
        number = {rule["id"]: place for place, rule in enumerate(rules)}
        for result in results[:RESULTS]:
            result["ruleIndex"] = number[result["ruleId"]]
        notes = list(self._failures)
        if left_out:
            notes.append({"level": "warning", "message": {"text": f"{counted(left_out, 'more result')} left out."}})
        invocation: dict[str, Any] = {"executionSuccessful": not self._failures}
        if notes:
            invocation["toolExecutionNotifications"] = notes
        driver = {"name": "referee", "semanticVersion": self._version, "rules": rules}
        if not self._version:
            del driver["semanticVersion"]
        run = {
            "tool": {"driver": driver},
            "invocations": [invocation],
            "columnKind": "unicodeCodePoints",
            "results": results[:RESULTS],
        }
        return to_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2).decode() + "\n"


def _rule(item: Violation) -> dict[str, Any]:
    return {
        "id": item.rule,
        "shortDescription": {"text": item.title or item.rule},
        "fullDescription": {"text": f"{item.title or item.rule} ({cited(item.cite)})"},
        "defaultConfiguration": {"level": item.severity},
    }


def _result(verdict: Verdict, item: Violation, same: Counter[str]) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri(file_of(verdict.source, item.line))}}
    if item.line:
        physical["region"] = {
            "startLine": item.line,
            "startColumn": item.column or 1,
            "endLine": item.end_line or item.line,
            "endColumn": item.end_column or item.column or 1,
        }
    place: dict[str, Any] = {"physicalLocation": physical}
    if item.pointer:
        place["logicalLocations"] = [{"fullyQualifiedName": item.pointer}]
    context = when(item)
    hint = f" Fix: {in_words(item.fix)}." if item.fix is not None else ""
    result: dict[str, Any] = {
        "ruleId": item.rule,
        "level": item.severity,
        "message": {"text": f"{item.message}{f' ({context})' if context else ''}{hint}"},
        "locations": [place],
        "partialFingerprints": {"referee/1": _fingerprint(verdict, item, same)},
    }
    if item.arbiter == "stands":
        result["suppressions"] = [{"kind": "external", "justification": "The arbiter let it stand."}]
    return result


def _fingerprint(verdict: Verdict, item: Violation, same: Counter[str]) -> str:
    """Stays the same when lines or claims are put in above: neither the line nor the number of the move is in it."""
    said = [
        uri(file_of(verdict.source, item.line)),
        item.rule,
        item.round,
        item.phase,
        item.player,
        item.field,
        item.found,
    ]
    text = to_json(said).decode()
    same[text] += 1
    return hashlib.sha256(f"{text}#{same[text]}".encode()).hexdigest()[:32]
