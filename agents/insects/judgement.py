"""What the bots of insects think of positions and moves: one set of features, a row of weights for each bot.

All features are public. A bot's weights say how much a space, a Den, an insect, a step towards foreign Dens, a kill and
a card of each kind are worth to it.
"""

import numpy as np

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import allowance, attack_at, defense_at, fight_initiative, stack_limit
from swarmzoo.envs.insects.cards import NUM_ATTRIBUTES, NUM_EVOLUTIONS
from swarmzoo.envs.insects.movement import can_enter
from swarmzoo.envs.insects.stacks import is_alone
from swarmzoo.envs.insects.state import CLASSES
from swarmzoo.envs.insects.terrain import DEN, GRASS, SAND

# Columns of the weights.
SPACE, DEN_HELD, INSECT, PULL, KILL, GUARD, GRASS_HELD, HELD_CARD, HELD_EVENT, TO_PLACE, EARLY, LATE, CARD = range(13)
NUM_WEIGHTS = CARD + NUM_EVOLUTIONS

# Columns of a decision's notes.
HERE, ONE_MORE, STEPS, PRIZES = range(4)
NOT_LOOKED_AT = -1.0

# fmt: off
_ROWS = {  # space den insect pull kill guard grass | card and event held, insect to place, early, late |
    # Init Att Def Mov Rep Sta Int | the seven optional kinds
    "greedy": [1.00, 3.00, 0.60, 0.20, 0.90, 0.10, 0.40, 0.30, 0.10, 0.40, 0.25, 0.00,
        0.50, 2.40, 1.20, 1.20, 1.50, 1.40, 1.80,
        0.40, 0.60, 0.50, 0.50, 0.40, 0.40, 0.70],
    "rusher": [0.40, 4.00, 0.50, 0.50, 1.40, 0.00, 0.00, 0.30, 0.30, 0.40, 1.00, 0.00,
        1.40, 1.80, 0.40, 2.00, 0.70, 0.70, 1.00,
        0.40, 0.90, 0.70, 0.50, 0.30, 0.30, 0.70],
    "breeder": [0.80, 3.00, 1.00, 0.30, 0.80, 0.10, 1.20, 0.30, 0.30, 0.40, 1.00, 0.00,
        0.30, 2.60, 0.90, 0.70, 2.80, 1.90, 1.60,
        0.30, 0.40, 0.40, 0.80, 0.30, 0.30, 0.70],
    "fortress": [0.70, 4.00, 0.80, 0.15, 0.60, 0.60, 0.30, 0.30, 0.30, 0.40, 0.00, 1.00,
        0.70, 1.60, 2.40, 0.60, 1.50, 2.00, 1.50,
        0.30, 0.30, 0.40, 0.40, 0.60, 0.60, 0.70],
    "runner": [1.40, 3.00, 0.50, 0.15, 0.60, 0.00, 0.30, 0.30, 0.30, 0.40, 1.00, 0.00,
        0.40, 2.60, 0.50, 1.80, 1.40, 0.90, 2.60,
        0.70, 0.60, 0.30, 0.50, 0.30, 0.30, 0.70],
    # found by lab.fitting.cross_entropy, from the rusher's weights
    "expert": [0.53, 3.68, 0.47, 0.33, 1.83, 0.02, 0.07, 0.16, 0.05, 0.40, 0.15, 0.00,
        2.32, 1.82, 0.87, 1.02, 0.89, 0.41, 1.26,
        0.27, 0.85, 0.64, 0.44, 0.29, 0.32, 0.79],
}
# fmt: on
NAMES = tuple(_ROWS)
# the numbers that float32 has, held as float64: compiled code and plain Python then add them up alike
WEIGHTS = np.array(list(_ROWS.values()), np.float32).astype(np.float64)
assert WEIGHTS.shape[1] == NUM_WEIGHTS and NUM_ATTRIBUTES == 7


@kernel
def enemies_at(s, p, x):
    """Count the insects of all others in a space."""
    total = 0
    for q in range(s.bugs.shape[0]):
        if q != p:
            total += int(s.bugs[q, x])
    return total


