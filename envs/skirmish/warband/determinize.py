"""What a warband cannot know, redrawn: the generator, and so dice and the order of the bag. [WAR-A1]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import seed_rng


@kernel
def determinize(s, r, side, seed):
    """Redraw the generator."""
    seed_rng(s.rng, seed)
