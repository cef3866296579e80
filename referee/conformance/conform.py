"""Another implementation held against the suite: each case is played move by move, and where the two part first is told.

The other side gets a new game, then one move at a time, and is asked for the state after each; at the end for the
legal decisions and, in a complete game, for the scores. What it does is never a failure of ours: it is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from pydantic_core import to_json

from referee.conformance.engine import Trouble
from referee.conformance.recording import as_object
from referee.engine.game import Game, Header, Table, Unreadable
from referee.engine.replay import Replayer
from referee.engine.rule import Citation, Fault, Rank, Rule, Severity
from referee.engine.verdict import Moves, Verdict, Violation
from referee.judge import open_document
from referee.transcript.document import read
from referee.transcript.entries import read_entries
from referee.transcript.writing import to_json as transcript_bytes
from referee.version import VERSION

PROTOCOL = Citation("Conformance kit", "The line protocol")
#: After so many troubles in a row the other side is given up.
PATIENCE = 5
#: How many wrong decisions are listed in words.
LISTED = 5


def _rule(name: str, title: str, text: str, severity: Severity = Severity.ERROR) -> Rule:
    return Rule(f"conform.{name}", title, text, PROTOCOL, Rank.FORM, severity=severity)


RULES = (
    _rule("timeout", "An answer comes in time", "Every line is answered within the time given with --timeout."),
    _rule("crash", "The other side keeps running", "It ends when its input ends, not before."),
    _rule("half-line", "Every answer is a whole line", "An answer ends with a line end."),
    _rule("garbage", "Every answer is an object of the protocol", "JSON with the id asked, and ok as true or false."),
    _rule("refused", "A legal move is accepted", "The move breaks no rule, so the answer has to be ok."),
    _rule("accepted", "An illegal move is refused", "The move breaks a rule, so the answer must not be ok."),
    _rule("state", "The tables agree", "What the other side says of its table is true of ours."),
    _rule("legal", "The legal decisions agree", "All legal decisions are listed, and no other."),
    _rule("score", "The final scores agree", "Scores and winners of a complete game."),
    _rule("rule", "The same rule is named", "A refusal may name the rule; another name may be a matter of taste.", Severity.WARNING),
)  # fmt: skip
_RULES = {rule.id: rule for rule in RULES}


class Other(Protocol):
    """The other side: a process (:class:`referee.conformance.engine.Engine`), or whatever answers like one."""

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer to one request.

        :raises Trouble: if there is none that can be understood.
        """


class Side(NamedTuple):
    """One field of both tables; ``player`` is ``None`` for the common things."""

    player: str | None
    name: str
    ours: str
    theirs: str
    differs: bool


@dataclass(slots=True)
class Result:
    """What came of one case. ``skipped`` says why it was not played; ``sides`` are both tables, field by
    field: whose, which field, ours, theirs, and whether they differ."""

    id: str
    title: str
    verdict: Verdict
    skipped: str | None = None
    sides: list[Side] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return self.skipped is None and self.verdict.legal


def conform(game: Game, cases: Sequence[Mapping[str, Any]], engine: Other, *, every: bool = True) -> Iterator[Result]:
    """Play the cases of a suite against the other side, one after the other.

    With ``every`` the state is asked after each move, else only at the end of a case.

    :raises OSError: if the other side cannot be started.
    """
    troubles = 0
    for case in cases:
        if troubles >= PATIENCE:
            yield Result(case["id"], case["title"], _blank(game, case), f"given up after {PATIENCE} troubles in a row")
            continue
        result = Case(game, case, engine, every).play()
        if result.skipped is None:
            broken = any(item.rule in _TROUBLES for item in result.verdict.violations)
            troubles = troubles + 1 if broken else 0
        yield result


_TROUBLES = ("conform.timeout", "conform.crash", "conform.half-line", "conform.garbage")


def _blank(game: Game, case: Mapping[str, Any]) -> Verdict:
    tree = case["transcript"] if isinstance(case["transcript"], dict) else {}
    return Verdict(
        source=case["id"], sha256="", verdict="legal", referee=VERSION, game=game.id, ruleset=game.ruleset,
        expansions=list(tree.get("expansions", [])), profile=tree.get("profile"), rulings=dict(case["rulings"]),
        players=list(tree.get("players", [])), moves=Moves(recorded=len(tree.get("moves", []))),
    )  # fmt: skip


class Parted(Exception):
    """The two sides parted: the case ends here."""


