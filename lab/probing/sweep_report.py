"""The report of `probe sweep`: what the game misses, what would cure it, what each field does."""

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.figure import Figure as Picture

from swarmzoo.envs.core.game import Game
from swarmzoo.lab.drawing import new_figure
from swarmzoo.lab.experiments.multiplicity import holm
from swarmzoo.lab.games import in_words
from swarmzoo.lab.probing.compare_report import ADAPTED
from swarmzoo.lab.probing.conditions import Condition
from swarmzoo.lab.probing.fields import told
from swarmzoo.lab.probing.measuring import mean_figure
from swarmzoo.lab.probing.sweep import FEWEST, Measured, SweepConfig, Sweeping
from swarmzoo.lab.probing.sweep_screen import Mattering
from swarmzoo.lab.probing.sweep_search import Found
from swarmzoo.lab.probing.verdict import Drawing, Figure, Finding, Report, Status, Sureness, Table
from swarmzoo.lab.probing.watching import typical

SHOWN = 12  # rule sets of a table
DRAWN = 4  # measures of a picture


class Reporting:
    """Puts the report together; each part adds what it found."""

    def __init__(self, game: Game, config: SweepConfig, sweeping: Sweeping, base: Measured):
        self.game, self.config, self.plan, self.base = game, config, sweeping.plan, base
        self._sweeping = sweeping
        self.findings: list[Finding] = [self._of_base(one) for one in self.plan.targets]
        self.tables: list[Table] = []
        self.drawings: list[Drawing] = []

    @property
    def faults(self) -> list[Condition]:
        """The targets that the game as it is misses."""
        return [one for one in self.plan.targets if self._told(self.base, one, 1) == "fails"]

    def _told(self, found: Measured, target: Condition, others: int) -> str:
        """Tell whether a target is met by one of some rule sets, at the error of the whole report."""
        return target.told(found.sample.figure(target.measure, self._alpha(others)))

    def _alpha(self, others: int) -> float:
        return self.config.error / len(self.plan.targets) / others / 2  # the game as it is, and all others

    def _surely(self, others: int) -> str:
        """Say how sure an answer must be, since the intervals that are printed are narrower."""
        return f"each answer at {100 * (1 - self._alpha(others)):.4g}%, so that all hold together"

    def _of_base(self, target: Condition) -> Finding:
        kind: Status = {"holds": "fine", "fails": "fault", "open": "open"}[self._told(self.base, target, 1)]  # type: ignore[assignment]
        what = {
            "fine": "is met",
            "fault": "is missed",
            "open": f"is neither met nor missed for certain ({self._surely(1)})",
        }[kind]
        figure = self.base.sample.figure(target.measure, 0.05)
        watch = typical([row for row in self.base.rows if not row.fault], "as the rules are") if kind == "fault" else ()
        sentence = f"{target.text} {what} by the rules as they are: {target.measure} is {figure}."
        return Finding(kind, f"target {target.text}", sentence, (figure,), watch)

    def add_cures(self, found: Sequence[Measured]) -> None:
        """Say which changes of one field were judged, and whether they cure the game."""
        cured = [one for one in found if all(self._told(one, t, len(found)) == "holds" for t in self.plan.targets)]
        missed = "; ".join(target.text for target in self.faults)
        if cured:
            told_all = "; ".join(f"{told(one.point)} ({self._figures(one)})" for one in cured)
            watch = typical(cured[0].rows, f"with {told(cured[0].point)}")
            sentence = f"What is missed ({missed}) is cured by one change: {told_all}."
            self.findings.append(Finding("note", "cures", sentence, (), watch))
        else:
            near = min(found, key=lambda one: one.missed(self.plan.targets))
            sentence = (
                f"No change of one of these fields is shown to cure what is missed ({missed}). On fresh seeds nearest "
                f"comes {told(near.point)}: {self._figures(near)}."
            )
            self.findings.append(Finding("note", "cures", sentence))
        self.tables.append(self._table("Changes of one field, judged on fresh seeds", found))

    def add_grid(self, found: Sequence[Measured]) -> None:
        """Say how many rule sets of a grid meet the targets, and draw what each field does."""
        order = sorted(found, key=lambda one: one.missed(self.plan.targets))
        good = [one for one in found if one.missed(self.plan.targets) == 0]
        sentence = (
            f"Of {len(found):,} rule sets {len(good):,} measure what is wanted, on the seeds that choose; nearest "
            f"comes {told(order[0].point)}: {self._figures(order[0])}."
        )
        self.findings.append(Finding("note", "grid", sentence))
        self.tables.append(self._table("Rule sets that come nearest, on the seeds that choose", order[:SHOWN]))
        self.drawings.append(
            Drawing(
                "Main effects",
                self._effects_picture(found),
                "Means over all rule sets with a value, with 95% intervals where a measure has values by seed.",
            )
        )

    def add_judged(self, found: Sequence[Measured], by: str) -> None:
        """Say what the best rule sets are worth on seeds that did not choose them."""
        good = [one for one in found if all(self._told(one, t, len(found)) == "holds" for t in self.plan.targets)]
        best = (good or sorted(found, key=lambda one: one.missed(self.plan.targets)))[0]
        missed = [t.text for t in self.plan.targets if self._told(best, t, len(found)) == "fails"]
        short = f"it misses {'; '.join(missed)}" if missed else "it is not shown to meet all targets"
        shown = "is shown to meet all targets" if good else f"comes nearest; {short}"
        shown += f" ({self._surely(len(found))})"
        sentence = f"Of what the {by} chose, {told(best.point)} {shown}, on fresh seeds: {self._figures(best)}."
        self.findings.append(Finding("note", by, sentence, (), typical(best.rows, f"with {told(best.point)}")))
        self.tables.append(self._table(f"What the {by} chose, judged on fresh seeds", found))

    def add_screen(self, found: Sequence[Mattering]) -> None:
        """Say which fields matter: more than chance would make of them, all fields and measures together."""
        shown = holm(np.array([one.chance for one in found])) <= self.config.error
        for one, is_sure in zip(found, shown, strict=True):
            order = np.argsort(-one.effect)
            sure = [one.paths[k] for k in order if is_sure[k]]
            sentence = f"For {one.measure} the fields that matter are, the most important first: {', '.join(sure)}."
            if not sure:
                sentence = f"For {one.measure} no field is shown to matter."
            self.findings.append(Finding("note", f"screen {one.measure}", sentence))
            values = zip(one.effect, one.reach, one.spread, one.by_chance, strict=True)
            rows = [
                (one.paths[k], *map(float, own)) for k, own in sorted(enumerate(values), key=lambda row: -row[1][0])
            ]
            columns = ("field", "mean absolute effect", "95% reach", "spread of effects", "by chance alone")
            text = (
                "Elementary effects over the whole range of a field. A great spread: it depends on other fields. By "
                "chance alone: the effect that the seeds make where the field does nothing."
            )
            self.tables.append(Table(f"What matters for {one.measure}", columns, tuple(rows), text))
        self.drawings.append(
            Drawing(
                "What matters", _screen_picture(found), "Mean absolute effects, 95% reach; the stroke: by chance alone."
            )
        )

    def add_search(self, found: Found) -> None:
        """Draw how the search went."""
        figure = new_figure(8, 3)
        axes = figure.add_subplot()
        axes.step(range(1, len(found.path) + 1), found.path, where="post", color="#1f6f54")
        axes.set(xlabel="trial", ylabel="missed by the best so far")
        text = f"{len(found.tried)} rule sets in {len(found.path)} trials; the best is tried again on fresh seeds."
        self.drawings.append(Drawing("The search", figure, text))

    def report(self) -> Report:
        """Return the report."""
        left = dict.fromkeys(self._sweeping.left_out)
        if left:
            sentence = (
                f"{len(self._sweeping.left_out)} rule sets are not allowed and were left out: {next(iter(left))}."
            )
            self.findings.append(Finding("note", "left out", sentence))
        return Report(
            probe="sweep",
            title=f"Sweep of {in_words(self.game)}: {', '.join(one.path for one in self.plan.varied)}",
            findings=self.findings,
            sureness=self._sureness(),
            tables=self.tables,
            drawings=self.drawings,
            measures={name: self.base.sample.figure(name, 0.05).value for name in self.base.sample.names()},
        )

    def _sureness(self) -> Sureness:
        figures = [self.base.sample.figure(one.measure, self.config.error) for one in self.plan.targets]
        reach = ", ".join(f"{one.name} {_reach(one):.3g}" for one in figures)
        count = max(self.config.games, FEWEST)
        return Sureness(
            error=self.config.error,
            margin="what the targets say.",
            smallest=f"The interval of the rules as they are reaches to either side: {reach}.",
            adapted=ADAPTED,
            choosing=f"{count:,} from {self.config.seed} on"
            + (", others for each trial." if self.config.method == "search" else ", the same for every rule set."),
            judging=f"{self._sweeping.judging.start} to {self._sweeping.judging.stop - 1}, the same for all.",
        )

    def _figures(self, found: Measured) -> str:
        """Return the measures of the targets in words."""
        names = dict.fromkeys(one.measure for one in self.plan.targets)
        return ", ".join(f"{name} {found.sample.figure(name, 0.05)}" for name in names)

    def _table(self, title: str, found: Sequence[Measured]) -> Table:
        names = tuple(dict.fromkeys(one.measure for one in self.plan.targets))
        rows = [(told(one.point), *(str(one.sample.figure(name, 0.05)) for name in names)) for one in found]
        return Table(title, ("rule set", *names), tuple(rows), "Means with 95% intervals, each by itself.")

    def _effects_picture(self, found: Sequence[Measured]) -> Picture:
        """Draw every measure that is wanted over the values of every field."""
        names = list(dict.fromkeys(one.measure for one in self.plan.targets))[:DRAWN]
        paths = [one.path for one in self.plan.varied]
        figure = new_figure(min(3 * len(paths) + 1, 12), 2.4 * len(names))
        panels = figure.subplots(len(names), len(paths), squeeze=False, sharey="row")
        for row, name in enumerate(names):
            for column, path in enumerate(paths):
                axes = panels[row][column]
                values, figures = zip(*_main_effects(found, path, name), strict=True)
                middle = [one.value for one in figures]
                ends = np.array([[one.value if end is None else end for end in (one.low, one.high)] for one in figures])
                reach = np.abs(ends.T - middle)
                axes.errorbar(range(len(values)), middle, yerr=reach, fmt="o-", color="#1f6f54", capsize=3)
                axes.set_xticks(range(len(values)), [str(value) for value in values])
                axes.set(xlabel=path if row == len(names) - 1 else "", ylabel=name if column == 0 else "")
        return figure


