"""Where the network and its past selves are: the processor, or a graphics card. Games and bots stay on the processor.

On a card the same seed gives the same weights on the same kind of card with the same libraries, and other weights than
on a processor, as sums are rounded in another order. Played from its checkpoint a policy makes the same choices
everywhere: play is worked out without torch.
"""

import os
from typing import Literal

import numpy as np
import torch

from swarmzoo.envs.core.errors import GameError

Device = Literal["cpu", "auto", "cuda"]


def device_of(wanted: Device) -> torch.device:
    """Return the device of a configuration; ``auto``: the card where there is one. Raises GameError without a card."""
    if wanted == "cuda" and not torch.cuda.is_available():
        raise GameError("device = 'cuda': torch finds no graphics card that it can use; allowed here are auto and cpu")
    if wanted == "cpu" or not torch.cuda.is_available():
        return torch.device("cpu")
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # else sums of its library differ from run to run
    torch.use_deterministic_algorithms(True, warn_only=True)
    return torch.device("cuda")


def name_of(device: torch.device) -> str:
    """Return what a manifest says of a device: its kind, and of a card its name."""
    return "cpu" if device.type == "cpu" else f"{device.type} ({torch.cuda.get_device_name(device)})"


def random_states(device: torch.device) -> dict[str, np.ndarray]:
    """Return the states of torch's generators that a run on a device draws from, uint8 arrays by name."""
    states = {"torch_rng": torch.random.get_rng_state()}
    if device.type == "cuda":
        states["cuda_rng"] = torch.cuda.get_rng_state(device)
    return {name: state.numpy() for name, state in states.items()}


def set_random_states(device: torch.device, arrays: dict[str, np.ndarray]) -> None:
    """Put back what ``random_states`` returned."""
    torch.random.set_rng_state(torch.from_numpy(arrays["torch_rng"]))
    if device.type == "cuda":
        torch.cuda.set_rng_state(torch.from_numpy(arrays["cuda_rng"]), device)
