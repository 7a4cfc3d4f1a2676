"""Tests: a hundred-sided die against a number, degrees, doubles; the log of every roll and its modifiers. [OVR-P1]

A test is told as its modifiers (MODIFIED, the characteristic first) and then its roll (TESTED).
"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.skirmish.overseer.events import MODIFIED, OF_NERVES, OF_PANIC, TESTED


@kernel
def d100(s):
    """Roll a hundred-sided die."""
    return 1 + int(draw_below(s.rng, 100))


@kernel
def d10(s):
    """Roll a ten-sided die."""
    return 1 + int(draw_below(s.rng, 10))


@kernel
def succeeds(r, rolled, needed):
    """Tell whether a roll is a success: up to the number that is needed; 1 to 5 always, 96 to 100 never. [OVR-P1]"""
    return rolled <= r.sure_success or (rolled < r.sure_failure and rolled <= needed)


@kernel
def degrees(rolled, needed):
    """Return the degrees of a success: full tens of its margin. [OVR-P1]"""
    return max(needed - rolled, 0) // 10


@kernel
def degrees_of_failure(rolled, needed):
    """Return the degrees of a failure: full tens of its margin. [OVR-P1]"""
    return max(rolled - needed, 0) // 10


@kernel
def bonus(value):
    """Return the bonus of a characteristic: its tens. [OVR-P14]"""
    return int(value) // 10


@kernel
def is_double(rolled):
    """Tell whether both digits of a roll are the same, 11 to 99. [OVR-17, OVR-P2]"""
    return rolled % 11 == 0


@kernel
def counted(s, what, by):
    """Tell the log what modifies the test that follows, and by how much; return that."""
    if by != 0:
        log_event(s, MODIFIED, what, by)
    return by


@kernel
def weighed(s, what, by, told):
    """Return what modifies a test; the log is told only of the test that is made."""
    return counted(s, what, by) if told else by


@kernel
def nerves(s, r, u):
    """Return what a leader's own tests lose by shock. [OVR-G7]"""
    total = counted(s, OF_NERVES, -int(r.unnerved_loss)) if s.unnerved[u] else 0
    if s.cornered and s.current == u:
        total += counted(s, OF_PANIC, -int(r.cornered_loss))
    return total


@kernel
def roll_test(s, r, u, purpose, needed):
    """Roll a test of a unit, and tell the log; return what was rolled. [OVR-P1]"""
    rolled = d100(s)
    log_event(s, TESTED, u, purpose, rolled, needed, succeeds(r, rolled, needed))
    return rolled


@kernel
def passes(s, r, u, purpose, needed):
    """Roll a test of a unit; tell whether it succeeds. [OVR-P1]"""
    return succeeds(r, roll_test(s, r, u, purpose, needed), needed)
