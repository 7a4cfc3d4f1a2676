"""Phantom Tic-Tac-Toe and Dark Hex of three cells by three: boards on which each side sees its own stones alone.

Who names a cell that the other side has taken is told so, and names another one. Their trees are too large for tables.
What can be won from a strategy without draws is found all the same, by trying every line; of others no exact number is
at hand, and what a search wins is a lower bound. Tests hold the rules to OpenSpiel's, game by game.
"""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel

from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.envs.api.opponents import RANDOM_OPPONENT
from swarmzoo.envs.core.actions import Actions, Part
from swarmzoo.envs.core.bans import ban_counts, ban_fields
from swarmzoo.envs.core.game import Game, Kernels, Slice, new_records
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below, seed_rng
from tests.small_games.tabulated import SmallConfig

CELLS, EDGE, NOBODY, TRIES = 9, 3, -1, 200
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
NAMES = ("phantom_ttt", "dark_hex(board_size=3)")
_STATE: list[Any] = [
    ("rng", np.uint32, 4),
    ("done", np.bool_),
    ("stones", np.int8, CELLS),  # the owner, or NOBODY
    ("seen", np.int8, (2, CELLS)),  # what each side knows of it
    ("reached", np.int8, CELLS),  # by the chain that is being followed
    ("actor", np.int8),
    ("winner", np.int8),
    ban_counts(2),
]
_RULES: list[Any] = [("lines", np.int8, (8, 3)), ("is_hex", np.bool_), *ban_fields(2, CELLS)]


@kernel
def reset(s, r, seed):
    """Begin with an empty board."""
    seed_rng(s.rng, seed)
    s.done, s.actor, s.winner = False, 0, NOBODY
    s.stones[:] = NOBODY
    s.seen[:] = NOBODY
    s.reached[:] = 0


@kernel
def acting(s, r, flags):
    """Mark the side that decides."""
    for side in range(2):
        flags[side] = not s.done and s.actor == side


@kernel
def legal(s, r, side, mask):
    """Write the cells of which the side that decides knows no stone."""
    for cell in range(CELLS):
        mask[cell] = not s.done and s.actor == side and s.seen[side, cell] == NOBODY


@kernel
def step(s, r, actions):
    """Place a stone, or be told that the other side has one there."""
    side = int(s.actor)
    cell = actions[side]
    if s.stones[cell] != NOBODY:
        s.seen[side, cell] = s.stones[cell]
        return
    s.stones[cell], s.seen[side, cell] = side, side
    if has_won(s, r, side):
        s.done, s.winner = True, side
    elif is_full(s):
        s.done = True
    s.actor = 1 - side


@kernel
def is_full(s):
    """Tell whether every cell has a stone."""
    for cell in range(CELLS):
        if s.stones[cell] == NOBODY:
            return False
    return True


@kernel
def has_won(s, r, side):
    """Tell whether a side has a line, or joins its two edges."""
    return joins(s, side) if r.is_hex else has_line(s, r, side)


@kernel
def has_line(s, r, side):
    """Tell whether three stones of a side are in line."""
    for k in range(8):
        count = 0
        for i in range(3):
            count += s.stones[r.lines[k, i]] == side
        if count == 3:
            return True
    return False


