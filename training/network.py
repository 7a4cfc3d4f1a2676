"""The policy's network: features shared by policy and value, flat or aware of hexes."""

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.hexes import NO_HEX
from swarmzoo.training.config import Network


class FlatFeatures(BaseFeaturesExtractor):
    """Layers over the whole observation."""

    def __init__(self, space: spaces.Box, width: int, layers: int):
        super().__init__(space, width)
        sizes = [int(np.prod(space.shape)), *[width] * layers]
        self.layers = nn.Sequential(
            *(part for a, b in zip(sizes, sizes[1:], strict=False) for part in (nn.Linear(a, b), nn.ReLU()))
        )

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return features, float32 (batch, width)."""
        return self.layers(observations)


class HexFeatures(BaseFeaturesExtractor):
    """Two convolutions over each hex and its six neighbours, told of the rest of the observation; then flat layers."""

    def __init__(
        self, space: spaces.Box, width: int, layers: int, channels: int, planes: tuple[int, int], neighbours: np.ndarray
    ):
        super().__init__(space, width)
        self.planes, self.flat = planes, planes[0] * planes[1]
        rest = int(np.prod(space.shape)) - self.flat
        around = np.concatenate([np.arange(planes[1])[:, None], neighbours], axis=1)
        self.register_buffer("around", torch.as_tensor(np.where(around == NO_HEX, planes[1], around)).long())
        self.rest = nn.Linear(rest, channels)
        self.first = nn.Linear(7 * planes[0], channels)
        self.second = nn.Linear(7 * channels, channels)
        sizes = [channels * planes[1] + rest, *[width] * layers]
        self.layers = nn.Sequential(
            *(part for a, b in zip(sizes, sizes[1:], strict=False) for part in (nn.Linear(a, b), nn.ReLU()))
        )

    def _gather(self, hexes: torch.Tensor) -> torch.Tensor:
        """Put the features of each hex and its neighbours side by side; beyond the edge are zeros."""
        padded = torch.cat([hexes, hexes.new_zeros(hexes.shape[0], 1, hexes.shape[2])], dim=1)
        return padded[:, self.around].flatten(2)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return features, float32 (batch, width)."""
        rest = observations[:, self.flat :]
        hexes = observations[:, : self.flat].reshape(-1, *self.planes).transpose(1, 2)
        hexes = torch.relu(self.first(self._gather(hexes)) + self.rest(rest)[:, None])
        hexes = torch.relu(self.second(self._gather(hexes)) + hexes)
        return self.layers(torch.cat([hexes.flatten(1), rest], dim=1))


def policy_arguments(game: Game, network: Network) -> dict[str, Any]:
    """Return the keywords of sb3-contrib's MaskableActorCriticPolicy for a network."""
    arguments: dict[str, Any] = {"width": network.width, "layers": network.layers}
    extractor: type[BaseFeaturesExtractor] = FlatFeatures
    if network.kind == "hex":
        first = game.observation_layout[0]
        arguments |= {"channels": network.channels, "planes": first.shape, "neighbours": game.board["neighbours"]}
        extractor = HexFeatures
    return {
        "features_extractor_class": extractor,
        "features_extractor_kwargs": arguments,
        "net_arch": {"pi": [network.head], "vf": [network.head]},
        "activation_fn": nn.ReLU,
        "ortho_init": False,
    }


def make_policy(game: Game, network: Network) -> MaskableActorCriticPolicy:
    """Return a policy with fresh weights, outside of any training."""
    space = spaces.Box(game.observation_low, game.observation_high, dtype=np.float32)
    return MaskableActorCriticPolicy(
        space, spaces.Discrete(game.num_actions), lambda _: 0.0, **policy_arguments(game, network)
    )


@torch.no_grad()
def logits_of(policy: MaskableActorCriticPolicy, observations: np.ndarray) -> torch.Tensor:
    """Return the policy's unmasked logits, float32 (batch, actions)."""
    features = policy.extract_features(torch.as_tensor(np.ascontiguousarray(observations)), policy.pi_features_extractor)
    return policy.action_net(policy.mlp_extractor.forward_actor(features))
