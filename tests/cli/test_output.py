"""Where reports go: standard output, files that are whole or absent, devices, pipes that close."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import ILLEGAL, LEGAL, Said, environment

Referee = Callable[..., Said]


def games(here: Path, number: int) -> None:
    (here / "log.jsonl").write_text(LEGAL * number)


def test_one_run_writes_many_reports(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(ILLEGAL)
    said = referee(
        "check", "game.json", "-o", "full.txt", "--report", "junit=out.xml", "--report", "sarif=out.sarif",
        "--report", "jsonl=-", "--log", "log.jsonl",
    )  # fmt: skip
    assert said.code == 1
    assert json.loads(said.out)["source"] == "game.json"
    assert sorted(path.name for path in here.iterdir()) == [
        "full.txt",
        "game.json",
        "log.jsonl",
        "out.sarif",
        "out.xml",
    ]
    assert "take.turn" in (here / "full.txt").read_text("utf-8")


def test_an_output_that_cannot_be_written_is_2(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(LEGAL)
    for options in (["-o", "no/where.txt"], ["--report", "junit=no/where.xml"], ["--log", "no/where.jsonl"]):
        said = referee("check", "game.json", *options)
        assert said.code == 2
        assert "cannot write to no/where" in said.err
        assert sorted(path.name for path in here.iterdir()) == ["game.json"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(LEGAL)
    said = referee("check", "game.json", "-o", "/dev/full", "--report", "junit=out.xml")
    assert said.code == 2
    assert "cannot write to /dev/full: no space left on device" in said.err
    assert not (here / "out.xml").exists()


def test_an_output_keeps_its_mode_and_follows_links(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(LEGAL)
    real = here / "real.txt"
    real.write_text("old")
    real.chmod(0o640)
    (here / "link.txt").symlink_to("real.txt")
    assert referee("check", "game.json", "-o", "link.txt").code == 0
    assert (here / "link.txt").is_symlink()
    assert "legal" in real.read_text("utf-8")
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_device_is_written_directly(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(LEGAL)
    assert referee("check", "game.json", "-o", "/dev/null", "--report", "junit=/dev/null").code == 0
    assert not Path("/dev/null").is_file()


def test_an_output_never_replaces_a_transcript_or_another_output(referee: Referee, here: Path) -> None:
    (here / "game.json").write_text(LEGAL)
    said = referee("check", "game.json", "-o", "./game.json")
    assert (said.code, (here / "game.json").read_text()) == (2, LEGAL)
    said = referee("check", "game.json", "-o", "x", "--report", "junit=./x")
    assert said.code == 2
    assert "two outputs go to" in said.err


def start(here: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "referee", *arguments],
        cwd=here,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted(here: Path, jobs: str) -> None:
    games(here, 200_000)
    running = start(
        here,
        "check",
        "log.jsonl",
        "--output-format",
        "jsonl",
        "--report",
        "junit=out.xml",
        "--log",
        "log",
        "--jobs",
        jobs,
    )
    assert running.stdout is not None
    assert running.stdout.readline().startswith(b'{"format":"referee-verdict/1"')
    os.killpg(running.pid, signal.SIGINT)
    begun = time.monotonic()
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert time.monotonic() - begun < 10
    assert b"Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)
    assert sorted(path.name for path in here.iterdir()) == ["log.jsonl"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_closed_pipe_ends_silently(here: Path, jobs: str) -> None:
    games(here, 20_000)
    running = start(here, "check", "log.jsonl", "--output-format", "jsonl", "--jobs", jobs, "--report", "junit=out.xml")
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.readline()
    running.stdout.close()
    err = running.stderr.read()
    assert running.wait(timeout=60) == 0
    assert err == b""
    assert sorted(path.name for path in here.iterdir()) == ["log.jsonl"]
    running.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["check", "game.json"], ["rules"], ["--help"]])
def test_standard_output_on_a_full_disk(here: Path, arguments: list[str]) -> None:
    (here / "game.json").write_text(LEGAL)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "referee", *arguments],
            stdout=full, stderr=subprocess.PIPE, cwd=here, env=environment(), check=False, timeout=60,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == b"Error: cannot write to standard output: no space left on device\n"


def test_memory_does_not_grow_with_the_number_of_games(here: Path) -> None:
    peaks = []
    for number in (100, 1_000):
        games(here, number)
        script = (
            "import resource, sys\n"
            "from referee.cli import run\n"
            "code = run(['check', 'log.jsonl', '--output-format', sys.argv[1], '-o', '/dev/null'])\n"
            "print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        said = [
            subprocess.run(
                [sys.executable, "-c", script, form],
                cwd=here,
                env=environment(),
                capture_output=True,
                check=True,
                timeout=120,
            ).stdout.split()
            for form in ("jsonl", "concise")
        ]
        assert [code for code, _ in said] == [b"0", b"0"]
        peaks.append([int(peak) for _, peak in said])
    for few, many in zip(*peaks, strict=True):
        assert many - few < 4 * 1024
