"""A second engine for nova: whole games, written from the rules' text in plain and slow Python.

It shares nothing with the kernels but the data of a configuration, the plain geometry of the other second engines, and
the stream of random numbers. ``compare`` plays a game in both and compares everything at every ply;
``python -m tests.reference --game nova`` plays many.
"""

from tests.envs.skirmish.nova.reference.pair import compare
from tests.envs.skirmish.nova.reference.setups import SCENARIOS

__all__ = ["SCENARIOS", "compare"]
