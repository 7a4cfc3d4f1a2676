"""A policy between two of one descent: each weight some way from that of the first to that of the second.

Where the second learned on from the first, what lies between often keeps most of what either can do: formation's
`company` began its last lessons between what it was for companies of all sizes and what it had learned with sixteen a
side. Policies that began from weights of their own have nothing useful between them. Let the result play the opponents
of both before it takes the place of either.

``python -m swarmzoo.agents.policy.mix runs/FIRST/last.npz runs/SECOND/last.npz runs/between.npz --way 0.4``
"""

import argparse
from pathlib import Path

import numpy as np

from swarmzoo.agents.policy.archive import write_archive
from swarmzoo.agents.policy.checkpoint import read_policy, refuse_resume_point
from swarmzoo.agents.policy.shaping import learned_shaping
from swarmzoo.agents.policy.telling import mistakes_told
from swarmzoo.envs.core.errors import GameError

SAME = ("env", "encoding", "observation_size", "num_actions", "network", "shaping")  # in both headers


def mix(first: Path, second: Path, target: Path, way: float) -> None:
    """Write the checkpoint ``way`` (0 to 1) from a first one to a second, float32; its header is that of the second.

    Raises GameError for checkpoints that do not fit each other: of other games, observations, networks or shaping.
    """
    if not 0 <= way <= 1:
        raise GameError(f"way = {way}: 0 (the first) to 1 (the second) is allowed")
    (begun, one), (header, other) = read_policy(first), read_policy(second)
    for path, found in ((first, begun), (second, header)):
        refuse_resume_point(path, found)
        found["shaping"] = learned_shaping(found, f"checkpoint {path}")
    for name in SAME:
        if begun.get(name) != header.get(name):
            told = f"their {name} is {ascii(begun.get(name))[:200]} and {ascii(header.get(name))[:200]}"
            raise GameError(f"{first} and {second}: {told}; mix policies of which one began with the other")
    if {name: array.shape for name, array in one.items()} != {name: array.shape for name, array in other.items()}:
        raise GameError(f"{first} and {second}: their weights have other names or shapes; train one on from the other")
    write_archive(target, header, {name: _between(one[name], other[name], way) for name in other})


def _between(one: np.ndarray, other: np.ndarray, way: float) -> np.ndarray:
    return ((1 - way) * one.astype(np.float64) + way * other.astype(np.float64)).astype(np.float32)


def main() -> None:
    """Read the files' names from the command line."""
    parser = argparse.ArgumentParser(description="Write a policy between two of one descent")
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--way", type=float, default=0.5, help="how far from the first to the second, 0 to 1")
    given = parser.parse_args()
    with mistakes_told(parser, given.target):
        mix(given.first, given.second, given.target, given.way)
    print(f"{given.target}: {given.way:g} of the way from {given.first} to {given.second}")


if __name__ == "__main__":
    main()
