"""What companies see is written for those who have changed alone: the same as if it were written for everybody."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.formation.observation import show_all
from swarmzoo.envs.formation.state import FIELD
from tests.envs.formation.random_games import random_game
from tests.envs.formation.reference.comparing import match

SCENARIOS = ("clash", "march", "bridge", "ambush", "escort", "fury", "spear wall", "trained squads", "missiles first")
FIELDS = ("shown", "middle", "in_view", "total")


def _show_again(states, rules):
    s = states[0]
    for cell in range(s.occupant.shape[0]):
        for company in range(2):
            s.shown[company, cell, 1] = s.shown[company, cell, 2] = 0
    for i in range(s.stale.shape[0]):
        s.stale[i] = True
    show_all(s, rules[0])


@cache
def show_again() -> Any:
    """Return the compiled function that writes again what companies see of everybody."""
    return entry_point(_show_again, "formation_show_again", {})


@pytest.mark.rule("FOR-P25")
@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_shown_of_everybody_is_up_to_date_in_every_env_step(scenario: str, seed: int) -> None:
    game, told = match(seed, scenario), 0
    while not game.table.done[0] and game.plies < 300:
        states = game.table.states.copy()
        show_again()(states, game.game.rules)
        assert not game.table.states["stale"].any()
        for name in FIELDS:
            assert np.array_equal(states[name], game.table.states[name]), (name, game.plies)
        told += len(set(states["shown"][0, :, :, 2].ravel().tolist()))
        game.step()
        game.plies += 1
    assert told > 30


@pytest.mark.rule("FOR-P25")
@pytest.mark.parametrize("scenario", ["clash", "ambush"])
def test_those_in_view_are_counted(scenario: str) -> None:
    game, states = random_game(scenario, 5)
    for state in states[::10]:
        s, rules = state[0], game.rules[0]
        for company in range(2):
            seen = np.flatnonzero((s["company"] == company) & (s["fate"] == FIELD) & (s["hidden"] == 0))
            seen = seen[seen < game.num_agents]
            assert s["in_view"][company] == len(seen)
            cells = s["place"][seen]
            assert s["total"][company].tolist() == [rules["q"][cells].sum(), rules["row"][cells].sum()]
