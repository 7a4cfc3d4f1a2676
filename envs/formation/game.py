"""The game of formation, put together from its chapters."""

from functools import lru_cache

import numpy as np

from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.formation import determinize, legality, masks, observation, parts, turn, victory
from swarmzoo.envs.formation.actions import ACTIONS
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.plan import plan_of
from swarmzoo.envs.formation.rules import rules_record, rules_signature
from swarmzoo.envs.formation.state import state_dtype
from swarmzoo.envs.formation.validity import FormationValidity
from swarmzoo.envs.formation.words.words import FormationWords

VERSION = 0
ENCODING = 2

KERNELS = Kernels(
    reset=turn.reset,
    acting=turn.acting,
    legal=masks.legal,
    step=turn.step,
    observe=observation.observe,
    rewards=victory.rewards,
    determinize=determinize.determinize,
    survey=observation.survey,
    why_not=legality.why_not,
    potential=victory.potential,
)


@lru_cache(maxsize=64)
def formation(config: FormationConfig) -> Game:
    """Return the game of a configuration; equal configurations share one game."""
    plan = plan_of(config)
    rules = rules_record(config, plan)
    layout = observation.layout(config.view)
    validity = FormationValidity(plan, rules)
    return Game(
        name="formation",
        version=VERSION,
        encoding=ENCODING,
        config=config,
        rules=rules,
        state=state_dtype(plan.soldier_capacity, plan.cell_capacity),
        agents=plan.names,
        agent_room=plan.soldier_capacity,
        side_of_agent=tuple(plan.company),
        side_names=("red", "blue"),
        actions=ACTIONS,
        observation_layout=layout,
        observation_dtype=np.dtype(np.uint8),
        observation_high=np.full(layout[-1].stop, 255, np.uint8),
        overview_size=observation.survey_size(plan.field.columns, plan.field.rows),
        kernels=KERNELS,
        validity=validity,
        words=FormationWords(config, plan, rules, validity),
        sequential=False,
        agents_leave=config.rules.when_out == "leaves",
        planes=observation.planes,
        board={"planes": observation.READ_PLANES, "rest": observation.READ_REST},
        rules_signature=rules_signature(config),
        factory=formation,
        list_parts=parts.parts,
    )
