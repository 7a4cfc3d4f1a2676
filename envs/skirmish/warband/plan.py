"""The plan of a configuration: the field, who begins where, where edges and the middle are. [WAR-P11]

Two warbands begin at the west and the east edge, more of them in the corners. Half a turn about the middle maps the
first one's place onto the second one's. Characters stand apart from each other where there is room.
"""

from dataclasses import dataclass
from functools import lru_cache

from swarmzoo.envs.core.actions import Actions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.fields import Field, axial
from swarmzoo.envs.core.hexes import distance
from swarmzoo.envs.skirmish.battlefield.maps import Hexes, cut_off, is_open, map_text, read_map
from swarmzoo.envs.skirmish.warband.actions import action_space
from swarmzoo.envs.skirmish.warband.config import Roster, WarbandConfig
from swarmzoo.envs.skirmish.warband.sheet import sheet
from swarmzoo.envs.skirmish.warband.state import CELL_CAPACITIES, SLOT_CAPACITIES

EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = range(6)
FRONTS = {2: (EAST, WEST), 3: (SOUTH_EAST, NORTH_WEST, SOUTH_WEST), 4: (SOUTH_EAST, NORTH_WEST, SOUTH_WEST, NORTH_EAST)}


@dataclass(frozen=True)
class Plan:
    """A configuration's field; lists over cells are in the kernels' order."""

    field: Field
    slots: int
    cell_capacity: int
    radius: int
    actions: Actions
    rosters: tuple[Roster, ...]
    fronts: tuple[int, ...]
    zone: list[int]
    edge: list[list[int]]
    start: list[list[int]]  # of each warband, a cell for each character
    middle: int
    map_text: str | None
    full_star: dict[int, int]
    terrain: list[int] | None  # by cell, of a given map
    height: list[int] | None


@lru_cache(maxsize=64)
def plan_of(config: WarbandConfig) -> Plan:
    """Return the plan of a configuration; raise GameError where a warband finds no room or is cut off. [WAR-A7]"""
    text = None if config.map is None else map_text(config.map)
    hexes = None if text is None else read_map(text)
    columns, rows = (config.columns, config.rows) if hexes is None else (len(hexes[0]), len(hexes))
    rosters = tuple(config.roster_of(side) for side in range(config.warbands))
    radius = max(3, *(character.boots or config.rules.boots for roster in rosters for character in roster))
    outline = Field(columns, rows, radius)
    slots = next(c for c in SLOT_CAPACITIES if c >= max(map(len, rosters)))
    zone = _zones(config, outline)
    start = [_starts(outline, hexes, zone, side, len(roster)) for side, roster in enumerate(rosters)]
    if hexes is not None:
        apart = cut_off(hexes, outline, config.rules.ground, start)
        if apart is not None:
            raise GameError(f"map: where warband_{apart} begins is cut off from where warband_0 begins")
    return Plan(
        field=outline,
        slots=slots,
        cell_capacity=next(c for c in CELL_CAPACITIES if c >= outline.cells),
        radius=radius,
        actions=action_space(slots, config.warbands, radius),
        rosters=rosters,
        fronts=FRONTS[config.warbands],
        zone=zone,
        edge=[_edges(config.warbands, outline, side) for side in range(config.warbands)],
        start=start,
        middle=outline.cell(columns // 2, rows // 2),
        map_text=text,
        full_star={
            side * slots + k: sheet(config.rules, character)["star"]
            for side, roster in enumerate(rosters)
            for k, character in enumerate(roster)
        },
        terrain=None if hexes is None else _by_cell(outline, hexes, 0, 5),
        height=None if hexes is None else _by_cell(outline, hexes, 1, 0),
    )


def _by_cell(outline: Field, hexes: Hexes, part: int, outside: int) -> list[int]:
    places = (outline.place(cell) for cell in range(outline.cells))
    return [hexes[y][x][part] if outline.contains(x, y) else outside for x, y in places]


def _from_edge(warbands: int, outline: Field, side: int, column: int, row: int) -> int:
    """Return how far a hex lies from a warband's own edge or corner."""
    far_column, far_row = outline.columns - 1 - column, outline.rows - 1 - row
    if warbands == 2:
        return (column, far_column)[side]
    return max(((column, row), (far_column, far_row), (far_column, row), (column, far_row))[side])


def _edges(warbands: int, outline: Field, side: int) -> list[int]:
    places = (outline.place(cell) for cell in range(outline.cells))
    return [_from_edge(warbands, outline, side, x, y) if outline.contains(x, y) else 999 for x, y in places]


def _zones(config: WarbandConfig, outline: Field) -> list[int]:
    """Return, by cell, 1 + the warband that deploys there."""
    zone = [0] * outline.cells
    deep = min(config.rules.deployment, (outline.columns - 1) // 2)
    if config.warbands > 2:
        deep = min(deep + 2, (outline.columns - 1) // 2, (outline.rows - 1) // 2)
    for side in range(config.warbands):
        edge = _edges(config.warbands, outline, side)
        for cell in range(outline.cells):
            if edge[cell] < deep:
                zone[cell] = side + 1
    return zone


def _starts(outline: Field, hexes: Hexes | None, zone: list[int], side: int, size: int) -> list[int]:
    """Return the cells of a warband's characters: about the middle of its zone, apart where there is room."""
    own = [cell for cell in range(outline.cells) if zone[cell] == side + 1 and is_open(hexes, *outline.place(cell))]
    if side == 1:  # half a turn of what the first one would have
        own.reverse()
    places = [outline.place(cell) for cell in own]
    x, y = (sum(part) / max(1, len(places)) for part in zip(*places, strict=True)) if places else (0, 0)
    order = sorted(range(len(own)), key=lambda k: (abs(places[k][0] - x) * 2 + abs(places[k][1] - y), k))
    chosen: list[int] = []
    for apart in (4, 3, 2, 1):
        for k in order:
            if len(chosen) == size:
                break
            here = axial(*places[k])
            if own[k] not in chosen and all(distance(here, axial(*outline.place(c))) >= apart for c in chosen):
                chosen.append(own[k])
    if len(chosen) < size:
        raise GameError(
            f"size = {size}: the {size} characters of warband_{side} do not fit into its {len(own)} hexes at the edge; "
            "give fewer characters, a larger field, or a deeper rules.deployment"
        )
    return chosen
