#!/usr/bin/env python3
"""Damage transcripts in every way and hold the referee to its promises; run it by hand, for an hour.

    python scripts/fuzz.py                        # an hour, elsewhere each time
    python scripts/fuzz.py --minutes 0.5 --seed 1 # the same half minute each time
    python scripts/fuzz.py --finds finds          # keep what was found as files in this folder

Hypothesis draws the damage: to the bytes, to the tree of fields, and to the moves of legal games and of the fixtures.
Whatever comes in, there has to be a verdict: no exception, in bounded time and memory, the same one twice, each
violation with a place inside the file; every format shows it, and its fixes can be tried. A find is made as small as
it can be, kept and told; then the exit code is 1, and it should become a fixture.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import signal
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import given as for_all
from hypothesis import seed as seeded
from hypothesis import strategies as st

from referee import games
from referee.conformance import recording
from referee.conformance.generate import generate
from referee.fixtures import folder
from referee.judge import Options, judge
from referee.report import FORMATS, Judged, Style, load
from referee.transcript.document import read
from referee.transcript.mending import mend
from referee.transcript.writing import to_json, to_toml

#: Seconds for everything that is asked of one transcript, and bytes of memory for the whole run.
PATIENCE = 20
MEMORY = 2 << 30
#: Examples that hypothesis draws before it begins again with another seed.
BATCH = 100

Case = tuple[bytes, str]
"""The bytes of a transcript, and how its name ends."""


class Slow(Exception):
    """A transcript took longer than :data:`PATIENCE`."""


def samples() -> list[Case]:
    """Legal games in every form, and the fixtures."""
    found: list[Case] = []
    for name, expansions in (("speicherstadt", ["kaispeicher"]), ("speicherstadt", []), ("speculaas", ["cafe"])):
        game = games.find(name)
        assert game is not None
        for number in range(2):
            made = generate(game, f"fuzz {number}", players=3 + number, expansions=expansions, claims=True)
            for moves in (recording.objects(made), recording.lines(made), recording.by_hand(made)):
                found += [(to_json(made.tree(moves)), "json"), (to_toml(made.tree(moves)), "toml")]
    paths = sorted(path for path in folder().rglob("*") if path.suffix in (".json", ".toml"))
    return found + [(path.read_bytes(), path.suffix[1:]) for path in paths]


def tree_of(case: Case) -> Any:
    """The tree of a sample, or nothing where it has none."""
    data, form = case
    try:
        return tomllib.loads(data.decode()) if form == "toml" else json.loads(data)
    except ValueError:
        return {}


SAMPLES = samples()
TREES = [tree for case in SAMPLES if isinstance(tree := tree_of(case), dict) and "moves" in tree]
WORDS = sorted({word for data, _ in SAMPLES[:12] for word in data.decode().split()})

texts = st.sampled_from(WORDS) | st.text(max_size=8) | st.sampled_from(["Anna", "", "speicherstadt", "@", "rye@hall"])
numbers = st.integers(-3, 12) | st.sampled_from([2**53, 2**64, 10**400]) | st.floats()
scalars = texts | numbers | st.booleans() | st.none()
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=6
)
pieces = st.sampled_from([b'"', b"'", b'"""', b"{", b"}", b"[", b"]", b"[[moves]]", b",", b":", b"=", b"\n", b"\r", b"#",
                          b"\\", b"\\u", b"\\ud800", b"\0", b"\xff", b"\xef\xbb\xbf", b"1e999", b"NaN", b"-", b"0" * 5000,
                          b"[" * 300, b"{\"a\":" * 80, b"true", "\u202e".encode(), "é".encode(), b"\t"])  # fmt: skip


@st.composite
def damaged_bytes(draw: st.DrawFn) -> Case:
    """A sample in which stretches of bytes are lost, doubled, moved or put in."""
    data, form = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 40)))
        other = draw(st.sampled_from(SAMPLES))[0]
        at = draw(st.integers(0, len(other)))
        put = draw(pieces | st.binary(max_size=4) | st.just(data[start:end] * 2) | st.just(other[at : at + 60]))
        data = data[:start] + put + data[end:]
    return data, draw(st.sampled_from([form, form, form, "toml" if form == "json" else "json"]))


