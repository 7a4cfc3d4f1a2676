"""What came of games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.core.words import Summary


@dataclass(frozen=True)
class Fault:
    """Whose fault ended a game: the side, a kind of ``FAULT_KINDS``, a sentence."""

    side: int
    kind: str
    sentence: str


@dataclass
class Results:
    """What came of games; everything in the order of the seats and seeds given."""

    pay: np.ndarray  # float32 (games, sides)
    length: np.ndarray  # int32 (games,): decisions of all sides; in a simultaneous game env steps
    endings: list[str] = field(default_factory=list)  # how each game ended
    summaries: list[Summary] = field(default_factory=list)  # what a game counts, if asked for
    faults: list[Fault | None] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)  # a game's share of the time of those played with it
    tapes: list[np.ndarray] = field(default_factory=list)  # int16: the actions of all agents that acted, if recorded
    ends: list[np.ndarray] = field(default_factory=list)  # float32 (overview size,) at the end, if recorded
    seats: np.ndarray | None = None  # int (games, sides): which agent sat where, where that is known

    @property
    def scores(self) -> tuple[float, ...]:
        """The share of first place of each agent, shared places by parts; without ``seats`` of each side."""
        share = share_of_first(self.pay)
        seats = np.broadcast_to(np.arange(share.shape[1]), share.shape) if self.seats is None else self.seats
        return tuple(float(share[seats == agent].mean()) for agent in range(int(seats.max()) + 1))


def results_of(table: Table, *, summaries: bool) -> Results:
    """Return what came of the games of a table; summaries may take as long as a game of random play."""
    game = table.game
    results = Results(game.pay_of_sides(table.pay), table.length.copy(), faults=[None] * table.n)
    results.endings = [table.game_of(i).words.ending(table.states[i : i + 1]) for i in range(table.n)]
    if summaries:
        results.summaries = [table.game_of(i).words.summary(table.states[i : i + 1]) for i in range(table.n)]
    return results


def in_order(parts: Sequence[Results], order: np.ndarray) -> Results:
    """Join results and put them into the order of the games."""
    place = np.argsort(order, kind="stable")
    joined = Results(
        np.concatenate([part.pay for part in parts])[place], np.concatenate([part.length for part in parts])[place]
    )
    for name in ("endings", "summaries", "faults", "seconds", "tapes", "ends"):
        values = [value for part in parts for value in getattr(part, name)]
        setattr(joined, name, [values[k] for k in place] if values else [])
    return joined


def read_tapes(results: Results, table: Table, again: Callable[[np.ndarray, int], Results]) -> None:
    """Take ends and actions from a table; ``again`` plays the games of some rows with tapes of a length."""
    results.ends = [Questions(table.game_of(i)).overview(table.states[i : i + 1]) for i in range(table.n)]
    counts = table.taped
    results.tapes = [tape[:count].copy() for tape, count in zip(table.tapes, counts, strict=True)]
    longer = np.flatnonzero(counts > table.tapes.shape[1])
    if len(longer):
        for row, tape in zip(longer, again(longer, int(counts.max())).tapes, strict=True):
            results.tapes[row] = tape


def mean_measures(summaries: Sequence[Summary], seats: np.ndarray | None = None) -> dict[str, float | dict[str, float]]:
    """Return means of games by name and unit: of all sides, or of the side ``seats[k]`` of game k.

    A measure with parts is a dict of those that are not 0, the greatest first.
    """
    sides = [None] * len(summaries) if seats is None else seats.tolist()
    chosen = [[m for m in one.measures if m.side == side] for one, side in zip(summaries, sides, strict=True)]
    values = np.mean([[measure.value for measure in game] for game in chosen], axis=0)
    means: dict[str, float | dict[str, float]] = {}
    parts: dict[str, dict[str, float]] = {}
    for measure, value in zip(chosen[0], values.tolist(), strict=True):
        label = measure.name if measure.unit == measure.name else f"{measure.name} ({measure.unit})"
        if measure.part:
            parts.setdefault(label, {})[measure.part] = value
        means[label] = parts.get(label, value)
    for label, found in parts.items():
        means[label] = {name: value for name, value in sorted(found.items(), key=lambda item: -item[1]) if value}
    return means


def forfeit_pay(sides: int, loser: int) -> np.ndarray:
    """Return the pay, float32 (sides,), of a game that a side loses by its fault: the others share first place."""
    pay = np.full(sides, 1 / (sides - 1) ** 2, np.float32)
    pay[loser] = -1
    return pay


def share_of_first(pay: np.ndarray) -> np.ndarray:
    """Return the share of first place of every side, from pay (games, sides): 1 alone, 1/k shared by k, else 0."""
    first = pay >= pay.max(axis=1, keepdims=True) - 1e-6
    return first / first.sum(axis=1, keepdims=True)
