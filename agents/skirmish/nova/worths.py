"""What attacks are worth to the bots of nova: what foes, friends and objects are expected to lose by them."""

from swarmzoo.agents.skirmish.nova.chances import SURE, chance, levels_of_dice
from swarmzoo.agents.skirmish.nova.judgement import (
    AREAS,
    FAR,
    FELL,
    FRIENDS,
    HARM,
    MELEE,
    PRIZES,
    PUSHES,
    RANGED,
    STUNS,
    SUPPORTS,
    THINGS,
    VITALS,
    is_foe,
    is_prize,
)
from swarmzoo.agents.skirmish.nova.odds import (
    adds_of_mode,
    blow,
    burst_of_area,
    difficulty_from,
    left_of,
    pool_of,
    resistance,
    strength_of,
    whole_of,
)
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN
from swarmzoo.envs.skirmish.nova.actions import (
    AT_GROUND,
    AT_TARGET,
    CRUSH,
    SUPPORT,
    THROUGH,
    VITAL,
    WEAPON_1,
    WEAPON_3,
)
from swarmzoo.envs.skirmish.nova.aims import (
    OUT_OF_REACH,
    cover_difficulty,
    cover_grade,
    is_ranged,
    nearest_of_thing,
    weapon_of,
)
from swarmzoo.envs.skirmish.nova.fight.rolling import area_radius
from swarmzoo.envs.skirmish.nova.fight.through import (
    can_be_pushed,
    hexes_to_obstacle,
    obstacle_piece,
    pushes,
    way_through,
)
from swarmzoo.envs.skirmish.nova.rules import DEMOLITION
from swarmzoo.envs.skirmish.nova.sheet import henchmen_left, in_field, is_person, levels_of, who
from swarmzoo.envs.skirmish.nova.state import EMP, GRITTY, NOT_YET, STUN
from swarmzoo.envs.skirmish.nova.victory import HEROES

STAYS = 70  # in 100: of what an area attack does, as some get away
STRAY = 30  # in 100: of what one does that was not placed


