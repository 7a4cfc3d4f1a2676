"""How good a hex is for a unit to stand in: what it may do from there, what may be done to it, what cover it finds.

Cover is guessed by the ground about the leader: Underlings stand in the hexes next to it, or, after a Command that
seeks cover, in what cover lies within their reach. Worths are in the weights of the bot.
"""

from swarmzoo.agents.skirmish.overseer.judgement import (
    ARMS,
    COVER,
    DREAD,
    HEXES,
    KILL,
    OBJECTIVE,
    RANGE,
    THREAT,
    WOUND,
    errand,
    foe_cell,
)
from swarmzoo.agents.skirmish.overseer.odds import beyond, expected_hits, hits_of_burst
from swarmzoo.envs.core.fields import distance, neighbour, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.modifiers import of_bracket
from swarmzoo.envs.skirmish.overseer.units import (
    METRES,
    able,
    are_enemies,
    bracket_at,
    effect,
    hexes,
    home_of,
    in_field,
    usm,
)

ABOUT, WITHIN_REACH = 19, 37  # hexes of the disc in which a Swarm stands, and in which it finds cover
COVERED = 60  # of a hundred: of those in cover, from which on the majority is as good as sure
OPEN = 30  # up to which it is not
PATIENT = 8  # rounds in which one may wait for the enemy
HASTE = 10  # hundredths of the fear of what enemies may do that are lost with each further round


@kernel
def towards(r, cell, foe):
    """Return the bits of the directions that lead nearer to another cell."""
    bits, far = 0, distance(r, cell, foe)
    for direction in range(6):
        bits |= int(distance(r, neighbour(r, cell, direction), foe) < far) << direction
    return bits


@kernel
def cover_before(s, r, cell, bits):
    """Return the cover of a cell, its own or that of the cells beside it in some directions."""
    best = int(r.cover[s.terrain[cell]])
    for direction in range(6):
        if bits >> direction & 1:
            best = max(best, int(r.cover[s.terrain[neighbour(r, cell, direction)]]))
    return best


@kernel
def cover_there(s, r, u, cell, foe, seeks):
    """Return what part of a Swarm would be in cover about a cell, in hundredths; heavy cover counts twice."""
    if s.us[u] == 0:
        return 100 * cover_before(s, r, cell, towards(r, cell, foe))
    odd, front = parity(r, cell), int(r.front[r.side_of[u]])
    bits, found, sought = towards(r, cell, foe), 0, 0
    for k in range(WITHIN_REACH if seeks else ABOUT):
        other = cell + int(r.disc[odd, front, k])
        if k < ABOUT:
            found += cover_before(s, r, other, bits)
        sought += int(r.cover[s.terrain[other]])
    share = 100 * found // ABOUT
    return max(share, min(100 * sought // max(int(s.us[u]), 1), 150)) if seeks else share


@kernel
def majority_of(share):
    """Return hundredths of the levels of cover that a Swarm is likely to have, from the part that is in cover."""
    return min(max(100 * (share - OPEN) // (COVERED - OPEN), 0), max(share, 100))


@kernel
def damaging(s, r, u, v, weapon, covered):
    """Return hundredths of the chance that a hit of a weapon costs a unit somebody behind hundredths of cover."""
    if s.us[v] > 0:
        home = home_of(s, r, v)
        points = int(r.men_armour[home]) + effect(s, r, v, r.type_armour, r.passive_armour)
        toughness = int(r.men_toughness[home]) // 10
    else:
        points, toughness = int(r.lead_armour[v]), int(r.lead_toughness[v]) // 10
    points += int(r.cover_armour[0]) * covered // 100
    least = max(points - int(r.weapon_pen[weapon]), 0) + toughness - int(r.weapon_bonus[weapon])
    return beyond(int(r.weapon_dice[weapon]), least)


@kernel
def fire_promise(s, r, u, v, far, covered):
    """Return hundredths of those whom a unit is likely to hit for good when it shoots at another one from so far."""
    home = home_of(s, r, u)
    weapon = int(r.men_ranged[home]) if s.us[u] > 0 else int(r.lead_ranged[u])
    if weapon == NOBODY:
        return 0
    bracket = bracket_at(r, METRES * far, r.weapon_metres[weapon])
    if bracket == 0:
        return 0
    needed = of_bracket(r, bracket) - (int(r.run_bs) if s.running[v] else 0)
    if s.us[u] > 0:
        hits = expected_hits(needed + int(r.men_bs[home]) + usm(s, r, u), 10, int(s.us[u]))
    else:
        hits = hits_of_burst(r, weapon, needed + int(r.lead_bs[u]))
    return hits * damaging(s, r, u, v, weapon, covered) // 100


@kernel
def charge_promise(s, r, u, v, far):
    """Return the same for a charge, if the other unit is near enough to be charged."""
    lone, home = s.us[u] == 0, home_of(s, r, u)
    weapon = int(r.lead_melee[u]) if lone else int(r.men_melee[home])
    if weapon == NOBODY or far - (1 if lone else 3) > hexes(r.charge_metres, r.lead_agility[u]):
        return 0
    if lone:
        hits = expected_hits(int(r.lead_ws[u]) + int(r.charge_bonus), 0, 1)
    else:
        skill = int(r.men_ws[home]) + usm(s, r, u) + effect(s, r, u, r.type_melee_hit, r.passive_melee_hit)
        hits = expected_hits(skill + int(r.charge_bonus), 10, max(int(s.us[u]) // 3, 1))
    return hits * damaging(s, r, u, v, weapon, 0) // 100


@kernel
def promise(s, r, u, v, far, covered, w):
    """Return what a unit may do to another one in a turn from so far, shooting or charging."""
    most = max(fire_promise(s, r, u, v, far, covered), charge_promise(s, r, u, v, far))
    return most * (int(w[KILL]) if s.us[v] > 0 else 3 * int(w[WOUND])) // 100


@kernel
def is_dreadful(s, r, u, v, cell):
    """Tell whether a unit would have to test its courage against an enemy in a cell, and has not yet."""
    if r.lead_fear[v] == 0 or int(s.feared[u]) >> v & 1:
        return False
    return distance(r, cell, s.place[v]) <= r.fear_hexes


@kernel
def patience(s):
    """Return hundredths of what one gives for being safe: less with every round, so that nobody waits for ever."""
    return min(max(100 - HASTE * (int(s.rounds) - PATIENT), 0), 100)


@kernel
def place_worth(s, r, u, cell, foe, w, seeks):
    """Return how good a hex is for a leader to go to; ``foe`` is the nearest enemy."""
    worth = -int(w[OBJECTIVE]) * errand(s, r, u, cell)
    if foe == NOBODY:
        return worth + int(w[COVER]) * int(r.cover[s.terrain[cell]])
    there = foe_cell(s, u, foe)
    worth -= int(w[HEXES]) * abs(distance(r, cell, there) - int(w[RANGE]))
    covered = majority_of(cover_there(s, r, u, cell, there, seeks))
    worth += int(w[COVER]) * covered // 100
    best, suffered = 0, 0
    for v in range(r.units):
        if in_field(s, v) and are_enemies(r, u, v):
            far = distance(r, cell, foe_cell(s, u, v))
            best = max(best, promise(s, r, u, v, far, 100 * int(s.cover[u, v]), w))
            if able(s, v):
                suffered += promise(s, r, v, u, far, covered, w)
            if is_dreadful(s, r, u, v, cell):
                worth -= int(w[DREAD])
    return worth + (int(w[ARMS]) * best - int(w[THREAT]) * patience(s) // 100 * suffered) // 100
