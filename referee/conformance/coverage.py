"""What a corpus exercised: rules kept and broken, cards and moves seen, rulings in force; and what it never did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from referee.engine.game import Game, Header, Plan, Table
from referee.engine.replay import Replayer
from referee.engine.result import check_result
from referee.engine.rule import Rule, Severity
from referee.transcript.document import Document

FORMAT = "referee-coverage/1"


@dataclass(slots=True)
class GameCoverage:
    """What the transcripts of one game exercised.

    ``kept`` counts moves that a rule had something to say about and that kept it, ``broke`` the violations, remarks
    included. ``features`` are counted by kind and name, ``rulings`` by name and value (transcripts in which it held).
    """

    game: Game
    transcripts: int = 0
    moves: int = 0
    kept: Counter[str] = field(default_factory=Counter)
    broke: Counter[str] = field(default_factory=Counter)
    features: dict[str, Counter[str]] = field(default_factory=dict)
    rulings: dict[str, Counter[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.features = {kind: Counter() for kind in self.game.features()}
        self.rulings = {name: Counter() for name in self.game.rulings}

    def never(self) -> dict[str, list[str]]:
        """What was never exercised, by kind; rules neither kept nor broken come first."""
        missing = {"rules": [rule.id for rule in self.game.catalogue if not self.kept[rule.id] + self.broke[rule.id]]}
        for kind, names in self.game.features().items():
            missing[kind] = [name for name in names if not self.features[kind][name]]
        missing["rulings"] = [
            f"{name} = {value}"
            for name, ruling in self.game.rulings.items()
            for value in ruling.values
            if not self.rulings[name][str(value)]
        ]
        return {kind: names for kind, names in missing.items() if names}

    def as_dict(self) -> dict[str, Any]:
        """Plain data, in the order of the catalogue."""
        return {
            "transcripts": self.transcripts,
            "moves": self.moves,
            "rules": {
                rule.id: {"kept": self.kept[rule.id], "broke": self.broke[rule.id]} for rule in self.game.catalogue
            },
            "features": {
                kind: {name: self.features[kind][name] for name in names}
                for kind, names in self.game.features().items()
            },
            "rulings": {name: dict(sorted(counts.items())) for name, counts in self.rulings.items()},
            "never": self.never(),
        }

    # Looking on while a log is replayed.

    def replay(self, header: Header, entries: Sequence[Any]) -> Table | None:
        """Replay one log and count what it exercises; return the table at its end."""
        noted: list[str] = []
        watched = copy(self.game)
        watched.plans = {step: self._watched(plan, noted) for step, plan in self.game.plans.items()}
        replayer = Replayer(watched, header)
        if replayer.table is not None:
            for index, entry in enumerate(entries):
                # A move that broke one rule says little about the others.
                if not replayer.enter(index, entry):
                    self.kept.update(dict.fromkeys(noted, 1))
                noted.clear()
            replayer.close(len(entries))
        for finding in (*replayer.out.violations, *replayer.out.remarks):
            self.broke[finding.rule.id] += 1
        self.transcripts += 1
        self.moves += len(entries)
        for name, value in header.rulings.items():
            self.rulings[name][str(value)] += 1
        return replayer.out.table

    def _watched(self, plan: Plan, noted: list[str]) -> Plan:
        act = plan.act

        def note_and_act(table: Any, step: Any) -> None:
            for kind, name in self.game.exercised(table, step):
                self.features[kind][name] += 1
            act(table, step)

        # A rule that cannot be broken in some phases is kept there all the same, so it is asked in all of them.
        rules = tuple(
            replace(rule, check=self._noting(rule, noted), phases=None) if rule.check is not None else rule
            for rule in plan.rules
        )
        return Plan(rules, note_and_act, plan.implies)

    def _noting(self, rule: Rule, noted: list[str]) -> Callable[[Any, Any], Any]:
        check, game = rule.check, self.game
        assert check is not None

        def ask(table: Any, step: Any) -> Any:
            fault = check(table, step)
            if fault is None and rule.severity is Severity.ERROR and game.concerns(rule, table, step):
                noted.append(rule.id)
            return fault

        return ask


@dataclass(slots=True)
class Coverage:
    """What a corpus exercised, game by game; ``unreadable`` counts transcripts of which no game could be found."""

    games: dict[str, GameCoverage] = field(default_factory=dict)
    unreadable: int = 0

    def of(self, game: Game) -> GameCoverage:
        return self.games.setdefault(game.id, GameCoverage(game))

    def add(self, document: Document) -> None:
        """Count what one transcript exercises."""
        from referee.judge import open_document

        opened = open_document(document)
        if opened.game is None:
            self.unreadable += 1
            return
        coverage = self.of(opened.game)
        if opened.header is None:
            coverage.transcripts += 1
            coverage.broke.update(flaw.rule for flaw in opened.flaws)
            return
        table = coverage.replay(opened.header, opened.entries)
        if table is not None and opened.result:
            self._result(coverage, opened.result, table)

    @staticmethod
    def _result(coverage: GameCoverage, result: Mapping[str, Any], table: Table) -> None:
        """The claimed result is a rule of its own, after the last move."""
        from referee.engine.game import ranked

        scores = coverage.game.standing(table)
        winners = coverage.game.winners(ranked(scores)) if table.complete else []
        found = [finding.rule.id for finding in check_result(result, scores, winners, complete=table.complete)]
        coverage.broke.update(found)
        if table.complete and scores:
            asked = [
                rule for rule, name in (("result.scores", "scores"), ("result.winners", "winners")) if name in result
            ]
            coverage.kept.update(rule for rule in asked if rule not in found)

    def as_dict(self) -> dict[str, Any]:
        games = {name: self.games[name].as_dict() for name in sorted(self.games)}
        return {"format": FORMAT, "unreadable": self.unreadable, "games": games}


def measure(documents: Iterable[Document]) -> Coverage:
    """What a corpus exercises."""
    coverage = Coverage()
    for document in documents:
        coverage.add(document)
    return coverage
