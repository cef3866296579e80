"""Reports that fail, to see what a run makes of that."""

from __future__ import annotations

import os
import signal
from typing import Any

from referee.report import Judged, Report


class Killer(Report):
    """Kills the process that works on a transcript whose name has ``kill`` in it."""

    def piece(self, judged: Judged) -> Any:
        if "kill" in judged.verdict.source:
            os.kill(os.getpid(), signal.SIGKILL)
        return judged.verdict.source + "\n"


class Raiser(Report):
    """Raises for a transcript whose name has ``raise`` in it."""

    def piece(self, judged: Judged) -> Any:
        if "raise" in judged.verdict.source:
            raise RuntimeError("out of order")
        return judged.verdict.source + "\n"
