"""The rules record: every number the kernels read, made from a validated configuration."""

import hashlib
import json

import numpy as np

from swarmzoo.envs.core.bans import ban_fields
from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.skirmish.battlefield.generator import generator_rules, write_generator_rules, write_map_rules
from swarmzoo.envs.skirmish.battlefield.ground import Radii, ground_rules, write_ground_rules
from swarmzoo.envs.skirmish.battlefield.zones import write_zone_rules, zone_rules
from swarmzoo.envs.skirmish.warband.actions import NUM_PARTS
from swarmzoo.envs.skirmish.warband.config import (
    SCENARIOS,
    WarbandConfig,
    WarbandRules,
)
from swarmzoo.envs.skirmish.warband.plan import Plan
from swarmzoo.envs.skirmish.warband.sheet import sheet
from swarmzoo.envs.skirmish.warband.slots import slot_rules, write_slot_rules

SKIRMISH, KILL_LEADER, LOOT, HOLD_CENTRE, VERSUS_SWARM = range(5)
ONE, ALL = 0, 1
PLACE, ABOVE_TARGET = 0, 1
OPPOSED, AGAINST_KEY = 0, 1
ALONE, MOST = 0, 1
_SWITCHES = {
    "rally_scope": {"one": ONE, "all": ALL},
    "elevated": {"place": PLACE, "above_target": ABOVE_TARGET},
    "centre_rule": {"alone": ALONE, "most": MOST},
    "disengage_test": {"opposed": OPPOSED, "against_key": AGAINST_KEY},
}
_PARTS = ("melee", "ranged", "armours", "classes", "ground", "scatter")
_REWARDS = ("shaping_star", "shaping_score")
_ONLY_IN = {  # numbers that change nothing in other scenarios
    "kill_leader": ("leader_break_share", "leader_yields", "leader_counts"),
    "loot": ("loot_break_share", "loot_goal", "loot_points"),
    "hold_centre": ("centre_break_share", "centre_rule"),
}
_OTHER_SHARES = ("leader_break_share", "loot_break_share", "centre_break_share")  # ``break_share`` has the scenario's
_PLAIN = [name for name in WarbandRules.model_fields if name not in (*_PARTS, *_REWARDS, *_SWITCHES, *_OTHER_SHARES)]
_SHEET = (
    *("mallet", "key", "runes", "coronet", "star", "shield", "boots"),
    *("melee_dice", "melee_from_mallet", "melee_reach", "unarmed"),
    *("ranged_dice", "ranged_from_mallet", "ranged_reach", "reload"),  # reach 0: no ranged weapon
    *("traits", "scrolls", "kind"),
)


def rules_dtype(warbands: int, slots: int, cells: int, radius: int, actions: int) -> np.dtype:
    """Return the record of the rules."""
    n = warbands * slots
    return np.dtype(
        [
            *((name, np.int16) for name in _PLAIN),
            *((name, np.int8) for name in _SWITCHES),
            *((name, np.float32) for name in _REWARDS),
            *ground_rules(cells, Radii.alike(radius)),
            *generator_rules(cells),
            *zone_rules(warbands, cells, n),
            *((f"own_{name}", np.int16, n) for name in _SHEET),
            ("present", np.int8, n),
            ("first", np.int16, NUM_PARTS + 1),  # where each part of the actions begins
            *slot_rules(warbands, slots),
            ("warbands", np.int16),
            ("scenario", np.int8),
            ("max_turns", np.int16),
            ("leader", np.int16, warbands),
            ("strength", np.int16, warbands),
            ("scripted", np.int8, warbands),  # it plays by itself
            *ban_fields(warbands, actions),
        ],
        align=True,
    )


def rules_record(config: WarbandConfig, plan: Plan) -> np.ndarray:
    """Return the read-only record, shape (1,), of a configuration and its plan."""
    actions = plan.actions.num_actions
    record = new_records(rules_dtype(config.warbands, plan.slots, plan.cell_capacity, plan.radius, actions), 1)
    r, rules = record[0], config.rules
    for name in (*_PLAIN, *_REWARDS):
        r[name] = getattr(rules, name)
    r["break_share"] = config.break_share
    r["loot_points"] *= config.scenario == "loot"
    for name, values in _SWITCHES.items():
        r[name] = values[getattr(rules, name)]
    write_ground_rules(r, plan.field, Radii.alike(plan.radius), rules.ground)
    write_zone_rules(r, plan.field, rules.deployment, plan.start)
    write_generator_rules(r, rules.scatter, config.symmetric)
    if plan.ground is not None:
        write_map_rules(r, *plan.ground)
    r["leader"] = -1
    for side, roster in enumerate(plan.rosters):
        for k, character in enumerate(roster):
            i = side * plan.slots + k
            r["present"][i] = True
            for name, value in sheet(rules, character).items():
                r[f"own_{name}"][i] = value
        coronets = [sheet(rules, character)["coronet"] for character in roster]
        r["leader"][side] = side * plan.slots + coronets.index(max(coronets))
        r["strength"][side] = len(roster)
        r["scripted"][side] = config.neutral_horde and side == 1
    write_slot_rules(r, plan.slots)
    r["first"], r["warbands"] = plan.actions.first, config.warbands
    r["scenario"], r["max_turns"] = SCENARIOS.index(config.scenario), config.max_turns
    record.flags.writeable = False
    return record


def rules_signature(config: WarbandConfig, map_text: str | None) -> str:
    """Return a short hash of everything that changes play: the configuration, with the map's text for its name."""
    values = config.model_dump(mode="json") | {"map": map_text}
    for name in _REWARDS:
        values["rules"].pop(name)
    for scenario, names in _ONLY_IN.items():
        for name in names if scenario != config.scenario else ():
            values["rules"].pop(name)
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:12]
