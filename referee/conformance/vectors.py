"""The conformance suite: numbered cases as data, so that another implementation can be proved right without this code.

Cases come from the fixtures (for every rule one that keeps it and some that break it, edge cases, whole games) and from
positions of made-up games with the complete list of legal decisions. Moves are objects with everything said and no
step left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from referee import fixtures
from referee.conformance.forks import Fork, counts, first_broken
from referee.conformance.generate import corpus
from referee.conformance.recording import as_object, objects
from referee.engine.game import Game, Header, Table, Unreadable
from referee.engine.replay import Finding, Replayer
from referee.engine.verdict import Verdict
from referee.judge import Opened, Options, judge_opened, open_document
from referee.transcript.document import Document, read, read_file
from referee.transcript.writing import to_json

FORMAT = "referee-vectors/1"
#: How many legal decisions a case may list, and how many tables are looked at to count the ways to go on.
MOST_LEGAL = 120
MOST_TABLES = 1_000
DEPTH = 3
#: From how many made-up games positions are taken, and how many decisions apart.
GAMES = 24
STRIDE = 4


def suite(game: Game, only: Sequence[str] = ()) -> dict[str, Any]:
    """The suite of a game, always the same for the same version of the referee; ``only`` are beginnings of ids."""
    cases = list(fixture_cases(game, only))
    if not only or any(beginning[:9] == "positions"[: len(beginning)] for beginning in only):
        cases += [case for case in positions(game) if case["id"].startswith(tuple(only) or "")]
    return {"format": FORMAT, "game": game.id, "ruleset": game.ruleset, "cases": cases}


# Cases from fixtures.


def fixture_cases(game: Game, only: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """One case for each transcript among the fixtures of a game, in the order of their names."""
    folder = fixtures.folder() / game.id
    paths = sorted(path for path in folder.rglob("*") if path.suffix in (".json", ".toml"))
    stems = {path.with_suffix("") for path in paths if path.suffix == ".json"}
    for path in paths:
        # A game that is there in both forms is one case.
        name = path.relative_to(folder).with_suffix("").as_posix()
        if (path.suffix == ".toml" and path.with_suffix("") in stems) or not name.startswith(tuple(only) or ""):
            continue
        document = read_file(path)
        opened = open_document(document)
        if opened.game is None or opened.game is game:
            yield fixture_case(game, name, opened, title_of(path, document))


def title_of(path: Path, document: Document) -> str:
    """The comment in the first line, or else the words of the name."""
    first = document.body.decode("utf-8", "replace").partition("\n")[0].strip()
    if first.startswith("#"):
        return first.lstrip("# ")
    return path.stem.replace("--", ": ").replace("-", " ")


def fixture_case(game: Game, name: str, opened: Opened, title: str) -> dict[str, Any]:
    """One case; a transcript that is no data (a fault of syntax or encoding) is given as text."""
    rule = Path(name).name.partition("--")[0]
    case: dict[str, Any] = {"id": name, "title": title, "cite": _cite(game, rule), "rulings": {}}
    if opened.header is None or opened.game is None:
        case["transcript"] = opened.document.tree
        if opened.document.tree is None:
            case["text"] = opened.document.data.decode("utf-8", "surrogateescape").encode("utf-8", "replace").decode()
        flaw = opened.flaws[0]
        return {**case, "expect": {"verdict": "unreadable", "first": {"move": None, "rule": flaw.rule}}}
    case["rulings"] = dict(opened.header.rulings)
    tree, written, verdict = _written_out(opened)
    case["transcript"] = tree
    if case["cite"] is None and verdict.violations:
        case["cite"] = _cite(game, verdict.violations[0].rule)
    case["expect"] = expectation(game, written, verdict)
    return case


def _cite(game: Game, rule: str) -> dict[str, str] | None:
    if rule not in game.catalogue:
        return None
    cite = game.catalogue[rule].cite
    return {"document": cite.document, "section": cite.section}


def _written_out(opened: Opened) -> tuple[dict[str, Any], Opened, Verdict]:
    """The transcript with every move in full, up to the first violation, as it is read, and what the referee says of it.

    Where writing it out changes the first violation, which only a fault in the writing itself can do (a card named
    that is there twice), the moves stay as they were.
    """
    assert opened.game is not None
    scribe = Scribe(opened.game)
    first = scribe.copy(opened)
    if first is None and opened.result:
        first = _first(judge_opened(opened, Options()))
    for moves in (scribe.moves, [_plain(entry, raw) for entry, raw in zip(opened.entries, opened.raw, strict=True)]):
        tree = {**(opened.document.tree or {}), "moves": moves}
        written, verdict = _judged(tree)
        if _first(verdict) == first:
            break
    cut = verdict.violations[0].move if verdict.violations else None
    if cut is not None and all(violation.arbiter is None for violation in verdict.violations):
        tree = {key: value for key, value in tree.items() if key != "result"} | {"moves": tree["moves"][:cut]}
        written, verdict = _judged(tree)
    return tree, written, verdict


def _judged(tree: dict[str, Any]) -> tuple[Opened, Verdict]:
    opened = open_document(read(to_json(tree), "-", "json"))
    return opened, judge_opened(opened, Options())


def _first(verdict: Verdict) -> str | None:
    return verdict.violations[0].rule if verdict.violations else None


def _plain(entry: Any, raw: Any) -> Any:
    return raw if type(entry) is Unreadable else as_object(entry)


class Scribe:
    """Copies a log out in full: implied steps as moves, and every move with all that the table makes clear."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves: list[Any] = []

    def copy(self, opened: Opened) -> str | None:
        """Copy a log; return the rule that it breaks first, from where on it stays as it was."""
        assert opened.header is not None
        replayer = Replayer(self.game, opened.header, watcher=self)
        if replayer.table is None:
            self.moves += opened.raw
            return replayer.out.violations[0].rule.id
        for index, (entry, raw) in enumerate(zip(opened.entries, opened.raw, strict=True)):
            told = [raw] if type(entry) is Unreadable else self._told(replayer, entry)
            if found := replayer.enter(index, entry):
                self.moves += [
                    _plain(one, written)
                    for one, written in zip(opened.entries[index:], opened.raw[index:], strict=True)
                ]
                return found[0].rule.id
            self.moves += told
        replayer.close(len(opened.entries))
        return next((finding.rule.id for finding in replayer.out.violations), None)

    def _told(self, replayer: Replayer, entry: Any) -> list[Any]:
        # A move that breaks a rule may mean nothing on this table; it is copied as it stands.
        if first_broken(Fork(replayer), entry) is not None:
            return [as_object(entry)]
        return [as_object(move) for move in self.game.spelled(replayer.table, entry)]

    def opened(self, game: Game, table: Table) -> None:
        """Nothing is written yet."""

    def saw(self, table: Any, index: int | None, before: int | None, step: Any, findings: Sequence[Finding],
            where: tuple[int, str]) -> None:  # fmt: skip
        """An implied step is written where it was taken."""
        if index is None:
            self.moves.append(as_object(self.game.as_move(step)))


