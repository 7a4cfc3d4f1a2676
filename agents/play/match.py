"""Matches: agents of any kind play many games side by side."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from swarmzoo.agents.agent import Agent, Searcher, Seated, repeats, unrestricted
from swarmzoo.agents.play.live import LiveGames
from swarmzoo.agents.play.restricted import games_at, players_at
from swarmzoo.agents.play.results import Results, in_order, read_tapes, results_of
from swarmzoo.agents.play.solo import Solo
from swarmzoo.envs.core.game import Game

BATCH = 512  # games side by side
TAPE = 2048  # actions of a game to begin with; longer games are played once more
MOST_SOLOS = 64  # games of other rules or bans whose tables are kept
LONGEST_TAPE = 1 << 20  # where a second play might differ; memory is taken as it is written


def play_games(
    game: Game,
    agents: Sequence[Agent],
    seating: np.ndarray,
    seeds: np.ndarray,
    *,
    threads: int = 1,
    batch: int = BATCH,
    progress: Callable[[int], None] | None = None,
    record: bool = False,
    forfeits: bool = False,
    summaries: bool = True,
    variants: Sequence[Game] | None = None,
) -> Results:
    """Play one game for each row of ``seating``.

    ``seating`` int (games, sides) holds the index of the agent on each side, ``seeds`` int64 (games,) the games'
    seeds. ``progress`` is called with the number of games that ended since. ``record`` keeps actions and ends.
    ``summaries``: what each game counts is told too.
    With ``forfeits`` a fault of a Python agent costs it the game; without, the AgentFault is raised. Results do not
    depend on ``batch``, except for policies that draw without the seeds they are given. ``variants``: the game of each
    row, of other rules or bans but the same records. What restricted agents are forbidden is banned where they sit.
    """
    games, which = games_at(game, agents, seating, variants)
    alone = _sits(agents, seating, Seated)
    bound = ~alone & _sits(agents, seating, Searcher)  # to its game: those of one go together
    runs = [np.flatnonzero(~alone & ~bound), *(np.flatnonzero(bound & (which == k)) for k in range(len(games)))]
    found: list[Results] = []
    order: list[np.ndarray] = []
    for rows in (rows for run in runs for rows in _batches(run, batch)):
        order.append(rows)
        tape = TAPE if all(map(repeats, agents)) else LONGEST_TAPE
        own = [games[k] for k in which[rows]]
        found.append(_play_batch(own, agents, seating[rows], seeds[rows], threads, record, tape, summaries))
        if progress is not None:
            progress(len(rows))
    solos: dict[int, Solo] = {}
    for row in np.flatnonzero(alone):
        k = int(which[row])
        if k not in solos:
            solos = solos if len(solos) < MOST_SOLOS else {}
            seated = players_at(games[k], agents, seating[alone & (which == k)])
            tape = LONGEST_TAPE if record else 0
            solos[k] = Solo(games[k], seated, tape=tape, forfeits=forfeits, summaries=summaries)
        order.append(np.array([row]))
        found.append(solos[k].play(seating[row], int(seeds[row])))
        if progress is not None:
            progress(1)
    return in_order(found, np.concatenate(order))


def _sits(agents: Sequence[Agent], seating: np.ndarray, kind: Any) -> np.ndarray:
    """Return where somebody of a kind sits, bool (games,)."""
    mine = [k for k, agent in enumerate(agents) if isinstance(unrestricted(agent), kind)]
    return np.asarray(np.isin(seating, mine).any(axis=1))


def _batches(rows: np.ndarray, batch: int) -> Iterator[np.ndarray]:
    for start in range(0, len(rows), batch):
        yield rows[start : start + batch]


def _play_batch(
    games: Sequence[Game],
    agents: Sequence[Agent],
    seating: np.ndarray,
    seeds: np.ndarray,
    threads: int,
    record: bool,
    tape: int,
    summaries: bool,
) -> Results:
    """Play games side by side, (games,) of one kind; record those that outrun their tape once more."""
    began = time.perf_counter()
    game, variants = games[0], () if len(set(games)) == 1 else games
    seated = players_at(game, agents, seating)
    live = LiveGames(game, seated, seating, threads=threads, tape=tape if record else 0, variants=variants)
    live.begin(seeds)
    while (waiting := live.waiting).size:
        live.ask(waiting)
        live.play(waiting)
    results = results_of(live.table, summaries=summaries)
    results.seconds = [(time.perf_counter() - began) / len(seeds)] * len(seeds)
    if record:

        def again(rows: np.ndarray, size: int) -> Results:
            own = [games[row] for row in rows]
            return _play_batch(own, agents, seating[rows], seeds[rows], threads, True, size, summaries)

        read_tapes(results, live.table, again)
    return results


def paired_seats(num_sides: int, num_agents: int, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return seating (rows, sides) and seeds (rows,) in which every agent sits everywhere on the same seeds.

    For every seed the agents are rotated through the sides, so that each sits on every side equally often; agent k of
    n sits on sides k, k + n, ... of the first rotation. At least ``games`` rows are made, in whole rotations.
    """
    rotations = num_agents if num_sides % num_agents == 0 else num_sides
    base = (np.arange(num_sides) + np.arange(rotations)[:, None]) % num_sides % num_agents
    repeats = -(-games // rotations)
    seeds = np.repeat(np.arange(seed, seed + repeats, dtype=np.int64), rotations)
    return np.tile(base, (repeats, 1)), seeds
