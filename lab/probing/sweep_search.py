"""How a sweep goes through many fields: walks that show which of them matter, and a search for what is wanted."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.probing.conditions import Condition
from swarmzoo.lab.probing.fields import Point, Varied
from swarmzoo.lab.probing.measuring import Sample
from swarmzoo.lab.probing.sweep import Measured, Plan, Sweeping

LEVELS = 4  # of the grid of Morris' walks
AGAIN = 5  # a search tries its best rule set again after so many trials
FINALISTS = 3


@dataclass(frozen=True)
class Mattering:
    """How much each field matters for a measure: Morris' mean of absolute effects, its 95% reach, and their spread."""

    measure: str
    paths: tuple[str, ...]
    effect: np.ndarray  # over the whole range of the field, (fields,)
    reach: np.ndarray
    spread: np.ndarray  # great beside the effect: it depends on the other fields, or is not a straight line


def screen(sweeping: Sweeping) -> tuple[list[Mattering], list[Measured]]:
    """Walk through the ranges of all fields, one field at a time; return how much each matters, and what was played."""
    from SALib.analyze import morris as analysis
    from SALib.sample import morris as sampling

    plan, config = sweeping.plan, sweeping.config
    paths = [one.path for one in plan.varied]
    problem = {"num_vars": len(paths), "names": paths, "bounds": [[0.0, 1.0]] * len(paths)}
    places = sampling.sample(problem, config.walks, num_levels=LEVELS, seed=config.seed % 2**32)
    points = [_point(plan.varied, row) for row in places]
    different = {_key(point): point for point in points}
    found = sweeping.measure(list(different.values()), sweeping.choosing(), "choose ")
    by_key = {_key(one.point): one for one in found}
    told = []
    for measure in dict.fromkeys(one.measure for one in plan.targets):
        values = np.array([_value(by_key.get(_key(point)), measure) for point in points])
        values = np.where(np.isfinite(values), values, np.nanmean(values))  # rules that are not allowed say nothing
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # fields without any effect divide by nothing
            result = analysis.analyze(problem, places, values, num_levels=LEVELS, seed=config.seed % 2**32)
        own = (np.nan_to_num(np.asarray(result[name], float)) for name in ("mu_star", "mu_star_conf", "sigma"))
        told.append(Mattering(measure, tuple(paths), *own))
    return told, found


def _point(varied: Sequence[Varied], row: np.ndarray) -> Point:
    return {one.path: one.at(float(share)) for one, share in zip(varied, row, strict=True)}


def _key(point: Point) -> str:
    return repr(sorted(point.items()))


def _value(found: Measured | None, measure: str) -> float:
    return float("nan") if found is None else found.sample.figure(measure, 0.05).value


@dataclass
class Tried:
    """A rule set of a search: what it measured in each trial, every one on seeds of its own."""

    point: Point
    samples: list[Sample] = field(default_factory=list)

    def missed(self, targets: Sequence[Condition]) -> float:
        """Return by how much the targets are missed by the means of all trials: the sum of squares."""
        return sum(one.missed(self.mean(one.measure)) ** 2 for one in targets)

    def mean(self, measure: str) -> float:
        """Return the mean of a measure over all trials."""
        return float(np.mean([sample.figure(measure, 0.05).value for sample in self.samples]))


@dataclass(frozen=True)
class Found:
    """What a search came to: what it missed after each trial by its best rule set, all it tried, the finalists."""

    path: tuple[float, ...]
    tried: tuple[Tried, ...]
    judged: tuple[Measured, ...]


def search(sweeping: Sweeping) -> Found:
    """Search for rule sets that come nearest to the targets; the best of them are judged on fresh seeds."""
    import optuna

    plan, config = sweeping.plan, sweeping.config
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=config.seed % 2**32))
    tried: dict[str, Tried] = {}
    path = []
    for number in range(config.trials):
        if number and number % AGAIN == 0:
            study.enqueue_trial(_params(plan.varied, _best(tried, plan)[0].point))
        trial = study.ask()
        point = {one.path: _suggested(trial, one) for one in plan.varied}
        missed = _try(sweeping, tried, point, number)
        study.tell(trial, missed, state=None if np.isfinite(missed) else optuna.trial.TrialState.FAIL)
        path.append(_best(tried, plan)[0].missed(plan.targets) if tried else float("nan"))
    best = _best(tried, plan)[:FINALISTS]
    return Found(tuple(path), tuple(tried.values()), tuple(sweeping.judge([one.point for one in best])))


def _try(sweeping: Sweeping, tried: dict[str, Tried], point: Point, number: int) -> float:
    """Play a rule set on the seeds of a trial; return what it misses by all its trials, infinite: not allowed."""
    try:
        found = sweeping.measure([point], sweeping.choosing(number), "choose ")[0]
    except GameError:
        if number == 0 and not sweeping.left_out:
            raise
        return float("inf")
    one = tried.setdefault(_key(point), Tried(point))
    one.samples.append(found.sample)
    return one.missed(sweeping.plan.targets)


def _best(tried: dict[str, Tried], plan: Plan) -> list[Tried]:
    """Return what was tried, the best first; what was tried more often first where they are equal."""
    return sorted(tried.values(), key=lambda one: (one.missed(plan.targets), -len(one.samples)))


def _suggested(trial: Any, varied: Varied) -> Any:
    """Return the value that a trial suggests for a field."""
    if varied.values:
        return varied.values[trial.suggest_categorical(varied.path, list(range(len(varied.values))))]
    suggest: Callable[..., Any] = trial.suggest_int if varied.is_whole else trial.suggest_float
    return suggest(varied.path, varied.low, varied.high)


def _params(varied: Sequence[Varied], point: Point) -> dict[str, Any]:
    """Return a point as a study names its values."""
    return {one.path: one.values.index(point[one.path]) if one.values else point[one.path] for one in varied}
