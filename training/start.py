"""Where training begins: with fresh weights, or with those of a trained policy."""

from pathlib import Path

from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.policy.checkpoint import load_policy, policy_for
from swarmzoo.agents.policy.weights import load_weights
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig


def with_network_of_start(config: TrainConfig, game: Game) -> TrainConfig:
    """Return a configuration with the network of the policy that it begins from; raise GameError for none of ours."""
    if config.start is None:
        return config
    path = start_path(config.start, game)
    load_policy(path, game)  # refuses what does not play this game
    return config.model_copy(update={"network": policy_for(path, game)[0]})


def load_start(policy: MaskableActorCriticPolicy, game: Game, config: TrainConfig) -> None:
    """Put the weights of the policy that a run begins from into a policy."""
    if config.start is not None:
        path = start_path(config.start, game)
        load_weights(policy, policy_for(path, game)[1], f"checkpoint {path}")


def start_path(start: str, game: Game) -> Path:
    """Return the checkpoint that a run begins from; raise GameError for what is none."""
    path = baselines(game).get(start, Path(start))
    if path.suffix != ".npz":
        allowed = ", ".join([*baselines(game), "a checkpoint (.npz)"])
        raise GameError(f"start = {start!r}: not a trained policy of this package; allowed: {allowed}")
    return path
