#!/usr/bin/env python3
"""Write what mutation testing found into docs/mutation.md: how many mutants each file has, and those that survive.

    mutmut run                # 22 minutes on two cores; what was tried before is not tried again
    scripts/mutation.py       # the tables and the list; a judgement once written there is kept

With ``--again`` the survivors are tried once more by the next ``mutmut run``: for after a test was added.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any

from mutmut.mutation.diff_apply import get_diff_for_mutant

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "mutation.md"
FIGURES = re.compile(r"(?<=<!-- figures -->\n).*?(?=<!-- end of figures -->)", re.DOTALL)
SURVIVORS = re.compile(r"(?<=<!-- survivors -->\n).*?(?=<!-- end of survivors -->)", re.DOTALL)
JUDGED = re.compile(r"^- (`` .* ``(?: .*)?): (.+)$")
UNJUDGED = "to be judged"
#: How a test run of a mutant ends in mutmut's notes: passed, and never started as no test comes near.
SURVIVED, UNTESTED = 0, (5, 33)


def results() -> dict[str, dict[str, int | None]]:
    """By file: how the test run of every mutant ended."""
    notes = sorted(ROOT.glob("mutants/referee/**/*.meta"))
    files = {str(note.relative_to(ROOT / "mutants").with_suffix("")): _read(note)["exit_code_by_key"] for note in notes}
    return {file: ends for file, ends in files.items() if ends}


def _read(note: Path) -> Any:
    return json.loads(note.read_text(encoding="utf-8"))


def alive(end: int | None) -> bool:
    return end == SURVIVED or end in UNTESTED


def figures(files: dict[str, dict[str, int | None]]) -> str:
    rows = [
        f"Measured on {datetime.now(UTC):%Y-%m-%d}.\n",
        "| file | mutants | killed | survived | killed of all |",
        "|---|--:|--:|--:|--:|",
    ]
    total: Counter[bool] = Counter()
    for file, ends in files.items():
        counts = Counter(map(alive, ends.values()))
        total += counts
        rows.append(_row(file.removeprefix("referee/games/"), counts))
    return "\n".join([*rows, _row("**all**", total)]) + "\n"


def _row(name: str, counts: Counter[bool]) -> str:
    return f"| {name} | {counts.total()} | {counts[False]} | {counts[True]} | {100 * counts[False] / counts.total():.1f} % |"


def survivors(files: dict[str, dict[str, int | None]], judged: dict[tuple[str, str], str]) -> Iterator[tuple[str, int]]:
    """A line for each mutant that no test noticed, with the judgement it has, and how often it was made."""
    for file, ends in files.items():
        left = [mutant for mutant, end in ends.items() if alive(end)]
        if left:
            yield f"\n### {file.removeprefix('referee/games/')}\n", 0
            for change, times in Counter(change_of(mutant, file) for mutant in left).items():
                said = f"{change}{f' ({times} times)' if times > 1 else ''}"
                yield f"- {said}: {judged.get((file, said), UNJUDGED)}", times


def summary(files: dict[str, dict[str, int | None]], listed: list[tuple[str, int]]) -> str:
    """What the figures come to if equivalent mutants are left out."""
    made = sum(map(len, files.values()))
    left = sum(times for _, times in listed)
    equivalent = sum(times for line, times in listed if ": equivalent" in line)
    killed = 100 * (made - left) / (made - equivalent)
    return (
        f"\nMutants that are equivalent count as survivors in the table: {equivalent} of {left}. Of the {made - equivalent} mutants "
        f"without them {killed:.1f} % were killed.\n"
    )


def change_of(mutant: str, file: str) -> str:
    """What a mutant changes: the function, and the part of the line as it was and as it is."""
    function = re.sub(r".*\.x[_ǁ](.+)__mutmut_\d+", r"\1", mutant)
    lines = get_diff_for_mutant(mutant, path=file).splitlines()[2:]
    old, new = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))))
    start = max(0, old.rfind(" ", 0, max(0, same - 24)) + 1)
    tail = len(
        list(takewhile(lambda pair: pair[0] == pair[1], zip(reversed(old[same:]), reversed(new[same:]), strict=False)))
    )
    end = max(0, tail - 12)
    return f"`` {function} ``: `` {old[start : len(old) - end]} `` → `` {new[start : len(new) - end]} ``"


def judgements(text: str) -> dict[tuple[str, str], str]:
    """What the page says of each survivor."""
    found, file = {}, ""
    for line in text.splitlines():
        if line.startswith("### "):
            file = f"referee/games/{line[4:]}"
        elif match := JUDGED.match(line):
            found[file, match[1]] = match[2]
    return found


def try_again() -> None:
    (ROOT / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)  # which tests come near which function
    for note in ROOT.glob("mutants/referee/**/*.meta"):
        plain = _read(note)
        plain["exit_code_by_key"] = {key: None if alive(end) else end for key, end in plain["exit_code_by_key"].items()}
        note.write_text(json.dumps(plain, indent=4), encoding="utf-8")


def main() -> None:
    files, page = results(), PAGE.read_text(encoding="utf-8")
    if any(end is None for ends in files.values() for end in ends.values()):
        sys.exit("not every mutant was tried: run mutmut first")
    listed = list(survivors(files, judgements(page)))
    page = FIGURES.sub(lambda _: figures(files) + summary(files, listed), page)
    PAGE.write_text(SURVIVORS.sub(lambda _: "\n".join(line for line, _ in listed) + "\n", page), encoding="utf-8")


if __name__ == "__main__":
    try_again() if "--again" in sys.argv[1:] else main()
