"""The policy's network: features shared by policy and value, flat or aware of hexes."""

from itertools import pairwise
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from swarmzoo.agents.policy.config import Network
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.hexes import NO_HEX


class FlatFeatures(BaseFeaturesExtractor):
    """Layers over the whole observation."""

    def __init__(self, space: spaces.Box, width: int, layers: int):
        super().__init__(space, width)
        sizes = [int(np.prod(space.shape)), *[width] * layers]
        self.layers = nn.Sequential(*(part for a, b in pairwise(sizes) for part in (nn.Linear(a, b), nn.ReLU())))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return features, float32 (batch, width)."""
        return self.layers(observations)


class HexFeatures(BaseFeaturesExtractor):
    """Convolutions over each hex and its six neighbours, told of the rest of the observation.

    The features are a summary of ``width`` numbers (of all hexes, of the selected hex, of the rest) followed by
    ``channels`` numbers for every hex, from which the policy scores the hexes with one set of weights.
    """

    def __init__(
        self,
        space: spaces.Box,
        width: int,
        layers: int,
        channels: int,
        planes: tuple[int, int],
        selected: int,
        neighbours: np.ndarray,
    ):
        super().__init__(space, width + channels * planes[1])
        self.planes, self.flat, self.selected = planes, planes[0] * planes[1], selected
        rest = int(np.prod(space.shape)) - self.flat
        around = np.concatenate([np.arange(planes[1])[:, None], neighbours], axis=1)
        self.register_buffer("around", torch.as_tensor(np.where(around == NO_HEX, planes[1], around)).long())
        self.rest = nn.Linear(rest, channels)
        self.first = nn.Linear(7 * planes[0], channels)
        self.more = nn.ModuleList(nn.Linear(7 * channels, channels) for _ in range(2))
        sizes = [channels * (planes[1] + 1) + rest, *[width] * layers]
        self.layers = nn.Sequential(*(part for a, b in pairwise(sizes) for part in (nn.Linear(a, b), nn.ReLU())))

    def _gather(self, hexes: torch.Tensor) -> torch.Tensor:
        """Put the features of each hex and its neighbours side by side; beyond the edge are zeros."""
        padded = torch.cat([hexes, hexes.new_zeros(hexes.shape[0], 1, hexes.shape[2])], dim=1)
        around: Any = self.around
        return padded[:, around].flatten(2)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return features, float32 (batch, width + channels x hexes)."""
        rest = observations[:, self.flat :]
        planes = observations[:, : self.flat].reshape(-1, *self.planes)
        hexes = torch.relu(self.first(self._gather(planes.transpose(1, 2))) + self.rest(rest)[:, None])
        for layer in self.more:
            hexes = torch.relu(layer(self._gather(hexes)) + hexes)
        here = (hexes * planes[:, self.selected, :, None]).sum(1)
        summary = self.layers(torch.cat([hexes.flatten(1), here, rest], dim=1))
        return torch.cat([summary, hexes.flatten(1)], dim=1)


class HexHead(nn.Module):
    """Scores of all actions: those of hexes from each hex's own features, the others from the summary."""

    def __init__(self, width: int, channels: int, first_hex: int, hexes: int, actions: int):
        super().__init__()
        self.width, self.first_hex, self.hexes = width, first_hex, hexes
        self.others = nn.Linear(width, actions)
        self.hex = nn.Linear(channels, 1)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return logits, float32 (batch, actions)."""
        scores = self.others(features[:, : self.width])
        own = self.hex(features[:, self.width :].reshape(len(features), self.hexes, -1))[:, :, 0]
        last = self.first_hex + self.hexes
        return torch.cat([scores[:, : self.first_hex], scores[:, self.first_hex : last] + own, scores[:, last:]], dim=1)


class SummaryValue(nn.Module):
    """The value, from the summary alone."""

    def __init__(self, width: int, head: int):
        super().__init__()
        self.width = width
        self.layers = nn.Sequential(nn.Linear(width, head), nn.ReLU(), nn.Linear(head, 1))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return values, float32 (batch, 1)."""
        return self.layers(features[:, : self.width])


class HexPolicy(MaskableActorCriticPolicy):
    """A policy whose hex actions are scored hex by hex."""

    def __init__(self, *args: Any, first_hex: int, head: int, **keywords: Any):
        self.first_hex, self.head = first_hex, head
        super().__init__(*args, **keywords)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        features: Any = self.features_extractor
        hexes, channels = features.planes[1], features.first.out_features
        width = features.features_dim - hexes * channels
        self.action_net = HexHead(width, channels, self.first_hex, hexes, int(self.action_space.n))  # type: ignore
        self.value_net = SummaryValue(width, self.head)  # type: ignore[assignment]
        make: Any = self.optimizer_class
        self.optimizer = make(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def policy_class(network: Network) -> type[MaskableActorCriticPolicy]:
    """Return the class of a network's policy."""
    return HexPolicy if network.kind == "hex" else MaskableActorCriticPolicy


def policy_arguments(game: Game, network: Network) -> dict[str, Any]:
    """Return the keywords of the policy's class for a network."""
    arguments: dict[str, Any] = {"width": network.width, "layers": network.layers}
    common: dict[str, Any] = {
        "features_extractor_class": FlatFeatures,
        "features_extractor_kwargs": arguments,
        "net_arch": {"pi": [network.head], "vf": [network.head]},
        "activation_fn": nn.ReLU,
        "ortho_init": False,
    }
    if network.kind == "mlp":
        return common
    board = game.board
    arguments |= {"channels": network.channels, "planes": game.observation_layout[0].shape}
    arguments |= {"selected": board["selected_plane"], "neighbours": board["neighbours"]}
    own = {"features_extractor_class": HexFeatures, "first_hex": board["first_hex_action"], "head": network.head}
    return common | own | {"net_arch": {"pi": [], "vf": []}}


def make_policy(game: Game, network: Network) -> MaskableActorCriticPolicy:
    """Return a policy with fresh weights, outside of any training."""
    space = spaces.Box(game.observation_low, game.observation_high, dtype=np.float32)
    return policy_class(network)(
        space, spaces.Discrete(game.num_actions), lambda _: 0.0, **policy_arguments(game, network)
    )


@torch.no_grad()
def logits_of(policy: MaskableActorCriticPolicy, observations: np.ndarray) -> torch.Tensor:
    """Return the policy's unmasked logits, float32 (batch, actions)."""
    tensor = torch.as_tensor(np.ascontiguousarray(observations))
    features: Any = policy.extract_features(tensor, policy.pi_features_extractor)
    return policy.action_net(policy.mlp_extractor.forward_actor(features))
