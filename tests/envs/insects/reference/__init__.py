"""A whole second engine of insects, written from the text of the rules in slow and plain Python.

It shares nothing with the kernels but the numbers of the configuration and the random draws. One file a chapter; a
game is a coroutine (``whole_game``) that asks and is answered. ``reading`` puts states of the kernels beside it,
``comparing`` plays games on both sides, ``scenarios`` says which.
"""

from tests.envs.insects.reference.comparing import played
from tests.envs.insects.reference.scenarios import DRAWN, LARGER, scenario
from tests.envs.insects.reference.scenarios import SCENARIOS as SMALLER

SCENARIOS = (*SMALLER, *LARGER, DRAWN)


def compare(seed: int, name: str) -> int:
    """Play a game of a scenario on both sides; return the decisions compared, or raise with the first difference."""
    return played(seed, scenario(name, seed)).decisions
