"""What a company cannot know, redrawn: the dice, and where hidden enemies lie. [FOR-P21]

A world is drawn from what the company knows and the seed alone, and is one that the game can come to.
"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.formation.bodies import enter, lift
from swarmzoo.envs.formation.dice import HIDEOUT, draw
from swarmzoo.envs.formation.legality import offer_all
from swarmzoo.envs.formation.missile import find_targets
from swarmzoo.envs.formation.observation import show_all
from swarmzoo.envs.formation.state import FIELD, NOBODY
from swarmzoo.envs.formation.terrain import NO_ENTRY

UNSEEN, HIDEOUTS, ANYWHERE = range(3)  # hideouts that no enemy is near; all hideouts; wherever one can stand


@kernel
def determinize(s, r, side, seed):
    """Redraw the key of the dice, the places of the hidden enemies among those that seem empty, and what follows."""
    seed_rng(s.rng, seed)
    if not s.any_hidden:
        return
    wanted = 0
    for i in range(r.num_soldiers):
        if is_unseen(s, i, side):
            lift(s, r, i)
            s.label[i] = NOBODY
            s.targets[i, :] = NOBODY
            wanted += 1
    if wanted > 0:
        hide_again(s, r, side, wanted)
        offer_again(s, r)
        show_all(s, r)
    forget_searches(s)


@kernel
def is_unseen(s, i, side):
    """Tell whether a soldier is one whom a company cannot see."""
    return s.hidden[i] and s.company[i] != side and s.fate[i] == FIELD


@kernel
def may_hide(s, r, i, cell, where):
    """Tell whether a soldier, who stands nowhere now, may lie hidden in a cell."""
    if s.occupant[cell] != NOBODY or s.terrain[cell] < 0 or r.cost[s.terrain[cell]] == NO_ENTRY:
        return False
    if where == ANYWHERE:
        return True
    return r.hideout[cell] and (where == HIDEOUTS or not is_found(s, r, i, cell))


@kernel
def is_found(s, r, i, cell):
    """Tell whether enemies would discover a soldier in a cell. [FOR-P21]"""
    s.place[i] = cell
    found = find_targets(s, r, i, 1 - s.company[i], 1, r.hidden_until, False, 1) > 0
    s.place[i] = NOBODY
    return found


@kernel
def num_places(s, r, i, where):
    """Count the cells where a soldier may lie hidden."""
    count = 0
    for cell in range(r.cells):
        count += may_hide(s, r, i, cell, where)
    return count


@kernel
def hide_again(s, r, side, wanted):
    """Scan the places where somebody may lie hidden, so that every choice of them is as likely."""
    i, where = next_unseen(s, side, 0), UNSEEN
    while where < ANYWHERE and num_places(s, r, i, where) < wanted:
        where += 1
    room = num_places(s, r, i, where)
    for cell in range(r.cells):
        if wanted > 0 and may_hide(s, r, i, cell, where):
            limit = (1 << 31) // room * room
            if draw(s, HIDEOUT, cell, 1, limit) % room < wanted:
                enter(s, r, i, cell)
                wanted -= 1
                if wanted > 0:
                    i = next_unseen(s, side, i + 1)
            room -= 1


@kernel
def next_unseen(s, side, i):
    """Return the first soldier from one on whom a company cannot see."""
    while not is_unseen(s, i, side):
        i += 1
    return i


@kernel
def offer_again(s, r):
    """Offer the choices of the stage from the new places. Bans that were lifted are not counted again."""
    if s.done:
        return
    red, blue = s.bans_lifted[0], s.bans_lifted[1]
    offer_all(s, r)
    s.asked[s.num_asked :] = 0
    s.bans_lifted[0], s.bans_lifted[1] = red, blue


@kernel
def forget_searches(s):
    """Empty what the last search for targets noted: it may have been one of the hidden who searched."""
    s.found[:] = 0
    s.near[:] = 0
    s.near_rank[:] = 0
