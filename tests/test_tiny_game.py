"""Hex on a tiny board, held to numbers that are known without this code, and to a slow statement of its rules."""

from functools import cache
from math import comb

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from tests.scenarios import TINY

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def has_won(board: tuple[int, ...], size: int, side: int) -> bool:
    """Tell whether a side's stones join its edges: rows for side 0, columns for side 1."""
    own = {(i % size, i // size) for i, stone in enumerate(board) if stone == side}
    across = 1 - side
    chain = {cell for cell in own if cell[across] == 0}
    while True:
        wider = chain | {cell for cell in own for q, r in STEPS if (cell[0] + q, cell[1] + r) in chain}
        if wider == chain:
            return any(cell[across] == size - 1 for cell in chain)
        chain = wider


def over(board: tuple[int, ...], size: int) -> bool:
    return has_won(board, size, 0) or has_won(board, size, 1)


def positions_by_ply(size: int) -> list[set[tuple[int, ...]]]:
    """Return the reachable boards after every ply, the last stone asked for too."""
    plies = [{(-1,) * size**2}]
    while any(-1 in board and not over(board, size) for board in plies[-1]):
        side = (len(plies) - 1) % 2
        plies.append(
            {
                (*board[:i], side, *board[i + 1 :])
                for board in plies[-1]
                if not over(board, size)
                for i in range(size**2)
                if board[i] == -1
            }
        )
    return plies


def positions_of_the_game(size: int) -> list[set[tuple[int, ...]]]:
    """Return the boards that the environment reaches after every ply."""
    env = TINY.env(size=size)
    env.reset(seed=0)
    plies = [{board_of(env): env.get_state()}]
    while plies[-1]:
        following = {}
        for state in plies[-1].values():
            env.set_state(state)
            for action, _ in env.legal_actions():
                env.set_state(state)
                env.step(action)
                following[board_of(env)] = env.get_state()
        plies.append(following)
    return [set(boards) for boards in plies[:-1]]


def board_of(env) -> tuple[int, ...]:
    stones = env.state()[:-1].reshape(2, -1)
    return tuple(int(stone) for stone in np.where(stones[0] == 1, 0, np.where(stones[1] == 1, 1, -1)))


@cache
def winner(board: tuple[int, ...], size: int, side: int) -> int:
    """Return who wins with best play."""
    if over(board, size):
        return 1 - side
    replies = ((*board[:i], side, *board[i + 1 :]) for i in range(size**2) if board[i] == -1)
    return side if any(winner(reply, size, 1 - side) == side for reply in replies) else 1 - side


@pytest.mark.parametrize("size", [2, 3])
def test_the_reachable_positions_of_every_ply_are_those_of_the_slow_rules(size):
    expected, played = positions_by_ply(size), positions_of_the_game(size)
    asked = size**2 - 1  # the last stone is placed without asking
    for ply in range(asked):
        assert played[ply] == expected[ply]
    filled = {board for board in expected[asked] if over(board, size)}
    assert played[asked] == filled | (expected[asked + 1] if len(expected) > asked + 1 else set())


def test_until_a_chain_is_possible_positions_are_counted_by_binomials():
    counts = [len(boards) for boards in positions_by_ply(3)]
    assert counts[:6] == [comb(9, ply) * comb(ply, ply // 2) for ply in range(6)] == [1, 9, 72, 252, 756, 1260]


@pytest.mark.parametrize("size", [2, 3])
def test_a_full_board_has_exactly_one_winner(size):
    cells = size**2
    for code in range(2**cells):
        board = tuple(code >> i & 1 for i in range(cells))
        assert has_won(board, size, 0) != has_won(board, size, 1)


@pytest.mark.parametrize("size", [2, 3])
def test_the_first_side_wins_with_best_play(size):
    assert winner((-1,) * size**2, size, 0) == 0


def test_the_centre_is_a_winning_opening():
    board = tuple(0 if i == 4 else -1 for i in range(9))
    assert winner(board, 3, 1) == 0


def test_both_sides_see_the_board_with_their_goal_rows_on_top():
    env = TINY.env()
    env.reset(options={"position": "x..\n...\n..o\nx"})
    top = env.observe("side_0")["observation"][:9]
    env.reset(options={"position": "o..\n...\n..x\no"})
    assert (env.observe("side_1")["observation"][:9] == top).all()
    env.reset(options={"position": ".x.\n...\n...\no"})
    assert dict(env.legal_actions())[1] == "a2"


def test_no_choice_matters_when_a_coin_places_the_stones():
    """First cell, last cell or a random one: side 0 wins as often."""
    env, wins = TINY.env(coin=True), np.zeros(2)
    for kind in range(2):
        for seed in range(400):
            env.reset(seed=seed + 1000 * kind)
            while not any(env.terminations.values()):
                legal = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])
                env.step(int(legal[0 if kind == 0 or env.agent_selection == "side_1" else -1]))
            wins[kind] += env.rewards["side_0"] > 0
    assert (abs(wins / 400 - 0.5) < 0.1).all()


def test_what_is_no_position_is_refused():
    with pytest.raises(GameError, match="3 rows"):
        TINY.env().reset(options={"position": "xo\n.."})
