"""What a company knows of squads where these are given orders: who is left, where, and the orders of its own."""

from typing import Any

import numpy as np

from swarmzoo.envs.formation.config import ROLES
from swarmzoo.envs.formation.orders.book import ORDER_NAMES
from swarmzoo.envs.formation.orders.squads import BOTH
from swarmzoo.envs.formation.plan import Plan
from swarmzoo.envs.formation.state import FIELD, NOBODY
from swarmzoo.envs.formation.words.headline import SIDES


def squads(s: np.void, plan: Plan, side: int) -> list[dict[str, Any]]:
    """Return all squads as plain values; the orders in force of a company's own alone."""
    return [_squad(s, plan, q, side) for q in range(plan.num_squads)]


def own_squads(s: np.void, plan: Plan, side: int) -> list[dict[str, Any]]:
    """Return the squads of a company as plain values, with their orders."""
    half = plan.num_squads // 2
    return [_squad(s, plan, q, side) for q in range(side * half, (side + 1) * half)]


def _squad(s: np.void, plan: Plan, q: int, side: int) -> dict[str, Any]:
    company = int(2 * q >= plan.num_squads)
    members = plan.members(q)
    here = members[s["fate"][members] == FIELD]
    found: dict[str, Any] = {
        "name": plan.squad_names[q],
        "side": SIDES[company],
        "role": ROLES[plan.kind[members[0]] // 2],
        "started": len(members),
        "soldiers": [plan.names[i] for i in here],
        "leader": bool(s["leads"][here].any()),
    }
    return found | {"order": ORDER_NAMES[s["order"][q]]} if company == side else found


def strength(squad: dict[str, Any]) -> str:
    """Return how many of a squad are left, in words."""
    leader = "" if squad["leader"] else ", without a leader"
    return f"{len(squad['soldiers'])} of {squad['started']} {squad['role']}s in the field{leader}".replace(
        "mans", "men"
    )


def asked_for(s: np.void, plan: Plan, q: int) -> str:
    """Return what a squad is asked, or that it waits; the order in force is told under ``squads``."""
    name, turn = plan.squad_names[q], f"turn {s['turn'] + 1}"
    if s["offers"][q] > 1:
        return f"{turn}: an order for {name}, {strength(_squad(s, plan, q, NOBODY))}"
    whose = "both companies" if s["asks"] == BOTH else SIDES[s["active"]]
    return f"{name} waits: {turn}, orders for the squads of {whose}"


def head_cell(s: np.void, plan: Plan, q: int) -> int:
    """Return where the head of a squad stands, its leader or the first by hex, or NOBODY."""
    members = plan.members(q)
    here = members[s["fate"][members] == FIELD]
    if not len(here):
        return NOBODY
    leaders = here[s["leads"][here] != 0]
    if len(leaders):
        return int(s["place"][leaders[0]])
    return int(s["place"][here].min() if 2 * q < plan.num_squads else s["place"][here].max())
