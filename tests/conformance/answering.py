"""An other side that goes wrong in the way named on its command line; in all else it answers as our referee does."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from referee.conformance.respond import Responder


def main(slip: str, number: int) -> None:
    responder = Responder()
    for count, line in enumerate(sys.stdin.buffer, 1):
        answer: dict[str, Any] = json.loads(json.dumps(responder.answer(line)))
        do = json.loads(line)["do"]
        if count == number:
            wrong(slip, answer)
        if slip == "coins" and do == "state" and answer["ok"] and answer["state"][0]["coins"] == 4:
            answer["state"][0]["coins"] = 5
        elif slip == "careless" and do == "move":
            answer = {"id": answer["id"], "ok": True}
        elif slip == "strict" and do == "move" and answer["ok"] and count > number:
            answer = {"id": answer["id"], "ok": False, "rule": "demand.turn", "message": "not now"}
        elif slip == "forgetful" and do == "legal":
            answer["legal"] = [*answer["legal"][1:], {"move": "place", "player": "Anna", "at": 99}]
        elif slip == "generous" and do == "score":
            answer["scores"] = {name: points + 1 for name, points in answer["scores"].items()}
        elif slip == "shy" and do == "new":
            answer = {"id": answer["id"], "ok": False, "message": "I do not play today"}
        print(json.dumps(answer), flush=True)  # noqa: T201


def wrong(slip: str, answer: dict[str, Any]) -> None:
    """What goes wrong with one answer only."""
    if slip == "slow":
        time.sleep(30)
    elif slip == "crash":
        sys.exit(3)
    elif slip == "half":
        sys.stdout.write('{"id": 5, "o')
        sys.stdout.flush()
        sys.exit(0)
    elif slip == "chatty":
        print("Hello!")  # noqa: T201
    elif slip == "number":
        print("17")  # noqa: T201
    elif slip == "bytes":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
    elif slip == "old":
        answer["id"] -= 1
    elif slip == "vague":
        answer["ok"] = "yes"
    elif slip == "stateless":
        answer.pop("state", None)
    elif slip == "strange":
        answer["state"] = [{"player": "Nobody", "coins": 1}]
    elif slip == "silent":
        answer["state"] = answer["state"][1:]


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