class Case:
    """One case of the suite, played on our table and on theirs."""

    def __init__(self, game: Game, case: Mapping[str, Any], engine: Other, every: bool) -> None:
        self.game, self.case, self.engine, self.every = game, case, engine, every
        self.verdict = _blank(game, case)
        self.result = Result(case["id"], case["title"], self.verdict)
        self.first = case["expect"].get("first")
        #: The move being played, from 1.
        self.number: int | None = None

    def play(self) -> Result:
        opened = self._opened()
        if self.result.skipped is not None:
            return self.result
        entries, header = opened
        try:
            self._play(entries, header)
        except Trouble as trouble:
            self._found(trouble.rule, trouble.message, self.number, found=trouble.found)
        except Parted:
            pass
        return self.result

    def _opened(self) -> tuple[list[Any], Header | None]:
        """The moves of the case; cases that no engine can be asked about are skipped."""
        tree, rule = self.case["transcript"], str((self.first or {}).get("rule", ""))
        if rule.startswith(("transcript.", "claim.", "result.")) or not isinstance(tree, dict):
            self.result.skipped = "about the transcript, not about the game"
            return [], None
        opened = open_document(read(transcript_bytes(tree), self.case["id"], "json"))
        if any(type(entry) in (Unreadable, self.game.arbiter) for entry in opened.entries):
            self.result.skipped = "about the transcript, not about the game"
        return opened.entries, opened.header

    def _play(self, entries: Sequence[Any], header: Header | None) -> None:
        tree = self.case["transcript"]
        fields = ("format", "game", "expansions", "profile", "ruleset", "players", "setup")
        envelope = {name: tree[name] for name in fields if name in tree} | {"rulings": self.case["rulings"]}
        answer = self.engine.ask("new", envelope=envelope)
        refused_setup = self.first is not None and self.first["move"] is None
        if not answer["ok"]:
            if not refused_setup:
                self.result.skipped = f"the other side does not play it ({answer.get('message') or 'no reason given'})"
            return
        if refused_setup or header is None:
            self._part("conform.accepted", f"The setup breaks {self.first['rule']}, but the other side accepts it.")
            return
        replayer = Replayer(self.game, header)
        claim = self.game.moves.get("claim")
        for number, entry in enumerate(entries, 1):
            if type(entry) is not claim:
                self.number = number
                self._move(number, entry, replayer)
                self.verdict.moves.checked += 1
        self.number = None
        if self.first is None:
            if not self.every:
                self._state(None, replayer)
            self._legal(replayer, header)
            self._score()

    def _move(self, number: int, entry: Any, replayer: Replayer) -> None:
        fields = as_object(entry)
        illegal = self.first is not None and number >= self.first["move"]
        answer = self.engine.ask("move", move=fields)
        if not illegal:
            if not answer["ok"]:
                why = answer.get("message") or answer.get("rule")
                said = f" ({why})" if why else ""
                self._part("conform.refused", f"The other side refuses a legal move{said}: {_line(fields)}", number,
                           found=answer.get("rule"), replayer=replayer)  # fmt: skip
            replayer.enter(number - 1, entry)
            if self.every:
                self._state(number, replayer)
            return
        rule = str(self.first["rule"]) if self.first is not None else ""
        if answer["ok"]:
            self._part("conform.accepted", f"The other side accepts a move that breaks {rule}: {_line(fields)}", number,
                       expected=rule, replayer=replayer)  # fmt: skip
        named = answer.get("rule")
        if named is not None and named != rule:
            message = f"The other side names {named}, we name {rule}: {_line(fields)}"
            self._found("conform.rule", message, number, named, rule)
        self._state(number, replayer)

    # What is asked.

    def _state(self, number: int | None, replayer: Replayer) -> None:
        answer = self.engine.ask("state")
        theirs = answer.get("state")
        if not answer["ok"] or not isinstance(theirs, list) or not all(isinstance(claim, dict) for claim in theirs):
            raise Trouble(
                "conform.garbage", 'The state is not given as a list of claims ("state": […]).', _line(answer)
            )
        faults = list(compared(self.game, replayer.table, theirs))
        if faults:
            self.result.sides = side_by_side(self.game, replayer.table, theirs, faults)
            after = f"After move {number}" if number is not None else "At the end"
            self._part("conform.state", f"{after} the tables differ: {faults[0][1].message}", number,
                       found=faults[0][1].found, expected=faults[0][1].expected, replayer=replayer)  # fmt: skip

    def _legal(self, replayer: Replayer, header: Header) -> None:
        expected = self.case["expect"].get("legal")
        if expected is None:
            return
        answer = self.engine.ask("legal")
        theirs = answer.get("legal")
        if not answer["ok"] or not isinstance(theirs, list):
            raise Trouble("conform.garbage", 'The legal decisions are not a list ("legal": […]).', _line(answer))
        said, _ = read_entries(theirs, self.game, header)
        for move, raw in zip(said, theirs, strict=True):
            if type(move) is Unreadable:
                raise Trouble(
                    "conform.garbage", f"A legal decision is no move: {move.faults[0][1].message}", _line(raw)
                )
        ours = {self._alike(move) for move in read_entries(expected, self.game, header)[0]}
        others = {self._alike(move) for move in said}
        missing, extra = sorted(ours - others), sorted(others - ours)
        if missing or extra:
            words = [f"{len(missing)} missing, such as {', '.join(missing[:LISTED])}"] if missing else []
            words += [f"{len(extra)} not legal, such as {', '.join(extra[:LISTED])}"] if extra else []
            self._part("conform.legal", f"Of {len(ours)} legal decisions {'; '.join(words)}", found=extra, expected=missing,
                       replayer=replayer)  # fmt: skip

    def _alike(self, move: Any) -> str:
        """A move as text, the same for two ways to say it."""
        return ", ".join(_line(as_object(part)) for part in self.game.comparable(move))

    def _score(self) -> None:
        expected = self.case["expect"].get("scores")
        if not expected:
            return
        answer = self.engine.ask("score")
        theirs = answer.get("scores")
        if not answer["ok"] or not isinstance(theirs, dict):
            raise Trouble("conform.garbage", 'The scores are not a table ("scores": {…}).', _line(answer))
        if theirs != expected:
            self._part("conform.score", f"The scores are {_line(theirs)}, but should be {_line(expected)}.", found=theirs,
                       expected=expected)  # fmt: skip
        winners = answer.get("winners")
        if winners is not None and winners != self.case["expect"]["winners"]:
            should = self.case["expect"]["winners"]
            self._part("conform.score", f"The winners are {_line(winners)}, but should be {_line(should)}.", found=winners,
                       expected=should)  # fmt: skip

    # What is found.

    def _part(self, rule: str, message: str, number: int | None = None, found: Any = None, expected: Any = None,
              replayer: Replayer | None = None) -> None:  # fmt: skip
        self._found(rule, message, number, found, expected, replayer)
        raise Parted

    def _found(self, rule_id: str, message: str, number: int | None = None, found: Any = None, expected: Any = None,
               replayer: Replayer | None = None) -> None:  # fmt: skip
        rule, table = _RULES[rule_id], replayer.table if replayer is not None else None
        cite = self.case.get("cite") or {"document": rule.cite.document, "section": rule.cite.section}
        violation = Violation(
            rule=rule.id, title=rule.title, cite=cite, severity=rule.severity.value, move=number,
            pointer=f"/moves/{number - 1}" if number is not None else "", message=message, found=found,
            expected=expected, round=table.round if table is not None else None,
            phase=table.phase if table is not None else None,
        )  # fmt: skip
        if rule.severity is Severity.ERROR:
            self.verdict.violations.append(violation)
            self.verdict.verdict = "illegal"
        else:
            self.verdict.notes.append(violation)


