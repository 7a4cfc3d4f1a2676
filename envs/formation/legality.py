"""What is legal: one function that returns a reason, and the choices of everybody made from it. [FOR-G4]"""

from swarmzoo.envs.core.bans import BANNED
from swarmzoo.envs.core.fields import neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.actions import (
    AIM,
    CHARGE,
    DEFEND,
    EVADE,
    FACE_LEFT,
    FACE_RIGHT,
    FORM_UP,
    KEEP,
    LEAVE,
    MOST_TARGETS,
    NUM_ACTIONS,
    STAY,
    STEP,
    STRIKE,
    VOLLEY,
)
from swarmzoo.envs.formation.attributes import is_engaged
from swarmzoo.envs.formation.bodies import is_able
from swarmzoo.envs.formation.melee import find_strikes
from swarmzoo.envs.formation.missile import MOVERS, can_shoot, find_shots, mark_near
from swarmzoo.envs.formation.movement import absolute, cost_of, may_move
from swarmzoo.envs.formation.reasons import (
    CANNOT_CHOOSE,
    CANNOT_MOVE,
    EDGE,
    GAME_IS_OVER,
    IN_MELEE,
    LEGAL,
    NO_ACTION_LEFT,
    NO_BOW,
    NO_COMBAT,
    NO_ENEMY_NEAR,
    NO_ENTRY_THERE,
    NO_FORMATIONS,
    NO_SQUAD,
    NO_SUCH_ACTION,
    NO_TARGET,
    NO_WEAPON,
    NOT_A_MEMBER,
    NOT_NOW,
    ONLY_STRAIGHT,
    OUT_OF_THE_FIELD,
    TAKEN,
    TOO_FEW_POINTS,
)
from swarmzoo.envs.formation.state import (
    FIELD,
    MANOEUVRE,
    MELEE,
    MISSILE,
    NOBODY,
    ORDERS,
    PASSIVE_MELEE,
    PASSIVE_MISSILE,
    REACTION,
    SHORT_MOVE,
    STEPS,
)
from swarmzoo.envs.formation.terrain import NO_ENTRY, OFF


@kernel
def why_not(s, r, i, action):
    """Tell why an action is not legal for a soldier; 0 if it is."""
    if action < 0 or action >= NUM_ACTIONS:
        return NO_SUCH_ACTION
    return BANNED if s.withheld[i] >> action & 1 else refusal(s, r, i, action)


@kernel
def refusal(s, r, i, action):
    """Tell why the rules do not allow an action; 0 if they do."""
    if s.done:
        return GAME_IS_OVER
    if action == STAY:
        return LEGAL
    if i >= r.num_soldiers or s.fate[i] != FIELD:
        return OUT_OF_THE_FIELD
    if s.panicked[i] or s.berserk[i] or s.dazed[i]:
        return CANNOT_CHOOSE
    if s.stage == ORDERS:
        return why_no_order(s, r, i, action)
    if s.stage == STEPS:
        return why_no_step(s, r, i, action)
    if s.stage == SHORT_MOVE or s.stage == MANOEUVRE:
        return why_no_short_move(s, r, i, action)
    if s.stage == REACTION:
        return why_no_short_move(s, r, i, action) if action < VOLLEY else why_no_shot(s, r, i, action)
    if s.stage == MISSILE or s.stage == PASSIVE_MISSILE:
        return why_no_shot(s, r, i, action)
    return why_no_blow(s, r, i, action)


@kernel
def why_no_order(s, r, i, action):
    """Tell why an order cannot be given. [FOR-6, FOR-8, FOR-9]"""
    if s.company[i] != s.active:
        return NOT_NOW
    kind = s.kind[i]
    if action == FORM_UP:
        if not r.formations >> s.company[i] & 1:
            return NO_FORMATIONS
        if not r.kind_has_combat[kind]:
            return NO_COMBAT
        return NO_SQUAD if s.squad_size[s.squad[i]] < r.least_members else LEGAL
    if action == LEAVE:
        return LEGAL if s.formation[i] != NOBODY else NOT_A_MEMBER
    if action == EVADE:
        return LEGAL if s.complex_left[i] else CANNOT_MOVE
    if action == CHARGE:
        if r.kind_reach[kind] == 0:
            return NO_WEAPON
        return LEGAL if s.complex_left[i] else CANNOT_MOVE
    return NOT_NOW


@kernel
def why_no_step(s, r, i, action):
    """Tell why a soldier cannot move so in this Step. [FOR-16 to FOR-19]"""
    if s.company[i] != s.active or action > FACE_RIGHT:
        return NOT_NOW
    if not s.mobile[i]:
        return CANNOT_MOVE
    if action >= FACE_LEFT:
        if s.charging[i]:
            return ONLY_STRAIGHT
        return LEGAL if s.points[i] >= r.turn_cost else TOO_FEW_POINTS
    direction = direction_of(s, r, i, action)
    if s.charging[i] and direction != s.facing[i]:
        return ONLY_STRAIGHT
    cost = cost_of(s, r, i, direction, action >= KEEP)
    if cost < NO_ENTRY and cost > s.points[i]:
        return TOO_FEW_POINTS
    return why_no_way(s, r, i, direction, cost)


