"""The learning curve as a picture: one line for each opponent, with its interval or the band over seeds."""

import io
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from swarmzoo.envs.core.files import write_whole
from swarmzoo.lab.drawing import label


def draw_curve(path: Path, histories: list[list[dict[str, Any]]], sides: int) -> None:
    """Draw win rates over learner steps in games of some sides; several histories (seeds) as mean and range."""
    buffer = io.BytesIO()
    curve(histories, sides).savefig(buffer, format="png")
    write_whole(path, buffer.getvalue())


def curve(histories: list[list[dict[str, Any]]], sides: int) -> Figure:
    """Return the picture; a dotted line marks the even share."""
    figure = Figure(figsize=(8, 4.8), dpi=120, layout="constrained")
    axes = figure.add_subplot()
    for number, name in enumerate(histories[0][0]["scores"]):
        _draw_line(axes, [_line(history, name) for history in histories], name, f"C{number}")
    steps = [entry["steps"] for entry in histories[0]]
    warm = " (below 0: of lessons before)" if steps[0] < 0 else ""
    axes.set(xlabel=f"the learner's decisions{warm}", ylabel="share of first place", ylim=(0, 1.02))
    axes.axhline(1 / sides, color="grey", linewidth=0.8, linestyle=":")
    axes.grid(alpha=0.25)
    figure.legend(loc="outside right upper", title="against")
    seeds = f", {len(histories)} seeds: mean and range" if len(histories) > 1 else ", with 95% intervals"
    way = "from lessons" if steps[0] < 0 and steps[-1] <= 0 else "by self-play"
    axes.set_title(f"Learning {way}{seeds}", fontsize=11)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x / 1e6:g} M" if x else "0")
    return figure


def _line(history: list[dict[str, Any]], name: str) -> np.ndarray:
    """Return steps, score, low, high of one opponent, float64 (evaluations, 4)."""
    return np.array(
        [[entry["steps"], *(entry["scores"][name][key] for key in ("score", "low", "high"))] for entry in history]
    )


def _draw_line(axes: Any, lines: list[np.ndarray], name: str, colour: str) -> None:
    if len(lines) == 1:
        steps, score, low, high = lines[0].T
    else:
        length = min(len(line) for line in lines)
        scores = np.array([line[:length, 1] for line in lines])
        steps, score, low, high = lines[0][:length, 0], scores.mean(0), scores.min(0), scores.max(0)
    axes.plot(steps, score, color=colour, label=label(name), marker="o", markersize=3)
    axes.fill_between(steps, low, high, color=colour, alpha=0.15, linewidth=0)
