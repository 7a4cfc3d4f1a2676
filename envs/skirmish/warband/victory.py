"""How warbands break, how games end, and what they pay. [WAR-A6, WAR-A8]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, lift
from swarmzoo.envs.skirmish.warband.attributes import present
from swarmzoo.envs.skirmish.warband.events import BROKEN, GAME_ENDED, SCORED
from swarmzoo.envs.skirmish.warband.rules import HOLD_CENTRE, KILL_LEADER, LOOT
from swarmzoo.envs.skirmish.warband.state import FIELD, GONE

STILL_PLAYED, LAST_STANDING, ALL_BROKEN, CENTRE_HELD, MOST_SCORE, MOST_LEFT, EVEN = range(7)
ENDING_NAMES = (
    "still played",
    "last warband standing",
    "all warbands broken",
    "the centre was held",
    "most points at the end",
    "most left at the end",
    "even at the end",
)


@kernel
def is_beaten(s, r, side):
    """Tell whether a warband breaks now: half of it lost, or in kill_leader its leader. [WAR-A6]"""
    if s.left[side] == 0:
        return True
    if r.scenario == KILL_LEADER and s.fate[r.leader[side]] != FIELD:
        return True
    lost = int(r.strength[side]) - int(s.left[side])
    return r.break_share > 0 and lost * 100 >= int(r.break_share) * int(r.strength[side])


@kernel
def check_end(s, r):
    """Let warbands break; when at most one is left the game is over. [WAR-A6]"""
    standing, last = 0, NOBODY
    for side in range(r.warbands):
        if not s.broken[side] and is_beaten(s, r, side):
            break_warband(s, r, side)
        if not s.broken[side]:
            standing += 1
            last = side
    if standing == 1:
        s.winners[last] = True
        end(s, LAST_STANDING)
    elif standing == 0:
        end(s, ALL_BROKEN)


@kernel
def break_warband(s, r, side):
    """Take a broken warband off the field. [WAR-A6]"""
    s.broken[side] = True
    log_event(s, BROKEN, side, 0, 0, 0)
    for k in range(r.slots):
        i = side * int(r.slots) + k
        if present(s, i):
            s.fate[i] = GONE
            s.left[side] -= 1
            lift(s, i)
    s.tokens[side] = 0


@kernel
def end(s, ending):
    """End the game; who has won is known."""
    s.done, s.ending, winners = True, ending, 0
    for side in range(s.winners.shape[0]):
        winners |= int(s.winners[side]) << side
    log_event(s, GAME_ENDED, ending, winners, 0, 0)


@kernel
def alone_at_centre(s, r):
    """Return the warband that is alone at the centre, or NOBODY. [WAR-A6]"""
    found = NOBODY
    for i in range(s.side.shape[0]):
        if present(s, i) and not s.stunned[i] and distance(r, s.place[i], r.middle) <= r.centre_radius:
            if found != NOBODY and found != s.side[i]:
                return NOBODY
            found = int(s.side[i])
    return found


@kernel
def score_turn(s, r):
    """Score the turn that ends, and end the game if that decides it, or if it was the last. [WAR-A6]"""
    if r.scenario == HOLD_CENTRE:
        side = alone_at_centre(s, r)
        if side != NOBODY:
            s.centre[side] += 1
            log_event(s, SCORED, side, s.centre[side], 0, 0)
            if s.centre[side] >= r.centre_points:
                s.winners[side] = True
                end(s, CENTRE_HELD)
    if not s.done and s.turn >= r.max_turns:
        settle_by_count(s, r)


@kernel
def score_of(s, r, side):
    """Return what the scenario counts: turns alone at the centre, else loot; neither adds to the other. [WAR-A6]"""
    return int(s.centre[side]) if r.scenario == HOLD_CENTRE else int(s.purse[side])


@kernel
def worth(s, r, side):
    """Return what counts at the end of the last turn: the score, else the share of the warband that is left."""
    if r.scenario == LOOT or r.scenario == HOLD_CENTRE:
        return score_of(s, r, side)
    return int(s.left[side]) * 1000 // int(r.strength[side])


@kernel
def settle_by_count(s, r):
    """Let those with the most win; all alike is a draw. [WAR-A6]"""
    best = -1
    for side in range(r.warbands):
        if not s.broken[side]:
            best = max(best, worth(s, r, side))
    winners = 0
    for side in range(r.warbands):
        s.winners[side] = not s.broken[side] and worth(s, r, side) == best
        winners += int(s.winners[side])
    if winners == r.warbands:
        end(s, EVEN)
    else:
        end(s, MOST_SCORE if r.scenario == LOOT or r.scenario == HOLD_CENTRE else MOST_LEFT)


@kernel
def rewards(s, r, pay, over):
    """Pay those who share first place alike, the others -1/(n-1); who has broken is out before the end. [WAR-A8]"""
    n, winners = int(r.warbands), 0
    for side in range(n):
        winners += int(s.winners[side])
    for side in range(n):
        over[side] = s.done or s.broken[side]
        pay[side] = 0.0
        if s.done and winners > 0:
            pay[side] = (n - winners) / (winners * (n - 1)) if s.winners[side] else -1.0 / (n - 1)
        elif s.broken[side] and not s.done:
            pay[side] = -1.0 / (n - 1)


@kernel
def potential(s, r, values):
    """Value Star left and score against the best of the others; 0 unless shaping is on, and at the end. [WAR-A8]"""
    for side in range(values.shape[0]):
        values[side] = 0.0
    if s.done or (r.shaping_star == 0.0 and r.shaping_score == 0.0):
        return
    for side in range(r.warbands):
        star, score = -1.0, -1.0
        for other in range(r.warbands):
            if other != side:
                star = max(star, star_share(s, r, other))
                score = max(score, score_of(s, r, other) / (score_of(s, r, other) + 5.0))
        own = score_of(s, r, side) / (score_of(s, r, side) + 5.0)
        values[side] = 0.5 * (r.shaping_star * (star_share(s, r, side) - star) + r.shaping_score * (own - score))


@kernel
def star_left(s, r, side):
    """Return the Star of a warband's characters in the field."""
    left = 0
    for k in range(r.slots):
        i = int(side) * int(r.slots) + k
        if present(s, i):
            left += int(s.star[i])
    return left


@kernel
def star_share(s, r, side):
    """Return the share of its Star that a warband has left."""
    full = 0
    for k in range(r.slots):
        full += int(r.own_star[side * int(r.slots) + k])
    return star_left(s, r, side) / full