@kernel
def joins(s, side):
    """Tell whether a side joins its edges: side 0 top and bottom, side 1 left and right."""
    for cell in range(CELLS):
        s.reached[cell] = s.stones[cell] == side and (cell // EDGE if side == 0 else cell % EDGE) == 0
    for _ in range(CELLS):
        for cell in range(CELLS):
            if s.stones[cell] == side and not s.reached[cell] and touches(s, cell):
                s.reached[cell] = 1
    for cell in range(CELLS):
        if s.reached[cell] and (cell // EDGE if side == 0 else cell % EDGE) == EDGE - 1:
            return True
    return False


@kernel
def touches(s, cell):
    """Tell whether a cell has a neighbour in the chain."""
    row, column = cell // EDGE, cell % EDGE
    for other in range(CELLS):
        down, right = other // EDGE - row, other % EDGE - column
        near = abs(down) + abs(right) == 1 or (abs(down) == 1 and down == -right)
        if near and s.reached[other]:
            return True
    return False


@kernel
def observe(s, r, side, out, again):
    """Write the stones that a side knows, its own and the other's, and whether it is to move."""
    out[:] = 0.0
    for cell in range(CELLS):
        if s.seen[side, cell] != NOBODY:
            out[(s.seen[side, cell] != side) * CELLS + cell] = 1.0
    out[2 * CELLS] = not s.done and s.actor == side


@kernel
def rewards(s, r, pay, over):
    """Write 1 for the winner and -1 for the loser."""
    for side in range(2):
        over[side] = s.done
        pay[side] = 0.0
        if s.done and s.winner != NOBODY:
            pay[side] = 1.0 if s.winner == side else -1.0


@kernel
def determinize(s, r, side, seed):
    """Draw where the other side's unknown stones are, all places alike, and what it knows of this side's."""
    seed_rng(s.rng, seed)
    if s.done:
        return
    other, hidden = 1 - side, 0
    for cell in range(CELLS):
        hidden += s.stones[cell] == other and s.seen[side, cell] == NOBODY
    for _ in range(TRIES):
        scatter(s, side, hidden)
        if not has_won(s, r, other):
            break
    for cell in range(CELLS):
        s.seen[other, cell] = NOBODY
        if s.stones[cell] == other or (s.stones[cell] == side and draw_below(s.rng, 3) == 0):
            s.seen[other, cell] = s.stones[cell]


@kernel
def scatter(s, side, hidden):
    """Put a number of the other side's stones on cells of which a side knows nothing."""
    free = 0
    for cell in range(CELLS):
        if s.seen[side, cell] == NOBODY:
            s.stones[cell] = NOBODY
            free += 1
    for cell in range(CELLS):
        if s.seen[side, cell] == NOBODY:
            if draw_below(s.rng, free) < hidden:
                s.stones[cell] = 1 - side
                hidden -= 1
            free -= 1


@kernel
def survey(s, r, out):
    """There is no overview."""
    out[:] = 0.0


@kernel
def why_not(s, r, side, cell):
    """Tell whether a cell may be named: 0 if it may."""
    return 0 if not s.done and s.actor == side and s.seen[side, cell] == NOBODY else 1


@kernel
def potential(s, r, values):
    """There is no shaping."""
    values[:] = 0.0


KERNELS = Kernels(reset, acting, legal, step, observe, rewards, determinize, survey, why_not, potential)


@lru_cache
def blind_board(name: str) -> Game:
    """Return a game by OpenSpiel's name."""
    rules = new_records(np.dtype(_RULES, align=True), 1)
    rules[0]["lines"], rules[0]["is_hex"] = LINES, name != "phantom_ttt"
    mute: Any = SimpleNamespace(ending=lambda state: "", reasons=())
    return Game(
        name="blind_board",
        version=0,
        config=SmallConfig(),
        rules=rules,
        state=np.dtype(_STATE, align=True),
        agents=("side_0", "side_1"),
        side_of_agent=(0, 1),
        side_names=("side_0", "side_1"),
        actions=Actions((Part("cell", CELLS),)),
        observation_layout=(Slice("known", 0, (2, CELLS)), Slice("to move", 2 * CELLS, (1,))),
        observation_high=np.ones(2 * CELLS + 1, np.float32),
        overview_size=1,
        kernels=KERNELS,
        words=mute,
        validity=mute,
        rules_signature=name,
    )


class First:
    """Always names the first cell that it may."""

    name = "first"

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return actions, int64 (k,)."""
        return masks.argmax(axis=1)


def most_from_first(name: str) -> float:
    """Return what can be won from ``First``, the mean of both seats: it draws nothing, so all lines can be tried."""
    return sum(_most(pyspiel.load_game(name).new_initial_state(), side) for side in range(2)) / 2


def _most(state: Any, side: int) -> float:
    """Return the most that a side can win from a state of OpenSpiel, if the other one always takes its first action."""
    if state.is_terminal():
        return float(state.returns()[side])
    actions = state.legal_actions() if state.current_player() == side else state.legal_actions()[:1]
    best = -1.0
    for action in actions:
        best = max(best, _most(state.child(action), side))
        if best == 1.0:
            break
    return best


def won_by_search(name: str, target: str, simulations: int, games: int, seed: int = 0) -> tuple[float, float]:
    """Return what a search against a target (first, or uniform) wins on average in both seats, and its error."""
    game, model = blind_board(name), First() if target == "first" else RANDOM_OPPONENT
    seating, seeds = paired_seats(2, 2, games, seed)
    agents = [TreeSearch(game, simulations=simulations, model=model), model]
    pay = play_games(game, agents, seating, seeds, summaries=False).pay
    mine = pay[seating == 0].reshape(-1, 2).mean(axis=1)
    return float(mine.mean()), float(mine.std(ddof=1) / len(mine) ** 0.5)
