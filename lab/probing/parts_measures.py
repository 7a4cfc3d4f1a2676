"""What games of a factorial design say of the parts of a game.

worth     of a part that a side can be left without: the score of a camp that may use it against one that may not, above
          an even score, in share of first place. Half of that is won by having it, half lost by the others' lack
presence  how much longer games are, how much more the first seat wins and how much more first places are shared where
          a part is in the game, whoever may use it
pairs     what two parts are worth together beyond what each is worth alone

Each is the effect of a column of one regression (``lab.experiments.effects``), with a seed as a group.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from swarmzoo.agents.play.results import share_of_first
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.experiments.design import Draws, lead_columns, pair_columns, presence_columns
from swarmzoo.lab.experiments.effects import Effects, effects
from swarmzoo.lab.experiments.equivalence import places
from swarmzoo.lab.experiments.multiplicity import holm, to_look_at
from swarmzoo.lab.experiments.power import POWER, smallest_effect
from swarmzoo.lab.probing.jobs import Played

OUTCOMES = {"length": "decisions", "first seat": "points", "shared first": "points"}
Verdict = Literal["must have", "never worth it", "worth it", "makes no difference", "open"]


@dataclass(frozen=True)
class Trials:
    """The seeds of one player whose games had no faults: what they drew, and means over the games of each."""

    draws: Draws
    score: np.ndarray  # (seeds,): of the first camp, its share of first place
    outcomes: dict[str, np.ndarray]  # by name of ``OUTCOMES``, (seeds,)
    left_out: int  # seeds with faults


def trials_of(game: Game, draws: Draws, rows: Sequence[Played], seed: int) -> Trials:
    """Return the trials of one player; ``rows``: its games, ``seed``: that of the first draw."""
    group = np.array([row.seed - seed for row in rows])
    share = share_of_first(np.array([row.pay for row in rows]))
    values = {
        "score": np.array([row.score(0) for row in rows]),
        "length": np.array([row.length for row in rows], float),
        "first seat": share[:, game.seats[0]],
        "shared first": (share.max(axis=1) < 1).astype(float),
    }
    count = np.bincount(group, minlength=len(draws.allowed))
    faulty = np.bincount(group, [bool(row.fault) for row in rows], len(count))
    kept = np.flatnonzero((count > 0) & (faulty == 0))
    means = {name: np.bincount(group, value, len(count))[kept] / count[kept] for name, value in values.items()}
    return Trials(Draws(draws.allowed[kept]), means.pop("score"), means, int((faulty > 0).sum()))


@dataclass(frozen=True)
class Worths:
    """What held parts are worth to a player; arrays (held parts,), in share of first place."""

    player: str
    held: tuple[int, ...]  # numbers of the parts
    fit: Effects
    low: np.ndarray  # intervals that all hold together
    high: np.ndarray
    error: float  # of all verdicts together
    verdicts: tuple[Verdict, ...]
    smallest: float  # the worth that 80% of such reports would have found

    def of(self, verdict: Verdict) -> list[int]:
        """Return the places of the parts with a verdict, those of the greatest worth first."""
        found = [k for k, one in enumerate(self.verdicts) if one == verdict]
        return sorted(found, key=lambda k: -self.fit.estimate[k])


def worths_of(
    player: str, held: Sequence[int], names: Sequence[str], trials: Trials, error: float, must: float, margin: float
) -> Worths:
    """Return what held parts are worth to a player.

    ``names``: of the held parts; ``error``: of all verdicts together; ``must``: worth above which a part is a must
    have; ``margin``: worth that is none. Each part is asked whether it is a must have and whether it is never worth it;
    of all those answers together one is wrong with a probability of ``error`` at most, by Holm's method.
    """
    fit = effects(lead_columns(trials.draws, held), trials.score, np.arange(len(trials.score)), names)
    chances = np.stack([fit.chance_above(must), fit.chance_below(0.0)])
    shown = holm(chances) <= error
    low, high = fit.intervals(error / len(held))
    small = places(low, high, margin) == "inside"
    verdicts = tuple(_verdict(*one) for one in zip(*shown, small, low > 0, strict=True))
    found = smallest_effect(fit.error, fit.freedom, error / chances.size, POWER, sides=1)
    return Worths(player, tuple(held), fit, low, high, error, verdicts, float(found.max()))


def _verdict(must: bool, never: bool, small: bool, worth: bool) -> Verdict:
    if must:
        return "must have"
    if never:
        return "never worth it"
    if small:
        return "makes no difference"
    return "worth it" if worth else "open"


def presence_of(names: Sequence[str], trials: Trials) -> dict[str, Effects]:
    """Return the effects of parts on whole games, by name of ``OUTCOMES``.

    Parts that were in every game, since none can be played without, have no effect that could be told; nor have
    outcomes that are the same in all games.
    """
    columns, group = presence_columns(trials.draws, range(len(names))), np.arange(len(trials.score))
    vary = np.flatnonzero(np.ptp(columns, axis=0) > 0)
    own = [names[int(k)] for k in vary]
    varied = {name: values for name, values in trials.outcomes.items() if np.ptp(values) > 0}
    return {name: effects(columns[:, vary], values, group, own) for name, values in varied.items()} if own else {}


@dataclass(frozen=True)
class Listed:
    """An effect on a list to look at."""

    name: str
    outcome: str
    estimate: float
    low: float  # 95%
    high: float


def listed(found: dict[str, Effects]) -> list[Listed]:
    """Return the effects, by outcome, that belong on a list of which a tenth is false on average."""
    if not found:
        return []
    shown = to_look_at(np.stack([fit.chance_differs() for fit in found.values()]))
    lines = []
    for row, (outcome, fit) in zip(shown, found.items(), strict=True):
        low, high = fit.intervals()
        for k in np.flatnonzero(row):
            lines.append(Listed(fit.names[k], outcome, float(fit.estimate[k]), float(low[k]), float(high[k])))
    return lines


def pairs_of(
    held: Sequence[int], names: Sequence[str], pairs: Sequence[tuple[int, int]], trials: Trials, coin: float
) -> list[Listed]:
    """Return the pairs of held parts, by their numbers, that are worth more or less together, to look at."""
    columns = np.column_stack([lead_columns(trials.draws, held), pair_columns(trials.draws, pairs, coin)])
    own = dict(zip(held, names, strict=True))
    both = [f"{own[one]} and {own[other]}" for one, other in pairs]
    fit = effects(columns, trials.score, np.arange(len(columns)), [*names, *both])
    return listed({"together": fit.part(len(held))})
