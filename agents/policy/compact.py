"""Checkpoints at half their size: weights as float16, which is enough for play. The baselines of the games are such.

``--coarse`` packs large networks more tightly still: the weights into a neuron become multiples of a power of two, a
quarter to half of their root mean square, and are kept as whole numbers. They are read like others.

``python -m swarmzoo.agents.policy.compact runs/FOLDER/best.npz agents/insects/baselines/standard.npz``
"""

import argparse
from pathlib import Path

import numpy as np

from swarmzoo.agents.policy.archive import write_archive
from swarmzoo.agents.policy.checkpoint import read_policy
from swarmzoo.agents.policy.grid import on_grid
from swarmzoo.agents.policy.weights import check_numbers, once
from swarmzoo.envs.core.errors import GameError


def compact(source: Path, target: Path, coarse: bool = False) -> None:
    """Write a checkpoint's weights, shared ones once, as float16; raise GameError for numbers beyond float16."""
    header, arrays = read_policy(source)
    weights = once(arrays)
    with np.errstate(over="ignore"):
        packed = on_grid(weights) if coarse else weights
        halved = {name: array.astype(np.float16) for name, array in packed.items() if array.dtype.kind == "f"}
    for name, array in halved.items():
        check_numbers(array, f"checkpoint {source}: as float16 {name}")
    write_archive(target, header, packed | halved)


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
