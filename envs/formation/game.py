"""The game of formation, put together from its chapters."""

from functools import lru_cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.formation import determinize, legality, masks, observation, parts, turn, victory
from swarmzoo.envs.formation.actions import ACTIONS
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.orders import observation as squads_see
from swarmzoo.envs.formation.orders import squads
from swarmzoo.envs.formation.orders import turn as led
from swarmzoo.envs.formation.orders.book import ORDERS
from swarmzoo.envs.formation.plan import Plan, plan_of
from swarmzoo.envs.formation.rules import rules_record, rules_signature
from swarmzoo.envs.formation.state import BLUE, RED, state_dtype
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


LED_BY_ORDERS = Kernels(
    reset=led.reset,
    acting=squads.acting_squads,
    legal=squads.legal_orders,
    step=led.step,
    observe=squads_see.observe,
    rewards=squads.rewards_of_squads,
    determinize=led.redraw,
    survey=observation.survey,
    why_not=squads.why_no_command,
    potential=led.potential,
)


@lru_cache(maxsize=64)
def formation(config: FormationConfig) -> Game:
    """Return the game of a configuration; equal configurations share one game."""
    plan = plan_of(config)
    rules = rules_record(config, plan)
    validity = FormationValidity(plan, rules)
    return Game(
        name="formation",
        version=VERSION,
        encoding=ENCODING,
        config=config,
        rules=rules,
        side_names=("red", "blue"),
        observation_dtype=np.dtype(np.uint8),
        overview_size=observation.survey_size(plan.field.columns, plan.field.rows),
        validity=validity,
        words=FormationWords(config, plan, rules, validity),
        sequential=False,
        agents_leave=config.rules.when_out == "leaves",
        rules_signature=rules_signature(config),
        factory=formation,
        list_parts=parts.parts,
        **(_by_squads(config, plan) if config.control == "orders" else _by_soldiers(config, plan)),
    )


def _by_soldiers(config: FormationConfig, plan: Plan) -> dict[str, Any]:
    """Return what a game is where every soldier decides."""
    layout = observation.layout(config.view)
    return {
        "state": state_dtype(plan.soldier_capacity, plan.cell_capacity),
        "agents": plan.names,
        "agent_room": plan.soldier_capacity,
        "side_of_agent": tuple(plan.company),
        "actions": ACTIONS,
        "observation_layout": layout,
        "observation_high": np.full(layout[-1].stop, 255, np.uint8),
        "kernels": KERNELS,
        "planes": observation.planes,
        "board": {"planes": observation.READ_PLANES, "rest": observation.READ_REST},
    }


def _by_squads(config: FormationConfig, plan: Plan) -> dict[str, Any]:
    """Return what a game is where squads are given orders. [FOR-O1]"""
    layout, half = squads_see.layout(config.view), plan.num_squads // 2
    return {
        "state": state_dtype(plan.soldier_capacity, plan.cell_capacity, by_orders=True),
        "agents": plan.squad_names,
        "agent_room": plan.squad_room,
        "side_of_agent": (RED,) * half + (BLUE,) * half,
        "actions": ORDERS,
        "observation_layout": layout,
        "observation_high": np.full(layout[-1].stop, 255, np.uint8),
        "kernels": LED_BY_ORDERS,
        "planes": squads_see.planes,
        "board": {"planes": observation.READ_PLANES, "rest": squads_see.READ_REST},
    }
