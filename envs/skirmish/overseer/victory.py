"""How games end, and what they pay. [OVR-A3, OVR-A4, OVR-H9]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.events import GAME_ENDED, ROUTED, SCORED, TIME_UP
from swarmzoo.envs.skirmish.overseer.rules import BREAKTHROUGH, DECAPITATION, HOLD_GROUND, OWN, RALLY
from swarmzoo.envs.skirmish.overseer.state import DEAD, ESCAPED
from swarmzoo.envs.skirmish.overseer.units import in_field

(
    STILL_PLAYED,
    LAST_STANDING,
    ALL_BEATEN,
    GROUND_HELD,
    BROKEN_THROUGH,
    LINE_HELD,
    MOST_RECRUITED,
    MOST_LEFT,
    MOST_ON_GROUND,
    EVEN,
) = range(10)
ENDING_NAMES = (
    "still played",
    "last side standing",
    "all sides beaten",
    "the ground was held",
    "broken through",
    "the line held",
    "most were recruited",
    "most left at the end",
    "most on the ground at the end",
    "even at the end",
)
ATTACKERS, DEFENDERS = 0, 1  # sides of breakthrough


# What sides have


@kernel
def us_of(s, r, side):
    """Return the US of all units of a side."""
    total = 0
    for k in range(r.slots):
        u = int(side) * int(r.slots) + k
        total += int(s.us[u]) if in_field(s, u) else 0
    return total


@kernel
def enrolled_of(s, r, side):
    """Return how many Underlings are in the rolls of a side, in rank or not."""
    total = 0
    for k in range(r.slots):
        u = int(side) * int(r.slots) + k
        for nth in range(s.enrolled[u]):
            total += int(s.models[s.roll[u, nth]])
    return total


@kernel
def us_on_ground(s, r, side):
    """Return the US of a side near the middle. [OVR-H9]"""
    total = 0
    for i in range(r.units, r.pieces):
        if s.ranked[i] and s.side[i] == side and distance(r, s.place[i], r.middle) <= r.objective_hexes:
            total += int(s.models[i])
    return total


@kernel
def wounds_in_100(s, r, side):
    """Return the Wounds that the leaders of a side have left, in 100."""
    left, full = 0, 0
    for k in range(r.slots):
        u = int(side) * int(r.slots) + k
        left += int(s.wounds[u])
        full += int(r.lead_wounds[u])
    return 100 * left // full


@kernel
def strength_left(s, r, side):
    """Return what counts at the clock: Wounds of leaders and US, each in 100. [OVR-H9]"""
    if s.strength[side] == 0:
        return wounds_in_100(s, r, side)
    return wounds_in_100(s, r, side) + 100 * us_of(s, r, side) // int(s.strength[side])


@kernel
def has_leaders(s, r, side):
    """Tell whether a leader of a side is alive, in the field or escaped. [OVR-H9]"""
    for k in range(r.slots):
        u = int(side) * int(r.slots) + k
        if in_field(s, u) or s.fate[u] == ESCAPED:
            return True
    return False


@kernel
def is_routed(s, r, side):
    """Tell whether a side that began with Underlings has few of them in rank any more, or none. [OVR-H9]"""
    if r.scenario == DECAPITATION or r.scenario == BREAKTHROUGH or s.strength[side] == 0:
        return False
    return 100 * us_of(s, r, side) <= int(r.rout_share) * int(s.strength[side])


# Endings


@kernel
def end(s, ending):
    """End the game; who has won is known."""
    s.done, s.ending, winners = True, ending, 0
    for side in range(s.winners.shape[0]):
        winners |= int(s.winners[side]) << side
    log_event(s, GAME_ENDED, ending, winners)


@kernel
def win(s, side, ending):
    """End the game: one side has won."""
    s.winners[side] = True
    end(s, ending)


@kernel
def check_standing(s, r, after_round):
    """End the game when at most one side is not beaten; rout counts after a round. [OVR-H9]"""
    standing, last = 0, NOBODY
    for side in range(r.sides):
        routed = after_round and has_leaders(s, r, side) and is_routed(s, r, side)
        if routed:
            log_event(s, ROUTED, side)
        elif has_leaders(s, r, side):
            standing += 1
            last = side
    if standing == 1:
        win(s, last, LAST_STANDING)
    elif standing == 0:
        share_ruin(s, r)


@kernel
def share_ruin(s, r):
    """Let the sides that still have leaders share first place when all are beaten: who is out has lost. [OVR-A4]"""
    for side in range(r.sides):
        s.winners[side] = has_leaders(s, r, side)
    end(s, ALL_BEATEN)


@kernel
def check_end(s, r):
    """End the game if what was done has decided it. [OVR-H9]"""
    if r.scenario == BREAKTHROUGH:
        check_breakthrough(s, r)
    if not s.done:
        check_standing(s, r, False)


@kernel
def check_breakthrough(s, r):
    """End the game when enough have broken through, or can no longer. [OVR-H9]"""
    needed = int(r.exit_share) * int(s.strength[ATTACKERS])
    if int(s.escaped_us[ATTACKERS]) * 100 >= needed:
        win(s, ATTACKERS, BROKEN_THROUGH)
    elif (int(s.escaped_us[ATTACKERS]) + enrolled_of(s, r, ATTACKERS)) * 100 < needed:
        win(s, DEFENDERS, LINE_HELD)


@kernel
def score_round(s, r):
    """Score the round that ends, and end the game if that decides it, or if it was the last. [OVR-H9]"""
    check_standing(s, r, True)
    if not s.done and r.scenario == HOLD_GROUND:
        score_ground(s, r)
    if not s.done and r.scenario == RALLY:
        score_recruits(s, r)
    if not s.done and s.rounds >= r.max_rounds:
        settle_at_clock(s, r)


@kernel
def score_ground(s, r):
    """Count the rounds in which a side has most of the US on the ground. [OVR-H9]"""
    total = 0
    for side in range(r.sides):
        total += us_on_ground(s, r, side)
    for side in range(r.sides):
        if 2 * us_on_ground(s, r, side) <= total:
            s.held[side] = 0
        else:
            s.held[side] += 1
            log_event(s, SCORED, side, s.held[side])
            if s.held[side] >= r.hold_rounds:
                win(s, side, GROUND_HELD)


@kernel
def score_recruits(s, r):
    """Let the side win that has more than half of the leaderless, if no other one has as many. [OVR-H9]"""
    most = 0
    for side in range(r.sides):
        most = max(most, us_of(s, r, side))
    if 2 * most > r.neutral_underlings and count_with(s, r, most) == 1:
        for side in range(r.sides):
            if us_of(s, r, side) == most:
                win(s, side, MOST_RECRUITED)


@kernel
def count_with(s, r, us):
    """Return how many sides have so much US."""
    count = 0
    for side in range(r.sides):
        count += us_of(s, r, side) == us
    return count


@kernel
def worth_at_clock(s, r, side):
    """Return what a side is worth after the last round. [OVR-H9]"""
    if not has_leaders(s, r, side):
        return -1
    if r.scenario == BREAKTHROUGH:
        return int(side == DEFENDERS)
    if r.scenario == HOLD_GROUND:
        return us_on_ground(s, r, side)
    return us_of(s, r, side) if r.scenario == RALLY else strength_left(s, r, side)


@kernel
def clock_ending(r, all_alike):
    """Return how a game ends after its last round."""
    if all_alike:
        return EVEN
    if r.scenario == BREAKTHROUGH:
        return LINE_HELD
    if r.scenario == RALLY:
        return MOST_RECRUITED
    return MOST_ON_GROUND if r.scenario == HOLD_GROUND else MOST_LEFT


@kernel
def settle_at_clock(s, r):
    """Let those win who are worth most; all alike is a draw. [OVR-H9]"""
    best, winners = -1, 0
    log_event(s, TIME_UP)
    for side in range(r.sides):
        best = max(best, worth_at_clock(s, r, side))
    for side in range(r.sides):
        s.winners[side] = worth_at_clock(s, r, side) == best
        winners += int(s.winners[side])
    end(s, clock_ending(r, winners == r.sides))


# Pay


@kernel
def side_pay(s, r, side):
    """Return the pay of a side: alike for those who share first place, -1/(n-1) for the others. [OVR-A4]"""
    n, winners = int(r.sides), 0
    for other in range(n):
        winners += int(s.winners[other])
    if winners == 0:
        return 0.0
    return (n - winners) / (winners * (n - 1)) if s.winners[side] else -1.0 / (n - 1)


@kernel
def rewards(s, r, pay, over):
    """Pay the agents of a side what it has earned; the game is over early for a side without leaders. [OVR-A4]

    With ``rewards`` own the game is over for every leader who dies, and it has lost.
    """
    for agent in range(r.agents):
        u = int(r.unit_of[agent])
        side = int(r.side_of[u])
        has_lost = s.fate[u] == DEAD and r.rewards == OWN
        is_out = has_lost or not has_leaders(s, r, side)
        over[agent] = s.done or is_out
        pay[agent] = 0.0
        if s.done and not has_lost:
            pay[agent] = side_pay(s, r, side)
        elif is_out:
            pay[agent] = -1.0 / (int(r.sides) - 1)


@kernel
def score_of(s, r, side):
    """Return how far a side is on its way to what the scenario asks for, 0 to 1. [OVR-A4]"""
    if r.scenario == HOLD_GROUND:
        return int(s.held[side]) / int(r.hold_rounds)
    if r.scenario == RALLY:
        return min(us_of(s, r, side) / int(r.neutral_underlings), 1.0)
    if r.scenario == BREAKTHROUGH and side == ATTACKERS:
        return min(int(s.escaped_us[side]) * 100.0 / (int(r.exit_share) * int(s.strength[side])), 1.0)
    return 0.0


@kernel
def share_left(s, r, side):
    """Return the share of a side's Wounds and US that is left. [OVR-A4]"""
    parts = 1 if s.strength[side] == 0 else 2
    return strength_left(s, r, side) / (100.0 * parts)


@kernel
def potential(s, r, values):
    """Value strength and score against the best of the others; 0 unless shaping is on, and at the end. [OVR-A4]"""
    for agent in range(values.shape[0]):
        values[agent] = 0.0
    if s.done or (r.shaping_strength == 0.0 and r.shaping_score == 0.0):
        return
    for agent in range(r.agents):
        side = int(r.side_of[r.unit_of[agent]])
        strength, score = -1.0, -1.0
        for other in range(r.sides):
            if other != side:
                strength = max(strength, share_left(s, r, other))
                score = max(score, score_of(s, r, other))
        gained = r.shaping_strength * (share_left(s, r, side) - strength)
        values[agent] = 0.5 * (gained + r.shaping_score * (score_of(s, r, side) - score))
