"""Near misses: legal logs with one small change, so that exactly one rule is broken at one move, and no other there.

Changes are tried at every move: another player, place, card or good, a number off by one, a move left out, made
twice, made too early or too late, a claim that is not true; and what the game itself knows as slips. What the rules
then say is found out by playing the changed log, so no rule is described here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.conformance.forks import Fork, first_broken
from referee.conformance.recording import as_object
from referee.conformance.variation import Vocabulary, variants
from referee.engine.game import Game, Header, Unreadable
from referee.engine.replay import Replay, Replayer
from referee.engine.rule import Severity
from referee.judge import Opened
from referee.transcript.entries import Reader, reader
from referee.transcript.writing import to_json, to_toml

#: How many changes are kept for each rule before they are played out, and how many moves of one log are tried.
KEPT = 12
#: How many changes of a move of several parts are tried; each costs a copy of the table.
COSTLY = 5


@dataclass(slots=True)
class NearMiss:
    """A transcript that breaks ``rule`` at ``move`` (from 1; ``None`` is the setup or the result), as data."""

    rule: str
    move: int | None
    tree: dict[str, Any]
    form: str

    @property
    def data(self) -> bytes:
        """The transcript in the form of the one that it was made from."""
        return to_toml(self.tree) if self.form == "toml" else to_json(self.tree)


@dataclass(slots=True)
class Change:
    """``count`` entries from ``start`` are replaced by ``moves``."""

    start: int
    count: int
    moves: list[Any]

    def applied(self, entries: Sequence[Any], claim: type | None) -> list[Any]:
        """The changed log; claims that come later were true of another table and are left out."""
        later = entries[self.start + self.count :]
        return [*entries[: self.start], *self.moves, *(move for move in later if type(move) is not claim)]


def breakable(game: Game) -> list[str]:
    """The rules of a game that a near miss can break: all but those of form and remarks."""
    return [
        rule.id for rule in game.catalogue if rule.severity is Severity.ERROR and not rule.id.startswith("transcript.")
    ]


def near_misses(opened: Opened, seed: int | str = 0, rules: Sequence[str] | None = None) -> list[NearMiss]:
    """One near miss of a legal transcript for each rule that a small change of it can break.

    ``rules`` are the ids wanted, by default all that can be broken. The list is in the order of the catalogue.

    :raises ValueError: if the transcript is not legal, so that nothing can be said of a change.
    """
    game, header = opened.game, opened.header
    if game is None or header is None:
        raise ValueError("it cannot be read")
    legal = Replayer(game, header).run(opened.entries)
    if legal.violations:
        raise ValueError(f"it breaks {legal.violations[0].rule.id} itself")
    wanted = [rule for rule in breakable(game) if rules is None or rule in rules]
    random = Random(f"{game.id}/{seed}")
    search = Search(game, header, opened.entries, random)
    search.walk(set(wanted))
    found: list[NearMiss] = []
    for rule in wanted:
        near = search.result(rule, opened, legal) or search.setup(rule, opened) or search.best(rule, opened)
        if near is not None:
            found.append(near)
    return found


@dataclass(slots=True)
class Search:
    """Looks through one log for changes that break a rule."""

    game: Game
    header: Header
    entries: Sequence[Any]
    random: Random
    changes: dict[str, list[Change]] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)

    # Finding changes: each is asked of the table before it, which is quick but not yet the whole truth.

    def walk(self, wanted: set[str]) -> None:
        """Go through the log and note for every rule some changes that seem to break it."""
        game, entries = self.game, self.entries
        replayer = Replayer(game, self.header)
        if replayer.table is None:
            return
        words = [word for names in game.features().values() for word in names]
        vocabulary = Vocabulary(list(dict.fromkeys(words)), game.everyone(self.header))
        for entry in entries:
            vocabulary.learn(as_object(entry))
        earlier: dict[type, list[Any]] = {}
        pending: list[list[Any]] = []
        for index in range(len(entries) + 1):
            table = replayer.table
            entry = entries[index] if index < len(entries) else None
            proposals = [Change(index, 0, moves) for moves in pending]
            pending = []
            for change in self._changes(index, table, earlier, vocabulary):
                if entry is not None and change.count == 1 and len(change.moves) > 1 and change.moves[0] == entry:
                    pending.append(change.moves[1:])
                else:
                    proposals.append(change)
            fork = Fork(replayer)
            for change in proposals:
                rule = self._breaks(fork, change)
                if rule is not None and rule in wanted:
                    self._note(rule, change)
            if entry is not None:
                earlier.setdefault(type(entry), []).append(entry)
                replayer.enter(index, entry)

    def _note(self, rule: str, change: Change) -> None:
        """Keep a fair sample of the changes that seem to break a rule."""
        kept = self.changes.setdefault(rule, [])
        number = self.seen[rule] = self.seen.get(rule, 0) + 1
        if len(kept) < KEPT:
            kept.append(change)
        elif (place := self.random.randrange(number)) < KEPT:
            kept[place] = change

    def _changes(
        self, index: int, table: Any, earlier: Mapping[type, list[Any]], vocabulary: Vocabulary
    ) -> Iterator[Change]:
        entries, random = self.entries, self.random
        for kind in random.sample(list(earlier), min(3, len(earlier))):
            yield Change(index, 0, [random.choice(earlier[kind])])
        yield from (Change(index, 0, [claim]) for claim in self._claims(table, vocabulary))
        if index == len(entries):
            yield from (Change(index, 0, [random.choice(moves)]) for moves in earlier.values())
            return
        entry = entries[index]
        if index:
            yield Change(index, 0, [entries[index - 1]])
        if index + 1 < len(entries):
            yield Change(index, 1, [])
            yield Change(index, 2, [entries[index + 1], entry])
        moves = [move for fields in self._varied(entry, vocabulary) if (move := self._make(fields)) is not None]
        if type(entry) in self.game.compound:
            moves = random.sample(moves, min(COSTLY, len(moves)))
        yield from (Change(index, 1, [move]) for move in moves)
        for slip in self.game.slips(table, entry, random):
            kept = len(slip) > 1 and slip[-1] == entry
            yield Change(index, 0, list(slip[:-1])) if kept else Change(index, 1, list(slip))

    def _claims(self, table: Any, vocabulary: Vocabulary) -> Iterator[Any]:
        """A claim with one field that is not true."""
        claim = self.random.choice(self.game.claims(table) or [{}])
        fields = [name for name in claim if name not in ("move", "player")]
        if not fields:
            return
        name = self.random.choice(fields)
        said = {key: value for key, value in claim.items() if key in ("move", "player")}
        for value in variants(name, claim[name], vocabulary, self.random):
            move = self._make({**said, name: value})
            if move is not None:
                yield move

    def _varied(self, entry: Any, vocabulary: Vocabulary) -> Iterator[dict[str, Any]]:
        """The entry as an object with one field changed, left out or added."""
        fields = as_object(entry)
        for name, value in fields.items():
            if name == "move":
                continue
            for other in variants(name, value, vocabulary, self.random):
                yield {**fields, name: other}
            yield {key: inner for key, inner in fields.items() if key != name}
        for attribute in entry.__dataclass_fields__:
            name = attribute.rstrip("_")
            if name not in fields:
                for other in vocabulary.of(name)[:3]:
                    yield {**fields, name: other}
                yield {**fields, name: True}

    def _make(self, fields: dict[str, Any]) -> Any:
        """A move that is sound in form, or ``None``."""
        made, flaws = self.reader.read([fields], self.header)
        return None if flaws or type(made[0]) is Unreadable else made[0]

    @property
    def reader(self) -> Reader:
        return reader(self.game)

    def _breaks(self, fork: Fork, change: Change) -> str | None:
        """The first rule that a change seems to break."""
        after = change.start + change.count
        moves = change.moves or list(self.entries[after : after + 1])
        if not moves:
            return None
        broken = first_broken(fork, moves[0])
        if broken is not None or len(moves) == 1:
            return broken[0].id if broken is not None else None
        trial = fork.branch()
        for move in moves:
            found = trial.enter(change.start, move)
            if found:
                return found[0].rule.id
        return None

    # Playing changes out.

    def best(self, rule: str, opened: Opened) -> NearMiss | None:
        """The noted change that breaks this rule and nothing else there, best one that breaks nothing later either."""
        choice: tuple[int, Change, int] | None = None
        for change in self.changes.get(rule, ()):
            verdict = self._plays(change, rule)
            if verdict is not None and (choice is None or verdict[0] < choice[0]):
                choice = (verdict[0], change, verdict[1])
                if verdict[0] == 1:
                    break
        if choice is None:
            return None
        _, change, index = choice
        return NearMiss(rule, index + 1, self._tree(opened, change, rule, index + 1), opened.document.form)

    def _plays(self, change: Change, rule: str) -> tuple[int, int] | None:
        """How many violations the changed log has, and where the first is, if it is this rule and nothing else there."""
        entries = change.applied(self.entries, self.game.moves.get("claim"))
        found = Replayer(self.game, self.header).run(entries).violations
        if not found or found[0].rule.id != rule or found[0].index is None:
            return None
        index = found[0].index
        if sum(finding.index == index for finding in found) > 1:
            return None
        return len(found), index

    def _tree(self, opened: Opened, change: Change, rule: str, move: int) -> dict[str, Any]:
        raw, claim = opened.raw, self.game.moves.get("claim")
        names = self.game.everyone(self.header)
        near = raw[change.start : change.start + 1] or raw[-1:]
        lines = any(isinstance(entry, str) for entry in near)
        written = [
            (self.game.notation.write(made, names) if lines else None) or as_object(made) for made in change.moves
        ]
        after = change.start + change.count
        later = [
            entry for entry, made in zip(raw[after:], self.entries[after:], strict=True) if type(made) is not claim
        ]
        tree = {key: value for key, value in (opened.document.tree or {}).items() if key != "result"}
        return _marked({**tree, "moves": [*raw[: change.start], *written, *later]}, rule, move)

    def result(self, rule: str, opened: Opened, legal: Replay) -> NearMiss | None:
        """A result that the log does not bear out: a score off by one, or a winner too many or too few."""
        game, table = self.game, legal.table
        if not rule.startswith("result.") or table is None or not table.complete:
            return None
        scores = game.standing(table)
        if not scores:
            return None
        from referee.engine.game import ranked

        winners = game.winners(ranked(scores))
        if rule == "result.scores":
            wrong: dict[str, Any] = {score.player: score.total for score in scores}
            wrong[self.random.choice(list(wrong))] += self.random.choice((-1, 1))
            claimed: dict[str, Any] = {"scores": wrong, "winners": winners}
        else:
            other = [score.player for score in scores if score.player not in winners]
            claimed = {"winners": [*winners, other[0]] if other else winners[:-1]}
        tree = {key: value for key, value in (opened.document.tree or {}).items() if key != "result"}
        return NearMiss(rule, None, _marked({**tree, "result": claimed}, rule, None), opened.document.form)

    def setup(self, rule: str, opened: Opened) -> NearMiss | None:
        """A setup that breaks one of the rules that the game has for its header."""
        plan = self.game.plans.get(Header)
        if plan is None or all(own.id != rule for own in plan.rules):
            return None
        words = Vocabulary([], self.header.players)
        for _ in range(KEPT):
            for setup in _deep(self.header.setup, words, self.random):
                header = copy(self.header)
                header.setup = setup
                if self.game.setup_faults(header):
                    continue
                found = Replayer(self.game, header).out.violations
                if [finding.rule.id for finding in found] == [rule]:
                    tree = {key: value for key, value in (opened.document.tree or {}).items() if key != "result"}
                    return NearMiss(rule, None, _marked({**tree, "setup": setup}, rule, None), opened.document.form)
        return None


def _deep(value: Any, words: Vocabulary, random: Random) -> Iterator[Any]:
    """One place somewhere inside of a table or list varied."""
    if isinstance(value, Mapping) and value:
        key = random.choice(list(value))
        for other in _deep(value[key], words, random):
            yield {**value, key: other}
    elif isinstance(value, list) and value:
        yield from variants("", value, words, random)
        place = random.randrange(len(value))
        for other in _deep(value[place], words, random):
            yield [*value[:place], other, *value[place + 1 :]]
    else:
        yield from variants("", value, words, random)


def _marked(tree: dict[str, Any], rule: str, move: int | None) -> dict[str, Any]:
    """The transcript with a note of what it breaks, and where."""
    meta = {**tree.get("meta", {}), "breaks": rule}
    if move is not None:
        meta["move"] = move
    return {**tree, "meta": meta}
