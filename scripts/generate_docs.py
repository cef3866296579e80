#!/usr/bin/env python3
"""Write the pages of docs/ that are made from the code: the rule catalogue, the grammar of lines, the formats.

A test fails while they are not what this script would write.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT))

from referee import games  # noqa: E402
from referee.engine.game import Game, Header  # noqa: E402
from referee.engine.rule import Citation, Rule, Severity  # noqa: E402
from referee.engine.sheet import Sheet  # noqa: E402
from referee.fixtures import examples  # noqa: E402
from referee.report.schema import verdict_schema  # noqa: E402
from referee.transcript.rules import COMMON  # noqa: E402
from referee.transcript.schema import transcript_schema  # noqa: E402

MADE = "<!-- Made by scripts/generate_docs.py from the code; edit the code, not this page. -->\n"
THEN = {
    "as-recorded": "the move counts as it was recorded",
    "corrected": "the only possible fact is taken instead",
    "skipped": "the move changes nothing",
}
#: What the rules of all games are about, by group.
ABOUT = {
    "transcript": "A fault of the envelope makes the transcript unreadable: nothing else is judged. A fault in the form of one "
    "move is a violation of that move; the move is skipped and the check goes on.",
    "note": "Remarks. They never change a verdict.",
    "warning": "What is allowed but almost surely a slip. Warnings never change a verdict; `--strict` counts them.",
    "result": "A `result` is what the table believes. It is checked when the game is complete.",
    "claim": "A claim is what the recorder saw at that moment. Claims are never needed and always checked.",
}


def pages() -> dict[str, str]:
    """All pages made from the code, by their path below docs/."""
    found = [game for name in games.names() if (game := games.find(name)) is not None]
    made = {"rules/README.md": _rules_of_all(found)}
    made |= {f"rules/{game.id}.md": _catalogue(game) for game in found}
    made |= {f"notation/{game.id}.md": _notation(game) for game in found}
    made |= {f"schema/{game.id}.json": _json(transcript_schema(game)) for game in found}
    made["schema/verdict.json"] = _json(verdict_schema())
    made["formats.md"] = _formats(found)
    made["adding-a-game.md"] = _with_lengths((DOCS / "adding-a-game.md").read_text(encoding="utf-8"))
    return made


def _json(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


# The rule catalogue: a section for each group, a heading with an anchor for each rule.


def _rules_of_all(found: list[Game]) -> str:
    links = "\n".join(f"- [{game.title}]({game.id}.md)" for game in found)
    text = f"""{MADE}
# The rules

Every rule has an id. The part before the point is its group, which is also what `--select` and `--ignore` take. A rule says what
is right, where that stands, and what the referee does with a move that breaks it, so that one slip does not hide the next.
Rule texts are in our own words.

{links}

Below are the rules that hold for every game.

