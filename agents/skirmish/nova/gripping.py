"""What it is worth to the bots of nova to hold somebody, and to let go again. [NOV-14, NOV-H2]"""

from swarmzoo.agents.skirmish.nova.chances import SURE, chance
from swarmzoo.agents.skirmish.nova.judgement import BINDS, GRIPS, PLAIN
from swarmzoo.agents.skirmish.nova.odds import less, pool_of, resistance
from swarmzoo.agents.skirmish.nova.standing import best_arm, worth_of_move
from swarmzoo.agents.skirmish.nova.worths import best_strike, strike
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.terrain import NO_COVER
from swarmzoo.envs.skirmish.nova.actions import AT_TARGET, CRUSH, GRAPPLE, RUN
from swarmzoo.envs.skirmish.nova.holds import can_be_held
from swarmzoo.envs.skirmish.nova.rules import HOLDS
from swarmzoo.envs.skirmish.nova.sheet import able, in_field, is_cold, who

NEVER = -(1 << 30)
LASTS = 2  # rounds that a grip lasts as a rule


@kernel
def best_use(s, r, i, j, part, far, grade, order, w):
    """Return what an attack of any kind at a piece is worth: with the better burst, or as a grip."""
    if part == GRAPPLE:
        return worth_of_grip(s, r, i, j, far, order, w)
    return best_strike(s, r, i, j, part, far, grade, order, w)


@kernel
def worth_of_grip(s, r, i, j, far, order, w):
    """Return what it is worth to try to hold somebody: by the chances to hit and to win the grip."""
    if far != 1 or not can_be_held(s, r, j) or r.agent_of[j] == NOBODY:
        return 0
    pool, _ = pool_of(s, r, i, HOLDS, far, 0, order)
    hard = max(resistance(s, r, j, HOLDS, far) + (int(r.daze_difficulty) if s.dazed[i] else 0), 0)
    own, other = strength_in_grip(s, r, i) - less(s, r, i, order, False), 0
    if able(s, r, j):
        other = max(strength_in_grip(s, r, j) - less(s, r, j, 0, False), 0)
    wins = chance(r, own, 1 + other * (11 - int(r.success)) // 10) * chance(r, pool, 1 + hard) // SURE
    return worth_of_holding(s, r, i, j, w) * wins // SURE


@kernel
def strength_in_grip(s, r, i):
    """Return the dice of a grip."""
    row = who(s, r, i)
    return int(r.strength[row]) + int(r.brawl[row]) + int(r.mega_dice) * int(r.mega_strength[row])


@kernel
def worth_of_holding(s, r, i, j, w):
    """Return what it is worth that one is held, who can then only break free: what it could do, what a crush does."""
    harm = 0
    if able(s, r, j):
        for k in range(r.slots):
            v = int(s.side[i]) * int(r.slots) + k
            if in_field(s, v):
                _, worst = best_arm(s, r, j, v, distance(r, s.place[j], s.place[v]), NO_COVER, PLAIN)
                harm = max(harm, worst)
    _, blow = best_arm(s, r, i, j, 1, NO_COVER, w)
    crush = strike(s, r, i, j, CRUSH, 1, NO_COVER, 0, AT_TARGET, 0, w)
    return 5 * int(w[GRIPS]) + (harm + LASTS * max(crush - blow, 0)) * int(w[BINDS]) // 100


@kernel
def worth_of_release(s, r, i, w):
    """Return what it is worth to let go of whom one holds: to be able to run, for the grip; never of a hostage."""
    j = int(s.holding[i])
    if r.agent_of[j] == NOBODY:
        return NEVER
    kept = 0 if is_cold(s, r, j) else worth_of_holding(s, r, i, j, w)
    return worth_of_move(s, r, i, RUN, w) - kept
