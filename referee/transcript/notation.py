"""Notation: the lines of one game, each a move, read into the fields of an object and written back.

A game gives one :class:`LineForm` for each of its moves; what lines of all games share (blanks, keywords, players'
names, claims, the arbiter, integers) comes from here. Source: Transcript format, version 1, "Lines".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.transcript.claims import (
    ClaimField,
    arbiter_form,
    claim_form,
    counts_field,
    list_field,
    number_field,
    word_field,
)
from referee.transcript.lines import (
    Line,
    LineForm,
    Misread,
    Rest,
    count,
    integer,
    items,
    names_of,
    original,
    pattern,
    places_of,
    tidy,
    unknown_player,
)
from referee.transcript.spoken import Spoken
from referee.transcript.suggest import closest

#: What a game's own notation is built from, in one place.
__all__ = [
    "ClaimField",
    "Line",
    "LineForm",
    "Misread",
    "Notation",
    "Rest",
    "arbiter_form",
    "claim_form",
    "count",
    "counts_field",
    "fields_of",
    "integer",
    "items",
    "list_field",
    "names_of",
    "number_field",
    "pattern",
    "unknown_player",
    "word_field",
]


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
                raise Misread(
                    f"Only {form.speaker} can {form.verb}.",
                    field="player",
                    found=text[:start][:60],
                    expected=form.speaker,
                )
            read = form.read(Rest(text[start:], start, longest_first, spans, said))
        except Misread as misread:
            self._suggest(misread)
            if form is not None:
                misread.kind = form.kind
            if misread.player is None:
                misread.player = fields.get("player")
            span = misread.span or self._nearest_span(misread.field, spans) or (start, len(text))
            misread.span = original(span, places_of(line, origins))
            raise
        return Line({"move": form.kind, **fields, **form.extra, **read}, line, spans, origins)

    def _suggest(self, misread: Misread) -> None:
        """Name the spoken name that was probably meant by words that cannot be read."""
        if self.spoken is None or misread.rule != "transcript.line" or not isinstance(misread.found, str):
            return
        near = self.spoken.nearest(misread.found)
        if near is not None and "Did you mean" not in misread.message:
            misread.message += f" Did you mean {near}?"

    def _head(
        self, text: str, names: Sequence[str], fields: dict[str, Any], spans: dict[str, tuple[int, int]]
    ) -> tuple[LineForm, int]:
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
        near = closest(head.partition(" ")[0].lower(), self.keywords)
        if colon and not near:
            raise unknown_player(head, names, (0, len(head)))
        hint = f" Did you mean {near}?" if near else ""
        misread = Misread(
            f"{text[:60]!r} begins with no player and no known word.{hint}",
            rule="transcript.unknown-move",
            field="move",
            found=head[:60],
            expected=near or "a player's name and a colon",
            span=(0, len(head)),
        )
        misread.kind = self.keywords[near].kind if near else None
        raise misread

    def _verb_after(self, text: str, start: int, spans: dict[str, tuple[int, int]]) -> tuple[LineForm, int]:
        match = self._verb.match(text, start)
        if match is None:
            word = text[start:].partition(" ")[0]
            near = closest(word.lower(), self.said)
            hint = f" Did you mean {near}?" if near else ""
            misread = Misread(
                f"{word!r} is no move.{hint}",
                rule="transcript.unknown-move",
                field="move",
                found=word,
                expected=near or sorted(self.said),
                span=(start, start + len(word)),
            )
            misread.kind = self.said[near].kind if near else None
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
