"""Tests of attributes: the own one, an enemy's one, modifiers, confirming sixes. [WAR-G1]

Own test: a six-sided die shows the attribute or less. Test of an enemy's attribute: the die shows more. Modifiers
change the attribute in the first case, the die in the second; their sum counts from -4 to 4. An attribute of six or
more has a Confirm Attribute, five less: a six that would fail is confirmed by a second test against that.

Dice lie on a pad until ``log_dice`` writes them into the log, so that everybody sees what was rolled.
"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.skirmish.warband.events import MORE_DICE, ORDER_HELPED, ROLLED
from swarmzoo.envs.skirmish.warband.state import CALM, MOST_DICE, ORDER_GIVEN, ORDER_WORKS

CONFIRMED_FROM = 6
MARKED = 6  # added on the pad to a die that confirms a six
PACK, PACKED = 13, 4  # dice of the pad in a number of the log: base, and how many


@kernel
def roll(s):
    """Roll a six-sided die."""
    return note_die(s, 1 + int(draw_below(s.rng, 6)), 0)


@kernel
def confirm(s):
    """Roll a die that confirms a six."""
    return note_die(s, 1 + int(draw_below(s.rng, 6)), MARKED)


@kernel
def note_die(s, die, mark):
    """Lay a die on the pad; return it."""
    if s.num_dice < MOST_DICE:
        s.dice[s.num_dice] = die + mark
        s.num_dice += 1
    return die


@kernel
def log_dice(s, i, test, need):
    """Write the dice on the pad into the log, with what a character rolled them for and what each of them needed."""
    log_event(s, ROLLED, i, test, need, packed(s, 0))
    for first in range(PACKED, s.num_dice, 4 * PACKED):
        rest = first + PACKED
        log_event(
            s, MORE_DICE, packed(s, first), packed(s, rest), packed(s, rest + PACKED), packed(s, rest + 2 * PACKED)
        )
    s.num_dice = 0


@kernel
def packed(s, first):
    """Return some dice of the pad as one number, from the first one on; 0: none."""
    number, base = 0, 1
    for k in range(first, min(first + PACKED, int(s.num_dice))):
        number += base * int(s.dice[k])
        base *= PACK
    return number


@kernel
def limited(r, modifier):
    """Limit the sum of modifiers of a test."""
    return min(max(modifier, -int(r.most_modifier)), int(r.most_modifier))


@kernel
def fear(s, r, i):
    """Return what fear takes from a test of a character. [WAR-P9]"""
    return int(r.shaken_loss) if s.morale[i] != CALM else 0


@kernel
def burden(s, r, i):
    """Return what fear takes from a test of a character, and an order, then used up, adds. [WAR-P9, WAR-P10]"""
    total = -fear(s, r, i)
    if int(s.order[i]) & ORDER_WORKS:
        s.order[i] = int(s.order[i]) & ORDER_GIVEN
        log_event(s, ORDER_HELPED, i, r.order_bonus, 0, 0)
        total += int(r.order_bonus)
    return total


@kernel
def passes_own(s, attribute, die):
    """Tell whether a die passes a test of an own attribute, modified; a second die may confirm a six."""
    if attribute < CONFIRMED_FROM or die < 6:
        return die <= attribute
    return confirm(s) <= attribute - 5


@kernel
def own_test(s, r, i, attribute, test):
    """Test an own attribute of a character."""
    value = attribute + limited(r, burden(s, r, i))
    passed = passes_own(s, value, roll(s))
    log_dice(s, i, test, value)
    return passed


@kernel
def own_test_at_disadvantage(s, r, i, attribute, test):
    """Test an own attribute; a success is rolled again once."""
    value = attribute + limited(r, burden(s, r, i))
    passed = passes_own(s, value, roll(s)) and passes_own(s, value, roll(s))
    log_dice(s, i, test, value)
    return passed


@kernel
def beats(s, r, i, attribute, modifier):
    """Roll one die of a character against an attribute of an enemy."""
    change = limited(r, modifier + burden(s, r, i))
    die = roll(s)
    if die + change > attribute:
        return True
    if die < 6 or attribute < CONFIRMED_FROM:
        return False
    return confirm(s) + change > attribute - 5


@kernel
def needed(s, r, i, attribute, modifier):
    """Return what a die must show to beat an attribute of an enemy, an order left out."""
    return attribute + 1 - limited(r, modifier - fear(s, r, i))


@kernel
def enemy_test(s, r, i, attribute, test):
    """Test an attribute of an enemy."""
    passed = beats(s, r, i, attribute, 0)
    log_dice(s, i, test, needed(s, r, i, attribute, 0))
    return passed
