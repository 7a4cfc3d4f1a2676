"""Weights on a grid: the weights into a neuron as small whole numbers, times a step of that neuron's own.

An archive of such numbers packs to half of float16 or less. ``on_grid`` makes them, ``off_grid`` reads them.
"""

import numpy as np

from swarmzoo.envs.core.errors import GameError

STEPS = ".steps"  # ends the name of the array that holds a layer's steps, float16 of (neurons,)


def on_grid(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return arrays with each layer's weights, (neurons, inputs), as whole numbers and steps; biases as they are.

    A step is a power of two, an eighth to a quarter of the root mean square of the weights into its neuron.
    """
    found: dict[str, np.ndarray] = {}
    for name, array in arrays.items():
        if array.ndim < 2:
            found[name] = array
            continue
        steps = _steps(array)
        found[name], found[name + STEPS] = _smallest(np.round(array / steps)), steps[:, 0].astype(np.float16)
    return found


def off_grid(arrays: dict[str, np.ndarray], where: str) -> dict[str, np.ndarray]:
    """Return arrays with weights in place of whole numbers and steps, float32; others as they are.

    Raises GameError for steps that do not fit their layer.
    """
    found = {name: array for name, array in arrays.items() if not name.endswith(STEPS)}
    for key in sorted(set(arrays) - set(found)):
        name, steps = key.removesuffix(STEPS), arrays[key]
        codes = found.get(name)
        if codes is None or codes.dtype.kind != "i" or codes.ndim != 2 or steps.shape != codes.shape[:1]:
            raise GameError(f"{where}: {key:.80} fits no layer of whole numbers; train a new one")
        found[name] = codes.astype(np.float32) * steps.astype(np.float32)[:, None]
    return found


def _steps(weights: np.ndarray) -> np.ndarray:
    spread = np.sqrt(np.square(weights, dtype=np.float64).mean(axis=1, keepdims=True))
    return np.exp2(np.floor(np.log2(spread, where=spread > 0, out=np.zeros_like(spread))) - 2)


def _smallest(numbers: np.ndarray) -> np.ndarray:
    """Return whole numbers in the smallest type that holds them all."""
    most = np.abs(numbers).max(initial=0)
    return numbers.astype(np.int8 if most < 128 else np.int16 if most < 1 << 15 else np.int32)
