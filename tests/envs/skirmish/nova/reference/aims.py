"""Whom and what an attack can be aimed at, and how hard it is to hit. [NOV-14, NOV-38, NOV-39, NOV-43, NOV-51]"""

from typing import Any

from tests.envs.skirmish.nova.reference.game import Game, Thing, is_ranged
from tests.envs.skirmish.nova.reference.ground import Cell, bearing, beside, distance, posed
from tests.envs.skirmish.nova.reference.people import Piece

EXTREME = 8  # increments
ATTACKS = ("light_blow", "heavy_blow", "grapple", "crush", "weapon_1", "weapon_2", "weapon_3", "support")


def in_range(game: Game, piece: Piece, weapon: Any, far: int) -> bool:
    """Tell whether a weapon carries so many hexes. [NOV-38]"""
    increment = piece.figures.increment(weapon)
    return far * game.rules.metres <= increment * (1 if weapon.single_range else EXTREME)


def can_reach(game: Game, piece: Piece, weapon: Any, cell: Cell) -> bool:
    """Tell whether a hex is in range and seen, or beside for melee."""
    assert piece.cell
    far = distance(piece.cell, cell)
    if not is_ranged(weapon):
        return far == 1
    return in_range(game, piece, weapon, far) and game.sees(piece.cell, cell)


def can_hold(piece: Piece, target: Piece) -> bool:
    """Tell whether somebody can be grappled."""
    is_free = target.holding is None and target.held_by is None and not target.num_henchmen
    return target.is_person and is_free and piece.holding is None


def can_attack(game: Game, piece: Piece, kind: str, target: Piece) -> bool:
    """Tell whether a piece can be attacked now."""
    weapon = game.weapon(piece, kind)
    if weapon is None or not target.is_here or not target.cell:
        return False
    if kind == "crush":
        return piece.holding is target
    if kind == "grapple" and not can_hold(piece, target):
        return False
    if piece.figures.is_cinematic and not weapon.area and piece.side in target.mobbed:
        return False
    return can_reach(game, piece, weapon, target.cell)


def can_strike(game: Game, piece: Piece, kind: str, thing: Thing) -> bool:
    """Tell whether an object can be attacked now. [NOV-53]"""
    weapon = game.weapon(piece, kind)
    if weapon is None or kind in ("grapple", "crush") or not thing.is_whole:
        return False
    assert piece.cell
    return can_reach(game, piece, weapon, game.spot_of(thing, piece.cell))


def can_bomb(game: Game, piece: Piece, kind: str, cell: Cell) -> bool:
    """Tell whether an area attack can be aimed at a hex now. [NOV-6]"""
    weapon = game.weapon(piece, kind)
    if weapon is None or not weapon.area or cell not in game.land.kinds:
        return False
    return can_reach(game, piece, weapon, cell)


# how hard it is


def range_difficulty(game: Game, piece: Piece, weapon: Any, far: int) -> int:
    """Return the difficulty of a distance. [NOV-38, NOV-G10]"""
    metres, increment = far * game.rules.metres, piece.figures.increment(weapon)
    if not is_ranged(weapon):
        return 0
    steps = next(step for step, times in enumerate((1, 2, 4, 8)) if metres <= times * increment)
    return max(0, int(steps * game.rules.range_step) - weapon.guided - weapon.long_range)


def cover_grade(game: Game, a: Cell, b: Cell, is_covered: bool) -> int:
    """Return the cover of who stands in a hex against a shot from another one; 0 beside. [NOV-P6]"""
    if distance(a, b) <= 1:
        return 0
    grade = game.land.cover(a, b)
    assert grade is not None
    return min(3, grade + 1) if is_covered and grade else grade


def own_difficulty(game: Game, piece: Piece, is_replaced: bool) -> int:
    """Return what makes everything harder for somebody. [NOV-2, NOV-16]"""
    dazed = game.rules.daze_difficulty if piece.is_dazed and piece.is_person else 0
    return int(dazed + (game.rules.replaced_difficulty if is_replaced else 0))


