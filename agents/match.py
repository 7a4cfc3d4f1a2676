"""Matches: agents of any kind play many games side by side."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from swarmzoo.agents.agent import Agent, Seated, ask
from swarmzoo.agents.view import View
from swarmzoo.envs.api.opponents import CompiledOpponent, choice_function
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import IDLE, OUTSIDE, RESET, STEP, Table


@dataclass
class Results:
    """What came of a batch of games; arrays over games, in the order of the seats and seeds given."""

    pay: np.ndarray  # float32 (games, sides)
    length: np.ndarray  # int32 (games,): decisions of all sides; in a simultaneous game env steps
    summaries: list[dict[str, Any]] = field(default_factory=list)


def play_games(
    game: Game,
    agents: Sequence[Agent],
    seating: np.ndarray,
    seeds: np.ndarray,
    *,
    threads: int = 1,
    batch: int = 512,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play one game for each row of ``seating``.

    ``seating`` int (games, sides) holds the index of the agent on each side, ``seeds`` int64 (games,) the games'
    seeds. ``progress`` is called with the number of games that ended since. Results do not depend on ``batch``,
    save for policy agents that draw at random.
    """
    parts = []
    for start in range(0, len(seeds), batch):
        stop = min(start + batch, len(seeds))
        parts.append(_play_batch(game, agents, seating[start:stop], seeds[start:stop], threads))
        if progress is not None:
            progress(stop - start)
    return Results(
        np.concatenate([part.pay for part in parts]),
        np.concatenate([part.length for part in parts]),
        [summary for part in parts for summary in part.summaries],
    )


def _play_batch(game: Game, agents: Sequence[Agent], seating: np.ndarray, seeds: np.ndarray, threads: int) -> Results:
    table = Table(game, len(seeds), choice_function([a for a in agents if isinstance(a, CompiledOpponent)]), threads)
    controllers = np.array([a.bot if isinstance(a, CompiledOpponent) else OUTSIDE for a in agents])
    table.desks["controllers"] = controllers[seating]
    table.seed(seeds)
    table.desks["command"] = RESET
    table.serve()
    while (waiting := np.flatnonzero(~table.desks["done"])).size:
        let_act(game, agents, seating, table, waiting)
        table.desks["command"] = IDLE
        table.desks["command"][waiting] = STEP
        table.serve()
    summaries = [game.words.summary(table.states[i : i + 1]) for i in range(len(seeds))]
    first = [game.side_of_agent.index(side) for side in range(game.num_sides)]
    return Results(table.desks["pay"][:, first], table.desks["length"].copy(), summaries)


def let_act(game: Game, agents: Sequence[Agent], seating: np.ndarray, table: Table, waiting: np.ndarray) -> None:
    """Ask the agents outside the table for the actions of the games that wait for them."""
    desks = table.desks
    games, actors, seen = table.asked(OUTSIDE, waiting)
    who = seating[games, np.array(game.side_of_agent)[actors]]
    for index in np.unique(who):
        mine = who == index
        agent: Any = agents[index]
        if isinstance(agent, Seated):
            chosen = _ask_one_by_one(game, agent, table, games[mine], actors[mine], seen[mine])
        else:
            chosen = agent.act(desks["observation"][games[mine], seen[mine]], desks["mask"][games[mine], seen[mine]])
        desks["actions"][games[mine], actors[mine]] = chosen


def _ask_one_by_one(
    game: Game, agent: Seated, table: Table, games: np.ndarray, actors: np.ndarray, seen: np.ndarray
) -> list[int]:
    """Ask a Python agent once for each game and side: for the agents of that side that act now, all at once."""
    chosen: list[int] = []
    sides = np.array(game.side_of_agent)[actors]
    turns = np.flatnonzero(np.diff(games, prepend=-1) | np.diff(sides, prepend=-1))
    for begin, end in zip(turns, [*turns[1:], len(games)], strict=True):
        i, rows = int(games[begin]), seen[begin:end]
        observations, masks = table.desks["observation"][i, rows], table.desks["mask"][i, rows]
        view = View(game, table.states[i : i + 1].copy(), actors[begin:end].copy(), observations, masks)
        chosen += ask(agent, view)
    return chosen


def paired_seats(num_sides: int, num_agents: int, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return seating (rows, sides) and seeds (rows,) in which every agent sits everywhere on the same seeds.

    For every seed the agents are rotated through the sides; agent k of n sits on sides k, k + n, ... of the first
    rotation. At least ``games`` rows are made, in whole rotations.
    """
    rotations = num_agents if num_sides % num_agents == 0 else num_sides
    base = np.array([[(side + turn) % num_agents for side in range(num_sides)] for turn in range(rotations)])
    repeats = -(-games // rotations)
    seeds = np.repeat(np.arange(seed, seed + repeats, dtype=np.int64), rotations)
    return np.tile(base, (repeats, 1)), seeds
