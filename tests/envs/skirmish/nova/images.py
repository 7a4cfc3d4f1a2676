"""Images of states: what takes the first side to the n-th, done to a whole state."""

import numpy as np

from swarmzoo.envs.skirmish.battlefield.spreading import ROWS
from swarmzoo.envs.skirmish.battlefield.zones import counted_from
from swarmzoo.envs.skirmish.nova.state import AT_HEX, AT_PIECE, AT_THING, MOST_THINGS, NOBODY
from tests.relabelling import Relabelling

BY_SIDE = ("winners", "extras", "hits")
BY_CELL = ("terrain", "height")
BY_PIECE = (
    *("fate", "aggravated", "lethal", "bashing", "stun", "stun_clock", "members", "hl", "henchmen", "supports"),
    *("gone_layers", "ablative", "maimed", "willpower", "dying", "beyond_help", "taken", "powered", "dazed"),
    *("daze_next", "stunned", "stun_next", "prone", "covered", "defended", "has_healed", "full", "sprinting"),
    *("num_planned", "plan_kind", "plan_what", "plan_mode", "plan_how", "plan_fate", "plan_harder", "initiative"),
    "lot",
)
PIECES = ("actor", "current", "attacker", "target", "a_shield", "a_behind", "a_first", "a_struck")  # a piece
HELD = ("holding", "held_by")  # a piece, by piece
THINGS = ("object_kind", "structure")
SCRATCH = (
    *("around", "around_from", "around_front", "sight", "sight_from", "sight_front", "screens", "reach", "toll"),
    *(*ROWS, "way", "num_way", "logged", "log", "bans_lifted"),
)


class Image:
    """Where the n-th image takes sides, cells, pieces and objects; the last entry of each is that of nobody."""

    def __init__(self, game, nth):
        plan, first = game.words._plan, int(game.rules[0]["first_scattered"])
        sides = plan.sides
        self.sides = np.array([*(counted_from(sides, side)[nth] for side in range(sides)), NOBODY])
        self.cells = np.full(plan.cell_capacity + 1, NOBODY)
        for place in plan.field.places:
            self.cells[plan.field.cell(*place)] = plan.field.cell(*plan.field.images(sides, place)[nth])
        i = np.arange(plan.pieces)
        self.pieces = np.append(self.sides[i // plan.slots] * plan.slots + i % plan.slots, NOBODY)
        self.things = np.append(np.arange(MOST_THINGS), NOBODY)
        for n in range(first, MOST_THINGS - (MOST_THINGS - first) % sides):
            group, of = divmod(n - first, sides)
            self.things[n] = first + group * sides + counted_from(sides, of)[nth]


def image_of(game, states, nth):
    """Return the n-th image of a state, shape (1,), with all that follows from the rest worked out again."""
    to, s, found = Image(game, nth), states[0], states.copy()
    f, pieces, things = found[0], to.pieces[:-1], to.things[:-1]
    here = np.flatnonzero(to.cells[:-1] >= 0)
    for name in BY_CELL:
        f[name][to.cells[here]] = s[name][here]
    f["object"][to.cells[here]] = to.things[s["object"][here]]
    for name in BY_SIDE:
        f[name][to.sides[:-1]] = s[name]
    for name in BY_PIECE:
        f[name][pieces] = s[name]
    for name in HELD:
        f[name][pieces] = to.pieces[s[name]]
    for name in THINGS:
        f[name][things] = s[name]
    f["thing_at"][things] = to.cells[s["thing_at"]]
    for name in ("place", "lies"):
        f[name][pieces] = to.cells[s[name]]
    f["side"][pieces], f["order"] = to.sides[s["side"]], pieces[s["order"]]
    f["mobbed"][pieces] = _bits(to.sides, s["mobbed"])
    f["plan_aim"][pieces] = _aims(to, s["plan_what"], s["plan_aim"])
    f["a_aim"], f["a_centre"] = _aims(to, s["a_what"], s["a_aim"]), to.cells[s["a_centre"]]
    f["a_queue"], f["a_things"] = _bits(to.pieces, s["a_queue"]), _bits(to.things, s["a_things"])
    f["a_thing"], f["harmed_by"] = to.things[s["a_thing"]], to.sides[s["harmed_by"]]
    for name in PIECES:
        f[name] = to.pieces[s[name]]
    f["around_from"] = f["sight_from"] = NOBODY
    game.validity.rebuild(found)
    return found


def _aims(to, what, aim):
    """Return what actions are aimed at, as that to which it is taken."""
    found = np.where(what == AT_PIECE, to.pieces[np.where(what == AT_PIECE, aim, NOBODY)], aim)
    found = np.where(what == AT_HEX, to.cells[np.where(what == AT_HEX, aim, NOBODY)], found)
    return np.where(what == AT_THING, to.things[np.where(what == AT_THING, aim, NOBODY)], found)


def _bits(to, values):
    """Return bits as those to which they are taken."""
    return sum((values >> k & 1) << int(other) for k, other in enumerate(to[:-1]))


def differences(a, b):
    """Return the names of what differs between two states, in all that is not worked out for a look about."""
    return [name for name in a.dtype.names if name not in SCRATCH and (a[name] != b[name]).any()]


def agents_moved(game, nth):
    """Return, by agent, the one to which the n-th image takes it."""
    to, rules = Image(game, nth), game.rules[0]
    return np.array([rules["agent_of"][to.pieces[i]] for i in game.words._plan.piece_of])


def relabellings(game):
    """Return what takes the first side to each other one, where the ground is its own image."""
    if not game.config.even_seats:
        return []
    return [
        Relabelling(lambda state, nth=nth: image_of(game, state, nth), agents_moved(game, nth))
        for nth in range(1, game.num_sides)
    ]
