"""The game of warband, put together from its chapters."""

from functools import lru_cache, partial

import numpy as np

from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.skirmish.warband import determinize, observation, parts, turn, victory
from swarmzoo.envs.skirmish.warband.config import WarbandConfig
from swarmzoo.envs.skirmish.warband.plan import plan_of
from swarmzoo.envs.skirmish.warband.rules import rules_record, rules_signature
from swarmzoo.envs.skirmish.warband.state import state_dtype
from swarmzoo.envs.skirmish.warband.validity import WarbandValidity
from swarmzoo.envs.skirmish.warband.words.words import WarbandWords

VERSION = 0
ENCODING = 2

KERNELS = Kernels(
    reset=turn.TURNS.reset,
    acting=turn.TURNS.acting,
    legal=turn.TURNS.legal,
    step=turn.TURNS.step,
    observe=observation.observe,
    rewards=victory.rewards,
    determinize=determinize.determinize,
    survey=observation.survey,
    why_not=turn.TURNS.why_not,
    potential=victory.potential,
)


@lru_cache(maxsize=64)
def warband(config: WarbandConfig) -> Game:
    """Return the game of a configuration; equal configurations share one game."""
    plan = plan_of(config)
    rules = rules_record(config, plan)
    validity = WarbandValidity(config, plan, rules)
    names = tuple(f"warband_{side}" for side in range(config.warbands))
    layout = observation.layout(config.warbands, plan.slots, plan.radius)
    return Game(
        name="warband",
        version=VERSION,
        encoding=ENCODING,
        config=config,
        rules=rules,
        state=state_dtype(config.warbands, plan.slots, plan.cell_capacity, plan.radius, plan.actions.num_actions),
        agents=names,
        side_of_agent=tuple(range(config.warbands)),
        side_names=names,
        self_playing=(1,) if config.neutral_horde else (),
        actions=plan.actions,
        observation_layout=layout,
        observation_dtype=np.dtype(np.uint8),
        observation_high=np.full(layout[-1].stop, 255, np.uint8),
        overview_size=observation.survey_size(plan.field.columns, plan.field.rows, config.warbands, plan.slots),
        kernels=KERNELS,
        words=WarbandWords(config, plan, rules, validity),
        validity=validity,
        planes=partial(observation.planes, radius=plan.radius),
        board={
            "planes": observation.READ_PLANES,
            "rest": observation.readings(config.warbands, plan.slots),
            "per_side": observation.per_side(plan.slots),
        },
        rules_signature=rules_signature(config, plan.map_text),
        factory=warband,
        list_parts=parts.parts,
    )
