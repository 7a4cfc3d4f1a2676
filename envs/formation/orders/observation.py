"""What a squad sees, as bytes, the same for every squad: a disc of hexes around its head, and what it knows. [FOR-O6]

The head is its leader, else whoever of it comes first by hex, row by row from the side of its company. The disc is
that of soldiers (``formation.observation``). Directions count clockwise from the front of the company.
"""

from functools import cache

import numpy as np

from swarmzoo.envs.core.fields import disc_size, distance, parity
from swarmzoo.envs.core.game import Slice
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.attributes import is_engaged
from swarmzoo.envs.formation.bodies import place_on_ring
from swarmzoo.envs.formation.config import ROLES
from swarmzoo.envs.formation.observation import NUM_PLANES, tie_to, way_to
from swarmzoo.envs.formation.orders.book import NUM_ORDERS
from swarmzoo.envs.formation.orders.squads import BOTH, company_of
from swarmzoo.envs.formation.state import FIELD, NOBODY, RED

OWN = (
    *(f"is a squad of {role}s" if role != "swordsman" else "is a squad of swordsmen" for role in ROLES),
    "leader in the field",
    "soldiers in the field",
    *("Dazed", "Wounded", "Panicked", "Berserk", "hidden", "in formation", "engaged", "with a loaded missile weapon"),
    "order in force",
    "Movement Points to the objective, at most 255",
    "direction of the objective, 1 to 6; 7 at it",
    "hexes to the middle of the enemy in sight of all, at most 255",
    "direction of the middle of the enemy, 1 to 6",
    "asked before the first turn",
    "own company is active",
    "turns left, at most 255",
    *("own company left, hundredths", "enemy company left, hundredths"),
    *("turns running that the own company was alone on the bridge", "the same of the enemy"),
)
NUM_OWN = (len(OWN) + 3) // 4 * 4
SQUAD = (  # of each of the nearest other squads of the company, and of the enemy's squads that are seen
    "hexes to its head, 0: no such squad",
    "direction of it, 1 to 6",
    "hexes clockwise from that direction",
    "role, 1 to 6",
    "soldiers seen in the field",
    "leader in the field 1, in formation 2, engaged 4",
    "Dazed, Panicked or Berserk",
    "order in force, of the own company",
)
FRIENDS, ENEMIES = 8, 12  # squads that are shown at most
READ_SQUAD = (
    *(("number", 16), ("category", 6), ("number", 4), ("category", len(ROLES)), ("number", 6), ("bits", 3)),
    *(("number", 6), ("category", NUM_ORDERS - 1)),
)
_SCALES = {"soldiers in the field": 6, "Movement Points to the objective, at most 255": 32} | {
    "hexes to the middle of the enemy in sight of all, at most 255": 16,
    "turns left, at most 255": 16,
    "own company left, hundredths": 100,
    "enemy company left, hundredths": 100,
}
READ_REST = (
    *(
        ("category", NUM_ORDERS - 1)
        if name == "order in force"
        else ("category", 7)
        if name.startswith("direction of")
        else ("number", _SCALES.get(name, 1))
        for name in (*OWN, *[""] * (NUM_OWN - len(OWN)))
    ),
    *READ_SQUAD * (FRIENDS + ENEMIES),
)


@cache
def layout(view: int) -> tuple[Slice, ...]:
    """Return the parts of an observation in their order."""
    disc = Slice("disc", 0, (disc_size(view), NUM_PLANES), "as soldiers see it: hexes ring by ring, clockwise")
    own = Slice("own", disc.stop, (NUM_OWN,), "whole numbers: see OWN; the last ones are 0")
    friends = Slice("friends", own.stop, (FRIENDS, len(SQUAD)), "whole numbers: see SQUAD; the nearest first")
    return (
        disc,
        own,
        friends,
        Slice("enemies", friends.stop, (ENEMIES, len(SQUAD)), "whole numbers: see SQUAD; the nearest first"),
    )


