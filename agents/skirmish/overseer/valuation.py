"""What a side of overseer has, as the features of a regression: what a position is worth to tree search.

Underlings and Wounds count as shares of what all sides began with; what attacks may do is counted in Underlings whom
they are likely to cost, as a share of those whom the enemies have left.
"""

from math import exp

from swarmzoo.agents.skirmish.overseer.judgement import errand, foe_distance
from swarmzoo.agents.skirmish.overseer.odds import kills_of, wounds_of
from swarmzoo.agents.skirmish.overseer.standing import charge_promise, fire_promise
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.rules import BREAKTHROUGH, HOLD_GROUND, RALLY
from swarmzoo.envs.skirmish.overseer.state import ASSAULTED, STEADY
from swarmzoo.envs.skirmish.overseer.targets import can_attack
from swarmzoo.envs.skirmish.overseer.units import able, are_enemies, has_specialist, in_field
from swarmzoo.envs.skirmish.overseer.victory import has_leaders, score_of, us_on_ground

SETTINGS = {"cut": 2, "exploration": 1.0, "advisers": "all", "rollout": "overlord", "widening": 0.5}
LED_IN = {"hold_ground": {"rollout": "policy", "cut": 2}}  # what comes of ground that is held shows a turn later
LEARNED_FROM = (
    *("", "scenario=decapitation", "scenario=decapitation,overseers=2", "scenario=hold_ground,overseers=2"),
    *("scenario=breakthrough,overseers=2", "scenario=heroes_vs_swarm", "scenario=rally"),
)
(LEADERS, WOUNDS, STRENGTH, MODIFIER, ENROLLED, FEW, LOST, PINNED, SHOCKED, COVERED, SPECIALISTS) = range(11)
(SHOTS, CHARGES, BLOWS, ENGAGED, WATCHING, AIMING, REACTIONS, NEAR, ACTING, HALVES) = range(11, 21)
(SCORE, GROUND, WAY, RECRUITS) = range(21, 25)
WEIGHTS = {
    "leaders": 0.138,
    "Wounds": 1.026,
    "US": 1.471,
    "USM": -0.466,
    "Underlings out of rank": 2.430,
    "leaders without a Swarm": 1.295,
    "may break": -0.767,
    "pinned": 0.032,
    "shocked": -5.910,
    "in cover": 0.263,
    "Specialists": -0.047,
    "shots": 7.794,
    "charges": -0.026,
    "blows": 13.072,
    "engaged": 0.026,
    "in overwatch": 0.550,
    "aiming": 0.043,
    "reactions": 0.008,
    "near an enemy": 0.062,
    "acts now": 0.130,
    "Half Actions left": 0.035,
    "points of the scenario": 2.418,
    "on the ground": 0.839,
    "on its way": 1.225,
    "recruits": 1.345,
}
_IN_SCENARIOS = ("decapitation", "breakthrough")
_ROWS = {  # of the same features, in these scenarios
    "leaders": (0.548, -0.691),
    "Wounds": (1.318, 0.418),
    "US": (2.145, 3.687),
    "USM": (1.840, 0.387),
    "Underlings out of rank": (1.752, 6.084),
    "leaders without a Swarm": (0.015, 0.530),
    "may break": (0.137, -0.170),
    "pinned": (-0.122, -0.218),
    "shocked": (0.000, 0.000),
    "in cover": (0.076, 0.083),
    "Specialists": (0.065, 0.218),
    "shots": (3.462, 2.173),
    "charges": (-0.148, -1.796),
    "blows": (5.531, 5.635),
    "engaged": (-0.071, -0.325),
    "in overwatch": (-0.053, 0.146),
    "aiming": (0.129, 0.027),
    "reactions": (-0.024, -0.108),
    "near an enemy": (0.453, 0.631),
    "acts now": (0.122, 0.111),
    "Half Actions left": (-0.003, 0.014),
    "points of the scenario": (0.000, 2.035),
    "on the ground": (0.000, 0.000),
    "on its way": (0.000, 1.128),
    "recruits": (0.000, 0.000),
}
WEIGHTS_IN = {scenario: {name: row[k] for name, row in _ROWS.items()} for k, scenario in enumerate(_IN_SCENARIOS)}
LEARNED_IN = {name: (f"scenario={name}", f"scenario={name},overseers=2") for name in _IN_SCENARIOS}


