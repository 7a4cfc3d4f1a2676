"""Strikes: who may strike whom, how well, and in which order they land."""

from tests.envs.formation.reference.battle import Battle, Soldier
from tests.envs.formation.reference.damage import Hit, damage_result, land
from tests.envs.formation.reference.dice import roll
from tests.envs.formation.reference.formations import tidy
from tests.envs.formation.reference.hexes import FLANK, FRONT, REAR, distance, side
from tests.envs.formation.reference.sight import nearest_first, offered
from tests.envs.formation.reference.virtues import (
    combat,
    hampered,
    one_handed,
    role,
    shield,
    shield_neighbours,
    virtue,
    weapon,
)
from tests.envs.formation.reference.zones import is_clear, reach


def targets(battle: Battle, soldier: Soldier, others: list[Soldier]) -> list[Soldier]:
    """Return whom of others a soldier can strike: before it, at most a hex too far, past nobody. [FOR-G7g] [FOR-G7v]"""
    best = reach(battle, soldier)
    near = [each for each in others if best and 0 < distance(soldier.at, each.at) <= best + 1]
    before = [each for each in near if side(soldier.at, soldier.facing, each.at) == FRONT]
    return offered(soldier, [each for each in before if is_clear(battle, soldier.at, each.at)])


def attack_value(battle: Battle, attacker: Soldier, target: Soldier) -> int:
    """Return what is added to the roll of a strike. [FOR-G7a] [FOR-G7c] [FOR-G7d] [FOR-G7e]"""
    arm = weapon(battle, attacker)
    value = virtue(battle, attacker, "vigor") + virtue(battle, attacker, "skill") + int(arm.attack)
    value += {FRONT: 0, FLANK: battle.number("flank_bonus"), REAR: battle.number("rear_bonus")}[
        side(target.at, target.facing, attacker.at)
    ]
    value += target.attacked * battle.number("crowd_bonus")
    value += attacker.berserk * battle.number("berserk_attack")
    value -= hampered(battle, attacker) * battle.number("wounded_loss")
    value -= reach_loss(battle, attacker, target)
    value -= one_handed(battle, attacker) * battle.number("one_handed")
    return value - defense(battle, target, attacker)


def reach_loss(battle: Battle, attacker: Soldier, target: Soldier) -> int:
    """Return what a weapon loses that is too long or one hex too short. [FOR-G7f] [FOR-G7g]"""
    best, far = reach(battle, attacker), distance(attacker.at, target.at)
    return battle.number("too_long") * (best > far) + battle.number("too_short") * (best < far)


def defense(battle: Battle, soldier: Soldier, attacker: Soldier) -> int:
    """Return the Melee Defense. [FOR-G7i] [FOR-G7n] [FOR-G7o] [FOR-G7p]"""
    value = virtue(battle, soldier, "vigor") + warding(battle, soldier, distance(soldier.at, attacker.at))
    value += shield_neighbours(battle, soldier) + spear_wall_defense(battle, soldier, attacker)
    value += soldier.defending * battle.number("defending")
    value -= soldier.dazed * battle.number("dazed_defence")
    value -= hampered(battle, soldier) * battle.number("wounded_loss")
    value -= soldier.berserk * battle.number("berserk_defence")
    return value


def warding(battle: Battle, soldier: Soldier, far: int) -> int:
    """Return what skill, shield and weapon add to the Defense against an attack from a distance. [FOR-G7i]"""
    arm, own = weapon(battle, soldier), shield(battle, soldier)
    value = int(own.melee) if own else 0
    if arm and far < arm.reach:  # the weapon is too long
        return value + virtue(battle, soldier, "finesse")
    if arm:
        return value + virtue(battle, soldier, "skill") + (0 if own else int(arm.defence))
    return value + (combat(battle, soldier) if own else virtue(battle, soldier, "finesse"))


def in_spear_wall(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether a Spearman stands beside another of its formation. [FOR-P8]"""
    return is_spearman(battle, soldier) and any(
        other.formation == soldier.formation and is_spearman(battle, other) for other in battle.neighbours(soldier)
    )


def is_spearman(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether somebody can be part of a spear wall: in formation, with the feature and a long spear. [FOR-P8]"""
    able = bool(role(battle, soldier).spear_wall) and reach(battle, soldier) == 2
    return able and soldier.formation is not None and not soldier.dazed


def meets_charge(battle: Battle, soldier: Soldier, charger: Soldier) -> bool:
    """Tell whether a spear wall meets somebody who charges from its front. [FOR-P8]"""
    if not charged(battle, charger) or not in_spear_wall(battle, soldier):
        return False
    return side(soldier.at, soldier.facing, charger.at) == FRONT


def spear_wall_defense(battle: Battle, soldier: Soldier, attacker: Soldier) -> int:
    """Return what a spear wall adds to the Defense. [FOR-4] [FOR-P8]"""
    return battle.number("spear_wall_defence") * meets_charge(battle, soldier, attacker)


def charged(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether a soldier has charged far enough. [FOR-P15]"""
    return soldier.charging and soldier.straight >= battle.number("charge_hexes")


def strike(battle: Battle, attacker: Soldier, target: Soldier, number: int) -> Hit | None:
    """Roll one strike, None for a miss. [FOR-G7a] [FOR-G9a] [FOR-G9b] [FOR-G9c]"""
    result = attack_value(battle, attacker, target) + roll(battle, "hit", attacker.at, number)
    target.attacked += 1
    if result <= 0:
        return None
    arm = weapon(battle, attacker)
    power = int(arm.damage) + virtue(battle, attacker, "vigor")
    power += battle.number("charge_damage") * charged(battle, attacker)
    power += battle.number("berserk_attack") * attacker.berserk
    power -= battle.number("one_handed") * one_handed(battle, attacker)
    dice = roll(battle, "harm", attacker.at, number)
    return Hit(target, damage_result(battle, target, dice, power, result, arm.piercing))


def exchange(battle: Battle) -> None:
    """Let all declared strikes land: spear walls, the best reach, then all others. [FOR-G7q] [FOR-P8]"""
    strikers = [each for each in battle.standing() if each.target is not None]
    waves = {each.number: wave(battle, each) for each in strikers}
    for now in range(3):
        able = [each for each in strikers if waves[each.number] == now and each.stands and not each.dazed]
        land(battle, [hit for target in battle.standing() for hit in receive(battle, target, able, now)])
    for each in strikers:
        each.target, each.fought, each.charging = None, True, False
    if strikers:
        tidy(battle)


def wave(battle: Battle, attacker: Soldier) -> int:
    """Return when a declared strike lands, 0 first. [FOR-G7q] [FOR-P8]"""
    target = target_of(battle, attacker)
    if meets_charge(battle, attacker, target):
        return 0
    return 1 if distance(attacker.at, target.at) == reach(battle, attacker) else 2


def target_of(battle: Battle, attacker: Soldier) -> Soldier:
    """Return whom a soldier has declared to strike."""
    assert attacker.target is not None
    return battle.soldiers[attacker.target]


def receive(battle: Battle, target: Soldier, strikers: list[Soldier], now: int) -> list[Hit]:
    """Return the hits on one target, whom its attackers strike in turn: nearest first, clockwise. [FOR-G7c]"""
    own = nearest_first(target.at, target.facing, [each for each in strikers if each.target == target.number])
    strikes = [strike(battle, each, target, now) for each in own]
    return [hit for hit in strikes if hit]
