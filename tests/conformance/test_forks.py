"""A fork goes on from a table of its own, in a game that is compiled and in one that is not."""

from __future__ import annotations

import pickle

import pytest

from referee.conformance.forks import Fork
from referee.engine.replay import Replayer
from referee.fixtures import folder
from referee.games.speicherstadt.cards import UNKNOWN, read_card
from referee.judge import Options, open_document
from referee.transcript.document import read

LOGS = [
    "speicherstadt/legal/three-players-kaispeicher-rulebook.toml",
    "speculaas/cases/legal/five-players-with-decks.toml",
]


@pytest.mark.parametrize("name", LOGS)
def test_a_branch_goes_on_as_the_log_does_and_leaves_it_alone(name: str) -> None:
    opened = open_document(read((folder() / name).read_bytes(), name), Options())
    assert opened.game is not None
    assert opened.header is not None
    replayer = Replayer(opened.game, opened.header)
    for index, entry in enumerate(opened.entries):
        before = opened.game.snapshot(replayer.table)
        branch = Fork(replayer).branch()
        branch.enter(index, entry)
        assert opened.game.snapshot(replayer.table) == before
        replayer.enter(index, entry)
        assert opened.game.snapshot(branch.table) == opened.game.snapshot(replayer.table)
        assert opened.game.claims(branch.table) == opened.game.claims(replayer.table)


def test_cards_are_not_copied_with_the_table() -> None:
    for card in (UNKNOWN, read_card("contract:tea+tea=5")):
        assert pickle.loads(pickle.dumps(card)) is card
