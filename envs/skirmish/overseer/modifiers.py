"""What an attack needs: the characteristic, and everything that modifies it. [OVR-10, OVR-18, OVR-28, OVR-40]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.actions import CHARGE
from swarmzoo.envs.skirmish.overseer.dice import counted, nerves, weighed
from swarmzoo.envs.skirmish.overseer.effects import team_damage, team_hit
from swarmzoo.envs.skirmish.overseer.events import (
    MODIFIED,
    OF_AIM,
    OF_BS,
    OF_CALL,
    OF_CHARGE,
    OF_CONCENTRATION,
    OF_COVERING_GROUND,
    OF_HEIGHT,
    OF_MARK,
    OF_MELEE,
    OF_OVERWATCH,
    OF_RANGE,
    OF_RUNNING,
    OF_STAND_AND_FIGHT,
    OF_STRENGTH,
    OF_SUPPRESSION,
    OF_TEAM,
    OF_WS,
)
from swarmzoo.envs.skirmish.overseer.state import (
    CALLED_BLOW,
    CALLED_SHOT,
    CHARGED,
    CONCENTRATED,
    OPPORTUNE,
    OVERWATCHED,
    OWN_BLOW,
    SUPPORTED,
    SUPPRESSION,
)
from swarmzoo.envs.skirmish.overseer.targets import is_melee
from swarmzoo.envs.skirmish.overseer.units import ASSAULT_RANGE, CLOSE, EXTREME, LONG, bracket_of, effect, home_of, usm

WORSE_THAN_ANY = 1 << 12


@kernel
def find_needed(s, r):
    """Return the number that the test of the attack must not exceed, and tell the log how it comes about."""
    melee = is_melee(s.attack)
    if s.by_leader:
        return own_blow(s, r) if melee else own_shot(s, r)
    return blow_of_men(s, r) if melee else shot_of_men(s, r)


@kernel
def shot_of_men(s, r):
    """Return what shots of Underlings need, with USM; the Specialist's own test is without. [OVR-8, OVR-10, OVR-P6]"""
    u = int(s.attacker)
    total = counted(s, OF_BS, int(r.men_bs[home_of(s, r, u)]))
    if not s.by_specialist:
        total += counted(s, OF_STRENGTH, usm(s, r, u))
    total += of_command(s, r)
    total += of_target(s, r, u, worst_target(s, r), True)
    if s.attack == SUPPORTED:
        total += of_team(s, r, u)
    return total


@kernel
def blow_of_men(s, r):
    """Return what blows of Underlings need; attacks of opportunity are without USM. [OVR-8, OVR-10, OVR-P7]"""
    u = int(s.attacker)
    total = counted(s, OF_WS, int(r.men_ws[home_of(s, r, u)]))
    if not s.by_specialist and s.attack != OPPORTUNE:
        total += counted(s, OF_STRENGTH, usm(s, r, u))
    total += of_running_prey(s, r)
    total += counted(s, OF_STAND_AND_FIGHT, effect(s, r, u, r.type_melee_hit, r.passive_melee_hit))
    if s.attack == CHARGED:
        total += counted(s, OF_CHARGE, int(r.charge_bonus))
    return total


@kernel
def own_shot(s, r):
    """Return what a leader's own shot needs. [OVR-18, OVR-G2, OVR-P9]"""
    u = int(s.attacker)
    total = counted(s, OF_BS, int(r.lead_bs[u]))
    total += of_target(s, r, u, int(s.targets[0]), True)
    total += counted(s, OF_AIM, int(r.aim_bonus) * int(s.aim[u]))
    if not s.swarm_attacked:
        total += of_team(s, r, u)
        s.swarm_attacked = s.swarm_attacked or uses_team(s, r, u)
    return total + of_call(s, r) + nerves(s, r, u)


@kernel
def own_blow(s, r):
    """Return what a leader's own blow needs, also one of opportunity. [OVR-18, OVR-G2, OVR-P7]"""
    u = int(s.attacker)
    total = counted(s, OF_WS, int(r.lead_ws[u])) + of_running_prey(s, r)
    if s.attack == OPPORTUNE:
        return total + nerves(s, r, u)
    if s.attack == OWN_BLOW and s.command == CHARGE:
        total += counted(s, OF_CHARGE, int(r.charge_bonus))
    total += counted(s, OF_AIM, int(r.aim_bonus) * int(s.aim[u]))
    return total + of_call(s, r) + nerves(s, r, u)


# What modifies it


