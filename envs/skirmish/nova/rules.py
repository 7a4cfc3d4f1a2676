"""The rules record: every number the kernels read, made from a validated configuration.

Who a piece is depends on the encounter: what sheets say is listed by *row*, ``encounter * pieces + piece``. Weapons,
armour and types of henchmen have tables of their own.
"""

import hashlib
import json
from typing import Any

import numpy as np

from swarmzoo.envs.core.bans import ban_fields
from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.skirmish.battlefield.generator import generator_rules, write_generator_rules, write_map_rules
from swarmzoo.envs.skirmish.battlefield.ground import Radii, ground_rules, write_ground_rules
from swarmzoo.envs.skirmish.battlefield.objects import object_rules, write_object_rules
from swarmzoo.envs.skirmish.battlefield.zones import write_zone_rules, zone_rules
from swarmzoo.envs.skirmish.nova.actions import NUM_PARTS
from swarmzoo.envs.skirmish.nova.arms import BURSTS, DAMAGE_TYPES, SKILLS, Weapon
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.forces import SCENARIOS
from swarmzoo.envs.skirmish.nova.people import (
    GRADES,
    MOST_LAYERS,
    MOST_TYPES,
    MOST_WEAPONS,
    SHEET_KINDS,
    HenchmanType,
    Sheet,
    Unit,
)
from swarmzoo.envs.skirmish.nova.plan import ENCOUNTERS, Plan, run_hexes, sprint_hexes
from swarmzoo.envs.skirmish.nova.rule_numbers import DATA, MOST_OF_ONES_OWN, NovaRules
from swarmzoo.envs.skirmish.nova.stacking import (
    SOAKS,
    is_concealed,
    mobility,
    natural_soak,
    non_soak,
    shortfall,
    soak_of,
    steadiness,
    track_of,
)
from swarmzoo.envs.skirmish.nova.state import MOST_THINGS, NOBODY
from swarmzoo.envs.skirmish.nova.things import scattered

SQUAD_DUEL, NOVA_VS_MOB, FIREFIGHT, DEMOLITION, HOSTAGE, CONVOY, GAUNTLET = range(7)
TEAM, OWN = 0, 1
BRAWL, MELEE, FIREARMS, ATHLETICS, POWER = range(5)
LIGHT_BLOWS, HEAVY_BLOWS, HOLDS, CRUSHES = range(4)  # weapons that everybody has
MOST_PLACED = 13
_SHAPING = ("shaping_strength", "shaping_score")
_SIX = ("heal_bashing", "heal_lethal", "heal_factor")
_CHOICES = {"rewards": ("team", "own"), "care": ("none", "competent", "expert"), "reveal": ("all", "plain")}
_OTHERS = (
    *("grades", "ground", "scatter", "thing_scatter"),
    *_SHAPING,
    *_SIX,
    *_CHOICES,
    *DATA,
    *(f"more_{kind}" for kind in DATA),
)
_PLAIN = [name for name in NovaRules.model_fields if name not in _OTHERS]
_WEAPON = [name for name in Weapon.model_fields if name not in ("skill", "type", "burst")]
_HENCHMAN = [name for name in HenchmanType.model_fields if name not in ("grade", "weapon")]
ATTRIBUTES = ("strength", "dexterity", "stamina", "wits", "charisma", "quantum")
MEGAS = ("mega_strength", "mega_dexterity", "mega_stamina")
ABILITIES = ("brawl", "melee", "firearms", "athletics", "power", "might", "endurance", "tactics", "command", "medicine")
_SHEET = (*ATTRIBUTES, *MEGAS, *ABILITIES, "hardening")
_BY_ROW = (
    *_SHEET,
    *("present", "kind", "machine", "run", "sprint", "levels", "full_members", "all_henchmen"),
    *("full_willpower", "hard_to_hit", "resist_quantum", "resist_mental", "full_ablative", "impervious"),
    *("regenerates", "steadiness", "has_melee", "health"),
)


