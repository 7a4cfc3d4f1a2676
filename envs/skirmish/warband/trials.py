"""Tests of attributes: the own one, an enemy's one, modifiers, confirming sixes. [WAR-G1]

Own test: a six-sided die shows the attribute or less. Test of an enemy's attribute: the die shows more. Modifiers
change the attribute in the first case, the die in the second; their sum counts from -4 to 4. An attribute of six or
more has a Confirm Attribute, five less: a six that would fail is confirmed by a second test against that.
"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.skirmish.warband.state import CALM, ORDER_GIVEN, ORDER_WORKS

CONFIRMED_FROM = 6


@kernel
def roll(s):
    """Roll a six-sided die."""
    return 1 + int(draw_below(s.rng, 6))


@kernel
def limited(r, modifier):
    """Limit the sum of modifiers of a test."""
    return min(max(modifier, -int(r.most_modifier)), int(r.most_modifier))


@kernel
def burden(s, r, i):
    """Return what fear takes from a test of a character, and an order, then used up, adds. [WAR-P9, WAR-P10]"""
    total = -int(r.shaken_loss) if s.morale[i] != CALM else 0
    if int(s.order[i]) & ORDER_WORKS:
        s.order[i] = int(s.order[i]) & ORDER_GIVEN
        total += int(r.order_bonus)
    return total


@kernel
def passes_own(s, attribute, die):
    """Tell whether a die passes a test of an own attribute, modified; a second die may confirm a six."""
    if attribute < CONFIRMED_FROM or die < 6:
        return die <= attribute
    return roll(s) <= attribute - 5


@kernel
def own_test(s, r, i, attribute, modifier):
    """Test an own attribute of a character."""
    value = attribute + limited(r, modifier + burden(s, r, i))
    return passes_own(s, value, roll(s))


@kernel
def own_test_at_disadvantage(s, r, i, attribute, modifier):
    """Test an own attribute; a success is rolled again once."""
    value = attribute + limited(r, modifier + burden(s, r, i))
    return passes_own(s, value, roll(s)) and passes_own(s, value, roll(s))


@kernel
def enemy_test(s, r, i, attribute, modifier):
    """Test an attribute of an enemy."""
    change = limited(r, modifier + burden(s, r, i))
    die = roll(s)
    if die + change > attribute:
        return True
    if die < 6 or attribute < CONFIRMED_FROM:
        return False
    return roll(s) + change > attribute - 5