@kernel
def direction_of(s, r, i, action):
    """Return in which direction of the field a step goes."""
    return absolute(s, r, i, action - KEEP if action >= KEEP else action - STEP)


@kernel
def why_no_way(s, r, i, direction, cost):
    """Tell why a soldier cannot go into the next hex, which costs so much: NO_ENTRY where nobody can."""
    target = neighbour(r, s.place[i], direction)
    if cost >= NO_ENTRY:
        return EDGE if s.terrain[target] == OFF else NO_ENTRY_THERE
    return LEGAL if gives_way(s, i, s.occupant[target]) else TAKEN


@kernel
def why_no_short_move(s, r, i, action):
    """Tell why a soldier cannot make a Short Move. [FOR-P2, FOR-9, FOR-1, FOR-G7u]"""
    if action > FACE_RIGHT or not s.mobile[i]:
        return NOT_NOW
    if action >= FACE_LEFT:
        return LEGAL
    direction = direction_of(s, r, i, action)
    return why_no_way(s, r, i, direction, r.cost[s.terrain[neighbour(r, s.place[i], direction)]])


@kernel
def why_no_shot(s, r, i, action):
    """Tell why a soldier cannot shoot so. [FOR-G8a, FOR-G8b]"""
    if action < VOLLEY or action >= STRIKE or not shoots_now(s, i):
        return NOT_NOW
    if r.kind_bow_damage[s.kind[i]] < 0 or not s.loaded[i]:
        return NO_BOW
    if is_engaged(s, r, i):
        return IN_MELEE
    aims = action >= AIM
    if s.stage == REACTION:
        if aims:
            return NOT_NOW
        if s.quick[i] < 1:
            return NO_ACTION_LEFT
    elif not s.complex_left[i] and (aims or s.quick[i] < 1):
        return NO_ACTION_LEFT
    return LEGAL if s.choices[i] >> action & 1 else NO_TARGET


@kernel
def shoots_now(s, i):
    """Tell whether it is a soldier's company's moment to shoot."""
    if s.stage == MISSILE:
        return s.company[i] == s.active
    return s.company[i] != s.active


@kernel
def why_no_blow(s, r, i, action):
    """Tell why a soldier cannot strike or defend so. [FOR-G7t]"""
    if action < STRIKE or (s.stage == MELEE) != (s.company[i] == s.active):
        return NOT_NOW
    if not s.melee_left[i]:
        return NO_ACTION_LEFT
    if s.choices[i] >> action & 1:
        return LEGAL
    if action == DEFEND:
        return NO_ENEMY_NEAR
    return NO_WEAPON if r.kind_reach[s.kind[i]] == 0 else NO_TARGET


# Choices, a bit for each legal action, made once for everybody in every env step


@kernel
def offer(s, r, i, bits):
    """Give a soldier its choices, without what is banned; staying is always one more."""
    if bits:
        s.choices[i] = bits | 1
        if r.has_bans[s.company[i]] and not r.by_orders:  # those are about orders
            withhold(s, r, i)
        s.asked[s.num_asked] = i
        s.num_asked += 1
        s.num_free += has_choice(s, i)


@kernel
def withhold(s, r, i):
    """Take what is banned out of a soldier's choices; a ban that would leave none does not hold, and is counted."""
    company, bits = s.company[i], 0
    for action in range(NUM_ACTIONS):
        if r.banned[company, action]:
            bits |= 1 << action
    bits &= s.choices[i]
    if bits == s.choices[i]:
        s.bans_lifted[company] += 1
    else:
        s.withheld[i] = bits
        s.choices[i] &= ~bits


@kernel
def has_choice(s, i):
    """Tell whether a soldier has two choices or more."""
    return s.choices[i] & (s.choices[i] - 1) != 0


@kernel
def first_of(bits):
    """Return the first action that has a bit."""
    action = 0
    while not bits >> action & 1:
        action += 1
    return action


@kernel
def offer_nothing(s):
    """Leave everybody nothing but to stay."""
    for k in range(s.num_asked):
        s.choices[s.asked[k]], s.withheld[s.asked[k]] = 1, 0
    s.num_asked = s.num_free = 0
    for i in range(s.offered_at.shape[0]):
        s.offered_at[i] = 0


@kernel
def offer_all(s, r):
    """Give everybody the choices of the stage, and list in ``asked`` who has one besides to stay."""
    offer_nothing(s)
    if s.stage == ORDERS:
        offer_orders(s, r)
    elif s.stage == STEPS:
        offer_steps(s, r)
    elif s.stage == SHORT_MOVE or s.stage == MANOEUVRE:
        offer_short_moves(s, r)
    elif s.stage == REACTION:
        offer_reactions(s, r)
    elif s.stage == MISSILE or s.stage == PASSIVE_MISSILE:
        offer_shots(s, r)
    elif s.stage == MELEE or s.stage == PASSIVE_MELEE:
        offer_blows(s, r)
    count_offers(s)


