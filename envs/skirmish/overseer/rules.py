"""The rules record: every number the kernels read, made from a validated configuration."""

import hashlib
import json
from typing import Any

import numpy as np

from swarmzoo.envs.core.bans import ban_fields
from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.skirmish.battlefield.generator import generator_rules, write_generator_rules, write_map_rules
from swarmzoo.envs.skirmish.battlefield.ground import Radii, ground_rules, write_ground_rules
from swarmzoo.envs.skirmish.battlefield.zones import write_zone_rules, zone_rules
from swarmzoo.envs.skirmish.overseer.actions import NUM_PARTS
from swarmzoo.envs.skirmish.overseer.config import SCENARIOS, OverseerConfig
from swarmzoo.envs.skirmish.overseer.plan import NEUTRAL_PROFILE, Plan, has_specialist
from swarmzoo.envs.skirmish.overseer.profiles import OverseerType, Profile
from swarmzoo.envs.skirmish.overseer.rule_numbers import Advantages, OverseerRules
from swarmzoo.envs.skirmish.overseer.state import NOBODY
from swarmzoo.envs.skirmish.overseer.weapons import Weapon

DUEL, DECAPITATION, HOLD_GROUND, BREAKTHROUGH, HEROES_VS_SWARM, RALLY = range(6)
TEAM, OWN = 0, 1
SINGLE, SEMI, FULL = range(3)
MOST_WEAPONS = 48
_SHAPING = ("shaping_strength", "shaping_score")
_DATA = ("weapons", "types", "leaders", "underlings")
_OTHERS = (
    *("cover_armour", "rewards", "ground", "scatter", "whose"),
    *_SHAPING,
    *_DATA,
    *(f"more_{kind}" for kind in _DATA),
)
_PLAIN = [name for name in OverseerRules.model_fields if name not in _OTHERS]
_REWARDS = {"team": TEAM, "own": OWN}
_BURSTS = {"single": SINGLE, "semi": SEMI, "full": FULL}
_WEAPON = [name for name in Weapon.model_fields if name != "burst"]
_EFFECTS = list(OverseerType.model_fields)
_ALL = ("ws", "bs", "toughness", "agility", "willpower", "armour")
_LEADER = (*_ALL, "fellowship", "command", "skill", "wounds", "fear")
_ARMS = ("ranged", "melee")


def rules_dtype(plan: Plan) -> np.dtype:
    """Return the record of the rules."""
    units, homes = plan.units, plan.units + 1
    return np.dtype(
        [
            *((name, np.int16) for name in _PLAIN),
            *((name, np.float32) for name in _SHAPING),
            ("rewards", np.int8),
            ("cover_armour", np.int16, 3),  # by what covers
            *((f"whose_{name}", np.int8, plan.sides) for name in Advantages.model_fields),
            *ground_rules(plan.cell_capacity, Radii.alike(plan.radius)),
            *generator_rules(plan.cell_capacity),
            *zone_rules(plan.sides, plan.cell_capacity, units),
            *((f"weapon_{name}", np.int16, MOST_WEAPONS) for name in (*_WEAPON, "burst")),
            *((f"lead_{name}", np.int16, units) for name in (*_LEADER, *_ARMS)),
            *((f"men_{name}", np.int16, homes) for name in (*_ALL, *_ARMS)),
            *((f"type_{name}", np.int16, units) for name in _EFFECTS),
            *((f"passive_{name}", np.int16, homes) for name in _EFFECTS),
            ("specialist_weapon", np.int16, units),
            ("present", np.int8, units),
            ("side_of", np.int8, units),
            ("men", np.int16, units),  # models at the beginning
            ("squad", np.int16, plan.pieces),  # models of each piece at the beginning
            ("squad_home", np.int16, plan.pieces),  # whose they are; units: nobody's
            ("agent_of", np.int8, units),  # which agent leads a unit, or NOBODY
            ("unit_of", np.int8, units),  # which unit an agent leads, or NOBODY
            ("first", np.int16, NUM_PARTS + 1),  # where each part of the actions begins
            ("units", np.int16),
            ("slots", np.int16),
            ("sides", np.int16),
            ("pieces", np.int16),
            ("agents", np.int16),
            ("per_hex", np.int16),
            ("scenario", np.int8),
            ("max_rounds", np.int16),
            *ban_fields(plan.sides, plan.actions.num_actions),
        ],
        align=True,
    )


