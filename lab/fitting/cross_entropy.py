"""The search for the expert's weights: which weights make greedy's lookahead strongest?

A search by the cross-entropy method (R. Y. Rubinstein, "The cross-entropy method for combinatorial and continuous
optimization", 1999) over the logarithms of the weights: draw a population around a mean, let each play greedy, rusher,
fortress and the mean itself, and move mean and width to the best. Games have two players and symmetric maps.

python -m swarmzoo.lab.fitting.cross_entropy --minutes 14
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import typer

from swarmzoo.agents.insects.bots import follow_strategy, look_ahead
from swarmzoo.agents.insects.judgement import NAMES, WEIGHTS
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.random import next_word, seed_rng
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.determinize import determinize
from swarmzoo.envs.insects.game import insects
from swarmzoo.envs.insects.turn import step_actor
from swarmzoo.envs.insects.victory import rewards_of

RIVALS = ("greedy", "rusher", "fortress")
AGAINST_MEAN = 0.3  # share of the games against the mean in what counts
WIDTH, LEAST_WIDTH = 0.35, 0.1  # of the logarithms of the weights
SMALLEST = 0.05  # a weight of 0 has no logarithm


@dataclass(frozen=True)
class Generation:
    """What a generation found: its number, the new mean (weights,), its score against every bot by name."""

    number: int
    weights: np.ndarray
    scores: dict[str, float]


def _duel(states, rules, spare, weights, looks_ahead, players, seeds, pay, mask, rng):
    """Play games of two players, who are rows of the weights, and write what each is paid."""
    for i in range(seeds.shape[0]):
        s, r = states[0], rules[0]
        reset(s, r, seeds[i])  # noqa: F821  (bound to the game's kernel)
        seed_rng(rng, seeds[i] + 77)
        while not s.done:
            p = s.actor
            legal(s, r, p, mask)  # noqa: F821
            row = players[i, p]
            spare[0] = s
            determinize(spare[0], r, p, next_word(rng))
            if looks_ahead[row]:
                action = look_ahead(spare, r, p, rng, mask, weights[row])
            else:
                action = follow_strategy(spare[0], r, p, rng, mask, weights[row])
            step_actor(s, r, action)
        for p in range(2):
            pay[i, p] = rewards_of(s, p)


class Arena:
    """Plays candidates against the built-in bots and each other; rows of ``weights`` are the players."""

    def __init__(self) -> None:
        self._game = insects(InsectsConfig(players=2, symmetric=True))
        kernels = self._game.kernels
        self._play = entry_point(_duel, "insects_duel", {"reset": kernels.reset, "legal": kernels.legal})
        self._spares = [self._game.new_states(count) for count in (1, 2)]

    def score(self, weights: np.ndarray, one: int, other: int, games: int, seed: int) -> float:
        """Return the share of first place of a row against another, half of the games on each side.

        The first rows are the built-in bots; rows after them look ahead, as greedy does.
        """
        half = games // 2
        players = np.array([[one, other]] * half + [[other, one]] * half, np.int64)
        seeds = np.tile(np.arange(seed, seed + half, dtype=np.int64), 2)
        looks_ahead = np.arange(len(weights)) >= len(NAMES)
        looks_ahead[[NAMES.index("greedy"), NAMES.index("expert")]] = True
        pay = np.zeros((2 * half, 2), np.float32)
        mask, rng = np.zeros(self._game.num_actions, np.int8), np.zeros(4, np.uint32)
        state, spare = self._spares
        rows = np.ascontiguousarray(weights, np.float32)
        self._play(state, self._game.rules, spare, rows, looks_ahead, players, seeds, pay, mask, rng)
        return float((np.concatenate([pay[:half, 0], pay[half:, 1]]).mean() + 1) / 2)


def search(
    start: str, seed: int, *, population: int = 20, elite: int = 6, games: int = 60, goes_on: Callable[[int], bool]
) -> Iterator[Generation]:
    """Search from a bot's weights; yield after every generation, while ``goes_on(number)`` says so."""
    arena, generator = Arena(), np.random.default_rng(seed)
    mean = np.log(np.maximum(WEIGHTS[NAMES.index(start)].astype(float), SMALLEST))
    width, number, first = np.full(len(mean), WIDTH), 0, len(NAMES)
    while goes_on(number):
        number += 1
        drawn = mean + np.vstack([np.zeros_like(mean), width * generator.normal(size=(population - 1, len(mean)))])
        weights = np.vstack([WEIGHTS, np.exp(drawn)])
        worth = [_worth(arena, weights, first + k, first, games, seed + 1000 * number) for k in range(population)]
        best = drawn[np.argsort(worth)[::-1][:elite]]
        mean = (mean + best.mean(0)) / 2
        width = np.maximum(0.7 * width + 0.3 * best.std(0), LEAST_WIDTH)
        found = np.exp(mean)
        weights = np.vstack([WEIGHTS, found])
        scores = {name: arena.score(weights, first, row, games, seed) for row, name in enumerate(NAMES)}
        yield Generation(number, found, scores)


def _worth(arena: Arena, weights: np.ndarray, row: int, mean: int, games: int, seed: int) -> float:
    rivals = np.mean([arena.score(weights, row, NAMES.index(name), games, seed) for name in RIVALS])
    against_mean = 0.5 if row == mean else arena.score(weights, row, mean, games, seed)
    return float((1 - AGAINST_MEAN) * rivals + AGAINST_MEAN * against_mean)


def main(
    minutes: Annotated[float, typer.Option(min=0.1, help="How long to search.")] = 14,
    seed: Annotated[int, typer.Option(min=0, help="Of the drawn weights and the games.")] = 1,
    start: Annotated[str, typer.Option(help=f"Whose weights to start from: {', '.join(NAMES)}.")] = "rusher",
) -> None:
    """Search for some minutes and print what every generation found."""
    if start not in NAMES:
        raise typer.BadParameter(f"unknown bot {start!r}; allowed: {', '.join(NAMES)}", param_hint="--start")
    ends = time.monotonic() + 60 * minutes
    for found in search(start, seed, goes_on=lambda _: time.monotonic() < ends):
        print(f"generation {found.number}:", ", ".join(f"{name} {score:.0%}" for name, score in found.scores.items()))
        print("   ", ", ".join(f"{weight:.2f}" for weight in found.weights), flush=True)


if __name__ == "__main__":
    typer.run(main)
