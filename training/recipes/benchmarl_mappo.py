"""BenchMARL: MAPPO trains two companies whose soldiers all move at once, with action masks, through PettingZooWrapper.

python -m swarmzoo.training.recipes.benchmarl_mappo

BenchMARL asks for older versions of other packages than the rest of the project, so ``make benchmarl`` gives it a
virtual environment of its own and runs this file there.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from benchmarl.algorithms import MappoConfig
from benchmarl.environments.common import TaskClass
from benchmarl.experiment import Experiment, ExperimentConfig
from benchmarl.models.mlp import MlpConfig
from torchrl.data import Composite
from torchrl.envs import DTypeCastTransform, EnvBase, PettingZooWrapper, TransformedEnv

from swarmzoo.envs.formation import parallel_env

LONGEST = 500  # env steps of a game


class Companies(TaskClass):
    """Formation as a task of BenchMARL: red and blue, a group each."""

    def get_env_fun(
        self, num_envs: int, continuous_actions: bool, seed: int | None, device: Any
    ) -> Callable[[], EnvBase]:
        """Return what makes one game."""

        def make() -> EnvBase:
            game = parallel_env(illegal_action="raise", max_cycles=LONGEST, **self.config)
            groups: dict[str, list[str]] = {}
            for agent in game.possible_agents:
                groups.setdefault(agent.split("_")[0], []).append(agent)
            env = PettingZooWrapper(
                game, use_mask=True, categorical_actions=True, group_map=groups, seed=seed, device=device
            )
            seen = [(group, "observation", "observation") for group in groups]
            return TransformedEnv(env, DTypeCastTransform(torch.uint8, torch.float32, in_keys=seen))

        return make

    def supports_continuous_actions(self) -> bool:
        """Return whether actions may be numbers with fractions."""
        return False

    def supports_discrete_actions(self) -> bool:
        """Return whether actions are choices."""
        return True

    def has_render(self, env: EnvBase) -> bool:
        """Return whether films are made."""
        return False

    def max_steps(self, env: EnvBase) -> int:
        """Return after how many env steps a game is cut off."""
        return LONGEST

    def group_map(self, env: EnvBase) -> dict[str, list[str]]:
        """Return who learns together."""
        return dict(env.group_map)

    def observation_spec(self, env: EnvBase) -> Composite:
        """Return what the soldiers of each group see."""
        return _only("observation", env)

    def action_mask_spec(self, env: EnvBase) -> Composite:
        """Return the masks of each group."""
        return _only("action_mask", env)

    def action_spec(self, env: EnvBase) -> Composite:
        """Return the choices of each group."""
        return env.full_action_spec

    def info_spec(self, env: EnvBase) -> None:
        """Return nothing: what is in ``info`` is not learned from."""

    def state_spec(self, env: EnvBase) -> None:
        """Return nothing: the critic sees what the soldiers of its group see."""

    @staticmethod
    def env_name() -> str:
        """Return the name under which results are kept."""
        return "swarmzoo-formation"


def _only(name: str, env: EnvBase) -> Composite:
    """Return the part of this name of what the groups see."""
    found = env.observation_spec.clone()
    for group in list(found.keys()):
        for key in {*found[group].keys()} - {name}:
            del found[group][key]
    return found


def experiment(rounds: int, steps: int) -> Experiment:
    """Return a training of so many rounds, each over so many env steps."""
    config = ExperimentConfig.get_from_yaml()
    config.max_n_iters, config.max_n_frames = rounds, None
    config.on_policy_collected_frames_per_batch, config.on_policy_n_envs_per_worker = steps, 1
    config.on_policy_n_minibatch_iters, config.on_policy_minibatch_size = 4, 128
    config.evaluation, config.render, config.loggers, config.create_json = False, False, [], False
    config.gamma, config.lr = 0.99, 5e-4
    Path("runs").mkdir(exist_ok=True)
    config.save_folder = "runs"
    return Experiment(
        task=Companies("clash", {"scenario": "clash", "size": 8}),
        algorithm_config=MappoConfig.get_from_yaml(),
        model_config=MlpConfig.get_from_yaml(),
        critic_model_config=MlpConfig.get_from_yaml(),
        seed=0,
        config=config,
    )


def main() -> None:
    """Train a little."""
    parser = argparse.ArgumentParser(description="MAPPO with action masks, by BenchMARL")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=1000, help="env steps of a round")
    options = parser.parse_args()
    training = experiment(options.rounds, options.steps)
    training.run()
    print(f"{training.total_frames:,} env steps learned from")


if __name__ == "__main__":
    main()
