"""Random games, ply by ply, for tests of words, pictures and positions."""

from functools import cache
from typing import NamedTuple

import numpy as np

from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects

TWO = InsectsConfig()
FOUR = InsectsConfig(players=4, extra_cards=True, rules={"decks": 1})
CONFIGS = (TWO, FOUR)


class Ply(NamedTuple):
    """A state, shape (1,), who must act (-1: nobody) and its legal actions."""

    state: np.ndarray
    actor: int
    legal: tuple[int, ...]


@cache
def random_game(config: InsectsConfig, seed: int) -> tuple[Game, tuple[Ply, ...]]:
    """Play a game with random choices; return the game and every state of it, the last one included."""
    game = insects(config)
    table = Table(game, 1)
    table.seed(np.array([seed]))
    table.arrange(at_random=True)
    table.begin()
    plies = [_ply(table)]
    while not table.done[0]:
        table.step()
        plies.append(_ply(table))
    return game, tuple(plies)


def _ply(table: Table) -> Ply:
    done = bool(table.done[0])
    legal = () if done else tuple(int(action) for action in np.flatnonzero(table.masks[0, 0]))
    state = table.game.new_states(1)  # zeroed, gaps between fields included
    state[0] = table.states[0]
    return Ply(state, -1 if done else int(table.actors[0]), legal)