def rules_dtype(plan: Plan) -> np.dtype:
    """Return the record of the rules."""
    rows, pieces = ENCOUNTERS * plan.pieces, plan.pieces
    gone = 2**MOST_LAYERS
    return np.dtype(
        [
            *((name, np.int16) for name in _PLAIN),
            *((name, np.float32) for name in _SHAPING),
            *((name, np.int32, 6) for name in _SIX),
            *((name, np.int8) for name in _CHOICES),
            *ground_rules(plan.cell_capacity, Radii.alike(plan.radius)),
            *generator_rules(plan.cell_capacity),
            *zone_rules(plan.sides, plan.cell_capacity, pieces),
            *object_rules(_room("things")),
            *((f"thing_{name}", np.int16, _room("things")) for name in ("large", "tiny", "hard", "radius", "scatter")),
            ("placed_kind", np.int8, MOST_PLACED),  # of objects with places, or NOBODY
            ("placed_at", np.int16, MOST_PLACED),  # their middles
            ("first_scattered", np.int16),  # the first object that is scattered with its images, or NOBODY
            ("things", np.int16),  # how many objects there is room for
            *((f"weapon_{name}", np.int16, _room("weapons")) for name in (*_WEAPON, "skill", "type", "burst")),
            *((f"henchman_{name}", np.int16, _room("henchmen")) for name in (*_HENCHMAN, "levels", "weapon")),
            *((name, np.int16, rows) for name in _BY_ROW),
            ("weapons", np.int16, (rows, MOST_WEAPONS)),  # or NOBODY
            ("layers", np.int16, rows),  # of armour
            ("destruction", np.int16, (rows, MOST_LAYERS)),  # 0: never
            ("concealed", np.int8, (rows, MOST_LAYERS)),
            ("track", np.int16, (rows, 4)),  # levels of -0, -1, -2, -4
            ("natural", np.int16, (rows, len(SOAKS))),
            ("powered", np.int16, (rows, len(SOAKS))),
            ("armoured", np.int16, (rows, gone, len(SOAKS))),  # by the bits of layers that are gone
            ("mobility", np.int16, (rows, gone)),
            ("shortfall", np.int16, (rows, gone)),
            ("henchmen_type", np.int16, (rows, MOST_TYPES)),  # or NOBODY
            ("henchmen_count", np.int16, (rows, MOST_TYPES)),
            ("side_of", np.int8, pieces),
            ("agent_of", np.int8, pieces),  # which agent has a piece, or NOBODY
            ("piece_of", np.int8, pieces),  # which piece an agent has, or NOBODY
            ("hostage", np.int8),  # the piece, or NOBODY
            ("first", np.int16, NUM_PARTS + 1),  # where each part of the actions begins
            *((name, np.int16) for name in ("pieces", "slots", "sides", "agents", "encounters", "max_rounds")),
            ("scenario", np.int8),
            *ban_fields(plan.sides, plan.actions.num_actions),
        ],
        align=True,
    )


def _room(kind: str) -> int:
    """Return how much of some data there is room for."""
    return len(type(NovaRules.model_fields[kind].default).model_fields) + MOST_OF_ONES_OWN


def rules_record(config: NovaConfig, plan: Plan) -> np.ndarray:
    """Return the read-only record, shape (1,), of a configuration and its plan."""
    record = new_records(rules_dtype(plan), 1)
    r, rules = record[0], config.rules
    for name in (*_PLAIN, *_SHAPING, *_SIX):
        r[name] = getattr(rules, name)
    for name, words in _CHOICES.items():
        r[name] = words.index(getattr(rules, name))
    write_ground_rules(r, plan.field, Radii.alike(plan.radius), rules.ground)
    write_zone_rules(r, plan.field, rules.deployment, plan.start)
    write_generator_rules(r, rules.scatter, config.symmetric)
    if plan.ground is not None:
        write_map_rules(r, *plan.ground)
    _write_things(r, rules, plan)
    _write_weapons(r, rules)
    _write_henchmen(r, rules)
    _write_pieces(r, config, plan)
    r["first"], r["slots"], r["sides"], r["pieces"] = plan.actions.first, plan.slots, plan.sides, plan.pieces
    r["scenario"], r["max_rounds"] = SCENARIOS.index(config.scenario), config.rounds
    r["encounters"] = ENCOUNTERS if config.scenario == "gauntlet" else 1
    record.flags.writeable = False
    return record


