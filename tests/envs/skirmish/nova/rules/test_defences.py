"""The stage defence: who may dodge or parry what, what it takes, what it leaves; giving up an action for it."""

import pytest

from swarmzoo.envs.skirmish.nova import events
from tests.envs.skirmish.nova.battle import Battle, hits, misses


def attacked(*plans, dice=None, drawing="R0 B0", R0=None, B0=None, rules=None, kind="weapon_1", **weapon):
    """Return R0's attack with the weapon ``tried``, three successes, on B0, who has planned this."""
    rules = {"more_weapons": [{"name": "tried", "damage": 9} | weapon]} | (rules or {})
    battle = Battle(drawing, rules=rules, R0={"weapons": ["tried"]} | (R0 or {}), B0=B0 or {})
    battle.plans("B0", *plans, at="R0")
    return battle, lambda: battle.attacks("R0", kind, "B0", hits(3) + misses(2) if dice is None else dice)


def defending(*plans, **more):
    """Return the same, after the attack."""
    battle, attack = attacked(*plans, **more)
    return attack() and battle


# Dodges


@pytest.mark.rule("NOV-10", "NOV-G7")
def test_as_many_successes_as_the_attack_dodge_it():
    battle = defending("dodge")
    assert battle.may_defend
    battle.answers("use_dodge", hits(3) + misses(2))
    assert battle.told(events.DEFENDED)[0][:4] == [4, 1, 3, 3]
    assert battle.is_over and not battle.told(events.STRUCK) and battle.of("B0", "plan_fate")[0] == 1


@pytest.mark.rule("NOV-10", "NOV-G7")
def test_fewer_successes_are_taken_from_those_of_the_attack():
    battle = defending("dodge").answers("use_dodge", hits(2) + misses(3))
    assert battle.raw == [9 + 0]
    assert defending("dodge").answers("use_dodge", hits(1) + misses(4)).raw == [9 + 1]
    assert defending("dodge").answers("take_it").raw == [9 + 2]


@pytest.mark.rule("NOV-10")
def test_a_dodge_is_dexterity_and_athletics_less_what_hampers():
    battle, attack = attacked("dodge", B0={"athletics": 4, "armour": ["vest"], "endurance": 3, "might": 2})
    battle.sets("B0", lethal=3)
    attack()
    battle.answers("use_dodge")
    why = {events.OF_ATTRIBUTE: 3, events.OF_ABILITY: 4, events.OF_WOUNDS: -1, events.OF_MOBILITY: -1}
    assert battle.causes(events.ROLLED, purpose=events.FOR_DODGE) == why
    assert battle.rolls(events.FOR_DODGE)[0][0] == 5


@pytest.mark.rule("NOV-27")
def test_a_single_layer_hampers_dodges_but_no_parries():
    vest = {"armour": ["vest"], "endurance": 3, "might": 2}
    assert defending("dodge", B0=vest).answers("use_dodge").rolls(events.FOR_DODGE)[0][0] == 4
    parry = defending("parry", B0=vest, skill="melee", metres=0).answers("use_parry")
    assert parry.rolls(events.FOR_PARRY)[0][0] == 5


@pytest.mark.rule("NOV-16", "NOV-2", "NOV-12", "NOV-G10")
def test_what_makes_a_dodge_harder():
    battle, attack = attacked("dodge", dodge=1)
    battle.sets("B0", dazed=1)
    battle.s["plan_harder"][4, 0] = True
    attack()
    battle.answers("use_dodge", hits(5))
    assert battle.told(events.DEFENDED)[0][3] == 3 + 1 + 2 + 1
    assert battle.causes(events.ROLLED, purpose=events.FOR_DODGE).keys() >= {events.OF_SPEED, events.OF_DAZE}


@pytest.mark.rule("NOV-G10")
def test_the_first_success_against_a_guided_weapon_does_not_count():
    battle = defending("dodge", guided=True).answers("use_dodge", hits(3) + misses(2))
    assert battle.told(events.DEFENDED)[0][2:4] == [2, 3] and battle.raw == [9]
    assert defending("dodge", guided=True).answers("use_dodge", hits(4) + misses(1)).is_over


@pytest.mark.rule("NOV-11", "NOV-12")
def test_bullets_are_dodged_by_initiative_mega_dexterity_or_a_sprint_alone():
    slow, attack = attacked("dodge", "parry", fast=True)
    slow.sets("R0", initiative=9).sets("B0", initiative=9)
    assert not attack().may_defend
    for fields in ({"initiative": 10}, {"sprinting": 1}):
        battle, attack = attacked("dodge", fast=True)
        battle.sets("R0", initiative=9).sets("B0", **fields)
        attack()
        assert battle.may_defend and battle.why_no_answer("use_dodge") is None
    nova = {"kind": "nova", "quantum": 1, "mega_dexterity": 1}
    battle, attack = attacked("dodge", B0=nova, fast=True)
    battle.sets("R0", initiative=9)
    attack()
    assert battle.may_defend


@pytest.mark.rule("NOV-46", "NOV-16", "NOV-17", "NOV-19", "NOV-14")
def test_nobody_defends_itself_who_is_stunned_out_cold_held_or_a_cinematic_extra():
    for fields in ({"stunned": 1}, {"stun": 7}, {"held_by": 0}):
        battle, attack = attacked("dodge")
        battle.sets("B0", **fields)
        assert not attack().may_defend
    assert not defending("dodge", B0={"kind": "cinematic", "members": 3, "weapons": ["pistol"]}).may_defend


