"""Setting up: the ground, loot, the characters in their places. [WAR-1, WAR-P11, WAR-A6]"""

from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.skirmish.battlefield.generator import is_on_field, lay_ground, random_cell
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, clear_ground, enter, survey_ground
from swarmzoo.envs.skirmish.battlefield.terrain import NO_ENTRY, OFF
from swarmzoo.envs.skirmish.warband.rules import LOOT
from swarmzoo.envs.skirmish.warband.state import ABSENT, DRAWING, FIELD

TRIES = 20_000  # to find room for loot


@kernel
def clear(s, r):
    """Empty everything."""
    s.done, s.ending, s.turn, s.stage, s.actor, s.current = False, 0, 0, DRAWING, 0, NOBODY
    s.points, s.budget, s.moved, s.charged, s.getting_away, s.ordered_now = 0, 0, False, False, False, False
    s.far, s.held, s.closest, s.uncovered, s.logged = -1, False, 0, 0, 0
    s.line_from, s.lying = NOBODY, 0
    clear_ground(s)
    for k in range(s.goals.shape[0]):
        s.goals[k] = 0
    for cell in range(s.loot.shape[0]):
        s.loot[cell] = 0
    for side in range(s.tokens.shape[0]):
        s.tokens[side] = s.left[side] = s.purse[side] = s.centre[side] = 0
        s.winners[side] = s.broken[side] = s.half_out[side] = False
    for i in range(s.side.shape[0]):
        clear_character(s, r, i)
    for action in range(s.mask.shape[0]):
        s.mask[action] = 0
    s.num_dice = 0
    for k in range(s.dice.shape[0]):
        s.dice[k] = 0
    for row in range(s.log.shape[0]):
        for k in range(5):
            s.log[row, k] = 0


@kernel
def clear_character(s, r, i):
    """Make a character as it is before the encounter, out of the field."""
    s.side[i], s.fate[i], s.place[i] = i // int(r.slots), ABSENT, NOBODY
    s.star[i], s.mallet[i], s.scrolls[i] = r.own_star[i], r.own_mallet[i], r.own_scrolls[i]
    s.activated[i] = s.stunned[i] = s.bloodied[i] = s.prone[i] = s.hugging[i] = False
    s.ward[i] = s.haste[i] = False
    s.loaded[i] = True
    s.morale[i] = s.aim[i] = s.order[i] = s.away[i] = s.cover[i] = s.between[i] = 0
    s.aim_at[i] = s.taunted_by[i] = s.line_to[i] = NOBODY


@kernel
def show_ground(s, r):
    """Survey the ground, and mark the centre in what is shown of it. [WAR-A11]"""
    survey_ground(s, r)
    for cell in range(r.cells):
        if s.terrain[cell] != OFF and distance(r, cell, r.middle) <= r.centre_radius:
            s.lie[cell] = int(s.lie[cell]) | 1 << 25


@kernel
def scatter_loot(s, r):
    """Lay the loot of the scenario: a token and its images between the zones, what is left in the middle. [WAR-A10]

    On ground that is not its own image, tokens whose images find no room are laid one by one.
    """
    if r.scenario != LOOT:
        return
    left, tries, sides = int(r.loot_tokens), 0, int(r.warbands)
    while left >= sides and tries < TRIES:
        tries += 1
        cell = random_cell(s, r)
        if has_free_images(s, r, cell):
            lay_token(s, cell)
            for nth in range(sides - 1):
                lay_token(s, r.images[nth, cell])
            left -= sides
    while left >= sides and tries < 2 * TRIES and not (r.generated and r.symmetric):
        tries += 1
        cell = random_cell(s, r)
        if may_lie(s, r, cell):
            lay_token(s, cell)
            left -= 1
    for _ in range(left):
        lay_token(s, near_middle(s, r))


@kernel
def lay_token(s, cell):
    """Lay a token of loot. [WAR-A10]"""
    s.loot[cell] += 1
    s.lying += 1


@kernel
def may_lie(s, r, cell):
    """Tell whether loot may lie in a cell: between the zones, where somebody can stand, and none lies yet. [WAR-A6]"""
    return r.zone[cell] == 0 and r.cost[s.terrain[cell]] != NO_ENTRY and s.loot[cell] == 0


@kernel
def has_free_images(s, r, cell):
    """Tell whether loot may lie in a cell and in its images, which are other cells. [WAR-A6]"""
    for nth in range(r.images.shape[0]):
        image = int(r.images[nth, cell])
        if image == NOBODY or image == cell or not may_lie(s, r, image):
            return False
    return may_lie(s, r, cell)


@kernel
def near_middle(s, r):
    """Return the cell nearest to the middle in which somebody can stand: on generated ground the middle."""
    best, least = int(r.middle), 1 << 15
    for cell in range(r.cells):
        if is_on_field(r, cell) and r.cost[s.terrain[cell]] != NO_ENTRY and distance(r, cell, r.middle) < least:
            best, least = cell, distance(r, cell, r.middle)
    return best


@kernel
def set_up(s, r, seed):
    """Set up a new game, before its first turn. [WAR-1, WAR-P11]"""
    seed_rng(s.rng, seed)
    clear(s, r)
    lay_ground(s, r)
    show_ground(s, r)
    scatter_loot(s, r)
    for i in range(s.side.shape[0]):
        if r.present[i]:
            s.fate[i] = FIELD
            s.left[s.side[i]] += 1
            enter(s, i, int(r.start[i]))
