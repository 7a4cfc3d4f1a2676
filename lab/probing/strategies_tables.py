"""What was found of strategies, in tables and numbers."""

import numpy as np

from swarmzoo.lab.experiments.sequences import lower_sequences
from swarmzoo.lab.game_theory.accusations import number_of_claims
from swarmzoo.lab.game_theory.cycles import cycles
from swarmzoo.lab.probing.balance_report import ADAPTED
from swarmzoo.lab.probing.strategies_found import Found, listed
from swarmzoo.lab.probing.verdict import Sureness, Table


def sureness(found: Found) -> Sureness:
    """Say how sure all this is."""
    config, first = found.config, found.config.seed
    most = int(found.explored.samples.group.max(initial=0))
    judging = found.explored.judging.group
    fresh = f" Mixtures: {first + judging.min()} to {first + judging.max()}." if len(judging) else ""
    return Sureness(
        error=config.error,
        margin=f"{100 * config.margin:g} points of share of first place.",
        smallest=f"A strategy that wins {100 * _reach(found):.1f} points more than half against another would have "
        "been proven ahead, in every pair.",
        adapted=ADAPTED,
        choosing=f"{first} to {first + most}: which pairs play on, and which mixtures are tried.",
        judging=f"{first} to {first + most}, by tests that hold however often one looks.{fresh}",
    )


def _reach(found: Found) -> float:
    """Return by how much the mean of a pair lies, at most, above what is proven of it."""
    samples = found.explored.samples
    pairs = list(samples.scores)
    cell = np.repeat(np.arange(len(pairs)), [len(samples.scores[pair]) for pair in pairs])
    level = found.config.error / number_of_claims(len(found.texts))
    least = lower_sequences(np.concatenate(list(samples.scores.values())), cell, len(pairs), level)
    return float(max(samples.scores[pair].mean() - low for pair, low in zip(pairs, least, strict=True)))


def strategy_table(found: Found) -> Table:
    """Return what is known of each strategy."""
    figures, rank = found.figures, found.figures.ranks[-1]
    others = 1 - np.eye(len(found.texts))
    mean = (figures.payoff * others).sum(axis=1) / others.sum(axis=1)
    rows = tuple(
        (
            text,
            f"{mean[k]:.1%}",
            f"{figures.equilibrium.row[k]:.1%}",
            f"{figures.supported[k]:.0%}",
            f"{rank[k]:.1%}",
            listed(found.named(found.is_dominated[k])) or ("a mixture" if found.is_replaced[k] else ""),
        )
        for k, text in enumerate(found.texts)
    )
    columns = ("strategy", "mean score", "equilibrium", "samples with a place", "alpha-rank", "dominated by")
    text = (
        f"The equilibrium is the one of maximum entropy; samples of the seeds are drawn with replacement; the "
        f"shares of samples are worth {figures.of_support:.1f} strategies in effect. Dominance is proven, at an "
        f"error of {found.config.error:.0%} for the whole report."
    )
    return Table("Strategies", columns, rows, text)


def score_table(found: Found) -> Table:
    """Return the scores with their intervals."""
    counts, figures = found.explored.samples.counts(), found.figures
    rows = tuple(
        (
            found.texts[i],
            found.texts[j],
            f"{figures.payoff[i, j]:.1%}",
            f"{figures.low[i, j]:.1%} to {figures.high[i, j]:.1%}",
            int(counts[i, j]),
            "ahead" if found.beats[i, j] else "behind" if found.beats[j, i] else "",
        )
        for i in range(len(found.texts))
        for j in range(i + 1, len(found.texts))
    )
    columns = ("strategy", "against", "score", "95% interval", "seeds", "proven")
    text = "Pairs on which nothing hangs any more stop, so some have few seeds. Intervals are for one pair each."
    return Table("Scores", columns, rows, text)


def measures(found: Found) -> dict[str, float]:
    """Return the numbers by which rule sets are compared."""
    scores = {
        f"score[{found.texts[i]} | {found.texts[j]}]": float(found.figures.payoff[i, j])
        for i in range(len(found.texts))
        for j in range(len(found.texts))
        if i != j
    }
    replaced = (found.is_dominated & found.rivals).any(axis=1) | found.is_replaced
    return scores | {
        "dominated": float(replaced.sum()),
        "strategies_in_effect": found.figures.effective.value,
        "explained_by_a_rating": found.figures.explained.value,
        "cycles": float(len(cycles(found.beats))),
    }
