"""The grammar in docs/ and the reader of lines agree: what one accepts the other accepts."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.transcript.notation import LineForm, Misread, Notation

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```ebnf\n(.*?)```", re.DOTALL)
TOKEN = re.compile(r'"[^"]*"|\?[^?]*\?|[a-z][a-z-]*|[,|;=(){}\[\]]')
CLOSING = {"(": ")", "[": "]", "{": "}"}
OFTEN = {"(": "", "[": "?", "{": "*"}
#: What the special sequences of the shared part stand for, and something to write in their place.
WORD = r"[^ ,:]+", ("tea", "bank", "S07")
NOTE = r".+", ("noticed too late", "that is, never: again")

Node = tuple[str, Any]
GAMES = games.names()


def productions(text: str) -> dict[str, Node]:
    """The productions of a text in EBNF as trees of (kind, what is in it)."""
    tokens = TOKEN.findall(text)
    assert re.sub(r"\s", "", "".join(tokens)) == re.sub(r"\s", "", text), "not all of the text is EBNF"

    def some(sign: str, one: Any) -> Node:
        parts = [one()]
        while tokens[0] == sign:
            tokens.pop(0)
            parts.append(one())
        return (sign, parts)

    def choice() -> Node:
        return some("|", lambda: some(",", part))

    def part() -> Node:
        token = tokens.pop(0)
        if token in CLOSING:
            inner = choice()
            assert tokens.pop(0) == CLOSING[token]
            return (token, inner)
        return (token[0] if token[0] in '"?' else "name", token.strip('"? '))

    made: dict[str, Node] = {}
    while tokens:
        name = tokens.pop(0)
        assert name not in made, f"{name} is defined twice"
        assert tokens.pop(0) == "="
        made[name] = choice()
        assert tokens.pop(0) == ";"
    return made


class Grammar:
    """The grammar of a game as the pages in docs/ give it: its lines, its words and the words of all games."""

    def __init__(self, game: str, players: tuple[str, ...]) -> None:
        page = (ROOT / f"docs/notation/{game}.md").read_text(encoding="utf-8")
        shared = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
        lines, words = BLOCK.findall(page)
        self.lines, self.words = productions(lines), productions(words + "".join(BLOCK.findall(shared)))
        longest_first = sorted(players, key=len, reverse=True)
        self.special = {
            "a name from players, as it is written there": ("|".join(map(re.escape, longest_first)), players),
            "one or more signs, but no blank, comma or colon": WORD,
            "any text, to the end of the line": NOTE,
        }
        used = {inner for line in self.lines.values() for kind, inner in _parts(line) if kind == "name"}
        self.moves = [name for name in self.lines if name not in used]

    def accepts(self) -> re.Pattern[str]:
        """An expression for every line; no production comes back to itself."""
        return re.compile("|".join(self._line(self.lines[move], blank="") for move in self.moves), re.IGNORECASE)

    def _line(self, node: Node, blank: str) -> str:
        """The expression for a part of a line after ``blank``; blanks are free around a comma and a colon."""
        kind, inner = node
        if kind == "|":
            return f"(?:{'|'.join(self._line(part, blank) for part in inner)})"
        if kind == ",":
            text = ""
            for part in inner:
                text += self._line(part, blank)
                blank = " *" if part[1] in (",", ":") else " +"
            return text
        if kind in CLOSING:
            return self._line(inner, blank) + OFTEN[kind]
        if kind == "name" and inner in self.lines:
            return self._line(self.lines[inner], blank)
        return f"(?:{' *' if blank and inner in (',', ':') else blank}{self._word(node)})"

    def _word(self, node: Node) -> str:
        """The expression for a word, in which there is no blank."""
        kind, inner = node
        if kind in ("|", ","):
            return f"(?:{('' if kind == ',' else kind).join(map(self._word, inner))})"
        if kind in CLOSING:
            return f"(?:{self._word(inner)}){OFTEN[kind]}"
        if kind == "name":
            return self._word(self.words[inner])
        return f"(?:{self.special[inner][0]})" if kind == "?" else re.escape(inner).replace(r"\ ", " +")

    def written(self, node: Node, chance: random.Random, between: str = " ") -> str:
        """A part of a line as the grammar lets it be written."""
        kind, inner = node
        if kind == "|":
            return self.written(chance.choice(inner), chance, between)
        if kind == ",":
            return between.join(filter(None, (self.written(part, chance, between) for part in inner)))
        if kind in CLOSING:
            times = {"(": 1, "[": chance.randrange(2), "{": chance.randrange(3)}[kind]
            return between.join(self.written(inner, chance, between) for _ in range(times))
        if kind == "name" and inner in self.lines:
            return self.written(self.lines[inner], chance, between)
        if kind == "name":
            return self.written(self.words[inner], chance, "")
        return chance.choice(self.special[inner][1]) if kind == "?" else inner


def _parts(node: Node) -> Iterator[Node]:
    """A node with all that is in it."""
    yield node
    kind, inner = node
    for part in inner if kind in ("|", ",") else [inner] if kind in CLOSING else []:
        yield from _parts(part)


def notation(game: str) -> Notation:
    found = games.find(game)
    assert found is not None
    return found.notation  # type: ignore[no-any-return]


@lru_cache(maxsize=4)
def written_lines(game: str) -> dict[str, tuple[str, ...]]:
    """The lines of logs in the fixtures, with their players."""
    reserved = games.find(game).reserved  # type: ignore[union-attr]
    found: dict[str, tuple[str, ...]] = {}
    fixtures = ROOT / "fixtures"
    misread = fixtures.glob("transcript/breaks/transcript.line*.toml"), fixtures.glob("transcript/breaks/*-move--*.toml")
    for path in sorted(chain(fixtures.glob(f"{game}/*/*.toml"), *misread)):
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
        if tree["game"] == game:
            found |= {line: (*tree["players"], *reserved) for line in tree["moves"] if isinstance(line, str)}
    return found


def with_ids(game: str, line: str, players: tuple[str, ...]) -> str:
    """The line with ids in the place of names as people say them, as the grammar has it."""
    spoken = notation(game).spoken
    changed = spoken.put_ids(line, line.find(":") + 1, players) if spoken is not None else None
    return line if changed is None else changed[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_grammar_accepts_what_the_reader_reads_and_nothing_else_of_the_fixtures(game: str) -> None:
    written = written_lines(game)
    grammar = Grammar(game, tuple({player for players in written.values() for player in players})).accepts()
    wrong = []
    for line, players in written.items():
        try:
            notation(game).read(line, players)
            read = True
        except Misread:
            read = False
        if read is not (grammar.fullmatch(with_ids(game, line, players).strip()) is not None):
            wrong.append(line)
    assert wrong == []
    assert len(written) > 100


@pytest.mark.parametrize("game", GAMES)
def test_the_reader_reads_what_the_grammar_writes(game: str) -> None:
    players = ("Anna", "Mary Ann", "李雷")
    grammar = Grammar(game, players)
    names = (*players, *games.find(game).reserved)  # type: ignore[union-attr]
    chance = random.Random(1)
    said = []
    for move in grammar.moves * 50:
        line = grammar.written(grammar.lines[move], chance)
        try:
            notation(game).read(line, names)
        except Misread as misread:
            said.append(f"{line}: {misread.message}")
    # That a field and a good are said once only is not in the grammar, nor that a count is at least 1.
    assert [each for each in said if not re.search("twice|at least 1|needs a field with a value", each)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_line_has_a_production_and_an_example_that_follows_it(game: str) -> None:
    grammar = Grammar(game, ("Anna", "Ben"))
    forms: tuple[LineForm, ...] = notation(game).forms
    assert {form.verb.replace(" ", "-") for form in forms} == set(grammar.moves)
    for form in forms:
        assert grammar.accepts().fullmatch(with_ids(game, form.example, ("Anna", "Ben"))), form.example
