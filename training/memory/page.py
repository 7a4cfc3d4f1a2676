"""The table and the picture of training/MEMORY.md, from the results of ``swarmzoo.training.memory.compare``.

python -m swarmzoo.training.memory.page FOLDER    keeps the results of a folder beside the page, and writes the page
"""

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from matplotlib.figure import Figure

from swarmzoo.training.memory.compare import PLAIN, SCHEMA
from swarmzoo.training.result_page import ResultPage, Run

HEADER = (
    "game",
    "policy",
    "seeds",
    "memory",
    "minutes of a core",
    "its hardest bot",
    "all its bots, mean",
    "the policy as it began",
    "the one without a memory",
)
NOTHING = "-"
ALIKE = ("game", "policy", "preset", "settings", "decisions", "games")  # in runs that differ by their seeds


def table(runs: Iterable[Run]) -> str:
    """Return the table of some results: for every policy a row as it began, then one for each memory."""
    lines = [HEADER, ("---",) * len(HEADER)]
    for group in _groups(runs):
        about = group[0]["game"], group[0]["policy"], str(len(group))
        before = group[0]["before"]  # of all seeds alike
        hardest = min(list(before)[:-1], key=lambda name: before[name]["score"])
        lines.append((*about, "as it began", NOTHING, *_shares([before], hardest), NOTHING))
        for memory in group[0]["arms"]:
            arms = [run["arms"][memory] for run in group]
            minutes = f"{np.median([arm['minutes'] for arm in arms]):.1f}"
            plain = [arm["from_plain"]["score"] for arm in arms] if memory != PLAIN else []
            scores = _shares([arm["scores"] for arm in arms], hardest)
            lines.append((*about, memory, minutes, *scores, _range(plain) if plain else NOTHING))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _groups(runs: Iterable[Run]) -> list[list[Run]]:
    found: dict[tuple[Any, ...], list[Run]] = {}
    for run in runs:
        found.setdefault((*(run[name] for name in ALIKE), *run["arms"]), []).append(run)
    return list(found.values())


def _shares(scores: list[dict[str, Any]], bot: str) -> Iterator[str]:
    """Yield cells of what was won from a bot, from all but random, and from the policy itself, which is named last."""
    names = list(scores[0])
    bots = [name for name in names[:-1] if name != "random"]
    yield f"{bot} {_range([score[bot]['score'] for score in scores])}"
    yield _range([float(np.mean([score[name]["score"] for name in bots])) for score in scores])
    yield _range([score[names[-1]]["score"] for score in scores])


def _range(shares: list[float]) -> str:
    """Return the mean of the seeds and their range."""
    told = f"{np.mean(shares):.1%}"
    return told if len(set(shares)) == 1 else f"{told} ({min(shares):.1%} to {max(shares):.1%})"


def draw(runs: Iterable[Run]) -> bytes:
    """Return a PNG, a panel for each policy: what it wins from itself as it began, by memory; a dot for each seed."""
    groups = _groups(runs)
    figure = Figure(figsize=(2.6 * len(groups) + 0.6, 3.0), dpi=100, layout="constrained")
    axes = figure.subplots(1, len(groups), sharey=True, squeeze=False)[0]
    for panel, group in zip(axes, groups, strict=True):
        memories = list(group[0]["arms"])
        for place, memory in enumerate(memories):
            won = [list(run["arms"][memory]["scores"].values())[-1]["score"] for run in group]
            panel.plot([place] * len(won), won, "o", color="C0", markersize=5, alpha=0.6)
            panel.plot([place - 0.2, place + 0.2], [np.mean(won)] * 2, color="C3", linewidth=2)
        panel.set(title=f"{group[0]['game']}, {group[0]['policy']}", xlim=(-0.5, len(memories) - 0.5))
        panel.set_xticks(range(len(memories)), memories, rotation=30)
        panel.axhline(0.5, color="grey", linewidth=0.8, linestyle=":")
        panel.grid(alpha=0.25)
    figure.supxlabel("memory of its own decisions; dots are seeds, lines their means")
    axes[0].set_ylabel("won from what it was")
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png")
    return buffer.getvalue()


RESULTS = ResultPage("memory", SCHEMA, table, draw, "swarmzoo.training.memory.compare")


def main(folder: Annotated[Path, typer.Argument(help="The folder of the results.")]) -> None:
    """Keep results beside the page, and write its table and picture."""
    RESULTS.write(folder)


if __name__ == "__main__":
    typer.run(main)
