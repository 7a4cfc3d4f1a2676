"""What a warband knows of a state, as plain values: the field, the warbands, their characters. Nothing is hidden."""

from typing import Any

import numpy as np

from swarmzoo.envs.skirmish.battlefield.scene import board_of, place_of
from swarmzoo.envs.skirmish.warband.config import WarbandConfig
from swarmzoo.envs.skirmish.warband.plan import Plan
from swarmzoo.envs.skirmish.warband.state import ACTING, FATE_NAMES, FIELD, NOBODY
from swarmzoo.envs.skirmish.warband.words.headline import COLOURS, Names, marks_of


def time(s: np.void, config: WarbandConfig, names: Names) -> dict[str, Any]:
    """Return which turn it is and what is done, as plain values."""
    acts = s["stage"] == ACTING and not s["done"]
    return {
        "scenario": config.scenario,
        "turn": int(s["turn"]),
        "active": COLOURS[s["actor"]],
        "character": names.of(s["current"]) if acts else None,
        "action_points": int(s["points"]) if acts else None,
        "hexes_of_paid_moves": int(s["budget"]) if acts else None,
    }


def scene(s: np.void, config: WarbandConfig, plan: Plan, names: Names) -> dict[str, Any]:
    """Return what everybody may see; hexes by column and row."""
    return {
        "time": time(s, config, names),
        "board": board_of(s, plan.field)
        | {"loot": [place_of(plan.field, cell) for cell in np.flatnonzero(s["loot"]).tolist()]},
        "sides": [_warband(s, plan, side) for side in range(len(plan.rosters))],
        "units": [_character(s, plan, names, i) for i, _ in names.items() if s["fate"][i] == FIELD],
    }


def _warband(s: np.void, plan: Plan, side: int) -> dict[str, Any]:
    slots = slice(side * plan.slots, side * plan.slots + len(plan.rosters[side]))
    fates = np.bincount(s["fate"][slots], minlength=len(FATE_NAMES))
    return {
        "name": COLOURS[side],
        "characters": len(plan.rosters[side]),
        "fates": {name: int(count) for name, count in zip(FATE_NAMES, fates, strict=False)},
        "tokens_in_the_bag": int(s["tokens"][side]),
        "turns_at_the_centre": int(s["centre"][side]),
        "loot": int(s["purse"][side]),
    }


def _character(s: np.void, plan: Plan, names: Names, i: int) -> dict[str, Any]:
    side, k = divmod(i, plan.slots)
    return {
        "name": names.of(i),
        "side": COLOURS[side],
        "character": plan.rosters[side][k].name,
        "at": place_of(plan.field, int(s["place"][i])),
        "star": int(s["star"][i]),
        "full_star": int(plan.full_star[i]),
        "marks": marks_of(s, plan.full_star[i], i),
        "aims_at": names.of(s["aim_at"][i]) if s["aim_at"][i] != NOBODY else None,
    }
