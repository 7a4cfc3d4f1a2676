"""What a company knows of a state, as plain values: the field, both companies, their soldiers."""

from typing import Any

import numpy as np

from swarmzoo.envs.core.hexes import DIRECTION_NAMES
from swarmzoo.envs.formation.config import ROLES
from swarmzoo.envs.formation.plan import Plan
from swarmzoo.envs.formation.state import BLUE, FATE_NAMES, FIELD, NOBODY, RED, STAGE_NAMES
from swarmzoo.envs.formation.terrain import TERRAIN_NAMES
from swarmzoo.envs.formation.words.headline import SIDES
from swarmzoo.envs.formation.words.marks import marks_of


def time(s: np.void, plan: Plan, scenario: str) -> dict[str, Any]:
    """Return which turn it is and what is done, as plain values."""
    return {
        "scenario": scenario,
        "turn": int(s["turn"]) + 1,
        "most_turns": int(plan.max_turns),
        "active": SIDES[s["active"]],
        "stage": STAGE_NAMES[s["stage"]],
        "step": int(s["step_number"]) + 1,
    }


def scene(s: np.void, plan: Plan, scenario: str, side: int) -> dict[str, Any]:
    """Return what a company knows of a state; hexes by column and row."""
    field = plan.field
    rows = range(field.rows)
    ground = [[TERRAIN_NAMES[kind] for kind in row] for row in field.by_row(s["terrain"])]
    aims = [field.by_row(s["objective"] >> company & 1) for company in (RED, BLUE)]
    soldiers = range(len(plan.start))
    return {
        "time": time(s, plan, scenario),
        "board": {
            "indents": [row % 2 for row in rows],  # of the rows, in halves of a hex
            "ground": ground,
            "objectives": {
                SIDES[company]: [f"{c} {r}" for r in rows for c in range(field.columns) if aims[company][r][c]]
                for company in (RED, BLUE)
            },
        },
        "sides": [_company(s, plan, company) for company in (RED, BLUE)],
        "units": [_soldier(s, plan, i, side) for i in soldiers if s["fate"][i] == FIELD],
    }


def _company(s: np.void, plan: Plan, company: int) -> dict[str, Any]:
    own = np.flatnonzero(np.array(plan.company) == company)
    fates = np.bincount(s["fate"][own], minlength=len(FATE_NAMES))
    return {
        "name": SIDES[company],
        "soldiers": len(own),
        "fates": {name: int(count) for name, count in zip(FATE_NAMES, fates, strict=True)},
        "turns_alone_on_the_bridge": int(s["holds"][company]),
    }


def _soldier(s: np.void, plan: Plan, i: int, side: int) -> dict[str, Any]:
    """Return a soldier in the field; of an enemy in hiding nothing but that it is there."""
    company = int(s["company"][i])
    found: dict[str, Any] = {
        "name": plan.names[i],
        "side": SIDES[company],
        "role": ROLES[s["kind"][i] // 2],
        "leads": bool(s["leads"][i]),
        "squad": int(s["squad"][i]),
    }
    if s["hidden"][i] and company != side:
        return found | {"at": None, "marks": ["hidden"]}
    column, row = plan.field.place(int(s["place"][i]))
    return found | {
        "at": f"{column} {row}",
        "facing": DIRECTION_NAMES[s["facing"][i]],
        "marks": [mark.name for mark in marks_of(s, i)],
        "target": plan.names[s["target"][i]] if company == side and s["target"][i] != NOBODY else None,
    }