def planes(observations: np.ndarray) -> np.ndarray:
    """Return the discs of observations as planes, shape (..., planes, hexes)."""
    size = observations.shape[-1] - len(READ_REST)
    discs = observations[..., :size].reshape(*observations.shape[:-1], size // NUM_PLANES, NUM_PLANES)
    return np.moveaxis(discs, -1, -2)


@kernel
def head_of(s, r, q, company):
    """Return the head of a squad as a company sees it, or NOBODY: its leader, else the first by hex."""
    own, best, best_rank = company_of(r, q), NOBODY, 0
    for i in range(r.squad_start[q], r.squad_start[q + 1]):
        if s.fate[i] == FIELD and (own == company or not s.hidden[i]):
            if s.leads[i]:
                return i
            rank = int(s.place[i]) if own == RED else -int(s.place[i])
            if best == NOBODY or rank < best_rank:
                best, best_rank = i, rank
    return best


@kernel
def observe(s, r, q, out, again):
    """Write the observation of a squad: uint8, as in ``layout``; zeros where nobody is in the field. [FOR-O6]"""
    for k in range(out.shape[0]):
        out[k] = 0
    if q >= r.num_squads:
        return
    company = company_of(r, q)
    head = head_of(s, r, q, company)
    if head == NOBODY:
        return
    size = r.disc.shape[2] * NUM_PLANES
    write_disc(s, r, head, company, out)
    write_own(s, r, q, head, out[size:])
    write_squads(s, r, q, head, company, FRIENDS, out[size + NUM_OWN :])
    write_squads(s, r, q, head, 1 - company, ENEMIES, out[size + NUM_OWN + FRIENDS * 8 :])


@kernel
def write_disc(s, r, head, company, out):
    """Write the hexes around a head as its company sees them."""
    cell, words = int(s.place[head]), out.view(np.uint32)
    odd, hexes = parity(r, cell), r.disc.shape[2]
    for k in range(hexes):
        at = cell + r.disc[odd, company, k]
        for word in range(3):
            words[3 * k + word] = s.shown[company, at, word]
        if s.shown[company, at, 1] & 0xFFFF:
            out[12 * k + 6] = tie_to(s, r, head, int(s.occupant[at])) & ~8  # no targets are offered to a squad


@kernel
def write_own(s, r, q, head, row):
    """Write what a squad knows about itself, of time and of the companies."""
    company, cell = company_of(r, q), int(s.place[head])
    row[s.kind[r.squad_start[q]] >> 1] = 1
    for i in range(r.squad_start[q], r.squad_start[q + 1]):
        if s.fate[i] == FIELD:
            row[6] += s.leads[i]
            row[7] += 1
            row[8], row[9] = row[8] + s.dazed[i], row[9] + s.wounded[i]
            row[10], row[11] = row[10] + s.panicked[i], row[11] + s.berserk[i]
            row[12] += s.hidden[i]
            row[13] += s.formation[i] != NOBODY
            row[14] += is_engaged(s, r, i)
            row[15] += r.kind_bow_damage[s.kind[i]] >= 0 and s.loaded[i]
    row[16] = s.order[q]
    row[17] = min(max(int(s.way[company, cell]), 0), 255)
    row[18] = s.shown[company, cell, 0] >> 24
    if s.in_view[1 - company] > 0:
        row[19], row[20] = way_to(s, r, head, s.middle[1 - company, 0], s.middle[1 - company, 1])
    row[21], row[22] = s.asks == BOTH, company == s.active
    row[23] = min(max(r.max_turns - s.turn, 0), 255)
    for side in range(2):
        foe = int(side != company)
        row[24 + foe] = (s.in_field[side] + s.crossed[side]) * 100 // s.started[side]
        row[26 + foe] = min(s.holds[side], 255)


@kernel
def write_squads(s, r, q, head, side, most, rows):
    """Write the nearest squads of a company that are seen, but for the one that looks: see SQUAD."""
    company, here, last, count = company_of(r, q), int(s.place[head]), -1, 0
    while count < most:
        best, best_rank = NOBODY, 0
        for other in range(r.num_squads):
            if other != q and company_of(r, other) == side:
                there = head_of(s, r, other, company)
                if there != NOBODY:
                    rank = rank_of(r, here, r.front[company], int(s.place[there]))
                    if rank > last and (best == NOBODY or rank < best_rank):
                        best, best_rank = other, rank
        if best == NOBODY:
            return
        write_squad(s, r, best, company, here, rows[8 * count : 8 * count + 8])
        last = best_rank
        count += 1


@kernel
def rank_of(r, here, front, there):
    """Return a number by which places are sorted: nearest first, then clockwise from the front."""
    return distance(r, here, there) * 4096 + place_on_ring(r, here, front, there)


@kernel
def write_squad(s, r, q, company, here, row):
    """Write what a company sees of a squad from a hex."""
    there = int(s.place[head_of(s, r, q, company)])
    gap, place = distance(r, here, there), place_on_ring(r, here, r.front[company], there)
    row[0], row[1], row[2] = min(gap, 255), 1 + place // gap, place % gap
    row[3] = 1 + (s.kind[r.squad_start[q]] >> 1)
    for i in range(r.squad_start[q], r.squad_start[q + 1]):
        if s.fate[i] == FIELD and (s.company[i] == company or not s.hidden[i]):
            row[4] += 1
            flags = int(s.leads[i]) | int(s.formation[i] != NOBODY) << 1 | int(is_engaged(s, r, i)) << 2
            row[5] |= flags
            row[6] += s.dazed[i] or s.panicked[i] or s.berserk[i]
    row[7] = s.order[q] if company_of(r, q) == company else 0
