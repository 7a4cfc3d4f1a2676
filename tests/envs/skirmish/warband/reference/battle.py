"""Attacks, Impact and wounds, and the courage that they test."""

from tests.envs.skirmish.warband.reference.game import Game
from tests.envs.skirmish.warband.reference.people import (
    FLEEING,
    Character,
    full_star,
    is_bloodied,
    shield,
    step_of_fear,
)


def attack_dice(game: Game, attacker: Character, target: Character, dice: int) -> int:
    """Return the attack dice against a target: one more against a taunter, one less against others. [WAR-G4]"""
    taunter = attacker.taunted_by
    if taunter is None or taunter.is_out:
        return dice
    change = game.rules.taunt_dice
    return max(0, dice + (change if target is taunter else -change))


def melee_dice(game: Game, who: Character) -> int:
    """Return the attack dice of a melee weapon, or of bare hands. [WAR-P1, WAR-8]"""
    if who.entry.melee == "none":
        return game.rules.unarmed_dice
    weapon = getattr(game.rules.melee, who.entry.melee)
    return int(weapon.dice + (who.mallet if weapon.from_mallet else 0))


def ranged_dice(game: Game, who: Character) -> int:
    """Return the attack dice of a ranged weapon. [WAR-P1]"""
    weapon = getattr(game.rules.ranged, who.entry.ranged)
    return int(weapon.dice + (who.mallet if weapon.from_mallet else 0))


def strike(game: Game, target: Character, with_power: bool) -> None:
    """Strike in melee: each die tests the target's Mallet. [WAR-7, WAR-11, WAR-8, WAR-G4]"""
    assert game.active
    attacker = game.active.who
    change = game.rules.charge_bonus if game.active.has_charged else 0
    change -= game.rules.unarmed_loss if attacker.entry.melee == "none" else 0
    change -= game.rules.power_loss if with_power else 0
    dice = attack_dice(game, attacker, target, melee_dice(game, attacker))
    hits = sum(game.dice.against(attacker, target.mallet, change) for _ in range(dice))
    if with_power and hits:
        hits += attacker.mallet // 2
    deal(game, attacker, target, hits)


def ranged_change(game: Game, target: Character) -> int:
    """Sum up what circumstances change in the dice of a ranged attack. [WAR-10, WAR-17]"""
    assert game.active
    rules, attacker = game.rules, game.active.who
    apart, cover = game.apart(attacker, target), game.cover(attacker, target)
    change = rules.near_bonus if apart <= rules.near_range else 0
    if is_elevated(game, attacker, target):
        change += rules.height_bonus
    if apart > rules.far_range:
        change -= rules.far_loss
    if game.active.has_moved:
        change -= rules.moved_loss
    return change - (0, rules.soft_loss, rules.heavy_loss)[cover or 0] - hugging_loss(game, target)


def is_elevated(game: Game, attacker: Character, target: Character) -> bool:
    """Tell whether the attacker stands on a height; by the other reading, above its target. [WAR-10]"""
    ground = game.ground.heights[target.cell] if game.rules.elevated == "above_target" else 0
    return game.ground.heights[attacker.cell] > ground


def hugging_loss(game: Game, target: Character) -> int:
    """Return what is lost besides at who has taken the cover of its hex. [WAR-17, WAR-P6]"""
    cover = game.ground.ground(target.cell).cover
    return (0, game.rules.soft_hugging, game.rules.heavy_hugging)[cover] if target.hugs_cover else 0


def shoot(game: Game, target: Character) -> None:
    """Shoot: each die tests the target's Key; the aim at it is used up. [WAR-7, WAR-10, WAR-16, WAR-P3]"""
    assert game.active
    rules, attacker = game.rules, game.active.who
    change = ranged_change(game, target) + (rules.charge_bonus if game.active.has_charged else 0)
    if attacker.aims_at is target:
        change += {1: rules.aim_one, 2: rules.aim_two}[attacker.aim]
        attacker.aims_at, attacker.aim = None, 0
    dice = attack_dice(game, attacker, target, ranged_dice(game, attacker))
    hits = sum(game.dice.against(attacker, target.entry.key, change) for _ in range(dice))
    deal(game, attacker, target, hits)