@kernel
def worth_of_loss(s, r, j, loss, w):
    """Return what hundredths of a loss to a piece are worth, in thousandths of it."""
    share = min(10 * loss // whole_of(s, r, j), 1000)
    rest = min(10 * loss // max(left_of(s, r, j), 1), 1000)
    worth = (int(w[HARM]) * share + int(w[FELL]) * rest) // 100
    return worth * int(w[PRIZES]) // 100 if is_prize(s, r, j) else worth


@kernel
def worth_of_stun(s, r, j, loss, w):
    """Return what hundredths of levels of stun are worth: who has the track full of it is out."""
    left = max(levels_of(s, r, j) - int(s.stun[j]), 1)
    share, rest = min(10 * loss // levels_of(s, r, j), 1000), min(10 * loss // left, 1000)
    worth = (int(w[HARM]) * share + int(w[FELL]) * rest) // 100 * int(w[STUNS]) // 100
    return worth * int(w[PRIZES]) // 100 if is_prize(s, r, j) else worth


@kernel
def worth_of_hit(s, r, j, weapon, loss, w):
    """Return what a loss by a weapon is worth; nothing is worth harming a bystander."""
    if r.agent_of[j] == NOBODY:
        return -20 * loss
    if r.weapon_type[weapon] == STUN and henchmen_left(s, j) == 0 and r.kind[who(s, r, j)] < GRITTY:
        return worth_of_stun(s, r, j, loss, w)
    return worth_of_loss(s, r, j, loss, w)


@kernel
def in_hundredths(r, part, weapon, w):
    """Return what a bot makes of attacks of a kind, in hundredths."""
    of_kind = int(w[SUPPORTS]) if part == SUPPORT else 100
    if r.weapon_area[weapon]:
        return of_kind * int(w[AREAS]) // 100
    return of_kind * (int(w[RANGED]) if is_ranged(r, weapon) else int(w[MELEE])) // 100


@kernel
def strike(s, r, i, j, part, far, grade, mode, how, order, w):
    """Return what an attack at a piece so many hexes off is worth; nothing where it cannot be.

    ``grade``: of the cover between them; ``order``: dice lost by the order of one's actions.
    """
    weapon = weapon_of(s, r, i, part)
    if weapon == NOBODY or (grade == HIDDEN and is_ranged(r, weapon)):
        return 0
    hard = 0 if part == CRUSH else difficulty_from(s, r, i, weapon, far)
    if hard == OUT_OF_REACH:
        return 0
    area = r.weapon_area[weapon] > 0
    pool, helpers = pool_of(s, r, i, weapon, far, mode, order)
    if how != AT_GROUND:
        hard += resistance(s, r, j, weapon, far)
        if s.holding[j] != NOBODY and not area and part != CRUSH:
            hard += int(r.cover_superior)
        elif is_ranged(r, weapon):
            hard += cover_difficulty(r, grade)
    hard += int(r.daze_difficulty) if s.dazed[i] else 0
    if how == VITAL:
        hard += int(r.vital_difficulty)
    elif how == THROUGH:
        hard += int(r.into_object) if behind(s, r, i, j) == NOBODY else int(r.into_person)
    needed, adds = 1 + max(hard, 0), int(r.weapon_adds[weapon]) + adds_of_mode(mode)
    if area:
        placed = chance(r, pool, needed)
        placed += (SURE - placed) * STRAY // 100
        all_of = worth_of_area(
            s, r, i, int(s.place[i]), int(s.place[j]), weapon, 0 if part == CRUSH else helpers, adds, w
        )
        return all_of * placed // SURE * in_hundredths(r, part, weapon, w) // 100
    loss = blow(s, r, i, j, part, weapon, far, needed, pool, 0 if part == CRUSH else helpers, adds)
    worth = worth_of_hit(s, r, j, weapon, loss, w)
    if how != AT_TARGET:
        worth += worth_of_manner(s, r, i, j, weapon, how, loss, pool, needed, w)
    if s.holding[j] != NOBODY and part != CRUSH and r.agent_of[s.holding[j]] == NOBODY:
        worth -= 20 * (SURE - chance(r, pool, needed)) // 100
    return worth * in_hundredths(r, part, weapon, w) // 100


@kernel
def worth_of_manner(s, r, i, j, weapon, how, loss, pool, needed, w):
    """Return what it adds to aim at a vital organ, or so that the target is thrown into something. [NOV-37, NOV-51]"""
    if how == VITAL:
        return int(w[VITALS]) * min(10 * loss // max(left_of(s, r, j), 1), 1000) // 100
    if how != THROUGH or not can_be_pushed(s, r, j) or not pushes(r, weapon):
        return 0
    over = strength_of(s, r, i, weapon) + 1 - 2 * int(r.steadiness[who(s, r, j)])
    if over <= 0:
        return 0
    metres = over // int(r.knock_metres) + int(r.weapon_adds[weapon])
    if metres // int(r.metres) < hexes_behind(s, r, i, j):
        return 0
    hit, other = chance(r, pool, needed), behind(s, r, i, j)
    worth = worth_of_fall(s, r, j, metres, hit, w) * int(w[PUSHES]) // 100
    if other == NOBODY or not is_person(s, r, other) or henchmen_left(s, other) > 0:
        return worth
    struck = worth_of_fall(s, r, other, metres, hit, w)
    return worth + (struck if is_foe(s, r, i, other) else -struck * int(w[FRIENDS]) // 100)


@kernel
def worth_of_fall(s, r, j, metres, hit, w):
    """Return what a collision does to a piece after so many metres. [NOV-52]"""
    dice = max(min(metres // 2, int(r.fall_cap)) - int(r.natural[who(s, r, j), 0]), 0)
    return worth_of_loss(s, r, j, hit * levels_of_dice(r, dice) // 100, w)


@kernel
def hexes_behind(s, r, i, j):
    """Return after how many hexes a target would strike something that it is thrown into. [NOV-51]"""
    direction = way_through(s, r, i, j)
    return FAR if direction == NOT_YET else hexes_to_obstacle(s, r, int(s.side[i]), int(s.place[j]), direction)


@kernel
def behind(s, r, i, j):
    """Return the piece into which a target would be thrown, or NOBODY. [NOV-51]"""
    direction = way_through(s, r, i, j)
    return NOBODY if direction == NOT_YET else obstacle_piece(s, r, i, j, direction)


# Areas


@kernel
def worth_of_area(s, r, i, cell, centre, weapon, helpers, adds, w):
    """Return what an area attack made from a cell that lands in a hex is worth, one's own side's losses taken off."""
    total, radius = 0, area_radius(r, weapon)
    for j in range(r.pieces):
        if in_field(s, j) and distance(r, centre, cell if j == i else s.place[j]) <= radius:
            loss = burst_of_area(s, r, i, j, weapon, helpers, adds) * STAYS // 100
            worth = worth_of_hit(s, r, j, weapon, loss, w)
            own = s.side[j] == s.side[i] and r.agent_of[j] != NOBODY
            total += -worth * int(w[FRIENDS]) // 100 if own else worth
    if r.scenario == DEMOLITION and s.side[i] == HEROES:
        n = int(s.objective)
        if distance(r, centre, nearest_of_thing(s, r, n, centre)) <= radius:
            total += worth_of_thing(s, r, i, n, weapon, helpers, adds, w)
    return total


@kernel
def at_hex(s, r, i, part, centre, order, w):
    """Return what an area attack at a hex is worth."""
    weapon, far = weapon_of(s, r, i, part), distance(r, s.place[i], centre)
    hard = difficulty_from(s, r, i, weapon, far)
    if hard == OUT_OF_REACH:
        return 0
    pool, helpers = pool_of(s, r, i, weapon, far, 0, order)
    placed = chance(r, pool, 1 + hard + (int(r.daze_difficulty) if s.dazed[i] else 0))
    all_of = worth_of_area(s, r, i, int(s.place[i]), centre, weapon, helpers, int(r.weapon_adds[weapon]), w)
    return all_of * (placed + (SURE - placed) * STRAY // 100) // SURE * in_hundredths(r, part, weapon, w) // 100


# Objects


@kernel
def worth_of_thing(s, r, i, n, weapon, helpers, adds, w):
    """Return what an attack on the object is worth that the scenario is about, nothing on others. [NOV-54, NOV-55]"""
    if r.scenario != DEMOLITION or s.side[i] != HEROES or n != s.objective or s.structure[n] == 0:
        return 0
    kind = int(s.object_kind[n])
    spare = strength_of(s, r, i, weapon) + helpers - max(int(r.object_armour[kind]) - int(r.weapon_ap[weapon]), 0)
    if spare <= 0 or r.weapon_type[weapon] == STUN or r.weapon_type[weapon] == EMP:
        return 0
    levels = levels_of_dice(r, 100 * spare) + 100 * adds
    if r.thing_large[kind]:
        levels = 2 * levels if r.weapon_area[weapon] else 100
    return int(w[THINGS]) * min(10 * levels // int(s.structure[n]), 1000) // 100


@kernel
def at_thing(s, r, i, n, part, cell, order, w):
    """Return what an attack at an object is worth, made from a cell."""
    weapon = weapon_of(s, r, i, part)
    if r.scenario != DEMOLITION or n != s.objective or s.structure[n] == 0 or weapon == NOBODY:
        return 0
    there = nearest_of_thing(s, r, n, cell)
    far = distance(r, cell, there)
    if difficulty_from(s, r, i, weapon, far) == OUT_OF_REACH:
        return 0
    _, helpers = pool_of(s, r, i, weapon, far, 0, order)
    adds = int(r.weapon_adds[weapon])
    if r.weapon_area[weapon]:
        return worth_of_area(s, r, i, cell, there, weapon, helpers, adds, w)
    return worth_of_thing(s, r, i, n, weapon, helpers, adds, w)


@kernel
def best_at_thing(s, r, i, cell, w):
    """Return what the best attack at the object is worth that the scenario is about, made from a cell."""
    most = 0
    if r.scenario == DEMOLITION and s.side[i] == HEROES:
        for part in range(WEAPON_1, WEAPON_3 + 1):
            most = max(most, at_thing(s, r, i, int(s.objective), part, cell, 0, w))
    return most


# The best of an action


@kernel
def best_burst(r, weapon, accurate):
    """Return the mode of the longest burst of a weapon, for accuracy or for damage; 0 where it fires none."""
    burst = int(r.weapon_burst[weapon])
    return 0 if burst == 0 else (2 * burst - 1 if accurate else 2 * burst)


@kernel
def best_strike(s, r, i, j, part, far, grade, order, w):
    """Return what an attack at a piece is worth with the better burst."""
    weapon = weapon_of(s, r, i, part)
    if weapon == NOBODY:
        return 0
    worth = strike(s, r, i, j, part, far, grade, best_burst(r, weapon, True), AT_TARGET, order, w)
    if r.weapon_burst[weapon] > 0 and part != SUPPORT:
        worth = max(worth, strike(s, r, i, j, part, far, grade, best_burst(r, weapon, False), AT_TARGET, order, w))
    return worth


@kernel
def grade_from(s, r, cell, j):
    """Return the grade of cover of a piece against a shot from a cell, HIDDEN where there is none."""
    return cover_grade(s, r, cell, s.place[j], s.covered[j] != 0)
