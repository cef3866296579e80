"""Another implementation as a process that answers one line of JSON with one line of JSON."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from typing import Any

from pydantic_core import from_json, to_json

#: The longest answer that is read.
LONGEST = 16 * 1024 * 1024
#: How long the other side may take to end when nothing more is asked, in seconds.
GRACE = 2.0


class Trouble(Exception):
    """The other side did not answer as the protocol wants; ``rule`` is the id of the finding."""

    def __init__(self, rule: str, message: str, found: Any = None) -> None:
        super().__init__(message)
        self.rule, self.message, self.found = rule, message, found


class Watch:
    """Kills a process that takes too long. One thread looks on all the time: starting one for each answer costs more."""

    #: How often it looks, in seconds.
    EVERY = 0.02

    def __init__(self) -> None:
        self._due: tuple[float, subprocess.Popen[bytes], threading.Event] | None = None
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()

    @contextlib.contextmanager
    def over(self, process: subprocess.Popen[bytes], seconds: float) -> Iterator[threading.Event]:
        """Watch while the block runs; the event is set if the process was killed."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._look, daemon=True)
            self._thread.start()
        late = threading.Event()
        self._due = (time.monotonic() + seconds, process, late)
        try:
            yield late
        finally:
            self._due = None

    def _look(self) -> None:
        while not self._ended.wait(self.EVERY):
            due = self._due
            if due is not None and time.monotonic() > due[0] and not due[2].is_set():
                due[2].set()
                _kill(due[1])

    def end(self) -> None:
        self._ended.set()


class Engine:
    """A process of the other side, started when it is first asked something, and again after it was stopped.

    ``timeout`` is how long it may take for one answer, in seconds.
    """

    def __init__(self, command: str, timeout: float = 10.0) -> None:
        self.command = shlex.split(command, posix=os.name != "nt")
        self.timeout = timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = 0
        self._watch = Watch()

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Ask for one thing and return the answer.

        :raises Trouble: for an answer that is late, broken or missing; the process is stopped then.
        :raises OSError: if the process cannot be started at all.
        """
        self._asked += 1
        line = to_json({"id": self._asked, "do": do, **fields}) + b"\n"
        try:
            return self._understood(self._exchanged(self._running(), line), self._asked)
        except Trouble:
            self.stop()
            raise

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            # A group of its own, so that what the other side has started is stopped with it.
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=os.name != "nt"
            )
        return self._process

    def _exchanged(self, process: subprocess.Popen[bytes], line: bytes) -> bytes:
        """One line sent, one line received. Whoever waits too long, for a reader or for an answer, is cut short."""
        assert process.stdin is not None
        assert process.stdout is not None
        with self._watch.over(process, self.timeout) as late:
            with contextlib.suppress(OSError):  # a process that is gone shows when nothing comes back
                process.stdin.write(line)
                process.stdin.flush()
            answer = process.stdout.readline(LONGEST)
        if late.is_set():
            raise Trouble("conform.timeout", f"There was no answer within {self.timeout:g} seconds.", _shown(answer))
        if not answer:
            raise Trouble("conform.crash", f"The other side ended ({_ending(process)}) instead of answering.")
        if not answer.endswith(b"\n"):
            if len(answer) >= LONGEST:
                raise Trouble("conform.garbage", "The answer is longer than 16 MiB.", _shown(answer))
            raise Trouble(
                "conform.half-line",
                f"The other side ended ({_ending(process)}) in the middle of a line.",
                _shown(answer),
            )
        return answer

    @staticmethod
    def _understood(line: bytes, asked: int) -> dict[str, Any]:
        try:
            answer = from_json(line, allow_inf_nan=False)
        except ValueError as error:
            raise Trouble("conform.garbage", f"The answer is no JSON ({error}).", _shown(line)) from error
        if not isinstance(answer, dict):
            raise Trouble("conform.garbage", "The answer is no object.", _shown(line))
        if answer.get("id") != asked or isinstance(answer.get("id"), bool):
            raise Trouble(
                "conform.garbage", f"The answer has the id {answer.get('id')!r}, but {asked} was asked.", _shown(line)
            )
        if not isinstance(answer.get("ok"), bool):
            raise Trouble("conform.garbage", 'The answer does not say "ok": true or false.', _shown(line))
        return answer

    def stop(self) -> None:
        """End the process at once."""
        process, self._process = self._process, None
        if process is not None:
            _kill(process)
            _closed(process)

    def close(self) -> None:
        """Let the process end by itself, as its input does, but not for long."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:
            _kill(process)
        _closed(process)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()
        self._watch.end()


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _closed(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    process.wait()


def _ending(process: subprocess.Popen[bytes]) -> str:
    """How a process ended, in words."""
    try:
        code = process.wait(GRACE)
    except subprocess.TimeoutExpired:
        return "it closed its output"
    if code < 0:
        return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"


def _shown(line: bytes) -> str:
    text = line[:200].decode("utf-8", "replace").rstrip("\n")
    return text if len(line) <= 200 else f"{text}…"
