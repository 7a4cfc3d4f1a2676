"""Hashes of whole games: what a change that must not change a game leaves equal.

python -m tests.trajectories --games 1000 > before.txt    # then make the change
python -m tests.trajectories --games 1000 > after.txt && diff before.txt after.txt

For every configuration of the contract suite, games at random by all sides: observations, masks, who acts, pay, lengths
and public overviews; then games of a learner at random against every compiled bot. Equal lines are equal games.
"""

import argparse
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import numpy as np

from swarmzoo.agents.built_in import built_in, teachers
from tests.scenarios import ONE_OF_EACH_GAME, SCENARIOS

BATCH = 100


def digest(env: Any, games: int) -> str:
    """Play at random, in batches of the environment's size; return the hash of all that is seen and paid."""
    found = blake2b(digest_size=12)
    for first in range(0, games, env.num_envs):
        for part in _batch(env, first):
            found.update(np.ascontiguousarray(part).tobytes())
    return found.hexdigest()


def _batch(env: Any, seed: int) -> Iterator[np.ndarray]:
    """Play a batch to its end; yield every array, of the games that still go on."""
    observations, info = env.reset(seed=seed)
    generator, live = np.random.default_rng(seed), np.ones(env.num_envs, bool)
    while live.any():
        masks = info["action_mask"]
        yield from (observations[live], masks[live], np.asarray(info["acting"])[live])
        actions = np.where(masks != 0, generator.random(masks.shape, np.float32), -1).argmax(-1)
        observations, rewards, terminated, truncated, info = env.step(actions)
        ended = (terminated | truncated) & live
        yield from (rewards[live], ended)
        if ended.any():
            yield from (observations[ended], info["rewards"][ended], info["length"][ended], env.state()[ended])
        live &= ~ended


def lines(games: int, names: list[str]) -> Iterator[str]:
    """Yield a line for every configuration, and one for every bot of a game in its first configuration."""
    size = min(games, BATCH)
    for scenario in SCENARIOS:
        if not names or scenario.game.name in names:
            yield f"{scenario.name}: {digest(scenario.vector_env(size), games)}"
    for scenario in ONE_OF_EACH_GAME:
        game = scenario.game
        if not names or game.name in names:
            for name, bot in (built_in(game) | teachers(game)).items():
                yield f"{scenario.name} against {name}: {digest(scenario.vector_env(size, opponents=[bot]), size)}"


def main() -> None:
    """Print the hashes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_of", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--games", type=int, default=100, help="games of every configuration")
    options = parser.parse_args()
    for line in lines(options.games, options.games_of):
        print(line, flush=True)


if __name__ == "__main__":
    main()