def bolt(game: Game, target: Character) -> None:
    """Attack with a bolt: circumstances count as for a shot, but neither aim nor charge nor Strikes. [WAR-P13]"""
    assert game.active
    attacker, change = game.active.who, ranged_change(game, target)
    dice = attack_dice(game, attacker, target, game.rules.bolt_dice)
    hits = sum(game.dice.against(attacker, target.entry.key, change) for _ in range(dice))
    deal(game, attacker, target, hits, is_magic=True)


def deal(game: Game, attacker: Character, target: Character, impact: int, is_magic: bool = False) -> None:
    """Deal Impact: Shield deflects, the rest costs Star; Battle Resolve regains a point of it. [WAR-7, WAR-G4]"""
    if impact == 0:
        return
    is_penetrating = attacker.has("penetrating_strikes") and not is_magic
    left = impact - deflected(game, target, impact, is_penetrating)
    if left:
        lose_star(game, target, left)
    if attacker.has("battle_resolve"):
        attacker.star = min(full_star(game.rules, attacker.entry), attacker.star + 1)


def deflected(game: Game, target: Character, impact: int, is_penetrating: bool) -> int:
    """Test Shield for each Impact; a 1 on the first die, the Evasion Die, removes all of it. [WAR-12, WAR-G4]"""
    removed = 0
    for k in range(impact - is_penetrating):
        passed, die = game.dice.own(target, shield(game.rules, target))
        if k == 0 and die == 1:
            return impact
        removed += passed
    return removed


def lose_star(game: Game, who: Character, impact: int) -> None:
    """Take Star; at 0 roll for the wound, otherwise courage may be tested. [WAR-12, WAR-13, WAR-14, WAR-P9]"""
    excess = max(0, impact - who.star)
    who.star = max(0, who.star - impact)
    if who.star == 0:
        wound(game, who, excess)
    if not who.is_out and is_bloodied(game.rules, who) and not who.was_bloodied:
        who.was_bloodied = True
        test_courage(game, who)


def wound(game: Game, who: Character, excess: int) -> None:
    """Roll a die and one for each Impact in excess; the lowest says what happens. [WAR-14, WAR-P8]"""
    lowest = min(game.dice.die() for _ in range(1 + excess))
    if lowest > game.rules.out_to:
        who.is_stunned = True
        return
    fall(game, who)
    if lowest <= game.rules.death_to:
        game.loot[who.cell] = game.loot.get(who.cell, 0) + 1
        for friend in game.friends(who):
            if game.apart(friend, who) <= game.rules.morale_range:
                test_courage(game, friend)
    test_half(game, who.warband)


def fall(game: Game, who: Character) -> None:
    """Take a character out of the game; nobody aims at it or is taunted by it any more."""
    who.is_out = True
    for other in game.people:
        if other.aims_at is who:
            other.aims_at, other.aim = None, 0
        if other.taunted_by is who:
            other.taunted_by = None


def test_half(game: Game, warband: int) -> None:
    """Let all of a warband test their courage when more than half of it is out, once. [WAR-P9]"""
    everybody = game.warband(warband)
    if game.half_lost[warband] or 2 * sum(who.is_out for who in everybody) <= len(everybody):
        return
    game.half_lost[warband] = True
    for who in everybody:
        if not who.is_out:
            test_courage(game, who)


def test_courage(game: Game, who: Character) -> None:
    """Test Coronet; who fails is Shaken, then Fleeing; the Bloodied must pass twice. [WAR-P9]"""
    if not game.rules.morale or who.courage == FLEEING:
        return
    passed = game.dice.own(who, game.coronet(who), is_bloodied(game.rules, who))[0]
    if not passed:
        step_of_fear(who, +1)
