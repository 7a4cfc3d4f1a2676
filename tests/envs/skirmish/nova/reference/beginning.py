"""How a game begins: ground, objects, who stands where. [NOV-A2, NOV-A3]"""

from collections.abc import Callable
from typing import Any

from swarmzoo.envs.skirmish.battlefield.config import kinds_of
from swarmzoo.envs.skirmish.battlefield.maps import read_map
from swarmzoo.envs.skirmish.battlefield.zones import edges
from tests.envs.skirmish.nova.reference.game import Game, Thing
from tests.envs.skirmish.nova.reference.grips import hold
from tests.envs.skirmish.nova.reference.ground import Cell, distance
from tests.envs.skirmish.nova.reference.people import FIELD, Piece
from tests.envs.skirmish.nova.reference.sheets import Figures
from tests.envs.skirmish.overseer.reference.land import draw_land, given_land, pose_of

MOST_THINGS = 32


def new_game(config: Any, plan: Any, draw: Callable[[int], int]) -> Game:
    """Return a game with everybody in their places, before the first round."""
    field, sides = plan.field, range(config.sides)
    starts = [field.place(cell) for cells in plan.start for cell in cells]
    if plan.map_text is not None:
        land = given_land(read_map(plan.map_text, kinds_of(config.rules.ground)), field, config.rules.ground)
    else:
        land = draw_land(field, config.sides, config.symmetric, draw, config.rules, iter(starts))
    to_edge = [edges(field, config.sides, side) for side in sides]
    poses = [pose_of(config.sides, side) for side in sides]
    game = Game(config, plan, land, draw, [], [], poses, lambda side, cell: to_edge[side][field.cell(*cell)])
    build_all(game, starts)
    begin_encounter(game)
    game.extras = [0] * config.sides
    for piece in game.pieces:
        game.extras[piece.side] += piece.members if piece.figures.is_squad else 0
    game.vehicles = len([piece for piece in game.pieces if piece.side == 0 and piece.is_agent])
    if config.scenario == "hostage":
        captor = next(piece for piece in game.pieces if piece.side == 1)
        hold(captor, next(piece for piece in game.pieces if piece.index == plan.hostage))
    return game


def begin_encounter(game: Game) -> None:
    """Put those who take part to their starts; in later encounters the first side as it is."""
    plan, rules = game.plan, game.rules
    sheets = rules.named("sheets")
    kept = {piece.index: piece for piece in game.pieces if piece.side == 0}
    units = {index: unit for (nth, index), unit in plan.units.items() if nth == game.encounter}
    game.pieces = [
        kept.get(index) or new_piece(plan, index, unit, Figures(sheets[unit.sheet], rules))
        for index, unit in sorted(units.items())
    ]
    for piece in game.pieces:
        if piece.fate == FIELD:
            piece.cell, piece.lies = game.plan.field.place(plan.start[piece.side][piece.index % plan.slots]), None


def new_piece(plan: Any, index: int, unit: Any, figures: Figures) -> Piece:
    """Return a piece as it begins."""
    return Piece(index, index // plan.slots, unit, figures, is_agent=index != plan.hostage)


# objects


def build_all(game: Game, starts: list[Cell]) -> None:
    """Build the objects that have places, then those that are scattered. [NOV-A2]"""
    field = game.plan.field
    for name, cell in game.plan.things:
        build(game, name, field.place(cell))
    if game.config.map is not None:
        return
    closed = {*starts, field.middle}
    kinds = [name for name in game.rules.named("things") if hasattr(game.rules.thing_scatter, name)]
    for name in kinds:
        wanted = len(field.places) * getattr(game.rules.thing_scatter, name) // 1000
        tries = 20 * wanted
        while wanted > 0 and tries > 0:
            tries -= 1
            wanted -= scatter(game, name, closed)


def scatter(game: Game, name: str, closed: set[Cell]) -> int:
    """Draw a place for an object; build it and its images there if all are free; return how many were built."""
    cell = draw_place(game)
    images = game.plan.field.images(game.config.sides, cell)[1:] if game.config.symmetric else ()
    cells = [cell, *images]
    has_room = len(game.things) + len(cells) <= MOST_THINGS and cell not in images
    is_free = all(game.land.kinds.get(one) == "open" and one not in closed and not game.thing_at(one) for one in cells)
    if not (has_room and is_free):
        return 0
    for one in cells:
        build(game, name, one)
    return len(cells)


def draw_place(game: Game) -> Cell:
    """Draw a hex of the field."""
    while True:
        cell = game.draw(game.plan.field.columns), game.draw(game.plan.field.rows)
        if cell in game.land.kinds:
            return cell


def build(game: Game, name: str, middle: Cell) -> None:
    """Build an object."""
    kind = game.rules.named("things")[name]
    cells = {cell for cell in game.land.kinds if distance(cell, middle) <= kind.radius}
    for cell in cells:
        game.land.change(cell, kind.ground)
    game.things.append(Thing(len(game.things), name, kind, kind.structure, middle, cells))
