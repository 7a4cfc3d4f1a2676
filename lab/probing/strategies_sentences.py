"""What was found of strategies, in sentences: accusations first, then what clears, what is open, and what was seen."""

from collections.abc import Iterable, Sequence

import numpy as np

from swarmzoo.lab.game_theory.accusations import worth_p
from swarmzoo.lab.game_theory.cycles import cycles
from swarmzoo.lab.game_theory.transitivity import hodge
from swarmzoo.lab.probing.jobs import Played
from swarmzoo.lab.probing.strategies_figures import Spread
from swarmzoo.lab.probing.strategies_found import Found, listed
from swarmzoo.lab.probing.verdict import Figure, Finding, Watch
from swarmzoo.lab.probing.watching import SHOWN, typical

FEW_CYCLES = 5  # that are told
NEARLY_ALL = 0.99  # of the variance: what is left is not worth a word


def sentences(found: Found) -> list[Finding]:
    """Return all findings."""
    return [
        *dominated(found),
        *one_answer(found),
        *all_worth(found),
        *undecided(found),
        *cycles_told(found, cycles(found.beats)),
        equilibrium_told(found),
        *transitivity(found),
        evolution(found),
        *skill(found),
        *faults(found),
    ]


def dominated(found: Found) -> list[Finding]:
    """Accuse the plans that another plan, or a mixture of plans, makes superfluous."""
    told = []
    for i in range(len(found.texts)):
        by = np.flatnonzero(found.is_dominated[i] & found.rivals[i])
        if by.size:
            told.append(_by_one(found, i, [int(j) for j in by]))
        elif found.is_replaced[i]:
            told.append(_by_mixture(found, i))
    return told


def _by_one(found: Found, i: int, by: list[int]) -> Finding:
    """Say by which strategies one is dominated."""
    gains = _gains(found)
    best = max(by, key=lambda j: float(gains[i, j].mean()))
    where = int(np.argmax(gains[i, best]))
    figure = Figure(f"{found.texts[best]} above {found.texts[i]}", float(gains[i, best, where]), unit="points")
    others = [found.texts[j] for j in by if j != best]
    also = f" {listed(others)} dominate{'s' if len(others) == 1 else ''} it too." if others else ""
    sentence = (
        f"{found.texts[i]} is dominated by {found.texts[best]}: against nobody in this set does it score more than "
        f"{found.margin} better, and against {found.texts[where]} it scores {100 * figure.value:.0f} points worse."
        f"{also}"
    )
    watch = _won(found, best, i if where in (i, best) else where, f"{found.texts[best]} wins")
    return Finding("fault", f"dominated {found.texts[i]}", sentence, (figure,), watch)


def _by_mixture(found: Found, i: int) -> Finding:
    """Say which mixture dominates a strategy."""
    weights = found.explored.mixtures[i]
    parts = [f"{weights[j]:.0%} {found.texts[j]}" for j in np.argsort(-weights) if weights[j] > 0]
    sentence = (
        f"{found.texts[i]} is dominated by a mixture: {listed(parts)}. Against nobody in this set does it score "
        f"more than {found.margin} better, and against somebody it scores worse by more. The mixture was chosen by "
        "some seeds and judged by others."
    )
    watch = _won(found, int(np.argmax(weights)), i, f"{found.texts[int(np.argmax(weights))]} wins")
    return Finding("fault", f"dominated {found.texts[i]}", sentence, watch=watch)


def one_answer(found: Found) -> list[Finding]:
    """Say where one plan dominates all others."""
    for j in range(len(found.texts)):
        others = found.rivals[:, j]
        if others.sum() > 1 and found.is_dominated[others, j].all():
            sentence = f"One answer is enough: {found.texts[j]} dominates every other plan of the set."
            watch = [game for i in np.flatnonzero(others) for game in _won(found, j, int(i), "The one answer wins")]
            return [Finding("fault", "one answer", sentence, watch=tuple(watch[:SHOWN]))]
    return []


