"""Images of states: what takes the first side to the n-th, done to a whole state."""

import numpy as np

from swarmzoo.envs.skirmish.battlefield.zones import counted_from
from swarmzoo.envs.skirmish.overseer.state import NOBODY
from tests.relabelling import Relabelling

BY_SIDE = ("winners", "strength", "escaped_us", "held")
BY_CELL = ("terrain", "height")
UNITS = ("marked", "shocked_by")  # of units
BY_UNIT = (
    *("fate", "wounds", "us", "lost", "pinned", "running", "under_cover", "kept_cover", "watching", "swarm_reaction"),
    *("own_reaction", "aim", "shock", "shock_left", "unnerved", "halved", "initiative", *UNITS),
)
BITS = ("feared", "touch")  # of units, by unit
BY_PIECE = ("models", "fleeing", "ranked")
PLAIN = (
    *("rng", "done", "ending", "rounds", "stage", "nth", "halves", "command", "swarm_attacked", "self_attacked"),
    *("concentrated", "moved", "rallied", "has_marked", "cornered", "moving", "phase", "attack", "by_specialist"),
    *("by_leader", "num_targets", "target", "hits_on", "needed", "rolled", "hits", "called_body", "body_hits"),
    *("damage", "team_damage", "fury", "step", "mask", "goals", "far"),
)
OF_UNITS = ("actor", "current", "prey", "attacker")


class Image:
    """Where the n-th image takes sides, cells, units and pieces; the last entry of each is that of nobody."""

    def __init__(self, game, nth):
        plan, rules = game.words._plan, game.rules[0]
        sides = plan.sides
        self.sides = np.array([*(counted_from(sides, side)[nth] for side in range(sides)), NOBODY])
        self.cells = np.full(plan.cell_capacity + 1, NOBODY)
        for place in plan.field.places:
            self.cells[plan.field.cell(*place)] = plan.field.cell(*plan.field.images(sides, place)[nth])
        u = np.arange(plan.units)
        self.units = np.append(self.sides[u // plan.slots] * plan.slots + u % plan.slots, NOBODY)
        self.homes = np.r_[self.units[:-1], plan.units, NOBODY]  # the neutral profile is its own image
        self.pieces = np.append(np.arange(plan.pieces), NOBODY)
        self.pieces[: plan.units] = self.units[:-1]
        for home in u:
            homes = rules["squad_home"][plan.units : rules["pieces"]]
            own, other = (plan.units + np.flatnonzero(homes == one) for one in (home, self.units[home]))
            self.pieces[own] = other


def image_of(game, states, nth):
    """Return the n-th image of a state, shape (1,), with all that follows from the rest worked out again.

    Leaderless pieces are counted as they are: of several that are alike the image may take another one.
    """
    to, s, found = Image(game, nth), states[0], states.copy()
    f, units, pieces = found[0], to.units[:-1], to.pieces[:-1]
    here = np.flatnonzero(to.cells[:-1] >= 0)
    for name in BY_CELL:
        f[name][to.cells[here]] = s[name][here]
    for name in BY_SIDE:
        f[name][to.sides[:-1]] = s[name]
    for name in BY_UNIT:
        f[name][units] = to.units[s[name]] if name in UNITS else s[name]
    for name in BITS:
        f[name][units] = _bits(to, s[name])
    for name in BY_PIECE:
        f[name][pieces] = s[name]
    f["place"][pieces], f["side"][pieces] = to.cells[s["place"]], to.sides[s["side"]]
    f["home"][pieces], f["group"][pieces] = to.homes[s["home"]], to.units[s["group"]]
    f["roll"][units], f["enrolled"][units] = to.pieces[s["roll"]], s["enrolled"]
    f["specialist"][units] = to.pieces[s["specialist"]]
    f["order"], f["targets"], f["queue"] = units[s["order"]], to.units[s["targets"]], _bits(to, s["queue"])
    for name in OF_UNITS:
        f[name] = to.units[s[name]]
    f["goal"] = to.cells[s["goal"]]
    f["around_from"] = f["sight_from"] = NOBODY
    game.validity.rebuild(found)
    return found


def _bits(to, values):
    """Return bits of units as those of the units to which they are taken."""
    return sum((values >> u & 1) << int(other) for u, other in enumerate(to.units[:-1]))


def differences(a, b):
    """Return the names of what differs between two states, in all that is not worked out for a look about."""
    names = (
        *(*PLAIN, *OF_UNITS, *BY_SIDE, *BY_CELL, *BY_UNIT, *BITS, *BY_PIECE, "place", "side", "home", "group", "roll"),
        *("enrolled", "specialist", "order", "targets", "queue", "goal", "in_touch", "front", "cover"),
    )
    return [name for name in names if (a[name] != b[name]).any()]


def sides_moved(game, nth):
    """Return, by side, the one to which the n-th image takes it."""
    return Image(game, nth).sides[:-1]


def agents_moved(game, nth):
    """Return, by agent, the one to which the n-th image takes it."""
    to, rules = Image(game, nth), game.rules[0]
    return np.array([rules["agent_of"][to.units[u]] for u in game.words._plan.unit_of])


def relabellings(game):
    """Return what takes the first side to each other one, where the ground is its own image."""
    if not game.config.even_seats:
        return []
    return [
        Relabelling(lambda state, nth=nth: image_of(game, state, nth), agents_moved(game, nth))
        for nth in range(1, game.num_sides)
    ]
