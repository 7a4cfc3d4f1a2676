"""Checkpoints at half their size: weights as float16, which is enough for play. The baselines of the games are such.

``python -m swarmzoo.agents.policy.compact runs/FOLDER/best.npz agents/insects/baselines/standard.npz``
"""

import argparse
from pathlib import Path

import numpy as np

from swarmzoo.agents.policy.archive import read_archive, write_archive
from swarmzoo.agents.policy.weights import check_numbers, once
from swarmzoo.envs.core.errors import GameError


def compact(source: Path, target: Path) -> None:
    """Write a checkpoint's weights, shared ones once, as float16; raise GameError for numbers beyond float16."""
    header, arrays = read_archive(source)
    with np.errstate(over="ignore"):
        halved = {name: array.astype(np.float16) for name, array in once(arrays).items()}
    for name, array in halved.items():
        check_numbers(array, f"checkpoint {source}: as float16 {name}")
    write_archive(target, header, halved)


def main() -> None:
    """Read the files' names from the command line."""
    parser = argparse.ArgumentParser(description="Write a checkpoint with weights as float16")
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    given = parser.parse_args()
    try:
        compact(given.source, given.target)
    except GameError as error:
        parser.exit(2, f"{error}\n")
    print(f"{given.target}: {given.target.stat().st_size:,} bytes, {given.source}: {given.source.stat().st_size:,}")


if __name__ == "__main__":
    main()
