"""Plans: what pieces have declared for a round, in which order, and what the order costs. [NOV-1, NOV-G6]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.actions import DODGE, DONE, DRAG, PARRY, RUN
from swarmzoo.envs.skirmish.nova.state import AT_NOTHING, LOST, PLANNED


@kernel
def clear_plan(s, i):
    """Let a piece have declared nothing."""
    s.full[i] = s.sprinting[i] = s.num_planned[i] = s.defended[i] = s.has_healed[i] = 0
    for k in range(s.plan_kind.shape[1]):
        clear_entry(s, i, k)


@kernel
def clear_entry(s, i, k):
    """Empty one place of a plan."""
    s.plan_kind[i, k], s.plan_what[i, k], s.plan_aim[i, k] = DONE, AT_NOTHING, NOBODY
    s.plan_mode[i, k] = s.plan_how[i, k] = s.plan_harder[i, k] = 0
    s.plan_fate[i, k] = PLANNED


@kernel
def order_penalty(s, i, k):
    """Return the dice that the order of actions costs the k-th: of n > 1 the first loses n. [NOV-G6, NOV-P7]

    In full defence every defence loses one more than the one before.
    """
    if s.full[i]:
        return int(s.defended[i])
    n = int(s.num_planned[i])
    return n + k if n > 1 else 0


@kernel
def is_defence(part):
    """Tell whether a kind of action is a defence that waits for an attack."""
    return part == DODGE or part == PARRY


@kernel
def is_move(part):
    """Tell whether a kind of action is a move."""
    return RUN <= part <= DRAG


@kernel
def plans_move(s, i, before):
    """Tell whether a piece has a move among the first so many of its plan, but for one that was lost."""
    for k in range(before):
        if is_move(s.plan_kind[i, k]) and s.plan_fate[i, k] != LOST:
            return True
    return False


@kernel
def plans(s, i, part):
    """Tell whether an action of a kind is in the plan of a piece, and not lost."""
    for k in range(s.num_planned[i]):
        if s.plan_kind[i, k] == part and s.plan_fate[i, k] != LOST:
            return True
    return False


@kernel
def num_planned_of(s, i, part, fate):
    """Return how many actions of a kind a piece has declared that are still to be done; TAKEN: or are done."""
    count = 0
    for k in range(s.num_planned[i]):
        count += s.plan_kind[i, k] == part and s.plan_fate[i, k] <= fate
    return count


@kernel
def plans_but(s, i, part):
    """Tell whether actions of another kind than one are in the plan of a piece."""
    for k in range(s.num_planned[i]):
        if s.plan_kind[i, k] != part:
            return True
    return False


@kernel
def next_planned(s, i):
    """Return the first action of a plan that is still to be carried out, defences left out, or NOBODY."""
    for k in range(s.num_planned[i]):
        if s.plan_fate[i, k] == PLANNED and not is_defence(s.plan_kind[i, k]):
            return k
    return NOBODY


@kernel
def lose_rest(s, i):
    """Let what a piece has declared and not yet done come to nothing, defences left out; return whether it was any."""
    any_lost = False
    for k in range(s.num_planned[i]):
        if s.plan_fate[i, k] == PLANNED and not is_defence(s.plan_kind[i, k]):
            s.plan_fate[i, k] = LOST
            any_lost = True
    return any_lost
