#!/usr/bin/env python3
"""How fast the referee is, always beside other programs of its kind in the same run.

    pip install -e '.[dev,bench]'
    python scripts/bench.py            # everything, some minutes
    python scripts/bench.py speed      # one or more of: speed, lines, length, processes, memory, start

A machine is never quiet, so trust the ratios: whatever is compared is measured in turns within each run, and the median
of the runs is told. What happens on one core is measured in time of the processor, not of the clock on the wall. The
games, the chess games and the poker hands are made up here, from fixed seeds.
"""

from __future__ import annotations

import argparse
import os
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
from referee.conformance.recording import as_object, objects
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


def length() -> None:
    """A log of 1,200 entries beside one of 120: the moves of one game, each followed by what three players claim to have."""
    game = games.find("speicherstadt")
    assert game is not None
    made = generate(game, 1, players=4, expansions=["kaispeicher"], style="powers")
    replayer = Replayer(game, made.header, explicit=True)
    entries: list[dict[str, object]] = []
    for number, move in enumerate(made.moves):
        replayer.enter(number, move)
        entries.append(as_object(move))
        entries += [{name: claim[name] for name in ("move", "player", "coins")} for claim in game.claims(replayer.table)[:3]]

    def work(number: int) -> Work:
        text = to_json(made.tree(entries[:number], result=False))

        def once() -> int:
            verdict = judge(read(text, "game.json"))
            assert verdict.legal
            verdict.as_dict()
            return 1

        return once

    found = turns({"120": work(120), "1,200": work(1200)})
    times = median(short / long for short, long in zip(found["120"], found["1,200"], strict=True))
    print(f"1,200 entries take {times:.1f} times as long as 120")


def processes() -> None:
    """The same games checked by one process and by two, and by two runs side by side: more this machine cannot give."""
    text = b"".join(text.replace(b"\n", b" ") + b"\n" for text in texts(50))
    with tempfile.TemporaryDirectory() as folder:
        log, half = Path(folder) / "games.jsonl", Path(folder) / "half.jsonl"
        log.write_bytes(text * 20)
        half.write_bytes(text * 10)

        def seconds(*commands: list[str]) -> float:
            start = time.perf_counter()
            running = [subprocess.Popen([sys.executable, "-m", "referee", "check", "-qo", *one]) for one in commands]
            assert [one.wait() for one in running] == [0] * len(commands)
            return time.perf_counter() - start

        found = []
        for _ in range(RUNS):
            one = seconds(["/dev/null", "--jobs", "1", str(log)])
            two = seconds(["/dev/null", "--jobs", "2", str(log)])
            apart = seconds(*(["/dev/null", "--jobs", "1", str(half)] for _ in range(2)))
            found.append((one / two, one / apart))
        print(f"two processes are {median(two for two, _ in found):.2f} times as fast as one; "
              f"two runs of half the games each {median(apart for _, apart in found):.2f} times")  # fmt: skip


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
        # As after an installation: every module is compiled to bytecode, by the run that does not count.
        settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        settings["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "bytecode")
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
                subprocess.run(command, capture_output=True, check=True, env=settings)
                found[name].append(time.perf_counter() - begin)
        click = found["import click"][1:]
        for name, seconds in found.items():
            ratio = median(one / other for one, other in zip(seconds[1:], click, strict=True))
            print(
                f"{name:18} {ratio:4.1f} times an interpreter that imports click ({median(seconds[1:]) * 1000:.0f} ms here)"
            )


MEASURES: dict[str, Callable[[], None]] = {
    "speed": speed,
    "lines": lines,
    "length": length,
    "processes": processes,
    "memory": memory,
    "start": start,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measures", nargs="*", choices=[*MEASURES, []], help="what to measure (default: everything)")
    for chosen in parser.parse_args().measures or MEASURES:
        print(f"== {chosen}")
        MEASURES[chosen]()
