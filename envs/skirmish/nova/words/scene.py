"""What a side knows of a state, as plain values: the field, objects, pieces, what they declared. Nothing is hidden."""

from typing import Any

import numpy as np

from swarmzoo.envs.skirmish.battlefield.scene import board_of, place_of
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.plan import Plan
from swarmzoo.envs.skirmish.nova.rules import names_of
from swarmzoo.envs.skirmish.nova.state import FATE_NAMES, FIELD, STAGE_NAMES
from swarmzoo.envs.skirmish.nova.words.headline import COLOURS, Names, marks_of
from swarmzoo.envs.skirmish.nova.words.planned import Planned


def time(s: np.void, config: NovaConfig, names: Names) -> dict[str, Any]:
    """Return which turn it is and what is done, as plain values."""
    return {
        "scenario": config.scenario,
        "round": int(s["rounds"]),
        "stage": STAGE_NAMES[s["stage"]],
        "active": names.of(s["actor"]) if not s["done"] else None,
        "order": [names.of(i) for i in s["order"][: s["num_order"]]],
    }


def scene(s: np.void, config: NovaConfig, plan: Plan, names: Names, planned: Planned) -> dict[str, Any]:
    """Return what everybody may see; hexes by column and row."""
    return {
        "time": time(s, config, names),
        "board": board_of(s, plan.field) | {"objects": _objects(s, config, plan)},
        "sides": [
            {"name": COLOURS[side], "pieces": [names.of(i) for i in names.pieces if names.side(i) == side]}
            for side in range(plan.sides)
        ],
        "units": [_piece(s, plan, names, i) for i in names.pieces],
        "declared": dict(line.split(": ", 1) for line in planned.write(s)),
    }


def _objects(s: np.void, config: NovaConfig, plan: Plan) -> list[dict[str, Any]]:
    kinds = names_of(config.rules, "things")
    return [
        {
            "kind": kinds[s["object_kind"][n]],
            "at": place_of(plan.field, int(s["thing_at"][n])),
            "structure": int(s["structure"][n]),
        }
        for n in range(int(s["num_objects"]))
        if s["structure"][n]
    ]


def _piece(s: np.void, plan: Plan, names: Names, i: int) -> dict[str, Any]:
    is_here = s["fate"][i] == FIELD
    return {
        "name": names.of(i),
        "side": COLOURS[names.side(i)],
        "sheet": names.sheet(s, i),
        "fate": FATE_NAMES[s["fate"][i]],
        "at": place_of(plan.field, int(s["place"][i])) if is_here else None,
        "health": names.health(s, i),
        "henchmen": [int(count) for count in s["henchmen"][i]],
        "willpower": int(s["willpower"][i]),
        "marks": marks_of(s, i) if is_here else [],
    }
