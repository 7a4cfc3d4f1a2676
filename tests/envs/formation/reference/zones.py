"""Zones of Control, reach and engagement."""

from tests.envs.formation.reference.battle import Battle, Soldier
from tests.envs.formation.reference.hexes import FRONT, Hex, around, distance, side
from tests.envs.formation.reference.sight import enemies
from tests.envs.formation.reference.virtues import weapon


def reach(battle: Battle, soldier: Soldier) -> int:
    """Return how far a weapon strikes best: 0 without a weapon. [FOR-P11]"""
    arm = weapon(battle, soldier)
    return int(arm.reach) if arm else 0


def is_before(battle: Battle, soldier: Soldier, at: Hex) -> bool:
    """Tell whether a hex is one of a soldier's front hexes in reach. [FOR-P12]"""
    return 0 < distance(soldier.at, at) <= reach(battle, soldier) and side(soldier.at, soldier.facing, at) == FRONT


def controls(battle: Battle, soldier: Soldier, at: Hex) -> bool:
    """Tell whether a hex lies in a soldier's Zone of Control. [FOR-P12]"""
    return is_before(battle, soldier, at) and not (soldier.dazed or soldier.panicked or soldier.hidden)


def in_zone(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether a soldier stands in an enemy's Zone of Control."""
    return any(controls(battle, each, soldier.at) for each in battle.of(1 - soldier.company))


def is_engaged(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether a soldier and an enemy who is not Dazed are before each other, or one before the other. [FOR-G8b]"""
    if in_zone(battle, soldier):
        return True
    return any(is_before(battle, soldier, each.at) and not each.dazed for each in enemies(battle, soldier))


def is_clear(battle: Battle, a: Hex, b: Hex) -> bool:
    """Tell whether a weapon gets from hex to hex on some shortest way past those who are seen. [FOR-G7v]"""
    if distance(a, b) < 2:
        return True
    nearer = [at for at in around(a) if distance(at, b) < distance(a, b)]
    return any(is_empty(battle, at) and is_clear(battle, at, b) for at in nearer)


def is_empty(battle: Battle, at: Hex) -> bool:
    """Tell whether nobody is seen in a hex."""
    other = battle.who(at)
    return other is None or other.hidden
