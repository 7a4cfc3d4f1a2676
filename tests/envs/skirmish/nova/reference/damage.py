"""Damage: soak, adds, ping; what falls on squads, vehicles and henchmen. [NOV-15, NOV-20 to NOV-26, NOV-44, NOV-60]"""

from typing import Any

from tests.envs.skirmish.nova.reference.aims import can_be_pushed
from tests.envs.skirmish.nova.reference.body import by_wounds, fill, hurt, put_out
from tests.envs.skirmish.nova.reference.game import Asking, Game
from tests.envs.skirmish.nova.reference.knockback import knock
from tests.envs.skirmish.nova.reference.people import DEAD, INCAPACITATED, SURRENDERED, Piece
from tests.envs.skirmish.nova.reference.sheets import MILDER, SOAKED_AS

DEADLY = ("lethal", "aggravated")
PIERCES = ("bashing", "lethal", "aggravated")


def strike(game: Game, attack: Any, target: Piece, raw: int) -> Asking:
    """Deal damage, then knock back who still stands, then destroy armour."""
    is_one_body = can_be_pushed(target)
    is_worn = is_one_body or (target.kind == "gritty" and attack.is_area)
    yield from deal(game, attack, target, raw)
    if is_one_body and raw > 0 and attack.weapon.type != "emp":
        yield from knock(game, attack, target, raw, deal)
    if is_worn and attack.weapon.type in PIERCES:
        destroy_armour(target, raw + attack.adds)


def deal(game: Game, attack: Any, target: Piece, raw: int, collision: str = "") -> Asking:
    """Deal damage of an attack, or dice of a type of a collision."""
    kind = collision or attack.weapon.type
    if kind == "emp":
        shut_down(game, attack, target, raw)
        return
    if target.kind == "cinematic":
        fell_mob(game, attack, target, kind, bool(collision))
        return
    dice = raw - soak_of(game, attack, target, collision=collision)
    adds = 0 if collision else attack.adds
    if target.kind == "gritty":
        hurt_squad(game, attack, target, dice, adds, bool(collision), kind)
    elif target.figures.is_vehicle:
        hurt_vehicle(game, target, dice // game.rules.gritty_dice + adds if dice > 0 else 0)
    else:
        if dice <= 0 and kind not in MILDER:
            return
        if dice > 0:
            levels = game.roll(dice) + adds
        else:
            levels, kind = game.roll(1), MILDER[kind]
            game.met["ping"] += 1
        if target.num_henchmen:
            lose_henchmen(game, target, levels * (1 + (0 if collision else attack.weapon.area)))
        else:
            yield from hurt(game, attack, target, levels, kind)


def soak_of(game: Game, attack: Any, target: Piece, collision: str = "") -> int:
    """Return what a target soaks of an attack. [NOV-3, NOV-15, NOV-19, NOV-60]"""
    weapon = attack.weapon
    if collision:
        kind, ap = collision, 0
    elif not weapon.soakable:
        return 0
    else:
        kind, ap = "lethal" if weapon.chemical else weapon.type, weapon.ap
    if target.num_henchmen:
        soak = getattr(game.rules.named("henchmen")[target.unit.henchmen[most(target)].type], SOAKED_AS[kind])
        return max(0, int(soak) - ap)
    in_grip = not collision and attack.kind == "crush"
    return target.figures.soak(kind, ap, target.gone, in_grip)


def destroy_armour(target: Piece, raw: int) -> None:
    """Destroy layers of armour. [NOV-26]"""
    for layer, one in enumerate(target.figures.listed("armour")):
        if one.destruction and raw >= one.destruction:
            target.gone.add(layer)


# EMP


def shut_down(game: Game, attack: Any, target: Piece, raw: int) -> None:
    """Damage a machine by EMP, and shut it down. [NOV-20]"""
    hardening = target.sheet.hardening
    if not target.figures.is_machine or target.num_henchmen or raw <= hardening:
        return
    levels = game.roll(raw - hardening) + attack.adds
    game.met["shut down"] += levels > 0
    if target.figures.is_vehicle:
        hurt_vehicle(game, target, levels)
    else:
        by_wounds(game, attack, target, "lethal", fill(target, levels, "lethal"))
    if levels >= 3 and not hardening:
        target.is_beyond_help = target.is_person
        put_out(game, target, DEAD, attack.piece.side)
    elif target.is_here:
        target.stun_next += levels // 3 if hardening else levels


# extras


def fell_mob(game: Game, attack: Any, target: Piece, kind: str, is_collision: bool) -> None:
    """Drop cinematic extras. [NOV-46]"""
    fallen = 1
    if not is_collision:
        fallen = target.members if attack.is_area else 1 + max(0, attack.successes - game.rules.mob_successes)
    target.members = max(0, target.members - fallen)
    if target.members == 0:
        put_out(game, target, DEAD if kind in DEADLY else INCAPACITATED)


def hurt_squad(game: Game, attack: Any, target: Piece, dice: int, adds: int, is_collision: bool, kind: str) -> None:
    """Hurt one gritty extra, or all in an area. [NOV-44, NOV-P4]"""
    is_area = attack.is_area and not is_collision
    standing = [k for k, left in enumerate(target.levels) if left > 0]
    some = standing if is_area else [min(standing, key=lambda k: target.levels[k])]
    levels = dice // game.rules.gritty_dice + adds if dice > 0 else 0
    if dice <= 0 and game.rules.gritty_ping and kind in MILDER:
        levels = game.roll(1)
    for k in some:
        target.levels[k] = max(0, target.levels[k] - levels)
    target.members = sum(left > 0 for left in target.levels)
    if target.members == 0:
        put_out(game, target, SURRENDERED)


def hurt_vehicle(game: Game, target: Piece, levels: int) -> None:
    """Damage a vehicle of extras. [NOV-45, NOV-47]"""
    target.levels[0] = max(0, target.levels[0] - levels)
    if target.levels[0] == 0:
        put_out(game, target, INCAPACITATED)


# henchmen


def most(target: Piece) -> int:
    """Return the most numerous type of henchmen. [NOV-60]"""
    return max(range(len(target.henchmen)), key=lambda k: target.henchmen[k])


def lose_henchmen(game: Game, target: Piece, levels: int) -> None:
    """Let henchmen fall, the most numerous first. [NOV-60, NOV-61, NOV-62]"""
    named, grades = game.rules.named("henchmen"), ("rabble", "disciplined", "professional", "elite", "fanatical")
    while levels > 0 and target.num_henchmen:
        k = most(target)
        each = game.rules.grades[grades.index(named[target.unit.henchmen[k].type].grade)]
        fallen = min(target.henchmen[k], (levels + each - 1) // each)
        target.henchmen[k] -= fallen
        levels -= fallen * each
        game.met["henchmen fell"] += 1
    if target.num_henchmen == 0 and target.unit.all_henchmen:
        put_out(game, target, SURRENDERED)
