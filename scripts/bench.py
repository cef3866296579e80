#!/usr/bin/env python3
"""How fast the referee is, always beside other programs of its kind in the same run.

    pip install -e '.[dev,bench]'
    python scripts/bench.py            # everything, some minutes
    python scripts/bench.py speed      # one of: speed, lines, memory, start

A machine is never quiet, so trust the ratios: whatever is compared is measured in turns within each run, and the median
of the runs is told. What happens on one core is measured in time of the processor, not of the clock on the wall. The
games, the chess games and the poker hands are made up here, from fixed seeds.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from others import Work, poker_kit, python_chess

from referee import games
from referee.conformance.generate import generate
from referee.conformance.recording import objects
from referee.engine.replay import Replayer
from referee.judge import Opened, Options, judge, judge_opened, open_document
from referee.transcript.document import read
from referee.transcript.writing import to_json

RUNS = 9
GAMES = 24


def made_up(number: int) -> list[Opened]:
    """Generated games of four players with Kaispeicher, explicit and without claims, read and ready to be judged."""
    game = games.find("speicherstadt")
    assert game is not None
    return [open_document(read(data, "game.json"), Options()) for data in texts(number)]


def texts(number: int) -> list[bytes]:
    game = games.find("speicherstadt")
    assert game is not None
    styles = ("random", "greedy", "powers")
    made = [
        generate(game, seed, players=4, expansions=["kaispeicher"], style=styles[seed % 3]) for seed in range(number)
    ]
    return [to_json(one.tree(objects(one))) for one in made]


def referee_replays(opened: list[Opened]) -> Work:
    """From the parsed transcript to every violation and the final table."""

    def work() -> int:
        moves = 0
        for one in opened:
            assert one.game is not None
            assert one.header is not None
            out = Replayer(one.game, one.header, explicit=True).run(one.entries)
            assert not out.violations
            moves += out.checked
        return moves

    return work


def rate(work: Work, seconds: float = 0.4) -> float:
    """Moves per second of processor time."""
    start, moves = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        moves += work()
    return moves / spent


def turns(measures: dict[str, Work]) -> dict[str, list[float]]:
    """The rates of all measures, taken in turns."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for work in measures.values():
        work()
    for _ in range(RUNS):
        for name, work in measures.items():
            found[name].append(rate(work))
    return found


def speed() -> None:
    """The replay and the whole verdict of a parsed transcript, beside python-chess and PokerKit."""
    opened = made_up(GAMES)
    found = turns({
        "replay": referee_replays(opened),
        "verdict": lambda: sum(judge_opened(one).moves.recorded for one in opened),
        "python-chess": python_chess(6),
        "PokerKit": poker_kit(40),
    })  # fmt: skip
    for name, rates in found.items():
        print(f"{name:14} {median(rates):10,.0f} moves/s")
    for ours in ("replay", "verdict"):
        for name in ("python-chess", "PokerKit"):
            ratios = [mine / theirs for mine, theirs in zip(found[ours], found[name], strict=True)]
            print(f"{ours} against {name}: {median(ratios):.1f} times ({min(ratios):.1f} to {max(ratios):.1f})")


def lines() -> None:
    """JSON to JSON: bytes in, the bytes of a verdict out, beside reading alone."""
    from pydantic_core import to_json as dump

    data = texts(GAMES)

    def whole() -> int:
        moves = 0
        for text in data:
            verdict = judge(read(text, "game.json"))
            dump(verdict.as_dict())
            moves += verdict.moves.recorded
        return moves

    def reading() -> int:
        return sum(len(open_document(read(text, "game.json"), Options()).entries) for text in data)

    found = turns({"whole": whole, "reading": reading, "python-chess": python_chess(6)})
    whole_to_reading = median(b / a for a, b in zip(found["whole"], found["reading"], strict=True))
    to_chess = median(a / b for a, b in zip(found["whole"], found["python-chess"], strict=True))
    print(f"JSON to verdict: {median(found['whole']):,.0f} moves/s, {to_chess:.1f} times python-chess")
    print(f"JSON to verdict takes {whole_to_reading:.1f} times as long as reading alone")


def memory() -> None:
    """The most memory a check of many games in one file takes (from /proc; what a parent held does not count)."""
    some = b"".join(text.replace(b"\n", b" ") + b"\n" for text in texts(10))
    with tempfile.TemporaryDirectory() as folder:
        for number in (1_000, 10_000):
            log = Path(folder) / f"{number}.jsonl"
            log.write_bytes(some * (number // 10))
            for form in ("jsonl", "concise"):
                script = (
                    "import sys; from referee.cli import run; run(sys.argv[1:]); "
                    "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
                )
                options = ["check", str(log), "--output-format", form, "-o", "/dev/null"]
                done = subprocess.run(
                    [sys.executable, "-c", script, *options], capture_output=True, text=True, check=True
                )
                print(f"{number:6} games, {form:8} {int(done.stdout.split()[-1]) // 1024} MiB")


def start() -> None:
    """Start-up beside an interpreter that only imports click, in turns."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "game.json"
        game.write_bytes(texts(1)[0])
        python = [sys.executable]
        commands = {
            "import click": [*python, "-c", "import click"],
            "referee --version": [*python, "-m", "referee", "--version"],
            "referee --help": [*python, "-m", "referee", "--help"],
            "referee check": [*python, "-m", "referee", "check", "-q", str(game)],
        }
        found: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(RUNS + 1):
            for name, command in commands.items():
                begin = time.perf_counter()
                subprocess.run(command, capture_output=True, check=True)
                found[name].append(time.perf_counter() - begin)
        click = found["import click"][1:]
        for name, seconds in found.items():
            ratio = median(one / other for one, other in zip(seconds[1:], click, strict=True))
            print(
                f"{name:18} {ratio:4.1f} times an interpreter that imports click ({median(seconds[1:]) * 1000:.0f} ms here)"
            )


MEASURES: dict[str, Callable[[], None]] = {"speed": speed, "lines": lines, "memory": memory, "start": start}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measures", nargs="*", choices=[*MEASURES, []], help="what to measure (default: everything)")
    for chosen in parser.parse_args().measures or MEASURES:
        print(f"== {chosen}")
        MEASURES[chosen]()