@kernel
def largest_enemy(s, p, x):
    """Return the other player with the largest stack in a space, or -1."""
    best, size = -1, 0
    for q in range(s.bugs.shape[0]):
        if q != p and s.bugs[q, x] > size:
            best, size = q, s.bugs[q, x]
    return best


@kernel
def new_notes(s, r, p):
    """Return empty notes for one decision, float64 (hexes + 1, 4): by space ``HERE``, ``ONE_MORE``, ``STEPS``.

    Nothing of a space is noted until it is looked at. Column ``PRIZES`` lists the Dens that the player does not hold
    alone, in its order, and -1.
    """
    notes, count = np.empty((r.num_hexes + 1, 4)), 0
    for h in range(r.num_hexes):
        notes[h, STEPS] = NOT_LOOKED_AT
        if s.terrain[h] == DEN and not (s.bugs[p, h] > 0 and is_alone(s, p, h)):
            notes[count, PRIZES] = h
            count += 1
    notes[count, PRIZES] = -1
    return notes


@kernel
def look_at(s, r, p, notes, x, w):
    """Note what a space is worth as it is and with one insect more, and its steps to the nearest prize, 0 if none."""
    if notes[x, STEPS] == NOT_LOOKED_AT:
        there, best, k = int(s.bugs[p, x]), 99, 0
        while notes[k, PRIZES] >= 0:
            best = min(best, int(r.distance[x, int(notes[k, PRIZES])]))
            k += 1
        notes[x, HERE] = space_worth(s, r, p, x, there, w)
        notes[x, ONE_MORE] = space_worth(s, r, p, x, there + 1, w)
        notes[x, STEPS] = best if best < 99 else 0


@kernel
def holding_worth(s, r, p, x, w):
    """Worth of holding a space alone: the space, its Den, its Grass."""
    worth = w[SPACE]
    if s.terrain[x] == DEN:
        worth += w[DEN_HELD]
    if s.terrain[x] == GRASS:
        worth += w[GRASS_HELD]
    return worth


@kernel
def stack_worth(s, r, p, x, count, w):
    """Worth of a stack's insects: those above the limit will be lost, and Sand takes one."""
    limit = stack_limit(s, r, p, x)
    kept = min(count, limit)
    worth = w[INSECT] * (kept + 0.15 * (count - kept))
    if s.terrain[x] == SAND and count > 0:
        worth -= w[INSECT] * r.sand_loss
    return worth


