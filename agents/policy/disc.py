"""Features of what a soldier sees: a disc of hexes in bytes, each byte a number, a category or a set of bits."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from swarmzoo.agents.policy.readings import (
    Kind,
    Reading,
    add_read,
    collect_read,
    places_of,
    reading_table,
    total_width,
)
from swarmzoo.agents.policy.threads import pool


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
        self.register_buffer("plane_inputs", torch.from_numpy(_inputs(planes)), persistent=False)
        self.rest = Reading(rest)
        self.register_buffer("rest_table", torch.from_numpy(self.rest.table), persistent=False)
        self.register_buffer("rest_kinds", torch.from_numpy(self.rest.kinds), persistent=False)
        self.register_buffer("plane_kinds", torch.arange(len(planes)), persistent=False)
        self.register_buffer("plane_kept", torch.from_numpy(_kept(planes)), persistent=False)
        self.register_buffer("rest_kept", torch.from_numpy(_kept(rest)), persistent=False)
        self.hex = nn.Linear(total_width(planes), channels)
        self.own = nn.Linear(total_width(rest), channels)
        sizes = [self.hexes * channels + total_width(rest), *[width] * layers]
        self.layers = nn.Sequential(*(part for a, b in pairwise(sizes) for part in (nn.Linear(a, b), nn.ReLU())))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return features, float32 (batch, width)."""
        count, of_disc = len(observations), self.hexes * self.num_planes
        numbers = observations.to(torch.uint8)
        first: Any = self.layers[0]
        of_hexes, of_rest = first.weight.tensor_split([first.in_features - self.own.in_features], dim=1)
        weights = torch.cat([self.own.weight, of_rest]).T.contiguous()
        disc, others = numbers[:, :of_disc].reshape(-1, self.num_planes), numbers[:, of_disc:]
        hexes, read = (self._sparse if numbers.is_cpu else self._dense)(disc, others, weights)
        own, rest = read.tensor_split([self.own.out_features], dim=1)
        x = (hexes + self.hex.bias).reshape(count, self.hexes, -1) + (own + self.own.bias)[:, None]
        return self.layers[1:](nn.functional.linear(torch.relu(x).flatten(1), of_hexes, first.bias) + rest)

    def _sparse(self, disc: torch.Tensor, others: torch.Tensor, weights: torch.Tensor) -> tuple[Any, Any]:
        """Return the hexes' features without bias, (n, channels), and the others times the weights: on a processor."""
        return _Read.apply(disc, self._shares()), _Spread.apply(others, weights, self.rest)

    def _dense(self, disc: torch.Tensor, others: torch.Tensor, weights: torch.Tensor) -> tuple[Any, Any]:
        """Return the same, zeros multiplied too: on a graphics card, which would gain nothing by leaving them out."""
        of_hexes = _read_all(disc, self.plane_table, self.plane_kinds, self.plane_kept)
        of_others = _read_all(others, self.rest_table, self.rest_kinds, self.rest_kept)
        return nn.functional.linear(of_hexes, self.hex.weight), of_others @ weights

    def _shares(self) -> torch.Tensor:
        """Return what every byte of every kind adds to the features of its hex, float32 (planes, 256, channels)."""
        table: Any = self.plane_table
        inputs: Any = self.plane_inputs
        weights = torch.cat([self.hex.weight, self.hex.weight.new_zeros(len(self.hex.weight), 1)], dim=1)
        return torch.bmm(table, weights[:, inputs].permute(1, 2, 0))


class _Read(torch.autograd.Function):
    """The layer over the bytes of a hex: the sum of their shares. Most bytes are 0, which torch would not leave out."""

    @staticmethod
    def forward(ctx: Any, numbers: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
        """Return float32 (n, channels) for bytes uint8 (n, planes) and shares float32 (planes, 256, channels)."""
        ctx.numbers, ctx.shape = np.ascontiguousarray(numbers.numpy()), shares.shape
        out, table = np.zeros((len(numbers), shares.shape[2]), np.float32), shares.detach().contiguous().numpy()
        _in_threads(lambda rows: add_read(ctx.numbers[rows], table, out[rows]), len(out))
        return torch.from_numpy(out)

    @staticmethod
    def backward(ctx: Any, *out_gradients: Any) -> Any:
        """Return the gradients of the shares."""
        gradients, given = np.zeros(ctx.shape, np.float32), out_gradients[0].contiguous().numpy()
        _in_threads(lambda kinds: collect_read(ctx.numbers, given, kinds, gradients), ctx.numbers.shape[1])
        return None, torch.from_numpy(gradients)


class _Spread(torch.autograd.Function):
    """A layer over what bytes stand for. Nearly all of that is 0, which torch would not leave out."""

    @staticmethod
    def forward(ctx: Any, numbers: torch.Tensor, weights: torch.Tensor, reading: Reading) -> torch.Tensor:
        """Return float32 (n, outputs) for bytes uint8 (n, kinds) and weights float32 (inputs, outputs)."""
        ctx.numbers, ctx.reading, ctx.shape = np.ascontiguousarray(numbers.numpy()), reading, weights.shape
        out, by_input = np.zeros((len(numbers), weights.shape[1]), np.float32), weights.detach().numpy()
        _in_threads(lambda rows: reading.add_product(out[rows], ctx.numbers[rows], by_input), len(out))
        return torch.from_numpy(out)

    @staticmethod
    def backward(ctx: Any, *out_gradients: Any) -> Any:
        """Return the gradients of the weights."""
        gradients, given = np.zeros(ctx.shape, np.float32), out_gradients[0].contiguous().numpy()
        _in_threads(lambda kinds: ctx.reading.collect(ctx.numbers, given, kinds, gradients), ctx.numbers.shape[1])
        return None, torch.from_numpy(gradients), None


def _in_threads(work: Callable[[slice], None], count: int) -> None:
    """Do work on parts of a count that have nothing to do with each other, one for each thread."""
    work(slice(0, 0))  # compiles it
    cuts = np.linspace(0, count, torch.get_num_threads() + 1).astype(int).tolist()
    list(pool().map(work, [slice(*pair) for pair in pairwise(cuts)]))


def _read_all(numbers: torch.Tensor, table: Any, kinds: Any, kept: Any) -> torch.Tensor:
    """Return what bytes, uint8 (n, kinds), stand for, float32 (n, inputs), by the table of different kinds."""
    return table[kinds, numbers.long()].flatten(1)[:, kept]


def _kept(kinds: Sequence[Kind]) -> np.ndarray:
    """Return which entries of a row of ``reading_table`` are inputs, in their order, int64 (inputs,)."""
    return np.flatnonzero(_inputs(kinds).ravel() < places_of(kinds)[-1])


def _inputs(kinds: Sequence[Kind]) -> np.ndarray:
    """Return which input of a layer each number of each kind is, int64 (kinds, widest); no number: one more."""
    places = places_of(kinds)
    inputs = places[:-1, None] + np.arange(np.diff(places).max())
    return np.where(inputs < places[1:, None], inputs, places[-1])


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
            answers = super().forward(obs[asked.to(obs.device)], deterministic, masks[asked].numpy())
            actions[asked], values[asked], log_probs[asked] = (part.cpu() for part in answers)
        return actions, values, log_probs

    def predict_values(self, obs: Any) -> torch.Tensor:
        """Return values, float32 (rows, 1)."""
        return torch.where((obs != 0).any(1, keepdim=True), super().predict_values(obs), torch.nan)