@kernel
def outlook(s, r, side, f):
    """Write the features of a side, float32 (features,); tell whether it is still in the game."""
    if not has_leaders(s, r, side):
        return False
    for k in range(f.shape[0]):
        f[k] = 0.0
    full, wounds, men = 0, 0, men_at_first(s, r)
    enemies = strength_of_enemies(s, r, side)
    for k in range(r.slots):
        u = side * int(r.slots) + k
        full += int(r.present[u])
        wounds += int(r.lead_wounds[u])
        if in_field(s, u):
            write_unit(s, r, u, f)
            write_attacks(s, r, u, enemies, f)
            f[WAY] += exp(-errand(s, r, u, int(s.place[u])) / 6.0)
    f[WOUNDS] /= wounds
    for k in (STRENGTH, ENROLLED):
        f[k] /= men
    for k in (
        LEADERS,
        MODIFIER,
        FEW,
        LOST,
        PINNED,
        SHOCKED,
        COVERED,
        SPECIALISTS,
        ENGAGED,
        WATCHING,
        AIMING,
        NEAR,
        WAY,
    ):
        f[k] /= full
    f[REACTIONS] /= full
    write_score(s, r, side, f)
    if s.current != NOBODY and r.side_of[s.current] == side:
        f[ACTING], f[HALVES] = 1.0, s.halves
    return True


@kernel
def men_at_first(s, r):
    """Return the Underlings of the largest side at the beginning, or the leaderless."""
    most = int(r.neutral_underlings) if r.scenario == RALLY else 1
    for side in range(r.sides):
        most = max(most, int(s.strength[side]))
    return most


@kernel
def strength_of_enemies(s, r, side):
    """Return what the other sides have left, in Underlings; four Wounds of a leader count as one."""
    total = 1.0
    for v in range(r.units):
        if r.side_of[v] != side and in_field(s, v):
            total += int(s.us[v]) + 0.25 * int(s.wounds[v])
    return total


@kernel
def write_unit(s, r, u, f):
    """Add what a unit is and in what state."""
    f[LEADERS] += 1.0
    f[WOUNDS] += s.wounds[u]
    f[STRENGTH] += s.us[u]
    f[MODIFIER] += min(int(s.us[u]), 12) / 12.0
    for nth in range(s.enrolled[u]):
        i = int(s.roll[u, nth])
        f[ENROLLED] += 0 if s.ranked[i] else int(s.models[i])
    f[FEW] += s.us[u] == 0
    beyond = int(s.lost[u]) - int(r.lead_willpower[u]) // 10
    f[LOST] += (4 + beyond) / 10.0 if beyond > 0 and s.us[u] > 0 else 0.0
    f[PINNED] += s.pinned[u]
    f[SHOCKED] += s.shock[u] != STEADY
    f[SPECIALISTS] += has_specialist(s, u)
    f[ENGAGED] += s.touch[u] != 0
    f[WATCHING] += s.watching[u]
    f[AIMING] += s.aim[u] + (s.marked[u] != NOBODY)
    f[REACTIONS] += s.swarm_reaction[u]


@kernel
def write_attacks(s, r, u, enemies, f):
    """Add what the best attacks of a unit promise, as a share of what the enemies have left, and who is near."""
    shot, charge, blow, covered, nearest = 0.0, 0.0, 0.0, 2.0, 99
    for v in range(r.units):
        if in_field(s, v) and are_enemies(r, u, v):
            far = foe_distance(s, r, u, v)
            nearest = min(nearest, far)
            covered = min(covered, float(s.cover[v, u]))
            if able(s, u):
                worth = 1.0 if s.us[v] > 0 else 0.5
                if s.touch[u] == 0 and s.front[u, v] != NOBODY:
                    shot = max(shot, worth * fire_promise(s, r, u, v, far, 100 * int(s.cover[u, v])))
                    charge = max(charge, worth * charge_promise(s, r, u, v, far))
                elif can_attack(s, r, ASSAULTED, u, v) == 0:
                    most = (
                        kills_of(s, r, ASSAULTED, u, v) if s.us[v] > 0 else wounds_of(s, r, ASSAULTED, u, v, 100) // 4
                    )
                    blow = max(blow, float(most))
    f[SHOTS] += min(shot / 100.0 / enemies, 1.0)
    f[CHARGES] += min(charge / 100.0 / enemies, 1.0)
    f[BLOWS] += min(blow / 100.0 / enemies, 1.0)
    f[NEAR] += exp(-nearest / 6.0)
    f[COVERED] += covered if nearest < 99 else 0.0


@kernel
def write_score(s, r, side, f):
    """Add what the scenario counts."""
    f[SCORE] = score_of(s, r, side)
    if r.scenario == HOLD_GROUND:
        total = 0
        for other in range(r.sides):
            total += us_on_ground(s, r, other)
        f[GROUND] = us_on_ground(s, r, side) / max(total, 1)
    elif r.scenario == RALLY:
        f[RECRUITS] = 2.0 * f[STRENGTH]
    elif r.scenario != BREAKTHROUGH:
        f[WAY] = 0.0
