"""Masks: the choices of a soldier, spread from bits to bytes."""

from swarmzoo.envs.core.kernel import kernel


@kernel
def legal(s, r, i, mask):
    """Write 1 for every legal action of a soldier; staying alone for who has no choice, or is out."""
    bits = s.choices[i]
    for action in range(mask.shape[0]):
        mask[action] = bits >> action & 1
