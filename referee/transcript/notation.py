"""Lines: one move in a game's compact notation, read into the fields of an object and written back.

A game gives one :class:`LineForm` for each of its moves; everything that lines of all games share (blanks, keywords,
player names, claims, the arbiter, integers) is here. Source: Transcript format, version 1, "Lines".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from referee.transcript.spoken import Spoken

LARGEST = 2**53


class Misread(Exception):
    """A part of a line that cannot be read; becomes a violation of form of that move."""

    def __init__(self, message: str, *, rule: str = "transcript.line", field: str = "", found: Any = None,
                 expected: Any = None, span: tuple[int, int] | None = None) -> None:  # fmt: skip
        super().__init__(message)
        self.rule, self.message, self.field = rule, message, field
        self.found, self.expected, self.span = found, expected, span
        self.kind: str | None = None
        self.player: str | None = None


@dataclass(slots=True)
class Line:
    """A line that was read: the fields of the object it stands for (``move`` first) and where each one stands.

    ``marks`` are places in the text that was read: ``line`` with its blanks in order and with ids for spoken names, each
    character of which came from the place in ``origins`` of the line in such order.
    """

    fields: dict[str, Any]
    line: str
    marks: dict[str, tuple[int, int]]
    origins: list[int] | None = None

    @property
    def spans(self) -> dict[str, tuple[int, int]]:
        """By field path, the start and the end (exclusive) in code points of the line as written."""
        places = places_of(self.line, self.origins)
        return self.marks if places is None else {path: _original(span, places) for path, span in self.marks.items()}


@dataclass(slots=True)
class Rest:
    """What follows the verb of a line: the tidied text, where it begins, and the names that may stand in it.

    ``said`` is the whole tidied line before ids were put in the place of spoken names, with the place in it of each
    character of the line; ``None`` where there was none.
    """

    text: str
    start: int
    names: Sequence[str]
    spans: dict[str, tuple[int, int]]
    said: tuple[str, list[int]] | None = None

    def as_said(self, start: int) -> str:
        """The rest from a place on as the recorder wrote it, for text that is no part of the notation."""
        if self.said is None:
            return self.text[start:]
        line, places = self.said
        return line[places[self.start + start] :]

    def mark(self, path: str, start: int, end: int) -> None:
        """Remember that ``path`` stands at these places of the rest."""
        self.spans[path] = (self.start + start, self.start + end)


Reader = Callable[[Rest], dict[str, Any]]
Convert = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class LineForm:
    """How one kind of move is written: ``verb rest``, after ``Name: `` if a player makes it.

    ``read`` turns the rest into fields (without ``move`` and ``player``), ``write`` a move into the rest (``None``
    if this move cannot be a line). ``production`` is its grammar in EBNF, ``example`` a whole line. A ``speaker`` is the
    one name that may say the line; objects do not name it.
    """

    kind: str
    verb: str
    read: Reader
    write: Callable[[Any], str | None]
    example: str
    production: str
    player: bool = True
    extra: Mapping[str, Any] = field(default_factory=dict)
    speaker: str | None = None


def tidy(line: str) -> str:
    """Fold runs of blanks into one, drop those around ``,`` and ``:`` and at both ends."""
    text = line.replace("\t", " ").strip(" ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text.replace(" ,", ",").replace(", ", ",").replace(" :", ":").replace(": ", ":")


def places_of(line: str, origins: Sequence[int] | None = None) -> list[int] | None:
    """Where each character of the tidied line stood, one more entry for the end; ``None`` where nothing moved.

    ``origins`` are places in the tidied line of another text that was made of it.
    """
    if _UNTIDY.search(line) is None:
        return None if origins is None else list(origins)
    kept = ""
    places: list[int] = []
    for match in _PIECE.finditer(line):
        piece, start = match.group(), match.start()
        if piece[0] in " \t":
            if kept and kept not in ",:" and match.end() < len(line) and line[match.end()] not in ",:":
                places.append(start)
            continue
        kept = piece[-1]
        places.extend(range(start, match.end()))
    places.append(places[-1] + 1 if places else 0)
    return places if origins is None else [places[origin] for origin in origins]


_UNTIDY = re.compile(r"\A[ \t]|[ \t]\Z|[ \t]{2}|\t|[ \t][,:]|[,:][ \t]")
_PIECE = re.compile(r"[ \t]+|[^ \t]+")
_WHOLE = re.compile(r"[+-]?[0-9]+")


def integer(text: str, path: str = "") -> int:
    """An integer within ±2^53."""
    if _WHOLE.fullmatch(text) is None:
        raise Misread(f"{text!r} is not a whole number.", field=path, found=text, expected="a whole number")
    if len(text) > 17 or abs(int(text)) > LARGEST:
        raise Misread(f"The number {text[:20]} is too large.", rule="transcript.limit", field=path, found=text[:40],
                      expected="at most 2^53")  # fmt: skip
    return int(text)


def count(text: str, path: str = "count") -> int:
    """A number of things, at least 1."""
    number = integer(text, path)
    if number < 1:
        raise Misread(f"A count of {number} makes no sense; it must be at least 1.", rule="transcript.type", field=path,
                      found=number, expected="at least 1")  # fmt: skip
    return number


def pattern(expression: str, convert: Mapping[str, Convert] | None = None, expected: str = "") -> Reader:
    """A reader for a rest that one regular expression describes; the groups' names are the fields.

    A group that did not take part leaves its field out. ``convert`` turns a group's text into its value.
    """
    compiled = re.compile(expression, re.IGNORECASE)
    converters = dict(convert or {})

    def read(rest: Rest) -> dict[str, Any]:
        match = compiled.fullmatch(rest.text)
        if match is None:
            raise Misread(f"{rest.text!r} does not fit here; expected {expected}.", found=rest.text, expected=expected)
        fields: dict[str, Any] = {}
        for name, text in match.groupdict().items():
            if text is None:
                continue
            rest.mark(name, *match.span(name))
            if name in converters:
                try:
                    fields[name] = converters[name](text)
                except Misread as misread:
                    misread.field = misread.field or name
                    raise
            else:
                fields[name] = text
        return fields

    return read


def items(text: str, separator: str) -> Iterable[tuple[str, int, int]]:
    """The parts of a list with the places where they stand; blanks around a part are not of it."""
    place = 0
    for part in text.split(separator):
        stripped = part.strip(" ")
        start = place + (len(part) - len(part.lstrip(" ")) if stripped else 0)
        yield stripped, start, start + len(stripped)
        place += len(part) + len(separator)


def names_of(text: str) -> str:
    """A field name as objects spell it."""
    return text.lower().replace("-", "_")


@dataclass(frozen=True, slots=True)
class ClaimField:
    """A field of a claim in lines: how its value is read and written (``None``: only objects can say it)."""

    read: Convert
    write: Callable[[Any], str | None]


def number_field() -> ClaimField:
    return ClaimField(integer, str)


def word_field() -> ClaimField:
    return ClaimField(str.lower, str)


def list_field() -> ClaimField:
    """A list joined with ``+``, an empty one is ``none``; an entry that shows goods makes it an object."""

    def read(text: str) -> list[str]:
        return [] if text.lower() == "none" else [part.strip(" ").lower() for part in text.split("+")]

    def write(value: Any) -> str | None:
        if any(":" in part or "+" in part for part in value):
            return None
        return "+".join(value) or "none"

    return ClaimField(read, write)


def counts_field() -> ClaimField:
    """Numbers by name, standing apart with blanks (``tea 2 coffee 1``); an empty one is ``none``."""

    def read(text: str) -> dict[str, int]:
        if text.lower() == "none":
            return {}
        words = text.lower().split(" ")
        if len(words) % 2:
            raise Misread(f"{text!r} is no list of names and numbers.", found=text, expected="such as tea 2 coffee 1")
        counts = {}
        for name, number in zip(words[::2], words[1::2], strict=True):
            if name in counts:
                raise Misread(f"{name} is named twice.", found=text, expected="each name once")
            counts[name] = integer(number)
        return counts

    def write(value: Any) -> str | None:
        return " ".join(f"{name} {number}" for name, number in value.items()) or "none"

    return ClaimField(read, write)


Other = Callable[[str, str, dict[str, Any]], bool]
"""Takes a part of a claim that no field begins, as name and value, into the fields; false if it cannot."""


def _parts(rest: Rest, start: int, fields: Mapping[str, ClaimField], other: Other | None, into: dict[str, Any],
           note: bool = False) -> int | None:  # fmt: skip
    """Read ``field value, …`` from ``start`` on into ``into``; return where a note begins, if one may and does."""
    for part, first, last in items(rest.text[start:], ","):
        name, _, value = part.partition(" ")
        key = names_of(name)
        reader = fields.get(key)
        path_start = start + first + len(name) + 1
        try:
            if reader is not None and value:
                if key in into:
                    raise Misread(f"{name} is said twice.", field=key, found=part, expected="each field once")
                rest.mark(key, path_start, start + last)
                into[key] = reader.read(value)
                continue
            if reader is None and other is not None and other(name, value, into):
                rest.mark(f"contracts/{name.lower()}", path_start, start + last)
                continue
        except Misread as misread:
            if note and misread.rule == "transcript.line":
                return start + first
            misread.field = misread.field or key
            raise
        if note:
            return start + first
        near = get_close_matches(key, fields, 1)
        hint = f" Did you mean {near[0].replace('_', '-')}?" if near else ""
        raise Misread(f"{part!r} is no field with a value.{hint}", found=part,
                      expected=" or ".join(sorted(fields)), span=(rest.start + start + first, rest.start + start + last))  # fmt: skip
    return None


def claim_form(player_fields: Mapping[str, ClaimField], table_fields: Mapping[str, ClaimField], other: Other | None = None,
               write_other: Callable[[Any], list[str] | None] | None = None, *, example: str, production: str) -> LineForm:  # fmt: skip
    """``claim Anna: coins 4, …`` of a player and ``claim: round 3, …`` of the table."""

    def read(rest: Rest) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        start = _name_before_colon(rest, fields)
        known = player_fields if "player" in fields else table_fields
        _parts(rest, start, known, other if "player" in fields else None, fields)
        return fields

    def write(move: Any) -> str | None:
        parts = []
        for name, form in (player_fields if move.player is not None else table_fields).items():
            value = getattr(move, name, None)
            if value is None:
                continue
            text = form.write(value)
            if text is None:
                return None
            parts.append(f"{name.replace('_', '-')} {text}")
        if write_other is not None:
            more = write_other(move)
            if more is None:
                return None
            parts += more
        return f"{' ' + move.player if move.player is not None else ''}: {', '.join(parts)}" if parts else None

    return LineForm("claim", "claim", read, write, example, production, player=False)


def _name_before_colon(rest: Rest, fields: dict[str, Any]) -> int:
    """Read the optional player and the colon after ``claim``; return where the parts begin."""
    if rest.text.startswith(":"):
        return 1
    for name in rest.names:
        if rest.text.startswith(name + ":"):
            rest.mark("player", 0, len(name))
            fields["player"] = name
            return len(name) + 1
    name, colon, _ = rest.text.partition(":")
    if not colon:
        raise Misread("A claim needs a colon after the player's name.", found=rest.text, expected="claim Anna: …")
    raise unknown_player(name, rest.names, (rest.start, rest.start + len(name)))


def arbiter_form(fields: Mapping[str, ClaimField], *, production: str) -> LineForm:
    """``arbiter: stands, a note`` and ``arbiter: set Anna coins 3, a note``."""

    def read(rest: Rest) -> dict[str, Any]:
        if not rest.text.startswith(":"):
            raise Misread("An arbiter's decision needs a colon.", found=rest.text, expected="arbiter: stands")
        head, comma, _ = rest.text[1:].partition(",")
        decision, _, first = head.partition(" ")
        into: dict[str, Any] = {"decision": decision.lower()}
        rest.mark("decision", 1, 1 + len(decision))
        if decision.lower() == "stands" and not first:
            if comma:
                into["note"] = rest.as_said(len(head) + 2)
            return into
        if decision.lower() != "set" or not first:
            raise Misread(f"{head!r} is no decision of an arbiter.", field="decision", found=head,
                          expected="stands, or set with a value")  # fmt: skip
        start = 1 + len(decision) + 1
        for name in rest.names:
            if rest.text.startswith(name + " ", start):
                rest.mark("player", start, start + len(name))
                into["player"] = name
                start += len(name) + 1
                break
        else:
            _refuse_stranger(rest, start, fields)
        note = _parts(rest, start, fields, None, into, note=True)
        if note is not None:
            if note == start:
                raise Misread("An arbiter's set needs a field with a value.", found=rest.text[start:],
                              expected=" or ".join(sorted(fields)))  # fmt: skip
            into["note"] = rest.as_said(note)
        return into

    def write(move: Any) -> str | None:
        note = f", {move.note}" if move.note else ""
        if move.decision == "stands":
            return f": stands{note}"
        parts = []
        for name, form in fields.items():
            value = getattr(move, name, None)
            if value is None:
                continue
            text = form.write(value)
            if text is None:
                return None
            parts.append(f"{name.replace('_', '-')} {text}")
        who = f" {move.player}" if move.player is not None else ""
        return f": set{who} {', '.join(parts)}{note}"

    return LineForm("arbiter", "arbiter", read, write, "arbiter: stands, noticed too late", production, player=False)


def _refuse_stranger(rest: Rest, start: int, fields: Mapping[str, ClaimField]) -> None:
    """Name the one whom an arbiter's ``set`` is about, if what stands before the first field is no player."""
    place = start
    for word in rest.text[start:].partition(",")[0].split(" "):
        if names_of(word) in fields:
            break
        place += len(word) + 1
    else:
        return
    if place > start:
        span = (rest.start + start, rest.start + place - 1)
        raise unknown_player(rest.text[start : place - 1], rest.names, span)


