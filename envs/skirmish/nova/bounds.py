"""The ranges of the numbers of a state."""

import numpy as np

from swarmzoo.envs.core.fields import disc_size
from swarmzoo.envs.core.ranges import FLAG, MANY, Bounds
from swarmzoo.envs.skirmish.battlefield.validity import Fields, bounds_of_field
from swarmzoo.envs.skirmish.nova.actions import HOWS, MODES, NUM_PARTS, RELEASE, TAKE_COVER
from swarmzoo.envs.skirmish.nova.arms import DAMAGE_TYPES
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.fight.stages import STAGES
from swarmzoo.envs.skirmish.nova.people import MOST_LAYERS, MOST_TYPES
from swarmzoo.envs.skirmish.nova.plan import ENCOUNTERS, Plan
from swarmzoo.envs.skirmish.nova.rules import names_of
from swarmzoo.envs.skirmish.nova.state import (
    ABORTED,
    ABSENT,
    AT_THING,
    FATE_NAMES,
    MOST_ACTIONS,
    MOST_HITS,
    MOST_THINGS,
    NOBODY,
    STAGE_NAMES,
)
from swarmzoo.envs.skirmish.nova.victory import ENDING_NAMES
from swarmzoo.envs.skirmish.nova.words.chronicle import COUNTS, PURPOSES

MOST_DICE = 2_000
MOST_STRUCTURE = 1_000
_WORD: Bounds = (-(2**15), 2**15 - 1)
_BYTE: Bounds = (0, 127)
_FLAGS = (
    *("done", "winners", "phase", "replacing", "mask", "beyond_help", "powered", "dazed", "daze_next", "stunned"),
    *("prone", "covered", "has_healed", "full", "sprinting", "plan_harder", "a_harder"),
)


def all_bounds(config: NovaConfig, plan: Plan, rules: np.void, on_field: np.ndarray) -> dict[str, Bounds | None]:
    """Return the least and the greatest number of every field of a state; ``on_field``: bool (cells,)."""
    return {
        **dict(_clock(config, plan)),
        **dict(bounds_of_field(plan.field, plan.radius, on_field, config.rules.ground, plan.pieces)),
        **dict(_objects(config, plan, on_field)),
        **dict(_pieces(plan, rules)),
        **dict(_plans(plan)),
        **dict(_attack(config, plan)),
    }


def roles(plan: Plan, config: NovaConfig) -> dict[str, Bounds]:
    """Return the ranges of the numbers of events, by what they mean."""
    return {
        **dict.fromkeys(("n", "m", "o", "aim", "thing", "made"), _WORD),
        **dict.fromkeys(("p", "q"), (0, plan.pieces - 1)),
        "side": (0, plan.sides - 1),
        "cell": (0, plan.field.cells - 1),
        "part": (0, NUM_PARTS - 1),
        "types": (0, 2**MOST_TYPES - 1),
        "what": (0, AT_THING),
        "count": (0, len(COUNTS) - 1),
        "purpose": (0, len(PURPOSES) - 1),
        "weapon": (NOBODY, len(names_of(config.rules, "weapons")) - 1),
        "type": (0, len(DAMAGE_TYPES) - 1),
        "mode": (0, len(MODES) - 1),
        "how": (0, len(HOWS) - 1),
        "fate": (0, len(FATE_NAMES) - 1),
        "ending": (0, len(ENDING_NAMES) - 1),
        "winners": (0, 2**plan.sides - 1),
    }


def _clock(config: NovaConfig, plan: Plan) -> Fields:
    pieces = plan.pieces
    yield "rng", None
    yield from dict.fromkeys(_FLAGS, FLAG).items()
    yield "ending", (0, len(ENDING_NAMES) - 1)
    yield from dict.fromkeys(("rounds", "encounter_began"), (0, config.rounds)).items()
    yield "encounter", (0, ENCOUNTERS - 1 if config.scenario == "gauntlet" else 0)
    yield "stage", (0, len(STAGE_NAMES) - 1)
    yield "actor", (0, pieces - 1)
    yield "current", (NOBODY, pieces - 1)
    yield "order", (0, pieces - 1)
    yield from dict.fromkeys(("num_order", "nth"), (0, pieces)).items()
    yield "initiative", _BYTE
    yield "lot", (0, 999)
    yield from dict.fromkeys(("logged", "bans_lifted"), (0, MANY)).items()
    yield "extras", (0, 8 * 30)
    yield "points", (0, ENCOUNTERS)
    yield "objective", (0, 0) if config.scenario == "demolition" else (NOBODY, NOBODY)
    hostage = NOBODY if plan.hostage is None else plan.hostage
    yield "hostage", (hostage, hostage)
    yield "hits", (0, MOST_HITS)
    yield "harmed_by", (NOBODY, plan.sides - 1)


