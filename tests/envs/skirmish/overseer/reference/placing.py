"""Where one can go, and how Underlings are placed about their leader. [OVR-4, OVR-6, OVR-H1]"""

from tests.envs.skirmish.overseer.reference.game import Game, hexes
from tests.envs.skirmish.overseer.reference.land import Cell, disc_cells, distance, ring_cells
from tests.envs.skirmish.overseer.reference.people import Piece, Unit


def costs_of(game: Game, side: int, start: Cell, budget: int, is_flat: bool = False) -> dict[Cell, int]:
    """Return the cost of the free hexes within a budget, the own one included."""
    ways = game.land.flat_ways if is_flat else game.land.ways
    costs = ways(start, budget, game.closed(side) - {start})
    taken = game.taken() - {start}
    return {cell: cost for cell, cost in costs.items() if cell not in taken}


def reach_of(game: Game, side: int, start: Cell, budget: int, is_flat: bool = False) -> dict[Cell, int]:
    """Return the free hexes within a budget, each with its place in the disc as the side counts it."""
    costs = costs_of(game, side, start, budget, is_flat)
    order = disc_cells(start, game.poses[side], budget)
    return {cell: k for k, cell in enumerate(order) if cell in costs}


def place(
    game: Game,
    unit: Unit,
    some: list[Piece],
    towards: Cell,
    metres: int,
    seeks_cover: bool = False,
    is_flat: bool = False,
) -> None:
    """Place pieces about their leader: who is nearest to where they go first. [OVR-6, OVR-H1]"""
    for piece in sorted(some, key=lambda one: distance(one.cell, towards)):
        cells = reach_of(game, unit.side, piece.cell, hexes(metres, piece.profile), is_flat)

        def value(cell: Cell, cells: dict[Cell, int] = cells) -> tuple[int, ...]:
            cover = game.land.own_cover(cell) if seeks_cover else 0
            return (not game.is_in_rank(unit, cell), -cover, distance(cell, towards), cells[cell])

        piece.cell = min(cells, key=value)
    game.rank_all()


def first_free(game: Game, middle: Cell, pose: tuple[int, int], unit: Unit | None) -> Cell:
    """Return the first free hex about a hex: in rank of a unit, or any."""
    taken = game.taken()
    for ring in range(1 + 2 * max(game.land.columns, game.land.rows)):
        for cell in ring_cells(middle, pose, ring):
            is_free = cell not in taken and game.land.is_entered(cell)
            if is_free and (unit is None or game.keeps_rank(unit, cell)):
                return cell
        if unit is not None and ring >= game.rules.rank:
            return first_free(game, middle, pose, None)
    raise AssertionError("no room")
