"""Relabellings: what exchanges the seats of a game and leaves everything else as it is.

A game declares its own in ``tests/envs/<place>/images.py``: a function ``relabellings(game)`` that returns a list of
``Relabelling``. A game whose configuration says ``even_seats`` must have some that bring every seat to every other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from swarmzoo.envs.api.opponents import CompiledOpponent
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table

FATES = 16  # generators with which a step is tried: does anything hang on chance?


@dataclass(frozen=True)
class Relabelling:
    """One way to exchange the seats.

    ``image`` takes a state, shape (1,), to its image; ``agents`` int (agents,) is the agent that takes each one's place
    there. ``lasts``: what follows without chance from the image is the image of what follows.
    """

    image: Callable[[np.ndarray], np.ndarray]
    agents: np.ndarray
    lasts: bool = True


def relabellings(game: Game, module: str) -> list[Relabelling]:
    """Return what a module ``images`` declares for a game; nothing where there is no such module."""
    return import_module(module).relabellings(game) if find_spec(module) else []


def seats_reached(game: Game, found: list[Relabelling]) -> list[set[int]]:
    """Return, for each seat, the sides to which relabellings bring it, and its own."""
    sides = np.array(game.side_of_agent)
    first = [game.side_of_agent.index(side) for side in game.seats]
    return [{int(sides[agent]), *(int(sides[each.agents[agent]]) for each in found)} for agent in first]


def differences(game: Game, state: np.ndarray, image: np.ndarray, agents: np.ndarray) -> list[str]:
    """Return what an agent is asked, shown or paid otherwise in a state than the one in its place in the image."""
    questions, found = Questions(game), []
    asked, asked_there = questions.acting(state), questions.acting(image)
    paid, paid_there = (np.stack(questions.rewards(one)) for one in (state, image))
    for agent, there in enumerate(agents.tolist()):
        seen = questions.observation(state, agent) != questions.observation(image, there)
        mask = questions.mask(state, agent) != questions.mask(image, there)
        for what, differs in (
            ("asked", asked[agent] != asked_there[there]),
            ("paid", (paid[:, agent] != paid_there[:, there]).any()),
            (f"shown {parts_of(game, seen)}", seen.any()),
            (f"allowed {np.flatnonzero(mask).tolist()}", mask.any()),
        ):
            if differs:
                found.append(f"{game.agents[agent]} and {game.agents[there]}: {what}")
    return found


def parts_of(game: Game, numbers: np.ndarray) -> list[str]:
    """Return the names of the parts of an observation in which some numbers are marked, bool (size,)."""
    return [part.name for part in game.observation_layout if numbers[part.start : part.stop].any()]


def after(game: Game, state: np.ndarray, actions: np.ndarray) -> np.ndarray | None:
    """Return the state, shape (1,), after a step with actions int (agents,), or None where it hangs on chance."""
    table = Table(game, FATES, everyone=True, pausing=True)
    table.begin()
    states = np.repeat(state, FATES)
    states["rng"] = np.random.default_rng(FATES).integers(1, 1 << 32, (FATES, 4), np.uint32)
    states["rng"][0] = state["rng"][0]
    table.enter(states)
    table.actions[:] = actions
    table.step()
    found = table.states[:1].copy()
    table.states["rng"] = 0
    return found if len({one.tobytes() for one in table.states}) == 1 else None


def changed_over(agents: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """Return the actions, int (agents,), that the agents in the image take in place of these."""
    found = np.zeros_like(actions)
    found[agents] = actions
    return found


def advice(game: Game, bot: CompiledOpponent, state: np.ndarray) -> np.ndarray:
    """Return what a bot chooses for each agent, int (agents,); -1 for who is not asked, or where it hangs on chance."""
    table = Table(game, FATES, bot.choose, everyone=True, stand_in=bot.bot, advice_only=True)
    table.seed(np.arange(FATES))
    table.begin()
    table.enter(np.repeat(state, FATES))
    sure = (table.advice == table.advice[0]).all(0) & (table.acting[0] != 0)
    return np.where(sure, table.advice[0], -1)
