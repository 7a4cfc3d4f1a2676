"""Shots: who is in range, in which bracket, and what that adds. [OVR-13, OVR-P3]"""

from typing import Any

from tests.envs.skirmish.overseer.reference.game import Game
from tests.envs.skirmish.overseer.reference.people import Unit


def can_shoot(game: Game, unit: Unit, other: Unit, weapon: Any) -> bool:
    """Tell whether a weapon reaches a unit that is seen. [OVR-P3]"""
    if weapon is None or weapon.metres == 0 or not other.is_here or game.front(unit, other) is None:
        return False
    return game.metres(unit, other) <= 3 * weapon.metres


def bracket(game: Game, unit: Unit, other: Unit, weapon: Any) -> int:
    """Return the number of the bracket: 1 Assault to 5 Extreme; melee counts as Assault. [OVR-P3, OVR-22]"""
    if weapon.metres == 0 or game.front(unit, other) is None:
        return 1
    metres, far = game.metres(unit, other), weapon.metres
    limits = (metres <= game.rules.assault_metres, 2 * metres <= far, metres <= far, metres <= 2 * far)
    return limits.index(True) + 1 if any(limits) else 5


def aimed_sum(game: Game, unit: Unit, other: Unit, weapon: Any, counts_mark: bool) -> int:
    """Return what a shot at a target adds and loses. [OVR-13, OVR-40, OVR-P9, OVR-H5]"""
    rules, front = game.rules, game.front(unit, other)
    bonus = (rules.assault_bonus, rules.close_bonus, 0, -rules.long_loss, -rules.extreme_loss)
    total = bonus[bracket(game, unit, other, weapon) - 1]
    heights = game.land.heights
    total += rules.height_bonus * (front is not None and heights[unit.cell] > heights[front.cell])
    total -= rules.run_bs * other.runs + rules.cover_ground_bs * other.covers_ground
    total -= rules.into_melee_loss * game.is_engaged(other)
    return int(total + rules.mark_bonus * (counts_mark and unit.marked is other))
