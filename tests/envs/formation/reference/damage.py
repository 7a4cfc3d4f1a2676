"""What shots and strikes do to those they hit."""

from dataclasses import dataclass

from tests.envs.formation.reference.battle import DOWNED, Battle, Soldier
from tests.envs.formation.reference.formations import leave
from tests.envs.formation.reference.virtues import protection, virtue


@dataclass
class Hit:
    """A shot or strike that has hit: whom, and its damage result."""

    target: Soldier
    damage: int


def damage_result(battle: Battle, target: Soldier, roll: int, power: int, attack: int, piercing: int) -> int:
    """Return a damage result. [FOR-G9a] [FOR-G9d] [FOR-G9e]"""
    kept_off = max(protection(battle, target, attack >= battle.number("head_from")) - piercing, 0)
    return roll + power + attack // 2 - virtue(battle, target, "vigor") - kept_off


def land(battle: Battle, hits: list[Hit]) -> bool:
    """Let hits that land at the same time take effect, the lightest first; tell whether there are any."""
    least = min(battle.number(name) for name in ("dazed_from", "wounded_from", "downed_from"))
    real = [hit for hit in hits if hit.damage >= least]
    for hit in sorted(real, key=lambda each: each.damage):
        hurt(battle, hit.target, hit.damage)
    return bool(real)


def hurt(battle: Battle, soldier: Soldier, damage: int) -> None:
    """Give a soldier what a damage result says. [FOR-G9f] [FOR-G9g] [FOR-G9h] [FOR-G9i]"""
    if soldier.fate == DOWNED:
        soldier.harm = damage
        return
    wounds = damage >= battle.number("wounded_from") or (soldier.dazed and not soldier.berserk)
    if damage >= battle.number("downed_from") or (wounds and soldier.wounded):
        fall(battle, soldier, damage)
        return
    soldier.wounded = soldier.wounded or wounds
    daze(soldier)


def daze(soldier: Soldier) -> None:
    """Daze a soldier by damage: it evades, defends and charges no more; the Berserk are immune. [FOR-G10i]"""
    if not soldier.berserk and not soldier.dazed:
        soldier.dazed = True
        soldier.evading = soldier.defending = soldier.charging = False


def fall(battle: Battle, soldier: Soldier, damage: int) -> None:
    """Put a soldier out of the game. [FOR-G10c]"""
    leave(battle, soldier)
    soldier.lies_at, soldier.hex = soldier.hex, None
    soldier.fate, soldier.harm, soldier.fell_now = DOWNED, damage, True
    battle.fallen[soldier.company] += 1
    if soldier.leads and soldier.squad == battle.shaken_with(soldier):
        battle.due.setdefault(soldier.squad, set()).add("leader")
