"""Grips and human shields: how a grip is won, what a shield takes, what is left for whoever stands behind it."""

import pytest

from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.state import DYING, STABLE
from tests.envs.skirmish.nova.battle import Battle, hits, misses


def shielded(damage=9, R0=None, R1=None, B0=None, **weapon):
    """Return R0, who can shoot at B0, who holds R1."""
    rules = {"more_weapons": [{"name": "tried", "damage": damage, "light": True} | weapon]}
    battle = Battle("R0 . . B0 R1", rules=rules, R0={"weapons": ["tried"]} | (R0 or {}), R1=R1 or {}, B0=B0 or {})
    battle.holds("B0", "R1").sets("B0", willpower=0).sets("R1", willpower=0)
    return battle


# Grips


@pytest.mark.rule("NOV-14", "NOV-3", "NOV-H2")
@pytest.mark.parametrize(("own", "other", "held"), [(2, 1, True), (1, 1, False), (0, 0, False), (3, 5, False)])
def test_a_grapple_hits_and_then_wins_the_grip_by_more_successes(own, other, held):
    battle = Battle("R0 B0", R0={"strength": 4, "brawl": 1})
    dice = [*hits(1), *misses(3), *hits(own), *misses(5 - own), *hits(other), *misses(5 - other)]
    battle.attacks("R0", "grapple", "B0", dice)
    assert [roll[:2] for roll in battle.rolls(events.FOR_GRIP)] == [(5, own), (5, other)]
    assert (battle.of("R0", "holding") == 4) == held and battle.is_over and not battle.raw
    assert (battle.of("B0", "held_by") == 0) == held


@pytest.mark.rule("NOV-14")
def test_a_grapple_is_dodged_like_any_blow():
    battle = Battle("R0 B0").plans("B0", "dodge").attacks("R0", "grapple", "B0", hits(1) + misses(4))
    battle.answers("use_dodge", hits(1) + misses(4))
    assert battle.of("R0", "holding") == -1 and not battle.rolls(events.FOR_GRIP)


@pytest.mark.rule("NOV-14")
def test_who_is_out_cold_does_not_resist_and_who_holds_cannot_be_held():
    cold = Battle("R0 B0").sets("B0", stun=7).attacks("R0", "grapple", "B0", hits(1) + misses(4) + hits(1))
    assert cold.of("R0", "holding") == 4 and len(cold.rolls(events.FOR_GRIP)) == 1
    held = Battle("R0 B0\n. R1", R1={}).holds("B0", "R1")
    assert held.why_not("R0", "grapple", "B0").startswith("only a person who stands alone")
    led = Battle("R0 B0", B0={"henchmen": [{"type": "rioter", "count": 1}]})
    assert led.why_not("R0", "grapple", "B0").startswith("only a person who stands alone")


@pytest.mark.rule("NOV-3", "NOV-14")
def test_only_who_holds_somebody_can_crush_him_and_he_cannot_defend_himself():
    battle = Battle("R0 B0").plans("B0", "dodge", "parry")
    assert battle.why_not("R0", "crush", "B0") == "it holds nobody"
    battle.holds("R0", "B0").attacks("R0", "crush", "B0", hits(2) + misses(3))
    assert not battle.may_defend and battle.raw == [3 + 1] and battle.difficulty == 0


# Human shields


@pytest.mark.rule("NOV-14")
def test_a_human_shield_is_superior_cover():
    battle = shielded().attacks("R0", "weapon_1", "B0", hits(4) + misses(1))
    assert battle.difficulty == 3 and battle.causes(events.HARD) == {events.OF_SHIELD: 3}
    assert [row[0] for row in battle.told(events.SOAKED)] == [4]


@pytest.mark.rule("NOV-14")
def test_too_few_successes_strike_the_shield_and_its_holder_through_it():
    both = shielded().attacks("R0", "weapon_1", "B0", hits(2) + misses(3) + misses(8))
    assert [row[:5] for row in both.told(events.SOAKED)] == [[1, 2, 9, 1, 8], [4, 2, 9 - 2, 1, 6]]
    assert both.told(events.SHIELDED)[0][:2] == [4, 1] and len(both.rolls(events.FOR_DAMAGE)) == 2
    assert both.causes(events.STRUCK)[events.OF_HELP] == -2


@pytest.mark.rule("NOV-14")
def test_the_shield_is_struck_before_its_holder_whichever_comes_first_otherwise():
    weapon = {"name": "tried", "damage": 9, "light": True}
    battle = Battle("B0 . . R0 B1", rules={"more_weapons": [weapon]}, B0={"weapons": ["tried"]}, B1={})
    battle.holds("R0", "B1").attacks("B0", "weapon_1", "R0", hits(1) + misses(4) + misses(8))
    assert [row[0] for row in battle.told(events.SOAKED)] == [5, 0]


