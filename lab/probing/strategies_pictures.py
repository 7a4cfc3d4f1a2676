"""The pictures of `probe strategies`: scores, who beats whom, places in the equilibrium, alpha-rank."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure as Picture
from matplotlib.patches import FancyArrowPatch

from swarmzoo.lab.drawing import label, new_figure

GREEN, RED, GREY = "#1f6f54", "#b3402a", "#b8b2a2"


def score_picture(texts: Sequence[str], payoff: np.ndarray, counts: np.ndarray) -> Picture:
    """Draw the scores of rows against columns."""
    n = len(texts)
    figure = new_figure(2.5 + 0.75 * n, 1.6 + 0.5 * n)
    axes = figure.add_subplot()
    axes.imshow(payoff, cmap="RdYlGn", vmin=0, vmax=1, aspect="auto")
    for i in range(n):
        for j in range(n):
            if i == j or counts[i, j]:
                axes.text(j, i, f"{100 * payoff[i, j]:.0f}", ha="center", va="center", fontsize=9)
    axes.set_xticks(range(n), list(map(label, texts)), rotation=35, ha="right")
    axes.set_yticks(range(n), list(map(label, texts)))
    return figure


def cycle_picture(texts: Sequence[str], beats: np.ndarray, cycles: Sequence[tuple[int, ...]]) -> Picture:
    """Draw an arrow from who is proven to beat another, those of cycles in red."""
    figure = new_figure(7, 5.5)
    axes = figure.add_subplot()
    angle = np.pi / 2 - 2 * np.pi * np.arange(len(texts)) / len(texts)
    place = np.c_[np.cos(angle), np.sin(angle)]
    on = {edge for cycle in cycles for edge in zip(cycle, (*cycle[1:], cycle[0]), strict=True)}
    for i, j in zip(*np.nonzero(beats), strict=True):
        is_red = (int(i), int(j)) in on
        axes.add_patch(
            FancyArrowPatch(
                *(place[i], place[j]),
                arrowstyle="-|>",
                mutation_scale=14,
                shrinkA=16,
                shrinkB=16,
                color=RED if is_red else GREY,
                linewidth=2 if is_red else 1,
                zorder=2 if is_red else 1,
            )
        )
    for text, (x, y) in zip(texts, place, strict=True):
        axes.text(
            x, y, text, ha="center", va="center", bbox={"boxstyle": "round", "fc": "white", "ec": GREEN}, zorder=3
        )
    axes.set(xlim=(-1.5, 1.5), ylim=(-1.25, 1.25), aspect="equal")
    axes.axis("off")
    return figure


def place_picture(texts: Sequence[str], mixture: np.ndarray, supported: np.ndarray) -> Picture:
    """Draw the equilibrium, and in which share of the samples each strategy has a place in it."""
    figure = new_figure(8, 1.3 + 0.45 * len(texts))
    axes = figure.add_subplot()
    line = np.arange(len(texts))
    axes.barh(line - 0.2, mixture, 0.38, color=GREEN, label="share of the equilibrium")
    axes.barh(line + 0.2, supported, 0.38, color=GREY, label="samples in which it has a place")
    axes.set_yticks(line, list(map(label, texts)))
    axes.invert_yaxis()
    axes.set(xlim=(0, 1))
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:.0%}")
    axes.legend(loc="lower right", frameon=False)
    return figure


def rank_picture(texts: Sequence[str], alphas: Sequence[float], ranks: np.ndarray) -> Picture:
    """Draw how long evolution stays at each strategy, by the strength of selection."""
    figure = new_figure(8, 4)
    axes = figure.add_subplot()
    for k, text in enumerate(texts):
        axes.plot(alphas, ranks[:, k], label=text, color=f"C{k % 10}", linestyle=("-", "--", ":")[k // 10 % 3])
    axes.set(xscale="log", xlabel="alpha: strength of selection", ylim=(-0.02, 1.02))
    axes.yaxis.set_major_formatter(lambda y, _: f"{y:.0%}")
    axes.legend(frameon=False, fontsize=8)
    return figure
