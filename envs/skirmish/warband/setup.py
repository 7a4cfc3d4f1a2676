"""Setting up: the ground, loot, the characters in their places. [WAR-1, WAR-P11, WAR-A6]"""

from swarmzoo.envs.core.fields import distance, image_of
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below, seed_rng
from swarmzoo.envs.skirmish.battlefield.generator import lay_ground
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, clear_ground, enter, survey_ground
from swarmzoo.envs.skirmish.battlefield.terrain import BLOCKING, OFF
from swarmzoo.envs.skirmish.battlefield.zones import OUTSIDE_FIELD
from swarmzoo.envs.skirmish.warband.rules import LOOT
from swarmzoo.envs.skirmish.warband.state import ABSENT, DRAWING, FIELD


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
    """Survey the ground, and mark the centre in what is shown of it. [WAR-A6]"""
    survey_ground(s, r)
    for cell in range(r.cells):
        if s.terrain[cell] != OFF and distance(r, cell, r.middle) <= r.centre_radius:
            s.lie[cell] = int(s.lie[cell]) | 1 << 25


@kernel
def scatter_loot(s, r):
    """Lay the loot of the scenario between the zones, as far from one side as from the other. [WAR-A6]"""
    if r.scenario != LOOT:
        return
    laid, tries = 0, 0
    while laid < r.loot_tokens and tries < 100000:
        tries += 1
        cell = int(draw_below(s.rng, int(r.cells)))
        image = image_of(r, cell) if r.edge[0, cell] < OUTSIDE_FIELD else cell
        if r.edge[0, cell] == OUTSIDE_FIELD or r.zone[cell] != 0 or r.zone[image] != 0:
            continue
        if s.terrain[cell] == BLOCKING or s.terrain[image] == BLOCKING or s.loot[cell] > 0:
            continue
        alone = laid + 1 == r.loot_tokens
        if alone and distance(r, cell, r.middle) > 1 and tries < 50000:
            continue
        s.loot[cell] = 1
        laid += 1
        if not alone and image != cell:
            s.loot[image] = 1
            laid += 1
    s.lying = laid


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
