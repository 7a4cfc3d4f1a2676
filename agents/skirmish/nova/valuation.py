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
