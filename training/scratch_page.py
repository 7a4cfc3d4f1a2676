"""The table and the picture of training/SCRATCH.md, from the results of ``swarmzoo.training.scratch``.

python -m swarmzoo.training.scratch_page FOLDER    keeps the results of a folder beside the page, and writes the page
"""

import io
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer
from matplotlib.figure import Figure

from swarmzoo.training.result_page import ResultPage, Run
from swarmzoo.training.scratch import SCHEMA

GOAL = 0.95
COLUMNS = 4  # of the picture
_CLOSE = 2  # seconds: a point of a curve so near to the end is left out for it
_HEADER = ("game", "learner", "seeds", "decisions", f"{GOAL:.0%} against random after", "random", "other bots")


def table(runs: Iterable[Run]) -> str:
    """Return the table of some results: a row for each game, preset and algorithm."""
    lines = [_HEADER, ("---",) * len(_HEADER), *(_row(group) for group in _groups(runs))]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _groups(runs: Iterable[Run]) -> list[list[Run]]:
    found: dict[tuple[str, str, str], list[Run]] = {}
    for run in runs:
        found.setdefault((run["game"], run["preset"], run["algorithm"]), []).append(run)
    return list(found.values())


def _name(group: list[Run]) -> str:
    return " ".join(filter(None, (group[0]["game"], group[0]["preset"])))


def _row(group: list[Run]) -> tuple[str, ...]:
    first = group[0]
    others = {name: median(run["against"][name] for run in group) for name in first["against"] if name != "random"}
    told = ", ".join(f"{name} {share:.0%}" for name, share in sorted(others.items(), key=lambda one: -one[1]))
    return (
        _name(group),
        first["algorithm"],
        str(len(group)),
        f"{median(run['steps'] for run in group) / 1000:,.0f} thousand in {median(_seconds(group)):.0f} s",
        _reached(group),
        _range([run["against"]["random"] for run in group]),
        told,
    )


def _seconds(group: list[Run]) -> list[float]:
    return [run["seconds"] for run in group]


def _reached(group: list[Run]) -> str:
    """Say after how many seconds the seeds first won what is asked for, by the points of their curves and the end."""
    times = [min((seconds for seconds, share in _points(run) if share >= GOAL), default=None) for run in group]
    reached = sorted(time for time in times if time is not None)
    if not reached:
        return "not reached"
    of = "" if len(reached) == len(group) else f" ({len(reached)} of {len(group)} seeds)"
    return f"{median(reached):.0f} s{of}"


def _points(run: Run) -> list[tuple[float, float]]:
    """Return after how many seconds which share was won from random: those of the curve, and the end."""
    before = [(seconds, share) for seconds, _, share in run["curve"] if seconds < run["seconds"] - _CLOSE]
    return [*before, (run["seconds"], run["against"]["random"])]


def _range(shares: list[float]) -> str:
    low, high = min(shares), max(shares)
    return f"{median(shares):.0%}" + ("" if len(shares) == 1 else f" ({low:.0%} to {high:.0%})")


def draw(runs: Iterable[Run]) -> bytes:
    """Return the curves against random as a PNG, a panel for each game and preset: the seeds' mean and their range."""
    groups = _groups(runs)
    panels = list(dict.fromkeys(_name(group) for group in groups))
    learners = sorted({group[0]["algorithm"] for group in groups})
    rows = -(-len(panels) // COLUMNS)
    figure = Figure(figsize=(12, 0.6 + 2.7 * rows), dpi=100, layout="constrained")
    axes = figure.subplots(rows, COLUMNS, sharey=True, squeeze=False).ravel()
    for panel, name in zip(axes, panels, strict=False):
        panel.axhline(GOAL, color="grey", linewidth=0.8, linestyle=":")
        panel.set(title=name, ylim=(-0.02, 1.02))
        panel.grid(alpha=0.25)
    for group in groups:
        _draw_curve(axes[panels.index(_name(group))], group, f"C{learners.index(group[0]['algorithm'])}")
    for panel in axes[len(panels) :]:
        panel.set_axis_off()
    figure.supxlabel("seconds of training on one core")
    figure.supylabel("share of first place against random")
    found = {label: line for panel in axes for line, label in zip(*panel.get_legend_handles_labels(), strict=True)}
    figure.legend([found[name] for name in learners], learners, loc="outside upper center", ncols=len(learners))
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png")
    return buffer.getvalue()


def _draw_curve(panel: Any, group: list[Run], colour: str) -> None:
    points = [_points(run) for run in group]
    length = min(map(len, points))
    curves = np.array([one[:length] for one in points])
    seconds, shares = curves[:, :, 0].mean(0), curves[:, :, 1]
    panel.plot(seconds, shares.mean(0), color=colour, marker="o", markersize=3, label=group[0]["algorithm"])
    panel.fill_between(seconds, shares.min(0), shares.max(0), color=colour, alpha=0.15, linewidth=0)


RESULTS = ResultPage("scratch", SCHEMA, table, draw, "swarmzoo.training.scratch")


def main(folder: Annotated[Path, typer.Argument(help="The folder of the results.")]) -> None:
    """Keep results beside the page, and write its table and picture."""
    RESULTS.write(folder)


if __name__ == "__main__":
    typer.run(main)
