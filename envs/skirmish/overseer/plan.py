"""The plan of a configuration: the field, the forces, who begins where. [OVR-A2, OVR-A3]"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.actions import Actions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.skirmish.battlefield.config import kinds_of
from swarmzoo.envs.skirmish.battlefield.generator import PATCH
from swarmzoo.envs.skirmish.battlefield.maps import Hexes, by_cell, cut_off, map_text, read_map
from swarmzoo.envs.skirmish.battlefield.outline import Outline, outline_of, outline_of_map
from swarmzoo.envs.skirmish.battlefield.terrain import KINDS, OFF, OPEN
from swarmzoo.envs.skirmish.battlefield.zones import FRONTS, deployable, starts, zones
from swarmzoo.envs.skirmish.overseer.actions import action_space
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.forces import Force, Unit
from swarmzoo.envs.skirmish.overseer.state import CELL_CAPACITIES, MOST_ROLL, PIECE_CAPACITIES, state_dtype

NEUTRAL_PROFILE = "trooper"  # of the leaderless
LEAST_RADIUS = 3


@dataclass(frozen=True)
class Plan:
    """A configuration's field and forces; lists over cells are in the kernels' order.

    ``units`` are all that there is room for, ``side * slots + k``; ``unit_of``: those that there are, whose leaders are
    the agents. ``squads``: of each of them the models of its pieces of Underlings, the Specialist's last.
    """

    field: Outline
    sides: int
    slots: int
    units: int
    cell_capacity: int
    pieces: int  # capacity: leaders and pieces of Underlings
    most: int  # pieces in a unit's roll
    radius: int
    actions: Actions
    forces: tuple[Force, ...]
    unit_of: tuple[int, ...]
    squads: dict[int, list[int]]
    neutral: list[int]  # models of the leaderless pieces
    fronts: tuple[int, ...]
    start: list[list[int]]  # of each side, a cell for each leader
    middle: int
    map_text: str | None
    ground: tuple[list[int], list[int]] | None  # terrain and height by cell, of a given map

    @property
    def dtype(self) -> np.dtype:
        """The record of one game."""
        return state_dtype(
            self.sides, self.slots, self.pieces, self.cell_capacity, self.radius, self.actions.num_actions, self.most
        )

    def unit(self, u: int) -> Unit:
        """Return what the forces say of a unit that there is."""
        return self.forces[u // self.slots][u % self.slots]


@lru_cache(maxsize=64)
def plan_of(config: OverseerConfig) -> Plan:
    """Return the plan of a configuration; raise GameError if the forces do not fit or a side is cut off. [OVR-A3]"""
    text = None if config.map is None else map_text(config.map)
    hexes = None if text is None else read_map(text, kinds_of(config.rules.ground))
    forces = tuple(config.force_of(side) for side in range(config.sides))
    _check_goals(config, forces)
    radius, slots = widest_move(config, forces), max(map(len, forces))
    outline = (
        outline_of(config.sides, config.columns, config.rows, radius)
        if hexes is None
        else outline_of_map(hexes, radius)
    )
    zone = zones(outline, config.sides, config.rules.deployment)
    start = [_starts(outline, hexes, zone, config.sides, side, len(force)) for side, force in enumerate(forces)]
    if hexes is not None:
        apart = cut_off(hexes, outline, config.rules.ground, start)
        if apart is not None:
            raise GameError(f"map: where side_{apart} begins is cut off from where side_0 begins")
    squads = {
        side * slots + k: squads_of(unit, config.per_hex)
        for side, force in enumerate(forces)
        for k, unit in enumerate(force)
    }
    neutral = full_squads(config.rules.neutral_underlings, config.per_hex) if config.scenario == "rally" else []
    most = sum(map(len, squads.values())) + len(neutral)
    _check_room(config, outline, hexes, most, len(squads))
    room = next(c for c in PIECE_CAPACITIES if c >= config.sides * slots + most)
    return Plan(
        field=outline,
        sides=config.sides,
        slots=slots,
        units=config.sides * slots,
        cell_capacity=next(c for c in CELL_CAPACITIES if c >= outline.cells),
        pieces=room,
        most=min(room, MOST_ROLL),
        radius=radius,
        actions=action_space(slots, config.sides, radius),
        forces=forces,
        unit_of=tuple(squads),
        squads=squads,
        neutral=neutral,
        fronts=FRONTS[config.sides],
        start=start,
        middle=outline.cell(*outline.middle),
        map_text=text,
        ground=None if hexes is None else by_cell(hexes, outline),
    )


def hexes_of(metres: int, agility: int) -> int:
    """Return how many hexes somebody goes, from the metres for each point of its Agility Bonus. [OVR-G5]"""
    return max(1, (metres * (agility // 10) + 1) // 2)


def widest_move(config: OverseerConfig, forces: tuple[Force, ...]) -> int:
    """Return the most hexes that anybody goes at once. [OVR-G5]"""
    rules = config.rules
    metres = max(rules.half_metres, rules.full_metres, rules.charge_metres, rules.run_metres)
    leaders, men = rules.named("leaders"), rules.named("underlings")
    there: list[Any] = [leaders[unit.leader] for force in forces for unit in force]
    there += [men[unit.profile] for force in forces for unit in force]
    there.append(men[NEUTRAL_PROFILE])
    return max(LEAST_RADIUS, *(hexes_of(metres, one.agility) for one in there))


def full_squads(models: int, per_hex: int) -> list[int]:
    """Return the models of pieces that are as large as may be, the last one smaller."""
    return [min(per_hex, models - first) for first in range(0, models, per_hex)]


def squads_of(unit: Unit, per_hex: int) -> list[int]:
    """Return the models of a unit's pieces of Underlings, the Specialist's last. [OVR-1, OVR-8]"""
    special = has_specialist(unit)
    return full_squads(unit.underlings - special, per_hex) + [1] * special


def has_specialist(unit: Unit) -> bool:
    """Tell whether one of a unit's Underlings is a Specialist. [OVR-8]"""
    return unit.specialist != "none" and unit.underlings > 0


