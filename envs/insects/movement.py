"""The Move Phase: groups, steps, picking up and dropping. [INS-12, INS-S15 to INS-S24]

``moved[h, c]`` counts the active player's insects in space h that moved c spaces this turn, without the group in hand;
``group[c]`` is that group, in space ``at``. Class SPENT has no move left this turn.
"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import allowance, in_force, intelligence
from swarmzoo.envs.insects.cards import BURROWING, WATERBUGS
from swarmzoo.envs.insects.events import GROUP_MOVED
from swarmzoo.envs.insects.rules import PHASE
from swarmzoo.envs.insects.stacks import change_stack, has_enemy
from swarmzoo.envs.insects.state import ATTACK_BEGIN, CLASSES, COUNT, DROP, GO, MOVE_CHOICES, PICK_UP, SPENT, STEP
from swarmzoo.envs.insects.terrain import MUD, ROOTS, WATER


@kernel
def begin_moves(s, r):
    """Begin the phase: no insect has moved, no Intelligence move is used. [INS-12]"""
    s.moves_made = 0
    s.moved[:] = 0
    for h in range(s.moved.shape[0]):
        s.moved[h, 0] = s.bugs[s.active, h]
    if not r.leave_contested:
        hold_contested(s, r)


@kernel
def hold_contested(s, r):
    """Under the house rule, stacks that begin in a contested space stay there. [INS-P12]"""
    for h in range(r.num_hexes):
        if s.bugs[s.active, h] > 0 and has_enemy(s, s.active, h):
            s.moved[h] = 0
            s.moved[h, SPENT] = s.bugs[s.active, h]


@kernel
def go_on_with_moves(s, r):
    """Begin Rampage's phase with the moves left of the first one: insects that were lost or gained since are counted.

    Those that moved most are lost first; those gained have not moved. [INS-P16]
    """
    for h in range(r.num_hexes):
        gained = int(s.bugs[s.active, h])
        for c in range(CLASSES):
            s.moved[h, c] = min(s.moved[h, c], gained)
            gained -= s.moved[h, c]
        s.moved[h, 0] += gained
    if not r.leave_contested:
        hold_contested(s, r)


@kernel
def end_move_phase(s, r):
    """End the phase, and with it what Event cards gave for it. [INS-5, INS-V4]"""
    s.burst = 0
    if r.migration_scope == PHASE:
        s.migration = 0
    s.stage = ATTACK_BEGIN


@kernel
def moves_left(s, r):
    """Count the Intelligence moves that are left. [INS-12]"""
    return max(0, intelligence(s, r, s.active) - s.moves_made)


@kernel
def can_enter(s, r, t):
    """Tell whether a space can be entered: no edge, and no Water unless with Waterbugs. [INS-2.5, INS-E1, INS-S22]"""
    if t < 0:
        return False
    return s.terrain[t] != WATER or not r.water_blocks or in_force(s, r, s.active, WATERBUGS) > 0


@kernel
def has_exit(s, r, h):
    """Tell whether some space beside a space can be entered."""
    for direction in range(6):
        if can_enter(s, r, r.neighbours[h, direction]):
            return True
    return False


@kernel
def num_movers(s, counts, limit):
    """Count insects that moved fewer spaces than the allowance."""
    total = 0
    for c in range(limit):
        total += counts[c]
    return total


@kernel
def can_pick(s, r, h):
    """Tell whether a stack can be picked: an insect with a move left, and a way out. [INS-12, INS-S16]"""
    if s.bugs[s.active, h] == 0:
        return False
    return num_movers(s, s.moved[h], allowance(s, r, h)) > 0 and has_exit(s, r, h)


@kernel
def pick_stack(s, r, h):
    """Pick a stack: one Intelligence move is used; then say who goes. [INS-12, INS-S16]"""
    s.at = h
    s.moves_made += 1
    s.move_begun = True
    s.steps = 0
    s.group[:] = 0
    begin_count(s, r, GO)


@kernel
def begin_count(s, r, purpose):
    """Ask, class by class of spaces moved, fewest first, how many insects go, are picked up or dropped. [INS-S17]"""
    s.stage = COUNT
    s.count_for = purpose
    s.counted = 0
    s.high_digit = -1
    s.count_class = next_class(s, r, 0)


@kernel
def countable(s, c):
    """Count the insects of a class that the present count is about."""
    return s.group[c] if s.count_for == DROP else s.moved[s.at, c]


@kernel
def next_class(s, r, first):
    """Return the next class with insects that have a move left, or CLASSES. [INS-S17]"""
    limit = allowance(s, r, s.at)
    for c in range(first, limit):
        if countable(s, c) > 0:
            return c
    return CLASSES


@kernel
def least_count(s, r):
    """The fewest of this class: one if nobody was named yet and no class follows. [INS-S17]"""
    last = next_class(s, r, s.count_class + 1) == CLASSES
    return 1 if last and s.counted == 0 else 0


@kernel
def most_count(s, r):
    """The most of this class: all, but one who can step on must stay in the group when dropping. [INS-S17]"""
    available = countable(s, s.count_class)
    last = next_class(s, r, s.count_class + 1) == CLASSES
    if s.count_for == DROP and last and num_movers(s, s.group, s.count_class) == 0:
        return available - 1
    return available


@kernel
def count_insects(s, r, count):
    """Take the answer for one class, and ask for the next or go on to the step. [INS-S17]"""
    c = s.count_class
    joining = -count if s.count_for == DROP else count
    s.group[c] += joining
    s.moved[s.at, c] -= joining
    s.counted += count
    s.high_digit = -1
    s.count_class = next_class(s, r, c + 1)
    if s.count_class == CLASSES:
        s.count_class = 0
        s.stage = STEP


@kernel
def can_step(s, r, direction):
    """Tell whether the group in hand can step in a direction. [INS-12]"""
    if not can_enter(s, r, r.neighbours[s.at, direction]):
        return False
    return num_movers(s, s.group, allowance(s, r, s.at)) > 0


@kernel
def can_step_at_all(s, r):
    """Tell whether the group in hand can step anywhere; a card may have robbed it of its movement. [INS-S16]"""
    return num_movers(s, s.group, allowance(s, r, s.at)) > 0 and has_exit(s, r, s.at)


@kernel
def can_step_on(s, r):
    """Tell whether the spaces around let a group go on from where it is."""
    return has_exit(s, r, s.at)


@kernel
def step_group(s, r, direction):
    """Move the group in hand one space; insects without a move left stay behind. [INS-12, INS-S18]"""
    origin, t = s.at, r.neighbours[s.at, direction]
    limit = allowance(s, r, origin)
    count = 0
    for c in range(CLASSES - 1, -1, -1):
        if c >= limit:
            s.moved[origin, c] += s.group[c]
        else:
            count += s.group[c]
            s.group[c + 1] = s.group[c]
        s.group[c] = 0
    change_stack(s, s.active, origin, -count)
    change_stack(s, s.active, t, count)
    s.at = t
    s.steps += 1
    s.may_drop, s.may_pick_up = r.pick_up_and_drop, r.pick_up_and_drop
    log_event(s, GROUP_MOVED, s.active, origin, t, count)
    if must_stop(s, r, t):
        spend_group(s)
        stop_group(s)


@kernel
def must_stop(s, r, t):
    """Tell whether a group that enters a space must stop: Mud, or enemies unless in Roots or with Burrowing. [INS-12]

    [INS-2.7, INS-2.9, INS-E2]
    """
    if s.terrain[t] == MUD and r.mud_stops:
        return True
    if not has_enemy(s, s.active, t):
        return False
    if s.terrain[t] == ROOTS and r.roots_let_pass:
        return False
    return in_force(s, r, s.active, BURROWING) == 0


@kernel
def spend_group(s):
    """Insects stopped by Mud or an enemy have no move left this turn. [INS-S19]"""
    for c in range(SPENT):
        s.group[SPENT] += s.group[c]
        s.group[c] = 0


@kernel
def stop_group(s):
    """Let go of the group in hand; Energy Burst ends with it. [INS-S20]"""
    for c in range(CLASSES):
        s.moved[s.at, c] += s.group[c]
        s.group[c] = 0
    s.burst = 0
    s.stage = MOVE_CHOICES


@kernel
def can_drop(s, r):
    """Tell whether the group may drop insects: once in a space entered, and somebody must step on. [INS-S15]"""
    if not s.may_drop or s.steps == 0 or not can_step_on(s, r):
        return False
    return num_movers(s, s.group, allowance(s, r, s.at)) >= 2


@kernel
def can_pick_up(s, r):
    """Tell whether the group may pick up insects: once in a space entered, those with moves left. [INS-S15, INS-P11]"""
    if not s.may_pick_up or s.steps == 0 or not can_step_on(s, r):
        return False
    return num_movers(s, s.moved[s.at], allowance(s, r, s.at)) > 0


@kernel
def drop(s, r):
    """Begin dropping insects. [INS-12]"""
    s.may_drop = False
    begin_count(s, r, DROP)


@kernel
def pick_up(s, r):
    """Begin picking up insects; each keeps its own count of spaces. [INS-12, INS-P11]"""
    s.may_pick_up = False
    begin_count(s, r, PICK_UP)
