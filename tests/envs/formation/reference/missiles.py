"""Shots: who may shoot at whom, how well, and what it costs."""

from tests.envs.formation.reference.battle import Battle, Soldier
from tests.envs.formation.reference.damage import Hit, damage_result, land
from tests.envs.formation.reference.dice import roll
from tests.envs.formation.reference.hexes import FRONT, distance, side
from tests.envs.formation.reference.sight import enemies_in_sight, obstacles, offered
from tests.envs.formation.reference.virtues import bow, missile_evasion, virtue
from tests.envs.formation.reference.zones import is_engaged

Shot = tuple[Soldier, Soldier, bool]  # shooter, target, with careful aim


def can_shoot(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether a soldier has a loaded missile weapon and is free to use it. [FOR-G8b]"""
    if bow(battle, soldier) is None or not soldier.loaded or not soldier.is_able:
        return False
    return not is_engaged(battle, soldier)


def targets(battle: Battle, soldier: Soldier) -> list[Soldier]:
    """Return at whom a soldier may shoot; in reaction at any who moved, or whose formation did. [FOR-G8a] [FOR-G8m]"""
    farthest = min(battle.number("sight"), battle.number("longest_shot"))  # [FOR-P28]
    seen = enemies_in_sight(battle, soldier, farthest)
    far_enough = [each for each in seen if distance(soldier.at, each.at) >= battle.number("least_range")]
    if battle.phase == "reaction":
        far_enough = [each for each in far_enough if each.number in battle.movers]
    return offered(soldier, far_enough)


def attack_value(battle: Battle, shooter: Soldier, target: Soldier, aimed: bool) -> int:
    """Return what is added to the roll of a shot. [FOR-G8c] [FOR-G8f] [FOR-G8g]"""
    value = virtue(battle, shooter, "finesse") + virtue(battle, shooter, "skill") + int(bow(battle, shooter).attack)
    value -= battle.number("wounded_loss") * shooter.wounded
    value += point_blank(battle, shooter, target) + aim(battle, target, aimed)
    value -= int(battle.ground(target.at).cover)
    value -= battle.number("obstacle_loss") * obstacles(battle, shooter.at, target.at)
    return value - melee_loss(battle, target) - range_loss(battle, shooter, target)


def point_blank(battle: Battle, shooter: Soldier, target: Soldier) -> int:
    """Return the bonus of a near shot at somebody who does not evade. [FOR-G8d]"""
    near = distance(shooter.at, target.at) <= battle.number("point_blank")
    return battle.number("point_blank_bonus") if near and not target.evading else 0


def aim(battle: Battle, target: Soldier, aimed: bool) -> int:
    """Return the bonus of careful aim at somebody who did not move, or what a volley loses. [FOR-G8e]"""
    if not aimed:
        return -battle.number("unaimed_loss")
    return 0 if target.moved else battle.number("aimed_bonus")


def melee_loss(battle: Battle, target: Soldier) -> int:
    """Return what a shot into a melee loses, less when the target is in formation. [FOR-G8h] [FOR-G8i]"""
    if not is_engaged(battle, target):
        return 0
    return battle.number("melee_loss" if target.formation is None else "formation_loss")


def range_loss(battle: Battle, shooter: Soldier, target: Soldier) -> int:
    """Return what the distance takes, and again, at least 1, at a target that moves. [FOR-G8k]"""
    loss = (distance(shooter.at, target.at) - 1) // int(bow(battle, shooter).increment)
    return loss + max(loss, 1) if target.moved else loss


def evades(battle: Battle, shooter: Soldier, target: Soldier) -> bool:
    """Tell whether Missile Evasion counts against a shot. [FOR-G8j]"""
    if battle.rules.evasion == "always":
        return True
    return target.evading and side(target.at, target.facing, shooter.at) == FRONT


def fly(battle: Battle, shots: list[Shot]) -> bool:
    """Let shots fly at the same time; tell whether they harmed anybody. [FOR-3] [FOR-G8c]"""
    hits = [hit for shooter, target, aimed in shots if (hit := shoot(battle, shots, shooter, target, aimed))]
    for shooter, _, _ in shots:
        shooter.hidden = False
        if bow(battle, shooter).complex_reload:
            shooter.loaded = False
    return land(battle, hits)


def shoot(battle: Battle, shots: list[Shot], shooter: Soldier, target: Soldier, aimed: bool) -> Hit | None:
    """Roll one of several shots at once, None for a miss. [FOR-G8c] [FOR-G1c] [FOR-G9a]"""
    value = attack_value(battle, shooter, target, aimed)
    if evades(battle, shooter, target):
        value -= missile_evasion(battle, target, others_at(shots, target))
    attack = roll(battle, "hit", shooter.at) + value
    if attack <= 0:
        return None
    arm = bow(battle, shooter)
    damage = damage_result(battle, target, roll(battle, "harm", shooter.at), arm.damage, attack, arm.piercing)
    return Hit(target, damage)


def others_at(shots: list[Shot], target: Soldier) -> int:
    """Return how many members of formations beyond the first shoot at a target. [FOR-3]"""
    together = [shooter for shooter, other, _ in shots if other is target and shooter.formation is not None]
    return max(len(together) - 1, 0)


def act_complex(battle: Battle, soldier: Soldier) -> None:
    """Let a soldier spend its Complex Action on something complex. [FOR-G4e]"""
    soldier.complex = False
    if battle.rules.complex_is_all:
        soldier.quick, soldier.melee = 0, False


def load(battle: Battle) -> None:
    """Let those load again who have a Complex Action left, and no enemy to fight hand to hand. [FOR-P11]"""
    for each in battle.standing():
        if not each.loaded and each.complex and each.is_able and not is_engaged(battle, each):
            each.loaded = True
            act_complex(battle, each)
