"""Ways of those who are knocked back: where away is, what stands there; aiming to throw somebody into it. [NOV-51]"""

from swarmzoo.envs.core.fields import bearing, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.generator import is_on_field
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.poses import posed
from swarmzoo.envs.skirmish.battlefield.reach import step_cost
from swarmzoo.envs.skirmish.battlefield.terrain import NO_ENTRY
from swarmzoo.envs.skirmish.nova.aims import weapon_of
from swarmzoo.envs.skirmish.nova.reasons import LEGAL, NO_PUSH, NOTHING_BEHIND
from swarmzoo.envs.skirmish.nova.sheet import henchmen_left, is_vehicle
from swarmzoo.envs.skirmish.nova.state import EMP, NOT_YET


@kernel
def can_be_pushed(s, r, j):
    """Tell whether a piece is one body that can be knocked back: no vehicle, no squad, no henchmen. [NOV-48]"""
    return s.members[j] == 1 and not is_vehicle(s, r, j) and henchmen_left(s, j) == 0


@kernel
def pushes(r, weapon):
    """Tell whether a weapon knocks people back; light ones don't in a realistic game. [NOV-50]"""
    return r.weapon_type[weapon] != EMP and not (r.realistic and r.weapon_light[weapon])


@kernel
def away(s, r, side, origin, cell):
    """Return in which direction a cell lies from an origin, as a side counts; from itself: its front. [NOV-48]"""
    q, row = posed(int(r.q[cell]) - int(r.q[origin]), int(r.row[cell]) - int(r.row[origin]), int(r.front[side]))
    return max(bearing(q, row), 0)


@kernel
def step_to(r, side, cell, direction):
    """Return the cell beside a cell in a direction as a side counts."""
    return int(cell) + int(r.disc[parity(r, cell), r.front[side], 1 + direction % 6])


@kernel
def is_blocked(s, r, a, b):
    """Tell whether something stops a body on its way to the next cell: somebody, or what cannot be entered. [NOV-52]"""
    return s.occupant[b] != NOBODY or step_cost(s, r, a, b) == NO_ENTRY


@kernel
def hexes_to_obstacle(s, r, side, cell, direction):
    """Return after how many hexes a body would strike something on the field; 0: nothing that near. [NOV-51]"""
    for n in range(1, int(r.knock_hexes) + 1):
        ahead = step_to(r, side, cell, direction)
        if not is_on_field(r, ahead):
            return 0
        if is_blocked(s, r, cell, ahead):
            return n
        cell = ahead
    return 0


@kernel
def way_through(s, r, i, j):
    """Return the direction in which a target is best thrown into something, or NOT_YET. [NOV-51]

    Straight on, or a step clockwise or counterclockwise as the attacker's side sees it: the nearest obstacle.
    """
    side, best, least = int(s.side[i]), NOT_YET, 0
    straight = away(s, r, side, s.place[i], s.place[j])
    for turn in range(3):
        direction = (straight + (turn if turn < 2 else 5)) % 6
        n = hexes_to_obstacle(s, r, side, int(s.place[j]), direction)
        if n > 0 and (least == 0 or n < least):
            best, least = direction, n
    return best


@kernel
def obstacle_piece(s, r, i, j, direction):
    """Return the piece into which a target would be thrown, or NOBODY. [NOV-51]"""
    side, cell = int(s.side[i]), int(s.place[j])
    for _ in range(hexes_to_obstacle(s, r, side, cell, direction)):
        cell = step_to(r, side, cell, direction)
    return int(s.occupant[cell])


@kernel
def why_no_through(s, r, i, part, j):
    """Say why an attack cannot be aimed to throw a piece into something behind it, or LEGAL. [NOV-51]"""
    weapon = weapon_of(s, r, i, part)
    if weapon == NOBODY or r.weapon_area[weapon] or not pushes(r, weapon) or not can_be_pushed(s, r, j):
        return NO_PUSH
    return LEGAL if way_through(s, r, i, j) != NOT_YET else NOTHING_BEHIND
