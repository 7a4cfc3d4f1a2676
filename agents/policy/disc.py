"""Features of what a soldier sees: a disc of hexes in bytes, each byte a number, a category or a set of bits."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from swarmzoo.agents.policy.readings import Kind, reading_table, total_width, width_of


class DiscFeatures(BaseFeaturesExtractor):
    """Every hex of the disc through the same layer, then layers over all hexes and the rest of the observation.

    ``planes`` and ``rest`` are the game's readings of the bytes of a hex and of those after the disc: ``number`` (with
    what counts as 1), ``category`` (how many, 0: none) or ``bits`` (how many).
    """

    def __init__(
        self,
        space: spaces.Box,
        width: int,
        layers: int,
        channels: int,
        planes: Sequence[Kind],
        rest: Sequence[Kind],
    ):
        super().__init__(space, width)
        self.hexes, spare = divmod(int(np.prod(space.shape)) - len(rest), len(planes))
        assert spare == 0
        self.num_planes = len(planes)
        self.register_buffer("plane_table", torch.from_numpy(reading_table(planes)), persistent=False)
        self.register_buffer("rest_table", torch.from_numpy(reading_table(rest)), persistent=False)
        self.hex = nn.Linear(total_width(planes), channels)
        self.own = nn.Linear(total_width(rest), channels)
        sizes = [self.hexes * channels + total_width(rest), *[width] * layers]
        self.layers = nn.Sequential(*(part for a, b in pairwise(sizes) for part in (nn.Linear(a, b), nn.ReLU())))
        self.plane_widths, self.rest_widths = [width_of(kind) for kind in planes], [width_of(kind) for kind in rest]

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return features, float32 (batch, width)."""
        numbers = observations.long()
        disc = numbers[:, : self.hexes * self.num_planes].reshape(-1, self.hexes, self.num_planes)
        planes: Any = self.plane_table
        others: Any = self.rest_table
        rest = _spread(numbers[:, self.hexes * self.num_planes :], others, self.rest_widths)
        x = self.hex(_spread(disc, planes, self.plane_widths)) + self.own(rest)[:, None]
        return self.layers(torch.cat([torch.relu(x).flatten(1), rest], dim=1))


def _spread(numbers: torch.Tensor, table: torch.Tensor, widths: Sequence[int]) -> torch.Tensor:
    """Return bytes (..., kinds) as what they stand for, float32 (..., sum of widths)."""
    parts = [nn.functional.embedding(numbers[..., k], table[k, :, :width]) for k, width in enumerate(widths)]
    return torch.cat(parts, dim=-1)


class TeamPolicy(MaskableActorCriticPolicy):
    """A policy shared by the agents of a team, of which only some have a choice in a step.

    Who has one legal action takes it, without asking the network: its value and log-probability are 0. Who sees
    nothing, because it is out, has no value of its own (nan).
    """

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return actions int64 (rows,), values (rows, 1) and log-probabilities (rows,)."""
        masks = torch.as_tensor(np.asarray(action_masks))
        asked = torch.nonzero(masks.sum(1) > 1).flatten()
        actions = masks.int().argmax(1)
        values, log_probs = torch.zeros(len(masks), 1), torch.zeros(len(masks))
        if len(asked):
            chosen, value, log_prob = super().forward(obs[asked], deterministic, masks[asked].numpy())
            actions[asked], values[asked], log_probs[asked] = chosen, value, log_prob
        return actions, values, log_probs

    def predict_values(self, obs: Any) -> torch.Tensor:
        """Return values, float32 (rows, 1)."""
        return torch.where((obs != 0).any(1, keepdim=True), super().predict_values(obs), torch.nan)
