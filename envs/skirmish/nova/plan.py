"""The plan of a configuration: the field, the forces, who begins where. [NOV-A2, NOV-A3]"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from swarmzoo.envs.core.actions import Actions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.fields import axial
from swarmzoo.envs.core.hexes import distance
from swarmzoo.envs.skirmish.battlefield.config import kinds_of
from swarmzoo.envs.skirmish.battlefield.maps import Hexes, by_cell, cut_off, is_open, map_text, read_map
from swarmzoo.envs.skirmish.battlefield.outline import Outline, outline_of, outline_of_map
from swarmzoo.envs.skirmish.battlefield.zones import FRONTS, deployable, starts, zones
from swarmzoo.envs.skirmish.nova.actions import action_space
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.people import Sheet, Unit
from swarmzoo.envs.skirmish.nova.state import CELL_CAPACITIES, MOST_THINGS, RADII, SLOT_CAPACITIES, state_dtype
from swarmzoo.envs.skirmish.nova.things import scattered

ENCOUNTERS = 3


@dataclass(frozen=True)
class Plan:
    """A configuration's field and forces; lists over cells are in the kernels' order.

    ``units``: by encounter and piece, who takes part; all games but the gauntlet have one encounter. ``piece_of``: the
    pieces that the agents have. ``things``: objects with places, as kind and the cell in their middle.
    """

    field: Outline
    sides: int
    slots: int
    cell_capacity: int
    radius: int
    actions: Actions
    units: dict[tuple[int, int], Unit]
    piece_of: tuple[int, ...]
    hostage: int | None  # the piece
    start: list[list[int]]  # of each side, a cell for each piece
    things: tuple[tuple[str, int], ...]
    middle: int
    map_text: str | None
    ground: tuple[list[int], list[int]] | None  # terrain and height by cell, of a given map

    @property
    def pieces(self) -> int:
        """How many pieces there is room for."""
        return self.sides * self.slots

    @property
    def fronts(self) -> tuple[int, ...]:
        """The poses in which the sides see the field."""
        return FRONTS[self.sides]

    @property
    def dtype(self) -> np.dtype:
        """The record of one game."""
        return state_dtype(self.sides, self.slots, self.cell_capacity, self.radius, self.actions.num_actions)


@lru_cache(maxsize=64)
def plan_of(config: NovaConfig) -> Plan:
    """Return the plan of a configuration; raise GameError if the forces do not fit or a side is cut off. [NOV-A3]"""
    text = None if config.map is None else map_text(config.map)
    hexes = None if text is None else read_map(text, kinds_of(config.rules.ground))
    radius = _radius(config)
    outline = (
        outline_of(config.sides, config.columns, config.rows, radius)
        if hexes is None
        else outline_of_map(hexes, radius)
    )
    sizes = [_size(config, side) for side in range(config.sides)]
    slots = next(c for c in SLOT_CAPACITIES if c >= max(sizes)) if config.sides == 2 else max(sizes)
    start = _starts(config, outline, hexes, sizes)
    units, hostage = _units(config, slots), None
    if config.scenario == "hostage":
        hostage = len(config.force_of(0))
        units[0, hostage] = Unit(sheet=config.hostage, members=1)
    if hexes is not None:
        apart = cut_off(hexes, outline, config.rules.ground, start)
        if apart is not None:
            raise GameError(f"map: where side_{apart} begins is cut off from where side_0 begins")
    return Plan(
        field=outline,
        sides=config.sides,
        slots=slots,
        cell_capacity=next(c for c in CELL_CAPACITIES if c >= outline.cells),
        radius=radius,
        actions=action_space(slots, config.sides, radius, MOST_THINGS),
        units=units,
        piece_of=tuple(sorted({piece for _, piece in units} - {hostage})),
        hostage=hostage,
        start=start,
        things=_things(config, outline, start),
        middle=outline.cell(*outline.middle),
        map_text=text,
        ground=None if hexes is None else by_cell(hexes, outline),
    )


# Who takes part


def _size(config: NovaConfig, side: int) -> int:
    """Return how many pieces a side has, the hostage included."""
    nths = range(ENCOUNTERS if config.scenario == "gauntlet" and side == 1 else 1)
    return max(len(config.force_of(side, nth)) for nth in nths) + (config.scenario == "hostage" and side == 0)


def _units(config: NovaConfig, slots: int) -> dict[tuple[int, int], Unit]:
    """Return who takes part, by encounter and piece."""
    nths = range(ENCOUNTERS if config.scenario == "gauntlet" else 1)
    return {
        (nth, side * slots + k): unit
        for nth in nths
        for side in range(config.sides)
        for k, unit in enumerate(config.force_of(side, nth))
    }


def run_hexes(config: NovaConfig, sheet: Sheet) -> int:
    """Return how many hexes somebody runs, or a vehicle moves. [NOV-P10]"""
    if sheet.speed:
        return max(1, sheet.speed // config.rules.metres)
    pace = sheet.dexterity + 2 * sheet.mega_dexterity
    return max(1, (pace + config.rules.run_metres) // config.rules.metres)


def sprint_hexes(config: NovaConfig, sheet: Sheet) -> int:
    """Return how many hexes somebody sprints. [NOV-P10]"""
    pace = sheet.dexterity + 2 * sheet.mega_dexterity
    return max(1, (3 * pace + config.rules.sprint_metres) // config.rules.metres)


def _radius(config: NovaConfig) -> int:
    """Return the radius of the disc: as wide as the widest move."""
    sheets = config.rules.named("sheets")
    there = {unit.sheet for force in config.all_forces() for unit in force} | {config.hostage}
    moves = {name: max(run_hexes(config, sheets[name]), sprint_hexes(config, sheets[name])) for name in there}
    name = max(sorted(moves), key=lambda one: moves[one])
    if moves[name] > RADII[-1]:
        raise GameError(
            f"sheets.{name} moves {moves[name]} hexes at once, at most {RADII[-1]} are possible; "
            "give it less Dexterity or speed, or a greater rules.metres"
        )
    return next(radius for radius in RADII if radius >= moves[name])


# Where they begin


def _starts(config: NovaConfig, outline: Outline, hexes: Hexes | None, sizes: list[int]) -> list[list[int]]:
    """Return the cells of all pieces of the sides; raise GameError where they do not fit."""
    zone = zones(outline, config.sides, config.rules.deployment)
    found: list[list[int]] = []
    for side, size in enumerate(sizes):
        chosen = starts(outline, hexes, zone, config.sides, side, size - (config.scenario == "hostage" and side == 0))
        if config.scenario == "hostage" and side == 1:
            chosen = _about_middle(outline, hexes, size + 1)
            found[0].append(chosen.pop(1))  # the hostage, beside the first captor
        if len(chosen) + (config.scenario == "hostage" and side == 0) < size:
            room = len(deployable(outline, hexes, zone, side))
            raise GameError(
                f"the {size} pieces of side_{side} do not fit into its {room} hexes at the edge; "
                "give fewer units, another map, or a deeper rules.deployment"
            )
        found.append(chosen)
    return found


def _about_middle(outline: Outline, hexes: Hexes | None, size: int) -> list[int]:
    """Return so many cells about the middle of the field, the nearest first; raise GameError if they do not fit."""
    middle = axial(*outline.middle)
    free = [place for place in outline.places if is_open(hexes, *place)]
    free.sort(key=lambda place: (distance(axial(*place), middle), place))
    return [outline.cell(*place) for place in free[:size]]


# Objects


def _things(config: NovaConfig, outline: Outline, start: list[list[int]]) -> tuple[tuple[str, int], ...]:
    """Return the objects that have places: the objective of demolition first, then those that were given."""
    kinds, taken = config.rules.named("things"), {cell for cells in start for cell in cells}
    wanted = []
    if config.scenario == "demolition":
        column, row = outline.middle
        before_them = min(outline.place(cell)[0] for cell in start[1]) - kinds[config.objective].radius - 1
        wanted.append((config.objective, min(column + outline.columns // 4, before_them), row))
    wanted += [(one.kind, one.column, one.row) for one in config.placed]
    found = []
    for kind, column, row in wanted:
        middle = axial(column, row)
        cells = [outline.cell(*p) for p in outline.places if distance(axial(*p), middle) <= kinds[kind].radius]
        whole = 1 + 3 * kinds[kind].radius * (kinds[kind].radius + 1)
        if len(cells) < whole or taken & {*cells}:
            raise GameError(
                f"the {kind} at {column} {row} needs {whole} hexes of the field in which nobody begins and "
                "no other object stands; give it another place, or a larger field"
            )
        taken |= {*cells}
        found.append((kind, outline.cell(column, row)))
    share = sum(number for _, number in scattered(config.rules.thing_scatter)) if config.map is None else 0
    hexes, room = len(outline.places), MOST_THINGS - len(found)
    if share * hexes // 1000 > room:
        fits = (1000 * room + 999) // hexes
        raise GameError(
            f"there is room for {MOST_THINGS} objects, and {len(found)} are placed and some {share * hexes // 1000} "
            f"scattered (rules.thing_scatter: {share} for 1,000 of {hexes:,} hexes); scatter {fits} at most for 1,000, "
            "or set columns and rows to a smaller field"
        )
    return tuple(found)
