"""The search for weights of bots: which ones win most?

A search by the cross-entropy method (R. Y. Rubinstein, "The cross-entropy method for combinatorial and continuous
optimization", 1999) over the logarithms of the weights: draw a population around a mean, let each play the rivals of
its arena and the mean itself, and move mean and width to the best. Games have two sides and symmetric maps.

python -m swarmzoo.lab.fitting.cross_entropy insects --start rusher --minutes 14
python -m swarmzoo.lab.fitting.cross_entropy overseer --keywords scenario=rally --start overlord
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import typer

from swarmzoo.envs.core.errors import GameError, nearest
from swarmzoo.lab.fitting.arenas import ARENAS, Arena, arena_of

AGAINST_MEAN = 0.3  # share of the games against the mean in what counts
WIDTH, LEAST_WIDTH = 0.35, 0.1  # of the logarithms of the weights


@dataclass(frozen=True)
class Generation:
    """What a generation found: its number, the new mean (weights,), its score against every bot by name."""

    number: int
    weights: np.ndarray
    scores: dict[str, float]


def search(
    arena: Arena,
    start: str,
    seed: int,
    *,
    population: int = 20,
    elite: int = 6,
    games: int = 60,
    goes_on: Callable[[int], bool],
) -> Iterator[Generation]:
    """Search from a bot's weights; yield after every generation, while ``goes_on(number)`` says so."""
    generator, first = np.random.default_rng(seed), len(arena.names)
    mean = np.log(np.maximum(arena.weights[arena.names.index(start)].astype(float), arena.smallest))
    width, number = np.full(len(mean), WIDTH), 0
    while goes_on(number):
        number += 1
        drawn = mean + np.vstack([np.zeros_like(mean), width * generator.normal(size=(population - 1, len(mean)))])
        weights = np.vstack([arena.weights, np.exp(drawn)])
        worth = [_worth(arena, weights, first + k, first, games, seed + 1000 * number) for k in range(population)]
        best = drawn[np.argsort(worth)[::-1][:elite]]
        mean = (mean + best.mean(0)) / 2
        width = np.maximum(0.7 * width + 0.3 * best.std(0), LEAST_WIDTH)
        found = np.exp(mean)
        weights = np.vstack([arena.weights, found])
        scores = {name: arena.score(weights, first, row, games, seed) for row, name in enumerate(arena.names)}
        yield Generation(number, found, scores)


def _worth(arena: Arena, weights: np.ndarray, row: int, mean: int, games: int, seed: int) -> float:
    rivals = np.mean([arena.score(weights, row, rival, games, seed) for rival in arena.rivals])
    against_mean = 0.5 if row == mean else arena.score(weights, row, mean, games, seed)
    return float((1 - AGAINST_MEAN) * rivals + AGAINST_MEAN * against_mean)


def main(
    game: Annotated[str, typer.Argument(help=f"The game: {', '.join(ARENAS)}.")] = "insects",
    keywords: Annotated[str, typer.Option(help="Of the game, for instance scenario=rally.")] = "",
    minutes: Annotated[float, typer.Option(min=0.1, help="How long to search.")] = 14,
    seed: Annotated[int, typer.Option(min=0, help="Of the drawn weights and the games.")] = 1,
    start: Annotated[str, typer.Option(help="The bot whose weights to start from.")] = "rusher",
    games: Annotated[int, typer.Option(min=2, help="Games of each candidate against each rival.")] = 60,
) -> None:
    """Search for some minutes and print what every generation found."""
    try:
        arena = arena_of(game, keywords)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    if start not in arena.names:
        told = f"unknown bot {start!r}{nearest(start, arena.names)}; allowed: {', '.join(arena.names)}"
        raise typer.BadParameter(told, param_hint="--start")
    ends = time.monotonic() + 60 * minutes
    for found in search(arena, start, seed, games=games, goes_on=lambda _: time.monotonic() < ends):
        print(f"generation {found.number}:", ", ".join(f"{name} {score:.0%}" for name, score in found.scores.items()))
        print("   ", ", ".join(f"{weight:.2f}" for weight in found.weights), flush=True)


if __name__ == "__main__":
    typer.run(main)
