"""How a sweep searches many fields for what is wanted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.probing.conditions import Condition
from swarmzoo.lab.probing.fields import Point, Varied, key_of
from swarmzoo.lab.probing.measuring import Sample
from swarmzoo.lab.probing.sweep import Measured, Plan, Sweeping

AGAIN = 5  # a search tries its best rule set again after so many trials
FINALISTS = 3


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
    one = tried.setdefault(key_of(point), Tried(point))
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
