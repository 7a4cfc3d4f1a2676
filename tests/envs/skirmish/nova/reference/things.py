"""Objects: what breaks them, and what is left. [NOV-53, NOV-54, NOV-55]"""

from typing import Any

from tests.envs.skirmish.nova.reference.game import Game, Thing
from tests.envs.skirmish.nova.reference.ground import Cell, dimensions, distance

HARMLESS = ("stun", "emp")


def strike_thing(game: Game, thing: Thing, raw: int, weapon: Any, adds: int, centre: Cell | None = None) -> None:
    """Damage an object by an attack; ``centre``: of an area. [NOV-54]"""
    if weapon.type in HARMLESS:
        return
    dice = raw - max(0, thing.kind.armour - weapon.ap)
    if dice <= 0:
        return
    levels = game.roll(dice) + adds
    if thing.kind.large:
        levels = at_size(game, thing, levels, weapon.area, centre)
    lose(game, thing, levels)


def at_size(game: Game, thing: Thing, levels: int, area: int, centre: Cell | None) -> int:
    """Return the levels that a very large object takes. [NOV-54]"""
    radius, metres = area * game.rules.area_metres, game.rules.metres
    small, large = dimensions(thing.cells)
    if centre is None or 2 * radius < small * metres:
        return min(1, levels)
    if all(distance(cell, centre) <= max(1, radius // metres) for cell in thing.cells):
        return 4 * levels
    return 2 * levels if 2 * radius >= large * metres else levels


def lose(game: Game, thing: Thing, levels: int) -> None:
    """Take structure from an object; what is broken is a ruin."""
    thing.structure = max(0, thing.structure - levels)
    if not thing.is_whole:
        game.met["broken"] += 1
        for cell in thing.cells:
            game.land.change(cell, thing.kind.ruin)
