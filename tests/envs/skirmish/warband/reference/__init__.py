"""A second engine for warband: whole games, written from the rules' text in plain and slow Python.

It shares nothing with the kernels but the numbers of a configuration and the stream of random numbers. ``compare``
plays a game in both and compares everything at every ply; ``python -m tests.reference --game warband`` plays many.
"""

from tests.envs.skirmish.warband.reference.pair import compare
from tests.envs.skirmish.warband.reference.setups import SCENARIOS

__all__ = ["SCENARIOS", "compare"]
