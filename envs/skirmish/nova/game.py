"""The game of nova, put together from its chapters."""

from functools import lru_cache, partial

import numpy as np

from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.skirmish.nova import determinize, layout, observation, parts, survey, turn, victory
from swarmzoo.envs.skirmish.nova.config import MOST_AGENTS, NovaConfig
from swarmzoo.envs.skirmish.nova.plan import plan_of
from swarmzoo.envs.skirmish.nova.rules import rules_record, rules_signature
from swarmzoo.envs.skirmish.nova.state import MOST_THINGS
from swarmzoo.envs.skirmish.nova.validity import NovaValidity
from swarmzoo.envs.skirmish.nova.words.words import NovaWords

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
def nova(config: NovaConfig) -> Game:
    """Return the game of a configuration; equal configurations share one game."""
    plan = plan_of(config)
    rules = rules_record(config, plan)
    validity = NovaValidity(config, plan, rules)
    parts_seen = layout.layout(plan.sides, plan.slots, plan.radius)
    return Game(
        name="nova",
        version=VERSION,
        encoding=ENCODING,
        config=config,
        rules=rules,
        state=plan.dtype,
        agents=tuple(f"nova_{agent}" for agent in range(len(plan.piece_of))),
        side_of_agent=tuple(i // plan.slots for i in plan.piece_of),
        side_names=tuple(f"side_{side}" for side in range(plan.sides)),
        actions=plan.actions,
        agent_room=MOST_AGENTS,
        observation_layout=parts_seen,
        observation_dtype=np.dtype(np.uint8),
        observation_high=np.full(parts_seen[-1].stop, 255, np.uint8),
        overview_size=survey.survey_size(plan.field.columns, plan.field.rows, plan.pieces, MOST_THINGS),
        kernels=KERNELS,
        words=NovaWords(config, plan, rules, validity),
        validity=validity,
        planes=partial(layout.planes, radius=plan.radius),
        board={
            "planes": layout.READ_PLANES,
            "rest": layout.readings(plan.sides, plan.slots),
            "per_side": layout.per_side(plan.slots),
        },
        rules_signature=rules_signature(config, plan.map_text),
        factory=nova,
        list_parts=parts.parts,
    )