def _main_effects(found: Sequence[Measured], path: str, name: str) -> Iterator[tuple[object, Figure]]:
    """Yield the values of a field, each with the mean of a measure over all rule sets that have it."""
    values = list(dict.fromkeys(repr(one.point[path]) for one in found))
    for value in values:
        own = [one for one in found if repr(one.point[path]) == value]
        if name.startswith("seat_advantage"):
            mean = float(np.mean([one.sample.figure(name, 0.05).value for one in own]))
            yield own[0].point[path], Figure(name, mean)
        else:
            series = np.nanmean([one.sample.series(name) for one in own], axis=0)
            yield own[0].point[path], mean_figure(name, series, 0.05)


def _screen_picture(found: Sequence[Mattering]) -> Picture:
    """Draw how much every field matters for every measure."""
    shown = found[:DRAWN]
    figure = new_figure(9, (0.8 + 0.28 * len(shown[0].paths)) * len(shown))
    for axes, one in zip(figure.subplots(len(shown), 1, squeeze=False)[:, 0], shown, strict=True):
        order = np.argsort(one.effect)
        axes.barh([one.paths[k] for k in order], one.effect[order], xerr=one.reach[order], color="#7fb09c")
        axes.scatter(one.by_chance[order], range(len(order)), marker="|", s=150, color="#a33b2a", zorder=3)
        axes.set(xlabel=one.measure)
    return figure


def _reach(figure: Figure) -> float:
    return (float(figure.high or 0) - float(figure.low or 0)) / 2
