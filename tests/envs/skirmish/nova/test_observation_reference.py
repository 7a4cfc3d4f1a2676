"""What agents see in whole games, against a plain second writer of the observation."""

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.nova import game
from swarmzoo.envs.skirmish.nova.layout import PER_SIDE, PLANES, PROFILE, SHEET, THING, VECTOR
from tests.envs.skirmish.nova.plain_sight import PlainSight, difference

SMALL = {"columns": 16, "rows": 16, "max_rounds": 4}
GAMES = {
    "duel": SMALL,
    "firefight": SMALL | {"scenario": "firefight"},
    "hostage, sheets unseen": SMALL | {"scenario": "hostage", "rules": {"reveal": "plain"}},
    "gauntlet": SMALL | {"scenario": "gauntlet", "rules": {"encounter_rounds": 1}},
    "demolition": SMALL | {"scenario": "demolition"},
}
OPEN = {  # what follows from tables of the battlefield, or from the engine's own arithmetic: other tests are about it
    "pieces": ("direction, 1 to 6", "hexes to its own edge, at most 255"),
    "objects": ("direction, 1 to 6",),
    "sides": ("what is left of it, in 100",),
    "profiles": (
        *("full levels of each", "hexes of a run", "hexes of a sprint", "steadiness", "hard to hit"),
        *("resistance to powers", "resistance to mental attacks", "impervious", "levels that its powers take"),
        "regenerates 1, machine 2, all henchmen 4",
    ),
}
OPEN_MOMENT = tuple(
    name
    for name in VECTOR
    if name.startswith(("hexes that", "actions that", "burst", "aimed at", "in place", "dice", "henchmen", "successes"))
    or name.startswith(("hits", "defence", "soak", "1 + type", "metres", "collision", "1 + row of who", "cover here"))
    or name.startswith(("hexes to the own", "hexes to the edge", "its structure", "extras in", "encounters that"))
)


@pytest.mark.rule("NOV-A6", "NOV-30")
@pytest.mark.parametrize("name", GAMES)
def test_agents_see_what_the_names_of_the_numbers_say(name):
    made = game(**GAMES[name])
    table, questions, compared = Table(made, 1, at_random=True), Questions(made), 0
    for seed in range(2):
        table.seed(np.array([seed]))
        table.begin()
        for number in range(70):
            if table.done[0]:
                break
            for agent in range(made.num_agents):
                if (number + agent) % 5 == 0:
                    compared += 1
                    assert wrong(made, table.states, questions.observation(table.states, agent), agent) == []
            table.step()
    assert compared > 20


def wrong(made, states, observation, agent):
    """Return what of an observation is not as it is told in plain words."""
    eyes = PlainSight(made, states[0], agent)
    parts = {part.name: observation[part.start : part.stop].reshape(part.shape) for part in made.observation_layout}
    found = difference(eyes.situation(), parts["situation"], VECTOR, OPEN_MOMENT)
    for row, i in enumerate(eyes.rows()):
        found += difference(eyes.sheet(i), parts["pieces"][row], SHEET, OPEN["pieces"])
        found += difference(eyes.profile(i), parts["profiles"][row], PROFILE, OPEN["profiles"])
    for slot, n in enumerate(eyes.slots()):
        found += difference(eyes.thing(n), parts["objects"][slot], THING, OPEN["objects"])
    for row, side in enumerate(eyes.sides):
        found += difference(eyes.of_side(side), parts["sides"][row], PER_SIDE, OPEN["sides"])
    if eyes.middle(eyes.me) < 0:
        return found + ["a disc about nobody"] * bool(parts["disc"].any())
    for k, told in enumerate(eyes.disc()):
        numbers = parts["disc"][k].tolist()
        found += [f"hex {k}, {PLANES[p]}: {numbers[p]}" for p, n in enumerate(told) if n not in (None, numbers[p])]
    return found
