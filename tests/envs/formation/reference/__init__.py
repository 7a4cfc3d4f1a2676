"""A second engine for formation, in plain and slow Python, written from the rules and not from the kernels.

It shares nothing with the compiled game but the dice. ``battle`` holds the state, ``turn`` the phases, each other file
a chapter of the rules. ``kernels`` reads the compiled game's states, ``comparing`` plays both side by side.
"""

from tests.envs.formation.reference.comparing import compare
from tests.envs.formation.reference.scenarios import SCENARIOS

__all__ = ["SCENARIOS", "compare"]
