"""Compiled entries for positions that Python puts together: an empty state, and the way back into play."""

from functools import cache
from typing import Any

from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.insects.attributes import count_effects
from swarmzoo.envs.insects.setup import clear
from swarmzoo.envs.insects.stacks import count_stacks
from swarmzoo.envs.insects.turn import rejoin


def _blank(states, seed):
    """Empty one state and seed its generator."""
    clear(states[0], seed)


def _rejoin(states, rules):
    """Count the effects in force and the stacks, then find who is asked and what is legal."""
    count_effects(states[0], rules[0])
    count_stacks(states[0])
    rejoin(states[0], rules[0])


@cache
def blank_entry() -> Any:
    """Return the compiled function (states (1,), seed) that empties a state."""
    return entry_point(_blank, "insects_blank", {})


@cache
def rejoin_entry() -> Any:
    """Return the compiled function (states (1,), rules (1,)) that makes a position ready for play."""
    return entry_point(_rejoin, "insects_rejoin", {})
