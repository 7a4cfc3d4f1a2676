"""Knockback, knockdown and collisions. [NOV-48 to NOV-52]"""

from collections.abc import Callable
from typing import Any

from tests.envs.skirmish.nova.reference.aims import pushes
from tests.envs.skirmish.nova.reference.game import Asking, Game, Thing
from tests.envs.skirmish.nova.reference.ground import Cell, beside
from tests.envs.skirmish.nova.reference.people import Piece
from tests.envs.skirmish.nova.reference.pools import test_pool
from tests.envs.skirmish.nova.reference.things import lose

Deal = Callable[..., Asking]


def knock(game: Game, attack: Any, target: Piece, raw: int, deal: Deal) -> Asking:
    """Knock a target back and down; ``deal`` deals the damage of collisions. [NOV-48, NOV-49, NOV-50]"""
    over = raw - 2 * target.figures.steadiness
    if not target.is_here or over <= 0:
        return
    metres = over // game.rules.knock_metres + attack.adds
    hexes = metres // game.rules.metres if pushes(game, attack.weapon, attack.kind) else 0
    dice = min(game.rules.fall_cap, metres // 2)
    game.met["knocked back"] += hexes > 0
    met = fly(game, target, attack.direction(game, target), hexes, dice)
    fall(game, target, metres)
    if met is not None and dice > 0:
        yield from collide(game, attack, target, met, dice, deal)


def fly(game: Game, target: Piece, direction: int, hexes: int, dice: int) -> Any:
    """Move somebody in a direction; return what stood in the way first, whether or not it broke."""
    met = None
    for _ in range(hexes):
        assert target.cell
        cell = beside(target.cell, direction)
        if cell not in game.land.kinds:
            return met
        if is_blocked(game, target.cell, cell):
            if met is not None:
                return met
            met = game.at(cell) or game.thing_at(cell) or cell
            if isinstance(met, Thing) and not met.kind.large and met.kind.armour < dice:
                game.met["flew through"] += 1
                lose(game, met, met.structure)
            if is_blocked(game, target.cell, cell):
                return met
        target.cell = cell
    return met


def is_blocked(game: Game, a: Cell, b: Cell) -> bool:
    """Tell whether nobody flies from a hex into the next one."""
    return game.at(b) is not None or game.land.step_cost(a, b) is None


def fall(game: Game, target: Piece, metres: int) -> None:
    """Let somebody keep its footing or not. [NOV-49]"""
    if metres < 1 or target.is_prone:
        return
    is_down = metres > target.figures.pace or not target.is_able
    if is_down or game.roll(test_pool(target, "dexterity", "athletics")) < metres:
        target.is_prone = True
        game.met["knocked down"] += 1


def collide(game: Game, attack: Any, target: Piece, met: Any, dice: int, deal: Deal) -> Asking:
    """Let somebody collide with what stood in the way. [NOV-52]"""
    is_aimed = attack.obstacle is not None and attack.obstacle[2] is met
    if is_aimed and isinstance(met, Piece) and not attack.into:
        return
    is_hard = isinstance(met, Thing) and met.kind.hard
    kind = "lethal" if is_hard or dice > target.sheet.stamina + target.sheet.athletics else "bashing"
    game.met["collided"] += 1
    yield from deal(game, attack, target, dice, collision=kind)
    if isinstance(met, Piece):
        yield from deal(game, attack, met, dice, collision=kind)
    if isinstance(met, Thing) and met.kind.large:
        lose(game, met, min(1, game.roll(dice - met.kind.armour)))
