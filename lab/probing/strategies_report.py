"""The report of `probe strategies`: sentences, pictures and tables of what was explored."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from swarmzoo.envs.core.game import Game
from swarmzoo.lab.experiments.sequences import lower_sequences
from swarmzoo.lab.game_theory.accusations import number_of_claims, worth_p
from swarmzoo.lab.game_theory.cycles import cycles
from swarmzoo.lab.game_theory.exploration import Explored
from swarmzoo.lab.games import in_words
from swarmzoo.lab.probing.balance_report import ADAPTED
from swarmzoo.lab.probing.jobs import Played
from swarmzoo.lab.probing.strategies_figures import Figures, Spread
from swarmzoo.lab.probing.strategies_pictures import cycle_picture, place_picture, rank_picture, score_picture
from swarmzoo.lab.probing.verdict import Drawing, Figure, Finding, Report, Sureness, Table, Watch
from swarmzoo.lab.probing.watching import SHOWN, typical

if TYPE_CHECKING:
    from swarmzoo.lab.probing.strategies import StrategiesConfig

FEW_CYCLES = 5  # that are told


@dataclass(frozen=True)
class Found:
    """All that was found of a set of strategies."""

    explored: Explored
    figures: Figures
    rivals: np.ndarray  # bool (strategies, strategies): whether the column can replace the row as a plan
    rows: Sequence[Played]


def strategies_report(game: Game, config: "StrategiesConfig", texts: Sequence[str], found: Found) -> Report:
    """Return what was found in words, pictures and tables."""
    told = _Teller(config, texts, found)
    beaten = cycles(told.beats)
    figures = found.figures
    return Report(
        probe="strategies",
        title=f"Strategies of {in_words(game)}",
        findings=[
            *told.dominated(),
            *told.one_answer(),
            *told.all_worth(),
            *told.undecided(),
            *told.cycles(beaten),
            told.equilibrium(),
            *told.transitivity(),
            told.evolution(),
            *told.skill(),
            *told.faults(),
        ],
        sureness=told.sureness(),
        tables=[told.strategy_table(), told.score_table()],
        drawings=[
            Drawing(
                "Scores",
                score_picture(texts, figures.payoff, found.explored.samples.counts()),
                "Share of first place, in percent, of the row against the column. Against itself: 50 by symmetry.",
            ),
            Drawing(
                "Who beats whom",
                cycle_picture(texts, told.beats, beaten),
                "An arrow goes from a strategy to one that it is proven to beat. Red: on a cycle.",
            ),
            Drawing("Places in the equilibrium", place_picture(texts, figures.equilibrium.row, figures.supported)),
            Drawing("Alpha-rank", rank_picture(texts, figures.alphas, figures.ranks), "Omidshafiei et al., 2019."),
        ],
        measures=told.measures(),
    )


class _Teller:
    """Tells what was found."""

    def __init__(self, config: "StrategiesConfig", texts: Sequence[str], found: Found):
        self.config, self.texts, self.found = config, texts, found
        self.explored, self.figures, self.rivals = found.explored, found.figures, found.rivals
        self.is_dominated = self.explored.proven.dominated <= config.error
        self.is_replaced = self.explored.proven.mixed <= config.error
        self.beats = self.explored.proven.beats <= config.error

    def dominated(self) -> list[Finding]:
        """Accuse the plans that another plan, or a mixture of plans, makes superfluous."""
        found = []
        for i in range(len(self.texts)):
            by = np.flatnonzero(self.is_dominated[i] & self.rivals[i])
            if by.size:
                found.append(self._by_one(i, [int(j) for j in by]))
            elif self.is_replaced[i]:
                found.append(self._by_mixture(i))
        return found

    def _by_one(self, i: int, by: list[int]) -> Finding:
        """Say by which strategies one is dominated."""
        gains = self._gains()
        best = max(by, key=lambda j: float(gains[i, j].mean()))
        where = int(np.argmax(gains[i, best]))
        figure = Figure(f"{self.texts[best]} above {self.texts[i]}", float(gains[i, best, where]), unit="points")
        others = [self.texts[j] for j in by if j != best]
        also = f" {_listed(others)} dominate{'s' if len(others) == 1 else ''} it too." if others else ""
        sentence = (
            f"{self.texts[i]} is dominated by {self.texts[best]}: against nobody in this set does it score more than "
            f"{self._margin} better, and against {self.texts[where]} it scores {100 * figure.value:.0f} points worse."
            f"{also}"
        )
        watch = self._won(best, i if where in (i, best) else where, f"{self.texts[best]} wins")
        return Finding("fault", f"dominated {self.texts[i]}", sentence, (figure,), watch)

    def _by_mixture(self, i: int) -> Finding:
        """Say which mixture dominates a strategy."""
        weights = self.explored.mixtures[i]
        parts = [f"{weights[j]:.0%} {self.texts[j]}" for j in np.argsort(-weights) if weights[j] > 0]
        sentence = (
            f"{self.texts[i]} is dominated by a mixture: {_listed(parts)}. Against nobody in this set does it score "
            f"more than {self._margin} better, and against somebody it scores worse by more. The mixture was chosen by "
            "some seeds and judged by others."
        )
        watch = self._won(int(np.argmax(weights)), i, f"{self.texts[int(np.argmax(weights))]} wins")
        return Finding("fault", f"dominated {self.texts[i]}", sentence, watch=watch)

    def one_answer(self) -> list[Finding]:
        """Say where one plan dominates all others."""
        for j in range(len(self.texts)):
            others = self.rivals[:, j]
            if others.sum() > 1 and self.is_dominated[others, j].all():
                sentence = f"One answer is enough: {self.texts[j]} dominates every other plan of the set."
                watch = [game for i in np.flatnonzero(others) for game in self._won(j, int(i), "The one answer wins")]
                return [Finding("fault", "one answer", sentence, watch=tuple(watch[:SHOWN]))]
        return []

    def all_worth(self) -> list[Finding]:
        """Clear the plans, where that is shown."""
        plans = int(self.rivals.any(axis=1).sum())
        if worth_p(self.explored.samples, self.config.margin, self.rivals) > self.config.error:
            return []
        sentence = (
            f"None of the {plans} plans is dominated by another one: there is an opponent against whom each is better "
            f"by more than {self._margin} than any other plan, or no other is better anywhere by so much."
        )
        return [Finding("fine", "dominance", sentence)]

    def undecided(self) -> list[Finding]:
        """Say what needs more games."""
        left = self.explored.open.dominance & self.rivals & ~self.is_dominated
        pairs = [f"{self.texts[i]} by {self.texts[j]}" for i, j in zip(*np.nonzero(left), strict=True)]
        if not pairs:
            return []
        told = _listed(pairs if len(pairs) <= 5 else [*pairs[:4], f"{len(pairs) - 4} more"])
        sentence = f"Too few games to tell whether these are dominated: {told}. More seeds, or a wider margin, decide."
        return [Finding("open", "dominance undecided", sentence)]

    def cycles(self, found: Sequence[tuple[int, ...]]) -> list[Finding]:
        """Tell of the cycles of proven edges."""
        if not found:
            sentence = "No cycle is proven: nobody is sure to beat one that is sure to beat it over others."
            return [Finding("note", "cycles", sentence)]
        told = []
        for number, cycle in enumerate(found[:FEW_CYCLES]):
            edges = list(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
            sentence = " beats ".join(self.texts[k] for k in (*cycle, cycle[0])) + ": a cycle, each edge proven."
            figures = tuple(self._score(i, j) for i, j in edges)
            watch = [game for i, j in edges for game in self._won(i, j, f"{self.texts[i]} beats {self.texts[j]}")[:1]]
            told.append(Finding("note", f"cycle {number + 1}", sentence, figures, tuple(watch[:SHOWN])))
        return told

    def equilibrium(self) -> Finding:
        """Tell of the equilibrium."""
        figures, mixture = self.figures, self.figures.equilibrium.row
        order = [int(k) for k in np.argsort(-mixture) if mixture[k] > 0]
        parts = _listed([f"{mixture[k]:.0%} {self.texts[k]}" for k in order])
        number = _figure("strategies in effect", figures.effective)
        gain = _figure("regret", figures.regret, "points")
        sentence = (
            f"The equilibrium of the scores plays {parts}: {number.value:.1f} strategies in effect "
            f"({number.low:.1f} to {number.high:.1f}) of {len(self.texts)}. In other samples of the seeds, nobody of "
            f"the set gains more than {100 * figures.regret.high:.1f} points against it.{self._among_plans()}"
        )
        rivals = order if len(order) > 1 else [order[0], int(np.argsort(figures.payoff[order[0]])[0])]
        pair = sorted({rivals[0], rivals[1] if rivals[1] != rivals[0] else (rivals[0] + 1) % len(self.texts)})
        watch = typical(self._met(*pair), "The heart of the equilibrium")
        return Finding("note", "equilibrium", sentence, (number, gain), watch)

    def _among_plans(self) -> str:
        """Tell of the equilibrium of the plans, where there are others too."""
        mixture, number = self.figures.plans, self.figures.plans_effective
        if not mixture.any():
            return ""
        parts = _listed([f"{mixture[k]:.0%} {self.texts[k]}" for k in np.argsort(-mixture) if mixture[k] > 0])
        return (
            f" Among the plans alone, without levels of skill, it plays {parts}: {number.value:.1f} in effect "
            f"({number.low:.1f} to {number.high:.1f})."
        )

    def transitivity(self) -> list[Finding]:
        """Tell how much one rating explains."""
        share = _figure("explained by a rating", self.figures.explained, "share")
        if np.isnan(share.value):
            return [Finding("note", "transitivity", "All scores are even: a rating has nothing to explain.")]
        sentence = f"One rating for each strategy explains {share} of the variance of the scores' log odds."
        rest = "the rest is who meets whom" if share.value < 1 - 1e-9 else "nothing is left to who meets whom"
        return [Finding("note", "transitivity", f"{sentence[:-1]}; {rest}.", (share,))]

    def evolution(self) -> Finding:
        """Tell where evolution stays."""
        last = self.figures.ranks[-1]
        order = [int(k) for k in np.argsort(-last) if last[k] > 0.01]
        parts = _listed([f"{self.texts[k]} for {last[k]:.0%} of the time" for k in order])
        sentence = f"Under strong selection (alpha-rank, alpha = {self.figures.alphas[-1]:g}) evolution plays {parts}."
        return Finding("note", "evolution", sentence)

    def skill(self) -> list[Finding]:
        """Tell who is beaten by a strategy that cannot replace it as a plan: that is skill, and accuses nobody."""
        told = []
        for j, text in enumerate(self.texts):
            beaten = self._named(self.beats[j] & ~self.rivals[j])
            if beaten:
                sentence = f"{text} is ahead of {_listed(beaten)}: that is skill, not a plan that replaces another."
                told.append(Finding("note", f"skill {text}", sentence))
        return told

    def faults(self) -> list[Finding]:
        """Name the agents that lost games by faults of their own: those count as lost."""
        told = []
        for text in self.texts:
            lost = [row for row in self.found.rows if row.fault and row.players[row.seats[row.at_fault]] == text]
            if lost:
                sentence = f"{text} lost {len(lost)} games by its own faults, and they count: {lost[0].fault}"
                told.append(Finding("note", f"faults {text}", sentence))
        return told

    def sureness(self) -> Sureness:
        """Say how sure all this is."""
        config, first = self.config, self.config.seed
        most = int(self.explored.samples.group.max(initial=0))
        judging = self.explored.judging.group
        fresh = f" Mixtures: {first + judging.min()} to {first + judging.max()}." if len(judging) else ""
        return Sureness(
            error=config.error,
            margin=f"{100 * config.margin:g} points of share of first place.",
            smallest=f"A strategy that wins {100 * self._reach():.1f} points more than half against another would have "
            "been proven ahead, in every pair.",
            adapted=ADAPTED,
            choosing=f"{first} to {first + most}: which pairs play on, and which mixtures are tried.",
            judging=f"{first} to {first + most}, by tests that hold however often one looks.{fresh}",
        )

    def _reach(self) -> float:
        """Return by how much the mean of a pair lies, at most, above what is proven of it."""
        samples = self.explored.samples
        pairs = list(samples.scores)
        cell = np.repeat(np.arange(len(pairs)), [len(samples.scores[pair]) for pair in pairs])
        level = self.config.error / number_of_claims(len(self.texts))
        least = lower_sequences(np.concatenate(list(samples.scores.values())), cell, len(pairs), level)
        return float(max(samples.scores[pair].mean() - low for pair, low in zip(pairs, least, strict=True)))

    def strategy_table(self) -> Table:
        """Return what is known of each strategy."""
        figures, rank = self.figures, self.figures.ranks[-1]
        others = 1 - np.eye(len(self.texts))
        mean = (figures.payoff * others).sum(axis=1) / others.sum(axis=1)
        rows = tuple(
            (
                text,
                f"{mean[k]:.1%}",
                f"{figures.equilibrium.row[k]:.1%}",
                f"{figures.supported[k]:.0%}",
                f"{rank[k]:.1%}",
                _listed(self._named(self.is_dominated[k])) or ("a mixture" if self.is_replaced[k] else ""),
            )
            for k, text in enumerate(self.texts)
        )
        columns = ("strategy", "mean score", "equilibrium", "samples with a place", "alpha-rank", "dominated by")
        text = (
            f"The equilibrium is the one of maximum entropy; samples of the seeds are drawn with replacement; the "
            f"shares of samples are worth {figures.of_support:.1f} strategies in effect. Dominance is proven, at an "
            f"error of {self.config.error:.0%} for the whole report."
        )
        return Table("Strategies", columns, rows, text)

    def score_table(self) -> Table:
        """Return the scores with their intervals."""
        counts, figures = self.explored.samples.counts(), self.figures
        rows = tuple(
            (
                self.texts[i],
                self.texts[j],
                f"{figures.payoff[i, j]:.1%}",
                f"{figures.low[i, j]:.1%} to {figures.high[i, j]:.1%}",
                int(counts[i, j]),
                "ahead" if self.beats[i, j] else "behind" if self.beats[j, i] else "",
            )
            for i in range(len(self.texts))
            for j in range(i + 1, len(self.texts))
        )
        columns = ("strategy", "against", "score", "95% interval", "seeds", "proven")
        text = "Pairs on which nothing hangs any more stop, so some have few seeds. Intervals are for one pair each."
        return Table("Scores", columns, rows, text)

    def measures(self) -> dict[str, float]:
        """Return the numbers by which rule sets are compared."""
        found = {
            f"score[{self.texts[i]} | {self.texts[j]}]": float(self.figures.payoff[i, j])
            for i in range(len(self.texts))
            for j in range(len(self.texts))
            if i != j
        }
        replaced = (self.is_dominated & self.rivals).any(axis=1) | self.is_replaced
        return found | {
            "dominated": float(replaced.sum()),
            "strategies_in_effect": self.figures.effective.value,
            "explained_by_a_rating": self.figures.explained.value,
            "cycles": float(len(cycles(self.beats))),
        }

    def _named(self, chosen: np.ndarray) -> list[str]:
        return [text for text, is_in in zip(self.texts, chosen, strict=True) if is_in]

    @property
    def _margin(self) -> str:
        return f"{100 * self.config.margin:g} points"

    def _gains(self) -> np.ndarray:
        """Return what the second has above the first against the third, (strategies, strategies, strategies)."""
        return np.asarray(self.figures.payoff[None, :, :] - self.figures.payoff[:, None, :])

    def _score(self, i: int, j: int) -> Figure:
        figures = self.figures
        ends = float(figures.low[i, j]), float(figures.high[i, j])
        return Figure(f"{self.texts[i]} against {self.texts[j]}", float(figures.payoff[i, j]), *ends, 0.95, "share")

    def _met(self, i: int, j: int) -> Iterable[Played]:
        both = {self.texts[i], self.texts[j]}
        return [row for row in self.found.rows if set(row.players) == both]

    def _won(self, i: int, j: int, why: str) -> tuple[Watch, ...]:
        """Return games to watch that a strategy won against another."""
        return typical((row for row in self._met(i, j) if row.score(row.players.index(self.texts[i])) > 0.5), why)


def _figure(name: str, spread: Spread, unit: str = "") -> Figure:
    return Figure(name, spread.value, spread.low, spread.high, 0.95, unit)


def _listed(parts: Sequence[str]) -> str:
    """Return parts as a list in words."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
