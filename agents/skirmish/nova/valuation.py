"""What a side of nova has, as the features of a regression: what a position is worth to tree search.

Pieces, and what is left of them, count as shares of the side; what attacks promise is counted in pieces.
"""

from math import exp

from swarmzoo.agents.skirmish.nova.judgement import PLAIN, errand, is_foe, nearest_foe
from swarmzoo.agents.skirmish.nova.standing import best_arm
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.aims import is_attack
from swarmzoo.envs.skirmish.nova.plans import is_defence, is_move
from swarmzoo.envs.skirmish.nova.rules import CONVOY, DEMOLITION, GAUNTLET, HOSTAGE
from swarmzoo.envs.skirmish.nova.sheet import able, henchmen_left, in_field, is_person, levels_of
from swarmzoo.envs.skirmish.nova.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.nova.state import ABSENT, PLANNED
from swarmzoo.envs.skirmish.nova.strength import health_in_100, is_standing, is_up
from swarmzoo.envs.skirmish.nova.victory import score_of

SETTINGS = {"cut": 2, "exploration": 1.0, "advisers": "all", "rollout": "paragon", "widening": 0.5}
LED = {"cut": 4, "considered": 4}  # a plan of many decisions and then dice: a position soon says little of an action
LEARNED_FROM = ("", "scenario=firefight", "scenario=hostage")  # in which either side may win
(UP, HEALTH, HENCHMEN, STUN, WILLPOWER, INJURIES, DAZED, LOSES_TURN, PRONE, HOLDS, HELD, COVERED) = range(12)
(ATTACKS, DEFENCES, MOVES, FULL, ARMS, NEAR, EARLY, ACTING, SCORE, WAY) = range(12, 22)
WEIGHTS = {
    "up": 1.940,
    "health": 0.246,
    "henchmen": 2.353,
    "stun": -20.703,
    "Willpower": 0.142,
    "injuries": -0.191,
    "dazed": -2.260,
    "loses a turn": -15.620,
    "prone": -0.429,
    "holds": 0.970,
    "held": -0.970,
    "in cover": -0.315,
    "attacks planned": -0.038,
    "defences planned": -0.032,
    "moves planned": 0.036,
    "full defence": -0.369,
    "arms": 0.373,
    "near a foe": -1.808,
    "early in the order": 0.371,
    "acts now": 0.079,
    "points of the scenario": 2.501,
    "on its way": -0.778,
}
_IN_SCENARIOS = ("nova_vs_mob", "firefight", "demolition", "hostage", "convoy", "gauntlet")
_ROWS = {  # of the same features, in these scenarios
    "up": (0.364, 0.729, 0.213, 0.727, 2.500, 2.967),
    "health": (10.484, 9.306, 0.951, 0.676, 2.330, 1.287),
    "henchmen": (0.000, 0.000, 0.000, 0.000, 0.000, 0.000),
    "stun": (0.000, -1.713, -8.350, 2.374, 0.000, 1.660),
    "Willpower": (0.339, -2.170, 1.461, 1.804, 0.121, -2.791),
    "injuries": (0.538, 0.030, 0.033, 0.022, 0.378, 0.597),
    "dazed": (0.000, -0.853, 1.178, -0.853, -0.451, 0.780),
    "loses a turn": (0.000, -2.248, 2.087, 0.401, -0.567, 3.232),
    "prone": (0.000, 0.595, -0.411, 0.186, -0.268, 0.071),
    "holds": (0.000, 0.000, 0.000, 2.234, 0.000, -0.001),
    "held": (0.000, 0.000, 0.000, 0.000, 0.000, 0.001),
    "in cover": (-0.919, 0.389, -0.021, -0.070, 0.226, -0.325),
    "attacks planned": (0.408, -0.005, 0.151, 0.041, 0.111, 0.148),
    "defences planned": (-0.521, -0.403, -0.016, -0.091, -0.212, -0.373),
    "moves planned": (-0.018, -0.323, -0.192, -0.220, 0.356, -0.174),
    "full defence": (-2.761, -1.514, -0.430, 0.465, -0.305, -1.446),
    "arms": (3.858, -0.616, 0.609, 0.330, 0.760, 1.176),
    "near a foe": (7.541, 3.054, 1.321, -0.411, -1.855, -1.474),
    "early in the order": (-0.972, 0.284, 0.389, 0.040, 0.393, -0.128),
    "acts now": (0.214, 0.008, 0.009, 0.004, 0.047, 0.152),
    "points of the scenario": (0.000, 0.000, 0.976, 0.000, 0.712, 0.724),
    "on its way": (0.000, 0.000, -0.605, 0.009, -0.888, 0.000),
}
WEIGHTS_IN = {scenario: {name: row[k] for name, row in _ROWS.items()} for k, scenario in enumerate(_IN_SCENARIOS)}


