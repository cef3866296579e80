"""Other programs that judge the record of a game, on records made up here from a fixed seed."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from random import Random
from typing import Any

#: A measure: does the work once and says how many moves that were.
Work = Callable[[], int]


def python_chess(games: int, plies: int = 120) -> Work:
    """python-chess reads PGN and so finds out whether each move is legal."""
    import chess
    import chess.pgn

    random = Random("chess")
    texts = []
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < plies:
            board.push(random.choice(list(board.legal_moves)))
        texts.append(str(chess.pgn.Game.from_board(board)))

    def work() -> int:
        moves = 0
        for text in texts:
            game = chess.pgn.read_game(io.StringIO(text))
            assert game is not None
            assert not game.errors
            moves += sum(1 for _ in game.mainline_moves())
        return moves

    return work


def poker_kit(hands: int) -> Work:
    """PokerKit plays recorded hands of Texas hold'em again; each operation asks whether it is allowed.

    Players fold often, as they do at a table: comparing hands at a showdown is what takes PokerKit longest.
    """
    from pokerkit import Automation, NoLimitTexasHoldem

    warnings.filterwarnings("ignore", module="pokerkit")
    automatic = tuple(
        step
        for step in Automation
        if step not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.RUNOUT_COUNT_SELECTION)
    )
    game = NoLimitTexasHoldem(automatic, True, 0, (1, 2), 2)  # type: ignore[arg-type]
    random = Random("poker")

    def deal() -> Any:
        return game((200,) * 4, 4)

    def hand() -> list[tuple[str, tuple[Any, ...]]]:
        state, log = deal(), []
        cards = random.sample([rank + suit for rank in "23456789TJQKA" for suit in "cdhs"], 13)
        while state.status:
            chance = random.random()
            said: tuple[Any, ...] = ()
            if state.can_deal_hole():
                name, said = "deal_hole", (cards.pop() + cards.pop(),)
            elif state.can_deal_board():
                name, said = "deal_board", ("".join(cards.pop() for _ in range(3 if len(state.board_cards) < 3 else 1)),)
            elif chance < 0.25 and state.can_complete_bet_or_raise_to():
                name, said = "complete_bet_or_raise_to", (state.min_completion_betting_or_raising_to_amount,)
            elif chance < 0.7 and state.can_fold():
                name = "fold"
            else:
                name = "check_or_call"
            getattr(state, name)(*said)
            log.append((name, said))
        return log

    logs = [hand() for _ in range(hands)]

    def work() -> int:
        for log in logs:
            state = deal()
            for name, said in log:
                getattr(state, name)(*said)
        return sum(map(len, logs))

    return work
