"""Images of states: what takes the first warband to the n-th, done to a whole state."""

import numpy as np

from swarmzoo.envs.skirmish.battlefield.zones import counted_from
from swarmzoo.envs.skirmish.warband.state import NOBODY
from tests.relabelling import Relabelling

BY_WARBAND = ("winners", "tokens", "left", "broken", "half_out", "purse", "centre")
BY_CELL = ("terrain", "height", "loot")
CHARACTERS = ("aim_at", "taunted_by")
BY_CHARACTER = (
    *("fate", "place", "star", "mallet", "activated", "stunned", "bloodied", "morale", "prone", "hugging", "loaded"),
    *("aim_at", "aim", "order", "ward", "haste", "taunted_by", "scrolls"),
)
PLAIN = (
    *("rng", "done", "ending", "turn", "stage", "points", "budget", "moved", "charged", "getting_away"),
    *("ordered_now", "held", "far", "closest", "uncovered", "mask", "lying"),
)


def warbands_moved(game, nth):
    """Return, by warband, the one to which the n-th image takes it."""
    sides = len(game.agents)
    return np.array([counted_from(sides, side)[nth] for side in range(sides)])


def image_of(game, states, nth):
    """Return the n-th image of a state, shape (1,), with all that follows from the rest worked out again."""
    plan, s, found = game.words._plan, states[0], states.copy()
    to, f, slots = warbands_moved(game, nth), found[0], plan.slots
    cells = np.full(plan.cell_capacity + 1, NOBODY)  # the last one: of nobody
    for place in plan.field.places:
        cells[plan.field.cell(*place)] = plan.field.cell(*plan.field.images(len(to), place)[nth])
    people = np.append(to[np.arange(len(s["side"])) // slots] * slots + np.arange(len(s["side"])) % slots, NOBODY)
    here = np.flatnonzero(cells >= 0)
    for name in BY_CELL:
        f[name][cells[here]] = s[name][here]
    for name in BY_WARBAND:
        f[name][to] = s[name]
    for name in BY_CHARACTER:
        values = people[s[name]] if name in CHARACTERS else cells[s[name]] if name == "place" else s[name]
        f[name][people[:-1]] = values
    f["actor"], f["current"] = to[s["actor"]], people[s["current"]]
    f["around_from"] = f["sight_from"] = f["line_from"] = NOBODY
    game.validity.rebuild(found)
    return found


def differences(a, b):
    """Return the names of what differs between two states, in all that is not worked out for a look about."""
    return [
        name
        for name in (*PLAIN, "actor", "current", *BY_WARBAND, *BY_CELL, *BY_CHARACTER)
        if (a[name] != b[name]).any()
    ]


def relabellings(game):
    """Return what takes the first warband to each other one, where the ground is its own image."""
    if not game.config.even_seats:
        return []
    return [
        Relabelling(lambda state, nth=nth: image_of(game, state, nth), warbands_moved(game, nth))
        for nth in range(1, game.num_sides)
    ]