@kernel
def outlook(s, r, side, f):
    """Write the features of a side, float32 (features,); tell whether it is still in the game."""
    lasting = r.scenario == DEMOLITION or r.scenario == CONVOY or r.scenario == GAUNTLET
    if not lasting and not is_standing(s, r, side):
        return False
    for k in range(f.shape[0]):
        f[k] = 0.0
    count = 0
    for k in range(r.slots):
        i = int(side) * int(r.slots) + k
        if r.agent_of[i] != NOBODY and s.fate[i] != ABSENT:
            count += 1
            f[UP] += is_up(s, r, i)
            f[HEALTH] += health_in_100(s, r, i) / 100.0
            if in_field(s, i):
                write_piece(s, r, i, f)
                write_plan(s, i, f)
                write_arms(s, r, i, f)
    for k in range(f.shape[0]):
        f[k] /= max(count, 1)
    if s.actor != NOBODY and s.side[s.actor] == side:
        f[ACTING] = 1.0
    f[SCORE] = score_of(s, r, side)
    return True


@kernel
def write_piece(s, r, i, f):
    """Add in what state a piece is."""
    f[HENCHMEN] += min(henchmen_left(s, i), 10) / 10.0
    if is_person(s, r, i):
        f[STUN] += int(s.stun[i]) / levels_of(s, r, i)
        f[WILLPOWER] += int(s.willpower[i]) / 10.0
    f[INJURIES] += int(s.maimed[i])
    f[DAZED] += (s.dazed[i] != 0) + (s.daze_next[i] != 0)
    f[LOSES_TURN] += (s.stunned[i] != 0) + min(int(s.stun_next[i]), 2)
    f[PRONE] += s.prone[i] != 0
    f[HOLDS] += s.holding[i] != NOBODY
    f[HELD] += s.held_by[i] != NOBODY
    f[COVERED] += int(r.cover[s.terrain[s.place[i]]]) / 2.0 + int(s.covered[i])
    if r.scenario == DEMOLITION or r.scenario == CONVOY or r.scenario == HOSTAGE:
        f[WAY] += exp(-errand(s, r, i, int(s.place[i])) / 6.0)


@kernel
def write_plan(s, i, f):
    """Add what a piece has declared and not yet done."""
    f[FULL] += s.full[i] != 0
    for k in range(s.num_planned[i]):
        if s.plan_fate[i, k] == PLANNED:
            part = int(s.plan_kind[i, k])
            f[ATTACKS] += is_attack(part)
            f[DEFENCES] += is_defence(part)
            f[MOVES] += is_move(part)


@kernel
def write_arms(s, r, i, f):
    """Add what the best attack of a piece promises, how near foes are, whether it acts before most of them."""
    here, before, foes, most = int(s.place[i]), 0, 0, 0
    foe = nearest_foe(s, r, i, here)
    f[NEAR] += exp(-distance(r, here, s.place[foe]) / 6.0) if foe != NOBODY else 0.0
    if not able(s, r, i):
        return
    for k in range(num_foes(r)):
        j = foe_slot(r, i, k)
        if is_foe(s, r, i, j):
            foes += 1
            before += s.initiative[i] > s.initiative[j]
            far = distance(r, here, s.place[j])
            _, worth = best_arm(s, r, i, j, far, int(r.cover[s.terrain[s.place[j]]]), PLAIN)
            most = max(most, worth)
    f[ARMS] += min(most, 2000) / 1000.0
    f[EARLY] += before / max(foes, 1)
