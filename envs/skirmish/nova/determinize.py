"""What a side cannot know, redrawn: the generator, and so all dice to come. [OVR-A1]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import seed_rng


@kernel
def determinize(s, r, side, seed):
    """Redraw the generator."""
    seed_rng(s.rng, seed)
