"""Saved states of random games, with bytes changed: each is refused, or played on."""

from random import Random
from typing import Any

import numpy as np

from tests.breaking.mutations import mutated_bytes
from tests.breaking.positions import GAMES, opened, play_on, shares
from tests.breaking.tally import Tally
from tests.scenarios import Scenario, play, play_parallel


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Go to damaged states of every configuration of a game, and play on from those that are accepted."""
    for scenario, share in shares(game, inputs):
        attack_scenario(scenario, share, seed, tally)


def attack_scenario(scenario: Scenario, inputs: int, seed: int, tally: Tally) -> None:
    """Go to damaged states of one configuration, and play on from those that are accepted."""
    random = Random(f"states {scenario.name} {seed}")
    env = opened(scenario)
    saved = saved_states(env, seed)
    signature = saved[0].index(b";") + 1
    offset, size = field_spans(env, signature)
    for number in range(inputs):
        begin = random.choice((0, signature, signature, offset[random.randrange(size)]))
        state = mutated_bytes(random.choice(saved), random, begin)
        with tally.trying(state):
            env.unwrapped.set_state(state)
            play_on(env, number)


def saved_states(env: Any, seed: int) -> list[bytes]:
    """Return saved states from all over some random games."""
    found = []
    for number in range(GAMES):
        inner = env.unwrapped
        plies = play(env, seed + number, 200) if inner.game.sequential else play_parallel(env, seed + number, 60)
        found += [inner.get_state() for at, _ in enumerate(plies) if at % 5 == 0 and inner.agents]
    return found


def field_spans(env: Any, begin: int) -> tuple[list[int], int]:
    """Return where each field of the game's record begins in a saved state, so that small ones are hit as often."""
    fields: Any = np.dtype(env.unwrapped.game.state).fields
    offsets = [begin + int(offset) for _, offset, *_ in fields.values()]
    return offsets, len(offsets)
