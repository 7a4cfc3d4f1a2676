"""Which of many fields matter: Morris' walks, by SALib, with what chance alone would make of them.

A mean of absolute effects is never nothing: the seeds alone make one. So the seeds are drawn again (bootstrap), and how
far the effects then lie from those that were measured is what chance does; the same seeds are played at every point, so
they are drawn for all points alike. A field is said to matter if its effect is greater than that.

Morris, "Factorial sampling plans for preliminary computational experiments", 1991; Efron and Tibshirani, "An
introduction to the bootstrap", 1993.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from swarmzoo.lab.probing.fields import Point, Varied, key_of
from swarmzoo.lab.probing.measuring import Sample
from swarmzoo.lab.probing.sweep import Measured, Sweeping

LEVELS = 4  # of the grid of the walks
_OWN = ("mu_star", "mu_star_conf", "sigma")  # of what SALib finds
DRAWS = 2000  # of the seeds; more where there are many fields and measures, so that each may be shown


@dataclass(frozen=True)
class Mattering:
    """How much each field matters for a measure; arrays are (fields,).

    ``effect``: Morris' mean of absolute effects over the whole range of the field, ``reach``: of its 95% interval,
    ``spread``: great beside the effect where it depends on the other fields, or is not a straight line.
    ``by_chance``: the effect that the seeds alone make, ``chance``: the probability that they make one as great.
    """

    measure: str
    paths: tuple[str, ...]
    effect: np.ndarray
    reach: np.ndarray
    spread: np.ndarray
    by_chance: np.ndarray
    chance: np.ndarray


def screen(sweeping: Sweeping) -> tuple[list[Mattering], list[Measured]]:
    """Walk through the ranges of all fields, one field at a time; return how much each matters, and what was played."""
    from SALib.analyze import morris as analysis
    from SALib.sample import morris as sampling

    plan, config = sweeping.plan, sweeping.config
    paths = [one.path for one in plan.varied]
    problem = {"num_vars": len(paths), "names": paths, "bounds": [[0.0, 1.0]] * len(paths)}
    places = sampling.sample(problem, config.walks, num_levels=LEVELS, seed=config.seed % 2**32)
    points = [_point(plan.varied, row) for row in places]
    different = {key_of(point): point for point in points}
    found = sweeping.measure(list(different.values()), sweeping.choosing(), "choose ")
    by_key = {key_of(one.point): one.sample for one in found}
    samples = [by_key.get(key_of(point)) for point in points]
    measures = list(dict.fromkeys(one.measure for one in plan.targets))
    drawn = _drawn(config.games, max(DRAWS, 40 * len(paths) * len(measures)), config.seed)
    told = []
    for measure in measures:
        values = np.array([_value(sample, measure) for sample in samples])
        values = np.where(np.isfinite(values), values, np.nanmean(values))  # rules that are not allowed say nothing
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # fields without any effect divide by nothing
            result = analysis.analyze(problem, places, values, num_levels=LEVELS, seed=config.seed % 2**32)
        effect, reach, spread = (np.nan_to_num(np.asarray(result[name], float)) for name in _OWN)
        by_chance, chance = _by_chance(samples, measure, places, values, drawn)
        told.append(Mattering(measure, tuple(paths), effect, reach, spread, by_chance, chance))
    return told, found


def effects(places: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the elementary effects of walks: places (walks * (fields + 1), fields), values (..., places).

    The effects are (..., walks, fields): each step of a walk changes one field, and each field once.
    """
    fields = places.shape[1]
    steps = np.diff(places.reshape(-1, fields + 1, fields), axis=1)  # (walks, fields, fields)
    change = np.diff(values.reshape(*values.shape[:-1], -1, fields + 1), axis=-1)
    changed = np.abs(steps).argmax(axis=-1)  # the field of each step
    size = np.take_along_axis(steps, changed[..., None], axis=-1)[..., 0]
    order = changed.argsort(axis=-1)
    return np.take_along_axis(change / size, np.broadcast_to(order, change.shape), axis=-1)


def _by_chance(
    samples: Sequence[Sample | None], measure: str, places: np.ndarray, values: np.ndarray, drawn: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return by field the mean absolute effect that the seeds alone make, and how probable one as great is."""
    again = _values(samples, measure, drawn)
    again = np.where(np.isfinite(again), again, values)
    measured = effects(places, values)
    noise = np.abs(effects(places, again) - measured).mean(axis=-2)  # (draws, fields)
    greater = noise >= np.abs(measured).mean(axis=-2)
    return noise.mean(axis=0), (1 + greater.sum(axis=0)) / (1 + len(drawn))


def _drawn(seeds: int, draws: int, seed: int) -> np.ndarray:
    """Return how often each seed is drawn, with replacement, (draws, seeds)."""
    rng = np.random.default_rng(seed % 2**32)
    return rng.multinomial(seeds, np.full(seeds, 1 / seeds), size=draws).astype(np.float64)


def _values(samples: Sequence[Sample | None], measure: str, drawn: np.ndarray) -> np.ndarray:
    """Return a measure at every point when the seeds are drawn again, (draws, points); NaN where nothing was played."""
    columns = [[] if one is None else _columns(one, measure) for one in samples]
    found = np.full((len(drawn), len(samples)), np.nan)
    for nth in range(max((len(own) for own in columns), default=0)):
        series = np.full((drawn.shape[1], len(samples)), np.nan)
        for point, own in enumerate(columns):
            if nth < len(own):
                series[: len(own[nth]), point] = own[nth]
        known = np.isfinite(series)
        with np.errstate(invalid="ignore"):
            means = drawn @ np.where(known, series, 0.0) / (drawn @ known)
        found = np.fmax(found, means)
    return found


def _columns(sample: Sample, measure: str) -> list[np.ndarray]:
    """Return the values by seed of which the greatest mean is the measure, but for a constant."""
    return sample.columns(measure) if measure.startswith("seat_advantage") else [sample.series(measure)]


def _point(varied: Sequence[Varied], row: np.ndarray) -> Point:
    return {one.path: one.at(float(share)) for one, share in zip(varied, row, strict=True)}


def _value(sample: Sample | None, measure: str) -> float:
    return float("nan") if sample is None else sample.figure(measure, 0.05).value