"""
    return text + "\n".join(_groups(COMMON, found[0], "transcript"))


def _catalogue(game: Game) -> str:
    own = [rule for rule in game.catalogue if rule not in COMMON]
    lines = [MADE, f"# The rules of {game.title}\n"]
    lines.append(
        f"Ruleset {game.ruleset}. `referee explain {game.id} {own[0].id}` shows a rule with a log that keeps it and one that "
        "breaks it. The rules that hold for every game are [on a page of their own](README.md).\n"
    )
    if game.rulings:
        lines += _rulings(game)
    lines += _groups(own, game, game.id)
    return "\n".join(lines)


def _rulings(game: Game) -> Iterator[str]:
    yield "## Rulings\n"
    yield (
        "Where sources differ, a transcript says how it was played: `profile` chooses a column of this table, and an entry of "
        "`rulings` a single value.\n"
    )
    yield "| ruling | what it decides | " + " | ".join(game.profiles) + " | others |"
    yield "|---" * (len(game.profiles) + 3) + "|"
    for ruling in game.rulings.values():
        chosen = [ruling.profiles[profile] for profile in game.profiles]
        others = ", ".join(f"`{value}`" for value in ruling.values if value not in chosen) or ruling.wants
        values = " | ".join(f"`{value}`" for value in chosen)
        yield f'| <a id="ruling-{ruling.id}"></a>`{ruling.id}` | {ruling.about} | {values} | {others} |'
    yield ""


def _groups(rules: Iterable[Rule], game: Game, folder: str) -> Iterator[str]:
    """The rules by the part of their ids before the point, in the order in which the files list them."""
    groups: dict[str, list[Rule]] = {}
    for rule in rules:
        groups.setdefault(rule.id.partition(".")[0], []).append(rule)
    yield "| group | rules |\n|---|---|"
    for group, members in groups.items():
        links = " ".join(f"[{rule.id.partition('.')[2]}](#{rule.id})" for rule in members)
        yield f"| [{group}](#{group}) | {links} |"
    said: set[str] = set()
    for group, members in groups.items():
        yield f"\n## {group}\n"
        about = ABOUT.get(group) or _about(members)
        if about and about not in said:
            said.add(about)
            yield f"{about}\n"
        for rule in members:
            yield from _rule(rule, game, folder)


#: Where the sections of our own format are described.
SECTIONS = {"Envelope": "formats", "Limits": "formats"}


def _cited(cite: Citation, game: Game) -> str:
    """The source of a rule, with a link where it is a page of these docs."""
    section = re.sub(r"[^\w\- ]", "", cite.section.lower()).replace(" ", "-")
    if cite.document == "Transcript format, version 1":
        return f"[{cite}](../{SECTIONS.get(cite.section, 'notation')}.md#{section})"
    if cite.document.endswith("what the referee knows"):
        return f"[{cite}](../games/{game.id}.md#{section})"
    return str(cite)


def _about(members: list[Rule]) -> str:
    """What the file says in which the rules of a group are."""
    checks = [rule.check for rule in members if rule.check is not None]
    if not checks:
        return ""
    path = ROOT / f"{checks[0].__module__.replace('.', '/')}.py"
    return re.sub(r"^\d\) ", "", _holds(path, path.read_text(encoding="utf-8")))


def _rule(rule: Rule, game: Game, folder: str) -> Iterator[str]:
    yield f'<a id="{rule.id}"></a>\n\n### `{rule.id}`\n'
    yield f"**{rule.title}.** {rule.text}\n"
    remarks = [f"Source: {_cited(rule.cite, game)}."]
    if rule.rulings:
        page = "" if folder == game.id else f"{game.id}.md"
        remarks.append("Ruling: " + ", ".join(f"[`{name}`]({page}#ruling-{name})" for name in rule.rulings) + ".")
    if rule.severity is not Severity.ERROR:
        remarks.append(f"This is a {rule.severity.value}.")
    elif Header in rule.moves:
        remarks.append("If it is broken, no move is checked.")
    elif rule.check is not None:
        remarks.append(f"If it is broken, {THEN[rule.repair.value]}.")
    shown = [
        f"[{'kept' if kind == 'keeps' else 'broken'}]({'../../' + path.relative_to(ROOT).as_posix()})"
        for kind in ("keeps", "breaks")
        for path in examples(folder, rule.id, kind)[:1]  # type: ignore[arg-type]
    ]
    if shown:
        remarks.append(f"Logs in which it is {' and '.join(shown)}.")
    yield " ".join(remarks) + "\n"


# The notation of each game.


def _notation(game: Game) -> str:
    lines = [MADE, f"# Lines of {game.title}\n"]
    lines.append(
        "One line a move. What lines of all games share is in [the notation](../notation.md); the fields of each move as an object "
        f"are in [the formats](../formats.md#moves-of-{game.id}); how the game is logged is in "
        f"[what the referee knows](../games/{game.id}.md).\n"
    )
    lines += ["| move | such as | what it says |", "|---|---|---|"]
    shown: set[str] = set()
    for form in game.notation.forms:
        if form.example not in shown:
            shown.add(form.example)
            said = _first_sentence(game.moves[form.kind].__doc__ or "")
            lines.append(f"| `{form.kind}` | `{form.example}` | {said} |")
    lines.append("\n## Grammar\n")
    lines.append(
        "In EBNF, one production a move. Between the parts of a line stand blanks; around `,` and `:` they are free. Capitals do "
        "not matter except in names of players.\n"
    )
    lines.append(f"```ebnf\n{game.notation.grammar()}\n```\n")
    lines.append(
        "The words of these lines, in which there is no blank. `player`, `integer`, `count`, `word` and `note` are "
        "[the same in all games](../notation.md#grammar).\n"
    )
    lines.append(f"```ebnf\n{game.notation.words}\n```\n")
    if game.notation.spoken is not None:
        lines += _names(game.notation.spoken.names)
    return "\n".join(lines)


def _names(names: Mapping[str, str]) -> Iterator[str]:
    """What people may write for each id."""
    by_id: dict[str, list[str]] = {}
    for name, meant in names.items():
        others = by_id.setdefault(meant, [])
        if name.lower() != meant.replace("-", " "):
            others.append(name)
    yield "## Names\n"
    yield (
        "Every id, with the names that lines understand beside it. Blanks and hyphens are equal, and `ä ö ü ß` may be written "
        "`ae oe ue ss`. `referee format` writes the ids.\n"
    )
    yield "| id | also |\n|---|---|"
    for meant, also in by_id.items():
        yield f"| `{meant}` | {', '.join(also)} |"
    yield ""


# The formats, from their schemas.

#: What the schemas of single games say more narrowly than the format does.
OF_ANY_GAME = {
    "game": {"type": "string", "description": "The name of the game."},
    "expansions": {"type": "array", "items": {"type": "string"}},
    "profile": {"type": "string"},
    "ruleset": {"type": "integer"},
    "setup": {"type": "object", "description": "What the game fixes before its first move; each game says what it needs."},
}


def _formats(found: list[Game]) -> str:
    lines = [MADE, "# Formats\n"]
    lines.append(
        "A transcript is JSON or TOML; both carry the same data. `referee schema GAME` prints its JSON Schema, `referee schema "
        "--verdict` that of a verdict. Editors use a schema to complete and to mark what is missing, unknown or of the wrong type; "
        "everything else is told by `referee check`. In an editor that uses Taplo, such as VS Code with Even Better TOML, one line at "
        "the top of a log is enough:\n\n"
        "```toml\n#:schema ./speicherstadt.json\n```\n"
    )
    lines += ["## Envelope\n", *_fields(transcript_schema(found[0]), OF_ANY_GAME, {"setup": "by game"}), ""]
    lines.append(
        "Unknown fields are errors.\n\n## Limits\n\nText is UTF-8. A transcript has at most 16 MiB and 100,000 moves, is at most "
        "64 levels deep, and holds whole numbers within ±2^53 only.\n"
    )
    for game in found:
        lines.append(f'<a id="moves-of-{game.id}"></a>\n\n## {game.title}\n')
        if game.setup_schema is not None:
            lines += ["`setup`:\n", *_fields(game.setup_schema), ""]
        lines += [f"The moves as objects; [as lines](notation/{game.id}.md). Fields with `?` may be left out.\n"]
        lines += ["| `move` | other fields | what it says |", "|---|---|---|"]
        for kind, type_ in game.moves.items():
            lines.append(f"| `{kind}` | {_slots(type_)} | {_first_sentence(type_.__doc__ or '')} |")
        lines.append(f"\nThe whole schema: [{game.id}.json](schema/{game.id}.json).\n")
        if game.sheet is not None:
            lines += ["A player's part of [a final sheet](#final-sheet):\n", *_sheet(game, game.sheet), ""]
    lines += ["## Final sheet\n", SHEET_FORMAT]
    return "\n".join([*lines, *_verdict(verdict_schema())])


SHEET_FORMAT = """\
What a table looked like at the end, for a game that kept no log: `referee new --sheet GAME` writes an empty one, `referee score --sheet`
scores it. It is JSON or TOML with `format = "referee-sheet/1"`. `game`, `expansions`, `profile`, `rulings`, `setup` and `meta` are those of
a transcript. `players` is a list of tables in seating order, each with a `name` and the fields of the game.
"""


def _sheet(game: Game, sheet: Sheet) -> Iterator[str]:
    """The fields of each player, and those that only an automatic opponent has."""
    yield "| field | is | needed | meaning |\n|---|---|---|---|"
    header = Header(game.id, ["Anna"], list(game.expansions))
    shown: set[str] = set()
    for name in ("Anna", *game.reserved):
        for known in sheet.fields(header, name):
            if known.name not in shown:
                shown.add(known.name)
                kind = {"number": "number", "names": "list of names", "flag": "`true` or `false`"}[known.kind]
                about = known.about if name == "Anna" else f"{known.about} ({name} only)"
                yield f"| `{known.name}` | {kind} | {'yes' if known.needed else ''} | {about} |"


def _verdict(schema: dict[str, Any]) -> Iterator[str]:
    inner = schema["properties"]
    yield "## Verdict\n"
    yield "The one result of a check; every report is a view of it. `json` prints an array of verdicts, `jsonl` one a line.\n"
    yield from _fields(schema)
    for title, part in (
        ("Entries of `violations` and `notes`", schema["definitions"]["violation"]),
        ("Entries of `scores`", inner["scores"]["items"]),
        ("`moves`", inner["moves"]),
        ("Entries of `assumptions`", inner["assumptions"]["items"]),
        ("Entries of `unjudged`", inner["unjudged"]["items"]),
    ):
        yield f"\n### {title}\n"
        yield from _fields(part)
    yield "\nThe whole schema: [verdict.json](schema/verdict.json). Every move with its effects: [the verdict log](verdict-log.md).\n"


def _fields(schema: Mapping[str, Any], instead: Mapping[str, Any] | None = None,
            needs: Mapping[str, str] | None = None) -> Iterator[str]:  # fmt: skip
    """A table of the fields that a schema describes."""
    needed = dict.fromkeys(schema.get("required", []), "yes") | dict(needs or {})
    yield "| field | is | needed | meaning |\n|---|---|---|---|"
    for name, described in schema["properties"].items():
        entry = {"description": described.get("description", ""), **(instead or {}).get(name, described)}
        yield f"| `{name}` | {_kind(entry)} | {needed.get(name, '')} | {entry['description']} |"


def _kind(schema: Mapping[str, Any]) -> str:
    """What a value is, in a word or two."""
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(_kind, schema["anyOf"])))
    kinds = schema.get("type", "any")
    words = {"string": "text", "integer": "number", "boolean": "`true` or `false`", "array": "list", "object": "table", "null": "null"}
    return " or ".join(words.get(kind, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _slots(type_: type) -> str:
    shown = []
    for slot in fields(type_):
        if slot.name != "move":
            needed = slot.default is MISSING and slot.default_factory is MISSING
            shown.append(f"`{slot.name.rstrip('_')}`" + ("" if needed else "?"))
    return ", ".join(shown) or "none"


# How long the files of a game are.

LENGTHS = re.compile(r"(<!-- lengths of (?P<folder>[\w/]+) -->\n).*?(<!-- end -->)", re.DOTALL)
SHOWN = re.compile(r"\| `(?P<file>[\w./]+)` \| (?P<lines>\d+) \|")


def _with_lengths(page: str) -> str:
    """The page with its tables of lengths; a number that is still about right stays, so that no small change counts."""

    def table(match: re.Match[str]) -> str:
        known = {shown["file"]: int(shown["lines"]) for shown in SHOWN.finditer(match.group())}
        rows = [match[1] + "| file | lines | what is in it |\n|---|---|---|"]
        for path in _ordered((ROOT / match["folder"]).rglob("*.*")):
            name = path.relative_to(ROOT / match["folder"]).as_posix()
            text = path.read_text(encoding="utf-8")
            rows.append(f"| `{name}` | {_about_right(text.count(chr(10)), known.get(name, 0))} | {_holds(path, text)} |")
        return "\n".join(rows) + f"\n{match[3]}"

    return LENGTHS.sub(table, page)


def _ordered(paths: Iterable[Path]) -> list[Path]:
    kept = [path for path in paths if path.suffix in (".py", ".toml", ".css") and path.name != "__init__.py"]
    return sorted(kept, key=lambda path: (path.parent.name == "rules", path.name))


def _about_right(lines: int, known: int) -> int:
    return known if abs(lines - known) <= max(10, known // 7) else max(10, round(lines, -1))


def _holds(path: Path, text: str) -> str:
    if path.suffix == ".py":
        return _first_sentence(ast.get_docstring(ast.parse(text)) or "")
    return "Data." if path.suffix == ".toml" else "The style of the drawing."


def _first_sentence(text: str) -> str:
    paragraph = " ".join(text.split("\n\n", maxsplit=1)[0].split()).replace("``", "`")
    return re.split(r"(?<=[.:?])\s+(?=[A-Z`])", paragraph)[0].rstrip(":")


def write() -> None:
    """Write every page that is not yet as the code says."""
    for name, text in pages().items():
        path = DOCS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"docs/{name} written")


if __name__ == "__main__":
    write()
