"""Our own referee as the other side of the line protocol, so that it is judged by the same kit.

referee conform speicherstadt --cmd "python -m referee.conformance.respond"
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, BinaryIO

from pydantic_core import from_json, to_json

from referee.conformance.forks import Fork, first_broken
from referee.conformance.recording import as_object
from referee.engine.game import Unreadable, ranked
from referee.engine.replay import Replayer

Answer = dict[str, Any]


class Responder:
    """Keeps one table and answers one request at a time."""

    def __init__(self) -> None:
        self.replayer: Replayer | None = None
        self.header: Any = None

    def answer(self, line: bytes) -> Answer:
        """The answer to one line; what cannot be read is answered too."""
        try:
            request = from_json(line)
        except ValueError as error:
            return {"id": None, "ok": False, "message": f"no JSON: {error}"}
        if not isinstance(request, Mapping):
            return {"id": None, "ok": False, "message": "no object"}
        do = request.get("do")
        if do not in ("new", "move", "state", "legal", "score"):
            return {"id": request.get("id"), "ok": False, "message": f"cannot do {do!r}"}
        if do != "new" and self.replayer is None:
            return {"id": request.get("id"), "ok": False, "message": "there is no game yet"}
        return {"id": request.get("id"), **getattr(self, f"_{do}")(request)}

    def _new(self, request: Mapping[str, Any]) -> Answer:
        from referee.judge import open_document
        from referee.transcript.document import read

        self.replayer = None
        envelope = request.get("envelope")
        if not isinstance(envelope, Mapping):
            return {"ok": False, "message": "no envelope"}
        opened = open_document(read(to_json({**envelope, "moves": []}), "-", "json"))
        if opened.game is None or opened.header is None:
            flaw = opened.flaws[0]
            return {"ok": False, "rule": flaw.rule, "message": flaw.fault.message}
        replayer = Replayer(opened.game, opened.header, explicit=True)
        if replayer.table is None:
            found = replayer.out.violations[0]
            return {"ok": False, "rule": found.rule.id, "message": found.fault.message}
        self.replayer, self.header = replayer, opened.header
        return {"ok": True}

    def _move(self, request: Mapping[str, Any]) -> Answer:
        from referee.transcript.entries import read_entries

        assert self.replayer is not None
        entries, flaws = read_entries([request.get("move")], self.replayer.game, self.header)
        faults = flaws or (entries[0].faults if type(entries[0]) is Unreadable else [])
        if faults:
            return {"ok": False, "rule": faults[0][0], "message": faults[0][1].message}
        broken = first_broken(Fork(self.replayer), entries[0])
        if broken is not None:
            return {"ok": False, "rule": broken[0].id, "message": broken[1].message}
        self.replayer.enter(0, entries[0])
        return {"ok": True}

    def _state(self, request: Mapping[str, Any]) -> Answer:
        assert self.replayer is not None
        claims = self.replayer.game.claims(self.replayer.table)
        return {"ok": True, "state": [{key: claim[key] for key in claim if key != "move"} for claim in claims]}

    def _legal(self, request: Mapping[str, Any]) -> Answer:
        assert self.replayer is not None
        return {"ok": True, "legal": [as_object(move) for move in self.replayer.game.legal(self.replayer.table)]}

    def _score(self, request: Mapping[str, Any]) -> Answer:
        assert self.replayer is not None
        game = self.replayer.game
        scores = game.standing(self.replayer.table)
        winners = game.winners(ranked(scores)) if self.replayer.table.complete else []
        totals = {score.player: score.total for score in game.standing(self.replayer.table)}
        return {"ok": True, "scores": totals, "winners": winners}


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line until there are no more."""
    responder = Responder()
    for line in requests:
        answers.write(to_json(responder.answer(line)) + b"\n")
        answers.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
