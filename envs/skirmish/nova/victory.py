"""How games end, and what they pay. [NOV-A3, NOV-A4]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.casualties import put_out
from swarmzoo.envs.skirmish.nova.events import GAME_ENDED, SIDE_BROKEN
from swarmzoo.envs.skirmish.nova.rules import CONVOY, DEMOLITION, FIREFIGHT, GAUNTLET, HOSTAGE, OWN
from swarmzoo.envs.skirmish.nova.sheet import in_field
from swarmzoo.envs.skirmish.nova.state import ESCAPED, FIELD, SURRENDERED
from swarmzoo.envs.skirmish.nova.strength import extras_left, is_standing, strength_left

(
    STILL_PLAYED,
    LAST_STANDING,
    ALL_OUT,
    DEMOLISHED,
    OBJECT_STANDS,
    FREED,
    HOSTAGE_LOST,
    HOSTAGE_KEPT,
    LED_AWAY,
    PASSED,
    STOPPED,
    GAUNTLET_WON,
    GAUNTLET_LOST,
    MOST_LEFT,
    EVEN,
) = range(15)
ENDING_NAMES = (
    "still played",
    "last side standing",
    "all sides are out",
    "the object was destroyed",
    "the object still stands",
    "the hostage was freed",
    "the hostage was lost",
    "the hostage was kept",
    "the hostage was led away",
    "the convoy got through",
    "the convoy was stopped",
    "the gauntlet was won",
    "the gauntlet was lost",
    "most left at the end",
    "even at the end",
)
HEROES, FOES = 0, 1  # sides of the scenarios that differ
MOST_LOST = 90  # in 100, by hits on the hostage: who wins is ahead of who loses


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
def check_end(s, r):
    """End the game if what was done has decided it. [NOV-A3]"""
    if r.scenario == FIREFIGHT:
        break_sides(s, r)
    if r.scenario == DEMOLITION:
        check_demolition(s, r)
    elif r.scenario == HOSTAGE:
        check_hostage(s, r)
    elif r.scenario == CONVOY:
        check_convoy(s, r)
    elif r.scenario != GAUNTLET:
        check_standing(s, r)


@kernel
def check_standing(s, r):
    """End the game when at most one side is still in the fight. [NOV-A3]"""
    standing, last = 0, NOBODY
    for side in range(r.sides):
        if is_standing(s, r, side):
            standing += 1
            last = side
    if standing == 1:
        win(s, last, LAST_STANDING)
    elif standing == 0:
        for side in range(r.sides):
            s.winners[side] = True
        end(s, ALL_OUT)


@kernel
def break_sides(s, r):
    """Let sides surrender that have lost so many of their extras. [NOV-A3]"""
    for side in range(r.sides):
        lost = int(s.extras[side]) - extras_left(s, r, side)
        if is_standing(s, r, side) and 100 * lost >= int(r.break_share) * int(s.extras[side]):
            log_event(s, SIDE_BROKEN, side)
            for k in range(r.slots):
                put_out(s, r, int(side) * int(r.slots) + k, SURRENDERED)


@kernel
def check_demolition(s, r):
    """End the game when the object is destroyed, or nobody is left to destroy it. [NOV-A3]"""
    if s.structure[s.objective] == 0:
        win(s, HEROES, DEMOLISHED)
    elif not is_standing(s, r, HEROES):
        win(s, FOES, OBJECT_STANDS)


@kernel
def check_hostage(s, r):
    """End the game when the hostage is harmed, whose side has lost that did it, or one side is out. [NOV-A3]"""
    if not in_field(s, s.hostage):
        win(s, FOES if s.harmed_by == HEROES else HEROES, HOSTAGE_LOST)
    elif not is_standing(s, r, HEROES):
        win(s, FOES, HOSTAGE_KEPT)
    elif not is_standing(s, r, FOES):
        win(s, HEROES, FREED)


@kernel
def check_convoy(s, r):
    """End the game when most vehicles are through, or can no longer be. [NOV-A3]"""
    through, lost, count = 0, 0, 0
    for k in range(r.slots):
        if r.agent_of[k] != NOBODY:
            count += 1
            through += s.fate[k] == ESCAPED
            lost += s.fate[k] != ESCAPED and s.fate[k] != FIELD
    if 2 * through > count:
        win(s, HEROES, PASSED)
    elif 2 * (count - lost) <= count:
        win(s, FOES, STOPPED)


@kernel
def score_round(s, r):
    """Score the round that ends, and end the game if that decides it, or if it was the last. [NOV-A3]"""
    if r.scenario == HOSTAGE:
        score_hostage(s, r)
    if not s.done and r.scenario != GAUNTLET and s.rounds >= r.max_rounds:
        settle_at_clock(s, r)


@kernel
def score_hostage(s, r):
    """End the game when no captor holds the hostage any more, or it was led to their own edge. [NOV-A3]"""
    i = int(s.held_by[s.hostage])
    if i == NOBODY or s.side[i] != FOES:
        win(s, HEROES, FREED)
    elif r.edge[FOES, s.place[i]] <= 1:
        win(s, FOES, LED_AWAY)


@kernel
def settle_at_clock(s, r):
    """Decide the game after its last round: the defenders have won, or who has most left. [NOV-A3]"""
    if r.scenario == DEMOLITION:
        win(s, FOES, OBJECT_STANDS)
    elif r.scenario == HOSTAGE:
        win(s, FOES, HOSTAGE_KEPT)
    elif r.scenario == CONVOY:
        win(s, FOES, STOPPED)
    else:
        settle_by_strength(s, r)


@kernel
def settle_by_strength(s, r):
    """Let those sides win of which most is left; all alike is a draw. [NOV-A3]"""
    best, winners = -1, 0
    for side in range(r.sides):
        if is_standing(s, r, side):
            best = max(best, strength_left(s, r, side))
    for side in range(r.sides):
        s.winners[side] = is_standing(s, r, side) and strength_left(s, r, side) == best
        winners += int(s.winners[side])
    end(s, EVEN if winners == r.sides else MOST_LEFT)


@kernel
def settle_gauntlet(s, r):
    """End the gauntlet: won with enough encounters. [NOV-A3]"""
    if s.points >= r.gauntlet_needed:
        win(s, HEROES, GAUNTLET_WON)
    else:
        win(s, FOES, GAUNTLET_LOST)


# Pay


@kernel
def side_pay(s, r, side):
    """Return the pay of a side: alike for those who share first place, -1/(n-1) for the others. [NOV-A4]"""
    n, winners = int(r.sides), 0
    for other in range(n):
        winners += int(s.winners[other])
    if winners == 0:
        return 0.0
    pay = (n - winners) / (winners * (n - 1)) if s.winners[side] else -1.0 / (n - 1)
    return pay * kept_share(s, r)


@kernel
def kept_share(s, r):
    """Return what is left of the pay, a tenth at least: the winner's hits on the hostage cost some of it. [NOV-A4]"""
    hits = 0
    for side in range(r.sides):
        hits += int(s.hits[side]) * int(s.winners[side])
    return 1.0 - min(hits * int(r.hostage_hit), MOST_LOST) / 100.0


