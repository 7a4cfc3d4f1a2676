"""What a side knows of a state, as plain values: the field, the sides, units, Underlings. Nothing is hidden."""

from typing import Any

import numpy as np

from swarmzoo.envs.skirmish.battlefield.scene import board_of, place_of
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.plan import Plan
from swarmzoo.envs.skirmish.overseer.state import FATE_NAMES, FIELD, NOBODY
from swarmzoo.envs.skirmish.overseer.words.headline import COLOURS, Names, marks_of


def time(s: np.void, config: OverseerConfig, names: Names) -> dict[str, Any]:
    """Return which turn it is and what is done, as plain values."""
    return {
        "scenario": config.scenario,
        "round": int(s["rounds"]),
        "active": names.of(s["actor"]) if not s["done"] else None,
        "order": [names.of(u) for u in s["order"] if u != NOBODY],
    }


def scene(s: np.void, config: OverseerConfig, plan: Plan, names: Names) -> dict[str, Any]:
    """Return what everybody may see; hexes by column and row."""
    return {
        "time": time(s, config, names),
        "board": board_of(s, plan.field),
        "sides": [_side(s, names, side) for side in range(len(plan.forces))],
        "units": [_unit(s, plan, names, u) for u in names.units],
        "underlings": [_piece(s, plan, names, i) for i in _standing(s, plan)],
    }


def _side(s: np.void, names: Names, side: int) -> dict[str, Any]:
    return {
        "name": COLOURS[side],
        "units": [names.of(u) for u in names.units if names.side(u) == side],
        "rounds_of_held_ground": int(s["held"][side]),
        "us_broken_through": int(s["escaped_us"][side]),
    }


def _unit(s: np.void, plan: Plan, names: Names, u: int) -> dict[str, Any]:
    is_here = s["fate"][u] == FIELD
    return {
        "name": names.of(u),
        "side": COLOURS[names.side(u)],
        "leader": names.leader(u),
        "fate": FATE_NAMES[s["fate"][u]],
        "at": place_of(plan.field, int(s["place"][u])) if is_here else None,
        "us": int(s["us"][u]),
        "wounds": int(s["wounds"][u]),
        "marks": marks_of(s, u) if is_here else [],
    }


def _standing(s: np.void, plan: Plan) -> list[int]:
    """Return the pieces of Underlings that are in the field."""
    return [i for i in range(plan.units, len(s["models"])) if s["models"][i] and s["place"][i] != NOBODY]


def _piece(s: np.void, plan: Plan, names: Names, i: int) -> dict[str, Any]:
    group = int(s["group"][i])
    return {
        "unit": names.of(group) if group in names.units else None,
        "at": place_of(plan.field, int(s["place"][i])),
        "models": int(s["models"][i]),
        "in_rank": bool(s["ranked"][i]),
        "fleeing": bool(s["fleeing"][i]),
        "specialist": group in names.units and int(s["specialist"][group]) == i,
    }
