"""How a game begins: ground, leaders at their starts, Underlings about them, neutral ones about the middle. [OVR-H9]"""

from collections.abc import Callable, Iterator
from typing import Any

from swarmzoo.envs.skirmish.battlefield.maps import map_text, read_map
from swarmzoo.envs.skirmish.battlefield.outline import Outline
from swarmzoo.envs.skirmish.battlefield.zones import edges, starts, zones
from tests.envs.skirmish.overseer.reference.game import Game
from tests.envs.skirmish.overseer.reference.land import EAST, Cell, draw_land, given_land, pose_of, ring_cells
from tests.envs.skirmish.overseer.reference.people import Piece, Unit
from tests.envs.skirmish.overseer.reference.placing import first_free
from tests.envs.skirmish.warband.reference.stream import Stream

LONG, LOW = (1 << 64) - 1, (1 << 32) - 1
KINDS = (0, 1, 2, 3, 4, 6)  # of ground in maps: all but superior cover


def new_game(config: Any, field: Outline, slots: int, radius: int, draw: Callable[[int], int]) -> Game:
    """Return a game with everybody in their places, before initiative is rolled."""
    sides = range(config.sides)
    units = [new_unit(config, side, k, slots) for side in sides for k in range(len(config.force_of(side)))]
    hexes = None if config.map is None else read_map(map_text(config.map), KINDS)
    zone = zones(field, config.sides, config.rules.deployment)
    for side in sides:
        own = [unit for unit in units if unit.side == side]
        for unit, cell in zip(own, starts(field, hexes, zone, config.sides, side, len(own)), strict=True):
            unit.cell = field.place(cell)
    if hexes is not None:
        land = given_land(hexes, field, config.rules.ground)
    else:
        begun = (unit.cell for unit in units if unit.cell)
        land = draw_land(field, config.sides, config.symmetric, draw, config.rules, begun)
    to_edge = [edges(field, config.sides, side) for side in sides]
    poses = [pose_of(config.sides, side) for side in sides]
    game = Game(config, land, draw, units, [], poses, radius, field.middle, lambda s, c: to_edge[s][field.cell(*c)])
    people(game, field)
    return game


def new_unit(config: Any, side: int, k: int, slots: int) -> Unit:
    """Return a unit as it begins."""
    entry, rules = config.force_of(side)[k], config.rules
    profile = rules.named("leaders")[entry.leader]
    weapons = rules.named("weapons")
    unit = Unit(side * slots + k, side, entry, profile, rules.named("types")[profile.type], wounds=profile.wounds)
    unit.weapon, unit.blade = weapons.get(profile.ranged), weapons.get(profile.melee)
    return unit


def squads(number: int, per_hex: int) -> Iterator[int]:
    """Yield the models of pieces, all full but the last."""
    while number > 0:
        yield min(number, per_hex)
        number -= per_hex


def people(game: Game, field: Outline) -> None:
    """Place the Underlings of every unit, then the neutral ones."""
    named, per_hex = game.rules.named("underlings"), game.config.per_hex
    for unit in game.units:
        has_special = unit.entry.specialist != "none" and unit.entry.underlings > 0
        kinds = [(models, False) for models in squads(unit.entry.underlings - has_special, per_hex)]
        for models, is_special in kinds + [(1, True)] * has_special:
            profile = named[unit.entry.profile]
            piece = Piece(len(game.pieces), unit, profile, unit.side, models, is_special, unit=unit)
            piece.cell = first_free(game, unit.cell, game.poses[unit.side], unit)
            game.pieces.append(piece)
            unit.roll.append(piece)
    if game.config.scenario == "rally":
        pieces = list(squads(game.rules.neutral_underlings, per_hex))
        for models, cell in zip(pieces, neutral_places(game, field, len(pieces)), strict=False):
            game.pieces.append(Piece(len(game.pieces), None, named["trooper"], None, models, cell=cell))
    game.rank_all()
    game.strength = [sum(p.models for p in game.pieces if p.side == side) for side in range(game.config.sides)]
    game.held = [0] * game.config.sides


def neutral_places(game: Game, field: Outline, left: int) -> Iterator[Cell]:
    """Yield the places of so many neutral pieces: hexes about the middle with their images, then those left over."""
    taken, rings = game.taken(), range(1, game.land.columns + game.land.rows)
    around = [cell for ring in rings for cell in ring_cells(field.middle, EAST, ring)]

    def is_free(cell: Cell | None) -> bool:
        return cell is not None and cell not in taken and game.land.is_entered(cell)

    for cell in around if game.config.symmetric and game.config.map is None else ():
        group = list(dict.fromkeys(field.images(game.config.sides, cell))) if cell in game.land.kinds else []
        if group and len(group) <= left and all(map(is_free, group)):
            yield from group
            taken.update(group)
            left -= len(group)
    for cell in [field.middle, *around]:
        if left and is_free(cell):
            yield cell
            left -= 1


def seeded(seed: int) -> Stream:
    """Return the stream with which a game of a seed begins: two steps of splitmix64 make its four words."""
    first = mixed(seed)
    second = mixed(first)
    return Stream((first & LOW, first >> 32, second & LOW, second >> 32 | 1))


def mixed(x: int) -> int:
    """Mix 64 bits: splitmix64, by S. Vigna."""
    z = (x + 0x9E3779B97F4A7C15) & LONG
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & LONG
    z = (z ^ z >> 27) * 0x94D049BB133111EB & LONG
    return z ^ z >> 31
