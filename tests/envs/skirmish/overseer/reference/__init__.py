"""A second engine for overseer: whole games, written from the rules' text in plain and slow Python.

It shares nothing with the kernels but the numbers of a configuration, the plain geometry of the other second engines,
and the stream of random numbers. ``compare`` plays a game in both and compares everything at every ply;
``python -m tests.reference --game overseer`` plays many.
"""

from tests.envs.skirmish.overseer.reference.pair import compare
from tests.envs.skirmish.overseer.reference.setups import SCENARIOS

__all__ = ["SCENARIOS", "compare"]
