"""Half a turn of the field with the companies exchanged, where both have the same goals and soldiers."""

import numpy as np

from swarmzoo.envs.formation.state import NOBODY
from tests.envs.formation.reference.turning import turned
from tests.relabelling import Relabelling


def image_of(game, state):
    """Return the state, shape (1,), after half a turn: by way of its text form."""
    plan = game.words._plan
    text = turned(game.words.write_position(state), plan.field.columns, plan.field.rows, len(set(plan.squad)) // 2)
    found = game.words.read_position(text, 1)
    found[0]["bans_lifted"] = state[0]["bans_lifted"][::-1]
    if state[0]["winner"] != NOBODY:
        found[0]["winner"] = 1 - state[0]["winner"]
    return found


def relabellings(game):
    """Return half a turn."""
    config = game.config
    if config.scenario not in ("clash", "bridge") or config.red != config.blue:
        return []
    others = (np.arange(game.num_agents) + game.num_agents // 2) % game.num_agents
    lasts = config.scenario == "clash" or config.rules.bridge_time == "turns alone"  # else the defender has it, blue
    return [Relabelling(lambda state: image_of(game, state), others, lasts=lasts)]
