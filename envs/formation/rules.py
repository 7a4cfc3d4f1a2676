"""The rules record: every number the kernels read, made from a validated configuration."""

import hashlib
import json

import numpy as np

from swarmzoo.envs.core.bans import ban_fields
from swarmzoo.envs.core.fields import disc_size, field_rules, write_field_rules
from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.formation.actions import NUM_ACTIONS
from swarmzoo.envs.formation.config import (
    ROLES,
    SCENARIOS,
    FormationConfig,
    FormationRules,
)
from swarmzoo.envs.formation.plan import Plan
from swarmzoo.envs.formation.terrain import NO_ENTRY, NUM_TERRAINS, OFF, TERRAIN_NAMES

MARCH, CLASH, BRIDGE, AMBUSH, ESCORT = range(5)
MOVEMENT_FIRST, MISSILES_FIRST = 0, 1
EVADING, ALWAYS = 0, 1
DIRECTS, IS_LOST = 0, 1
LOT = -1
HALF, INTACT = 0, 1
TURNS_ALONE, DEFENDER = 0, 1
BY_SQUAD, BY_COMPANY = 0, 1
NUM_KINDS = 2 * len(ROLES)  # each role as a soldier and as a leader
NEAR = 3  # radius of the table by which fights look around

_SWITCHES = {
    "phase_order": {"movement first": MOVEMENT_FIRST, "missiles first": MISSILES_FIRST},
    "evasion": {"evading": EVADING, "always": ALWAYS},
    "march_victory": {"half": HALF, "intact": INTACT},
    "bridge_time": {"turns alone": TURNS_ALONE, "defender": DEFENDER},
    "panic_by": {"squad": BY_SQUAD, "company": BY_COMPANY},
    "dazed_leader": {"directs": DIRECTS, "is lost": IS_LOST},
    "first": {"lot": LOT, "red": 0, "blue": 1},
    "formations": {"both": 3, "red": 1, "blue": 2, "none": 0},  # a bit for each company
}
_PARTS = ("soldier", "leader", "roles", "weapons", "bows", "shields", "protection", "terrain")
_OUTSIDE = ("when_out",)  # what no kernel reads
_REWARDS = ("death_reward", "shaping_progress", "shaping_strength")
_PLAIN = [name for name in FormationRules.model_fields if name not in (*_PARTS, *_REWARDS, *_SWITCHES, *_OUTSIDE)]
_VIRTUES = ("vigor", "finesse", "sagacity", "morale", "level", "skill")
_KIND_FIELDS = (
    *_VIRTUES,
    "combat",  # levels of Combat expertise
    "has_combat",
    "reach",  # of the melee weapon; 0: none
    "damage",
    "attack",
    "defence",
    "piercing",
    "one_handed",
    "bow_damage",  # -1: no missile weapon
    "bow_attack",
    "bow_increment",
    "bow_reload",
    "bow_piercing",
    "shield",  # 0: none, 1 to 3 by size
    "shield_melee",
    "shield_missile",
    "shield_joins",
    "armour",
    "helmet",
    "spear_wall",
    "berserker",
    "encumbered",
)


def rules_dtype(soldiers: int, cells: int, view: int) -> np.dtype:
    """Return the record of the rules."""
    return np.dtype(
        [
            *((name, np.int16) for name in _PLAIN),
            *((name, np.int8) for name in _SWITCHES),
            *((name, np.float32) for name in _REWARDS),
            *((f"kind_{name}", np.int8, NUM_KINDS) for name in _KIND_FIELDS),
            ("cost", np.int8, NUM_TERRAINS + 1),
            ("cover", np.int8, NUM_TERRAINS + 1),
            ("opacity", np.int8, NUM_TERRAINS + 1),
            ("opacity_from_high", np.int8, NUM_TERRAINS + 1),
            ("high", np.int8, NUM_TERRAINS + 1),
            ("scenario", np.int8),
            ("num_soldiers", np.int16),
            ("by_orders", np.int8),  # squads are the agents
            ("num_squads", np.int16),
            ("squad_start", np.int16, soldiers + 1),  # the first soldier of each squad, and of the next
            ("size", np.int16),
            ("max_turns", np.int16),
            *field_rules(cells),
            ("front", np.int8, 2),
            ("near", np.int16, (2, 6, disc_size(NEAR))),
            ("disc", np.int16, (2, 2, disc_size(view))),
            ("scatter", np.int16, NUM_TERRAINS),  # hexes of each terrain in a thousand, redrawn for every game
            ("terrain", np.int8, cells),  # the scenario's own, -1: drawn
            ("objective", np.int8, cells),
            ("home", np.int8, cells),  # 1: red flees here, 2: blue
            ("hideout", np.int8, cells),
            ("first_squad", np.int16, 2),  # whose leader leads the company
            ("exits", np.int8, 2),  # may leave the field at their objective
            ("start", np.int16, soldiers),  # NOBODY: drawn among the hideouts
            ("company", np.int8, soldiers),
            ("kind", np.int8, soldiers),
            ("squad", np.int16, soldiers),
            ("leads", np.int8, soldiers),
            *ban_fields(2, NUM_ACTIONS),  # orders, of which there are fewer, have the first ones
        ],
        align=True,
    )


