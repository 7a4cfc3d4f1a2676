"""What a soldier is worth: virtues, expertise, equipment, Movement Points, Defense and Missile Evasion."""

from typing import Any

from tests.envs.formation.reference.battle import Battle, Soldier


def virtue(battle: Battle, soldier: Soldier, name: str) -> int:
    """Return a virtue, the Level or the Weapon Skill. [FOR-G2a] [FOR-P13]"""
    return int(getattr(battle.rules.leader if soldier.leads else battle.rules.soldier, name))


def role(battle: Battle, soldier: Soldier) -> Any:
    """Return how a soldier is armed."""
    return getattr(battle.rules.roles, soldier.role)


def weapon(battle: Battle, soldier: Soldier) -> Any:
    """Return a soldier's melee weapon, None for none. [FOR-P11]"""
    return getattr(battle.rules.weapons, role(battle, soldier).weapon, None)


def bow(battle: Battle, soldier: Soldier) -> Any:
    """Return a soldier's missile weapon, None for none. [FOR-P11]"""
    return getattr(battle.rules.bows, role(battle, soldier).bow, None)


def shield(battle: Battle, soldier: Soldier) -> Any:
    """Return a soldier's shield, None for none. [FOR-P6]"""
    return getattr(battle.rules.shields, role(battle, soldier).shield, None)


def combat(battle: Battle, soldier: Soldier) -> int:
    """Return Combat: the Level, or half of it for secondary expertise. [FOR-G2b]"""
    level = virtue(battle, soldier, "level")
    return {"primary": level, "secondary": level // 2, "none": 0}[role(battle, soldier).combat]


def has_combat(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether a soldier has Combat expertise. [FOR-6]"""
    return bool(role(battle, soldier).combat != "none")


def hampered(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether a soldier is Wounded or Encumbered. [FOR-G7e]"""
    return soldier.wounded or bool(role(battle, soldier).encumbered)


def movement(battle: Battle, soldier: Soldier) -> int:
    """Return the Movement Points of a turn. [FOR-G6a] [FOR-G10e]"""
    points = virtue(battle, soldier, "finesse") + battle.number("movement")
    points -= battle.number("movement_wounded") * hampered(battle, soldier)
    points += virtue(battle, soldier, "morale") * soldier.panicked
    return max(points, 0)


def shield_neighbours(battle: Battle, soldier: Soldier) -> int:
    """Return what neighbours in formation who use shields add to Defense and Missile Evasion. [FOR-2]"""
    own = shield(battle, soldier)
    if own is None or not own.joins or soldier.formation is None:
        return 0
    beside = [other for other in battle.neighbours(soldier) if other.formation == soldier.formation]
    with_shields = [other for other in beside if shield(battle, other) and not other.dazed]
    return len(with_shields) * battle.number("shield_neighbour")


def missile_evasion(battle: Battle, soldier: Soldier, others: int) -> int:
    """Return Missile Evasion against one of several shots at once, at least 0. [FOR-G8l] [FOR-3] [FOR-P7]"""
    own = shield(battle, soldier)
    value = virtue(battle, soldier, "finesse") + combat(battle, soldier) // 2 - battle.number("evasion_loss")
    value += own.missile if own else 0
    value += shield_neighbours(battle, soldier)
    value -= battle.number("movement_wounded") * hampered(battle, soldier)
    return max(value - others * battle.number("joint_fire"), 0)


def one_handed(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether a weapon for either hand is used one-handed, beside a shield. [FOR-G7h]"""
    arm = weapon(battle, soldier)
    return bool(arm and arm.either_hand and shield(battle, soldier))


def protection(battle: Battle, soldier: Soldier, head: bool) -> int:
    """Return what armour, or the helmet, keeps off. [FOR-G9d]"""
    kind = role(battle, soldier).helmet if head else role(battle, soldier).armour
    return int(getattr(battle.rules.protection, kind, 0))
