"""What an Overseer sees, as bytes: a disc of hexes, a table of all units, what they are, the sides, a vector. [OVR-A6]

Directions and coordinates count from the front of the own side, mirrored for two of four, so that all see the field as
if they began at the same place. The disc lies about the own leader. ``layout`` says what each number means. Nothing in
the game is hidden.
"""

import numpy as np

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.layout import NUM_PLANES, NUM_PROFILE, NUM_SHEET, PER_SIDE
from swarmzoo.envs.skirmish.overseer.observed_disc import write_disc
from swarmzoo.envs.skirmish.overseer.observed_numbers import unit_at
from swarmzoo.envs.skirmish.overseer.observed_profiles import write_profile
from swarmzoo.envs.skirmish.overseer.observed_situation import write_side, write_situation
from swarmzoo.envs.skirmish.overseer.observed_units import write_sheet

_PER_SIDE = len(PER_SIDE)


@kernel
def observe(s, r, agent, out, again):
    """Write the observation of an Overseer: uint8, laid out as in ``layout``. [OVR-A6]"""
    u, units = int(r.unit_of[agent]), int(r.units)
    discs = s.goals.shape[0] * NUM_PLANES
    sheets = discs + units * NUM_SHEET
    sides = sheets + (units + 1) * NUM_PROFILE
    for k in range(discs if s.place[u] == NOBODY else 0):
        out[k] = 0
    for k in range(discs, sheets if again else sides):
        out[k] = 0
    for k in range(sides, out.shape[0]):
        out[k] = 0
    if s.place[u] != NOBODY:
        write_disc(s, r, u, out.view(np.uint32))
    for row in range(units):
        j = unit_at(r, u, row)
        if r.present[j]:
            write_sheet(s, r, u, j, out[discs + row * NUM_SHEET : discs + (row + 1) * NUM_SHEET])
        if not again:
            write_profile(r, j, out[sheets + row * NUM_PROFILE : sheets + (row + 1) * NUM_PROFILE])
    if not again:
        write_profile(r, units, out[sides - NUM_PROFILE : sides])
    for k in range(r.sides):
        write_side(s, r, int(r.nth[r.side_of[u], k]), out[sides + k * _PER_SIDE : sides + (k + 1) * _PER_SIDE])
    write_situation(s, r, u, out[sides + int(r.sides) * _PER_SIDE :])
