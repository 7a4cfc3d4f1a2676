"""The game of overseer, put together from its chapters."""

from functools import lru_cache, partial

import numpy as np

from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.skirmish.overseer import determinize, layout, observation, parts, survey, turn, victory
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.plan import plan_of
from swarmzoo.envs.skirmish.overseer.rules import rules_record, rules_signature
from swarmzoo.envs.skirmish.overseer.validity import OverseerValidity
from swarmzoo.envs.skirmish.overseer.words.words import OverseerWords

VERSION = 0
ENCODING = 1

KERNELS = Kernels(
    reset=turn.TURNS.reset,
    acting=turn.TURNS.acting,
    legal=turn.TURNS.legal,
    step=turn.TURNS.step,
    observe=observation.observe,
    rewards=victory.rewards,
    determinize=determinize.determinize,
    survey=survey.survey,
    why_not=turn.TURNS.why_not,
    potential=victory.potential,
)


@lru_cache(maxsize=64)
def overseer(config: OverseerConfig) -> Game:
    """Return the game of a configuration; equal configurations share one game."""
    plan = plan_of(config)
    rules = rules_record(config, plan)
    validity = OverseerValidity(config, plan, rules)
    parts_seen = layout.layout(plan.sides, plan.slots, plan.radius)
    return Game(
        name="overseer",
        version=VERSION,
        encoding=ENCODING,
        config=config,
        rules=rules,
        state=plan.dtype,
        agents=tuple(f"overseer_{agent}" for agent in range(len(plan.unit_of))),
        side_of_agent=tuple(u // plan.slots for u in plan.unit_of),
        side_names=tuple(f"side_{side}" for side in range(plan.sides)),
        actions=plan.actions,
        observation_layout=parts_seen,
        observation_dtype=np.dtype(np.uint8),
        observation_high=np.full(parts_seen[-1].stop, 255, np.uint8),
        overview_size=survey.survey_size(plan.field.columns, plan.field.rows, plan.sides, plan.slots),
        kernels=KERNELS,
        words=OverseerWords(config, plan, rules, validity),
        validity=validity,
        planes=partial(layout.planes, radius=plan.radius),
        board={
            "planes": layout.READ_PLANES,
            "rest": layout.readings(plan.sides, plan.slots),
            "per_side": layout.per_side(plan.slots),
        },
        rules_signature=rules_signature(config, plan.map_text),
        factory=overseer,
        list_parts=parts.parts,
    )