def names_of(rules: NovaRules, kind: str) -> tuple[str, ...]:
    """Return the names of all data of a kind, by their numbers."""
    return tuple(rules.named(kind))


def _write_things(r: np.void, rules: NovaRules, plan: Plan) -> None:
    """Fill in the kinds of objects, and those that have places."""
    names, kinds = names_of(rules, "things"), list(rules.named("things").values())
    room = len(r["object_armour"])
    write_object_rules(r, kinds + kinds[:1] * (room - len(kinds)))
    for k, kind in enumerate(kinds):
        for field in ("large", "tiny", "hard", "radius"):
            r[f"thing_{field}"][k] = getattr(kind, field)
    for name, share in scattered(rules.thing_scatter):
        r["thing_scatter"][names.index(name)] = share
    r["placed_kind"], r["things"] = NOBODY, MOST_THINGS
    r["first_scattered"] = len(plan.things) if r["symmetric"] and plan.ground is None else NOBODY
    for nth, (name, cell) in enumerate(plan.things):
        r["placed_kind"][nth], r["placed_at"][nth] = names.index(name), cell


def _write_weapons(r: np.void, rules: NovaRules) -> None:
    for k, weapon in enumerate(rules.named("weapons").values()):
        for name in _WEAPON:
            r[f"weapon_{name}"][k] = getattr(weapon, name)
        r["weapon_skill"][k] = SKILLS.index(weapon.skill)
        r["weapon_type"][k] = DAMAGE_TYPES.index(weapon.type)
        r["weapon_burst"][k] = BURSTS.index(weapon.burst)


def _write_henchmen(r: np.void, rules: NovaRules) -> None:
    weapons = names_of(rules, "weapons")
    for k, one in enumerate(rules.named("henchmen").values()):
        for name in _HENCHMAN:
            r[f"henchman_{name}"][k] = getattr(one, name)
        r["henchman_levels"][k] = rules.grades[GRADES.index(one.grade)]
        r["henchman_weapon"][k] = NOBODY if one.weapon == "none" else weapons.index(one.weapon)


def _write_pieces(r: np.void, config: NovaConfig, plan: Plan) -> None:
    """Fill in who takes part; what is not there stays zero, without weapons."""
    r["side_of"] = np.arange(plan.pieces) // plan.slots
    for name in ("weapons", "henchmen_type", "agent_of", "piece_of"):
        r[name] = NOBODY
    sheets = config.rules.named("sheets")
    for (nth, piece), unit in plan.units.items():
        row = nth * plan.pieces + piece
        _write_sheet(r, row, sheets[unit.sheet], config)
        _write_unit(r, row, unit, sheets[unit.sheet], config.rules)
    if config.scenario == "gauntlet":
        _repeat_heroes(r, plan)
    r["agent_of"][list(plan.piece_of)] = range(len(plan.piece_of))
    r["piece_of"][: len(plan.piece_of)] = plan.piece_of
    r["agents"], r["hostage"] = len(plan.piece_of), NOBODY if plan.hostage is None else plan.hostage


def _repeat_heroes(r: np.void, plan: Plan) -> None:
    """Let those who walk the gauntlet be the same in all encounters."""
    by_row = [*_BY_ROW, "weapons", "layers", "destruction", "concealed", "track", "natural", "powered", "armoured"]
    for name in (*by_row, "mobility", "shortfall", "henchmen_type", "henchmen_count"):
        for nth in range(1, ENCOUNTERS):
            r[name][nth * plan.pieces : nth * plan.pieces + plan.slots] = r[name][: plan.slots]


