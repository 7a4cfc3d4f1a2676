"""Is a game even between equal players, and what are its games like? By skill: what is fair for beginners may not be
for experts.

Every level, an agent, plays itself in all seats, a game a seed; and all pairs of levels play each other, every seed in
every seating. What is counted stands in ``balance_measures``, what a game is like in ``trace``.
"""

from itertools import combinations
from typing import Any

from pydantic import Field

from swarmzoo.agents.built_in import built_in, teachers
from swarmzoo.agents.find import find_agent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.probing.balance_report import balance_report
from swarmzoo.lab.probing.jobs import Job, Played
from swarmzoo.lab.probing.mattering import weigh
from swarmzoo.lab.probing.players import is_compiled, own_policies
from swarmzoo.lab.probing.session import Session
from swarmzoo.lab.probing.setting import ProbeConfig, values_of
from swarmzoo.lab.probing.verdict import Report

FEWEST = 20  # games of a level, below which nothing is said
POSITIONS_A_TASK = 4


class BalanceConfig(ProbeConfig):
    """How even a game is."""

    levels: tuple[str, ...] = Field(
        (),
        strict=False,
        description="agents, from weak to strong as far as is known; none: random, the game's bots, a search, its "
        "trained policy",
    )
    games: int = Field(2000, ge=FEWEST, le=10_000_000, description="seeds that a compiled bot plays against itself")
    slow_games: int = Field(
        200, ge=FEWEST, le=10_000_000, description="seeds that any other level plays against itself"
    )
    ladder_games: int = Field(200, ge=2, le=1_000_000, description="seeds of a pair of compiled bots, in every seating")
    slow_ladder_games: int = Field(20, ge=2, le=1_000_000, description="seeds of any other pair, in every seating")
    positions: int = Field(60, ge=0, le=100_000, description="decisions whose best options are compared; 0: none")
    simulations: int = Field(256, ge=2, le=1_000_000, description="simulations of the search that compares them")


QUICK: dict[str, Any] = {
    "games": 1000,
    "slow_games": 40,
    "ladder_games": 40,
    "slow_ladder_games": 4,
    "positions": 16,
    "simulations": 64,
}
QUICK_SEARCH, SEARCHES = ("search:32",), ("search:64", "search:256")


def levels_of(game: Game, config: BalanceConfig, quick: bool) -> tuple[str, ...]:
    """Return the levels that are measured, as texts; raise GameError for those that the game does not have."""
    given = config.levels
    if not given:
        given = (*built_in(game), *teachers(game), *(QUICK_SEARCH if quick else SEARCHES), *own_policies(game))
    for text in given:
        find_agent(game, text, trust=config.trust, isolate=config.isolate)
    if len(set(given)) < len(given):
        raise GameError(f"levels: {', '.join(given)}: each level is given once")
    return tuple(given)


def jobs_of(game: Game, config: BalanceConfig, levels: tuple[str, ...]) -> tuple[list[Job], list[Job]]:
    """Return the jobs of the levels against themselves, and those of all pairs."""
    own: dict[str, Any] = {"trust": config.trust, "isolate": config.isolate}
    values, quick = values_of(game), {text: is_compiled(game, text, config) for text in levels}
    alone = [
        Job(f"level {text}", game.name, values, (text,), config.seed + k, is_traced=True, **own)
        for text in levels
        for k in range(config.games if quick[text] else config.slow_games)
    ]
    pairs = [
        Job(f"pair {one} | {other}", game.name, values, (one, other), config.seed + k, **own)
        for one, other in combinations(levels, 2)
        for k in range(config.ladder_games if quick[one] and quick[other] else config.slow_ladder_games)
    ]
    return alone, pairs


def weighings_of(game: Game, config: BalanceConfig, levels: tuple[str, ...]) -> dict[str, Any]:
    """Return the tasks that compare options, by key: decisions of the strongest compiled level that is named last."""
    quick = [text for text in levels if is_compiled(game, text, config)] or list(levels)
    player = quick[-1]
    given = {
        "game": game.name,
        "values": values_of(game),
        "player": player,
        "simulations": config.simulations,
        "trust": config.trust,
        "isolate": config.isolate,
    }
    seeds = range(config.seed, config.seed + config.positions)
    parts = [list(seeds[k : k + POSITIONS_A_TASK]) for k in range(0, len(seeds), POSITIONS_A_TASK)]
    return {f"weigh {player} {config.simulations} {part[0]} {len(part)}": given | {"seeds": part} for part in parts}


def balance(
    game: Game, config: BalanceConfig, levels: tuple[str, ...], session: Session
) -> tuple[Report, list[Played]]:
    """Play what is left, and return what is found, with the games."""
    alone, pairs = jobs_of(game, config, levels)
    rows, met = session.play(alone), session.play(pairs)
    weighed = session.work(weigh, weighings_of(game, config, levels)) if config.positions else {}
    gaps = [found["gap"] for part in weighed.values() for found in part if found]
    return balance_report(game, config, levels, rows, met, gaps), rows + met
