"""Rank: which hexes about an Overseer keep it. The barriers about it are noted as bits, so that lines cost little."""

from swarmzoo.envs.core.fields import distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import is_barrier, spot
from swarmzoo.envs.skirmish.battlefield.lines import BITS, OUTSIDE
from swarmzoo.envs.skirmish.battlefield.sight import is_barred


@kernel
def note_barriers(s, r, u):
    """Note in ``barriers`` which hexes about the leader of a unit nobody can enter: before ``is_in_rank`` is asked."""
    here, k = int(s.place[u]), 1
    odd, hexes = parity(r, here), min(1 + 3 * int(r.rank) * (int(r.rank) + 1), s.toll.shape[0])
    for word in range(s.barriers.shape[0]):
        bits = 0
        for bit in range(min(BITS, hexes - k)):
            bits |= int(is_barrier(s, here + r.disc[odd, 0, k])) << bit
            k += 1
        s.barriers[word] = bits


@kernel
def is_in_rank(s, r, u, cell):
    """Tell whether an Underling of a unit is in rank in a cell: everywhere if its side is free of rank.

    [OVR-4, OVR-H10]
    """
    if not r.whose_rank[r.side_of[u]]:
        return True
    here = int(s.place[u])
    if distance(r, cell, here) > r.rank:
        return False
    k = spot(r, here, 0, cell)
    if k == OUTSIDE or k >= s.toll.shape[0]:
        return not is_barred(s, r, cell, here)
    return is_line_free(s, r, k, 0) or is_line_free(s, r, k, 1)


@kernel
def is_line_free(s, r, k, nth):
    """Tell whether none of the barriers that were noted stands on one of the two lines to a hex of the disc."""
    for word in range((k - 1) // BITS + 1):  # hexes between count before it
        if r.lines[nth, word, k] & s.barriers[word]:
            return False
    return True
