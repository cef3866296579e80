"""Make up thousands of games and hold the referee against itself; run it by hand, it takes minutes.

    python scripts/soak.py 1000 [--seed 1] [--game speicherstadt]

Every game has to check clean with the audits on, and to give the same scores as JSON and TOML, as objects and lines,
and as a person would write it. At the end stands what the corpus exercised; a rule or a card that never came up is
named, and then the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

import referee
from referee import games
from referee.conformance import recording
from referee.conformance.coverage import GameCoverage
from referee.conformance.generate import STYLES, Made, generate
from referee.engine.game import Game
from referee.engine.verdict import Verdict
from referee.transcript.entries import read_entries
from referee.transcript.writing import to_json, to_toml

#: What no legal game exercises: the use of a card that has none.
ONLY_BROKEN = {"power.unknown"}


def make(game: Game, seed: str) -> Made:
    """A game with everything left to chance: seats, expansions, profile, rulings, style."""
    random = Random(seed)
    least, most = game.seats
    rulings = {
        name: random.choice(ruling.values)
        for name, ruling in game.rulings.items()
        if ruling.values and random.random() < 0.15
    }
    expansions = list(game.expansions) if random.random() < 0.8 else []
    return generate(game, seed, players=random.randint(least, most), expansions=expansions, rulings=rulings,
                    profile=random.choice(game.profiles), style=random.choice(STYLES), claims=True)  # fmt: skip


def told(verdict: Verdict) -> object:
    scores = verdict.scores and [score.as_dict() for score in verdict.scores]
    return verdict.verdict, verdict.complete, verdict.rounds, scores, verdict.winners


def hold(made: Made) -> str | None:
    """What is wrong with the ways in which one game was judged."""
    objects, lines = recording.objects(made), recording.lines(made)
    first = referee.check(to_json(made.tree(objects)), explicit=True, audit=True)
    if not first.legal:
        found = first.violations[0]
        return f"move {found.move}: {found.rule}: {found.message}"
    for name, data in {
        "lines in JSON": to_json(made.tree(lines)),
        "objects in TOML": to_toml(made.tree(objects)),
        "lines in TOML": to_toml(made.tree(lines)),
        "written by hand": to_toml(made.tree(recording.by_hand(made))),
    }.items():
        verdict = referee.check(data, audit=True)
        if told(verdict) != told(first):
            why = [f"move {found.move}: {found.rule}: {found.message}" for found in verdict.violations[:1]]
            return f"{name} gives another verdict {why}"
    return None


def main() -> int:
    options = argparse.ArgumentParser(description="Make up games and hold the referee against itself.")
    options.add_argument("games", type=int)
    options.add_argument("--seed", default="1")
    options.add_argument("--game", default="speicherstadt")
    said = options.parse_args()
    game = games.find(said.game)
    if game is None:
        options.error(f"there is no game called {said.game}")
    coverage, failed, begun = GameCoverage(game), 0, time.monotonic()
    for number in range(said.games):
        seed = f"{said.seed}/{number}"
        made = make(game, seed)
        problem = hold(made)
        if problem is not None:
            failed += 1
            print(f"seed {seed}: {problem}")
        coverage.replay(made.header, read_entries(recording.objects(made), game, made.header)[0])
    for kind, counts in {"rules kept": coverage.kept, **coverage.features}.items():
        print(f"{kind}: {', '.join(f'{name} {count}' for name, count in sorted(counts.items()))}")
    asked = {rule.id for rule in game.catalogue if rule.check is not None and not rule.id.startswith("warning.")}
    never = {kind: names for kind, names in coverage.never().items() if kind not in ("rules", "moves")}
    never["rules"] = [rule for rule in asked - ONLY_BROKEN if not coverage.kept[rule]]
    missing = [f"{kind}: {name}" for kind, names in never.items() for name in sorted(names)]
    print(f"never: {', '.join(missing) or 'nothing'}")
    print(f"{said.games} games, {coverage.moves} entries, {failed} failed, {time.monotonic() - begun:.0f} s")
    return 1 if failed or missing else 0


if __name__ == "__main__":
    sys.exit(main())
