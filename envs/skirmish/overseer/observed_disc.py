"""The disc of hexes about an Overseer, as it sees it: ground, goals, who stands there. [OVR-A6]"""

from swarmzoo.envs.core.fields import distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import LIES_OFF, NOBODY, SHOWN, spot
from swarmzoo.envs.skirmish.battlefield.lines import OUTSIDE
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP
from swarmzoo.envs.skirmish.overseer.layout import NUM_PLANES
from swarmzoo.envs.skirmish.overseer.observed_numbers import row_of, rowed
from swarmzoo.envs.skirmish.overseer.rules import HOLD_GROUND
from swarmzoo.envs.skirmish.overseer.state import GOING
from swarmzoo.envs.skirmish.overseer.units import is_member, side_of, unit_of

_WORDS = NUM_PLANES // 4
_SIDE_BIT = 3  # from which bit on a hex says the side of who stands there


@kernel
def write_disc(s, r, u, words):
    """Write the hexes about a leader, ring by ring, clockwise from the front; four bytes at a time."""
    cell, front = int(s.place[u]), int(r.front[r.side_of[u]])
    odd, hexes = parity(r, cell), s.goals.shape[0]
    goes = not s.done and s.stage == GOING and s.actor == u
    for k in range(hexes):
        words[k * _WORDS] = int(s.lie[cell + r.disc[odd, front, k]]) & SHOWN
        words[k * _WORDS + 1] = int(s.goals[k]) << 24 if goes else 0
        words[k * _WORDS + 2] = 0
    if r.scenario == HOLD_GROUND:
        show_the_ground(s, r, cell, odd, front, words)
    for i in range(r.pieces):
        k = OUTSIDE if s.place[i] == NOBODY else spot(r, cell, front, s.place[i])
        if k == OUTSIDE:
            continue
        if k < hexes:
            words[k * _WORDS + 1] |= figure(s, r, u, i)
            words[k * _WORDS + 2] |= status(s, r, u, i)
        if is_enemy(s, r, u, i):
            mark_beside(r, k, hexes, words)


@kernel
def show_the_ground(s, r, cell, odd, front, words):
    """Mark the hexes of the ground that is to be held."""
    for k in range(s.goals.shape[0]):
        other = cell + int(r.disc[odd, front, k])
        if not words[k * _WORDS] & LIES_OFF and distance(r, other, r.middle) <= r.objective_hexes:
            words[k * _WORDS] |= LIES_OFF << 1


@kernel
def is_enemy(s, r, u, i):
    """Tell whether a piece is a member of a unit of another side."""
    return is_member(s, r, i) and side_of(s, r, i) != r.side_of[u]


@kernel
def mark_beside(r, k, hexes, words):
    """Count an enemy in the hexes of the disc beside its own."""
    for direction in range(6):
        other = int(r.beside[k, direction])
        if other < hexes and not words[other * _WORDS] & LIES_OFF:
            words[other * _WORDS + 2] += 1 << 24


@kernel
def figure(s, r, u, i):
    """Return who stands in a hex, as bytes: of the own side, of others, models."""
    if i < r.units:
        return (4 + int(i == u) if r.side_of[i] == r.side_of[u] else 4 << 8) | 1 << 16
    unit, models = unit_of(s, r, i), int(s.models[i]) << 16
    special = int(unit != NOBODY and s.specialist[unit] == i)
    if s.side[i] == r.side_of[u]:
        return models | (2 + special if unit == u else 1)
    return models | (1 if s.side[i] == NOBODY else 2 + special) << 8


@kernel
def status(s, r, u, i):
    """Return the unit, the state and the profile of who stands in a hex, as bytes."""
    side = int(r.side_of[i]) if i < r.units else int(s.side[i])
    found = int(is_member(s, r, i)) | int(s.fleeing[i]) << 1
    found |= int(i >= r.units and s.group[i] == NO_GROUP) << 2
    nth = 0
    while side != NOBODY and r.nth[r.side_of[u], nth] != side:
        nth += 1
    profile = row_of(r, u, i if i < r.units else int(s.home[i]))
    return rowed(r, u, unit_of(s, r, i)) | (found | nth << _SIDE_BIT) << 8 | (1 + profile) << 16
