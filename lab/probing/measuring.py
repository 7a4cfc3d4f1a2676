"""What rule sets are compared by: measures of games between equal players, and shares of one player against another.

Every level, an agent, plays itself, a game a seed; rule sets are played on the same seeds. A measure has a value for
each seed, so that it has an interval, and so has the change of it between two rule sets, seed by seed. ``NAME`` is the
mean over all levels, ``NAME[LEVEL]`` that of one; ``score[A|B]`` is the share of first place of A against B, each seed
in every seating. ``seat_advantage`` is how much more than an even share the best seat has, of all levels the most.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy.stats import t

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.intervals import share_interval
from swarmzoo.lab.probing.jobs import Job, Played
from swarmzoo.lab.probing.players import RANDOM, bots
from swarmzoo.lab.probing.verdict import Figure

SHARES = ("seat_advantage", "drawn", "comeback", "runaway", "waiting", "out_early", "drama")
OF_GAMES = ("length", "branching", "lead_changes", *SHARES[1:])
RETRAINED = "retrained"  # the level of a policy that was trained for the rules
_SCORE = re.compile(r"score\[([^|\]]+)\|([^|\]]+)\]")
UNITS = dict.fromkeys(SHARES, "share")


Train = Callable[[Game], tuple[str, ...]]  # train a policy for a game's rules, and return its text; or nothing


def no_training(game: Game) -> tuple[str, ...]:
    """Return nothing: no policy is trained."""
    return ()


def pair_in(measure: str) -> tuple[str, str] | None:
    """Return the two players of a ``score[A|B]``, or None for another measure."""
    found = _SCORE.fullmatch(measure)
    return (found[1], found[2]) if found else None


@dataclass(frozen=True)
class Line:
    """Who plays to measure a rule set: levels against themselves, and pairs against each other."""

    game: str
    levels: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    trust: bool = False
    isolate: bool = False

    def jobs(self, values: str, seeds: Iterable[int], cell: str = "", trained: Sequence[str] = ()) -> list[Job]:
        """Return what is played of a rule set; ``cell``: what tells it from others with the same values.

        ``trained``: a policy that was trained for these rules, as one more level.
        """
        own: dict[str, Any] = {"trust": self.trust, "isolate": self.isolate}
        levels = [*((one, one) for one in self.levels), *((RETRAINED, text) for text in trained)]
        alone = [(f"{cell}level {name}", (text,), True) for name, text in levels]
        pairs = [(f"{cell}pair {one} | {other}", (one, other), False) for one, other in self.pairs]
        return [
            Job(name, self.game, values, players, seed, is_traced=is_traced, **own)
            for seeds in [list(seeds)]
            for name, players, is_traced in [*alone, *pairs]
            for seed in seeds
        ]


def usual_levels(game: Game, given: Sequence[str] = (), trust: bool = False, isolate: bool = False) -> tuple[str, ...]:
    """Return the levels that play a game: those given, else its bots; raise GameError for those that it has not."""
    levels = tuple(given) or tuple(bots(game)) or (RANDOM,)
    for text in levels:
        find_agent(game, text, trust=trust, isolate=isolate)
    return tuple(dict.fromkeys(levels))


@dataclass
class Sample:
    """What the games of one rule set gave: values by measure and level, and by seat, each of them by seed."""

    sides: tuple[str, ...]  # names of the seats
    seeds: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    seats: dict[str, np.ndarray] = field(default_factory=dict)  # by level: share of first place, (seeds, seats)
    of_games: dict[str, dict[str, np.ndarray]] = field(default_factory=dict)  # by level and measure, (seeds,)
    scores: dict[str, np.ndarray] = field(default_factory=dict)  # by pair, (seeds,)

    def names(self) -> list[str]:
        """Return the measures that there are."""
        every = dict.fromkeys(name for found in self.of_games.values() for name in found)
        levels = list(self.seats)
        shared = [*(["seat_advantage"] if levels else []), *every]
        return [*shared, *(f"{name}[{level}]" for name in shared for level in levels), *self.scores]

    def series(self, name: str) -> np.ndarray:
        """Return the values of a measure by seed, (seeds,); of all levels their mean. Not for ``seat_advantage``."""
        if name in self.scores:
            return self.scores[name]
        head, _, level = name.partition("[")
        return np.mean([found[head] for one, found in self.of_games.items() if level in ("", f"{one}]")], axis=0)

    def columns(self, name: str) -> list[np.ndarray]:
        """Return shares of first place for a ``seat_advantage``, by seed, of every seat of the levels it is of."""
        level = name.partition("[")[2]
        return [column for one, found in self.seats.items() if level in ("", f"{one}]") for column in found.T]

    def figure(self, name: str, alpha: float) -> Figure:
        """Return a measure with its interval, which misses with probability ``alpha``."""
        if not name.startswith("seat_advantage"):
            return mean_figure(name, self.series(name), alpha)
        columns, even = self.columns(name), 1 / len(self.sides)
        ends = [share_interval(column, np.arange(len(column)), 1 - alpha / len(columns)) for column in columns]
        low, high = (max(end[k] for end in ends) - even for k in range(2))
        value = max(float(column.mean()) for column in columns) - even
        return Figure(name, value, low, high, 1 - alpha, "share")


def mean_figure(name: str, values: np.ndarray, alpha: float, signed: bool = False) -> Figure:
    """Return the mean of values by seed, (seeds,), with Student's interval; values that are missing are left out.

    ``signed``: these are differences; without it no share is below 0 or above 1.
    """
    unit = UNITS.get(name.partition("[")[0], "share" if name.startswith("score") else "")
    known = values[np.isfinite(values)]
    if len(known) < 2:
        return Figure(name, float(known.mean()) if len(known) else float("nan"), -np.inf, np.inf, 1 - alpha, unit)
    half = float(t.isf(alpha / 2, len(known) - 1) * _spread(known, unit) / np.sqrt(len(known)))
    mean = float(known.mean())
    low, high = mean - half, mean + half
    if unit == "share" and not signed:
        low, high = max(low, 0.0), min(high, 1.0)
    return Figure(name, mean, low, high, 1 - alpha, unit)


def _spread(values: np.ndarray, unit: str) -> float:
    """Return the standard deviation; of shares with one even game added, so that some equal games prove nothing."""
    count = len(values)
    added = 0.25 / count if unit == "share" else 0.0
    return float(np.sqrt(values.var(ddof=1) + added))


def sample_of(line: Line, game: Game, cell: str, rows: Sequence[Played]) -> Sample:
    """Return what the games of a rule set gave; games that ended by a fault are left out."""
    seats = list(game.seats)
    found = Sample(tuple(game.side_names[side] for side in seats))
    seeds = np.unique([row.seed for row in rows])
    found.seeds, place = seeds, {seed: k for k, seed in enumerate(seeds.tolist())}
    by_cell: dict[str, list[Played]] = {}
    for row in rows:
        by_cell.setdefault(row.cell.removeprefix(cell), []).append(row)
    trained = [RETRAINED] if f"level {RETRAINED}" in by_cell else []
    for level in (*line.levels, *trained):
        own = [row for row in by_cell.get(f"level {level}", []) if not row.fault]
        shares = np.full((len(seeds), len(seats)), np.nan)
        names = {name for row in own for name in row.measures} | {"drawn"}
        values = {name: np.full(len(seeds), np.nan) for name in sorted(names)}
        for row in own:
            share = share_of_first(np.array([row.pay]))[0][seats]
            shares[place[row.seed]] = share
            for name, value in {**row.measures, "drawn": float(share.max() < 1)}.items():
                values[name][place[row.seed]] = value
        played = np.isfinite(shares).all(axis=1)
        found.seats[level], found.of_games[level] = shares[played], values
    for one, other in line.pairs:
        scores: list[list[float]] = [[] for _ in seeds]
        for row in by_cell.get(f"pair {one} | {other}", []):
            scores[place[row.seed]].append(row.score(0))
        found.scores[f"score[{one}|{other}]"] = np.array([np.mean(each) if each else np.nan for each in scores])
    return found


def change(name: str, before: Sample, after: Sample, alpha: float) -> Figure:
    """Return how a measure changes between two rule sets that were played on the same seeds, with its interval."""
    if not name.startswith("seat_advantage"):
        figure = mean_figure(name, after.series(name) - before.series(name), alpha, signed=True)
        return replace(figure, unit="points" if figure.unit == "share" else figure.unit)
    one, other = before.figure(name, alpha / 2), after.figure(name, alpha / 2)
    low, high = float(other.low or 0) - float(one.high or 0), float(other.high or 0) - float(one.low or 0)
    return Figure(name, other.value - one.value, low, high, 1 - alpha, "points")
