"""The table and the picture of training/STRENGTH.md, from the results of ``swarmzoo.training.strength``.

python -m swarmzoo.training.strength_page FOLDER    keeps the results of a folder beside the page, and writes the page
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
from swarmzoo.training.strength import SCHEMA

STRONGEST = -1  # presets name the strongest bot last


def table(runs: Iterable[Run]) -> str:
    """Return the table of some results: rows for the beginning, after the warm start, on the way and at the end."""
    header = (
        "game",
        "preset",
        "seeds",
        "after",
        "minutes of a core",
        "random",
        "its strongest bot",
        "all its bots, mean",
    )
    lines = [header, ("---",) * len(header)]
    for group in _groups(runs):
        points = group[0]["points"]
        for at in _places(points):
            lines.append(_row(group, at))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _groups(runs: Iterable[Run]) -> list[list[Run]]:
    found: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        found.setdefault((run["game"], run["preset"]), []).append(run)
    return list(found.values())


def _places(points: list[dict[str, Any]]) -> list[int]:
    """Return which points the table shows: from the one at 0 decisions in games, the middle and the last."""
    first = next(k for k, point in enumerate(points) if point["steps"] >= 0)
    last = len(points) - 1
    return sorted({first, (first + last) // 2, last})


def _row(group: list[Run], at: int) -> tuple[str, ...]:
    points = [run["points"][at] for run in group]
    first = points[0]
    bot = list(first["scores"])[STRONGEST]
    begun = "the warm start" if group[0]["points"][0]["steps"] < 0 else "nothing"
    when = f"{first['steps']:,} decisions in games" if first["steps"] > 0 else begun
    bots = [[score["score"] for name, score in point["scores"].items() if name != "random"] for point in points]
    return (
        group[0]["game"],
        group[0]["preset"],
        str(len(group)),
        when,
        f"{median(point['minutes'] for point in points):.1f}",
        _range([point["scores"]["random"]["score"] for point in points]),
        f"{bot} {_range([point['scores'][bot]['score'] for point in points])}",
        _range([float(np.mean(shares)) for shares in bots]),
    )


def _range(shares: list[float]) -> str:
    told = f"{median(shares):.0%}"
    return told if len(shares) == 1 else f"{told} ({min(shares):.0%} to {max(shares):.0%})"


def draw(runs: Iterable[Run]) -> bytes:
    """Return the curves as a PNG, a panel for each game: against the strongest bot and all; seeds' mean and range."""
    groups = _groups(runs)
    figure = Figure(figsize=(2.6 * len(groups) + 0.6, 3.2), dpi=100, layout="constrained")
    axes = figure.subplots(1, len(groups), sharey=True, squeeze=False)[0]
    for panel, group in zip(axes, groups, strict=True):
        bots = list(group[0]["points"][0]["scores"])
        _draw_line(panel, group, [bots[STRONGEST]], "C3", "the strongest bot")
        _draw_line(panel, group, [name for name in bots if name != "random"], "C0", "all bots, mean")
        _draw_line(panel, group, ["random"], "0.6", "random")
        panel.set(title=f"{group[0]['game']}, {bots[STRONGEST]}", ylim=(-0.02, 1.02), xlim=(0, None))
        panel.axhline(0.5, color="grey", linewidth=0.8, linestyle=":")
        panel.grid(alpha=0.25)
    figure.supxlabel("minutes of one core")
    figure.supylabel("share of first place")
    lines, labels = axes[0].get_legend_handles_labels()
    figure.legend(lines, labels, loc="outside upper center", ncols=len(labels))
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png")
    return buffer.getvalue()


def _draw_line(panel: Any, group: list[Run], names: list[str], colour: str, label: str) -> None:
    length = min(len(run["points"]) for run in group)
    points = [run["points"][:length] for run in group]
    minutes = np.array([[point["minutes"] for point in run] for run in points]).mean(0)
    shares = np.array(
        [[np.mean([point["scores"][name]["score"] for name in names]) for point in run] for run in points]
    )
    panel.plot(minutes, shares.mean(0), color=colour, marker="o", markersize=3, label=label)
    panel.fill_between(minutes, shares.min(0), shares.max(0), color=colour, alpha=0.2, linewidth=0)


RESULTS = ResultPage("strength", SCHEMA, table, draw, "swarmzoo.training.strength")


def main(folder: Annotated[Path, typer.Argument(help="The folder of the results.")]) -> None:
    """Keep results beside the page, and write its table and picture."""
    RESULTS.write(folder)


if __name__ == "__main__":
    typer.run(main)
