"""RLlib: PPO with action masks learns against a bot, through Gymnasium's view and nine lines of wrapper.

python -m swarmzoo.training.recipes.rllib_ppo

RLlib's action-masking module wants the mask beside the observation, as floats, under the names ``observations`` and
``action_mask``. It knows one agent with one choice at a time: games in which all agents move at once do not fit it.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env


class Masked(gymnasium.ObservationWrapper):
    """Shows the mask beside the observation."""

    def __init__(self, env: gymnasium.Env):
        super().__init__(env)
        assert isinstance(env.action_space, spaces.Discrete)  # one choice at a time
        mask = spaces.Box(0.0, 1.0, (int(env.action_space.n),), np.float32)
        self.observation_space = spaces.Dict({"observations": env.observation_space, "action_mask": mask})

    def observation(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Return the observation with what is legal now."""
        masks = self.get_wrapper_attr("action_masks")()
        return {"observations": observation, "action_mask": masks.astype(np.float32)}


def make(config: dict[str, Any]) -> Masked:
    """Return one game as RLlib sees it."""
    return Masked(gymnasium.make("swarmzoo.envs:swarmzoo/insects-v0", illegal_action="raise", **config))


def algorithm(choices: int, opponent: str) -> Any:
    """Return PPO that learns from so many choices between two updates."""
    register_env("insects", make)
    return (
        PPOConfig()
        .environment("insects", env_config={"symmetric": True, "opponents": opponent})
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=choices, minibatch_size=128, num_epochs=3, lr=5e-4, gamma=0.999)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [128]}
            )
        )
        .debugging(seed=0)
        .build_algo()
    )


def main() -> None:
    """Train a little and print what came of it."""
    parser = argparse.ArgumentParser(description="PPO with action masks, by RLlib")
    parser.add_argument("--updates", type=int, default=3)
    parser.add_argument("--choices", type=int, default=2048, help="learned from in each update")
    parser.add_argument("--opponent", default="random")
    options = parser.parse_args()
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    ppo = algorithm(options.choices, options.opponent)
    for update in range(options.updates):
        told = ppo.train()["env_runners"]
        print(
            f"update {update}: {told['num_env_steps_sampled']:,.0f} choices, {told['num_episodes']:.0f} games ended, "
            f"mean pay {told['episode_return_mean']:+.2f}"
        )
    ppo.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
