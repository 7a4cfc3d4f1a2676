"""What an attack can be aimed at: weapons, ranges, sight, cover. [NOV-38, NOV-39, NOV-53, NOV-P6]"""

from swarmzoo.envs.core.fields import distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.sight import cover_between
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN, NO_COVER, SUPERIOR_COVER
from swarmzoo.envs.skirmish.nova.actions import CRUSH, GRAPPLE, HEAVY_BLOW, LIGHT_BLOW, SUPPORT, WEAPON_1, WEAPON_3
from swarmzoo.envs.skirmish.nova.holds import can_be_held
from swarmzoo.envs.skirmish.nova.reasons import (
    CANNOT_BE_HELD,
    LEGAL,
    MOBBED_ALREADY,
    NO_SUCH_TARGET,
    NO_SUCH_THING,
    NO_SUPPORT,
    NO_WEAPON,
    NOT_BESIDE,
    NOT_HOLDING,
    OUT_OF_RANGE,
    OUT_OF_SIGHT,
)
from swarmzoo.envs.skirmish.nova.rules import CRUSHES, HEAVY_BLOWS, HOLDS, LIGHT_BLOWS
from swarmzoo.envs.skirmish.nova.sheet import in_field, is_cinematic, support_type, who
from swarmzoo.envs.skirmish.nova.state import AT_HEX, AT_PIECE, AT_THING

OUT_OF_REACH = -1
LEAST_INCREMENT = 5  # metres
CLOSE = 10  # metres of close quarters


@kernel
def is_attack(part):
    """Tell whether a kind of action is an attack."""
    return LIGHT_BLOW <= part <= SUPPORT


@kernel
def weapon_of(s, r, i, part):
    """Return the weapon with which a piece attacks in a kind of action, or NOBODY."""
    if part == LIGHT_BLOW:
        return LIGHT_BLOWS
    if part == HEAVY_BLOW:
        return HEAVY_BLOWS
    if part == GRAPPLE:
        return HOLDS
    if part == CRUSH:
        return CRUSHES
    if WEAPON_1 <= part <= WEAPON_3:
        return int(r.weapons[who(s, r, i), part - WEAPON_1])
    if part == SUPPORT and support_type(s, r, i) != NOBODY:
        return int(r.henchman_weapon[r.henchmen_type[who(s, r, i), support_type(s, r, i)]])
    return NOBODY


@kernel
def is_ranged(r, weapon):
    """Tell whether a weapon shoots or is thrown."""
    return r.weapon_metres[weapon] > 0 or r.weapon_thrown[weapon] != 0


# Ranges


@kernel
def increment_of(s, r, i, weapon):
    """Return the range increment of a weapon in somebody's hands, in metres. [NOV-38, NOV-39]"""
    if not r.weapon_thrown[weapon]:
        return int(r.weapon_metres[weapon])
    row = who(s, r, i)
    mega, mass = int(r.mega_strength[row]), int(r.weapon_mass[weapon])
    mass = mass // (10 * mega) if mega > 0 else mass
    reach = int(r.thrown_multiplier) * (int(r.strength[row]) + int(r.might[row]) + int(r.weapon_aero[weapon]))
    return max(LEAST_INCREMENT, reach + 50 * mega - 5 * max(0, mass - 1))


@kernel
def range_difficulty(r, metres, increment):
    """Return the difficulty of a distance, both in metres, or OUT_OF_REACH. [NOV-38]"""
    step = int(r.range_step)
    if metres <= increment:
        return 0
    if metres <= 2 * increment:
        return step
    if metres <= 4 * increment:
        return 2 * step
    return 3 * step if metres <= 8 * increment else OUT_OF_REACH


@kernel
def difficulty_at(s, r, i, weapon, cell):
    """Return the difficulty of a weapon's range from a piece to a cell, or OUT_OF_REACH. [NOV-38, NOV-G10]"""
    metres, increment = distance(r, s.place[i], cell) * int(r.metres), increment_of(s, r, i, weapon)
    if r.weapon_single_range[weapon]:
        return 0 if metres <= increment else OUT_OF_REACH
    found = range_difficulty(r, metres, increment)
    if found == OUT_OF_REACH:
        return OUT_OF_REACH
    return max(0, found - int(r.weapon_guided[weapon]) - int(r.weapon_long_range[weapon]))