def _objects(config: NovaConfig, plan: Plan, on_field: np.ndarray) -> Fields:
    yield "object", (NOBODY, np.where(on_field, MOST_THINGS - 1, NOBODY))
    yield "num_objects", (0, MOST_THINGS)
    yield "object_kind", (0, len(names_of(config.rules, "things")) - 1)
    yield "structure", (0, MOST_STRUCTURE)
    yield "object_hexes", (0, disc_size(3))
    yield "thing_at", (NOBODY, plan.field.cells - 1)


def _pieces(plan: Plan, rules: np.void) -> Fields:
    """Yield the ranges of pieces; what does not take part is absent."""
    rows = np.arange(ENCOUNTERS)[:, None] * plan.pieces + np.arange(plan.pieces)
    there = rules["present"][rows].any(0)

    def most(name: str) -> np.ndarray:
        return rules[name][rows].max(0)

    sides = np.arange(plan.pieces) // plan.slots
    yield "side", (np.where(rules["present"][rows].all(0), sides, NOBODY), np.where(there, sides, NOBODY))
    yield from dict.fromkeys(("place", "lies"), (NOBODY, np.where(there, plan.field.cells - 1, NOBODY))).items()
    yield "fate", (np.where(there, 0, ABSENT), ABSENT)
    yield from dict.fromkeys(("aggravated", "lethal"), (0, most("levels") + 2)).items()
    yield "bashing", (0, most("levels") + 1)
    yield "stun", (0, most("levels"))
    yield "stun_clock", (0, 10)
    yield "members", (0, most("full_members"))
    yield "hl", (0, most("health")[:, None])
    yield from dict.fromkeys(("henchmen", "supports"), (0, most("henchmen_count"))).items()
    yield "gone_layers", (0, 2**MOST_LAYERS - 1)
    yield "ablative", (0, most("full_ablative"))
    yield "maimed", _BYTE
    yield "willpower", (0, most("full_willpower"))
    yield from dict.fromkeys(("dying", "taken"), (0, 2**15 - 1)).items()
    yield "stun_next", _BYTE
    yield from dict.fromkeys(("holding", "held_by"), (NOBODY, plan.pieces - 1)).items()
    yield "mobbed", (0, 2**plan.sides - 1)
    yield "defended", _BYTE


def _plans(plan: Plan) -> Fields:
    yield "num_planned", (0, MOST_ACTIONS)
    yield "plan_kind", (0, TAKE_COVER)
    yield "plan_what", (0, AT_THING)
    yield "plan_aim", (NOBODY, plan.field.cells - 1)
    yield "plan_mode", (0, len(MODES) - 1)
    yield "plan_how", (0, len(HOWS) - 1)
    yield "plan_fate", (0, ABORTED)
    yield "slot", (0, MOST_ACTIONS - 1)


def _attack(config: NovaConfig, plan: Plan) -> Fields:
    pieces = plan.pieces
    yield "a_step", (0, len(STAGES))
    yield from dict.fromkeys(
        ("attacker", "target", "a_shield", "a_behind", "a_first", "a_struck"), (NOBODY, pieces - 1)
    ).items()
    yield "a_kind", (0, RELEASE)
    yield "a_weapon", (NOBODY, len(names_of(config.rules, "weapons")) - 1)
    yield "a_what", (0, AT_THING)
    yield from dict.fromkeys(("a_aim", "a_centre"), (NOBODY, plan.field.cells - 1)).items()
    yield "a_mode", (0, len(MODES) - 1)
    yield "a_how", (0, len(HOWS) - 1)
    yield "a_order", (0, 2 * MOST_ACTIONS)
    yield "a_type", (NOBODY, MOST_TYPES - 1)
    numbers = ("a_pool", "a_adds", "a_difficulty", "a_net", "a_raw", "a_soak", "a_dice")
    yield from dict.fromkeys(numbers, (-MOST_DICE, MOST_DICE)).items()
    yield from dict.fromkeys(("a_successes", "a_defended", "a_levels", "a_into", "a_metres"), (0, MOST_DICE)).items()
    yield "a_queue", (0, 2**pieces - 1)
    yield "a_things", (0, 2**MOST_THINGS - 1)
    yield "a_thing", (NOBODY, MOST_THINGS - 1)
    yield "a_into_shield", (0, 2)
    yield "a_defence", (0, 2)
    yield "a_alone", FLAG
    yield "a_helpers", _BYTE
    yield "a_collides", (0, 2)
    yield "a_fall", (0, MOST_DICE)
    yield "a_fall_type", (0, len(DAMAGE_TYPES) - 1)
    yield "a_dealt", (0, len(DAMAGE_TYPES) - 1)
    yield "a_direction", (-1, 5)
