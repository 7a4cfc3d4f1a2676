"""Fear: who is near what is feared, tests, the Shock Table. [OVR-30, OVR-31, OVR-G7]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.skirmish.battlefield.sight import cover_between
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN
from swarmzoo.envs.skirmish.overseer.dice import counted, d100, degrees_of_failure, nerves, roll_test, succeeds
from swarmzoo.envs.skirmish.overseer.events import DISSOLVED, FOR_FEAR, OF_FEAR, OF_WILLPOWER, SHOCKED
from swarmzoo.envs.skirmish.overseer.state import FAINTED, FROZEN, HELPLESS, PANICKED, WARY
from swarmzoo.envs.skirmish.overseer.swarm import disband
from swarmzoo.envs.skirmish.overseer.units import able, are_enemies, in_field, survey_units

ROW = 20  # results of a row of the Shock Table
LOSES_HALF, LOSES_NERVE, GROWS_WARY, FREEZES, PANICS, FAINTS, IS_HELPLESS = range(7)  # the rows
MOST_ROUNDS = 5


@kernel
def fear_tests(s, r, x):
    """Let a unit test against every enemy whose Fear it now feels for the first time; tell whether one test failed.

    [OVR-30, OVR-H7]
    """
    failed = False
    for v in range(r.units):
        if in_field(s, x) and feels_fear(s, r, x, v):
            failed |= fear_test(s, r, x, v)
    return failed


@kernel
def feels_fear(s, r, x, v):
    """Tell whether a unit must test against an enemy: its leader is near, seen, and not tested yet.

    Fear is a trait: it works whether its owner leads a Swarm or stands alone. [OVR-30, OVR-35, OVR-H7, OVR-H10]
    """
    if r.lead_fear[v] == 0 or not r.whose_fear[r.side_of[v]]:
        return False
    if not in_field(s, v) or not are_enemies(r, x, v) or int(s.feared[x]) >> v & 1:
        return False
    if distance(r, s.place[x], s.place[v]) > r.fear_hexes:
        return False
    return cover_between(s, r, s.place[x], s.place[v]) != HIDDEN


@kernel
def fear_test(s, r, x, v):
    """Test Willpower: who fails sees the Swarm dissolve and flee, and is shocked. Tell whether it failed.

    [OVR-30, OVR-31, OVR-G7]
    """
    s.feared[x] = int(s.feared[x]) | 1 << v
    needed = counted(s, OF_WILLPOWER, int(r.lead_willpower[x])) + nerves(s, r, x)
    needed += counted(s, OF_FEAR, -int(r.fear_step) * (int(r.lead_fear[v]) - 1))
    rolled = roll_test(s, r, x, FOR_FEAR, needed)
    if succeeds(r, rolled, needed):
        return False
    if s.enrolled[x] > 0:
        log_event(s, DISSOLVED, x)
        disband(s, x, True)
        survey_units(s, r)
    shock(s, x, v, d100(s) + 10 * degrees_of_failure(rolled, needed))
    return True


@kernel
def row_of(total):
    """Return the row of the Shock Table for a total. [OVR-G7]"""
    return min((total - 1) // ROW, IS_HELPLESS)


@kernel
def shock(s, x, v, total):
    """Carry out a row of the Shock Table on a leader. [OVR-G7]"""
    row = row_of(total)
    log_event(s, SHOCKED, x, total, row)
    if row == LOSES_HALF:
        s.halved[x] = max(int(s.halved[x]), 1)
    elif row == LOSES_NERVE:
        s.unnerved[x] = True
    elif row == GROWS_WARY:
        s.unnerved[x] = True
        suffer(s, x, v, WARY, 0)
    elif row == FREEZES:
        suffer(s, x, v, FROZEN, 0)
    elif row == PANICS:
        suffer(s, x, v, PANICKED, 0)
    else:
        rounds = 1 + int(draw_below(s.rng, MOST_ROUNDS))
        suffer(s, x, v, FAINTED if row == FAINTS else HELPLESS, rounds)


@kernel
def suffer(s, x, v, effect, rounds):
    """Let a leader suffer Shock, unless it suffers worse. [OVR-G7]"""
    if effect >= s.shock[x]:
        s.shock[x], s.shocked_by[x], s.shock_left[x] = effect, v, rounds


@kernel
def feel_fear(s, r, x):
    """Let a unit test against what it fears; whose turn it is has lost it if it is not its own master then. [OVR-30]"""
    if fear_tests(s, r, x) and x == s.current and not able(s, x):
        s.halves = 0
