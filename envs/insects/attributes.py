"""The seven attributes: base, cards in play, cards burnt, Event cards and terrain. [INS-2, INS-4, INS-17]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.cards import (
    ATTACK,
    DEFENSE,
    INITIATIVE,
    INTELLIGENCE,
    MIMIC,
    MOVEMENT,
    NUM_EVOLUTIONS,
    REPRODUCTION,
    REVULSION,
    STACK,
    WEBS,
)
from swarmzoo.envs.insects.stacks import is_alone
from swarmzoo.envs.insects.state import CLASSES
from swarmzoo.envs.insects.terrain import DEN, GRASS, MOUND, ROCKS, SLOPE


@kernel
def in_force(s, r, p, kind):
    """Count the effects of an Evolution kind in force for a player: played, mimicked or burnt. [INS-16, INS-S11]"""
    return s.force[p, kind]


@kernel
def count_effects(s, r):
    """Count the effects in force of every player again, after a card came, went or was burnt. [INS-16, INS-S11]"""
    for p in range(s.bugs.shape[0]):
        for kind in range(NUM_EVOLUTIONS):
            s.force[p, kind] = s.in_play[p, kind] + s.burnt[p, kind]
            if s.mimicked[p, kind] > 0 and (r.mimic_lasts or _original_in_play(s, kind)):
                s.force[p, kind] += s.mimicked[p, kind]


@kernel
def _original_in_play(s, kind):
    for q in range(s.bugs.shape[0]):
        if s.in_play[q, kind] > 0:
            return True
    return False


@kernel
def can_be_copied(s, r, kind):
    """Tell whether a Mimic could copy an Evolution kind: a card, or a Mimic in force, of any player is it. [INS-S11]"""
    return kind != MIMIC and num_to_copy(s, r, kind) > 0


@kernel
def num_to_copy(s, r, kind):
    """Count the cards in play that are, or count for good as, a kind. [INS-S11, INS-P14]"""
    total = 0
    for q in range(s.bugs.shape[0]):
        total += s.in_play[q, kind]
        if r.mimic_lasts:
            total += s.mimicked[q, kind]
    return total


@kernel
def anything_to_copy(s, r):
    """Tell whether any Evolution is in force for a Mimic to copy. [INS-S11]"""
    for kind in range(NUM_EVOLUTIONS - 1):
        if can_be_copied(s, r, kind):
            return True
    return False


@kernel
def attribute(s, r, p, kind):
    """Return an attribute of a swarm by its base and Evolution cards. [INS-4, INS-17]"""
    return r.base_value[kind] + r.per_card[kind] * in_force(s, r, p, kind)


@kernel
def bid_initiative(s, r, p):
    """Initiative in a Round Bid, Latency counted. [INS-8, INS-V6]"""
    return attribute(s, r, p, INITIATIVE) + s.latency[p]


@kernel
def intelligence(s, r, p):
    """Stacks that may be moved, Migration counted in the active player's own turn. [INS-4, INS-V4]"""
    return attribute(s, r, p, INTELLIGENCE) + (s.migration if p == s.active else 0)


@kernel
def movement(s, r, p):
    """Spaces an insect of the swarm may move; Dormancy overrides all cards. [INS-4, INS-E15, INS-S40]"""
    if s.dormant[p]:
        return r.dormancy_movement
    return attribute(s, r, p, MOVEMENT)


@kernel
def allowance(s, r, h):
    """Spaces that insects of the active player may move in all, seen from space h: Webs are read there. [INS-E6]

    Energy Burst counts for the group in hand. At most 13 spaces are counted. [INS-V3, INS-S20, INS-S21]
    """
    value = movement(s, r, s.active)
    webs = enemy_effects_near(s, r, s.active, h, WEBS)
    if webs > 0:
        value = min(value, max(value - webs * r.webs_movement_loss, r.webs_minimum))
    return min(value + s.burst, CLASSES - 1)


@kernel
def stack_limit(s, r, p, h):
    """The limit of a player's stack in a space: cards, Den, Slope and Revulsion. [INS-2.6, INS-2.8, INS-E5]"""
    value = attribute(s, r, p, STACK)
    if s.terrain[h] == DEN:
        value += r.den_stack
    if s.terrain[h] == SLOPE:
        value = min(value, max(value - r.slope_stack_loss, r.stack_minimum))
    revulsion = enemy_effects_near(s, r, p, h, REVULSION)
    if revulsion > 0:
        value = min(value, max(value - revulsion * r.revulsion_stack_loss, r.revulsion_minimum))
    return value


@kernel
def enemy_effects_near(s, r, p, h, kind):
    """Count the effects of a kind in force for enemies with a stack in the space or beside it. [INS-E5, INS-E6]"""
    total = 0
    for q in range(s.bugs.shape[0]):
        if q != p:
            count = in_force(s, r, q, kind)
            if count > 0 and is_near(s, r, q, h):
                total += count
    return total


@kernel
def is_near(s, r, p, h):
    """Tell whether a player has a stack in a space or in one beside it."""
    if s.bugs[p, h] > 0:
        return True
    for direction in range(6):
        t = r.neighbours[h, direction]
        if t >= 0 and s.bugs[p, t] > 0:
            return True
    return False


@kernel
def attack_at(s, r, p, h):
    """Damage of one insect in a fight: cards, Rocks, Feeding Frenzy. [INS-2.4, INS-V1, INS-S29]"""
    return attribute(s, r, p, ATTACK) + s.frenzy[p] + (r.rocks_attack if s.terrain[h] == ROCKS else 0)


@kernel
def defense_at(s, r, p, h):
    """Damage that kills one insect in a fight: cards or Molt, then the Mound. [INS-2.3, INS-E14, INS-S40]"""
    value = r.molt_defense if s.molt[p] else attribute(s, r, p, DEFENSE)
    return value + (r.mound_defense if s.terrain[h] == MOUND else 0)


@kernel
def fight_initiative(s, r, p):
    """Initiative of a player's stack in a fight, Rush counted. [INS-13, INS-P12, INS-V5]"""
    return attribute(s, r, p, INITIATIVE) + s.rush[p]


@kernel
def reproduction(s, r, p):
    """New insects of a turn: cards, and each Grass space occupied. [INS-2.2, INS-11, INS-P6]"""
    value = attribute(s, r, p, REPRODUCTION)
    for h in range(r.num_hexes):
        if s.bugs[p, h] > 0 and s.terrain[h] == GRASS and (r.grass_contested or is_alone(s, p, h)):
            value += r.grass_reproduction
    return value


@kernel
def hand_maximum(s, r, p):
    """Cards a hand may hold after the Evolution Phase. [INS-10]"""
    return r.hand_limit + attribute(s, r, p, INTELLIGENCE)