# What is expected.


def expectation(game: Game, opened: Opened, verdict: Verdict) -> dict[str, Any]:
    """The verdict on a transcript, its first violation, and the table after the last move that was legal."""
    violation = next((item for item in verdict.violations if item.arbiter is None), None)
    expect: dict[str, Any] = {"verdict": verdict.verdict, "complete": verdict.complete, "first": None}
    if violation is not None:
        expect["first"] = {"move": violation.move, "rule": violation.rule}
        if violation.move is None:
            return expect
    replayer = _replayed(opened, violation.move - 1 if violation is not None and violation.move else None)
    if replayer.table is None:
        return expect
    expect["claims"] = game.claims(replayer.table)
    legal = game.legal(replayer.table)
    if len(legal) <= MOST_LEGAL:
        expect["legal"] = [as_object(move) for move in legal]
    if verdict.complete and verdict.scores and violation is None:
        expect["scores"] = {score.player: score.total for score in verdict.scores}
        expect["winners"] = verdict.winners
    return expect


def _replayed(opened: Opened, moves: int | None) -> Replayer:
    assert opened.game is not None
    assert opened.header is not None
    replayer = Replayer(opened.game, opened.header)
    for index, entry in enumerate(opened.entries[:moves]):
        replayer.enter(index, entry)
    return replayer


# Positions.


def positions(game: Game) -> Iterator[dict[str, Any]]:
    """Points of made-up games with all legal decisions, so many that every kind of decision and phase is among them."""
    seen: set[str] = set()
    number = 0
    for index in range(GAMES):
        expansions = list(game.expansions) if index % 3 else []
        profile = game.profiles[index // 2 % len(game.profiles)]
        made = next(corpus(game, f"vectors/{index}", 1, players=_seats(game, index), expansions=expansions,
                           profile=profile, style=("powers", "greedy", "random")[index % 3]))  # fmt: skip
        written = objects(made)
        replayer = Replayer(game, made.header)
        for place, move in enumerate(made.moves):
            if place % STRIDE == index % STRIDE:
                legal = game.legal(replayer.table)
                news = [name for name in _features(made.header, replayer.table, legal) if name not in seen]
                if news and len(legal) <= MOST_LEGAL:
                    seen.update(news)
                    number += 1
                    yield _position(game, made.tree(written[:place], result=False), replayer, legal, number)
            replayer.enter(place, move)


def _seats(game: Game, index: int) -> int:
    least, most = game.seats
    return least + index % (most - least + 1)


def _features(header: Header, table: Table, legal: Sequence[Any]) -> Iterator[str]:
    """What a position shows: a phase of a game of so many players, a kind of decision, a card that is used."""
    yield f"{len(header.players)} {header.expansions} {table.phase}"
    for move in legal:
        fields = as_object(move)
        yield f"{header.profile} {move.move} {fields.get('card', '')} {sorted(set(fields) - {'player'})}"


def _decisions(number: int) -> str:
    return f"{number} legal decision{'s' if number != 1 else ''}"


def _position(
    game: Game, tree: dict[str, Any], replayer: Replayer, legal: Sequence[Any], number: int
) -> dict[str, Any]:
    table, header = replayer.table, open_document(read(to_json(tree), "-", "json")).header
    assert header is not None
    with_what = (
        f" with {' and '.join(game.expansions[name] for name in header.expansions)}" if header.expansions else ""
    )
    title = f"Round {table.round}, {table.phase}: {len(header.players)} players{with_what}, {_decisions(len(legal))}"
    expect = {
        "verdict": "legal",
        "complete": table.complete,
        "first": None,
        "claims": game.claims(table),
        "legal": [as_object(move) for move in legal],
        "counts": counts(game, replayer, DEPTH, MOST_TABLES),
    }
    return {
        "id": f"positions/{number:03}",
        "title": title,
        "cite": None,
        "rulings": dict(header.rulings),
        "transcript": tree,
        "expect": expect,
    }
