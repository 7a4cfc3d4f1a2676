"""The Evolution Phase: one Evolution card into play, then the hand limit. [INS-10, INS-S8 to INS-S11]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import anything_to_copy, hand_maximum
from swarmzoo.envs.insects.cards import MIMIC, NUM_EVOLUTIONS
from swarmzoo.envs.insects.rules import MUST
from swarmzoo.envs.insects.state import EXCESS, REPRODUCTION_BEGIN


@kernel
def can_evolve(s, r, p, kind):
    """Tell whether a held Evolution card can be put into play; Mimic needs something to copy. [INS-10, INS-S11]"""
    return kind < NUM_EVOLUTIONS and s.hand[p, kind] > 0 and (kind != MIMIC or anything_to_copy(s, r))


@kernel
def may_skip_evolution(s, r, p):
    """Tell whether no card need be played: by the rule, or because none can be. [INS-10, INS-P7]"""
    if r.evolution_play != MUST:
        return True
    for kind in range(NUM_EVOLUTIONS):
        if can_evolve(s, r, p, kind):
            return False
    return True


@kernel
def check_hand(s, r, p):
    """Go on to the hand limit after the play, and to the next phase when the hand fits. [INS-10, INS-P7]"""
    s.stage = EXCESS if s.hand_size[p] > hand_maximum(s, r, p) else REPRODUCTION_BEGIN
