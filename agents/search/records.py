"""The records of a search: the nodes of its trees, and the bench on which simulations are worked out."""

from functools import cache

import numpy as np

from swarmzoo.agents.search.appraisal import bench_fields
from swarmzoo.envs.core.game import Game

MOST_DEPTH = 128  # decisions that are remembered of a way down a tree
MOST_ADVISERS = 16


@cache
def node_dtype(sides: int) -> np.dtype:
    """Return the record of a node: a decision that was tried, and what came of it. Node 0 of a tree is its root."""
    return np.dtype(
        [
            ("parent", np.int32),  # -1: none
            ("first", np.int32),  # child, 0: none
            ("next", np.int32),  # child of the same parent, 0: none
            ("action", np.int32),
            ("agent", np.int16),  # who took it
            ("advised", np.int16),  # how many advisers were asked what to try after it
            ("visits", np.int32),
            ("available", np.int32),  # times that it could have been taken
            ("total", np.float32, sides),  # what all simulations through it were worth to each side
            ("squares", np.float32, sides),  # the sum of the squares of the same
        ],
        align=True,
    )


def bench_dtype(game: Game, features: int) -> np.dtype:
    """Return the record on which the simulations of a search are worked out, its settings included."""
    return np.dtype(
        [
            ("exploration", np.float32),
            ("widening", np.float32),
            ("cut", np.int32),  # turns of a rollout before its position is valued; -1: played to the end
            ("bot", np.int16),  # who plays the rollouts, 0: random
            ("advisers", np.int16, MOST_ADVISERS),  # bots whose choices are tried first
            ("num_advisers", np.int16),
            ("considered", np.int32),  # led by a policy: actions of the root that are tried
            ("budget", np.int32),  # led by a policy: simulations that are expected
            ("fixed", np.bool_),  # all simulations of a tree play in one world
            ("decisions", np.int64),  # simulated so far, of all sides
            ("rng", np.uint32, 4),
            ("path", np.int32, MOST_DEPTH),
            ("depth", np.int32),
            ("choices", np.int32),  # legal actions of who decides
            ("child", np.int32, game.num_actions),  # the child of each legal action, 0: none
            ("mask", np.int8, game.num_actions),
            ("acts", np.int8, game.room),
            ("actions", np.int32, game.room),
            *bench_fields(game, features),
        ],
        align=True,
    )