def all_worth(found: Found) -> list[Finding]:
    """Clear the plans, where that is shown."""
    plans = int(found.rivals.any(axis=1).sum())
    if worth_p(found.explored.samples, found.config.margin, found.rivals) > found.config.error:
        return []
    sentence = (
        f"None of the {plans} plans can be replaced by another one: any other scores more than {found.margin} worse "
        "against somebody, or so much better against nobody."
    )
    gains = np.where(found.rivals[..., None], -_gains(found), -np.inf)
    i, j, k = (int(part) for part in np.unravel_index(np.argmax(gains), gains.shape))
    watch = _won(found, i, j if k in (i, j) else k, f"{found.texts[i]} does what {found.texts[j]} cannot")
    return [Finding("fine", "dominance", sentence, watch=watch)]


def undecided(found: Found) -> list[Finding]:
    """Say what needs more games."""
    left = found.explored.open.dominance & found.rivals & ~found.is_dominated
    places = [(int(i), int(j)) for i, j in zip(*np.nonzero(left), strict=True)]
    if not places:
        return []
    pairs = [f"{found.texts[i]} by {found.texts[j]}" for i, j in places]
    told = listed(pairs if len(pairs) <= 5 else [*pairs[:4], f"{len(pairs) - 4} more"])
    sentence = f"Too few games to tell whether these are dominated: {told}. More seeds, or a wider margin, decide."
    watch = typical(_met(found, *places[0]), "Which of them is better?")
    return [Finding("open", "dominance undecided", sentence, watch=watch)]


