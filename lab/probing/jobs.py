"""Jobs: what a probe has played. A job is one seed, played by its players in every seating: a *group*.

The players of a job share the seats of its game as evenly as can be; of more than two, who is named twice has twice as
many. One player alone sits in all seats, and plays one game. Groups are independent of each other, the games of one
group are not.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np

from swarmzoo.agents.agent import Agent, Searcher, Seated, unrestricted
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.restricted import games_at
from swarmzoo.agents.play.results import Results
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.variants import are_alike
from swarmzoo.envs.core.words import Summary
from swarmzoo.lab.execution.travel import located, place
from swarmzoo.lab.probing.trace import traced
from swarmzoo.lab.schedule import seatings

BANS = "forbidden"  # beside the fields of a configuration: the actions that each side must not take


@dataclass(frozen=True)
class Job:
    """A seed in every seating of some players. ``values``: the game's configuration, as ``written`` writes it."""

    cell: str  # what the probe counts its games for
    game: str
    values: str
    players: tuple[str, ...]  # agents' texts
    seed: int
    is_traced: bool = False  # also note what happened in the games
    trust: bool = False
    isolate: bool = False
    seats: tuple[int, ...] = ()  # the only seating, players by side, where others have a job of their own; (): all


@dataclass
class Played:
    """A game of a job."""

    cell: str
    values: str
    players: tuple[str, ...]
    seed: int
    nth: int  # which seating of its job
    seats: tuple[int, ...]  # players by side
    pay: tuple[float, ...]  # by side
    length: int
    ending: str
    seconds: float
    measures: dict[str, float] = field(default_factory=dict)  # of a traced game
    fault: str = ""  # the sentence, where an agent lost by its fault
    at_fault: int = -1  # the side

    def score(self, player: int = 0) -> float:
        """Return a player's share of first place, over its sides."""
        pay = np.array(self.pay)
        first = pay >= pay.max() - 1e-6
        return float(sum(first[side] for side, seat in enumerate(self.seats) if seat == player) / first.sum())


def written(values: Mapping[str, Any]) -> str:
    """Return plain values of a configuration as the text by which jobs tell rule sets apart."""
    return json.dumps(values, sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=64)
def game_of(name: str, values: str) -> Game:
    """Return the game of a job; raise GameError for values that it does not take."""
    given = json.loads(values)
    bans = given.pop(BANS, ())
    game = find_game(name).read(given)
    return game.banned(dict(enumerate(bans))) if bans else game


@lru_cache(maxsize=256)
def _agent_at(place: str, name: str, values: str, text: str, trust: bool, isolate: bool) -> Agent:
    agent = find_agent(game_of(name, values), located(text), trust=trust, isolate=isolate)
    if "torch" in sys.modules:  # one thread: as many processes as cores, and the same sums in all of them
        sys.modules["torch"].set_num_threads(1)
    return agent


def agent_of(name: str, values: str, text: str, trust: bool, isolate: bool) -> Agent:
    """Return an agent for the game of a job; its files are where the task is carried out."""
    return _agent_at(place(), name, values, text, trust, isolate)


def play_jobs(jobs: Sequence[Job]) -> list[Played]:
    """Play all games of some jobs: side by side where their records are the same and no player needs its own game."""
    found: list[Played] = []
    for _, alike in groupby(jobs, key=lambda job: (job.game, job.is_traced, job.trust, job.isolate)):
        for part, variants in _side_by_side(list(alike)):
            found += _play_alike(part, variants)
    return found


def _side_by_side(jobs: list[Job]) -> Iterator[tuple[list[Job], dict[str, Game]]]:
    """Yield jobs that are played together, with their games by values."""
    if jobs[0].is_traced or _is_bound(jobs):
        for (values, _), alike in groupby(jobs, key=lambda job: (job.values, job.players)):
            yield list(alike), {values: game_of(jobs[0].game, values)}
        return
    part: list[Job] = []
    variants: dict[str, Game] = {}
    for job in jobs:
        game = variants.get(job.values) or game_of(job.game, job.values)
        if part and not are_alike(variants[part[0].values], game):
            yield part, variants
            part, variants = [], {}
        part.append(job)
        variants[job.values] = game
    yield part, variants


def _is_bound(jobs: Sequence[Job]) -> bool:
    """Tell whether a player of jobs is neither compiled nor a policy: it needs the game that it plays."""
    one, texts = jobs[0], {text for job in jobs for text in job.players}
    agents = [agent_of(one.game, one.values, text, one.trust, one.isolate) for text in texts]
    return any(isinstance(unrestricted(agent), Seated | Searcher) for agent in agents)


def _play_alike(jobs: list[Job], variants: dict[str, Game]) -> list[Played]:
    one = jobs[0]
    game, texts = variants[one.values], list(dict.fromkeys(text for job in jobs for text in job.players))
    agents = [agent_of(one.game, one.values, text, one.trust, one.isolate) for text in texts]
    number = {text: k for k, text in enumerate(texts)}
    orders = {who: seatings(who, game.num_sides) for who in set(map(_who, jobs))}
    every = ((job, nth, seats) for job in jobs for nth, seats in enumerate(orders[_who(job)]))
    games = [(job, nth, seats) for job, nth, seats in every if job.seats in ((), seats)]
    seating = np.array([[number[job.players[seat]] for seat in seats] for job, _, seats in games])
    seeds = np.array([job.seed for job, _, _ in games], np.int64)
    results = play_games(
        *(game, agents, seating, seeds),
        batch=256,
        record=one.is_traced,
        forfeits=True,
        summaries=one.is_traced,
        variants=[variants[job.values] for job, _, _ in games],
    )
    measures = _traced(game, agents, seating, seeds, results) if one.is_traced else [{}] * len(games)
    return [_row(results, k, job, nth, seats, measures[k]) for k, (job, nth, seats) in enumerate(games)]


def _who(job: Job) -> tuple[int, ...]:
    """Return the players by number; of more than two who share a game those of one text are one."""
    if len(job.players) > 2 and not job.seats:
        return tuple(job.players.index(text) for text in job.players)
    return tuple(range(len(job.players)))


def _traced(
    game: Game, agents: Sequence[Agent], seating: np.ndarray, seeds: np.ndarray, found: Results
) -> list[dict[str, float]]:
    """Return the measures of games, each played again with the bans of those who sat there."""
    games, which = games_at(game, agents, seating, None)
    measures: list[dict[str, float]] = [{}] * len(seeds)
    for k, own in enumerate(games):
        rows = np.flatnonzero(which == k)
        part = Results(found.pay[rows], found.length[rows])
        part.tapes, part.faults = [found.tapes[row] for row in rows], [found.faults[row] for row in rows]
        for row, told in zip(rows, traced(own, part, seeds[rows]), strict=True):
            measures[row] = _counted(found.summaries[row]) | told if told else {}
    return measures


def _counted(summary: Summary) -> dict[str, float]:
    """Return what a game itself counts of all sides together, such as its rounds."""
    of_all = [measure for measure in summary.measures if measure.side is None and not measure.part]
    return {measure.name.replace(" ", "_"): float(measure.value) for measure in of_all}


def _row(results: Results, k: int, job: Job, nth: int, seats: tuple[int, ...], measures: dict[str, float]) -> Played:
    fault = results.faults[k]
    return Played(
        *(job.cell, job.values, job.players, job.seed, nth, seats),
        pay=tuple(float(pay) for pay in results.pay[k]),
        length=int(results.length[k]),
        ending=results.endings[k],
        seconds=results.seconds[k],
        measures=measures,
        fault=fault.sentence if fault else "",
        at_fault=fault.side if fault else -1,
    )