@st.composite
def damaged_tree(draw: st.DrawFn) -> Case:
    """A sample in which entries of the tree are replaced, lost, doubled, moved or renamed."""
    tree = json.loads(json.dumps(draw(st.sampled_from(TREES)), default=str))
    for _ in range(draw(st.integers(1, 5))):
        inside: Any = tree
        while True:
            keys = list(inside) if isinstance(inside, dict) else range(len(inside))
            if not keys:
                break
            key = draw(st.sampled_from(["moves", *keys] if inside is tree and "moves" in tree else keys))
            if isinstance(inside[key], (dict, list)) and draw(st.integers(0, 4)):
                inside = inside[key]
                continue
            damage(draw, inside, key)
            break
    form = draw(st.sampled_from(["json", "json", "toml"]))
    if form == "json":
        return json.dumps(tree, ensure_ascii=draw(st.booleans())).encode(errors="surrogatepass"), form
    try:
        return to_toml(tree), form
    except (TypeError, ValueError):
        return json.dumps(tree).encode(), "json"


def damage(draw: st.DrawFn, inside: Any, key: Any) -> None:
    """One change of one entry of a table or list."""
    what = draw(st.sampled_from(["replace", "remove", "double", "swap", "rename", "word"]))
    value = inside[key]
    if what == "replace":
        inside[key] = draw(values)
    elif what == "remove":
        del inside[key]
    elif what == "word" and isinstance(value, str):
        words = value.split()
        at = draw(st.integers(0, len(words)))
        inside[key] = " ".join([*words[:at], draw(texts), *words[at + draw(st.integers(0, 1)) :]])
    elif what == "rename" and isinstance(inside, dict):
        inside[draw(texts)] = inside.pop(key)
    elif isinstance(inside, list):
        other = draw(st.integers(0, len(inside) - 1))
        if what == "double":
            inside.insert(other, value)
        else:
            inside[key], inside[other] = inside[other], value


def hold(data: bytes, form: str) -> None:
    """Everything that is promised of any transcript whatever."""
    document = read(data, f"fuzz.{form}")
    verdict = judge(document, Options(audit=True))
    plain = verdict.as_dict()
    json.dumps(plain, allow_nan=False).encode()
    assert judge(read(data, f"fuzz.{form}"), Options(audit=True)).as_dict() == plain, "two verdicts of one transcript"
    counted = verdict.moves
    if verdict.verdict == "unreadable":
        assert verdict.violations, "unreadable without a reason"
    else:
        assert counted.recorded == counted.checked + counted.unchecked, "entries were lost"
        assert verdict.legal == all(item.arbiter is not None for item in verdict.violations)
    rows = document.body.decode("utf-8", "replace").split("\n")
    for item in (*verdict.violations, *verdict.notes):
        where = item.place
        assert 1 <= where.line <= where.end_line <= len(rows), f"{item.rule} at {where}"
        assert 1 <= where.column <= len(rows[where.line - 1]) + 1, f"{item.rule} at {where}"
        assert (where.line, where.column) <= (where.end_line, where.end_column), f"{item.rule} at {where}"
    for target in FORMATS.values():
        report = load(target, Style(verbose=True))
        judged = Judged(verdict, rows, watcher=report.watcher())
        if judged.watcher is not None:
            judged.verdict = judge(document, Options(), judged.watcher)
        shown = report.start() + report.add(report.piece(judged)) + report.finish()
        shown.encode()
    if verdict.verdict != "unreadable":
        mend(document, judge)


def patient(work: Callable[[], None]) -> None:
    """Do the work, but not for longer than :data:`PATIENCE`."""

    def late(*_: object) -> None:
        raise Slow(f"this took longer than {PATIENCE} seconds")

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def main() -> int:
    options = argparse.ArgumentParser(description="Damage transcripts and hold the referee to its promises.")
    options.add_argument("--minutes", type=float, default=60)
    options.add_argument("--seed", type=int, default=int(time.time()))
    options.add_argument("--finds", type=Path, default=None, help="keep what is found in this folder")
    said = options.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    end = time.monotonic() + said.minutes * 60
    cases, batch, failed, last = 0, 0, 0, (b"", "")

    def case(drawn: Case) -> None:
        nonlocal cases, last
        cases, last = cases + 1, drawn
        patient(lambda: hold(*drawn))

    search = settings(max_examples=BATCH, deadline=None, database=None, suppress_health_check=list(HealthCheck),
                      phases=[Phase.generate, Phase.shrink])  # fmt: skip
    while time.monotonic() < end:
        for kind in (damaged_bytes(), damaged_tree()):
            try:
                seeded(said.seed + batch)(search(for_all(kind)(case)))()
            except Exception as error:  # noqa: BLE001 - whatever it is, it is a find
                failed += 1
                print(f"{type(error).__name__}: {error}", file=sys.stderr)
                if said.finds is not None:
                    said.finds.mkdir(parents=True, exist_ok=True)
                    (said.finds / f"{hashlib.sha256(last[0]).hexdigest()[:12]}.{last[1]}").write_bytes(last[0])
                else:
                    print(last, file=sys.stderr)
            batch += 1
    print(f"{cases:,} damaged transcripts from seed {said.seed}: {failed} found")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
