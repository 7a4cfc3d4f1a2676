"""Larger networks from smaller ones: at first they do the same, and what was added learns from there."""

import numpy as np

from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.hex_board import DIRECTIONS, RINGS
from swarmzoo.agents.policy.nets import TRUNK

Arrays = dict[str, np.ndarray]
POOLS = 3 + DIRECTIONS  # the blocks of channels in the summary of a hex network: mean, most, here, beside


def _zeros(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.float32)


def grown(arrays: Arrays, before: Network, now: Network, fresh: Arrays) -> Arrays:
    """Return the weights of a network with more of everything, which answers as the smaller one does.

    New units begin with ``fresh`` weights, those of a new network of that size, and nothing old listens to them yet. A
    new layer begins as one that changes nothing.
    """
    found = {name: array.copy() for name, array in fresh.items()}
    for name, (inputs, outputs) in _old_places(arrays, before, now).items():
        weights, bias = found[f"{name}.weight"], found[f"{name}.bias"]
        weights[outputs] = 0
        weights[np.ix_(outputs, inputs)] = arrays[f"{name}.weight"]
        bias[outputs] = arrays[f"{name}.bias"]
    for number in range(before.layers, now.layers):  # behind a ReLU nothing is below 0
        name = f"{TRUNK}.layers.{2 * number}"
        found[f"{name}.weight"], found[f"{name}.bias"] = np.eye(now.width, dtype=np.float32), _zeros(now.width)
    for number in range(before.rounds, now.rounds) if now.kind == "hex" else ():  # its input is added to what it finds
        name = f"{TRUNK}.rounds.{number}"
        found[f"{name}.weight"], found[f"{name}.bias"] = _zeros(*found[f"{name}.weight"].shape), _zeros(now.channels)
    return found


def _old_places(arrays: Arrays, before: Network, now: Network) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return for every layer of the smaller network where its inputs and outputs are in the larger one's."""
    shapes = {name.removesuffix(".weight"): array.shape for name, array in arrays.items() if name.endswith(".weight")}
    wider, found = now.channels - before.channels, {}
    for name, (outputs, inputs) in shapes.items():
        blocks = _blocks(name, shapes, before)
        places = np.arange(inputs)
        found[name] = places + wider * np.minimum(places // before.channels, blocks), np.arange(outputs)
    return found


def _blocks(name: str, shapes: dict[str, tuple[int, ...]], network: Network) -> int:
    """Return how many blocks of channels a layer's inputs begin with."""
    if name == f"{TRUNK}.layers.0" and network.kind == "disc":
        return (shapes[name][1] - shapes[f"{TRUNK}.own"][1]) // network.channels
    if name.startswith(f"{TRUNK}.rounds."):
        return 1 + RINGS
    return {f"{TRUNK}.layers.0": POOLS, f"{TRUNK}.step.0": 2}.get(name, 0) if network.kind == "hex" else 0