@kernel
def offered_bits(s, i):
    """Return a bit for each target that a soldier may shoot or strike at now."""
    choices = s.choices[i]
    return (choices >> VOLLEY | choices >> AIM | choices >> STRIKE) & ((1 << MOST_TARGETS) - 1)


@kernel
def count_offers(s):
    """Count for everybody who may shoot or strike at it in this env step."""
    for k in range(s.num_asked):
        i = s.asked[k]
        bits = offered_bits(s, i)
        for nth in range(MOST_TARGETS):
            if bits >> nth & 1:
                s.offered_at[s.targets[i, nth]] += 1


@kernel
def offer_orders(s, r):
    """Offer to form up, leave, evade and charge. [FOR-9]"""
    for i in range(r.num_soldiers):
        if s.company[i] == s.active and is_able(s, i):
            bits = 0
            for action in range(FORM_UP, CHARGE + 1):
                bits |= int(why_no_order(s, r, i, action) == LEGAL) << action
            offer(s, r, i, bits)


@kernel
def offer_steps(s, r):
    """Offer steps to all who may move in this Step. [FOR-16]"""
    for i in range(r.num_soldiers):
        s.mobile[i] = may_move(s, r, i)
    for i in range(r.num_soldiers):
        if s.mobile[i]:
            offer(s, r, i, steps(s, r, i))


@kernel
def steps(s, r, i):
    """Return the bits of the moves a mobile soldier can make in a Step: all that ``why_no_step`` allows."""
    points, charging = s.points[i], s.charging[i]
    bits = 0
    for way in range(6):
        direction = absolute(s, r, i, way)
        if charging and direction != s.facing[i]:
            continue
        cost = cost_of(s, r, i, direction, False)
        if cost <= points and gives_way(s, i, s.occupant[neighbour(r, s.place[i], direction)]):
            bits |= 1 << (STEP + way)
            if direction == s.facing[i] or cost_of(s, r, i, direction, True) <= points:
                bits |= 1 << (KEEP + way)
    if not charging and points >= r.turn_cost:
        bits |= 1 << FACE_LEFT | 1 << FACE_RIGHT
    return bits


@kernel
def gives_way(s, i, other):
    """Tell whether who stands in a hex, if anybody is seen there, is a friend that may move too."""
    if other == NOBODY:
        return True
    if s.company[other] != s.company[i]:
        return s.hidden[other] != 0
    return s.mobile[other] != 0


@kernel
def offer_short_moves(s, r):
    """Offer a Short Move to those who form up, or who have fought. [FOR-9, FOR-G7u]"""
    for i in range(r.num_soldiers):
        s.mobile[i] = is_able(s, i) and (s.forming[i] if s.stage == SHORT_MOVE else s.fought[i])
    for i in range(r.num_soldiers):
        if s.mobile[i]:
            offer(s, r, i, short_moves(s, r, i))


@kernel
def short_moves(s, r, i):
    """Return the bits of the Short Moves a soldier can make."""
    bits = 0
    for action in range(STEP, FACE_RIGHT + 1):
        bits |= int(why_no_short_move(s, r, i, action) == LEGAL) << action
    return bits


@kernel
def offer_reactions(s, r):
    """Offer passive soldiers with a Quick Action to react to those who moved near them, or in range.

    [FOR-1, FOR-G6i]
    """
    if s.num_movers == 0:
        return
    for i in range(r.num_soldiers):
        s.mobile[i] = False
    mark_near(s, r, r.reaction_reach)
    for i in range(r.num_soldiers):
        if s.company[i] != s.active and s.quick[i] > 0 and s.fate[i] == FIELD:
            bits = short_moves(s, r, i) if s.mobile[i] else 0
            if can_shoot(s, r, i):
                bits |= offer_targets(s, i, find_shots(s, r, i, MOVERS)) << VOLLEY
            offer(s, r, i, bits)


@kernel
def offer_targets(s, i, count):
    """Keep the targets that were found for a soldier; return a bit for each."""
    for k in range(count):
        s.targets[i, k] = s.found[k]
    return (1 << count) - 1


@kernel
def offer_shots(s, r):
    """Offer a volley for a Quick or Complex Action, careful aim for a Complex one. [FOR-G4b, FOR-G4c, FOR-G8a]"""
    for i in range(r.num_soldiers):
        if shoots_now(s, i) and (s.quick[i] > 0 or s.complex_left[i]) and can_shoot(s, r, i):
            targets = offer_targets(s, i, find_shots(s, r, i, 1 - s.company[i]))
            bits = targets << VOLLEY
            if s.complex_left[i]:
                bits |= targets << AIM
            offer(s, r, i, bits)


@kernel
def offer_blows(s, r):
    """Offer to strike at who is in reach, and to defend where an enemy is near. [FOR-G7t, FOR-G4d]"""
    for i in range(r.num_soldiers):
        if (s.stage == MELEE) == (s.company[i] == s.active) and is_able(s, i) and s.melee_left[i]:
            targets = offer_targets(s, i, find_strikes(s, r, i, False))
            bits = targets << STRIKE
            if targets > 0 or s.zone[1 - s.company[i], s.place[i]] > 0:
                bits |= 1 << DEFEND
            offer(s, r, i, bits)
