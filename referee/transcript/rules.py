"""The rules of form that every transcript obeys, whatever the game."""

from __future__ import annotations

from referee.engine import replay, result
from referee.engine.rule import Citation, Rank, Rule


def _form(name: str, title: str, section: str, text: str) -> Rule:
    return Rule(f"transcript.{name}", title, text, Citation("Transcript format, version 1", section), Rank.FORM)


RULES = (
    _form(
        "io", "The transcript can be read from the disk", "Envelope",
        "The file was there when the run began, but it has vanished since or may not be read.",
    ),
    _form(
        "encoding", "Text is UTF-8", "Limits",
        "A transcript is text in UTF-8; a byte order mark at its beginning is tolerated. Anything else, such as a file "
        "saved in UTF-16 or in an old Windows encoding, is refused, and the message names the first byte at fault.",
    ),
    _form(
        "syntax", "The file is sound JSON or TOML", "Envelope",
        "The file breaks the grammar of JSON or of TOML, so nothing can be read from it with certainty. NaN and "
        "Infinity, and numbers so large that they become infinite, are not numbers of a game and count as this too.",
    ),
    _form(
        "duplicate-key", "No key stands twice in one table", "Limits",
        "The same key is given twice in one object or table. A reader would have to guess which of the two was meant.",
    ),
    _form(
        "limit", "The transcript keeps within the limits", "Limits",
        "A transcript has at most 16 MiB and 100,000 moves, is nested at most 64 deep, and holds no integer outside "
        "±2^53 (9,007,199,254,740,992), since many programs cannot read larger ones exactly.",
    ),
    _form(
        "format", "The transcript says format = \"referee/1\"", "Envelope",
        "The first field of a transcript names the version of the format, so that no later version is misread "
        "as this one.",
    ),
    _form(
        "missing-field", "Every needed field is there", "Envelope",
        "A field that the transcript or this kind of move needs was left out.",
    ),
    _form(
        "unknown-field", "Every field is one that the format knows", "Envelope",
        "A field has a name that does not exist at this place. It is most often a slip of the pen, and ignoring it "
        "would lose what the recorder wanted to say.",
    ),
    _form(
        "type", "Every value is of the kind that its field wants", "Envelope",
        "A field holds a value of another kind: a text where a number belongs, 2.0 or true where a whole number "
        "belongs, a count below 1, a date outside meta, or null, which is no value anywhere.",
    ),
    _form(
        "players", "The players are the right number of different names", "Envelope",
        "The players are named in clockwise order, the starting player first: as many as the game allows, no name "
        "empty, and no name twice.",
    ),
    _form(
        "game", "The game is one that the referee knows", "Envelope",
        "The name of the game is not one of those that this referee can judge.",
    ),
    _form(
        "expansion", "The expansions are ones of this game", "Envelope",
        "An expansion is named that this game does not have, or one is named twice.",
    ),
    _form(
        "profile", "The profile is one of this game", "Envelope",
        "The profile says which reading of the rules decides where sources differ. Each game knows a few by name.",
    ),
    _form(
        "ruleset", "The ruleset is the current one", "Envelope",
        "The transcript was judged by another version of the rules code for this game, and this version could come "
        "to another verdict. Use the release that has that version, or leave the field out.",
    ),
    _form(
        "ruling", "Every ruling and its value are ones of this game", "Envelope",
        "A ruling overrides the profile in a single question. Its name has to be one that the game knows, and its "
        "value one of the answers to that question.",
    ),
    _form(
        "setup", "The setup is as the game wants it", "Envelope",
        "Some games fix things before the first move, such as decks or start cards; each says what it wants in setup, "
        "and a game that fixes nothing wants it left out or empty.",
    ),
    _form(
        "unknown-move", "Every move is one of the game's moves", "Moves",
        "A move names a kind of move that this game does not have.",
    ),
    _form(
        "unknown-player", "Every name is that of a player", "References",
        "A move or the result names somebody who is not among the players. Names are compared exactly.",
    ),
    _form(
        "line", "Every line follows the game's notation", "Lines",
        "A move written as a line cannot be read: what stands there is not what the notation of this kind of "
        "move expects.",
    ),
)  # fmt: skip

#: What the catalogue of every game begins with.
COMMON = (*RULES, *replay.RULES, *result.RULES)
