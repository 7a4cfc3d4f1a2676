"""Courage: when it is tested, what failing does, how it comes back. [WAR-P9, WAR-18]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.warband.attributes import gap, is_bloodied, present, tested_coronet
from swarmzoo.envs.skirmish.warband.events import FLEEING_NOW, FOR_COURAGE, FOR_RALLY, RALLIED, SHAKEN_NOW
from swarmzoo.envs.skirmish.warband.rules import ALL
from swarmzoo.envs.skirmish.warband.state import CALM, FLEEING, SHAKEN
from swarmzoo.envs.skirmish.warband.trials import own_test, own_test_at_disadvantage


@kernel
def test_courage(s, r, i):
    """Test a character's Coronet; who fails is Shaken, then Fleeing. The Bloodied have a disadvantage. [WAR-P9]"""
    if not r.morale or not present(s, i) or s.morale[i] == FLEEING:
        return
    coronet = tested_coronet(s, r, i)
    at_ease = not is_bloodied(s, r, i)
    brave = (
        own_test(s, r, i, coronet, FOR_COURAGE) if at_ease else own_test_at_disadvantage(s, r, i, coronet, FOR_COURAGE)
    )
    if not brave:
        s.morale[i] += 1
        log_event(s, SHAKEN_NOW if s.morale[i] == SHAKEN else FLEEING_NOW, i, 0, 0, 0)


@kernel
def feel_death(s, r, i):
    """Let the friends of one who dies near them test their courage. [WAR-P9]"""
    for k in range(r.slots):
        other = int(s.side[i]) * int(r.slots) + k
        if other != i and present(s, other) and gap(s, r, other, i) <= r.morale_range:
            test_courage(s, r, other)


@kernel
def feel_losses(s, r, side):
    """Let a warband of which more than half are out test its courage, once. [WAR-P9]"""
    if s.half_out[side] or 2 * int(s.left[side]) >= r.strength[side]:
        return
    s.half_out[side] = True
    for k in range(r.slots):
        test_courage(s, r, side * int(r.slots) + k)


@kernel
def can_be_rallied(s, r, i, other):
    """Tell whether a character can rally itself or a friend within range. [WAR-18]"""
    if not present(s, other) or s.morale[other] == CALM or s.stunned[other]:
        return False
    return other == i or gap(s, r, i, other) <= r.rally_range


@kernel
def rally(s, r, i, other):
    """Test Coronet to lessen the fear of one, or of all friends in range at once. [WAR-18]"""
    passed = own_test(s, r, i, tested_coronet(s, r, i), FOR_RALLY)
    log_event(s, RALLIED, i, other, passed, 0)
    if not passed:
        return
    if r.rally_scope == ALL and other != i:
        for k in range(r.slots):
            friend = int(s.side[i]) * int(r.slots) + k
            if friend != i and can_be_rallied(s, r, i, friend):
                s.morale[friend] -= 1
    else:
        s.morale[other] -= 1
