"""How often the statistics of experiments err, and what they find: sequences, effects, whole reports.

Games are simulated in which the truth is known; ``python -m swarmzoo.lab.experiments.calibration`` prints the tables.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.table import Table
from scipy.stats import t

from swarmzoo.lab.experiments.design import COIN, Design, Factor, column_spread, lead_columns
from swarmzoo.lab.experiments.effects import Effects, effects
from swarmzoo.lab.experiments.multiplicity import REPORT_ERROR, holm
from swarmzoo.lab.experiments.power import groups_needed
from swarmzoo.lab.experiments.sequences import mean_sequences

POINT = 0.01
GAMES = 2  # of a group: both seatings


@dataclass(frozen=True)
class World:
    """Parts that a side can hold, what each is worth to who holds it alone, and how games of a group depend."""

    worth: tuple[float, ...]
    luck: float = 0.0  # share of groups whose games all go to the same camp, whatever its seats

    @property
    def spread(self) -> float:
        """Standard deviation of a group's score between equal camps."""
        return float(np.sqrt(0.25 * (self.luck + (1 - self.luck) / GAMES)))


def play(world: World, groups: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the columns (groups, parts) of a factorial design and the mean scores (groups,) of the first camp."""
    factors = tuple(Factor(f"part {k}", is_held=True) for k in range(len(world.worth)))
    lead = lead_columns(Design(factors, seed).draw(0, groups), range(len(factors)))
    rng = np.random.default_rng([seed, groups])
    chance = (0.5 + lead @ np.array(world.worth)).clip(0, 1)
    own, shared = rng.random((groups, GAMES)), rng.random((groups, 1))
    number = np.where(rng.random((groups, 1)) < world.luck, shared, own)
    return lead, (number < chance[:, None]).mean(axis=1)


def fitted(world: World, groups: int, seed: int) -> Effects:
    """Play a factorial experiment and return what it says of every part."""
    columns, score = play(world, groups, seed)
    return effects(columns, score, np.arange(groups), [str(part) for part in range(len(world.worth))])


def missed(mean: float, looks: np.ndarray, repetitions: int, seed: int) -> tuple[float, float]:
    """Return how often intervals at 5% miss the mean at any look: confidence sequences, and Student's intervals.

    ``looks``: after how many groups one looks, rising; groups are pairs of games of which a half goes by luck.
    """
    rng = np.random.default_rng(seed)
    number = rng.random((repetitions, looks[-1], GAMES))
    number[:, ::2, 1] = number[:, ::2, 0]
    score, cell = (number < mean).mean(axis=2), np.arange(repetitions)
    out = np.zeros((2, repetitions), bool)
    for look in looks:
        seen = score[:, :look]
        low, high = mean_sequences(seen.reshape(-1), np.repeat(cell, look), repetitions, REPORT_ERROR)
        half = t.isf(REPORT_ERROR / 2, look - 1) * seen.std(axis=1, ddof=1) / np.sqrt(look)
        out |= (low > mean) | (high < mean), abs(seen.mean(axis=1) - mean) > half
    return float(out[0].mean()), float(out[1].mean())


def coverage(world: World, groups: int, repetitions: int, seed: int) -> float:
    """Return how often 95% intervals of effects hold the truth."""
    held = []
    for number in range(repetitions):
        low, high = fitted(world, groups, seed + number).intervals()
        held.append((low <= world.worth) & (world.worth <= high))
    return float(np.mean(held))


def verdicts(world: World, groups: int, repetitions: int, seed: int) -> tuple[float, float]:
    """Return the share of reports that accuse a part of no worth, and of the other parts the share that is found.

    A report names the parts that differ from 0 after Holm's correction at 5%.
    """
    worth = np.array(world.worth)
    shown = np.array(
        [holm(fitted(world, groups, seed + number).chance_differs()) <= REPORT_ERROR for number in range(repetitions)]
    )
    found = shown[:, worth != 0].mean() if worth.any() else np.nan
    return float(shown[:, worth == 0].any(axis=1).mean()), float(found)


def sequence_rows(repetitions: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of looks."""
    for mean in (0.5, 0.2, 0.02):
        for looks in (np.arange(20, 401, 20), np.arange(10, 2001, 10)):
            ours, plain = missed(mean, looks, repetitions, seed)
            yield f"{mean:g}", str(len(looks)), str(looks[-1]), f"{ours:.1%}", f"{plain:.1%}"


def coverage_rows(repetitions: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of intervals of effects."""
    for parts, groups in ((3, 20), (3, 50), (10, 30), (10, 100), (29, 60), (29, 500)):
        for luck in (0.0, 1.0):
            world = World(tuple(np.linspace(-6, 6, parts) * POINT), luck)
            yield str(parts), str(groups), f"{luck:.0%}", f"{coverage(world, groups, repetitions, seed):.1%}"


def verdict_rows(repetitions: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of reports on 29 parts."""
    for games in (500, 4_000, 8_000, 16_000, 30_000):
        for luck in (0.0, 1.0):
            world = World((3 * POINT,) * 14 + (0.0,) * 15, luck)
            accused, found = verdicts(world, games // GAMES, repetitions, seed)
            yield str(games), f"{luck:.0%}", f"{accused:.1%}", f"{found:.1%}"


def forecast(world: World, effect: float, alpha: float = REPORT_ERROR) -> int:
    """Return how many games show every part of a size at 80% power in a report on all parts of a world."""
    parts = len(world.worth)
    return GAMES * groups_needed(effect, world.spread, column_spread(COIN, True), parts + 1, alpha / parts)


def main(
    repetitions: Annotated[int, typer.Option(min=2, help="Simulated experiments in each row.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Of the simulation.")] = 1,
) -> None:
    """Print how often sequences and intervals miss, and what reports on 29 parts find and wrongly accuse."""
    console = Console(width=100)
    looks = ("mean", "looks", "groups", "sequences miss", "Student's miss")
    _print(console, "5% intervals that miss at any look", looks, sequence_rows(repetitions, seed))
    held = ("parts", "groups", "luck", "intervals that hold")
    _print(console, "95% intervals of effects that hold the truth", held, coverage_rows(repetitions, seed))
    found = ("games", "luck", "clean parts accused in", "3 points found")
    _print(console, "reports on 29 parts, Holm at 5%", found, verdict_rows(repetitions, seed))
    for luck in (0.0, 1.0):
        games = forecast(World((0.0,) * 29, luck), 3 * POINT)
        console.print(f"forecast for 29 parts, 3 points, 80% power, luck {luck:.0%}: {games:,} games")


def _print(console: Console, title: str, columns: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> None:
    table = Table(*columns, title=title)
    for row in rows:
        table.add_row(*row)
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
