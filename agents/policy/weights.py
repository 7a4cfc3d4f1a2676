"""Weights by name, as arrays: between a policy that learns, an archive, and a network for play.

Names are those that torch gives them. What several parts of a policy share stands there once, and what can be made of
the game not at all.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from swarmzoo.agents.policy.layers import IDENTITY, RELU, Layer, Stack
from swarmzoo.envs.core.errors import GameError

if TYPE_CHECKING:  # training needs it, play does not
    import torch

SHARED = re.compile(r"^(pi|vf)_(?=features_extractor\.)")
MADE = ("features_extractor.beside", "features_extractor.rings")  # tables of the board, which older files hold


class WeightsError(GameError):
    """Weights do not fit the network that they are said to be of."""


class Weights:
    """Arrays by name, handed out one after the other; raises WeightsError for those that do not fit."""

    def __init__(self, arrays: dict[str, np.ndarray], where: str):
        self._left, self._where = once(arrays), where

    def layer(self, name: str, inputs: int, outputs: int, activation: int = IDENTITY) -> Layer:
        """Return a layer of a name."""
        return Layer(
            self._take(f"{name}.weight", (outputs, inputs)), self._take(f"{name}.bias", (outputs,)), activation
        )

    def stack(self, name: str, sizes: Sequence[int], activation: int = RELU) -> Stack:
        """Return the layers of a name that lie between these numbers of units, an activation after each."""
        return Stack(*(self.layer(f"{name}.{2 * k}", a, b, activation) for k, (a, b) in enumerate(pairwise(sizes))))

    def _take(self, name: str, shape: tuple[int, ...]) -> np.ndarray:
        array = self._left.pop(name, None)
        if array is None or array.shape != shape:
            raise unfit(self._where, name)
        check_numbers(array, f"{self._where}: {name}")
        return array

    def end(self) -> None:
        """Refuse arrays that no layer has asked for."""
        for name in sorted(self._left):
            raise unfit(self._where, name)


def once(weights: dict[str, Any]) -> dict[str, Any]:
    """Return weights by name, those that are shared once, without what is made of the game."""
    return {name: value for name, value in weights.items() if not SHARED.match(name) and name not in MADE}


def check_numbers(given: np.ndarray, where: str) -> None:
    """Raise GameError for weights that are not finite numbers."""
    if given.dtype.kind != "f":
        raise GameError(f"{where} holds numbers of the kind {given.dtype}; float32 is needed")
    if not np.isfinite(given).all():
        raise GameError(f"{where} holds NaN or infinity; take an earlier checkpoint, or train with smaller steps")


def unfit(where: str, name: str) -> WeightsError:
    """Return the error for the first of the weights that does not fit."""
    return WeightsError(f"{where}: its weights do not fit the network it names (first difference: {name:.80})")


def weights_of(policy: "torch.nn.Module") -> dict[str, np.ndarray]:
    """Return a policy's weights as arrays."""
    return {name: value.detach().cpu().numpy().copy() for name, value in once(policy.state_dict()).items()}


def load_weights(policy: "torch.nn.Module", arrays: dict[str, np.ndarray], where: str) -> None:
    """Put arrays into a policy; raise WeightsError for those that do not fit."""
    import torch

    check_weights(policy, arrays, where)
    arrays = once(arrays)
    policy.load_state_dict({name: torch.from_numpy(arrays[SHARED.sub("", name)]) for name in policy.state_dict()})


def check_weights(policy: "torch.nn.Module", arrays: dict[str, np.ndarray], where: str) -> None:
    """Raise WeightsError where names or shapes differ from a policy's, and for what is not a number."""
    wanted = {(name, tuple(value.shape)) for name, value in once(policy.state_dict()).items()}
    given = {(name, array.shape) for name, array in once(arrays).items()}
    if wanted != given:
        raise unfit(where, sorted(wanted ^ given)[0][0])
    for name, array in once(arrays).items():
        check_numbers(array, f"{where}: {name}")
