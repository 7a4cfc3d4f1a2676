"""The report of a tournament: one page that needs nothing but itself, and a CSV of the games."""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files

import matplotlib as mpl
import numpy as np
from jinja2 import Environment
from markupsafe import Markup

from swarmzoo.lab.drawing import as_svg, new_figure
from swarmzoo.lab.standings import Standings, pair_rows

MOST_SENTENCES = 20  # faults told one by one
GAMES = "games"  # folder of the pages of games, beside the report
RENEWED = 10  # seconds after which the page of a running tournament asks for itself again


def report(
    found: Standings,
    faults: list[tuple[str, str, str]],
    endings: list[tuple[str, int]],
    games: Mapping[frozenset[str], Sequence[int]] | None = None,
    running: str = "",
) -> str:
    """Return the page; ``faults`` are agent, kind, sentence of games, ``endings`` how games ended and how many.

    ``games``: by pairs of names the numbers of games that have a page, ``GAMES``/NUMBER.html beside this one.
    ``running``: how far a tournament is that is going on; its page asks for itself again.
    """
    shown = games or {}
    with mpl.rc_context({"text.parse_math": False}):  # names of agents are not formulas
        ratings, pairs = rating_plot(found), heat_map(found)
    page = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        files("swarmzoo.lab").joinpath("report.html").read_text(encoding="utf-8")
    )
    return page.render(
        found=found,
        title=", ".join(filter(None, (found.env_id, found.maps))) + f": {len(found.names)} agents, {found.games} games",
        ratings=ratings,
        pairs=pairs,
        met=[row | {"watch": shown.get(frozenset((row["agent"], row["against"])), ())} for row in pair_rows(found)],
        watch={name: _of_agent(name, shown) for name in found.names},
        folder=GAMES,
        running=running,
        renewed=RENEWED,
        superiority=_superiority(found),
        seats=_seats(found),
        faults=faults[:MOST_SENTENCES],
        more_faults=max(len(faults) - MOST_SENTENCES, 0),
        endings=endings,
        config=json.dumps(found.config, indent=1),
    )


def _of_agent(name: str, games: Mapping[frozenset[str], Sequence[int]]) -> list[int]:
    """Return the games of an agent that have a page: the first against each of the others."""
    return sorted({numbers[0] for pair, numbers in games.items() if name in pair and numbers})


def rating_plot(found: Standings) -> Markup:
    """Return the ratings with their 95% intervals, the strongest on top, as SVG."""
    rows = [row for row in reversed(found.rows) if np.isfinite(row.elo)]
    figure = new_figure(8, 1.1 + 0.34 * len(rows))
    axes = figure.add_subplot()
    elo = np.array([row.elo for row in rows])
    reach = np.array([[row.elo - row.low, row.high - row.elo] for row in rows]).T
    axes.errorbar(elo, range(len(rows)), xerr=reach, fmt="o", color="#1f6f54", ecolor="#7fb7a2", capsize=3)
    axes.set_yticks(range(len(rows)), [row.name for row in rows])
    axes.set(xlabel="Elo, 0 is the mean of the agents; bars are 95% intervals", ylim=(-0.6, len(rows) - 0.4))
    axes.grid(axis="x", alpha=0.3)
    return as_svg(figure)


def heat_map(found: Standings) -> Markup:
    """Return what each agent (row) scored against each other (column) as SVG; empty where they never met."""
    order, pairs = found.order, found.pairs
    score = np.where(pairs.games > 0, pairs.score, np.nan)[np.ix_(order, order)]
    names, size = [found.names[k] for k in order], len(order)
    side = max(3.2, 0.62 * size)
    figure = new_figure(side + 2.6, side + 0.8)
    axes = figure.add_subplot()
    image = axes.imshow(score, cmap="RdYlGn", vmin=0, vmax=1)
    axes.set_xticks(range(size), names, rotation=40, ha="right")
    axes.set_yticks(range(size), names)
    if size <= 24:
        for row, column in zip(*np.nonzero(np.isfinite(score)), strict=True):
            axes.text(
                column,
                row,
                f"{score[row, column]:.0%}",
                ha="center",
                va="center",
                fontsize=8,
                color=_ink(score[row, column]),
            )
    figure.colorbar(image, ax=axes, label="score of the row against the column", format=lambda x, _: f"{x:.0%}")
    return as_svg(figure)


def _ink(score: float) -> str:
    """Return the colour of a number on the colour of its score."""
    return "white" if abs(score - 0.5) > 0.4 else "black"


def _superiority(found: Standings) -> list[tuple[str, list[str]]]:
    """Return, by row, how likely it is that the row's agent is stronger than the column's."""
    table = found.ratings.superiority[np.ix_(found.order, found.order)]
    np.fill_diagonal(table, np.nan)
    rows = [[_chance(float(p)) for p in line] for line in table]
    return [(found.names[k], row) for k, row in zip(found.order, rows, strict=True)]


def _chance(p: float) -> str:
    """Return a probability in words; nothing where there is none."""
    if not np.isfinite(p):
        return ""
    return "> 99.9%" if p > 0.999 else "< 0.1%" if p < 0.001 else f"{p:.1%}"


def _seats(found: Standings) -> list[tuple[int, float, float, float]]:
    """Return number, advantage and interval of each seat, in Elo."""
    ratings = found.ratings
    return [
        (seat, float(ratings.seat_advantage[seat]), float(ratings.seat_low[seat]), float(ratings.seat_high[seat]))
        for seat in range(len(ratings.seat_advantage))
    ]
