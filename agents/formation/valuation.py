"""What a position of formation is worth to tree search: who is likely to win, by losses and by what the scenario asks.

Every company has a strength for each part; the difference of the strengths, squeezed between -1 and 1, is the value.
"""

from math import tanh

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.rules import BRIDGE, CLASH
from swarmzoo.envs.formation.state import BLUE, CROSSED, FIELD, RED
from swarmzoo.envs.formation.victory import TURNS_TO_HOLD, count_out

SETTINGS = {"cut": 8, "hold": 6, "exploration": 0.7}
LOSSES, HARM, WAY, HOLD = 4.0, 1.0, 1.5, 0.7  # weights: a company out, all of it Wounded, the whole way, a turn held


@kernel
def valuation(s, r, values):
    """Write what a position that is not over is worth to both companies, float32 (2,) from -1 to 1."""
    lead = strength(s, r, RED) - strength(s, r, BLUE)
    if r.scenario == BRIDGE:
        lead += HOLD * (min(int(s.holds[RED]), TURNS_TO_HOLD) - min(int(s.holds[BLUE]), TURNS_TO_HOLD))
    values[RED] = tanh(lead)
    values[BLUE] = -values[RED]


@kernel
def strength(s, r, company):
    """Return what a company is worth: less for who is out or harmed, more for the way it has gone to its objective."""
    started = float(s.started[company])
    harmed, way = 0, 0.0
    longest = float(r.columns + r.rows)
    for i in range(r.num_soldiers):
        if s.company[i] == company:
            if s.fate[i] == CROSSED:
                way += 1.0
            elif s.fate[i] == FIELD:
                harmed += int(s.wounded[i]) + int(s.dazed[i])
                way += max(1.0 - max(int(s.way[company, s.place[i]]), 0) / longest, 0.0)
    worth = -LOSSES * count_out(s, company) / started - HARM * harmed / started
    if r.scenario != CLASH and (company == RED or r.scenario == BRIDGE):
        worth += WAY * way / started
    return worth