def compared(game: Game, table: Table, theirs: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str | None, Fault]]:
    """What the other side says of a player or of the table and is not true of ours; what it leaves out is not compared.

    :raises Trouble: if what it says is no claim.
    """
    header = Header(game.id, list(table.players))
    claims, _ = read_entries([{**claim, "move": "claim"} for claim in theirs], game, header)
    told = set()
    for claim, raw in zip(claims, theirs, strict=True):
        if type(claim) is Unreadable:
            message = f"A part of the state is no claim: {claim.faults[0][1].message}"
            raise Trouble("conform.garbage", message, _line(raw))
        told.add(claim.player)
        for rule in game.plans[type(claim)].rules:
            if rule.check is not None and (fault := rule.check(table, claim)) is not None:
                yield claim.player, fault
    for name in table.players:
        if name not in told:
            yield name, Fault(f"Nothing is said of {name}.", expected=name)


def side_by_side(
    game: Game, table: Table, theirs: Sequence[Mapping[str, Any]], faults: Sequence[tuple[str | None, Fault]]
) -> list[Side]:
    """Both tables field by field."""
    said = {claim.get("player"): claim for claim in theirs}
    wrong = {(player, fault.field.partition("/")[0]) for player, fault in faults}
    rows = []
    for claim in game.claims(table):
        player = claim.get("player")
        for name, value in claim.items():
            if name not in ("move", "player"):
                other = said.get(player, {})
                shown = _line(other[name]) if name in other else "-"
                rows.append(Side(player, name, _line(value), shown, (player, name) in wrong))
    return rows


def _line(value: Any) -> str:
    """A value as one line of JSON, objects by the names of their fields, so that equal ones look alike."""
    return to_json(_sorted(value)).decode()


def _sorted(value: Any) -> Any:
    if isinstance(value, Mapping):
        head = {"move": value["move"]} if "move" in value else {}
        return head | {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(inner) for inner in value] if isinstance(value, list) else value