def rules_record(config: FormationConfig, plan: Plan) -> np.ndarray:
    """Return the read-only record, shape (1,), of a configuration and the plan of its scenario."""
    cells = plan.cell_capacity
    record = new_records(rules_dtype(plan.soldier_capacity, cells, config.view), 1)
    r, rules, field = record[0], config.rules, plan.field
    for name in (*_PLAIN, *_REWARDS):
        r[name] = getattr(rules, name)
    for name, values in _SWITCHES.items():
        r[name] = values[getattr(rules, name)]
    for kind in range(NUM_KINDS):
        for name, value in kind_values(rules, ROLES[kind // 2], leads=bool(kind % 2)).items():
            r[f"kind_{name}"][kind] = value
    _write_terrain(r, rules)
    r["scenario"], r["max_turns"] = SCENARIOS.index(config.scenario), plan.max_turns
    r["num_soldiers"], r["size"] = 2 * config.size, config.size
    r["by_orders"], r["num_squads"] = config.control == "orders", plan.num_squads
    r["squad_start"][: plan.num_squads + 1] = np.searchsorted(plan.squad, np.arange(plan.num_squads + 1))
    write_field_rules(r, field)
    r["front"], r["near"] = plan.fronts, field.offsets(NEAR)
    r["disc"] = field.offsets(config.view)[:, list(plan.fronts)]
    r["scatter"], r["exits"] = plan.scatter, plan.exits
    r["first_squad"] = plan.squad[0], plan.squad[config.size]
    for name in ("terrain", "objective", "home", "hideout"):
        values = getattr(plan, name)
        r[name][: len(values)] = values
    r["start"] = -1
    for name in ("start", "company", "kind", "squad", "leads"):
        values = getattr(plan, name)
        r[name][: len(values)] = values
    record.flags.writeable = False
    return record


def kind_values(rules: FormationRules, name: str, leads: bool) -> dict[str, int]:
    """Return the numbers of a soldier or leader of a role. [FOR-G2b]"""
    role, virtues = getattr(rules.roles, name), rules.leader if leads else rules.soldier
    values = {virtue: getattr(virtues, virtue) for virtue in _VIRTUES}
    values["combat"] = {"none": 0, "secondary": virtues.level // 2, "primary": virtues.level}[role.combat]
    values["has_combat"] = role.combat != "none"
    if role.weapon != "none":
        weapon = getattr(rules.weapons, role.weapon)
        values |= {key: getattr(weapon, key) for key in ("reach", "damage", "attack", "defence", "piercing")}
        values["one_handed"] = weapon.either_hand and role.shield != "none"
    values["bow_damage"] = -1
    if role.bow != "none":
        bow = getattr(rules.bows, role.bow)
        values |= {f"bow_{key}": getattr(bow, key) for key in ("damage", "attack", "increment", "piercing")}
        values["bow_reload"] = bow.complex_reload
    if role.shield != "none":
        shield = getattr(rules.shields, role.shield)
        values["shield"] = 1 + ("small", "medium", "large").index(role.shield)
        values |= {f"shield_{key}": getattr(shield, key) for key in ("melee", "missile", "joins")}
    for part in ("armour", "helmet"):
        kind = getattr(role, part)
        values[part] = 0 if kind == "none" else getattr(rules.protection, kind)
    return values | {key: getattr(role, key) for key in ("spear_wall", "berserker", "encumbered")}


def _write_terrain(r: np.void, rules: FormationRules) -> None:
    for i, name in enumerate(TERRAIN_NAMES):
        terrain = getattr(rules.terrain, name)
        r["cost"][i] = terrain.cost if terrain.enter else NO_ENTRY
        r["cover"][i], r["opacity"][i], r["high"][i] = terrain.cover, terrain.opacity, terrain.high
        r["opacity_from_high"][i] = terrain.opacity if terrain.high else 0
    r["cost"][OFF], r["opacity"][OFF], r["opacity_from_high"][OFF] = NO_ENTRY, 2, 2


def rules_signature(config: FormationConfig) -> str:
    """Return a short hash of everything that changes play."""
    values = config.model_dump(mode="json")
    for name in (*_REWARDS, *_OUTSIDE):
        values["rules"].pop(name)
    if config.control == "soldiers":  # what all did before there was a choice
        values.pop("control")
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:12]
