"""The judge: one document in, one verdict out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee import games
from referee.engine.assumptions import assumptions
from referee.engine.game import Game, Header, Table, ranked
from referee.engine.replay import Finding, Replay, Replayer, Watcher
from referee.engine.result import check_result
from referee.engine.rule import Catalogue, Fault, Severity
from referee.engine.verdict import Moves, Score, Verdict
from referee.transcript.document import Document, Flaw
from referee.transcript.envelope import Envelope, open_envelope
from referee.transcript.limits import inspect
from referee.transcript.rules import COMMON
from referee.version import VERSION

_COMMON = Catalogue.of(COMMON)


@dataclass(frozen=True, slots=True)
class Options:
    """How strictly, and by which reading of the rules, to judge.

    ``explicit``: no step may be left out. ``stop_at_first``: end at the first violation. ``audit``: check after every
    step that all things on the table are accounted for. ``profile`` and ``rulings`` override the transcript's.
    ``select`` and ``ignore`` are beginnings of rule ids: only violations that begin with one of ``select`` (if there
    is any) and with none of ``ignore`` count.
    """

    explicit: bool = False
    stop_at_first: bool = False
    audit: bool = False
    profile: str | None = None
    rulings: Mapping[str, Any] = field(default_factory=dict)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def counts(self, rule: str) -> bool:
        """Whether violations of this rule are reported and count for the verdict."""
        return (not self.select or rule.startswith(self.select)) and not rule.startswith(self.ignore or "\0")


class RefereeBug(Exception):
    """A bug of the referee itself, met at a move (counted from 1; ``None`` outside the log) of a transcript."""

    def __init__(self, source: str, move: int | None) -> None:
        at = f", move {move}" if move is not None else ""
        super().__init__(f"the referee failed at {source}{at}; please report this with the transcript")
        self.source, self.move = source, move


@dataclass(slots=True)
class Opened:
    """A transcript that was read as far as it could be: a replay needs ``game``, ``header`` and ``entries``.

    ``flaws`` make it unreadable; then ``header`` is ``None`` and ``entries`` is empty.
    """

    document: Document
    flaws: list[Flaw]
    game: Game | None = None
    header: Header | None = None
    entries: list[Any] = field(default_factory=list)
    result: dict[str, Any] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)

    @property
    def raw(self) -> list[Any]:
        """The moves as they were written."""
        moves = (self.document.tree or {}).get("moves")
        return moves if isinstance(moves, list) else []


def open_document(document: Document, options: Options = Options()) -> Opened:
    """Read the envelope and the moves of a document. Bad input never raises, it is named in ``flaws``."""
    if document.tree is None or document.flaws:
        return Opened(document, list(document.flaws))
    envelope = open_envelope(
        document.tree, games.find, games.all_names, profile=options.profile, rulings=options.rulings
    )
    opened = Opened(document, [], envelope.game, envelope.header, result=envelope.result, meta=envelope.meta)
    if envelope.header is None or envelope.game is None:
        opened.flaws = [Flaw(rule, fault) for rule, fault in _with_moves(envelope)]
        return opened
    from referee.transcript.entries import read_entries

    opened.entries, flaws = read_entries(opened.raw, envelope.game, envelope.header)
    if flaws:
        opened.flaws = [Flaw(rule, fault) for rule, fault in flaws]
        opened.entries, opened.header = [], None
    return opened


def _with_moves(envelope: Envelope) -> Iterator[tuple[str, Fault]]:
    """The flaws of the envelope, then those in the moves that no transcript may hold either."""
    yield from envelope.flaws
    moves = envelope.tree.get("moves")
    found: list[tuple[str, Fault]] = []
    for index, move in enumerate(moves if isinstance(moves, list) else ()):
        if not isinstance(move, str):
            inspect(move, f"moves/{index}", found, 3)
    yield from (flaw for flaw in found if flaw[0] != "transcript.type")


def judge(document: Document, options: Options = Options(), watcher: Watcher | None = None) -> Verdict:
    """Check one transcript from its first byte to its claimed result.

    :raises RefereeBug: for a bug of ours, with the exception that showed it as its cause.
    """
    return judge_opened(open_document(document, options), options, watcher)


def judge_opened(opened: Opened, options: Options = Options(), watcher: Watcher | None = None) -> Verdict:
    """As :func:`judge`, of a transcript that :func:`open_document` has read with the same options.

    :raises RefereeBug: for a bug of ours, with the exception that showed it as its cause.
    """
    verdict = _blank(opened)
    if opened.header is None or opened.game is None:
        _report(verdict, opened, [_finding(flaw) for flaw in opened.flaws], Options())
        verdict.verdict = "unreadable"
        return verdict
    game, header = opened.game, opened.header
    replayed = _play(opened, options, watcher)
    verdict.moves = Moves(len(opened.entries), replayed.checked, replayed.implied, replayed.unchecked)
    findings = [*replayed.violations, *replayed.remarks]
    if replayed.table is not None:
        findings += _conclude(verdict, opened, replayed.table)
    _report(verdict, opened, findings + _strangers(opened.result, game.everyone(header)), options)
    verdict.disputed = verdict.scores is not None and any(item.arbiter is None for item in verdict.violations)
    if any(item.arbiter is None for item in verdict.violations):
        verdict.verdict = "illegal"
    return verdict


def _blank(opened: Opened) -> Verdict:
    """A verdict that says what was judged, and nothing of the game yet."""
    document, game, header = opened.document, opened.game, opened.header
    verdict = Verdict(document.source, document.sha256, "legal", VERSION)
    tree = document.tree or {}
    if game is not None:
        verdict.game, verdict.ruleset = game.id, game.ruleset
    elif isinstance(tree.get("game"), str):
        verdict.game = tree["game"]
    if header is not None:
        verdict.expansions, verdict.profile = header.expansions, header.profile
        verdict.rulings, verdict.players = dict(header.rulings), header.players
        verdict.meta = opened.meta
    else:
        verdict.players, verdict.expansions = _texts(tree.get("players")), _texts(tree.get("expansions"))
        verdict.profile = tree["profile"] if isinstance(tree.get("profile"), str) else None
    verdict.moves.recorded = len(opened.raw)
    return verdict


def _texts(value: Any) -> list[str]:
    """What is sound of a list of names in an envelope that is not."""
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def _finding(flaw: Flaw) -> Finding:
    return Finding(None, _COMMON[flaw.rule], flaw.fault, entry=flaw)


def _strangers(result: Mapping[str, Any], names: Sequence[str]) -> list[Finding]:
    """A fault for everybody who is named in the result and is not in the game."""
    from referee.transcript.entries import strangers

    flaws = strangers(result.get("winners", []), "result/winners", names)
    for name in result.get("scores", {}):
        flaws += [(rule, _at_key(fault, name)) for rule, fault in strangers(name, "result/scores", names)]
    return [Finding(None, _COMMON[rule], fault) for rule, fault in flaws]


def _at_key(fault: Fault, name: str) -> Fault:
    from referee.transcript.limits import join

    fault.field = join(fault.field, name)
    return fault


def _play(opened: Opened, options: Options, watcher: Watcher | None) -> Replay:
    """Replay the log; with ``stop_at_first`` up to the first violation that counts and that no arbiter lets stand."""
    game, header, entries = opened.game, opened.header, opened.entries
    assert game is not None
    assert header is not None
    replayer: Replayer | None = None
    try:
        replayer = Replayer(game, header, explicit=options.explicit, audit=options.audit, watcher=watcher)
        if replayer.table is None or not options.stop_at_first:
            return replayer.run(entries)
        for index, entry in enumerate(entries):
            replayer.enter(index, entry)
            if _stop(replayer.out.violations, options, entries[index + 1 : index + 2], game):
                replayer.out.unchecked = len(entries) - index - 1
                return replayer.out
        replayer.close(len(entries))
    except Exception as error:
        checked = replayer.out.checked if replayer is not None else len(entries)
        raise RefereeBug(opened.document.source, checked + 1 if checked < len(entries) else None) from error
    return replayer.out


def _stop(violations: Sequence[Finding], options: Options, following: Sequence[Any], game: Game) -> bool:
    """Whether a violation counts and is not let stand, neither yet nor by the move that follows."""
    for entry in following:
        if type(entry) is game.arbiter and getattr(entry, "decision", None) == "stands":
            return False
    return any(not found.arbiter and options.counts(found.rule.id) for found in violations)


def _conclude(verdict: Verdict, opened: Opened, table: Table) -> list[Finding]:
    """The scores, the winners and what they rest on; return what is wrong with the claimed result."""
    game = opened.game
    assert game is not None
    try:
        standing: list[Score] = game.standing(table)
        verdict.complete = table.complete
        verdict.rounds = table.rounds
        verdict.scores = ranked(standing)
        verdict.winners = game.winners(standing) if table.complete else []
        verdict.assumptions = assumptions(game, table, standing)
        verdict.unjudged = game.unjudged(table)
        return check_result(opened.result, standing, verdict.winners, complete=table.complete)
    except Exception as error:
        raise RefereeBug(opened.document.source, None) from error


def _report(verdict: Verdict, opened: Opened, findings: Sequence[Finding], options: Options) -> None:
    """Write the findings into the verdict, each with its place in the file; those that do not count by name only."""
    if not findings:
        return
    from referee.transcript.violations import Reporter

    reporter = Reporter(opened.document, opened.game, opened.header)
    ignored: dict[str, None] = {}
    for finding in findings:
        if not options.counts(finding.rule.id):
            ignored[finding.rule.id] = None
            continue
        violation = reporter.violation(finding)
        if finding.rule.severity is Severity.ERROR:
            verdict.violations.append(violation)
        else:
            verdict.notes.append(violation)
    verdict.ignored = list(ignored)
