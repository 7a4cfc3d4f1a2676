"""Tianshou: a DQN learns against a random swarm, through PettingZooEnv.

python -m swarmzoo.training.recipes.tianshou_dqn
"""

from typing import Any

import numpy as np
import torch
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.policy import DQNPolicy, MultiAgentPolicyManager, RandomPolicy
from tianshou.utils.net.common import Net

from swarmzoo.envs.insects import env as insects

ROUNDS, GAMES, ENVS = 3, 8, 4


class Counts(torch.nn.Module):
    """A network that reads counts in bytes as small numbers."""

    def __init__(self, network: Net):
        super().__init__()
        self.network = network

    def forward(self, obs: np.ndarray, **more: Any) -> Any:
        """Return what the network makes of observations, uint8 (k, size)."""
        return self.network(np.asarray(obs, np.float32) / 8, **more)


def make() -> PettingZooEnv:
    """Return one game as Tianshou sees it."""
    return PettingZooEnv(insects(players=2, symmetric=True))


def main() -> None:
    """Train a little and print what came of it."""
    torch.manual_seed(0)
    np.random.seed(0)  # noqa: NPY002  (Tianshou draws from it)
    one = make()
    shape = one.observation_space["observation"].shape
    network = Counts(Net(shape, one.action_space.n, hidden_sizes=[128, 128]))
    learner = DQNPolicy(
        network,
        torch.optim.Adam(network.parameters(), lr=1e-3),
        discount_factor=0.99,
        estimation_step=3,
        target_update_freq=200,
    )
    learner.set_eps(0.2)
    swarms = MultiAgentPolicyManager([learner, RandomPolicy()], one)
    buffer = VectorReplayBuffer(50_000, ENVS)
    collector = Collector(swarms, DummyVectorEnv([make for _ in range(ENVS)]), buffer, exploration_noise=True)
    for number in range(ROUNDS):
        played = collector.collect(n_episode=GAMES)
        losses = [swarms.update(64, buffer)["swarm_0/loss"] for _ in range(100)]
        won = (played["rews"][:, 0] > 0).mean()
        print(f"round {number}: {played['n/st']} decisions, won {won:.0%}, loss {np.mean(losses):.4f}")


if __name__ == "__main__":
    main()
