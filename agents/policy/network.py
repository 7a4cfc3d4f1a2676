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
from swarmzoo.agents.policy.counts import Counts
from swarmzoo.agents.policy.disc import DiscFeatures, TeamPolicy
from swarmzoo.agents.policy.hex_board import DIRECTIONS, RINGS, beside_of, rings_of
from swarmzoo.agents.policy.nets import check_kind
from swarmzoo.envs.api.spaces import observation_box
from swarmzoo.envs.core.game import Game


class CountReader(nn.Module):
    """Observations as numbers; see ``Counts``."""

    def __init__(self, counts: Counts):
        super().__init__()
        self.size = counts.size
        self.register_buffer("as_one", torch.from_numpy(counts.as_one), persistent=False)
        self.register_buffer("beyond", torch.from_numpy(counts.beyond), persistent=False)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return numbers, float32 (batch, size), for the values of bytes, float32 (batch, bytes)."""
        as_one: Any = self.as_one
        beyond: Any = self.beyond
        numbers = observations[:, : self.size].index_add(1, beyond, observations[:, self.size :], alpha=256)
        return numbers / as_one


class FlatFeatures(BaseFeaturesExtractor):
    """Layers over the whole observation."""

    def __init__(self, space: spaces.Box, width: int, layers: int, counts: Counts):
        super().__init__(space, width)
        self.reader = CountReader(counts)
        sizes = [self.reader.size, *[width] * layers]
        self.layers = nn.Sequential(*(part for a, b in pairwise(sizes) for part in (nn.Linear(a, b), nn.ReLU())))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return features, float32 (batch, width)."""
        return self.layers(self.reader(observations))


