"""Spells: who can cast them, at whom, and what they do. [WAR-19, WAR-P13]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN
from swarmzoo.envs.skirmish.warband.attack import BOLT_ATTACK, attack
from swarmzoo.envs.skirmish.warband.attributes import gap, present
from swarmzoo.envs.skirmish.warband.events import CAST, CAST_FAILED, FOR_RUNES, TRAIT_HELPED
from swarmzoo.envs.skirmish.warband.morale import test_courage
from swarmzoo.envs.skirmish.warband.sheet import BY_SPELLCASTING, SPELLCASTING
from swarmzoo.envs.skirmish.warband.targets import cover_of, ranged_modifier
from swarmzoo.envs.skirmish.warband.trials import own_test

BOLT_SPELL, WARD_SPELL, HASTE_SPELL, DREAD_SPELL = range(4)


@kernel
def knows(s, r, i, spell):
    """Tell whether a character has Spellcasting or a scroll of a spell. [WAR-19]"""
    return r.magic and ((r.own_traits[i] & SPELLCASTING) != 0 or ((int(s.scrolls[i]) >> spell) & 1) != 0)


@kernel
def spell_range(r, spell):
    """Return the range of a spell."""
    if spell == BOLT_SPELL:
        return int(r.bolt_range)
    return int(r.dread_range) if spell == DREAD_SPELL else int(r.ward_range)


@kernel
def can_cast_at(s, r, i, spell, target):
    """Tell whether a spell can reach a character: in range and in sight; bolt and dread enemies, the others friends."""
    at_enemy = spell == BOLT_SPELL or spell == DREAD_SPELL
    if not present(s, target) or (s.side[target] != s.side[i]) != at_enemy:
        return False
    if target == i:
        return True
    return gap(s, r, i, target) <= spell_range(r, spell) and cover_of(s, r, i, target) != HIDDEN


@kernel
def cast_spell(s, r, i, spell, target):
    """Test Runes; on a success the spell does its work. A scroll is used up either way. [WAR-19, WAR-P13]"""
    if not r.own_traits[i] & SPELLCASTING:
        s.scrolls[i] = int(s.scrolls[i]) & ~(1 << spell)
    if not own_test(s, r, i, int(r.own_runes[i]), FOR_RUNES):
        log_event(s, CAST_FAILED, i, spell, target, 0)
        return
    if r.own_traits[i] & SPELLCASTING:
        log_event(s, TRAIT_HELPED, i, BY_SPELLCASTING, 0, 0)
    log_event(s, CAST, i, spell, target, 0)
    if spell == BOLT_SPELL:
        modifier = ranged_modifier(s, r, i, target)
        attack(s, r, i, target, int(r.bolt_dice), int(r.own_key[target]), modifier, BOLT_ATTACK)
    elif spell == WARD_SPELL:
        s.ward[target] = True
    elif spell == HASTE_SPELL:
        s.haste[target] = True
    else:
        test_courage(s, r, target)