@pytest.mark.rule("NOV-10")
def test_nobody_is_asked_about_a_miss_or_without_anything_to_defend_with():
    battle, attack = attacked("dodge", dice=misses(5))
    assert attack().is_over and not battle.told(events.DEFENDED)
    assert not defending().may_defend


@pytest.mark.rule("NOV-44")
def test_a_gritty_squad_dodges_with_its_one_action_and_gives_up_none():
    squad = {"kind": "gritty", "members": 4}
    battle = defending("dodge", B0=squad)
    assert battle.may_defend and battle.why_no_answer("use_parry")
    assert battle.answers("use_dodge").rolls(events.FOR_DODGE)[0][0] == 5
    assert not defending("weapon_1", B0=squad | {"weapons": ["tried"]}).may_defend


# Parries


@pytest.mark.rule("NOV-14", "NOV-10")
def test_blows_are_parried_by_brawl_or_melee_and_shots_are_not():
    blow = {"skill": "melee", "metres": 0}
    battle = defending("parry", B0={"brawl": 4, "melee": 5, "weapons": ["knife"]}, **blow)
    battle.answers("use_parry", hits(3) + misses(5))
    assert battle.rolls(events.FOR_PARRY) == [(8, 3, 3)] and battle.is_over
    unarmed = defending("parry", B0={"brawl": 4, "melee": 5}, **blow).answers("use_parry")
    assert unarmed.rolls(events.FOR_PARRY)[0][0] == 7
    assert not defending("parry").may_defend
    assert defending("parry", "dodge").why_no_answer("use_parry") == "it cannot be parried"


# Full defence and the order


@pytest.mark.rule("NOV-P7", "NOV-G6", "NOV-1")
def test_in_full_defence_every_defence_loses_one_die_more_up_to_the_limit():
    battle, attack = attacked(B0={"dexterity": 2, "wits": 1})
    battle.sets("B0", full=1)
    for nth in range(3):
        attack()
        assert battle.may_defend
        battle.answers("use_dodge", misses(4 - nth))
        assert battle.rolls(events.FOR_DODGE)[0][0] == 4 - nth
        battle.sets("B0", lethal=0, bashing=0, taken=0, fate=0, powered=1)
        if battle.asked:
            battle.answers("take_it")
        battle.sets("B0", lethal=0, taken=0)
    assert battle.of("B0", "defended") == 3
    assert not attack().may_defend


@pytest.mark.rule("NOV-G6")
def test_a_reserved_defence_loses_dice_by_its_place_in_the_plan():
    battle = defending("weapon_1", "dodge", "dodge", B0={"weapons": ["tried"], "athletics": 5})
    battle.answers("use_dodge")
    assert battle.causes(events.ROLLED, purpose=events.FOR_DODGE)[events.OF_ORDER] == -(3 + 1)


# Giving up an action


@pytest.mark.rule("NOV-2")
def test_an_action_is_given_up_for_a_point_of_willpower():
    battle = defending("run", "weapon_1", B0={"weapons": ["tried"]})
    battle.answers("abort_dodge", hits(3))
    assert battle.told(events.ABORTED_ACTION)[0][0] == 4 and battle.of("B0", "willpower") == 4
    assert battle.of("B0", "plan_fate")[:2] == [3, 0]
    assert battle.causes(events.ROLLED, purpose=events.FOR_DODGE)[events.OF_ORDER] == -2 and battle.is_over


@pytest.mark.rule("NOV-2")
def test_with_no_willpower_left_only_a_roll_gives_up_an_action():
    battle, attack = attacked("run")
    battle.sets("B0", willpower=0)
    attack()
    assert battle.why_no_answer("abort_dodge") == "no Willpower is left"
    battle.answers("abort_dodge roll", hits(1) + misses(4) + hits(3) + misses(2))
    assert battle.rolls(events.FOR_WILLPOWER) == [(5, 1, 1)] and battle.is_over
    assert battle.of("B0", "plan_fate")[0] == 3


@pytest.mark.rule("NOV-2")
def test_a_failed_roll_of_willpower_leaves_the_action_and_gives_no_defence():
    battle = defending("run").answers("abort_dodge roll", misses(5))
    assert battle.of("B0", "plan_fate")[0] == 0 and battle.raw == [11]
    assert not battle.told(events.DEFENDED) and not battle.told(events.ABORTED_ACTION)


@pytest.mark.rule("NOV-2", "NOV-1")
def test_reserved_defences_are_nothing_to_give_up_and_used_ones_are_gone():
    battle = defending("dodge")
    assert battle.why_no_answer("abort_dodge") == "no action is left that could be given up"
    battle.answers("take_it")
    used, attack = attacked("dodge")
    used.s["plan_fate"][4, 0] = 1
    assert not attack().may_defend


@pytest.mark.rule("NOV-57")
def test_henchmen_help_to_defend():
    squad = {"charisma": 3, "command": 2, "henchmen": [{"type": "ninja", "count": 1}, {"type": "ganger", "count": 2}]}
    rules = {"open_henchmen": 100}
    battle = defending("dodge", B0=squad, rules=rules).answers("use_dodge")
    assert battle.causes(events.ROLLED, purpose=events.FOR_DODGE)[events.OF_HENCHMEN] == 2 + 1 + 1
