"""Which strategies of a set are worth playing against each other?

All pairs meet on the same seeds, every seed in every seating, in rounds; pairs on which nothing hangs any more stop
(``game_theory.exploration``). A strategy against itself has half of all by symmetry and is not played.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from pydantic import Field

from swarmzoo.agents.agent import let_go
from swarmzoo.agents.built_in import teachers
from swarmzoo.agents.find import find_agent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.game_theory.exploration import Games, explore, fewest_groups
from swarmzoo.lab.probing.jobs import Job, Played
from swarmzoo.lab.probing.players import RANDOM, are_rivals, bots, is_compiled, is_plan, own_policies
from swarmzoo.lab.probing.session import Session
from swarmzoo.lab.probing.setting import ProbeConfig, values_of
from swarmzoo.lab.probing.strategies_figures import figures_of
from swarmzoo.lab.probing.strategies_found import Found
from swarmzoo.lab.probing.strategies_report import strategies_report
from swarmzoo.lab.probing.verdict import Report


class StrategiesConfig(ProbeConfig):
    """Strategies against each other."""

    strategies: tuple[str, ...] = Field(
        (),
        strict=False,
        description="agents; none: the game's bots and, unless it must be quick, teachers, a search, trained policies",
    )
    margin: float = Field(0.05, gt=0, lt=0.25, description="a difference in share of first place that is none")
    seeds: int = Field(4000, ge=1, le=10_000_000, description="seeds of a pair of compiled agents, at most")
    slow_seeds: int = Field(
        1000, ge=1, le=1_000_000, description="seeds of any other pair, at most; no more than seeds"
    )
    resamples: int = Field(200, ge=20, le=100_000, description="samples of the seeds by which the rest is judged")


QUICK: dict[str, Any] = {"seeds": 600, "slow_seeds": 40, "margin": 0.1, "resamples": 100}
SEARCH = "search:64"


def strategies_of(game: Game, config: StrategiesConfig, quick: bool) -> tuple[str, ...]:
    """Return the strategies as texts; raise GameError for a set of one, and for those that the game does not have."""
    given = config.strategies
    if not given:
        given = tuple(bots(game))
        if not quick or len(given) < 2:
            given = (*(given or (RANDOM,)), *teachers(game), SEARCH, *own_policies(game))
    for text in given:
        let_go([find_agent(game, text, trust=config.trust, isolate=config.isolate)])
    if len(set(given)) < len(given):
        raise GameError(f"strategies: {', '.join(given)}: each strategy is given once")
    if len(given) < 2:
        raise GameError(f"strategies: {', '.join(given)}: a set of one strategy; two or more are needed")
    return tuple(given)


def most_seeds(game: Game, config: StrategiesConfig, texts: Sequence[str]) -> np.ndarray:
    """Return how many seeds each pair may play, int (strategies, strategies); raise GameError for too few."""
    compiled = np.array([is_compiled(game, text, config) for text in texts])
    slow = min(config.slow_seeds, config.seeds)
    most = np.where(np.logical_and.outer(compiled, compiled), config.seeds, slow)
    needed = fewest_groups(len(texts), config.error)
    for name, value in (("seeds", config.seeds), ("slow_seeds", slow)):
        if value < needed and (most[~np.eye(len(texts), dtype=bool)] == value).any():
            raise GameError(
                f"{name} = {value}: too few for any verdict; of {len(texts)} strategies even one that wins every game "
                f"is proven to be ahead only after {needed} seeds"
            )
    return most


def jobs_of(game: Game, config: StrategiesConfig, texts: Sequence[str]) -> list[Job]:
    """Return all jobs that may be played before mixtures are tried."""
    most, job = most_seeds(game, config, texts), _jobs(game, config, texts)
    return [job(pair, group) for pair in combinations(range(len(texts)), 2) for group in range(int(most[pair]))]


def _jobs(game: Game, config: StrategiesConfig, texts: Sequence[str]) -> Callable[[tuple[int, int], int], Job]:
    """Return the function that makes the job of a pair and a group."""
    values, own = values_of(game), (config.trust, config.isolate)

    def job(pair: tuple[int, int], group: int) -> Job:
        one, other = (texts[k] for k in pair)
        return Job(f"pair {one} | {other}", game.name, values, (one, other), config.seed + group, False, *own)

    return job


def strategies(
    game: Game, config: StrategiesConfig, texts: tuple[str, ...], session: Session
) -> tuple[Report, list[Played]]:
    """Play what is left, and return what is found, with the games."""
    rows: list[Played] = []
    job = _jobs(game, config, texts)

    def play(pairs: Sequence[tuple[int, int]], groups: range) -> Games:
        found = session.play([job(pair, group) for pair in pairs for group in groups])
        rows.extend(found)
        return as_games(found, texts, config.seed)

    rivals = np.array([[one != other and are_rivals(game, one, other) for other in texts] for one in texts])
    explored = explore(most_seeds(game, config, texts), config.margin, config.error, play, rivals)
    figures = figures_of(explored, np.array([is_plan(game, text) for text in texts]), config.resamples, config.seed)
    return strategies_report(game, Found(config, texts, explored, figures, rivals, rows)), rows


def as_games(rows: Sequence[Played], texts: Sequence[str], seed: int) -> Games:
    """Return games as group, row, column and the row's share of first place."""
    number = {text: k for k, text in enumerate(texts)}
    group = np.array([row.seed - seed for row in rows], int)
    row, column = np.array([[number[text] for text in one.players] for one in rows], int).reshape(-1, 2).T
    return group, row, column, np.array([one.score() for one in rows], float)
