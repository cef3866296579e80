"""Several processes at work, results in the order of the references, and a crash that costs one transcript only."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace

from referee.cli.corpus.sources import Reference
from referee.cli.corpus.work import Job, Outcome, State, work

#: A unit of work has so many references; the first ones are small so that all processes start soon.
SMALLEST, LARGEST = 64, 256
#: Bytes that go along with the references of one unit, at most.
FREIGHT = 8 * 1024 * 1024
#: Units under way for each process: one at work, one waiting.
WAITING = 2

Unit = list[Reference]


class Pool:
    """A pool of processes for one job. At most ``WAITING`` units a process are under way, so memory is bounded."""

    def __init__(self, job: Job, jobs: int) -> None:
        self._job, self._jobs = job, jobs
        self._executor = _executor(jobs)

    def run(self, references: Iterable[Reference]) -> Iterator[list[Outcome]]:
        """Work on everything; whatever happens, no process is left behind."""
        pending: deque[tuple[Unit, Future[list[Outcome]]]] = deque()
        coming = _units(references)
        ended = False
        try:
            while True:
                while len(pending) < self._jobs * WAITING and (unit := next(coming, None)) is not None:
                    pending.append((unit, self._submit(unit)))
                if not pending:
                    ended = True
                    return
                unit, future = pending.popleft()
                try:
                    outcome = future.result()
                except BrokenProcessPool:
                    # Whose fault it was is not known: this unit is tried alone, the others go to a new pool.
                    self._executor.shutdown(wait=True)
                    outcome = self._alone(unit)
                    self._executor = _executor(self._jobs)
                    pending = deque((other, self._again(other, was)) for other, was in pending)
                yield outcome
        finally:
            self._end(at_once=not ended)

    def _submit(self, unit: Unit) -> Future[list[Outcome]]:
        try:
            return self._executor.submit(work, unit, self._job)
        except BrokenProcessPool as error:
            broken: Future[list[Outcome]] = Future()
            broken.set_exception(error)
            return broken

    def _again(self, unit: Unit, was: Future[list[Outcome]]) -> Future[list[Outcome]]:
        """What was done before the pool broke need not be done twice."""
        if was.done() and not was.cancelled() and was.exception() is None:
            return was
        return self._submit(unit)

    def _alone(self, unit: Unit) -> list[Outcome]:
        """Work on a unit in a process of its own; if that one dies, halve the unit until the culprit is found."""
        executor = _executor(1)
        try:
            return executor.submit(work, unit, self._job).result()
        except BrokenProcessPool:
            if len(unit) == 1:
                trouble = "the process that worked on it died (out of memory, or killed from outside)"
                return [Outcome(unit[0].source, State.CRASHED, trouble=trouble)]
        finally:
            executor.shutdown(wait=True, cancel_futures=True)
        middle = len(unit) // 2
        return self._alone(unit[:middle]) + self._alone(unit[middle:])

    def _end(self, at_once: bool) -> None:
        if at_once:
            for process in multiprocessing.active_children():
                process.terminate()
        self._executor.shutdown(wait=not at_once, cancel_futures=True)


def _executor(jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _units(references: Iterable[Reference]) -> Iterator[Unit]:
    unit: Unit = []
    size, freight = SMALLEST, 0
    for reference in references:
        # What can be read from the file again need not travel.
        light = replace(reference, data=None) if reference.path and reference.size is not None else reference
        unit.append(light)
        freight += len(light.data or b"")
        if len(unit) >= size or freight >= FREIGHT:
            yield unit
            unit, freight = [], 0
            size = min(size + SMALLEST, LARGEST)
    if unit:
        yield unit