def unknown_player(name: str, names: Sequence[str], span: tuple[int, int] | None = None) -> Misread:
    """The fault for a name that is no player, with the nearest player suggested."""
    near = get_close_matches(name, names, 1, 0.5)
    hint = f" Did you mean {near[0]}?" if near else ""
    misread = Misread(f"Nobody called {name!r} plays here.{hint}", rule="transcript.unknown-player", field="player",
                      found=name, expected=near[0] if near else list(names), span=span)  # fmt: skip
    misread.player = near[0] if near else None
    return misread


class Notation:
    """The lines of one game: reads and writes them by the forms given, one or more of a kind.

    ``spoken`` are names that people say and the ids they stand for; they are read, and written back as the ids.
    ``words`` are the productions (EBNF) of the game's own words, in which no blank stands.
    """

    def __init__(self, forms: Sequence[LineForm], spoken: Mapping[str, str] | None = None, words: str = "") -> None:
        self.forms = tuple(forms)
        self.words = words
        self.spoken = Spoken(spoken) if spoken else None
        self.said = {form.verb: form for form in forms if form.player}
        self.keywords = {form.verb: form for form in forms if not form.player}
        self.by_kind: dict[str, list[LineForm]] = {}
        for form in forms:
            self.by_kind.setdefault(form.kind, []).append(form)
        longest_first = sorted(self.said, key=len, reverse=True)
        self._verb = re.compile("(?:" + "|".join(map(re.escape, longest_first)) + r")(?=[ ]|\Z)", re.IGNORECASE)
        keywords = "|".join(map(re.escape, sorted(self.keywords, key=len, reverse=True)))
        self._keyword = re.compile(f"(?:{keywords})" + r"(?=[ :]|\Z)", re.IGNORECASE)

    def read(self, line: str, names: Sequence[str]) -> Line:
        """Read one line; ``names`` are the players (and reserved names), in any order.

        :raises Misread: with rule, field and place; ``kind`` and ``player`` say as much as could be read.
        """
        text = tidy(line)
        longest_first = sorted(names, key=len, reverse=True)
        said = origins = None
        if self.spoken is not None and (colon := text.find(":") + 1):
            changed = self.spoken.put_ids(text, colon, names)
            if changed is not None:
                said = text, changed[1]
                text, origins = changed
        spans: dict[str, tuple[int, int]] = {}
        fields: dict[str, Any] = {}
        form: LineForm | None = None
        start = 0
        try:
            form, start = self._head(text, longest_first, fields, spans)
            if form.speaker is not None and fields.pop("player") != form.speaker:
                raise Misread(f"Only {form.speaker} can {form.verb}.", field="player", found=text[: start][:60],
                              expected=form.speaker)  # fmt: skip
            read = form.read(Rest(text[start:], start, longest_first, spans, said))
        except Misread as misread:
            self._suggest(misread)
            if form is not None:
                misread.kind = form.kind
            if misread.player is None:
                misread.player = fields.get("player")
            span = misread.span or self._nearest_span(misread.field, spans) or (start, len(text))
            misread.span = _original(span, places_of(line, origins))
            raise
        return Line({"move": form.kind, **fields, **form.extra, **read}, line, spans, origins)

    def _suggest(self, misread: Misread) -> None:
        """Name the spoken name that was probably meant by words that cannot be read."""
        if self.spoken is None or misread.rule != "transcript.line" or not isinstance(misread.found, str):
            return
        near = self.spoken.nearest(misread.found)
        if near is not None and "Did you mean" not in misread.message:
            misread.message += f" Did you mean {near}?"

    def _head(self, text: str, names: Sequence[str], fields: dict[str, Any],
              spans: dict[str, tuple[int, int]]) -> tuple[LineForm, int]:  # fmt: skip
        """The form of a line by its keyword or by its player and verb, and where its rest begins."""
        keyword = self._keyword.match(text)
        if keyword is not None:
            spans["move"] = keyword.span()
            end = keyword.end()
            return self.keywords[keyword.group().lower()], end + 1 if text[end : end + 1] == " " else end
        for name in names:
            tidied = tidy(name)
            if text.startswith(tidied) and text.startswith(":", len(tidied)):
                fields["player"] = name
                spans["player"] = (0, len(tidied))
                return self._verb_after(text, len(tidied) + 1, spans)
        head, colon, tail = text.partition(":")
        if colon and self._verb.match(tail):
            misread = unknown_player(head, names, (0, len(head)))
            misread.kind = self.said[self._verb.match(tail).group().lower()].kind  # type: ignore[union-attr]
            raise misread
        near = get_close_matches(head.partition(" ")[0].lower(), self.keywords, 1)
        if colon and not near:
            raise unknown_player(head, names, (0, len(head)))
        hint = f" Did you mean {near[0]}?" if near else ""
        misread = Misread(f"{text[:60]!r} begins with no player and no known word.{hint}", rule="transcript.unknown-move",
                          field="move", found=head[:60], expected=near[0] if near else "a player's name and a colon",
                          span=(0, len(head)))  # fmt: skip
        misread.kind = self.keywords[near[0]].kind if near else None
        raise misread

    def _verb_after(self, text: str, start: int, spans: dict[str, tuple[int, int]]) -> tuple[LineForm, int]:
        match = self._verb.match(text, start)
        if match is None:
            word = text[start:].partition(" ")[0]
            near = get_close_matches(word.lower(), self.said, 1)
            hint = f" Did you mean {near[0]}?" if near else ""
            misread = Misread(f"{word!r} is no move.{hint}", rule="transcript.unknown-move", field="move", found=word,
                              expected=near[0] if near else sorted(self.said), span=(start, start + len(word)))  # fmt: skip
            misread.kind = self.said[near[0]].kind if near else None
            raise misread
        spans["move"] = match.span()
        end = match.end()
        return self.said[match.group().lower()], end + 1 if text[end : end + 1] == " " else end

    @staticmethod
    def _nearest_span(path: str, spans: Mapping[str, tuple[int, int]]) -> tuple[int, int] | None:
        """The place of ``path``, or of the innermost part around it that has one."""
        while path:
            if path in spans:
                return spans[path]
            path = path.rpartition("/")[0]
        return None

    def write(self, move: Any, names: Sequence[str]) -> str | None:
        """The move as a line, or ``None`` where no line reads back as this move."""
        for form in self.by_kind.get(move.move, ()):
            rest = form.write(move)
            if rest is None:
                continue
            head = f"{form.speaker or move.player}: {form.verb}" if form.player else form.verb
            line = head + (rest if rest[:1] in (":", "") else " " + rest.lstrip(" "))
            try:
                read = self.read(line, names).fields
            except Misread:
                continue
            if read == fields_of(move):
                return line
        return None

    def grammar(self) -> str:
        """The productions of all lines, one a move (EBNF); see :attr:`words` for what they are made of."""
        return "\n".join(form.production for form in self.forms)


def fields_of(move: Any) -> dict[str, Any]:
    """A move, or a part of one, as an object of the transcript: ``move`` first, fields at their default left out."""
    fields: dict[str, Any] = {"move": move.move} if hasattr(move, "move") else {}
    for name, slot in move.__dataclass_fields__.items():
        value = getattr(move, name)
        if name != "move" and value is not slot.default and value != slot.default:
            fields[name.rstrip("_")] = _plain(value)
    return fields


def _plain(value: Any) -> Any:
    if hasattr(value, "__dataclass_fields__"):
        return fields_of(value)
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def _original(span: tuple[int, int], places: list[int] | None) -> tuple[int, int]:
    """A place of the tidied text in the line as written."""
    if places is None:
        return span
    start, end = span
    last = len(places) - 1
    first = places[min(start, last)]
    return first, max(first, places[min(end, last) - 1] + 1 if 0 < end <= last else places[min(end, last)])
