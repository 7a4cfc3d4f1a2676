"""The game of insects, put together from its chapters."""

from functools import lru_cache

import numpy as np

from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.insects import determinize, layout, observation, parts, survey, turn, victory
from swarmzoo.envs.insects.actions import action_space
from swarmzoo.envs.insects.board import board_of
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.rules import rules_record, rules_signature
from swarmzoo.envs.insects.state import state_dtype
from swarmzoo.envs.insects.validity import InsectsValidity
from swarmzoo.envs.insects.words.words import InsectsWords

VERSION = 0
ENCODING = 3

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
def insects(config: InsectsConfig) -> Game:
    """Return the game of a configuration; equal configurations share one game."""
    board = board_of(config)
    players, capacity = config.players, board.capacity
    rules = rules_record(config, board)
    shown = layout.layout(capacity, players)
    validity = InsectsValidity(config, board, rules)
    return Game(
        name="insects",
        version=VERSION,
        encoding=ENCODING,
        config=config,
        rules=rules,
        state=state_dtype(capacity, players),
        agents=tuple(f"swarm_{seat}" for seat in range(players)),
        side_of_agent=tuple(range(players)),
        side_names=tuple(f"swarm_{seat}" for seat in range(players)),
        actions=action_space(capacity, players),
        observation_layout=shown,
        observation_dtype=np.dtype(np.uint8),
        observation_high=np.full(shown[-1].stop, 255, np.uint8),
        overview_size=survey.survey_size(capacity, players),
        kernels=KERNELS,
        words=InsectsWords(config, board, rules, validity),
        validity=validity,
        board={
            "hexes": np.array(board.hexes),
            "neighbours": board.neighbours,
            "selected_plane": layout.num_planes(players) - len(layout.MARKS) + layout.SELECTED_MARK,
            **layout.readings(capacity, players),
        },
        rules_signature=rules_signature(config),
        factory=insects,
        list_parts=parts.parts,
    )
