"""Several processes: the same bytes, bounded memory, and a crash that costs one transcript."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.cli.corpus.pool import LARGEST, WAITING, Pool
from referee.cli.corpus.sources import Reference
from referee.cli.corpus.work import Job, State, outcomes
from referee.report import FORMATS, Style
from tests.cli.running import ILLEGAL, LEGAL, Said, line

Referee = Callable[..., Said]


def job(report: str) -> Job:
    return Job(reports=(f"tests.cli.crashing:{report}",), styles=(Style(),))


def references(names: list[str]) -> list[Reference]:
    return [Reference(name, "", "json", data=LEGAL.encode()) for name in names]


def test_the_output_does_not_depend_on_the_number_of_processes(referee: Referee, here: Path) -> None:
    text = "".join(line(meta={"table": str(number)}) if number % 7 else ILLEGAL for number in range(150))
    (here / "log.jsonl").write_text(text)
    (here / "one.json").write_text(ILLEGAL)
    written = []
    for jobs in ("1", "3"):
        reports = [f"--report={form}=out.{form}" for form in FORMATS]
        said = referee(
            "check", "log.jsonl", "one.json", "--jobs", jobs, "--require-complete", "--log", "out.log", *reports
        )
        written.append((said, {path.name: path.read_bytes() for path in here.glob("out.*")}))
    assert written[0] == written[1]
    assert len(written[0][1]) == len(FORMATS) + 1


def test_a_dead_process_costs_one_transcript() -> None:
    names = [f"{number:03}" + ("-kill" if number in (5, 130) else "") for number in range(200)]
    found = [outcome for batch in outcomes(references(names), job("Killer"), 2) for outcome in batch]
    assert [outcome.source for outcome in found] == names
    crashed = [outcome for outcome in found if outcome.state is State.CRASHED]
    assert [outcome.source for outcome in crashed] == ["005-kill", "130-kill"]
    assert "died" in crashed[0].trouble
    assert all(outcome.state is State.JUDGED for outcome in found if outcome not in crashed)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bug_costs_one_transcript(jobs: int) -> None:
    found = [outcome for batch in outcomes(references(["a", "raise", "b"]), job("Raiser"), jobs) for outcome in batch]
    assert [outcome.state for outcome in found] == [State.JUDGED, State.CRASHED, State.JUDGED]
    assert "RuntimeError: out of order" in found[1].trouble
    assert "Traceback" in found[1].trace


def test_the_window_is_bounded() -> None:
    taken = 0

    def endless() -> Iterator[Reference]:
        nonlocal taken
        for number in range(20_000):
            taken += 1
            yield Reference(str(number), "", "json", data=LEGAL.encode())

    batches = Pool(Job(), 2).run(endless())
    next(batches)
    assert taken <= (2 * WAITING + 1) * LARGEST
    batches.close()
