"""How warbands break, how games end, and what they pay. [WAR-A6, WAR-A8]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, lift
from swarmzoo.envs.skirmish.warband.attributes import is_active, present
from swarmzoo.envs.skirmish.warband.events import BROKEN, GAME_ENDED, SCORED
from swarmzoo.envs.skirmish.warband.rules import ALONE, HOLD_CENTRE, KILL_LEADER, LOOT
from swarmzoo.envs.skirmish.warband.state import FIELD, GONE

STILL_PLAYED, LAST_STANDING, ALL_BROKEN, CENTRE_HELD, MOST_SCORE, MOST_LEFT, EVEN, LEADER_LOST, LOOT_WON = range(9)
ENDING_NAMES = (
    "still played",
    "last warband standing",
    "all warbands broken",
    "the centre was held",
    "most points at the end",
    "most left at the end",
    "even at the end",
    "the leader was lost",
    "the loot was won",
)


@kernel
def is_worn_out(s, r, side):
    """Tell whether a warband has lost so many that it breaks: all of them, or the share of its scenario. [WAR-A6]"""
    lost = int(r.strength[side]) - int(s.left[side])
    if r.break_share > 0:
        return lost * 100 >= int(r.break_share) * int(r.strength[side])
    return s.left[side] == 0 and r.scenario != KILL_LEADER


@kernel
def is_leaderless(s, r, side):
    """Tell whether a warband breaks in kill_leader because its leader is out, or yields. [WAR-A9]"""
    if r.scenario != KILL_LEADER:
        return False
    leader = r.leader[side]
    if s.fate[leader] != FIELD:
        return True
    return r.leader_yields > 0 and int(s.star[leader]) * 100 <= int(r.leader_yields) * int(r.own_star[leader])


@kernel
def check_end(s, r):
    """Let warbands break; when at most one is left, or one has its loot together, the game is over. [WAR-A6]"""
    standing, last, ending = 0, NOBODY, LAST_STANDING
    for side in range(r.warbands):
        if not s.broken[side]:
            worn_out = is_worn_out(s, r, side)
            if worn_out or is_leaderless(s, r, side):
                ending = LAST_STANDING if worn_out else LEADER_LOST
                break_warband(s, r, side)
        if not s.broken[side]:
            standing += 1
            last = side
    if standing == 1:
        s.winners[last] = True
        end(s, ending)
    elif standing == 0:
        end(s, ALL_BROKEN)
    elif r.scenario == LOOT and r.loot_goal > 0:
        check_loot(s, r)


@kernel
def check_loot(s, r):
    """End the game when a warband has picked up as much loot as wins. [WAR-A10]"""
    for side in range(r.warbands):
        if not s.broken[side] and s.purse[side] >= r.loot_goal:
            s.winners[side] = True
    for side in range(r.warbands):
        if s.winners[side] and not s.done:
            end(s, LOOT_WON)


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
def count_at_centre(s, r, side):
    """Return how many of a warband stand in the centre; the Stunned do not count. [WAR-A11]"""
    count = 0
    for k in range(r.slots):
        i = side * int(r.slots) + k
        count += is_active(s, i) and distance(r, s.place[i], r.middle) <= r.centre_radius
    return count


@kernel
def holder_of_centre(s, r):
    """Return the warband that has the most characters at the centre, or nobody beside it there; or NOBODY. [WAR-A11]"""
    holder, most, second = NOBODY, 0, 0
    for side in range(r.warbands):
        count = count_at_centre(s, r, side)
        if count > most:
            holder, most, second = side, count, most
        else:
            second = max(second, count)
    return NOBODY if second == most or (r.centre_rule == ALONE and second > 0) else holder


@kernel
def score_turn(s, r):
    """Score the turn that ends, and end the game if that decides it, or if it was the last. [WAR-A6, WAR-A11]"""
    if r.scenario == HOLD_CENTRE:
        side = holder_of_centre(s, r)
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
    """Return what the scenario counts: turns that held the centre, else loot; neither adds to the other. [WAR-A6]"""
    return int(s.centre[side]) if r.scenario == HOLD_CENTRE else int(s.purse[side])


@kernel
def worth(s, r, side):
    """Return what counts after the last turn: the score, or the leader's Star and who is left. [WAR-A6, WAR-A9]"""
    if r.scenario == LOOT or r.scenario == HOLD_CENTRE:
        return score_of(s, r, side)
    left = int(s.left[side]) * 1000 // int(r.strength[side])
    if r.scenario != KILL_LEADER or not r.leader_counts:
        return left
    leader = r.leader[side]
    return int(s.star[leader]) * 1000 // int(r.own_star[leader]) * 1001 + left


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
def side_pay(s, r, side):
    """Return what a warband is paid when the game is over. [WAR-A8]"""
    n, winners = int(r.warbands), 0
    for other in range(n):
        winners += int(s.winners[other])
    if winners == 0:
        return 0.0
    return (n - winners) / (winners * (n - 1)) if s.winners[side] else -1.0 / (n - 1)


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
