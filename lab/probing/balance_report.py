"""The report of `probe balance`: sentences, pictures and tables of what was counted."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure as Picture

from swarmzoo.envs.core.game import Game
from swarmzoo.lab.drawing import label, new_figure
from swarmzoo.lab.games import in_words
from swarmzoo.lab.intervals import share_interval
from swarmzoo.lab.probing.balance_measures import (
    STRONGER,
    Pair,
    SeatShares,
    drawn,
    ladder,
    luck,
    means,
    pairs_of,
    seat_shares,
)
from swarmzoo.lab.probing.jobs import Played
from swarmzoo.lab.probing.mattering import MATTERS
from swarmzoo.lab.probing.verdict import Drawing, Figure, Finding, Report, Status, Sureness, Table
from swarmzoo.lab.probing.watching import typical
from swarmzoo.lab.ratings import Ratings

if TYPE_CHECKING:
    from swarmzoo.lab.probing.balance import BalanceConfig

_MANY = 1000  # times as many games as were played
OF_GAMES = {  # measures of a game: in words, as a share or as a number
    "length": ("length in decisions (steps, where all act at once)", ""),
    "branching": ("actions to choose from, on average", ""),
    "lead_changes": ("changes of the lead", ""),
    "drama": ("drama: how far behind the winner was where it was behind", ""),
    "comeback": ("games whose winner was behind at half time", "share"),
    "runaway": ("games whose leader after a third won", "share"),
    "waiting": ("longest wait for a decision, of the game", "share"),
    "out_early": ("when the first side was out, of the game", "share"),
}
ADAPTED = (
    "Searches adapt to the rules by themselves, with the game's valuation as it stands. Trained policies were trained "
    "for the rules of their checkpoint and not again. Bots do not adapt."
)


def balance_report(
    game: Game,
    config: "BalanceConfig",
    levels: Sequence[str],
    rows: Sequence[Played],
    met: Sequence[Played],
    gaps: Sequence[float],
) -> Report:
    """Return what the games of equal players (``rows``) and of pairs (``met``) say; ``gaps`` those of decisions."""
    by_level = {text: [row for row in rows if row.players[0] == text] for text in levels}
    sound = {text: [row for row in games if not row.fault] for text, games in by_level.items()}
    seats = [seat_shares(game, text, sound[text], config.error / len(levels)) for text in levels if sound[text]]
    ratings = ladder(levels, met) if met else None
    pairs = pairs_of(levels, ratings, met) if ratings else []
    shape = {text: means(sound[text]) | {"drawn": drawn(sound[text])} for text in levels if sound[text]}
    findings = [
        *(_of_seats(game, config, found, sound[found.level]) for found in seats),
        *([_of_skill(levels, ratings, pairs, met)] if ratings else []),
        *_of_decisions(gaps, config.simulations),
        *_of_shape(levels, shape, sound),
        *_of_faults(by_level),
    ]
    return Report(
        probe="balance",
        title=f"Balance of {in_words(game)}",
        findings=findings,
        sureness=_sureness(config, seats),
        tables=[
            _seat_table(game, seats),
            _shape_table(levels, shape),
            *([_ladder_table(levels, ratings), _pair_table(pairs)] if ratings else []),
        ],
        drawings=[
            Drawing("Seats", _seat_picture(game, seats, config.margin), "Bars are 95% intervals; grey is the margin."),
            *([_skill_drawing(levels, ratings)] if ratings else []),
        ],
        measures=_measures(levels, seats, shape, ratings, pairs, gaps),
    )


def _of_seats(game: Game, config: "BalanceConfig", found: SeatShares, rows: Sequence[Played]) -> Finding:
    """Say whether the seats are even for a level of skill."""
    figures = tuple(
        Figure(game.side_names[side], float(found.share[k]), float(found.low[k]), float(found.high[k]), 0.95, "share")
        for k, side in enumerate(game.seats)
    )
    told = (
        f"{found.level} against itself, {found.games:,} games: {', '.join(f'{one.name} wins {one}' for one in figures)}"
    )
    best = found.favoured(config.margin)
    within = f"{100 * config.margin:g} points of an even share"
    if best is not None:
        side = game.side_names[game.seats[best]]
        won = [row for row in rows if row.pay[game.seats[best]] == max(row.pay)]
        kind: Status = "note" if _is_lopsided(game) else "fault"
        sentence = f"{told}. {side} is favoured by more than {100 * config.margin:g} points."
        return Finding(kind, f"seats {found.level}", sentence, figures, typical(won, f"{side} wins"))
    if found.is_even(config.margin):
        return Finding("fine", f"seats {found.level}", f"{told}. The seats are even, within {within}.", figures)
    reach = max(float(np.abs([found.low - found.even, found.high - found.even]).max()), config.margin)
    sentence = f"{told}. Too few games to call the seats even: {100 * reach:.1f} points to either side are possible."
    if (needed := enough(found, config.margin)) is not None:
        sentence += f" If the shares stay as they are, about {needed:,} games tell."
    return Finding("open", f"seats {found.level}", sentence, figures)


def enough(found: SeatShares, margin: float) -> int | None:
    """Return how many games would show that seats are even, or that one is favoured, if shares stay as they are.

    Intervals shrink by the root of the games. None: a share is so near the margin that 1,000 times as many are few.
    """
    off = np.abs(found.share - found.even)
    reach = np.maximum(found.high - found.share, found.share - found.low)
    sure = np.maximum(found.sure_high - found.share, found.share - found.sure_low)
    with np.errstate(divide="ignore"):
        times = (np.where(off > margin, sure, reach) / np.abs(off - margin)) ** 2
    needed = float(times[off > margin].min() if (off > margin).any() else times.max())
    return None if needed > _MANY else int(np.ceil(round(found.games * needed / 100, 6)) * 100)


def _is_lopsided(game: Game) -> bool:
    """Tell whether a game declares that its seats differ by design."""
    return "even_seats" in vars(type(game.config)) and not game.config.even_seats


def _of_skill(levels: Sequence[str], ratings: Ratings, pairs: Sequence[Pair], met: Sequence[Played]) -> Finding:
    """Say how long the ladder of skill is, and what luck leaves."""
    top, bottom = int(np.argmax(ratings.elo)), int(np.argmin(ratings.elo))
    length, low, high = ratings.difference(top, bottom)
    figures = [Figure("ladder", length, low, high, 0.95, "Elo")]
    sentence = f"From {levels[bottom]} to {levels[top]} the ladder of skill is {figures[0]} long."
    lost = luck(pairs)
    if np.isfinite(lost[0]):
        figures.append(Figure("luck", *lost, 0.95, "share"))
        sentence += f" A side {STRONGER:g} Elo stronger still loses {figures[-1]} of its games."
    upsets = [row for row in met if set(row.players) == {levels[top], levels[bottom]}]
    watch = typical(upsets, "The strongest against the weakest")
    return Finding("note", "skill", sentence, tuple(figures), watch)


def _of_decisions(gaps: Sequence[float], simulations: int) -> list[Finding]:
    """Say how often it matters which of the two best options is chosen."""
    if not gaps:
        return []
    matters = np.array(gaps) > MATTERS
    low, high = share_interval(matters.astype(float), np.arange(len(gaps)))
    share = Figure("decisions that matter", float(matters.mean()), low, high, 0.95, "share")
    sentence = (
        f"In {share} of decisions the second best option costs more than {100 * MATTERS:g} points, by search "
        f"({simulations:,} simulations; {len(gaps)} decisions)."
    )
    return [Finding("note", "decisions", sentence, (share,))]


def _of_shape(levels: Sequence[str], shape: dict, sound: dict[str, list[Played]]) -> list[Finding]:
    """Say what the games of the last level are like."""
    text = next((text for text in reversed(levels) if text in shape), None)
    if text is None:
        return []
    found, told = shape[text], []
    told.append(f"{found['length'][0]:,.0f} decisions with {found['branching'][0]:.1f} actions to choose from")
    told.append(f"first place is shared in {found['drawn'][0]:.0%}")
    if "lead_changes" in found:
        told.append(f"the lead changes {found['lead_changes'][0]:.1f} times")
    if "comeback" in found:
        told.append(
            f"{found['comeback'][0]:.0%} are won from behind at half time, {found['runaway'][0]:.0%} by who led "
            "after a third"
        )
    sentence = f"Games of {text} against itself: {'; '.join(told)}."
    return [Finding("note", "shape", sentence, watch=typical(sound[text], "A typical game"))]


def _of_faults(by_level: dict[str, list[Played]]) -> list[Finding]:
    """Name the agents that lost games by faults of their own: those games are left out."""
    found = []
    for text, rows in by_level.items():
        if faulty := [row for row in rows if row.fault]:
            lost = f"{text} lost {len(faulty)} of {len(rows)} games by its own faults, which are left out"
            sentence = f"{lost}: {faulty[0].fault}"
            found.append(Finding("note", f"faults {text}", sentence))
    return found


def _sureness(config: "BalanceConfig", seats: Sequence[SeatShares]) -> Sureness:
    reach = max((float((found.sure_high - found.sure_low).max()) / 2 for found in seats), default=0.5)
    return Sureness(
        error=config.error,
        margin=f"{100 * config.margin:g} points of share of first place, to either side of an even share.",
        smallest=f"A seat with {100 * (reach + config.margin):.1f} points more than an even share would have been "
        "found in half of such reports, at the level with the fewest games.",
        adapted=ADAPTED,
        judging=f"{config.seed} to {config.seed + config.games - 1}: the same for every level.",
    )


def _seat_table(game: Game, seats: Sequence[SeatShares]) -> Table:
    rows = [
        (
            found.level,
            game.side_names[side],
            f"{found.share[k]:.1%}",
            f"{found.low[k]:.1%} to {found.high[k]:.1%}",
            found.games,
        )
        for found in seats
        for k, side in enumerate(game.seats)
    ]
    return Table("Share of first place by seat", ("level", "seat", "share", "95% interval", "games"), tuple(rows))


def _mean_figure(name: str, found: tuple[float, float, float], unit: str) -> Figure:
    value, low, high = found
    return Figure(name, value, low, high, 0.95, unit)


def _shape_table(levels: Sequence[str], shape: dict) -> Table:
    """Return the measures of games by level."""
    shown = [text for text in levels if text in shape]
    rows = []
    for name, (words, unit) in {"drawn": ("games with a shared first place", "share"), **OF_GAMES}.items():
        cells = [str(_mean_figure(name, shape[text][name], unit)) if name in shape[text] else "" for text in shown]
        rows.append((words, *cells))
    text = (
        "Means with 95% intervals. Who leads is the sign of the fitted valuation; drama is 0 to 1. Browne, "
        '"Evolutionary Game Design", 2008.'
    )
    return Table("What games are like", ("measure", *shown), tuple(rows), text)


def _ladder_table(levels: Sequence[str], ratings: Ratings) -> Table:
    order = np.argsort(-ratings.elo)
    rows = [(levels[k], f"{ratings.elo[k]:+.0f}", f"{ratings.low[k]:+.0f} to {ratings.high[k]:+.0f}") for k in order]
    return Table("Levels of skill", ("level", "Elo", "95% interval"), tuple(rows))


def _pair_table(pairs: Sequence[Pair]) -> Table:
    rows = [
        (pair.stronger, pair.weaker, f"{pair.apart:.0f}", f"{pair.lost:.1%}", f"{pair.seed_decides:.1%}", pair.games)
        for pair in pairs
    ]
    columns = ("stronger", "weaker", "Elo apart", "games the stronger loses", "seeds that the seat decides", "games")
    return Table("Skill against luck", columns, tuple(rows))


def _measures(
    levels: Sequence[str],
    seats: Sequence[SeatShares],
    shape: dict,
    ratings: Ratings | None,
    pairs: Sequence[Pair],
    gaps: Sequence[float],
) -> dict[str, float]:
    """Return the numbers by which rule sets are compared: those of the last level, and of all together."""
    found = {f"seat_advantage[{one.level}]": float(one.share.max() - one.even) for one in seats}
    if seats:
        found["seat_advantage"] = max(found.values())
    last = next((text for text in reversed(levels) if text in shape), None)
    if last is not None:
        found |= {name: values[0] for name, values in shape[last].items()}
    if ratings:
        found |= {"ladder": float(ratings.elo.max() - ratings.elo.min()), "luck": luck(pairs)[0]}
    if gaps:
        found["decisions_that_matter"] = float((np.array(gaps) > MATTERS).mean())
    return found


def _seat_picture(game: Game, seats: Sequence[SeatShares], margin: float) -> Picture:
    """Draw the shares of all seats by level."""
    figure = new_figure(8, 1.2 + 0.32 * sum(len(found.share) for found in seats))
    axes = figure.add_subplot()
    labels: list[str] = []
    for found in seats:
        for k, side in enumerate(game.seats):
            reach = [[found.share[k] - found.low[k]], [found.high[k] - found.share[k]]]
            axes.errorbar(found.share[k], len(labels), xerr=reach, fmt="o", color=f"C{k}", capsize=3)
            labels.append(f"{label(found.level)}, {game.side_names[side]}")
    even = 1 / max(len(game.seats), 1)
    axes.axvspan(even - margin, even + margin, color="#d9d4c6", zorder=0)
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.set(xlabel="share of first place")
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:.0%}")
    return figure


def _skill_drawing(levels: Sequence[str], ratings: Ratings) -> Drawing:
    """Draw the levels by their ratings."""
    order = np.argsort(ratings.elo)
    figure = new_figure(8, 1.2 + 0.34 * len(levels))
    axes = figure.add_subplot()
    reach = np.array([ratings.elo - ratings.low, ratings.high - ratings.elo])[:, order]
    zero = float(ratings.elo[order[0]])
    axes.errorbar(ratings.elo[order] - zero, range(len(levels)), xerr=reach, fmt="o", color="#1f6f54", capsize=3)
    axes.set_yticks(range(len(levels)), [label(levels[k]) for k in order])
    axes.set(xlabel=f"Elo above {label(levels[order[0]])}")
    axes.grid(axis="x", alpha=0.3)
    return Drawing("Skill", figure, "Elo above the weakest level, with 95% intervals.")
