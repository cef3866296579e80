#!/usr/bin/env python3
"""Write what the commands shown in README.md and docs/ print now under them. Look at the difference before you commit it.

    scripts/refresh_examples.py [PAGE…]
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from conftest import BLOCK, ELSEWHERE, commands, enter, leave, run  # noqa: E402

#: What no page should show: a bug of the referee, or a command or an option that it does not have.
FAILED = re.compile(r"referee failed|^Error: No such", re.MULTILINE)


def refreshed(text: str) -> str:
    """The document with fresh output under every command of its ``console`` blocks."""
    namespace: dict[str, object] = {}
    enter(namespace)
    try:
        parts, end = [], 0
        for block in BLOCK.finditer(text):
            if (block["mark"] or "").strip() == ELSEWHERE:
                continue
            shown = "".join(f"$ {written}\n{_printed(command, namespace)}" for written, command, _ in commands(block["body"]))
            parts += [text[end : block.start("body")], shown]
            end = block.end("body")
        return "".join(parts) + text[end:]
    finally:
        leave(namespace)


def _printed(command: str, namespace: dict[str, object]) -> str:
    output = run(command, namespace["folder"]).rstrip()
    if FAILED.search(output):
        sys.exit(f"$ {command}\n{output}")
    return f"{output}\n" if output else ""


if __name__ == "__main__":
    named = [Path(name).resolve() for name in sys.argv[1:]]
    for path in named or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        before = path.read_text(encoding="utf-8")
        after = refreshed(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"{path.relative_to(ROOT)} refreshed")
