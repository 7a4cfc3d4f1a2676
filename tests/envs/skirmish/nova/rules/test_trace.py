"""The trace: the log tells every stage of an attack that changed something, and what made every number."""

from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.fight import stages
from swarmzoo.envs.skirmish.nova.game import nova
from swarmzoo.envs.skirmish.nova.state import AT_THING
from tests.envs.skirmish.nova.battle import Battle, hits, misses
from tests.envs.skirmish.nova.scenes import configured


def test_the_stages_stand_in_their_order_in_one_list():
    order = stages.STAGES
    assert order == (
        *("declare", "range", "cover", "roll", "defence", "soak", "adds", "ping", "levels", "daze"),
        *("grievous", "knockback", "collateral"),
    )
    assert order[stages.SOAK - 1] == "soak" and order[stages.COLLATERAL - 1] == "collateral"


def test_an_attack_is_told_with_all_that_made_its_numbers():
    drawing = "R0 . . . . . . . . . . . . . B0"
    sheets = {"R0": {"weapons": ["rifle"]}, "B0": {"armour": ["vest"], "might": 2, "endurance": 2}}
    battle = Battle(drawing, under=". " * 14 + "*", **sheets)
    battle.sets("R0", lethal=3).sets("B0", willpower=0)
    dice = hits(6) + misses(1) + hits(2) + misses(4)
    battle.attacks("R0", "weapon_1", "B0", dice, mode=3, order=1)
    assert nova(configured(drawing, sheets)).words.log(battle.states, battle.since)[0] == [
        "nova_0 attacks nova_1: rifle",
        "medium accurate, aimed at the target",
        "nova_0 has 7 dice (attribute 3, ability +2, wounds -1, several actions -1, burst +4)",
        "difficulty 3 (range 2, cover +1)",
        "nova_0 rolls 7 dice to hit: 6 successes, 4 needed",
        "nova_0 hits nova_1 with 2 successes to spare",
        "10 dice of damage (weapon 8, successes to spare +2)",
        "nova_1 soaks lethal damage by 5 (natural soak 1, armour +4): of 10 dice 5 are left",
        "nova_0 rolls 5 dice of damage: 2 successes",
        "2 levels on nova_1, lethal",
        "nova_1 takes 2 levels, lethal; 6 left",
        "the attack of nova_0 is over",
    ]
    assert [row[0] for row in battle.rows if row[0] != events.COUNTED] == [
        *(events.ATTACKED, events.MANNER, events.POOLED, events.HARD, events.ROLLED, events.HIT),
        *(events.STRUCK, events.SOAKED, events.ROLLED, events.LEVELS, events.HURT, events.ATTACK_OVER),
    ]


def sentences(*rows, B0=None):
    """Return what the log tells of rows, written as the next ones of a duel."""
    battle, sheets = Battle("R0 . B0", B0=B0 or {}), {"B0": B0 or {}}
    before = int(battle.s["logged"])
    for row in rows:
        written = battle.s["log"][int(battle.s["logged"]) % len(battle.s["log"])]
        written[:] = 0
        written[: len(row)] = row
        battle.s["logged"] += 1
    return nova(configured("R0 . B0", sheets)).words.log(battle.states, before)[0]


def test_what_makes_a_defence_harder_stands_with_the_successes_needed_and_not_with_the_dice():
    harder = (events.COUNTED, events.OF_AREA, 1), (events.COUNTED, events.OF_DAZE, 1)
    dice = (events.COUNTED, events.OF_ATTRIBUTE, 3), (events.COUNTED, events.OF_ABILITY, 3)
    assert sentences(*harder, *dice, (events.ROLLED, 0, events.FOR_DODGE, 6, 2, 3)) == [
        "nova_0 rolls 6 dice to dodge (attribute 3, ability +3): 2 successes, 3 needed (1, area +1, dazed +1)"
    ]


def test_a_defence_that_does_not_suffice_is_told_as_that():
    assert sentences((events.DEFENDED, 0, 1, 1, 3), (events.DEFENDED, 0, 2, 3, 3)) == [
        "nova_0 dodges: 1 success, 3 needed, not enough",
        "nova_0 parries: 3 successes, 3 needed",
    ]


def test_who_is_not_knocked_back_stays_where_it_is():
    assert sentences((events.KNOCKED, 0, 0, 0), (events.KNOCKED, 0, 1, 0), (events.KNOCKED, 0, 4, 2)) == [
        "nova_0 stays where it is",
        "nova_0 is knocked back 1 m, and stays in its hex",
        "nova_0 is knocked back 4 m, 2 hexes",
    ]


def test_armour_that_is_destroyed_is_told_by_its_name():
    worn = {"armour": ["vest", "body_armour"]}
    assert sentences((events.ARMOUR_GONE, 4, 1), (events.ARMOUR_GONE, 4, 2), B0=worn) == [
        "the body armour of nova_1 is destroyed",
        "the layer 2 of nova_1 is destroyed",
    ]


def test_henchmen_that_fall_are_told_with_their_types():
    led = {"henchmen": [{"type": "ninja", "count": 1}, {"type": "ganger", "count": 2}]}
    assert sentences((events.FELL, 4, 2, 1, 0b11), (events.FELL, 4, 1, 0, 0), B0=led) == [
        "2 of nova_1 fall (ninja, ganger); 1 left",
        "1 of nova_1 fall; 0 left",
    ]


def test_an_object_that_is_struck_is_told_with_the_dice():
    assert sentences((events.COUNTED, events.OF_WEAPON, 8), (events.STRUCK, 8, AT_THING, 99)) == [
        "8 dice of damage on an object (weapon 8)"
    ]
    assert sentences((events.STRUCK, 8)) == ["8 dice of damage"]
