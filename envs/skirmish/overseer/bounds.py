"""The ranges of the numbers of a state."""

import numpy as np

from swarmzoo.envs.core.fields import disc_size
from swarmzoo.envs.core.ranges import FLAG, MANY, Bounds
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP
from swarmzoo.envs.skirmish.battlefield.terrain import HEAVY_COVER
from swarmzoo.envs.skirmish.battlefield.validity import Fields, bounds_of_field
from swarmzoo.envs.skirmish.overseer.actions import BODIES, NUM_PARTS
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.plan import Plan
from swarmzoo.envs.skirmish.overseer.rules import weapon_names
from swarmzoo.envs.skirmish.overseer.state import (
    ABSENT,
    ATTACK_NAMES,
    FATE_NAMES,
    NOBODY,
    NOT_ALLOTTED,
    NOT_ROLLED,
    SHOCK_NAMES,
    STAGE_NAMES,
    STEP_END,
)
from swarmzoo.envs.skirmish.overseer.victory import ENDING_NAMES
from swarmzoo.envs.skirmish.overseer.words.chronicle import BRACKETS, MODIFIERS, QUALITIES, SHOCKS, TESTS

MOST_MODELS = 10_000
MOST_NEEDED = 1_000
MOST_DAMAGE = 1_000
_WORD: Bounds = (-(2**15), 2**15 - 1)
_FLAGS = (
    *("done", "winners", "mask", "settled", "ranked", "fleeing", "pinned", "running", "under_cover", "watching"),
    *("swarm_reaction", "own_reaction", "unnerved", "swarm_attacked", "self_attacked", "concentrated", "moved"),
    *("rallied", "has_marked", "cornered", "by_specialist", "by_leader", "fury"),
)


def all_bounds(config: OverseerConfig, plan: Plan, rules: np.void, on_field: np.ndarray) -> dict[str, Bounds | None]:
    """Return the least and the greatest number of every field of a state; ``on_field``: bool (cells,)."""
    return {
        **dict(_clock(config, plan)),
        **dict(_ground(config, plan, on_field)),
        **dict(_pieces(plan, rules)),
        **dict(_units(plan, rules)),
        **dict(_carried(config, plan)),
    }


def roles(plan: Plan, config: OverseerConfig) -> dict[str, Bounds]:
    """Return the ranges of the numbers of events, by what they mean."""
    sides, units = plan.sides, plan.sides * plan.slots
    return {
        **dict.fromkeys(("n", "m", "passed", "special", "fury", "raised"), _WORD),
        **dict.fromkeys(("p", "q"), (0, units - 1)),
        "side": (0, sides - 1),
        "cell": (0, plan.field.cells - 1),
        "command": (0, NUM_PARTS - 1),
        "modifier": (0, len(MODIFIERS) - 1),
        "bracket": (0, len(BRACKETS) - 1),
        "quality": (0, len(QUALITIES) - 1),
        "test": (0, len(TESTS) - 1),
        "attack": (0, len(ATTACK_NAMES) - 1),
        "weapon": (0, len(weapon_names(config.rules)) - 1),
        "shock": (0, len(SHOCKS) - 1),
        "body": (0, len(BODIES)),
        "ending": (0, len(ENDING_NAMES) - 1),
        "winners": (0, 2**sides - 1),
    }


def _clock(config: OverseerConfig, plan: Plan) -> Fields:
    units = plan.sides * plan.slots
    yield "rng", None
    yield from dict.fromkeys(_FLAGS, FLAG).items()
    yield "ending", (0, len(ENDING_NAMES) - 1)
    yield "rounds", (0, config.max_rounds)
    yield "stage", (0, len(STAGE_NAMES) - 1)
    yield "actor", (0, units - 1)
    yield "current", (NOBODY, units - 1)
    yield "order", (0, units - 1)
    yield "initiative", (0, 10 + 9)
    yield "nth", (0, units)
    yield "halves", (0, 2)
    yield from dict.fromkeys(("logged", "bans_lifted"), (0, MANY)).items()
    yield from dict.fromkeys(("strength", "escaped_us"), (0, MOST_MODELS)).items()
    yield "held", (0, config.max_rounds)


