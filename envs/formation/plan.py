"""The plans of the scenarios: field, terrain, who stands where, what is to be reached. [FOR-P24]

Red stands in the west and faces east, blue the other way round; half a turn about the middle maps one company's place
onto the other's. A squad stands in a line across its front, its leader in the middle of it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil, sqrt

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.fields import Field
from swarmzoo.envs.formation.config import ROLES, FormationConfig
from swarmzoo.envs.formation.state import BLUE, CELL_CAPACITIES, NOBODY, RED, SOLDIER_CAPACITIES, SQUAD_CAPACITIES
from swarmzoo.envs.formation.terrain import OFF, OPEN, WATER, WOODS

EAST, WEST = 0, 3
HEXES_PER_SOLDIER = 12
DRAWN = -1

_ROLES = {
    "march": (("spearman", "swordsman"), ("axeman", "crossbowman")),
    "clash": (("spearman", "archer", "swordsman", "axeman"),) * 2,
    "bridge": (("spearman", "archer", "swordsman"),) * 2,
    "ambush": (("swordsman", "spearman"), ("crossbowman", "axeman")),
    "escort": (("swordsman", "archer"), ("axeman", "crossbowman")),
}
# Hexes in a thousand of open ground that are, redrawn in every game: open, rough, woods, hill, wall, water.
_SCATTER = {
    "march": (0, 40, 20, 0, 0, 0),
    "clash": (0, 30, 20, 10, 5, 0),
    "bridge": (0, 30, 20, 0, 5, 0),
    "ambush": (0, 10, 0, 0, 0, 0),
    "escort": (0, 40, 30, 10, 5, 5),
}


@dataclass(frozen=True)
class Plan:
    """A scenario on its field; the lists over cells and soldiers are in the kernels' order."""

    field: Field
    soldier_capacity: int
    cell_capacity: int
    max_turns: int
    scatter: tuple[int, ...]
    terrain: list[int]  # by cell; DRAWN: redrawn in every game
    objective: list[int]  # by cell, a bit for each company
    home: list[int]
    hideout: list[bool]
    exits: tuple[int, int]
    start: list[int]
    company: list[int]
    kind: list[int]
    squad: list[int]
    leads: list[bool]
    fronts: tuple[int, int] = (EAST, WEST)
    names: tuple[str, ...] = ()

    @property
    def num_squads(self) -> int:
        """Squads of both companies."""
        return self.squad[-1] + 1

    def members(self, q: int) -> np.ndarray:
        """The soldiers of a squad, who follow each other in the kernels' order."""
        return np.arange(bisect_left(self.squad, q), bisect_right(self.squad, q))

    @property
    def squad_room(self) -> int:
        """How many squads records have room for where squads are the agents."""
        return next(c for c in SQUAD_CAPACITIES if c >= self.num_squads)

    @cached_property
    def squad_names(self) -> tuple[str, ...]:
        """The names of squads as agents."""
        half = self.num_squads // 2
        return tuple(f"{name}squad_{k}" for name in ("red", "blue") for k in range(half))


@lru_cache(maxsize=64)
def plan_of(config: FormationConfig) -> Plan:
    """Return the plan of a configuration; raise GameError where the soldiers find no room."""
    outline = _outline(config)
    sizes = _squads(config)
    places = _places(config, outline, sizes)
    kinds: list[int] = []
    squad: list[int] = []
    leads: list[bool] = []
    for company in (RED, BLUE):
        roles = roles_of(config, company)
        for number, size in enumerate(sizes):
            for k in range(size):
                kinds.append(2 * ROLES.index(roles[number % len(roles)]) + (k == 0))
                squad.append(company * len(sizes) + number)
                leads.append(k == 0)
    return Plan(
        field=outline,
        soldier_capacity=next(c for c in SOLDIER_CAPACITIES if c >= 2 * config.size),
        cell_capacity=next(c for c in CELL_CAPACITIES if c >= outline.cells),
        max_turns=config.max_turns or _turns(config, outline),
        scatter=_SCATTER[config.scenario],
        **_ground(config, outline),
        exits=(int(config.scenario in ("march", "ambush", "escort")), 0),
        start=places[RED] + places[BLUE],
        company=[RED] * config.size + [BLUE] * config.size,
        kind=kinds,
        squad=squad,
        leads=leads,
        names=tuple(f"{name}_{k}" for name in ("red", "blue") for k in range(config.size)),
    )


def roles_of(config: FormationConfig, company: int) -> tuple[str, ...]:
    """Return the roles of a company's squads in turn."""
    return (config.red, config.blue)[company] or _ROLES[config.scenario][company]


def _outline(config: FormationConfig) -> Field:
    """Return the field: three columns to two rows, some twelve hexes a soldier."""
    hexes = 2 * config.size * HEXES_PER_SOLDIER
    rows = config.rows or max(8, 2 * round(sqrt(hexes / 1.5) / 2))
    columns = config.columns or max(12, ceil(hexes / rows))
    outline = Field(columns, rows, config.view)
    if config.scenario in ("clash", "bridge") and config.columns is None:
        least = _gap(config) + 2 * _lines(outline, _squads(config)) + 2
        return outline if columns >= least else Field(least, rows, config.view)
    return outline


def _turns(config: FormationConfig, outline: Field) -> int:
    """Return how many turns a game has: to cross the field and to fight; a bridge is fought for longer."""
    marches = ceil(outline.columns / 5)
    return 6 * marches + 8 if config.scenario == "bridge" else 4 * marches + 4


