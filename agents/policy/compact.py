"""Checkpoints at half their size: weights as float16, which is enough for play. The baselines of the games are such.

Weights that training never touched, among others that it did, are still as they were drawn; they say nothing, and are
left out (0). Those are most of a large network's: many things that it could see never happen in a scenario. A layer of
which nothing was touched was not trained at all, and stays as it is.

``--coarse`` packs large networks more tightly still: the weights into a neuron become multiples of a power of two, an
eighth to a quarter of their root mean square, and are kept as whole numbers. They are read like others. Let both play
the same opponents before one takes the place of the other: a step twice as long cost a policy of nova 7 points,
and small networks lose a point or two by this one.

``python -m swarmzoo.agents.policy.compact runs/FOLDER/best.npz agents/insects/baselines/standard.npz``
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from swarmzoo.agents.policy.archive import write_archive
from swarmzoo.agents.policy.checkpoint import read_policy, refuse_resume_point
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.grid import on_grid
from swarmzoo.agents.policy.telling import mistakes_told
from swarmzoo.agents.policy.weights import check_numbers, once, weights_of
from swarmzoo.envs.catalogue import find_game


def compact(source: Path, target: Path, coarse: bool = False) -> None:
    """Write a checkpoint's weights, shared ones once, as float16; raise GameError for numbers beyond float16."""
    header, arrays = read_policy(source)
    refuse_resume_point(source, header)
    weights = _touched(header, once(arrays))
    with np.errstate(over="ignore"):
        packed = on_grid(weights) if coarse else weights
        halved = {name: array.astype(np.float16) for name, array in packed.items() if array.dtype.kind == "f"}
    for name, array in halved.items():
        check_numbers(array, f"checkpoint {source}: as float16 {name}")
    write_archive(target, header, packed | halved)


def _touched(header: dict[str, Any], weights: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return weights with 0 for those that are as the run's seed drew them, but for arrays that are so in whole.

    All of them where that is not known.
    """
    training = header.get("training")
    if not isinstance(training, dict) or not {"game", "env", "seed", "start"} <= set(training) or training["start"]:
        return weights
    import torch

    from swarmzoo.agents.policy.network import make_policy

    game = find_game(training["game"]).read(training["env"])
    torch.manual_seed(training["seed"])
    drawn = weights_of(make_policy(game, Network.read(header["network"])))
    same = {name: drawn[name].shape == value.shape and drawn[name] == value for name, value in weights.items()}
    left_out = {name: one & (not np.all(one)) for name, one in same.items()}
    return {name: np.where(left_out[name], np.float32(0), value) for name, value in weights.items()}


def main() -> None:
    """Read the files' names from the command line."""
    parser = argparse.ArgumentParser(description="Write a checkpoint with weights as float16")
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--coarse", action="store_true", help="round the weights as well")
    given = parser.parse_args()
    with mistakes_told(parser, given.target):
        compact(given.source, given.target, given.coarse)
    print(f"{given.target}: {given.target.stat().st_size:,} bytes, {given.source}: {given.source.stat().st_size:,}")


if __name__ == "__main__":
    main()
