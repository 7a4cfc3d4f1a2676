"""An attack, from its pool to whom it strikes. [NOV-4 to NOV-14, NOV-46, NOV-51, NOV-53, NOV-59]"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.envs.skirmish.nova.reference.aims import (
    away,
    can_attack,
    can_hold,
    difficulty,
    is_ranged,
    obstacle,
    own_difficulty,
    range_difficulty,
    shield_of,
)
from tests.envs.skirmish.nova.reference.damage import soak_of, strike
from tests.envs.skirmish.nova.reference.declaring import longest
from tests.envs.skirmish.nova.reference.defence import PARRIED, defend
from tests.envs.skirmish.nova.reference.game import Asking, Game, Thing
from tests.envs.skirmish.nova.reference.grips import hold, wins_grip
from tests.envs.skirmish.nova.reference.ground import Cell, beside, distance, posed
from tests.envs.skirmish.nova.reference.people import TAKEN, Deed, Piece
from tests.envs.skirmish.nova.reference.pools import attack_pool, burst, helpers
from tests.envs.skirmish.nova.reference.things import strike_thing


@dataclass(eq=False)
class Attack:
    """An attack that is carried out."""

    piece: Piece
    deed: Deed
    weapon: Any
    order: int
    adds: int
    base: int  # dice of damage without successes
    centre: Cell
    mode: int
    at: Piece | None = None  # who is aimed at
    thing: Thing | None = None
    successes: int = 0
    net: int = 0
    into: int = 0  # successes that go to whom the target is thrown into
    obstacle: tuple[int, int, Any] | None = None

    @property
    def kind(self) -> str:
        """The kind of the action."""
        return self.deed.kind

    @property
    def is_area(self) -> bool:
        """Whether it strikes everybody in an area."""
        return bool(self.weapon.area)

    @property
    def dice(self) -> int:
        """Dice of damage before soak. [NOV-7, NOV-G7]"""
        return self.base + (0 if self.is_area else max(0, self.net))

    def direction(self, game: Game, target: Piece) -> int:
        """Return the direction in which somebody is knocked back."""
        if self.obstacle is not None:
            return self.obstacle[0]
        return away(game, self.piece, self.centre if self.is_area else self.piece.cell, target)


def carry_attack(game: Game, piece: Piece, slot: int) -> Asking:
    """Carry out an attack that was declared."""
    attack = game.attack = begin(game, piece, slot)
    pool = attack_pool(game, piece, attack.weapon, attack.mode, distance(piece.cell, attack.centre), attack.order)
    if piece.figures.is_cinematic and not attack.is_area and attack.at is not None and attack.at.is_person:
        pool += mob(game, piece, attack.at) if piece.kind == "cinematic" else 0
        attack.at.mobbed.add(piece.side)
    hard = own_difficulty(game, piece, attack.deed.is_replaced)
    if attack.at is not None:
        hard = max(0, hard + difficulty(game, piece, attack.weapon, attack.at, attack.deed.how))
    else:
        hard += range_difficulty(game, piece, attack.weapon, distance(piece.cell, attack.centre))
        hard += attack.thing.kind.tiny if attack.thing else 0
    attack.successes = game.roll(pool)
    attack.net = attack.successes - 1 - hard
    if attack.net >= 0 and attack.obstacle is not None and isinstance(attack.obstacle[2], Piece):
        attack.into = (attack.net + 1) // 2
        attack.net -= attack.into
    if attack.is_area:
        yield from strike_area(game, attack)
    elif attack.thing is not None:
        if attack.net >= 0 or not attack.thing.kind.tiny:
            strike_thing(game, attack.thing, attack.dice, attack.weapon, attack.adds)
    else:
        yield from strike_one(game, attack)
    game.attack = None


def begin(game: Game, piece: Piece, slot: int) -> Attack:
    """Return an attack with its damage and its target. [NOV-58, NOV-59, NOV-G10]"""
    deed = piece.plan[slot]
    weapon, mode = game.weapon(piece, deed.kind), deed.mode
    if deed.kind == "support":
        heavy = game.heavy_type(piece)
        assert heavy is not None
        piece.supports[heavy] += 1
        mode = longest(weapon)
    base = weapon.damage
    if weapon.strength:
        base += piece.sheet.strength + game.rules.mega_damage * piece.sheet.mega_strength
    if deed.kind not in ("grapple", "crush"):
        base += helpers(game, piece, "attack", weapon.skill == "power")[0]
    assert piece.cell
    attack = Attack(
        piece, deed, weapon, piece.order_penalty(slot), weapon.adds + burst(mode)[1], base, piece.cell, mode
    )
    aim(game, attack)
    return attack


def aim(game: Game, attack: Attack) -> None:
    """Find where an attack is aimed at."""
    deed, piece = attack.deed, attack.piece
    if deed.what == "hex":
        attack.centre = deed.aim
    elif deed.what == "thing":
        attack.thing = deed.aim
        attack.centre = game.spot_of(deed.aim, piece.cell)
    else:
        attack.centre = deed.aim.cell
        if deed.how != "ground":
            attack.at = deed.aim
        if deed.how == "through":
            attack.obstacle = obstacle(game, piece, deed.aim)


def mob(game: Game, piece: Piece, target: Piece) -> int:
    """Let all cinematic squads of a side join an attack on somebody; return their dice. [NOV-46, NOV-P8]"""
    dice = 0
    for other in game.here():
        if other is piece or other.side != piece.side or other.kind != "cinematic":
            continue
        for k in other.waiting(("weapon_1", "weapon_2", "weapon_3")):
            deed = other.plan[k]
            weapon = game.weapon(other, deed.kind)
            is_same = deed.aim is target and deed.what == "at" and not weapon.area
            if is_same and other.is_able and can_attack(game, other, deed.kind, target):
                deed.fate = TAKEN
                dice += other.members
                game.met["mob"] += 1
    return dice


def strike_one(game: Game, attack: Attack) -> Asking:
    """Strike one target, or the human shield before it. [NOV-10, NOV-14]"""
    target = attack.at
    assert target
    shield = shield_of(attack.piece, attack.weapon, target)
    if attack.net < 0:
        if shield is not None and attack.successes >= 1:
            game.met["into the shield"] += 1
            attack.obstacle = None
            yield from strike_through(game, attack, shield, target)
        return
    full = attack.dice
    outcome = yield from defend(game, attack, target, attack.net + 1)
    if outcome is not None:
        if outcome == PARRIED and shield is not None:
            game.met["parried with the shield"] += 1
            attack.obstacle = None
            yield from strike(game, attack, shield, full)
        return
    if attack.kind == "grapple":
        if wins_grip(game, attack.piece, target, attack.order) and can_hold(attack.piece, target):
            game.met["held"] += 1
            hold(attack.piece, target)
        return
    yield from strike(game, attack, target, attack.dice)


def strike_through(game: Game, attack: Attack, shield: Piece, target: Piece) -> Asking:
    """Strike a shield and, less what it soaks and 1, who is behind it. [NOV-14]"""
    less = soak_of(game, attack, shield) + 1
    yield from strike(game, attack, shield, attack.dice)
    if attack.dice - less > 0 and target.is_here:
        yield from strike(game, attack, target, attack.dice - less)


# areas


def strike_area(game: Game, attack: Attack) -> Asking:
    """Strike everybody and everything in an area. [NOV-4 to NOV-9]"""
    weapon, is_sure = attack.weapon, attack.thing is not None and not attack.thing.kind.tiny
    is_placed = attack.net >= 0 or is_sure
    if not is_placed:
        scatter(game, attack)
    radius = max(1, weapon.area * game.rules.area_metres // game.rules.metres)
    there = [piece for piece in game.here() if distance(piece.cell, attack.centre) <= radius]
    things = list(things_within(game, attack.centre, radius))
    game.met["area"] += 1
    for target in there:
        if not target.is_here:
            continue
        is_aimed = is_placed and target is attack.at
        need = 1 + (weapon.area + 1) // 2 + (attack.net if is_aimed else 0)
        outcome = yield from defend(game, attack, target, need, radius=radius, is_aimed=is_aimed)
        if outcome is None:
            yield from strike(game, attack, target, attack.dice)
    for thing in things:
        if thing.is_whole:
            strike_thing(game, thing, attack.dice, weapon, attack.adds, attack.centre)


def scatter(game: Game, attack: Attack) -> None:
    """Let an area attack land where nobody wanted it. [NOV-H8]"""
    direction = posed(game.poses[attack.piece.side], game.draw(6))
    for _ in range(1 + game.draw(game.rules.scatter_hexes)):
        cell = beside(attack.centre, direction)
        if cell in game.land.kinds:
            attack.centre = cell
    game.met["scattered"] += 1


def things_within(game: Game, centre: Cell, radius: int) -> Iterator[Thing]:
    """Yield the objects of which a hex lies in an area."""
    for thing in game.things:
        if thing.is_whole and any(distance(cell, centre) <= radius for cell in thing.cells):
            yield thing


__all__ = ["Attack", "carry_attack", "is_ranged"]