def _squads(config: FormationConfig) -> list[int]:
    """Return the sizes of a company's squads, as equal as can be."""
    squads = ceil(config.size / config.rules.squad_size)
    return [config.size // squads + (k < config.size % squads) for k in range(squads)]


def _places(config: FormationConfig, outline: Field, sizes: list[int]) -> tuple[list[int], list[int]]:
    """Return the cells where red's and blue's soldiers begin."""
    if config.scenario == "ambush":
        red = list(_column(outline, sizes))
        blue = [NOBODY] * config.size
    else:
        red = list(_line(outline, sizes, _first_column(config, outline, sizes)))
        mirrored = list(_line(outline, sizes, _first_column(config, outline, sizes)))
        blue = [outline.image(cell) for cell in mirrored]
        if config.scenario == "march":
            blue = list(_flanks(config, outline))
    taken = [cell for cell in red + blue if cell != NOBODY]
    room = sum(_hideouts(config, outline)) if config.scenario == "ambush" else config.size
    if len(set(taken)) < len(taken) or len(red) < config.size or len(blue) < config.size or room < config.size:
        raise GameError(
            f"size = {config.size}: so many soldiers do not fit on a field of {outline.columns} columns and "
            f"{outline.rows} rows; give more columns and rows, or none"
        )
    return red, blue


def _first_column(config: FormationConfig, outline: Field, sizes: list[int]) -> int:
    """Return the column of red's first line."""
    if config.scenario in ("march", "escort"):
        return _lines(outline, sizes)
    gap = min(_gap(config), outline.columns - 2 * _lines(outline, sizes) - 2)
    if config.scenario == "bridge":
        gap = max(gap, 6)
    return (outline.columns - gap) // 2 - 1


def _gap(config: FormationConfig) -> int:
    """Return how many hexes lie between two companies that are to meet: nobody begins within bowshot. [FOR-P28]"""
    return config.rules.longest_shot if config.gap is None else config.gap


def _lines(outline: Field, sizes: list[int]) -> int:
    """Return how many lines a company stands in."""
    return ceil(len(sizes) / max(1, (outline.rows - 1) // max(sizes)))


def _line(outline: Field, sizes: list[int], column: int) -> Iterator[int]:
    """Yield the cells of squads side by side, in as many lines as are needed, one behind the other."""
    per_line = max(1, (outline.rows - 1) // max(sizes))
    for begin in range(0, len(sizes), per_line):
        squads = sizes[begin : begin + per_line]
        row = (outline.rows - sum(squads)) // 2
        for size in squads:
            middle = row + size // 2
            rows = [middle, *(y for y in range(row, row + size) if y != middle)]
            for y in rows:
                if not outline.contains(column, y):
                    return
                yield outline.cell(column, y)
            row += size
        column -= 1


def _column(outline: Field, sizes: list[int]) -> Iterator[int]:
    """Yield the cells of squads one behind the other on the road, two or more abreast."""
    abreast = 2
    while sum(sizes) / abreast > outline.columns / 2 and abreast < outline.rows - 4:
        abreast += 2
    top, head = (outline.rows - abreast) // 2, ceil(sum(sizes) / abreast) - 1
    cells = [outline.cell(x, top + y) for x in range(head, -1, -1) for y in range(abreast)]
    yield from cells[: sum(sizes)]


def _flanks(config: FormationConfig, outline: Field) -> Iterator[int]:
    """Yield the cells of the enemies along both sides of a march, in the half before the far edge."""
    first, last = outline.columns // 3, outline.columns - 3
    rows = [row for k in range(outline.rows // 4) for row in (k, outline.rows - 1 - k)]
    cells = [outline.cell(x, y) for y in rows for x in range(first, last)]
    half = config.size // 2
    top = [c for c in cells if outline.place(c)[1] < outline.rows // 2][: config.size - half]
    bottom = [c for c in cells if outline.place(c)[1] >= outline.rows // 2][:half]
    yield from top + bottom


def _hideouts(config: FormationConfig, outline: Field) -> list[bool]:
    """Return, by cell, where ambushers may lie: in the woods along the road."""
    return [
        config.scenario == "ambush"
        and outline.contains(*outline.place(c))
        and outline.columns // 3 <= outline.place(c)[0] < outline.columns - 1
        and _off_road(outline, outline.place(c)[1])
        for c in range(outline.cells)
    ]


def _off_road(outline: Field, row: int) -> bool:
    """Tell whether a row lies in the woods along the road."""
    middle = outline.rows // 2
    from_road = middle - 1 - row if row < middle else row - middle
    return 2 <= from_road <= max(4, outline.rows // 4)


def _ground(config: FormationConfig, outline: Field) -> dict:
    """Return terrain, objectives, homes and hideouts by cell."""
    hideout = _hideouts(config, outline)
    terrain, objective, home = [OFF] * outline.cells, [0] * outline.cells, [0] * outline.cells
    middle, width = outline.rows // 2, max(2, outline.rows // 8 // 2 * 2)
    for row in range(outline.rows):
        on_bridge = middle - width // 2 <= row < middle + width // 2
        for column in range(outline.columns):
            cell = outline.cell(column, row)
            terrain[cell] = WOODS if hideout[cell] else DRAWN
            river = config.scenario == "bridge" and abs(2 * column + 1 - outline.columns) <= 2
            if river:
                terrain[cell] = OPEN if on_bridge else WATER
                objective[cell] = 3 if on_bridge else 0
            elif config.scenario != "bridge" and column in (0, outline.columns - 1):
                objective[cell] = 1 if column else 2
            if column in (0, outline.columns - 1):
                home[cell] = 2 if column else 1
                terrain[cell] = OPEN if not river else terrain[cell]
    return {"terrain": terrain, "objective": objective, "home": home, "hideout": hideout}
