"""What a character does for itself and its friends: cover, breath, orders, taunts. [WAR-15, WAR-17, WAR-P10, WAR-G4]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.terrain import NO_COVER
from swarmzoo.envs.skirmish.warband.attributes import gap, is_bloodied, leader_of, present, tested_coronet
from swarmzoo.envs.skirmish.warband.events import (
    BREATHED,
    FOR_BREATH,
    ORDERED,
    TAUNTED,
    TO_TAUNT,
    TOOK_COVER,
    TRAIT_HELPED,
)
from swarmzoo.envs.skirmish.warband.sheet import BY_TAUNT
from swarmzoo.envs.skirmish.warband.state import ORDER_GIVEN
from swarmzoo.envs.skirmish.warband.trials import burden, enemy_test, fear, limited, log_dice, passes_own, roll


@kernel
def can_take_cover(s, r, i):
    """Tell whether taking cover changes anything: lying down in the open, hugging what is there. [WAR-17]"""
    if r.cover[s.terrain[s.place[i]]] == NO_COVER:
        return not s.prone[i]
    return not s.hugging[i]


@kernel
def take_cover(s, r, i):
    """Fall prone in the open, or make the most of the cover of the hex. [WAR-17, WAR-P6]"""
    if r.cover[s.terrain[s.place[i]]] == NO_COVER:
        s.prone[i] = True
    else:
        s.hugging[i] = True
    log_event(s, TOOK_COVER, i, s.prone[i], 0, 0)


@kernel
def breather_tests(s, r, i):
    """Return how many lost points of Star a Breather may bring back. [WAR-15]"""
    runes = int(r.own_runes[i])
    if is_bloodied(s, r, i):
        runes = runes // int(r.bloodied_divisor)
    return min(runes, int(r.own_star[i]) - int(s.star[i]))


@kernel
def breathe(s, r, i):
    """Test Mallet for each; every success brings back a point, a six of the Bloodied takes one of Mallet. [WAR-15]"""
    bloodied, gained, tests, begun = is_bloodied(s, r, i), 0, breather_tests(s, r, i), int(s.mallet[i])
    for _ in range(tests):
        value = int(s.mallet[i]) + limited(r, burden(s, r, i))
        die = roll(s)
        gained += passes_own(s, value, die)
        if die == 6 and bloodied and r.breather_backlash:
            s.mallet[i] = max(int(s.mallet[i]) - 1, 0)
    s.star[i] += gained
    log_dice(s, i, FOR_BREATH, begun - fear(s, r, i))
    log_event(s, BREATHED, i, gained, tests, 0)


@kernel
def gives_orders(s, r, i):
    """Tell whether a character leads, and has given no order in this activation. [WAR-P10]"""
    return r.orders and not s.ordered_now and leader_of(s, r, s.side[i]) == i


@kernel
def can_order(s, r, i, other):
    """Tell whether a leader can give an order to a friend within range. [WAR-P10]"""
    if other == i or not present(s, other) or int(s.order[other]) & ORDER_GIVEN:
        return False
    return gives_orders(s, r, i) and gap(s, r, i, other) <= r.order_range


@kernel
def give_order(s, r, i, other):
    """Give an order that begins to work in the next turn. [WAR-3, WAR-P10]"""
    s.order[other] = int(s.order[other]) | ORDER_GIVEN
    s.ordered_now = True
    log_event(s, ORDERED, i, other, 0, 0)


@kernel
def taunt(s, r, i, target):
    """Test an enemy's Coronet: it then does better against the one who taunted, worse against others. [WAR-G4]"""
    passed = enemy_test(s, r, i, tested_coronet(s, r, target), TO_TAUNT)
    if passed:
        log_event(s, TRAIT_HELPED, i, BY_TAUNT, 0, 0)
        s.taunted_by[target] = i
    log_event(s, TAUNTED, i, target, passed, 0)
