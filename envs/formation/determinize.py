"""What a company cannot know, redrawn: the dice, and where hidden enemies lie. [FOR-P21]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.formation.bodies import enter, lift
from swarmzoo.envs.formation.dice import HIDEOUT, draw
from swarmzoo.envs.formation.observation import show_all
from swarmzoo.envs.formation.state import FIELD, NOBODY


@kernel
def determinize(s, r, side, seed):
    """Redraw the key of the dice, and the places of the hidden enemies among the hideouts that seem empty."""
    seed_rng(s.rng, seed)
    if not s.any_hidden:
        return
    wanted, room = 0, 0
    for i in range(r.num_soldiers):
        if s.hidden[i] and s.company[i] != side and s.fate[i] == FIELD:
            lift(s, r, i)
            s.label[i] = NOBODY
            wanted += 1
    for cell in range(r.cells):
        room += int(may_hide(s, r, cell))
    i = 0
    for cell in range(r.cells):
        if wanted > 0 and may_hide(s, r, cell):
            limit = (1 << 31) // room * room
            if draw(s, HIDEOUT, cell, 1, limit) % room < wanted:
                while not (s.hidden[i] and s.company[i] != side and s.fate[i] == FIELD and s.place[i] == NOBODY):
                    i += 1
                enter(s, r, i, cell)
                wanted -= 1
            room -= 1
    show_all(s, r)


@kernel
def may_hide(s, r, cell):
    """Tell whether somebody may lie hidden in a cell."""
    return r.hideout[cell] and s.occupant[cell] == NOBODY
