"""Setting up: terrain, ways, soldiers and their first formations. [FOR-P24]"""

from swarmzoo.envs.core.fields import cell_at, image_of, neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.formation.bodies import enter
from swarmzoo.envs.formation.dice import HIDEOUT, LOTS, TERRAIN, draw
from swarmzoo.envs.formation.formations import new_formation
from swarmzoo.envs.formation.observation import show_ground
from swarmzoo.envs.formation.rules import LOT
from swarmzoo.envs.formation.state import NOBODY
from swarmzoo.envs.formation.terrain import NO_ENTRY, NUM_TERRAINS, OFF, OPEN

_THOUSAND = 2147483000  # the largest multiple of a thousand that 31 bits hold


@kernel
def clear(s):
    """Empty everything."""
    s.done, s.ending, s.winner, s.turn, s.active, s.stage = False, 0, NOBODY, 0, 0, 0
    s.step_number, s.step_limit, s.moment, s.after_parts = 0, 0, 0, False
    s.next_number, s.any_hidden, s.logged = 0, False, 0
    s.bans_lifted[0] = s.bans_lifted[1] = 0
    s.num_asked = s.num_free = s.num_steppers = s.num_movers = s.num_hits = s.num_strikes = 0
    s.untidy, s.any_crossed = True, False
    clear_field(s)
    clear_soldiers(s)
    for f in range(s.members.shape[0]):
        s.members[f] = 0
        s.director[f] = s.first_member[f] = s.waits_for[f] = s.next_part[f] = NOBODY
        s.gap_before[f] = s.lost_before[f] = s.going[f] = s.over[f] = s.is_part[f] = False
        s.cost[f] = s.steps_taken[f] = 0
        s.stepping[f] = False
    for company in range(2):
        s.in_field[company] = s.crossed[company] = s.started[company] = 0
        s.in_line[company] = s.panicking[company] = 0
        s.holds[company] = s.alone[company] = 0
        s.breakups[company] = s.lost[company] = s.measure[company] = 0
        s.panicked_ever[company] = s.any_wounded[company] = False
        s.in_view[company] = 0
        for k in range(2):
            s.middle[company, k] = s.total[company, k] = 0
    for row in range(s.log.shape[0]):
        for k in range(4):
            s.log[row, k] = 0


@kernel
def clear_field(s):
    """Empty the field."""
    for cell in range(s.terrain.shape[0]):
        s.terrain[cell] = OFF
        s.occupant[cell] = s.claim[cell] = NOBODY
        s.fallen[cell] = s.objective[cell] = 0
        for company in range(2):
            s.zone[company, cell] = 0
            s.way[company, cell] = s.home[company, cell] = -1
            for k in range(s.shown.shape[2]):
                s.shown[company, cell, k] = 0
        s.queue[cell] = s.path[cell] = 0
    for kind in range(3):
        for row in range(s.ranks.shape[1]):
            for word in range(s.ranks.shape[2]):
                s.ranks[kind, row, word] = 0


@kernel
def clear_soldiers(s):
    """Make every soldier's place in the record that of nobody."""
    for i in range(s.company.shape[0]):
        s.company[i] = s.kind[i] = s.squad[i] = s.facing[i] = s.fate[i] = 0
        s.place[i] = s.formation[i] = s.target[i] = s.captain[i] = NOBODY
        s.fell_at[i] = s.lies_at[i] = s.aim[i] = s.wanted[i] = s.label[i] = s.next_member[i] = NOBODY
        s.successor[i] = s.favoured[i] = NOBODY
        s.leads[i] = s.dazed[i] = s.wounded[i] = s.panicked[i] = s.berserk[i] = s.hidden[i] = False
        s.complex_left[i] = s.exhausted[i] = s.melee_left[i] = s.loaded[i] = s.ended[i] = s.held[i] = False
        s.stirred[i] = s.charging[i] = s.evading[i] = s.defending[i] = s.forming[i] = False
        s.tried[i] = s.acted[i] = s.aims[i] = s.fought[i] = s.intact[i] = s.crossed_in_line[i] = False
        s.part_led[i] = s.stale[i] = False
        s.quick[i] = s.points[i] = s.moved[i] = s.straight[i] = s.panics[i] = s.struck[i] = 0
        s.light[i] = s.medium[i] = s.heavy[i] = s.harm[i] = s.shot_at[i] = s.aimed_at[i] = s.when[i] = 0
        s.offered_at[i] = s.heading[i] = s.paid[i] = s.new_facing[i] = s.part_size[i] = s.part_rank[i] = 0
        s.choices[i], s.withheld[i], s.chosen[i], s.squad_size[i] = 1, 0, 0, 0
        s.asked[i] = s.steppers[i] = s.movers[i] = 0
        for k in range(6):
            s.targets[i, k] = NOBODY
        s.mobile[i], s.calmness[i] = False, 0
        s.run[i], s.moved_at[i] = 0, NOBODY
        s.triggers[i] = s.due[i] = s.group_out[i] = s.group_at[i] = 0
    for k in range(6):
        s.found[k] = 0
    for k in range(12):
        s.near[k] = s.near_rank[k] = 0


