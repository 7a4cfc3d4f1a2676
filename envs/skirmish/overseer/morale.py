"""The beginning of a turn: Break tests, snapping out of shock, shaking off Pinning. [OVR-32, OVR-33, OVR-G7]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.dice import bonus, counted, nerves, passes
from swarmzoo.envs.skirmish.overseer.events import (
    COLLAPSED,
    FOR_BREAK,
    FOR_PINNING,
    FOR_SNAPPING_OUT,
    OF_COMMAND,
    OF_HOLD_FAST,
    OF_LOSSES,
    OF_RULE,
    OF_WILLPOWER,
    SHOCK_PASSED,
    SNAPPED_OUT,
    UNPINNED,
)
from swarmzoo.envs.skirmish.overseer.flight import run_away
from swarmzoo.envs.skirmish.overseer.state import FAINTED, FROZEN, HELPLESS, STEADY, WARY
from swarmzoo.envs.skirmish.overseer.swarm import disband
from swarmzoo.envs.skirmish.overseer.units import effect, hexes, in_field, survey_units

FULL_TURN, ONE_HALF, TURN_OVER = 2, 1, -1
IN_EVERY_TURN = 2  # of ``halved``


@kernel
def hold_fast(s, r, u):
    """Return what Hold Fast adds to a Break or Pinning test. [OVR-P9, OVR-P11]"""
    return counted(s, OF_HOLD_FAST, effect(s, r, u, r.type_nerve, r.passive_nerve))


# Break


@kernel
def needs_break_test(s, r, u):
    """Tell whether a Swarm has lost more US than its leader's WPB since its last turn. [OVR-33, OVR-P10]"""
    return s.us[u] > 0 and s.lost[u] > bonus(r.lead_willpower[u])


@kernel
def break_test(s, r, u):
    """Test Command if too many were lost: who fails sees the Swarm collapse and flee. [OVR-33]"""
    if not needs_break_test(s, r, u):
        return
    needed = counted(s, OF_COMMAND, int(r.lead_command[u])) + nerves(s, r, u) + hold_fast(s, r, u)
    needed += counted(s, OF_RULE, int(r.break_modifier))
    needed += counted(s, OF_LOSSES, -int(r.break_loss) * int(s.lost[u]))
    if not passes(s, r, u, FOR_BREAK, needed):
        log_event(s, COLLAPSED, u)
        disband(s, u, True)
        survey_units(s, r)


# Shock


@kernel
def snap_out(s, r, u):
    """Return the Half Actions that Shock leaves a leader in its turn, or -1 for a turn that is over. [OVR-G7]"""
    shock = s.shock[u]
    if shock == STEADY:
        return halves_left(s, u, FULL_TURN)
    if shock == FAINTED or shock == HELPLESS:
        lie_still(s, u)
        return TURN_OVER
    if masters_itself(s, r, u):
        s.unnerved[u] = int(s.unnerved[u]) | (shock == FROZEN)
        grow_steady(s, u)
        log_event(s, SNAPPED_OUT, u)
        return halves_left(s, u, FULL_TURN)
    if shock == WARY:
        return halves_left(s, u, FULL_TURN)
    return TURN_OVER if shock == FROZEN else run_in_panic(s, r, u)


@kernel
def masters_itself(s, r, u):
    """Test Willpower to snap out. [OVR-G7]"""
    needed = counted(s, OF_WILLPOWER, int(r.lead_willpower[u])) + nerves(s, r, u)
    return passes(s, r, u, FOR_SNAPPING_OUT, needed)


@kernel
def grow_steady(s, u):
    """Let the Shock of a leader be over; what it has left stays."""
    s.shock[u], s.shock_left[u], s.shocked_by[u] = STEADY, 0, NOBODY


@kernel
def halves_left(s, u, halves):
    """Return how many Half Actions are left to who may take only one, in this turn or in every turn. [OVR-G7]"""
    if s.halved[u] == 0:
        return halves
    if s.halved[u] != IN_EVERY_TURN:
        s.halved[u] = 0
    return min(halves, ONE_HALF)


@kernel
def lie_still(s, u):
    """Count a round of a faint or of helplessness; after the last one the leader is unnerved. [OVR-G7]"""
    s.shock_left[u] -= 1
    if s.shock_left[u] > 0:
        return
    s.unnerved[u] = True
    if s.shock[u] == HELPLESS:
        s.halved[u] = IN_EVERY_TURN
    grow_steady(s, u)
    log_event(s, SHOCK_PASSED, u)


@kernel
def run_in_panic(s, r, u):
    """Let a panicked leader run; who cannot has one Half Action. It is steady if what it fears is gone. [OVR-G7]"""
    v = int(s.shocked_by[u])
    if v == NOBODY or not in_field(s, v):
        grow_steady(s, u)
        log_event(s, SHOCK_PASSED, u)
        return halves_left(s, u, FULL_TURN)
    if run_away(s, r, u, int(s.place[v]), hexes(r.run_metres, r.lead_agility[u])) == 0:
        s.cornered = True
        return halves_left(s, u, ONE_HALF)
    s.aim[u] = 0
    survey_units(s, r)
    return TURN_OVER


# Pinning


@kernel
def recover_pinning(s, r, u):
    """Let a pinned leader test Willpower to get up again. [OVR-32]"""
    if not s.pinned[u]:
        return
    needed = counted(s, OF_WILLPOWER, int(r.lead_willpower[u])) + nerves(s, r, u) + hold_fast(s, r, u)
    if passes(s, r, u, FOR_PINNING, needed):
        s.pinned[u] = False
        log_event(s, UNPINNED, u)
