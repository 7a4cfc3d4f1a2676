"""Aiming to knock somebody into something. [NOV-51]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.nova.reasons import NO_PUSH


@kernel
def why_no_through(s, r, i, part, j):
    """Say why an attack cannot be aimed to throw a piece into something behind it, or LEGAL. [NOV-51]"""
    return NO_PUSH
