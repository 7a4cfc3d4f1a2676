"""Setting up: the ground, the objects on it, everybody in their places. [NOV-A2, NOV-A3]"""

from swarmzoo.envs.core.fields import parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.skirmish.battlefield.generator import lay_ground, random_cell
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, clear_ground, enter, survey_ground
from swarmzoo.envs.skirmish.battlefield.objects import NO_OBJECT, build, clear_objects, new_object
from swarmzoo.envs.skirmish.battlefield.terrain import OPEN
from swarmzoo.envs.skirmish.nova.fight.record import clear_attack
from swarmzoo.envs.skirmish.nova.holds import hold
from swarmzoo.envs.skirmish.nova.plans import clear_plan
from swarmzoo.envs.skirmish.nova.rules import DEMOLITION
from swarmzoo.envs.skirmish.nova.sheet import is_gritty, is_person, is_vehicle, who
from swarmzoo.envs.skirmish.nova.state import ABSENT, DECLARING, FIELD, WAITING

_TRIES = 20  # hexes that are drawn for each object


@kernel
def clear(s, r):
    """Empty everything."""
    s.done, s.ending, s.rounds, s.encounter, s.encounter_began = False, 0, 0, 0, 0
    s.stage, s.phase, s.actor, s.current, s.nth, s.num_order = WAITING, DECLARING, 0, NOBODY, 0, 0
    s.slot, s.replacing = 0, False
    clear_ground(s)
    clear_objects(s)
    for n in range(s.thing_at.shape[0]):
        s.thing_at[n] = NOBODY
    clear_attack(s)
    for i in range(s.place.shape[0]):
        clear_piece(s, i)
        s.side[i] = NOBODY
    for side in range(s.winners.shape[0]):
        s.winners[side] = s.extras[side] = s.hits[side] = 0
    s.points, s.objective, s.hostage, s.harmed_by = 0, NOBODY, NOBODY, NOBODY
    for action in range(s.mask.shape[0]):
        s.mask[action] = 0
    for k in range(s.goals.shape[0]):
        s.goals[k] = 0
    s.far, s.logged = -1, 0
    for row in range(s.log.shape[0]):
        for k in range(s.log.shape[1]):
            s.log[row, k] = 0


@kernel
def clear_piece(s, i):
    """Make a piece as it is before the game, out of the field."""
    s.order[i], s.initiative[i], s.lot[i] = i, 0, 0
    s.place[i] = s.lies[i] = s.holding[i] = s.held_by[i] = NOBODY
    s.fate[i] = ABSENT
    s.aggravated[i] = s.lethal[i] = s.bashing[i] = s.members[i] = s.gone_layers[i] = s.ablative[i] = 0
    s.maimed[i] = s.willpower[i] = s.dying[i] = s.beyond_help[i] = 0
    for k in range(s.hl.shape[1]):
        s.hl[i, k] = 0
    for k in range(s.henchmen.shape[1]):
        s.henchmen[i, k] = s.supports[i, k] = 0
    clear_condition(s, i)
    clear_plan(s, i)


@kernel
def clear_condition(s, i):
    """Let a piece be fresh: neither stunned nor dazed, on its feet, in nobody's grip."""
    s.stun[i] = s.stun_clock[i] = s.taken[i] = s.powered[i] = s.dazed[i] = s.daze_next[i] = 0
    s.stunned[i] = s.stun_next[i] = s.prone[i] = s.covered[i] = s.mobbed[i] = 0
    s.holding[i] = s.held_by[i] = NOBODY


@kernel
def set_up(s, r, seed):
    """Set up a new game, before its first round. [NOV-A2, NOV-A3]"""
    seed_rng(s.rng, seed)
    clear(s, r)
    lay_ground(s, r)
    survey_ground(s, r)
    put_objects(s, r)
    for i in range(r.pieces):
        if r.present[who(s, r, i)]:
            enter_piece(s, r, i)
    s.hostage = r.hostage
    if s.hostage != NOBODY:
        hold(s, int(r.slots), int(s.hostage))
    for i in range(r.pieces):
        if r.present[i] and not is_person(s, r, i) and not is_vehicle(s, r, i):
            s.extras[s.side[i]] += s.members[i]


# Pieces


@kernel
def enter_piece(s, r, i):
    """Let a piece enter the field whole, in the place where it begins."""
    row = who(s, r, i)
    clear_piece(s, i)
    s.side[i], s.fate[i] = r.side_of[i], FIELD
    s.willpower[i], s.ablative[i], s.members[i] = r.full_willpower[row], r.full_ablative[row], r.full_members[row]
    for k in range(s.hl.shape[1]):
        here = k < r.full_members[row] if is_gritty(s, r, i) else k == 0 and is_vehicle(s, r, i)
        s.hl[i, k] = r.health[row] if here else 0
    for k in range(s.henchmen.shape[1]):
        s.henchmen[i, k] = r.henchmen_count[row, k]
    enter(s, i, int(r.start[i]))


# Objects


@kernel
def put_objects(s, r):
    """Put objects on the field: those that have places, then those that are scattered. [NOV-55, NOV-A2]"""
    for nth in range(r.placed_kind.shape[0]):
        if r.placed_kind[nth] != NOBODY:
            place_object(s, r, int(r.placed_kind[nth]), int(r.placed_at[nth]))
    if r.scenario == DEMOLITION:
        s.objective = 0
    if r.generated:
        for kind in range(r.thing_scatter.shape[0]):
            scatter_objects(s, r, kind, int(r.hexes) * int(r.thing_scatter[kind]) // 1000)


@kernel
def place_object(s, r, kind, middle):
    """Build an object in the hexes about its middle."""
    n, far, odd = new_object(s, r, kind), int(r.thing_radius[kind]), parity(r, middle)
    s.thing_at[n] = middle
    for k in range(1 + 3 * far * (far + 1)):
        build(s, r, n, middle + int(r.disc[odd, 0, k]))


@kernel
def scatter_objects(s, r, kind, wanted):
    """Build about so many objects of a kind, of one hex each, wherever there is room; with their images, if asked."""
    tries = _TRIES * wanted
    while wanted > 0 and tries > 0:
        tries -= 1
        cell = random_cell(s, r)
        if has_room(s, r, cell):
            wanted -= 1 + place_images(s, r, kind, cell)


@kernel
def has_room(s, r, cell):
    """Tell whether an object, and its images if asked, can be built in a hex."""
    count = 1 + (r.images.shape[0] if r.symmetric else 0)
    if int(s.num_objects) + count > s.structure.shape[0] or not is_free(s, r, cell):
        return False
    for nth in range(r.images.shape[0] if r.symmetric else 0):
        if r.images[nth, cell] == cell or not is_free(s, r, int(r.images[nth, cell])):
            return False
    return True


@kernel
def is_free(s, r, cell):
    """Tell whether an object could be built in a hex: it is open, not the middle, and nobody begins there."""
    if s.terrain[cell] != OPEN or s.object[cell] != NO_OBJECT or cell == r.middle:
        return False
    for i in range(r.start.shape[0]):
        if r.start[i] == cell:
            return False
    return True


@kernel
def place_images(s, r, kind, cell):
    """Build an object in a hex and its images, if asked; return how many images."""
    place_object(s, r, kind, cell)
    if not r.symmetric:
        return 0
    for nth in range(r.images.shape[0]):
        place_object(s, r, kind, int(r.images[nth, cell]))
    return r.images.shape[0]