@kernel
def fight_worth(s, r, p, x, count, w):
    """Expected worth of a fight in a space, with a number of own insects there, against its largest enemy stack."""
    q = largest_enemy(s, p, x)
    if q < 0 or count == 0:
        return 0.0
    enemy = s.bugs[q, x]
    mine, theirs = fight_initiative(s, r, p), fight_initiative(s, r, q)
    hit, armour = attack_at(s, r, p, x), defense_at(s, r, q, x)
    harm, shell = attack_at(s, r, q, x), defense_at(s, r, p, x)
    if mine > theirs:
        kills = min(int(enemy), count * hit // armour)
        losses = min(count, (enemy - kills) * harm // shell)
    elif mine < theirs:
        losses = min(count, enemy * harm // shell)
        kills = min(int(enemy), (count - losses) * hit // armour)
    else:
        losses = min(count, enemy * harm // shell)
        kills = min(int(enemy), count * hit // armour)
    worth = w[KILL] * kills - w[INSECT] * losses
    if kills >= enemies_at(s, p, x) and losses < count:
        worth += holding_worth(s, r, p, x, w)
    return worth


@kernel
def guard_worth(s, r, p, x, count, w):
    """Worth of insects beside enemies: a fortress keeps strong stacks where it is threatened."""
    if w[GUARD] == 0.0:
        return 0.0
    threat = 0
    for direction in range(6):
        t = r.neighbours[x, direction]
        if t >= 0:
            threat = max(threat, enemies_at(s, p, t))
    return w[GUARD] * min(count, threat)


@kernel
def space_worth(s, r, p, x, count, w):
    """Worth of what a player has in a space, if it had a number of insects there."""
    if count == 0:
        return 0.0
    worth = stack_worth(s, r, p, x, count, w) + guard_worth(s, r, p, x, count, w)
    if enemies_at(s, p, x) == 0:
        return worth + holding_worth(s, r, p, x, w)
    return worth + fight_worth(s, r, p, x, count, w)


@kernel
def leaving(s, r, p, notes, x, count, w):
    """What a space is worth before and after a number of insects leaves it, and its steps to the nearest prize."""
    look_at(s, r, p, notes, x, w)
    return notes[x, HERE], space_worth(s, r, p, x, s.bugs[p, x] - count, w), notes[x, STEPS]


@kernel
def gain_of(before, after, count, closer, w):
    """Worth gained by a move: of both spaces, and of coming closer to a prize."""
    return after - before + w[PULL] * count * closer


@kernel
def gain_there(s, r, p, notes, t, count, before, after, steps, w):
    """Worth gained when a number of insects moves to a space from one beside it, of which ``leaving`` tells."""
    look_at(s, r, p, notes, t, w)
    before += notes[t, HERE]
    after += worth_with(s, r, p, notes, t, count, w)
    return gain_of(before, after, count, steps - notes[t, STEPS], w)


@kernel
def worth_with(s, r, p, notes, t, count, w):
    """What a space that was looked at would be worth with a number of insects more."""
    return notes[t, ONE_MORE] if count == 1 else space_worth(s, r, p, t, s.bugs[p, t] + count, w)


@kernel
def best_gain(s, r, p, notes, x, count, w):
    """The best gain of a group's next step from a space; -1000 if there is none."""
    return best_gain_of(s, r, p, notes, x, count, count, count, w)


@kernel
def best_gain_of(s, r, p, notes, x, one, two, three, w):
    """The best gain of the next step of any of three numbers of insects from a space; -1000 if there is none.

    What does not depend on the direction or on the number is worked out once.
    """
    best = -1000.0
    before, after_one, steps = leaving(s, r, p, notes, x, one, w)
    after_two = after_one if two == one else space_worth(s, r, p, x, s.bugs[p, x] - two, w)
    after_three = after_one if three == one else space_worth(s, r, p, x, s.bugs[p, x] - three, w)
    for direction in range(6):
        t = r.neighbours[x, direction]
        if can_enter(s, r, t):
            look_at(s, r, p, notes, t, w)
            stays, closer = before + notes[t, HERE], steps - notes[t, STEPS]
            goes = after_one + worth_with(s, r, p, notes, t, one, w)
            best = max(best, gain_of(stays, goes, one, closer, w))
            if two != one:
                goes = after_two + worth_with(s, r, p, notes, t, two, w)
                best = max(best, gain_of(stays, goes, two, closer, w))
            if three != one:
                goes = after_three + worth_with(s, r, p, notes, t, three, w)
                best = max(best, gain_of(stays, goes, three, closer, w))
    return best


@kernel
def group_movers(s, r):
    """Count the insects of the group in hand that can step on."""
    limit = allowance(s, r, s.at)
    total = 0
    for c in range(min(limit, CLASSES)):
        total += s.group[c]
    return total


@kernel
def card_worth(s, p, kind, w):
    """Worth of one more Evolution card in play: less, the more of its kind there are."""
    return w[CARD + kind] / (1.0 + 0.35 * s.in_play[p, kind])


@kernel
def cards_worth(s, p, w):
    """Worth of the cards in play and in the hand."""
    worth, evolutions = 0.0, 0
    for kind in range(NUM_EVOLUTIONS):
        evolutions += s.hand[p, kind]
        for copy in range(s.in_play[p, kind] + s.mimicked[p, kind]):
            worth += w[CARD + kind] / (1.0 + 0.35 * copy)
    return worth + w[HELD_CARD] * evolutions + w[HELD_EVENT] * (s.hand_size[p] - evolutions)