def _write_sheet(r: np.void, row: int, sheet: Sheet, config: NovaConfig) -> None:
    """Fill in what a sheet says and comes to."""
    rules = config.rules
    powers = [rules.named("powers")[name] for name in sheet.powers]
    weapons = names_of(rules, "weapons")
    for name in _SHEET:
        r[name][row] = getattr(sheet, name)
    for k, name in enumerate(sheet.weapons):
        r["weapons"][row, k] = weapons.index(name)
    r["has_melee"][row] = any(rules.named("weapons")[name].skill == "melee" for name in sheet.weapons)
    r["present"][row], r["kind"][row] = True, SHEET_KINDS.index(sheet.kind)
    r["machine"][row] = sheet.machine or sheet.kind.endswith("vehicle")
    r["run"][row], r["sprint"][row] = run_hexes(config, sheet), sprint_hexes(config, sheet)
    r["full_willpower"][row] = sheet.willpower
    for name in ("hard_to_hit", "resist_quantum", "resist_mental"):
        r[name][row] = non_soak(getattr(power, name) for power in powers)
    r["full_ablative"][row] = min(sum(power.ablative for power in powers), 127)
    r["impervious"][row] = sum(power.impervious for power in powers)
    r["regenerates"][row] = sheet.kind == "nova" and any(power.regeneration for power in powers)
    r["steadiness"][row] = steadiness(sheet, powers)
    r["track"][row] = track_of(sheet)
    r["levels"][row] = sum(track_of(sheet))
    _write_soak(r, row, sheet, rules)


def _write_soak(r: np.void, row: int, sheet: Sheet, rules: NovaRules) -> None:
    """Fill in soak by class, and what armour costs, by the layers that are gone. [NOV-27 to NOV-29, NOV-40, NOV-42]"""
    powers = [rules.named("powers")[name] for name in sheet.powers]
    changes = [rules.named("modifications")[name] for name in sheet.modifications]
    layers = [rules.named("armour")[name] for name in sheet.armour]
    own = natural_soak(sheet, any(power.enhanced for power in powers))
    r["natural"][row] = soak_of([own, *(one for one in changes if one.soak == "natural")])
    r["powered"][row] = soak_of(powers)
    r["layers"][row] = len(layers)
    for k, layer in enumerate(layers):
        r["destruction"][row, k], r["concealed"][row, k] = layer.destruction, is_concealed(sheet, layer)
    for gone in range(2**MOST_LAYERS):
        worn = [layer for k, layer in enumerate(layers) if not gone >> k & 1]
        r["armoured"][row, gone] = soak_of([*worn, *(one for one in changes if one.soak == "armoured")])
        penalty = mobility(worn, rules.layer_to_raised)
        r["mobility"][row, gone], r["shortfall"][row, gone] = penalty, shortfall(sheet, worn, penalty)


def _write_unit(r: np.void, row: int, unit: Unit, sheet: Sheet, rules: NovaRules) -> None:
    """Fill in how many they are, whom they command, and what a machine or an extra can take."""
    types = names_of(rules, "henchmen")
    squad = sheet.kind in ("gritty", "cinematic")
    r["full_members"][row] = unit.members if squad else 1
    r["all_henchmen"][row] = unit.all_henchmen
    for k, henchmen in enumerate(unit.henchmen):
        r["henchmen_type"][row, k], r["henchmen_count"][row, k] = types.index(henchmen.type), henchmen.count
    r["health"][row] = {
        "gritty": rules.gritty_levels,
        "gritty_vehicle": max(1, sheet.levels * rules.vehicle_share // 100),
        "cinematic_vehicle": rules.vehicle_levels,
    }.get(sheet.kind, 1)


def rules_signature(config: NovaConfig, map_text: str | None) -> str:
    """Return a short hash of everything that changes play: the configuration, with the map's text for its name."""
    values: dict[str, Any] = config.model_dump(mode="json") | {"map": map_text}
    for name in _SHAPING if config.scenario == "hostage" else (*_SHAPING, "hostage_hit"):
        values["rules"].pop(name)
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:12]