def rules_record(config: OverseerConfig, plan: Plan) -> np.ndarray:
    """Return the read-only record, shape (1,), of a configuration and its plan."""
    record = new_records(rules_dtype(plan), 1)
    r, rules = record[0], config.rules
    for name in (*_PLAIN, *_SHAPING):
        r[name] = getattr(rules, name)
    r["rewards"], r["cover_armour"] = _REWARDS[rules.rewards], (0, *rules.cover_armour)
    for name in Advantages.model_fields:
        r[f"whose_{name}"] = [is_whose(getattr(rules.whose, name), side) for side in range(plan.sides)]
    write_ground_rules(r, plan.field, Radii.alike(plan.radius), rules.ground)
    write_zone_rules(r, plan.field, rules.deployment, plan.start)
    write_generator_rules(r, rules.scatter, config.symmetric)
    if plan.ground is not None:
        write_map_rules(r, *plan.ground)
    _write_weapons(r, rules)
    _write_units(r, rules, plan)
    _write_pieces(r, plan)
    r["first"], r["slots"], r["sides"] = plan.actions.first, plan.slots, plan.sides
    r["per_hex"], r["max_rounds"] = config.per_hex, config.max_rounds
    r["scenario"] = SCENARIOS.index(config.scenario)
    record.flags.writeable = False
    return record


def is_whose(whose: str, side: int) -> bool:
    """Tell whether a side is among those that a field of ``Advantages`` names. [OVR-H10]"""
    return whose in ("all", f"side_{side}")


def weapon_names(rules: OverseerRules) -> tuple[str, ...]:
    """Return the names of all weapons, by their numbers."""
    return tuple(rules.named("weapons"))


def _write_weapons(r: np.void, rules: OverseerRules) -> None:
    weapons: dict[str, Any] = {**rules.named("weapons")}
    for k, weapon in enumerate(weapons.values()):
        for name in _WEAPON:
            r[f"weapon_{name}"][k] = getattr(weapon, name)
        r["weapon_burst"][k] = _BURSTS[weapon.burst]


def _write_units(r: np.void, rules: OverseerRules, plan: Plan) -> None:
    """Fill in who leads and who follows; what is not there stays zero, without weapons."""
    units = plan.units
    data: dict[str, dict[str, Any]] = {kind: {**rules.named(kind)} for kind in ("leaders", "underlings", "types")}
    leaders, men, types = data.values()
    for name in ("lead_ranged", "lead_melee", "men_ranged", "men_melee", "specialist_weapon", "agent_of", "unit_of"):
        r[name] = NOBODY
    r["units"], r["side_of"] = units, np.arange(units) // plan.slots
    homes = {u: plan.unit(u).profile for u in plan.unit_of} | {units: NEUTRAL_PROFILE}
    for u in plan.unit_of:
        _write_profile(r, "lead", u, leaders[plan.unit(u).leader], rules, _LEADER)
        _write_effects(r, "type", u, types[leaders[plan.unit(u).leader].type])
        if has_specialist(plan.unit(u)):
            r["specialist_weapon"][u] = _number(rules, plan.unit(u).specialist)
        r["present"][u], r["men"][u] = True, plan.unit(u).underlings
    for home, name in homes.items():
        _write_profile(r, "men", home, men[name], rules, _ALL)
        _write_effects(r, "passive", home, types[men[name].passive])
    r["agent_of"][list(plan.unit_of)] = range(len(plan.unit_of))
    r["unit_of"][: len(plan.unit_of)] = plan.unit_of
    r["agents"] = len(plan.unit_of)


def _write_profile(r: np.void, kind: str, at: int, profile: Profile, rules: OverseerRules, names: tuple) -> None:
    for name in names:
        r[f"{kind}_{name}"][at] = getattr(profile, name)
    for name in _ARMS:
        r[f"{kind}_{name}"][at] = _number(rules, getattr(profile, name))


def _write_effects(r: np.void, kind: str, at: int, effects: OverseerType) -> None:
    for name in _EFFECTS:
        r[f"{kind}_{name}"][at] = getattr(effects, name)


def _number(rules: OverseerRules, weapon: str) -> int:
    """Return the number of a weapon, or NOBODY for none."""
    return NOBODY if weapon == "none" else weapon_names(rules).index(weapon)


def _write_pieces(r: np.void, plan: Plan) -> None:
    """Number the pieces of Underlings: unit after unit, the leaderless last."""
    units = piece = plan.units
    for home, squads in (*plan.squads.items(), (units, plan.neutral)):
        r["squad"][piece : piece + len(squads)], r["squad_home"][piece : piece + len(squads)] = squads, home
        piece += len(squads)
    r["pieces"] = piece


def rules_signature(config: OverseerConfig, map_text: str | None) -> str:
    """Return a short hash of everything that changes play: the configuration, with the map's text for its name."""
    values = config.model_dump(mode="json") | {"map": map_text}
    for name in _SHAPING:
        values["rules"].pop(name)
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:12]