def difficulty(game: Game, piece: Piece, weapon: Any, target: Piece, how: str) -> int:
    """Return the difficulty of hitting somebody, without what is hard for the attacker by itself; below 0 if easy."""
    rules = game.rules
    assert piece.cell and target.cell
    far = distance(piece.cell, target.cell)
    grade = cover_grade(game, piece.cell, target.cell, target.is_covered)
    if shield_of(piece, weapon, target):
        grade = 3
    total = range_difficulty(game, piece, weapon, far)
    total += (0, rules.cover_light, rules.cover_medium, rules.cover_superior)[grade]
    if target.is_prone:
        total += rules.prone_difficulty if far > 1 else -rules.prone_difficulty
    if not target.num_henchmen:
        total += target.figures.defences("hard_to_hit")
        total += target.figures.defences("resist_quantum") if weapon.skill == "power" else 0
        total += target.figures.defences("resist_mental") if weapon.mental else 0
    total += rules.vital_difficulty if how == "vital" else 0
    if how == "through":
        behind = obstacle(game, piece, target)
        if behind is not None:
            total += rules.into_person if isinstance(behind[2], Piece) else rules.into_object
    return int(total)


def shield_of(piece: Piece, weapon: Any, target: Piece) -> Piece | None:
    """Return the human shield of somebody against an attack. [NOV-14]"""
    shield = target.holding
    return shield if shield is not piece and not weapon.area else None


# what is behind


def obstacle(game: Game, piece: Piece, target: Piece) -> tuple[int, int, Piece | Cell] | None:
    """Return direction, hexes and what is nearest behind a target, straight on or a turn to a side. [NOV-51]"""
    assert piece.cell and target.cell
    pose = game.poses[piece.side]
    straight = bearing(pose, piece.cell, target.cell)
    found = [behind(game, target.cell, (straight + turn * pose[1]) % 6) for turn in (0, 1, -1)]
    some = [one for one in found if one is not None]
    return min(some, key=lambda one: one[1]) if some else None


def behind(game: Game, cell: Cell, direction: int) -> tuple[int, int, Piece | Cell] | None:
    """Return the first thing that stops who flies in a direction."""
    for hexes in range(1, game.rules.knock_hexes + 1):
        cell = beside(cell, direction)
        if cell not in game.land.kinds:
            return None
        there = game.at(cell)
        if there is not None:
            return direction, hexes, there
        if not game.land.is_entered(cell):
            return direction, hexes, cell
    return None


def pushes(game: Game, weapon: Any, kind: str) -> bool:
    """Tell whether a weapon can knock somebody back. [NOV-50]"""
    return kind != "grapple" and weapon.type != "emp" and not (weapon.light and game.rules.realistic)


def can_be_pushed(target: Piece) -> bool:
    """Tell whether somebody can be knocked back."""
    return not target.figures.is_vehicle and target.members == 1 and not target.num_henchmen


def hows(game: Game, piece: Piece, kind: str, target: Piece) -> list[str]:
    """List how an attack at a piece can be aimed. [NOV-6, NOV-37, NOV-51]"""
    weapon, found = game.weapon(piece, kind), ["target"]
    if not piece.is_person or kind in ("grapple", "crush"):
        return found
    if weapon.area:
        found.append("ground")
    if pushes(game, weapon, kind) and can_be_pushed(target) and obstacle(game, piece, target) and not weapon.area:
        found.append("through")
    if target.is_person and not target.num_henchmen and not weapon.area:
        found.append("vital")
    return found


def away(game: Game, piece: Piece, centre: Cell, target: Piece) -> int:
    """Return the direction in which somebody is knocked back. [NOV-48]"""
    assert target.cell
    pose = game.poses[piece.side]
    return posed(pose, 0) if centre == target.cell else bearing(pose, centre, target.cell)