def cycles_told(found: Found, cycles: Sequence[tuple[int, ...]]) -> list[Finding]:
    """Tell of the cycles of proven edges."""
    if not cycles:
        sentence = "No cycle is proven: nobody is sure to beat one that is sure to beat it over others."
        return [Finding("note", "cycles", sentence)]
    told = []
    for number, cycle in enumerate(cycles[:FEW_CYCLES]):
        edges = list(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
        sentence = " beats ".join(found.texts[k] for k in (*cycle, cycle[0])) + ": a cycle, each edge proven."
        figures = tuple(_score(found, i, j) for i, j in edges)
        watch = [game for i, j in edges for game in _won(found, i, j, f"{found.texts[i]} beats {found.texts[j]}")[:1]]
        told.append(Finding("note", f"cycle {number + 1}", sentence, figures, tuple(watch[:SHOWN])))
    return told


def equilibrium_told(found: Found) -> Finding:
    """Tell of the equilibrium."""
    figures, mixture = found.figures, found.figures.equilibrium.row
    order = [int(k) for k in np.argsort(-mixture) if mixture[k] > 0]
    parts = listed([f"{mixture[k]:.0%} {found.texts[k]}" for k in order])
    number = _figure("strategies in effect", figures.effective)
    gain = _figure("regret", figures.regret, "points")
    sentence = (
        f"The equilibrium of the scores plays {parts}: {number.value:.1f} strategies in effect "
        f"({number.low:.1f} to {number.high:.1f}) of {len(found.texts)}. In 95% of other samples of the seeds, nobody "
        f"of the set gains more than {100 * figures.regret.high:.1f} points against it.{_among_plans(found)}"
    )
    hardest = (int(k) for k in np.argsort(figures.payoff[order[0]]) if k != order[0])
    watch = typical(_met(found, order[0], [*order, *hardest][1]), "The heart of the equilibrium")
    return Finding("note", "equilibrium", sentence, (number, gain), watch)


def _among_plans(found: Found) -> str:
    """Tell of the equilibrium of the plans, where there are others too."""
    mixture, number = found.figures.plans, found.figures.plans_effective
    if not mixture.any():
        return ""
    parts = listed([f"{mixture[k]:.0%} {found.texts[k]}" for k in np.argsort(-mixture) if mixture[k] > 0])
    return (
        f" Among the plans alone, without levels of skill, it plays {parts}: {number.value:.1f} in effect "
        f"({number.low:.1f} to {number.high:.1f})."
    )


def transitivity(found: Found) -> list[Finding]:
    """Tell how much one rating explains; of two strategies it explains all."""
    if len(found.texts) < 3:
        return []
    share = _figure("explained by a rating", found.figures.explained, "share")
    if np.isnan(share.value):
        sentence = "The scores differ no more than by chance: a rating has nothing to explain."
        return [Finding("note", "transitivity", sentence)]
    sentence = (
        f"One rating for each strategy explains {share} of the variance of the scores' log odds, chance left out."
    )
    if share.value > NEARLY_ALL:
        return [Finding("note", "transitivity", sentence, (share,))]
    cyclic = hodge(found.figures.payoff).cyclic
    i, j = (int(part) for part in np.unravel_index(np.argmax(cyclic), cyclic.shape))
    one, other = found.texts[i], found.texts[j]
    sentence += f" Least like it: {one} does better against {other} than their ratings say."
    return [Finding("note", "transitivity", sentence, (share,), _won(found, i, j, f"{one} beats {other}"))]


def evolution(found: Found) -> Finding:
    """Tell where evolution stays."""
    last = found.figures.ranks[-1]
    order = [int(k) for k in np.argsort(-last) if last[k] > 0.01]
    parts = listed([f"{found.texts[k]} for {last[k]:.0%} of the time" for k in order])
    sentence = f"Under strong selection (alpha-rank, alpha = {found.figures.alphas[-1]:g}) evolution plays {parts}."
    watch = typical(_met(found, *order[:2]), "Where evolution goes") if len(order) > 1 else ()
    return Finding("note", "evolution", sentence, watch=watch)


def skill(found: Found) -> list[Finding]:
    """Tell who is beaten by a strategy that cannot replace it as a plan: that is skill, and accuses nobody."""
    told = []
    for j, text in enumerate(found.texts):
        beaten = found.named(found.beats[j] & ~found.rivals[j])
        if beaten:
            sentence = f"{text} is ahead of {listed(beaten)}: that is skill, not a plan that replaces another."
            last = found.texts.index(beaten[-1])
            watch = _won(found, j, last, f"{text} beats {beaten[-1]}")
            told.append(Finding("note", f"skill {text}", sentence, watch=watch))
    return told


def faults(found: Found) -> list[Finding]:
    """Name the agents that lost games by faults of their own: those count as lost."""
    told = []
    for text in found.texts:
        lost = [row for row in found.rows if row.fault and row.players[row.seats[row.at_fault]] == text]
        if lost:
            sentence = f"{text} lost {len(lost)} games by its own faults, and they count: {lost[0].fault}"
            told.append(Finding("note", f"faults {text}", sentence))
    return told


def _gains(found: Found) -> np.ndarray:
    """Return what the second has above the first against the third, (strategies, strategies, strategies)."""
    return np.asarray(found.figures.payoff[None, :, :] - found.figures.payoff[:, None, :])


def _score(found: Found, i: int, j: int) -> Figure:
    figures = found.figures
    ends = float(figures.low[i, j]), float(figures.high[i, j])
    return Figure(f"{found.texts[i]} against {found.texts[j]}", float(figures.payoff[i, j]), *ends, 0.95, "share")


def _met(found: Found, i: int, j: int) -> Iterable[Played]:
    both = {found.texts[i], found.texts[j]}
    return [row for row in found.rows if set(row.players) == both]


def _won(found: Found, i: int, j: int, why: str) -> tuple[Watch, ...]:
    """Return games to watch that a strategy won against another."""
    return typical((row for row in _met(found, i, j) if row.score(row.players.index(found.texts[i])) > 0.5), why)


def _figure(name: str, spread: Spread, unit: str = "") -> Figure:
    return Figure(name, spread.value, spread.low, spread.high, 0.95, unit)