@pytest.mark.rule("NOV-14")
@pytest.mark.parametrize(("damage", "struck"), [(2, 0), (3, 1), (4, 1)])
def test_the_shields_soak_and_one_more_come_off_first_and_may_leave_nothing(damage, struck):
    battle = shielded(damage=damage).attacks("R0", "weapon_1", "B0", hits(1) + misses(4) + misses(damage - 1))
    on_holder = [row for row in battle.told(events.SOAKED) if row[0] == 4]
    assert len(on_holder) == struck
    if damage == 3:
        assert on_holder[0][2:5] == [1, 1, 0] and battle.told(events.PINGED)[-1][0] == 4


@pytest.mark.rule("NOV-14")
def test_without_a_success_nobody_is_hit():
    battle = shielded().attacks("R0", "weapon_1", "B0", misses(5))
    assert battle.is_over and not battle.raw and battle.told(events.MISSED)


@pytest.mark.rule("NOV-14")
def test_a_parry_with_the_shield_lets_it_take_the_blow_in_full():
    battle = shielded().plans("B0", "parry").attacks("R0", "weapon_1", "B0", hits(5))
    assert battle.may_defend and battle.why_no_answer("use_dodge")
    battle.answers("use_parry", hits(2) + misses(3))
    assert battle.told(events.DEFENDED)[0][1:4] == [2, 2, 2]
    assert [row[:3] for row in battle.told(events.SOAKED)] == [[1, 2, 9 + 1]]


@pytest.mark.rule("NOV-14")
def test_a_shield_that_dies_is_let_go_and_what_is_left_meets_the_holder():
    battle = shielded(damage=20, adds=9).attacks("R0", "weapon_1", "B0", hits(1) + misses(4))
    assert battle.asked == "take a grievous injury, or not: R1"
    battle.answers("take_it")
    assert battle.of("R1", "fate") >= DYING and battle.of("R1", "fate") != STABLE
    assert battle.of("B0", "holding") == -1 and battle.told(events.RELEASED)
    assert [row[:3] for row in battle.told(events.SOAKED)][-1] == [4, 2, 18]


@pytest.mark.rule("NOV-14", "NOV-37")
@pytest.mark.parametrize(("how", "name", "beyond"), [("through", "R1", 0), ("parried", "R1", 0), ("holder", "B0", 1)])
def test_a_vital_organ_is_that_of_whom_the_shot_is_called_at_not_of_its_shield(how, name, beyond):
    battle = shielded(damage=2, adds=8, R0={"firearms": 5})
    if how == "parried":
        battle.plans("B0", "parry")
    successes = 1 if how == "through" else 6
    battle.attacks("R0", "weapon_1", "B0", hits(successes) + misses(7 - successes) + misses(1), how="vital")
    if how == "parried":
        battle.answers("use_parry", hits(2) + misses(3) + misses(1))
    if battle.asked:
        battle.answers("take_it")
    assert battle.of(name, "fate") == DYING and battle.of(name, "beyond_help") == beyond


@pytest.mark.rule("NOV-14", "NOV-4")
def test_a_shield_does_not_help_against_areas():
    battle = shielded(area=1).attacks("R0", "weapon_1", "B0", hits(1) + misses(4))
    assert battle.difficulty == 0 and not battle.told(events.SHIELDED)


@pytest.mark.rule("NOV-14", "NOV-A3")
def test_who_puts_the_hostage_out_is_noted():
    rules = {"more_weapons": [{"name": "tried", "damage": 20, "adds": 12, "light": True}]}
    battle = Battle("R0 . . B0 H", rules=rules, scenario="hostage", R0={"weapons": ["tried"]})
    battle.holds("B0", "H").attacks("R0", "weapon_1", "B0", hits(1) + misses(4))
    assert battle.of("H", "fate") >= DYING and battle.s["harmed_by"] == 0
    assert not battle.asked or battle.asked.endswith("B0")


@pytest.mark.rule("NOV-A4")
def test_every_attack_that_takes_levels_of_the_hostage_is_a_hit_of_who_attacks():
    rules = {"more_weapons": [{"name": "tried", "damage": 4, "adds": 1, "light": True}]}
    thugs = {"weapons": ["tried"]}
    battle = Battle("R0 . . B0 H . B1", rules=rules, scenario="hostage", R0=thugs, B1=thugs).holds("B0", "H")
    battle.attacks("R0", "weapon_1", "B0", misses(5))
    assert battle.s["hits"].tolist()[:2] == [0, 0]  # a miss
    battle.attacks("R0", "weapon_1", "B0", hits(1) + misses(4))  # it strikes the shield, and its holder through it
    assert sum(battle.boxes("H")) > 0 and battle.s["hits"].tolist()[:2] == [1, 0]