@kernel
def rewards(s, r, pay, over):
    """Pay the agents of a side what it has earned; the game is over early for a side that is out. [NOV-A4]

    Only in a free for all a side can be out before the end. With ``rewards`` own the game is over for everybody who
    falls, and it has lost. Records have room for more agents than there may be: for those it is always over.
    """
    for agent in range(r.agents, over.shape[0]):
        pay[agent], over[agent] = 0.0, True
    for agent in range(r.agents):
        i = int(r.piece_of[agent])
        side = int(r.side_of[i])
        has_lost = r.rewards == OWN and s.fate[i] != FIELD and s.fate[i] != ESCAPED and r.scenario != GAUNTLET
        is_out = has_lost or (r.sides > 2 and side_is_gone(s, r, side))
        over[agent] = s.done or is_out
        pay[agent] = 0.0
        if s.done and not has_lost:
            pay[agent] = side_pay(s, r, side)
        elif is_out:
            pay[agent] = -1.0 / (int(r.sides) - 1)


@kernel
def side_is_gone(s, r, side):
    """Tell whether nobody of a side can come back: none of its pieces is in the field."""
    for k in range(r.slots):
        if in_field(s, int(side) * int(r.slots) + k):
            return False
    return True


@kernel
def score_of(s, r, side):
    """Return how far a side is on its way to what the scenario asks for, 0 to 1. [NOV-A4]"""
    if r.scenario == DEMOLITION and side == HEROES:
        return 1.0 - int(s.structure[s.objective]) / int(r.object_structure[s.object_kind[s.objective]])
    if r.scenario == CONVOY and side == HEROES:
        through, count = 0, 0
        for k in range(r.slots):
            count += r.agent_of[k] != NOBODY
            through += s.fate[k] == ESCAPED
        return min(2.0 * through / count, 1.0)
    if r.scenario == GAUNTLET and side == HEROES:
        return min(int(s.points) / int(r.gauntlet_needed), 1.0)
    return 0.0


@kernel
def potential(s, r, values):
    """Value strength and score against the best of the others; 0 unless shaping is on, and at the end. [NOV-A4]"""
    for agent in range(values.shape[0]):
        values[agent] = 0.0
    if s.done or (r.shaping_strength == 0.0 and r.shaping_score == 0.0):
        return
    for agent in range(r.agents):
        side = int(r.side_of[r.piece_of[agent]])
        strength, score = -1.0, -1.0
        for other in range(r.sides):
            if other != side:
                strength = max(strength, strength_left(s, r, other) / 100.0)
                score = max(score, score_of(s, r, other))
        gained = r.shaping_strength * (strength_left(s, r, side) / 100.0 - strength)
        values[agent] = 0.5 * (gained + r.shaping_score * (score_of(s, r, side) - score))
