"""Elimination, the two victories and the pay. [INS-1, INS-P2 to INS-P5, INS-S31]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.events import ELIMINATED, GAME_OVER
from swarmzoo.envs.insects.hands import discard_everything
from swarmzoo.envs.insects.rules import ALONE, SHARED
from swarmzoo.envs.insects.stacks import is_alone, swarm_size
from swarmzoo.envs.insects.state import NOBODY
from swarmzoo.envs.insects.terrain import DEN

# How a game ended.
NOT_ENDED, ALL_DENS, DECK_END, LAST_SWARM, ALL_DEAD, ROUND_LIMIT = range(6)
ENDING_NAMES = ("not over", "all Dens", "deck's end", "last swarm", "all swarms dead", "round limit")


@kernel
def end_game(s, how):
    """End the game; the winners are marked already."""
    s.done = True
    s.ending = how
    s.actor = NOBODY
    s.mask[:] = 0
    winners = 0
    for p in range(s.winner.shape[0]):
        winners |= int(s.winner[p]) << p
    log_event(s, GAME_OVER, how, winners)


@kernel
def bury_dead(s, r):
    """Eliminate players without insects; end the game when one swarm or none is left. [INS-P5, INS-S31]"""
    n = s.bugs.shape[0]
    living = 0
    buried = 0
    for p in range(n):
        s.winner[p] = False
        if not s.out[p]:
            if swarm_size(s, p) == 0:
                s.out[p] = True
                s.winner[p] = True  # of those who die together, should nobody be left
                discard_everything(s, r, p)
                log_event(s, ELIMINATED, p)
                buried += 1
            else:
                living += 1
    if living == 0 and buried > 0:
        end_game(s, ALL_DEAD)
        return
    for p in range(n):
        s.winner[p] = living == 1 and not s.out[p] and r.last_swarm_wins
    if living == 1 and buried > 0 and r.last_swarm_wins:
        end_game(s, LAST_SWARM)


@kernel
def holds_space(s, p, h, mode):
    """Tell whether a player holds a space: alone in it, or with the largest stack. [INS-P2, INS-P3]"""
    if s.bugs[p, h] == 0:
        return False
    if mode == ALONE:
        return is_alone(s, p, h)
    for q in range(s.bugs.shape[0]):
        if q != p and s.bugs[q, h] >= s.bugs[p, h]:
            return False
    return True


@kernel
def controls_all_dens(s, r, p):
    """Tell whether a player controls every Den in play. [INS-1, INS-P2]"""
    for h in range(r.num_hexes):
        if s.terrain[h] == DEN and not holds_space(s, p, h, r.den_control):
            return False
    return True


@kernel
def check_dens(s, r):
    """The first victory: every Den, at the end of a turn. [INS-1, INS-P2]"""
    for p in range(s.bugs.shape[0]):
        if not s.out[p] and controls_all_dens(s, r, p):
            s.winner[p] = True
            end_game(s, ALL_DENS)
            return


@kernel
def spaces_held(s, r, p):
    """Count the spaces a player holds. [INS-P3]"""
    count = 0
    for h in range(r.num_hexes):
        if holds_space(s, p, h, r.space_control):
            count += 1
    return count


@kernel
def dens_held(s, r, p):
    """Count the Dens a player controls. [INS-P2]"""
    count = 0
    for h in range(r.num_hexes):
        if s.terrain[h] == DEN and holds_space(s, p, h, r.den_control):
            count += 1
    return count


@kernel
def score(s, r, p):
    """Rank at the deck's end: spaces, then insects unless equal spaces are shared. [INS-1, INS-P3]"""
    if s.out[p]:
        return -1
    spaces = spaces_held(s, r, p)
    if r.space_ties == SHARED:
        return spaces
    return spaces * 10_000 + swarm_size(s, p)


@kernel
def count_spaces(s, r, how):
    """The second victory: most spaces when the deck, or the last round, is over. [INS-1, INS-P3]"""
    best = 0
    for p in range(s.bugs.shape[0]):
        best = max(best, score(s, r, p))
    for p in range(s.bugs.shape[0]):
        s.winner[p] = score(s, r, p) == best
    end_game(s, how)


@kernel
def rewards(s, r, pay, over):
    """Write the pay of each player and for whom the game is over. [INS-A4]"""
    for p in range(s.bugs.shape[0]):
        over[p] = s.done or s.out[p]
        pay[p] = rewards_of(s, p)


@kernel
def rewards_of(s, p):
    """Return the pay of a player so far. [INS-A4]

    k of n players who share first place get (n - k) / (k (n - 1)) each, the others -1 / (n - 1).
    """
    n = s.bugs.shape[0]
    if not s.done:
        return -1.0 / (n - 1) if s.out[p] else 0.0
    if not s.winner[p]:
        return -1.0 / (n - 1)
    winners = 0
    for q in range(n):
        winners += s.winner[q]
    return (n - winners) / (winners * (n - 1))


@kernel
def potential(s, r, values):
    """Write the potential of each player for optional shaping: shares of Dens and spaces held. [INS-P15]"""
    values[:] = 0.0
    if r.shaping_dens == 0.0 and r.shaping_spaces == 0.0:
        return
    dens = 0
    for h in range(r.num_hexes):
        dens += s.terrain[h] == DEN
    for p in range(s.bugs.shape[0]):
        if not s.done:
            values[p] = r.shaping_dens * dens_held(s, r, p) / dens
            values[p] += r.shaping_spaces * spaces_held(s, r, p) / r.num_hexes
