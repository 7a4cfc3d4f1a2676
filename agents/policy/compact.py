"""Checkpoints at half their size: weights as float16, which is enough for play. The baselines of the games are such.

``--coarse`` packs large networks more tightly still: the weights into a neuron become multiples of a power of two, a
quarter to half of their root mean square, so that the archive has few values to tell apart. They are read like others.

``python -m swarmzoo.agents.policy.compact runs/FOLDER/best.npz agents/insects/baselines/standard.npz``
"""

import argparse
from pathlib import Path

import numpy as np

from swarmzoo.agents.policy.archive import read_archive, write_archive
from swarmzoo.agents.policy.weights import check_numbers, once
from swarmzoo.envs.core.errors import GameError


def compact(source: Path, target: Path, coarse: bool = False) -> None:
    """Write a checkpoint's weights, shared ones once, as float16; raise GameError for numbers beyond float16."""
    header, arrays = read_archive(source)
    shortened = rounded if coarse else np.asarray
    with np.errstate(over="ignore"):
        halved = {name: shortened(array).astype(np.float16) for name, array in once(arrays).items()}
    for name, array in halved.items():
        check_numbers(array, f"checkpoint {source}: as float16 {name}")
    write_archive(target, header, halved)


def rounded(weights: np.ndarray) -> np.ndarray:
    """Return the weights of a layer, (neurons, inputs), as multiples of a step for each neuron; biases as they are."""
    if weights.ndim < 2:
        return weights
    spread = np.sqrt(np.square(weights, dtype=np.float64).mean(axis=1, keepdims=True))
    steps = np.exp2(np.floor(np.log2(spread, where=spread > 0, out=np.zeros_like(spread))) - 1)
    return np.round(weights / steps) * steps


def main() -> None:
    """Read the files' names from the command line."""
    parser = argparse.ArgumentParser(description="Write a checkpoint with weights as float16")
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--coarse", action="store_true", help="round the weights as well")
    given = parser.parse_args()
    try:
        compact(given.source, given.target, given.coarse)
    except GameError as error:
        parser.exit(2, f"{error}\n")
    print(f"{given.target}: {given.target.stat().st_size:,} bytes, {given.source}: {given.source.stat().st_size:,}")


if __name__ == "__main__":
    main()
