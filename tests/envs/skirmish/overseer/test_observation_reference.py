"""What agents see in whole games, against a plain second writer of the observation."""

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.overseer import game
from swarmzoo.envs.skirmish.overseer.layout import PLANES, SHEET, VECTOR
from tests.envs.skirmish.overseer.plain_sight import PlainSight, difference

SMALL = {"underlings": 8, "columns": 16, "rows": 16, "max_rounds": 8}
GAMES = {
    "duel": SMALL,
    "held ground": SMALL | {"scenario": "hold_ground"},
    "rally": {"scenario": "rally", "columns": 16, "rows": 16, "max_rounds": 8},
    "heroes": {"scenario": "heroes_vs_swarm", "heroes": 2, "underlings": 10}
    | {"columns": 16, "rows": 16, "max_rounds": 6},
}


@pytest.mark.rule("OVR-A6")
@pytest.mark.parametrize("name", GAMES)
def test_agents_see_what_the_names_of_the_numbers_say(name):
    made = game(**GAMES[name])
    table, questions, compared = Table(made, 1, at_random=True), Questions(made), 0
    for seed in range(3):
        table.seed(np.array([seed]))
        table.begin()
        for number in range(60):
            if table.done[0]:
                break
            if number % 4 == 0:
                for agent, u in enumerate(made.words._plan.unit_of):
                    compared += 1
                    assert wrong(made, table.states, questions.observation(table.states, agent), u) == []
            table.step()
    assert compared > 20


def wrong(made, states, observation, u):
    """Return what of an observation is not as it is told in plain words."""
    eyes = PlainSight(made, states[0])
    parts = {part.name: observation[part.start : part.stop].reshape(part.shape) for part in made.observation_layout}
    found = difference(eyes.situation(u), parts["situation"], VECTOR)
    for row, j in enumerate(eyes.rows(u)):
        if j in eyes.plan.unit_of:
            found += difference(eyes.sheet(u, j), parts["units"][row], SHEET)
    if eyes.place(u) is None:
        return found + ["a disc about nobody"] * bool(parts["disc"].any())
    for k, told in enumerate(eyes.disc(u)):
        found += [
            f"hex {k}, {PLANES[p]}: {parts['disc'][k, p]}, not {n}" for p, n in told.items() if parts["disc"][k, p] != n
        ]
    return found
