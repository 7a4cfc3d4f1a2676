"""Random games, env step by env step, and states that nobody played, for tests of words and pictures."""

from functools import cache

import numpy as np

from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.game import formation
from swarmzoo.envs.formation.plan import Plan
from swarmzoo.envs.formation.state import FIELD, NOBODY, state_dtype
from swarmzoo.envs.formation.terrain import OPEN

SIZE = 8
STEPS_SHOWN = 400


@cache
def random_game(scenario: str, seed: int) -> tuple[Game, tuple[np.ndarray, ...]]:
    """Play a game with random choices; return the game and its states, each of shape (1,), the last one included."""
    game = formation(FormationConfig(scenario=scenario, size=SIZE))
    table = Table(game, 1)
    table.seed(np.array([seed]))
    table.arrange(at_random=True)
    table.begin()
    states = [_copied(table)]
    while not table.done[0] and len(states) < STEPS_SHOWN:
        table.step()
        states.append(_copied(table))
    return game, tuple(states)


def _copied(table: Table) -> np.ndarray:
    state = table.game.new_states(1)
    state[0] = table.states[0]
    return state


def drawn_up(plan: Plan) -> np.ndarray:
    """Return a state of shape (1,), made without kernels: everybody in its place, or in the first one that is free."""
    states = np.zeros(1, state_dtype(plan.soldier_capacity, plan.cell_capacity))
    s, field = states[0], plan.field
    for name in ("occupant", "lies_at", "formation", "place"):
        s[name] = NOBODY
    s["terrain"][: field.cells] = np.where(np.array(plan.terrain) < 0, OPEN, plan.terrain)
    s["objective"][: field.cells] = plan.objective
    free = (field.cell(column, row) for row in range(field.rows) for column in range(field.columns))
    for i in range(len(plan.company)):
        cell = plan.start[i] if plan.start[i] != NOBODY else next(c for c in free if s["occupant"][c] == NOBODY)
        s["occupant"][cell], s["place"][i] = i, cell
        s["company"][i], s["kind"][i], s["squad"][i] = plan.company[i], plan.kind[i], plan.squad[i]
        s["leads"][i], s["facing"][i], s["fate"][i] = plan.leads[i], plan.fronts[plan.company[i]], FIELD
    return states
