"""How often reports on strategies accuse one wrongly, how often they find what is there, and how many games they save.

Games between strategies with known scores are simulated, with adaptive rounds and mixtures tried on fresh groups, as
``exploration`` plays them; ``python -m swarmzoo.lab.game_theory.calibration`` prints a table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.table import Table
from scipy.special import expit

from swarmzoo.lab.game_theory.dominance import dominating_mixture, dominators
from swarmzoo.lab.game_theory.exploration import Explored, Games, explore
from swarmzoo.lab.game_theory.samples import EVEN

SURE = 0.05


@dataclass(frozen=True)
class World:
    """Strategies whose scores are known, and what their games have in common."""

    name: str
    payoff: np.ndarray  # (strategies, strategies)
    planted: tuple[int, ...] = ()  # strategies that are dominated and should be found
    luck: float = 0.0  # share of seeds that decide the games of all pairs alike


def worlds(margin: float) -> list[World]:
    """Return worlds without and with something to be found."""
    steps = np.arange(5)
    ladder = expit(steps[:, None] - steps)
    circle = np.full((5, 5), EVEN)
    for k in range(5):
        circle[k, (k + 1) % 5], circle[(k + 1) % 5, k] = 0.7, 0.3
    return [
        World("all even", np.full((6, 6), EVEN)),
        World("all even", np.full((6, 6), EVEN), luck=0.7),
        World("a circle", circle),
        World("the margin in one place", _on_the_margin(margin)),
        World("the margin in one place", _on_the_margin(margin), luck=0.7),
        World("a ladder", ladder, planted=(0, 1, 2, 3)),
        World("one dominated", _planted(3 * margin), planted=(4,)),
        World("one dominated", _planted(3 * margin), planted=(4,), luck=0.7),
        World("one dominated by a mixture", _mixed(), planted=(4,)),
    ]


def _on_the_margin(margin: float) -> np.ndarray:
    """Return scores in which 1 would dominate 0, were it not against 2 the margin worse: the hardest to clear."""
    payoff = np.full((4, 4), EVEN)
    payoff[1, 3], payoff[3, 1] = 0.8, 0.2
    payoff[1, 2], payoff[2, 1] = EVEN - margin, EVEN + margin
    return payoff


def _planted(size: float) -> np.ndarray:
    """Return scores of a circle, in which 3 is equal to 2, and 4 is worse than both against everybody."""
    payoff = np.full((5, 5), EVEN)
    for i, j in ((0, 1), (1, 2), (2, 0), (3, 0), (1, 3)):
        payoff[i, j], payoff[j, i] = 0.65, 0.35
    payoff[4] = payoff[3] - size
    payoff[:, 4] = 1 - payoff[4]
    payoff[4, 4] = EVEN
    return payoff


def _mixed() -> np.ndarray:
    """Return scores in which half of 0 and half of 1, or of 2 and 3, dominate 4, and none does by itself."""
    payoff = np.full((5, 5), EVEN)
    payoff[0, 2] = payoff[1, 3] = payoff[3, 0] = payoff[2, 1] = 0.9
    payoff[2, 0] = payoff[3, 1] = payoff[0, 3] = payoff[1, 2] = 0.1
    payoff[4, :4], payoff[:4, 4] = 0.3, 0.7
    return payoff


def report(world: World, groups: int, margin: float, rng: np.random.Generator) -> Explored:
    """Return what one report finds, with so many groups of two games for a pair at most."""
    shared = rng.random(2 * groups)
    is_lucky = rng.random(2 * groups) < world.luck

    def play(pairs: Sequence[tuple[int, int]], wanted: range) -> Games:
        numbers = np.array(wanted)
        scores = []
        for i, j in pairs:
            number = np.where(is_lucky[numbers], shared[numbers], rng.random((2, len(numbers))))
            scores.append((number < world.payoff[i, j]).mean(axis=0))
        row, column = np.repeat(np.array(pairs), len(numbers), axis=0).T
        return np.tile(numbers, len(pairs)), row, column, np.concatenate(scores)

    most = np.full(world.payoff.shape, groups)
    return explore(most, margin, SURE, play)


def is_wrong(world: World, margin: float, found: Explored) -> bool:
    """Return whether anything is called proven that is not so."""
    truth = dominators(world.payoff, margin)
    mixed = np.array([dominating_mixture(world.payoff, k).dominates(margin) for k in range(len(truth))])
    proven = found.proven
    return bool(
        ((proven.dominated <= SURE) & ~truth).any()
        or ((proven.mixed <= SURE) & ~mixed).any()
        or ((proven.beats <= SURE) & (world.payoff <= EVEN)).any()
    )


def is_found(world: World, found: Explored) -> bool:
    """Return whether every strategy that was planted is called dominated."""
    proven = np.minimum(found.proven.dominated.min(axis=1), found.proven.mixed) <= SURE
    return bool(proven[list(world.planted)].all())


def rates(world: World, groups: int, margin: float, repetitions: int, seed: int) -> tuple[float, float, float]:
    """Return how often a report is wrong, how often it finds all that is there, and which share of games it plays."""
    rng = np.random.default_rng(seed)
    found = [report(world, groups, margin, rng) for _ in range(repetitions)]
    pairs = len(world.payoff) * (len(world.payoff) - 1) / 2
    played = [len(one.samples.score) / (pairs * groups) for one in found]
    wrong = np.mean([is_wrong(world, margin, one) for one in found])
    return float(wrong), float(np.mean([is_found(world, one) for one in found])), float(np.mean(played))


def rows(groups: int, margin: float, repetitions: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table."""
    for world in worlds(margin):
        wrong, seen, played = rates(world, groups, margin, repetitions, seed)
        told = f"{seen:.1%}" if world.planted else "-"
        yield world.name, f"{world.luck:.0%}", f"{wrong:.1%}", told, f"{played:.0%}"


def main(
    groups: Annotated[int, typer.Option(min=1, help="Groups of two games for a pair, at most.")] = 1000,
    margin: Annotated[float, typer.Option(min=0.001, max=0.2, help="What is taken for no difference.")] = 0.05,
    repetitions: Annotated[int, typer.Option(min=1, help="Simulated reports in each row.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Of the simulation.")] = 1,
) -> None:
    """Print how often reports on strategies are wrong, find what is there, and how many of the games they need."""
    table = Table("strategies", "luck", "wrong reports", "all found", "games played", title="reports at 5%")
    for row in rows(groups, margin, repetitions, seed):
        table.add_row(*row)
    Console(width=100).print(table)


if __name__ == "__main__":
    typer.run(main)
