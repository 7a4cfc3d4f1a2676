"""Win rates of the learner during training, as the lab measures them."""

from typing import Any

from swarmzoo.agents.agent import Agent
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.evaluate import win_rate
from swarmzoo.training.config import Evaluation
from swarmzoo.training.opponents import opponent_named


def evaluate_policy(
    game: Game, agent: Agent, setting: Evaluation, seat: int | None = None
) -> dict[str, dict[str, Any]]:
    """Play an agent against each opponent on paired seeds; return score and interval by opponent.

    ``seat``: the agent's side; None: every side in turn.
    """
    rows = {}
    for name in setting.against:
        opponent = opponent_named(game, name)
        assert opponent is not None  # the trainer has refused others
        found = win_rate(game, agent, opponent, games=setting.games, seed=setting.seed, seat=seat)
        rows[name] = {"score": found.score, "low": found.low, "high": found.high, "games": found.games}
    return rows