def _ground(config: OverseerConfig, plan: Plan, on_field: np.ndarray) -> Fields:
    yield from bounds_of_field(plan.field, plan.radius, on_field, config.rules.ground, plan.pieces)
    yield "barriers", None
    yield "goal", (NOBODY, plan.field.cells - 1)
    yield "waiting", (0, disc_size(plan.radius) - 1)
    yield "num_waiting", (0, disc_size(plan.radius))


def _pieces(plan: Plan, rules: np.void) -> Fields:
    """Yield the ranges of pieces: leaders first, then Underlings, then what is left of the room."""
    i, units = np.arange(plan.pieces), plan.sides * plan.slots
    men, there = (i >= units) & (i < rules["pieces"]), i < rules["pieces"]
    there[:units] = rules["present"].astype(bool)
    models = np.where(men, rules["squad"], there.astype(int))
    sides = np.where(i < units, i // plan.slots, NOBODY)
    homes = np.where(men, rules["squad_home"], np.where(there, i, NOBODY))
    yield "side", (np.where(there, sides, NOBODY), np.where(men, plan.sides - 1, np.where(there, sides, NOBODY)))
    yield "place", (NOBODY, np.where(there, plan.field.cells - 1, NOBODY))
    yield "home", (homes, homes)
    yield "models", (0, models)
    yield "group", (NO_GROUP, np.where(men, units - 1, NO_GROUP))
    yield from dict.fromkeys(("roll", "near", "nearest"), (NOBODY, plan.pieces - 1)).items()
    yield "enrolled", (0, plan.most)


def _units(plan: Plan, rules: np.void) -> Fields:
    units, present = plan.sides * plan.slots, rules["present"].astype(bool)
    yield "fate", (np.where(present, 0, ABSENT), np.where(present, len(FATE_NAMES) - 2, ABSENT))
    yield "wounds", (0, np.where(present, rules["lead_wounds"], 0))
    yield from dict.fromkeys(("us", "lost", "in_touch"), (0, MOST_MODELS)).items()
    yield from dict.fromkeys(("specialist", "front"), (NOBODY, plan.pieces - 1)).items()
    yield from dict.fromkeys(("kept_cover", "cover"), (0, HEAVY_COVER)).items()
    yield from dict.fromkeys(("aim", "halved"), (0, 2)).items()
    yield from dict.fromkeys(("marked", "shocked_by", "prey", "attacker", "targets"), (NOBODY, units - 1)).items()
    yield from dict.fromkeys(("feared", "touch", "queue"), (0, 2**units - 1)).items()
    yield "shock", (0, len(SHOCK_NAMES) - 1)
    yield "shock_left", (0, 5)


def _carried(config: OverseerConfig, plan: Plan) -> Fields:
    """Yield the ranges of what a turn, a move and an attack know of themselves."""
    yield "command", (0, NUM_PARTS - 1)
    yield "moving", (-1, NUM_PARTS - 1)
    yield "phase", (0, 3)
    yield "attack", (0, len(ATTACK_NAMES) - 1)
    yield "weapon", (NOBODY, len(weapon_names(config.rules)) - 1)
    yield "num_targets", (0, 4)
    yield "target", (0, 4)
    yield from dict.fromkeys(("hits_on", "hits"), (0, MOST_MODELS)).items()
    yield "needed", (-MOST_NEEDED, MOST_NEEDED)
    yield "rolled", (0, 100)
    yield "called_body", (-1, len(BODIES) - 1)
    yield "body_hits", (NOT_ALLOTTED, MOST_MODELS)
    yield "damage", (NOT_ROLLED, MOST_DAMAGE)
    yield "team_damage", (0, 127)
    yield "step", (0, STEP_END)