def _check_goals(config: OverseerConfig, forces: tuple[Force, ...]) -> None:
    """Raise GameError where a scenario lacks what it is about."""
    if config.scenario == "breakthrough" and not any(unit.underlings for unit in forces[0]):
        raise GameError("scenario = breakthrough: side_0 has no Underlings to break through with; give it some")


def _starts(outline: Outline, hexes: Hexes | None, zone: list[int], sides: int, side: int, size: int) -> list[int]:
    """Return the cells of a side's leaders; raise GameError where they don't fit."""
    chosen = starts(outline, hexes, zone, sides, side, size)
    if len(chosen) < size:
        room = len(deployable(outline, hexes, zone, side))
        raise GameError(
            f"the {size} leaders of side_{side} do not fit into its {room} hexes at the edge; "
            "give fewer Overseers, another map, or a deeper rules.deployment"
        )
    return chosen


def _check_room(config: OverseerConfig, field: Outline, hexes: Hexes | None, pieces: int, leaders: int) -> None:
    """Raise GameError unless everybody has a hex of the field, whatever ground is drawn."""
    closed = [k for k in kinds_of(config.rules.ground) if not getattr(config.rules.ground, KINDS[k]).enter]
    if hexes is not None:
        room = sum(kind not in (*closed, OFF) for line in hexes for kind, _ in line)
    else:
        room = len(field.places) - _most_closed(config, len(field.places), closed)
    if pieces + leaders > room:
        raise GameError(
            f"more Underlings than hexes: {pieces} pieces of them and {leaders} leaders need a hex each, and the "
            f"field has {room} that can be entered; give fewer underlings, more per_hex, or more columns and rows"
        )


def _most_closed(config: OverseerConfig, hexes: int, closed: list[int]) -> int:
    """Return how many hexes of generated ground at most nobody can enter."""
    if OPEN in closed:
        return hexes
    patch = (2 * PATCH - 1) * (config.sides if config.symmetric else 1)
    wanted = [hexes * getattr(config.rules.scatter, KINDS[kind], 0) // 1000 for kind in closed]
    return sum(number + patch - 1 for number in wanted if number)