# Cover


@kernel
def cover_grade(s, r, a, b, covered):
    """Return the grade of cover against a shot from one cell to another one, HIDDEN if there is no shot. [NOV-P6]

    ``covered``: who stands there has taken cover, which is a grade better where there is some.
    """
    if distance(r, a, b) <= 1:
        return NO_COVER
    between = cover_between(s, r, a, b)
    if between == HIDDEN:
        return HIDDEN
    grade = max(between, int(r.cover[s.terrain[b]]))
    return min(grade + int(covered), SUPERIOR_COVER) if grade > NO_COVER else NO_COVER


@kernel
def cover_difficulty(r, grade):
    """Return the difficulty of a grade of cover. [NOV-P6]"""
    if grade == NO_COVER:
        return 0
    if grade == 1:
        return int(r.cover_light)
    return int(r.cover_medium) if grade == 2 else int(r.cover_superior)


# Objects


@kernel
def nearest_of_thing(s, r, n, cell):
    """Return the hex of an object that is nearest to a cell, the first of several as its disc is counted."""
    middle = int(s.thing_at[n])
    far = int(r.thing_radius[s.object_kind[n]])
    best, least, odd = middle, distance(r, middle, cell), parity(r, middle)
    for k in range(1, 1 + 3 * far * (far + 1)):
        other = middle + int(r.disc[odd, 0, k])
        if s.object[other] == n and distance(r, other, cell) < least:
            best, least = other, distance(r, other, cell)
    return best


# Why not


@kernel
def aimed_cell(s, r, i, what, aim):
    """Return the hex at which an attack goes: where a piece stands, an object's nearest hex, or a hex itself."""
    if what == AT_PIECE:
        return int(s.place[aim])
    return nearest_of_thing(s, r, aim, s.place[i]) if what == AT_THING else int(aim)


@kernel
def why_no_target(s, r, i, what, aim):
    """Say why a piece or an object can be no target at all, wherever it is."""
    if what == AT_PIECE:
        return LEGAL if in_field(s, aim) and s.side[aim] != s.side[i] else NO_SUCH_TARGET
    if what == AT_THING:
        return LEGAL if aim < s.num_objects and s.structure[aim] > 0 else NO_SUCH_THING
    return LEGAL


@kernel
def why_no_shot(s, r, i, weapon, what, aim):
    """Say why a weapon does not reach what it would be aimed at, or LEGAL. [NOV-38]"""
    cell = aimed_cell(s, r, i, what, aim)
    if not is_ranged(r, weapon):
        return LEGAL if distance(r, s.place[i], cell) == 1 else NOT_BESIDE
    if difficulty_at(s, r, i, weapon, cell) == OUT_OF_REACH:
        return OUT_OF_RANGE
    if distance(r, s.place[i], cell) > 1 and cover_between(s, r, s.place[i], cell) == HIDDEN:
        return OUT_OF_SIGHT
    return LEGAL


@kernel
def why_no_attack(s, r, i, part, what, aim):
    """Say why a piece cannot make an attack of a kind at something now, or LEGAL. [NOV-2, NOV-14, NOV-46, NOV-59]"""
    weapon = weapon_of(s, r, i, part)
    if weapon == NOBODY:
        return NO_SUPPORT if part == SUPPORT else NO_WEAPON
    if part == CRUSH:
        return LEGAL if s.holding[i] != NOBODY else NOT_HOLDING
    reason = why_no_target(s, r, i, what, aim)
    if reason != LEGAL:
        return reason
    if what == AT_PIECE and part == GRAPPLE and not can_be_held(s, r, aim):
        return CANNOT_BE_HELD
    if what == AT_PIECE and is_cinematic(s, r, i) and not r.weapon_area[weapon] and s.mobbed[aim] >> s.side[i] & 1:
        return MOBBED_ALREADY
    if what == AT_HEX and not r.weapon_area[weapon]:
        return NO_SUCH_TARGET
    return why_no_shot(s, r, i, weapon, what, aim)