class HexFeatures(BaseFeaturesExtractor):
    """Features of each hex from its rings of neighbours, told of the rest of the observation.

    The features are a summary of ``width`` numbers (of all hexes, of the selected hex and those beside it, of the
    rest), then a score for every hex and for each of the six steps from the selected hex, made with one set of
    weights for all hexes.
    """

    def __init__(
        self,
        space: spaces.Box,
        width: int,
        layers: int,
        channels: int,
        rounds: int,
        planes: tuple[int, int],
        selected: int,
        neighbours: np.ndarray,
        counts: Counts,
    ):
        hexes = planes[1]
        super().__init__(space, width + hexes + DIRECTIONS)
        self.planes, self.flat, self.selected = planes, planes[0] * hexes, selected
        self.reader = CountReader(counts)
        rest = self.reader.size - self.flat
        self.register_buffer("beside", torch.from_numpy(beside_of(neighbours)), persistent=False)
        self.register_buffer("rings", torch.from_numpy(rings_of(neighbours)), persistent=False)
        self.rest = nn.Linear(rest, channels)
        self.first = nn.Linear(planes[0], channels)
        self.rounds = nn.ModuleList(nn.Linear((1 + RINGS) * channels, channels) for _ in range(rounds))
        self.step = nn.Sequential(nn.Linear(2 * channels, channels), nn.ReLU(), nn.Linear(channels, 1))
        self.hex = nn.Linear(channels, 1)
        sizes = [channels * (3 + DIRECTIONS) + rest, *[width] * layers]
        self.layers = nn.Sequential(*(part for a, b in pairwise(sizes) for part in (nn.Linear(a, b), nn.ReLU())))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return features, float32 (batch, width + hexes + 6)."""
        batch, hexes = len(observations), self.planes[1]
        numbers = self.reader(observations)
        rest = numbers[:, self.flat :]
        planes = numbers[:, : self.flat].reshape(-1, *self.planes)
        # hexes first: sums over rings and layers over channels are then one matrix product each
        x = torch.relu(self.first(planes.permute(2, 0, 1).contiguous()) + self.rest(rest))
        rings: Any = self.rings
        for layer in self.rounds:
            around = (rings @ x.reshape(hexes, -1)).reshape(RINGS, *x.shape)
            x = torch.relu(layer(torch.cat([x, *around], dim=2)) + x)
        marked = planes[:, self.selected]
        here = (marked.T[:, :, None] * x).sum(0)
        beside = self._beside(x, marked)
        steps = self.step(torch.cat([beside, here[:, None].expand_as(beside)], dim=2))[:, :, 0]
        pooled = [x.mean(0), x.amax(0), here, beside.reshape(batch, -1), rest]
        return torch.cat([self.layers(torch.cat(pooled, dim=1)), self.hex(x)[:, :, 0].T, steps], dim=1)

    def _beside(self, x: torch.Tensor, marked: torch.Tensor) -> torch.Tensor:
        """Return the features of the hexes beside the selected one, (batch, 6, channels); zeros where none is."""
        beside: Any = self.beside
        at = beside[marked.argmax(1)]
        padded = torch.cat([x, x.new_zeros(1, *x.shape[1:])])
        found = padded[at, torch.arange(x.shape[1], device=x.device)[:, None]]
        return found * marked.amax(1)[:, None, None]


class HexHead(nn.Module):
    """Scores of all actions: from the summary, and for hexes and steps their own scores too."""

    def __init__(self, width: int, hexes: int, first_hex: int, first_step: int, actions: int):
        super().__init__()
        self.width, self.hexes, self.first_hex, self.first_step = width, hexes, first_hex, first_step
        self.others = nn.Linear(width, actions)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return logits, float32 (batch, actions)."""
        scores = self.others(features[:, : self.width]).clone()
        last = self.width + self.hexes
        scores[:, self.first_hex : self.first_hex + self.hexes] += features[:, self.width : last]
        scores[:, self.first_step : self.first_step + DIRECTIONS] += features[:, last:]
        return scores


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

    def __init__(self, *args: Any, first_hex: int, first_step: int, head: int, **keywords: Any):
        self.first_hex, self.first_step, self.head = first_hex, first_step, head
        super().__init__(*args, **keywords)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        features: Any = self.features_extractor
        hexes = features.planes[1]
        width, actions = features.features_dim - hexes - DIRECTIONS, int(self.action_space.n)  # type: ignore
        self.action_net = HexHead(width, hexes, self.first_hex, self.first_step, actions)
        self.value_net = SummaryValue(width, self.head)  # type: ignore[assignment]
        make: Any = self.optimizer_class
        self.optimizer = make(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def policy_class(game: Game, network: Network) -> type[MaskableActorCriticPolicy]:
    """Return the class of a network's policy; raise GameError for a kind that the game's observation does not fit."""
    check_kind(game, network)
    if not game.sequential:
        return TeamPolicy
    return HexPolicy if network.kind == "hex" else MaskableActorCriticPolicy


def policy_arguments(game: Game, network: Network) -> dict[str, Any]:
    """Return the keywords of the policy's class for a network."""
    arguments: dict[str, Any] = {"width": network.width, "layers": network.layers}
    if network.kind != "disc":
        arguments["counts"] = Counts(game)
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
    if network.kind == "disc":
        arguments |= {"channels": network.channels, "planes": board["planes"], "rest": board["rest"]}
        return common | {"features_extractor_class": DiscFeatures}
    arguments |= {"channels": network.channels, "rounds": network.rounds, "planes": game.observation_layout[0].shape}
    arguments |= {"selected": board["selected_plane"], "neighbours": board["neighbours"]}
    own = {"features_extractor_class": HexFeatures, "head": network.head, "net_arch": {"pi": [], "vf": []}}
    actions = game.actions
    return common | own | {"first_hex": actions.index("hex"), "first_step": actions.index("step")}


def make_policy(game: Game, network: Network) -> MaskableActorCriticPolicy:
    """Return a policy with fresh weights, outside of any training."""
    return policy_class(game, network)(
        observation_box(game), spaces.Discrete(game.num_actions), lambda _: 0.0, **policy_arguments(game, network)
    )


@torch.no_grad()
def logits_of(policy: MaskableActorCriticPolicy, observations: np.ndarray | torch.Tensor) -> torch.Tensor:
    """Return the policy's unmasked logits, float32 (batch, actions), where its weights are."""
    tensor = torch.as_tensor(observations, device=policy.device)
    features: Any = policy.extract_features(tensor, policy.pi_features_extractor)
    return policy.action_net(policy.mlp_extractor.forward_actor(features))
