"""The games that a learner plays between two updates: those of its run, and of every variant."""

from collections.abc import Sequence

import numpy as np

from swarmzoo.envs.api.learner import LearnerTable, teams
from swarmzoo.envs.api.sb3 import SwarmVecEnv
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.resized import Resized
from swarmzoo.training.rollout import Rollout
from swarmzoo.training.selfplay import OpponentPool


class Games:
    """Games side by side of one configuration: what the learner sees in them now, and the rollout of its choices.

    ``observations`` are (rows, size), of the game's type of numbers; ``starts`` bool (rows,): the row's game begins;
    ``resized`` is the learner's policy in games of another size than its own.
    """

    def __init__(self, env: SwarmVecEnv, steps: int, resized: Resized | None = None):
        self.env, self.resized = env, resized
        self.rollout = Rollout(env.game, steps, env.num_envs, env.rows_per_game)
        self.observations = np.zeros((env.num_envs, env.game.observation_size), env.game.observation_dtype)
        self.starts = np.ones(env.num_envs, bool)

    @property
    def table(self) -> LearnerTable:
        """The table at which the learner and its opponents sit."""
        return self.env.learners

    def begin(self) -> None:
        """Begin them."""
        self.observations = np.asarray(self.env.reset())
        self.starts = np.ones(self.env.num_envs, bool)


def games_for(
    games: Sequence[Game], config: TrainConfig, pool: OpponentPool, resized: Sequence[Resized | None]
) -> list[Games]:
    """Return those of a run's game, the first one, and of its variants; of each as many as have as many rows in all."""
    rows = config.envs * _rows_of(games[0])
    return [
        Games(
            SwarmVecEnv(
                game,
                max(rows // _rows_of(game), 1),
                pool.opponents_in(k),
                weights=pool.weights(),
                seed=config.seed,
                seat=config.seat,
                threads=config.env_threads,
                discount=config.discount,
            ),
            config.rollout,
            resized[k],
        )
        for k, game in enumerate(games)
    ]


def _rows_of(game: Game) -> int:
    """Return the rows of a game: the agents of a side that all choose at once, or one."""
    return 1 if game.sequential else len(teams(game)[0])
