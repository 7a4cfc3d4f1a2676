"""The report of `probe parts`: sentences, pictures and tables of what parts are worth."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure as Picture

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.drawing import new_figure
from swarmzoo.lab.experiments.effects import Effects
from swarmzoo.lab.experiments.multiplicity import LIST_ERROR
from swarmzoo.lab.games import in_words
from swarmzoo.lab.probing.jobs import Played
from swarmzoo.lab.probing.parts_measures import (
    OUTCOMES,
    Listed,
    Trials,
    Worths,
    listed,
    pairs_of,
    presence_of,
    trials_of,
    worths_of,
)
from swarmzoo.lab.probing.verdict import Drawing, Figure, Finding, Report, Sureness, Table
from swarmzoo.lab.probing.watching import typical

if TYPE_CHECKING:
    from swarmzoo.lab.probing.parts import Experiment

COLORS = {
    "must have": "#b3261e",
    "never worth it": "#b3261e",
    "worth it": "#1f6f54",
    "makes no difference": "#666666",
    "open": "#c9a227",
}
LONGEST_LIST = 12  # entries of a list that are told in a sentence
TO_LOOK_AT = f"a list to look at: {LIST_ERROR:.0%} of it is false on average (Benjamini and Hochberg)"
ADAPTED = (
    "Searches adapt to the parts that are there by themselves, with the game's valuation as it stands. Trained "
    "policies and bots do not adapt: each part is worth what this player makes of it."
)


def parts_report(experiment: "Experiment", rows: Sequence[Played], uses: Mapping[str, Mapping[str, float]]) -> Report:
    """Return what the games of a factorial design say; ``uses``: of parts in a game, by player."""
    report = Report("parts", f"Parts of {in_words(experiment.game)}", [], _sureness(experiment, []))
    found: list[Worths] = []
    for text in experiment.players:
        own = [row for row in rows if row.cell in experiment.cells_of(text)]
        trials = trials_of(experiment.game, experiment.draws, own, experiment.config.seed)
        _check_enough(experiment, text, trials)
        if experiment.held:
            found.append(_add_worths(report, experiment, text, trials, own, uses.get(text, {})))
        _add_presence(report, experiment, text, trials)
        if trials.left_out:
            lost = f"{trials.left_out} of {experiment.seeds} seeds had games that {text} lost by its own faults"
            report.findings.append(Finding("note", f"faults {text}", f"{lost}; they are left out."))
    report.sureness = _sureness(experiment, found)
    return report


def _check_enough(experiment: "Experiment", text: str, trials: Trials) -> None:
    if len(trials.score) < experiment.fewest:
        raise GameError(
            f"{text}: {len(trials.score)} seeds without faults of its own, {experiment.fewest} or more are needed for "
            "any verdict; mend the agent, or give more seeds"
        )


def _add_worths(
    report: Report,
    experiment: "Experiment",
    text: str,
    trials: Trials,
    rows: Sequence[Played],
    uses: Mapping[str, float],
) -> Worths:
    """Add what held parts are worth to a player."""
    config, names = experiment.config, [experiment.parts[k].name for k in experiment.held]
    found = worths_of(text, experiment.held, names, trials, experiment.error, config.must, config.margin)
    report.findings += [_accusation(experiment, found, k, rows) for k in found.of("must have")]
    report.findings += [_accusation(experiment, found, k, rows) for k in found.of("never worth it")]
    report.findings += [*_summary(experiment, found), *_lists(experiment, found, rows)]
    report.drawings.append(_worth_drawing(experiment, found))
    report.tables.append(_worth_table(experiment, found, uses))
    report.measures |= {
        f"worth[{text}][{name}]": float(fit) for name, fit in zip(names, found.fit.estimate, strict=True)
    }
    if experiment.pairs:
        pairs = pairs_of(experiment.held, names, experiment.pairs, trials, config.coin)
        _add_list(report, f"pairs {text}", f"Pairs of parts for {text}", pairs, len(experiment.pairs))
    return found


def _accusation(experiment: "Experiment", found: Worths, k: int, rows: Sequence[Played]) -> Finding:
    """Say that a part is a must have, or never worth it, with games in which one camp alone may use it."""
    part, worth = experiment.parts[found.held[k]], _figure(found, k)
    is_must = found.verdicts[k] == "must have"
    ends = (found.low[k], found.high[k]) if is_must else (-found.high[k], -found.low[k])
    size = f"{abs(100 * worth.value):.1f} points ({100 * ends[0]:.1f} to {100 * ends[1]:.1f})"
    if is_must:
        told = f"{part.name} ({part.kind}) is a must have for {found.player}: a camp that may use it gains {size}"
        sentence = f"{told} against one that may not; above {100 * experiment.config.must:g} is too much."
    else:
        told = f"{part.name} ({part.kind}) is never worth it for {found.player}: a camp that may use it loses {size}"
        sentence = f"{told} against one that may not."
    why = f"Only the {'winner' if is_must else 'loser'} may use {part.name}"
    watch = typical(_one_sided(experiment, found.held[k], rows, 1 if is_must else 0), why)
    return Finding("fault", f"{found.verdicts[k]} {part.name} {found.player}", sentence, (worth,), watch)


def _figure(found: Worths, k: int) -> Figure:
    level = 1 - found.error / len(found.held)
    name = f"worth of {found.fit.names[k]}"
    return Figure(name, float(found.fit.estimate[k]), float(found.low[k]), float(found.high[k]), level, "points")


def _one_sided(experiment: "Experiment", part: int, rows: Sequence[Played], score: float) -> list[Played]:
    """Return the games in which one camp alone may use a part and has all of first place (1), or none (0)."""
    lead = experiment.draws.lead[:, part]
    sided = [(row, int(lead[row.seed - experiment.config.seed])) for row in rows]
    return [row for row, side in sided if side and row.score(0 if side > 0 else 1) == score]


def _summary(experiment: "Experiment", found: Worths) -> list[Finding]:
    """Say whether the parts are cleared: none is a must have, and none is never worth it, beyond the margin."""
    config, accused = experiment.config, found.of("must have") + found.of("never worth it")
    open_parts = [k for k in range(len(found.held)) if k not in accused and not _is_cleared(config, found, k)]
    about = f"parts {found.player}"
    if open_parts:
        names = _told([found.fit.names[k] for k in open_parts])
        sentence = f"Not cleared yet for {found.player}, {len(open_parts)} of {len(found.held)} parts: {names}."
        return [Finding("open", about, sentence, tuple(_figure(found, k) for k in open_parts))]
    others = "other " if accused else ""
    bounds = f"from {-100 * config.margin:g} to {100 * config.must:g} points"
    return [Finding("fine", about, f"For {found.player}, every {others}part is worth {bounds} to who may use it.")]


def _is_cleared(config: Any, found: Worths, k: int) -> bool:
    return bool(found.low[k] >= -config.margin and found.high[k] <= config.must)


def _lists(experiment: "Experiment", found: Worths, rows: Sequence[Played]) -> list[Finding]:
    """Name the parts that are worth having, and those that make no difference."""
    lists = []
    if worth := found.of("worth it"):
        told = _told([f"{found.fit.names[k]} {100 * found.fit.estimate[k]:+.1f}" for k in worth])
        best = found.fit.names[worth[0]]
        watch = typical(_one_sided(experiment, found.held[worth[0]], rows, 1), f"Only the winner may use {best}")
        sentence = f"Worth having for {found.player}, in points: {told}."
        lists.append(
            Finding("note", f"worth it {found.player}", sentence, tuple(_figure(found, k) for k in worth), watch)
        )
    if small := found.of("makes no difference"):
        told = _told([found.fit.names[k] for k in small])
        margin = f"{100 * experiment.config.margin:g} points"
        sentence = f"No difference above {margin} for {found.player}, because they are rare or weak: {told}."
        figures = tuple(_figure(found, k) for k in small)
        lists.append(Finding("note", f"no difference {found.player}", sentence, figures))
    return lists


def _told(names: Sequence[str]) -> str:
    """Return a list in words, as much of it as can be read."""
    more = len(names) - LONGEST_LIST
    return ", ".join(names[:LONGEST_LIST]) + (f" and {more} more" if more > 0 else "")


def _add_presence(report: Report, experiment: "Experiment", text: str, trials: Trials) -> None:
    """Add what parts do to whole games, whoever may use them."""
    found = presence_of([part.name for part in experiment.parts], trials)
    if not found:
        return
    tests = sum(len(fit.names) for fit in found.values())
    _add_list(report, f"presence {text}", f"What parts do to games of {text}", listed(found), tests)
    report.tables.append(_presence_table(text, found))
    if "length" in found:
        low, high = found["length"].intervals()
        title = f"Games of {text} with a part in them, against games without"
        picture = _bars(found["length"], low, high, ["#1f6f54"] * len(low), 1.0, "decisions more")
        report.drawings.append(Drawing(title, picture, "95% intervals, each for itself."))


def _add_list(report: Report, about: str, title: str, found: Sequence[Listed], tests: int) -> None:
    """Add a list to look at."""
    order = sorted(found, key=lambda one: -abs(one.estimate) / max(one.high - one.low, 1e-12))
    told = _told([f"{one.name} ({one.outcome} {_amount(one.outcome, one.estimate)})" for one in order])
    sentence = f"{title}, {TO_LOOK_AT}: {told or 'nothing'}; {tests} effects were looked at."
    report.findings.append(Finding("note", about, sentence))
    if order:
        columns = ("part", "what", "effect", "95% interval")
        rows = tuple(
            (
                *(one.name, one.outcome, _amount(one.outcome, one.estimate)),
                f"{_amount(one.outcome, one.low)} to {_amount(one.outcome, one.high)}",
            )
            for one in order
        )
        report.tables.append(Table(title, columns, rows, f"This is {TO_LOOK_AT}."))


def _amount(outcome: str, value: float) -> str:
    return f"{value:+.1f} decisions" if OUTCOMES.get(outcome) == "decisions" else f"{100 * value:+.1f} points"


def _worth_table(experiment: "Experiment", found: Worths, uses: Mapping[str, float]) -> Table:
    order = np.argsort(-found.fit.estimate)
    rows = []
    for k in order:
        part = experiment.parts[found.held[k]]
        used = f"{uses[part.name]:.2f}" if part.name in uses else None
        interval = f"{100 * found.low[k]:+.1f} to {100 * found.high[k]:+.1f}"
        rows.append(
            (part.name, part.kind, f"{100 * found.fit.estimate[k]:+.1f}", interval, found.verdicts[k], used, part.about)
        )
    columns = ("part", "kind", "worth", "interval", "verdict", "uses a game", "without it")
    text = (
        f"Points of share of first place that a camp gains by being allowed a part that the other is not. All "
        f"intervals together hold the truth in {1 - found.error:.1%} of reports; a camp may use each other part "
        f"by a chance of {experiment.config.coin:.0%}. Where nothing else is left to do, a camp may do what it is "
        "forbidden. Uses are those of both sides where everything is allowed: they "
        "describe play, and are no evidence of worth."
    )
    return Table(f"What parts are worth to {found.player}", columns, tuple(rows), text)


def _presence_table(text: str, found: Mapping[str, Effects]) -> Table:
    names = next(iter(found.values())).names
    lines = []
    for k, name in enumerate(names):
        cells = []
        for outcome, fit in found.items():
            low, high = fit.intervals()
            ends = f"{_amount(outcome, low[k])} to {_amount(outcome, high[k])}"
            cells.append(f"{_amount(outcome, fit.estimate[k])} ({ends})")
        lines.append((name, *cells))
    return Table(
        f"Games of {text} with a part in them, against games without",
        ("part", *found),
        tuple(lines),
        "Effects on length, on the first seat's share of first place, and on the share of games whose first place is "
        "shared, whoever may use the part; 95% intervals, each for itself.",
    )


def _worth_drawing(experiment: "Experiment", found: Worths) -> Drawing:
    colors = [COLORS[verdict] for verdict in found.verdicts]
    picture = _bars(found.fit, found.low, found.high, colors, 100.0, "worth in points of share of first place")
    axes = picture.axes[0]
    margin = 100 * experiment.config.margin
    axes.axvspan(-margin, margin, color="#d9d4c6", zorder=0)
    axes.axvline(100 * experiment.config.must, color=COLORS["must have"], linestyle=":", linewidth=1)
    text = (
        "Bars are intervals that all hold together. Grey: no difference. Dotted: a must have lies above it for "
        "certain. Red: accused; green: worth having; yellow: not decided."
    )
    return Drawing(f"What parts are worth to {found.player}", picture, text)


def _bars(fit: Effects, low: np.ndarray, high: np.ndarray, colors: Sequence[str], scale: float, label: str) -> Picture:
    """Draw effects with their intervals, the greatest on top."""
    order = np.argsort(fit.estimate)
    figure = new_figure(8, 1.2 + 0.24 * len(order))
    axes = figure.add_subplot()
    for place, k in enumerate(order):
        ends = [[scale * (fit.estimate[k] - low[k])], [scale * (high[k] - fit.estimate[k])]]
        axes.errorbar(scale * fit.estimate[k], place, xerr=ends, fmt="o", markersize=4, color=colors[k], capsize=2)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_yticks(range(len(order)), [fit.names[k] for k in order])
    axes.set(xlabel=label, ylim=(-0.8, len(order) - 0.2))
    axes.grid(axis="x", alpha=0.3)
    return figure


def _sureness(experiment: "Experiment", found: Sequence[Worths]) -> Sureness:
    config = experiment.config
    seen = max((one.smallest for one in found), default=float("nan"))
    smallest = (
        f"A part {100 * seen:.1f} points above a must have's bound, or below nothing, would have been found in 80% "
        "of such reports."
        if found
        else "No part can be left to one side alone; the lists of effects on whole games have intervals of their own."
    )
    return Sureness(
        error=config.error,
        margin=f"{100 * config.margin:g} points of share of first place. A must have is worth more than "
        f"{100 * config.must:g} points for certain; what is never worth it costs its user something for certain. All "
        f"these verdicts hold together (Holm). Lists to look at hold {LIST_ERROR:.0%} of false entries on average.",
        smallest=smallest,
        adapted=ADAPTED,
        judging=f"{config.seed} to {config.seed + experiment.seeds - 1}: the same for every player, fixed before the "
        "first game; nothing is stopped by its results.",
    )