@kernel
def of_command(s, r):
    """Return what the Command adds to the test. [OVR-P6, OVR-P8, OVR-G6]"""
    if s.attack == CONCENTRATED:
        return counted(s, OF_CONCENTRATION, int(r.concentrated_bonus))
    if s.attack == SUPPRESSION:
        return counted(s, OF_SUPPRESSION, -int(r.suppress_loss))
    return counted(s, OF_OVERWATCH, -int(r.overwatch_loss)) if s.attack == OVERWATCHED else 0


@kernel
def num_aimed(s):
    """Return how many targets the test counts: the Specialist has one. [OVR-8, OVR-25]"""
    return 1 if s.by_specialist else int(s.num_targets)


@kernel
def worst_target(s, r):
    """Return the target that gives the lowest bonus or the harshest penalty. [OVR-28]"""
    worst, least = int(s.targets[0]), WORSE_THAN_ANY
    for k in range(num_aimed(s)):
        total = of_target(s, r, int(s.attacker), int(s.targets[k]), False)
        if total < least:
            worst, least = int(s.targets[k]), total
    return worst


@kernel
def of_target(s, r, u, v, told):
    """Return what a target adds to a shot at it: of its most favourable member. [OVR-13, OVR-40, OVR-P3, OVR-P9]"""
    total = of_range(s, r, bracket_of(s, r, u, v, s.weapon), told)
    if stands_higher(s, u, v):
        total += weighed(s, OF_HEIGHT, int(r.height_bonus), told)
    if s.running[v]:
        total += weighed(s, OF_RUNNING, -int(r.run_bs), told)
    if s.under_cover[v]:
        total += weighed(s, OF_COVERING_GROUND, -int(r.cover_ground_bs), told)
    if s.touch[v] != 0:
        total += weighed(s, OF_MELEE, -int(r.into_melee_loss), told)
    if counts_mark(s) and s.marked[u] == v:
        total += weighed(s, OF_MARK, int(r.mark_bonus), told)
    return total


@kernel
def of_range(s, r, bracket, told):
    """Return what the range adds to a shot; the log is told of every bracket, also of one that adds nothing."""
    by = of_bracket(r, bracket)
    if told:
        log_event(s, MODIFIED, OF_RANGE, by, bracket)
    return by


@kernel
def of_bracket(r, bracket):
    """Return what a range bracket adds to a shot. [OVR-P3]"""
    if bracket == ASSAULT_RANGE:
        return int(r.assault_bonus)
    if bracket == CLOSE:
        return int(r.close_bonus)
    if bracket == LONG:
        return -int(r.long_loss)
    return -int(r.extreme_loss) if bracket == EXTREME else 0


@kernel
def stands_higher(s, u, v):
    """Tell whether a leader stands higher than the member of a unit that it sees best. [OVR-G4]"""
    if s.front[u, v] == NOBODY:
        return False
    return s.height[s.place[u]] > s.height[s.place[s.front[u, v]]]


@kernel
def counts_mark(s):
    """Tell whether the attack gains from a mark: shots of Underlings and of the Specialist. [OVR-P9]"""
    return s.attack <= SUPPORTED


@kernel
def of_running_prey(s, r):
    """Return what is added to WS tests against who runs. [OVR-40]"""
    return counted(s, OF_RUNNING, int(r.run_ws)) if s.running[s.targets[0]] else 0


@kernel
def uses_team(s, r, u):
    """Tell whether the Swarm serves a heavy weapon of this attack, in place of its own one. [OVR-P9]"""
    return bool(r.weapon_heavy[s.weapon]) and (team_hit(s, r, u) > 0 or team_damage(s, r, u) > 0)


@kernel
def of_team(s, r, u):
    """Return what a Weapons Team adds to the test, and keep what it adds to the damage. [OVR-P9]"""
    if not r.weapon_heavy[s.weapon]:
        return 0
    s.team_damage = team_damage(s, r, u)
    return counted(s, OF_TEAM, team_hit(s, r, u))


@kernel
def is_called(s):
    """Tell whether the attack is a Called Shot. [OVR-18]"""
    return s.attack == CALLED_SHOT or s.attack == CALLED_BLOW


@kernel
def of_call(s, r):
    """Return the penalty of a Called Shot: the usual one, or USM of the target if that is more. [OVR-18]"""
    if not is_called(s):
        return 0
    return counted(s, OF_CALL, -max(int(r.called_loss), usm(s, r, int(s.targets[0]))))
