"""What the mean scores of strategies say, and how it spreads from one sample of the seeds to another."""

from dataclasses import dataclass

import numpy as np

from swarmzoo.lab.game_theory.alpha_rank import ALPHAS, sweep
from swarmzoo.lab.game_theory.equilibrium import Equilibrium, equilibrium, regret
from swarmzoo.lab.game_theory.exploration import Explored
from swarmzoo.lab.game_theory.transitivity import explained_shares
from swarmzoo.lab.game_theory.variety import effective_number

LEVEL = 95


@dataclass(frozen=True)
class Spread:
    """A number of the means, and the middle 95% of it over samples of the seeds drawn with replacement."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Figures:
    """What is worked out from the scores."""

    payoff: np.ndarray  # (strategies, strategies)
    low: np.ndarray  # ends of its 95% intervals
    high: np.ndarray
    equilibrium: Equilibrium
    supported: np.ndarray  # (strategies,): share of the samples in whose equilibrium a strategy has a place
    effective: Spread  # number of strategies in the equilibrium
    of_support: float  # effective number of the shares ``supported``
    regret: Spread  # of the equilibrium, in other samples
    explained: Spread  # share of the variance that a rating explains, noise left out; nan where there is only noise
    plans: np.ndarray  # (strategies,): the equilibrium among the plans alone; 0 where they are all, or fewer than two
    plans_effective: Spread  # number of strategies in it
    alphas: tuple[float, ...]
    ranks: np.ndarray  # (alphas, strategies)


def figures_of(explored: Explored, is_plan: np.ndarray, resamples: int, seed: int) -> Figures:
    """Return the figures of what was played; ``is_plan`` bool (strategies,)."""
    samples = explored.samples
    payoff, (low, high) = samples.payoff(), samples.intervals()
    best = equilibrium(payoff)
    drawn = list(samples.resampled(resamples, np.random.default_rng(seed)))
    others = [equilibrium(one) for one in drawn]
    supported = np.mean([one.row > 0 for one in others], axis=0)
    plans, explained = _among(payoff, is_plan), explained_shares(payoff, drawn)
    return Figures(
        *(payoff, low, high, best, supported),
        effective=_spread(effective_number(best.row), [effective_number(one.row) for one in others]),
        of_support=effective_number(supported),
        regret=_spread(best.regret, [regret(one, best.row) for one in drawn]),
        explained=_spread(float(explained[0]), list(explained[1:])),
        plans=plans,
        plans_effective=_spread(
            effective_number(plans) if plans.any() else np.nan,
            [effective_number(_among(one, is_plan)) for one in drawn],
        ),
        alphas=ALPHAS,
        ranks=sweep(payoff, ALPHAS),
    )


def _among(payoff: np.ndarray, is_plan: np.ndarray) -> np.ndarray:
    """Return the equilibrium of the plans without the others, (strategies,); 0 everywhere if it cannot be asked."""
    found = np.zeros(len(payoff))
    if 2 <= is_plan.sum() < len(payoff):
        found[is_plan] = equilibrium(payoff[np.ix_(is_plan, is_plan)]).row
    return found


def _spread(value: float, others: list[float]) -> Spread:
    """Return a number with the middle of others, which holds it."""
    if np.isnan(value):
        return Spread(value, value, value)
    low, high = np.nanpercentile(others, [(100 - LEVEL) / 2, (100 + LEVEL) / 2])
    return Spread(value, min(float(low), value), max(float(high), value))