@kernel
def lay_terrain(s, r):
    """Lay the scenario's terrain, and draw the rest: half a turn about the middle changes nothing. [FOR-P24]"""
    half = r.rows // 2
    for row in range(r.rows):
        for column in range(r.columns):
            cell = cell_at(r, column, row)
            s.terrain[cell] = r.terrain[cell]
            if r.terrain[cell] < 0:
                s.terrain[cell] = draw_terrain(s, r, cell if row < half else image_of(r, cell))
            s.objective[cell] = r.objective[cell]
    s.sight_is_clear = True
    for cell in range(r.cells):
        if s.terrain[cell] != OFF and r.opacity[s.terrain[cell]] > 0:
            s.sight_is_clear = False


@kernel
def draw_terrain(s, r, cell):
    """Draw the terrain of a cell by the scenario's odds."""
    number = draw(s, TERRAIN, cell, 0, _THOUSAND) % 1000
    for kind in range(1, NUM_TERRAINS):
        number -= r.scatter[kind]
        if number < 0:
            return kind
    return OPEN


@kernel
def measure_ways(s, r):
    """Measure how far every hex is from a company's objective and from its home edge, in Movement Points."""
    for company in range(2):
        size = 0
        for cell in range(r.cells):
            if s.objective[cell] & (1 << company) and r.cost[s.terrain[cell]] != NO_ENTRY:
                size = wait_in_line(s, s.way[company], cell, 0, size)
        spread(s, r, s.way[company], size)
        size = 0
        for cell in range(r.cells):
            if r.home[cell] == company + 1 and r.cost[s.terrain[cell]] != NO_ENTRY:
                size = wait_in_line(s, s.home[company], cell, 0, size)
        spread(s, r, s.home[company], size)


@kernel
def wait_in_line(s, field, cell, value, place):
    """Give a cell its distance, and put it at a place of the queue unless it waits there already."""
    field[cell] = value
    if s.claim[cell] == NOBODY:
        s.claim[cell] = 1
        s.queue[place] = cell
        return place + 1
    return place


@kernel
def spread(s, r, field, size):
    """Spread distances from the cells in the queue over all that can be entered; the queue runs round."""
    head, tail, room = 0, size, int(r.cells)
    while head != tail:
        cell = int(s.queue[head])
        head = head + 1 if head + 1 < room else 0
        s.claim[cell] = NOBODY
        distance = field[cell] + r.cost[s.terrain[cell]]
        for direction in range(6):
            other = neighbour(r, cell, direction)
            if s.terrain[other] != OFF and r.cost[s.terrain[other]] != NO_ENTRY:
                if field[other] < 0 or field[other] > distance:
                    tail = wait_in_line(s, field, other, distance, tail)
                    tail = tail if tail < room else 0


@kernel
def clear_starts(s, r):
    """Make the ground open where soldiers begin."""
    for i in range(r.num_soldiers):
        cell = r.start[i]
        if cell != NOBODY and r.cost[s.terrain[cell]] == NO_ENTRY:
            s.terrain[cell] = OPEN


@kernel
def deploy(s, r):
    """Put the soldiers in their places; ambushers lie hidden in places drawn at random. [FOR-P24, FOR-P21]"""
    for i in range(r.num_soldiers):
        company = r.company[i]
        s.company[i], s.kind[i], s.squad[i], s.leads[i] = company, r.kind[i], r.squad[i], r.leads[i]
        s.facing[i] = r.front[company]
        s.loaded[i] = True
        s.quick[i] = 1
        s.started[company] += 1
        s.in_field[company] += 1
        s.squad_size[s.squad[i]] += 1
        if s.leads[i]:
            s.captain[s.squad[i]] = i
        if r.start[i] != NOBODY:
            enter(s, r, i, int(r.start[i]))
    hide(s, r)


@kernel
def hide(s, r):
    """Give those who lie in ambush their hexes, scanning the hideouts so that every choice is as likely."""
    wanted, room = 0, 0
    for i in range(r.num_soldiers):
        wanted += r.start[i] == NOBODY
    for cell in range(r.cells):
        room += int(r.hideout[cell])
    i = 0
    for cell in range(r.cells):
        if r.hideout[cell] and wanted > 0:
            limit = (1 << 31) // room * room
            if draw(s, HIDEOUT, cell, 0, limit) % room < wanted:
                while r.start[i] != NOBODY:
                    i += 1
                s.hidden[i] = s.any_hidden = True
                enter(s, r, i, cell)
                wanted -= 1
                i += 1
            room -= 1


@kernel
def first_formations(s, r):
    """Let every squad that stands together under its leader begin in formation. [FOR-P24, FOR-P26]"""
    for i in range(r.num_soldiers):
        if s.leads[i] and not s.hidden[i] and r.kind_has_combat[s.kind[i]] and r.formations >> s.company[i] & 1:
            f = new_formation(s, i)
            for j in range(i, r.num_soldiers):
                if s.squad[j] != s.squad[i]:
                    break
                if r.kind_has_combat[s.kind[j]]:
                    s.formation[j] = f
                    s.members[f] += 1
                    s.intact[j] = True


@kernel
def first_company(s, r):
    """Return whose turn is the first: drawn, unless the configuration names a company. [FOR-P27]"""
    return draw(s, LOTS, cell_at(r, 0, 0), 0, 1 << 31) % 2 if r.first == LOT else int(r.first)


@kernel
def set_up(s, r, seed):
    """Set up a new game, before its first turn."""
    clear(s)
    seed_rng(s.rng, seed)
    s.active = first_company(s, r)
    lay_terrain(s, r)
    clear_starts(s, r)
    measure_ways(s, r)
    show_ground(s, r)
    deploy(s, r)
    first_formations(s, r)
