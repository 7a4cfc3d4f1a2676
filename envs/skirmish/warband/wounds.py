"""Impact, Star and wounds. [WAR-12 to WAR-14]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import lift
from swarmzoo.envs.skirmish.warband.attributes import is_bloodied, shield_of
from swarmzoo.envs.skirmish.warband.events import (
    BLOODIED_NOW,
    DIED,
    FOR_SHIELD,
    FOR_WOUND,
    IMPACT,
    OUT_NOW,
    STUNNED_NOW,
)
from swarmzoo.envs.skirmish.warband.morale import feel_death, feel_losses, test_courage
from swarmzoo.envs.skirmish.warband.state import DEAD, FIELD, OUT
from swarmzoo.envs.skirmish.warband.trials import burden, fear, limited, log_dice, passes_own, roll


@kernel
def unblocked(s, r, i, impact, cancelled):
    """Return the Impact that is left after a character's Shield tests; the first die is the Evasion Die. [WAR-12]

    ``cancelled``: Shield tests that the attacker's Penetrating Strikes take away. [WAR-G4]
    """
    left, shield, tests = impact, shield_of(s, r, i), max(impact - cancelled, 0)
    need = shield + limited(r, -fear(s, r, i))
    for k in range(tests):
        value = shield + limited(r, burden(s, r, i))
        die = roll(s)
        if k == 0 and die == 1:
            left = 0
            break
        left -= passes_own(s, value, die)
    if tests > 0:
        log_dice(s, i, FOR_SHIELD, need)
    return left


@kernel
def take_impact(s, r, i, impact, cancelled):
    """Let a character take Impact: it may lose Star, and with it come wounds. [WAR-12 to WAR-14, WAR-P8]"""
    left = unblocked(s, r, i, impact, cancelled)
    log_event(s, IMPACT, i, impact, left, 0)
    if left > 0:
        lose_star(s, r, i, left)


@kernel
def lose_star(s, r, i, loss):
    """Take Star from a character: it may be Bloodied for the first time, or fall. [WAR-12, WAR-13, WAR-14]"""
    excess = max(loss - int(s.star[i]), 0)
    s.star[i] = max(int(s.star[i]) - loss, 0)
    if s.star[i] == 0:
        fall(s, r, i, excess)
    if s.fate[i] == FIELD and is_bloodied(s, r, i) and not s.bloodied[i]:
        s.bloodied[i] = True
        log_event(s, BLOODIED_NOW, i, 0, 0, 0)
        test_courage(s, r, i)


@kernel
def fall(s, r, i, excess):
    """Roll for a character at 0 Star: one die, and one more for each Impact in excess; the lowest counts. [WAR-14]"""
    lowest = 6
    for _ in range(1 + excess):
        lowest = min(lowest, roll(s))
    log_dice(s, i, FOR_WOUND, 0)
    side = int(s.side[i])
    if lowest > r.out_to:
        s.stunned[i] = True
        log_event(s, STUNNED_NOW, i, lowest, 0, 0)
        return
    s.left[side] -= 1
    if lowest <= r.death_to:
        log_event(s, DIED, i, lowest, 0, 0)
        s.loot[s.place[i]] += 1
        s.lying += 1
        s.fate[i] = DEAD
        feel_death(s, r, i)
    else:
        log_event(s, OUT_NOW, i, lowest, 0, 0)
        s.fate[i] = OUT
    lift(s, i)
    feel_losses(s, r, side)
