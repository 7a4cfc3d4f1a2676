"""Everything of a game compiled ahead of time: what environments, evaluations, bots and searches call."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.agents.view import prepare
from swarmzoo.envs.core.compiled import TOOK
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import Game, copy_of
from swarmzoo.envs.core.table import Table


def warm(game: Game) -> Iterator[tuple[str, float]]:
    """Compile what is not compiled yet; yield the name of each compiled part and the seconds of CPU time it took."""
    for work in _parts(game):
        known = set(TOOK)
        work()
        yield from ((name, TOOK[name, size]) for name, size in TOOK.keys() - known)


def _parts(game: Game) -> Iterator[Callable[[], Any]]:
    """Yield calls that each need a compiled part of their own."""
    choices = dict.fromkeys([None, *(bot.choose for bot in built_in(game).values() if bot.bot > 0)])
    for choose in choices:
        yield Table(game, 1, choose).begin
    table = Table(game, 1)
    table.begin()
    state, ask = table.states, Questions(game)
    yield lambda: ask.acting(state)
    yield lambda: ask.mask(state, 0)
    yield lambda: ask.observation(state, 0)
    yield lambda: ask.rewards(state)
    yield lambda: ask.why_not(state, 0, 0)
    yield lambda: ask.overview(state)
    yield lambda: ask.determinized(state, 0, 1)
    yield lambda: prepare(game, state)
    yield lambda: game.validity.check(state)
    yield lambda: game.words.read_position(game.words.write_position(state), 0)
    yield lambda: list(game.words.measures(state))
    yield lambda: _search(game, state)


def _search(game: Game, state: np.ndarray) -> None:
    """Let a tree search look at a state, shape (1,), in which somebody acts."""
    agent = int(Questions(game).acting(state).argmax())
    side = game.side_of_agent[agent]
    TreeSearch(game, simulations=2).act_on(copy_of(state), *(np.array([number]) for number in (side, agent, 0)))
