"""The plan of a configuration: the field, the rosters, who begins where. [WAR-P11]"""

from dataclasses import dataclass
from functools import lru_cache

from swarmzoo.envs.core.actions import Actions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.skirmish.battlefield.maps import Hexes, by_cell, cut_off, map_text, read_map
from swarmzoo.envs.skirmish.battlefield.outline import Outline, outline_of, outline_of_map
from swarmzoo.envs.skirmish.battlefield.zones import FRONTS, deployable, starts, zones
from swarmzoo.envs.skirmish.warband.actions import action_space, slot_names
from swarmzoo.envs.skirmish.warband.config import Roster, WarbandConfig
from swarmzoo.envs.skirmish.warband.sheet import sheet
from swarmzoo.envs.skirmish.warband.state import CELL_CAPACITIES, SLOT_CAPACITIES


@dataclass(frozen=True)
class Plan:
    """A configuration's field; lists over cells are in the kernels' order."""

    field: Outline
    slots: int
    cell_capacity: int
    radius: int
    actions: Actions
    rosters: tuple[Roster, ...]
    fronts: tuple[int, ...]
    start: list[list[int]]  # of each warband, a cell for each character
    middle: int
    map_text: str | None
    full_star: dict[int, int]
    ground: tuple[list[int], list[int]] | None  # terrain and height by cell, of a given map


@lru_cache(maxsize=64)
def plan_of(config: WarbandConfig) -> Plan:
    """Return the plan of a configuration; raise GameError where a warband finds no room or is cut off. [WAR-A7]"""
    text = None if config.map is None else map_text(config.map)
    hexes = None if text is None else read_map(text)
    rosters = tuple(config.roster_of(side) for side in range(config.warbands))
    radius = max(3, *(character.boots or config.rules.boots for roster in rosters for character in roster))
    outline = (
        outline_of(config.warbands, config.columns, config.rows, radius)
        if hexes is None
        else outline_of_map(hexes, radius)
    )
    slots = next(c for c in SLOT_CAPACITIES if c >= max(map(len, rosters)))
    zone = zones(outline, config.warbands, config.rules.deployment)
    start = [_starts(outline, hexes, zone, config.warbands, side, len(roster)) for side, roster in enumerate(rosters)]
    if hexes is not None:
        apart = cut_off(hexes, outline, config.rules.ground, start)
        if apart is not None:
            raise GameError(f"map: where warband_{apart} begins is cut off from where warband_0 begins")
    return Plan(
        field=outline,
        slots=slots,
        cell_capacity=next(c for c in CELL_CAPACITIES if c >= outline.cells),
        radius=radius,
        actions=action_space(slots, config.warbands, radius, slot_names([[one.name for one in r] for r in rosters])),
        rosters=rosters,
        fronts=FRONTS[config.warbands],
        start=start,
        middle=outline.cell(*outline.middle),
        map_text=text,
        full_star={
            side * slots + k: sheet(config.rules, character)["star"]
            for side, roster in enumerate(rosters)
            for k, character in enumerate(roster)
        },
        ground=None if hexes is None else by_cell(hexes, outline),
    )


def _starts(outline: Outline, hexes: Hexes | None, zone: list[int], sides: int, side: int, size: int) -> list[int]:
    """Return the cells of a warband's characters; raise GameError where they don't fit."""
    chosen = starts(outline, hexes, zone, sides, side, size)
    if len(chosen) < size:
        room = len(deployable(outline, hexes, zone, side))
        raise GameError(
            f"size = {size}: the {size} characters of warband_{side} do not fit into its {room} hexes at the edge; "
            "give fewer characters, a larger field, or a deeper rules.deployment"
        )
    return chosen
