#!/usr/bin/env python3
"""Write the pages of docs/ that are made from the code: the rule catalogue, the grammar of lines, the schemas.

A test fails while they are not what this script would write.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee import games  # noqa: E402
from referee.engine.game import Game  # noqa: E402
from referee.engine.rule import Rule, Severity  # noqa: E402
from referee.report.schema import verdict_schema  # noqa: E402
from referee.transcript.schema import transcript_schema  # noqa: E402

MADE = "<!-- Made by scripts/generate_docs.py from the code; edit the code, not this page. -->\n"
REPAIRS = {
    "as-recorded": "counted as recorded",
    "corrected": "corrected to the only legal fact",
    "skipped": "skipped",
}


def pages() -> dict[str, str]:
    """All pages made from the code, by their path below docs/."""
    found = [game for name in games.names() if (game := games.find(name)) is not None]
    made = {f"rules/{game.id}.md": _catalogue(game) for game in found}
    made |= {f"notation/{game.id}.md": _grammar(game) for game in found}
    made |= {f"schema/{game.id}.json": _json(transcript_schema(game)) for game in found}
    made["schema/verdict.json"] = _json(verdict_schema())
    made["formats.md"] = _formats(found)
    return made


def _json(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _catalogue(game: Game) -> str:
    lines = [MADE, f"# The rules of {game.title}\n"]
    lines.append(
        f"Ruleset {game.ruleset}. `referee explain {game.id} RULE` shows a rule with a log that keeps it and one that breaks it. "
        "A move that breaks a rule is named, and the check goes on as the last column says.\n"
    )
    if game.rulings:
        lines += ["## Rulings\n", "| ruling | " + " | ".join(game.profiles) + " | what it decides |"]
        lines.append("|---" * (len(game.profiles) + 2) + "|")
        for ruling in game.rulings.values():
            values = " | ".join(f"`{ruling.profiles[profile]}`" for profile in game.profiles)
            lines.append(f"| `{ruling.id}` | {values} | {ruling.about} |")
        lines.append("")
    group = ""
    for rule in game.catalogue:
        if rule.id.partition(".")[0] != group:
            group = rule.id.partition(".")[0]
            lines += [f"\n## {group}\n", "| rule | what it says | source | then |", "|---|---|---|---|"]
        lines.append(_row(rule))
    return "\n".join(lines) + "\n"


def _row(rule: Rule) -> str:
    rulings = f" Ruling: {', '.join(f'`{name}`' for name in rule.rulings)}." if rule.rulings else ""
    then = REPAIRS[rule.repair.value] if rule.severity is Severity.ERROR else f"a {rule.severity.value}"
    return f"| `{rule.id}` | **{rule.title}.** {rule.text}{rulings} | {rule.cite} | {then} |"


def _grammar(game: Game) -> str:
    examples = "\n".join(form.example for form in game.notation.forms)
    return (
        f"{MADE}\n# Lines of {game.title}\n\nThe grammar, one production a move (EBNF). Blanks separate words; those around "
        f"`,` and `:` are free.\n\n```ebnf\n{game.notation.grammar()}\n```\n\nAn example of each:\n\n```text\n{examples}\n```\n"
    )


def _formats(found: list[Game]) -> str:
    lines = [MADE, "# Formats\n"]
    lines.append(
        "A transcript is JSON or TOML; both carry the same data. `referee schema GAME` prints the JSON Schema, which editors "
        "use for completion and checks; the schema can say what is missing, unknown or of the wrong type, the rest is told by "
        "`referee check`.\n"
    )
    lines += ["## Envelope\n", *_table(transcript_schema(found[0])), ""]
    for game in found:
        lines += [f"## Moves of {game.title}\n", "| move | fields |", "|---|---|"]
        for kind in game.moves:
            lines.append(f"| `{kind}` | {_fields(game, kind)} |")
        lines.append(f"\nThe whole schema: [schema/{game.id}.json](schema/{game.id}.json).\n")
    lines += ["## Verdict\n", *_table(verdict_schema()), "\nThe whole schema: [schema/verdict.json](schema/verdict.json).\n"]
    return "\n".join(lines)


def _table(schema: dict[str, Any]) -> list[str]:
    needed = schema.get("required", [])
    rows = ["| field | needed | meaning |", "|---|---|---|"]
    for name, entry in schema["properties"].items():
        rows.append(f"| `{name}` | {'yes' if name in needed else 'no'} | {entry.get('description', '')} |")
    return rows


def _fields(game: Game, kind: str) -> str:
    from dataclasses import MISSING, fields

    shown = []
    for slot in fields(game.moves[kind]):
        if slot.name != "move":
            needed = slot.default is MISSING and slot.default_factory is MISSING
            shown.append(f"`{slot.name.rstrip('_')}`" + ("" if needed else "?"))
    return ", ".join(shown) or "none"


def write() -> None:
    """Write every page that is not yet as the code says."""
    for name, text in pages().items():
        path = ROOT / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"docs/{name} written")


if __name__ == "__main__":
    write()
