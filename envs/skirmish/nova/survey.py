"""The overview of a state, the same for everybody: PettingZoo's ``state()``."""

from swarmzoo.envs.core.fields import cell_at
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.sheet import henchmen_left

PER_HEX = ("terrain + 1", "height", "its piece + 1", "its object + 1")
PER_PIECE = (
    *("fate", "aggravated", "lethal", "bashing", "stun", "members", "henchmen", "Willpower", "holds + 1", "dazed"),
    *("stunned", "prone", "covered", "actions declared", "levels in this round", "injuries"),
)
MOMENT = ("round", "stage", "who is asked", "whose turn it is + 1", "phase", "how many had it", "encounter", "points")


def survey_size(columns: int, rows: int, pieces: int, things: int) -> int:
    """Return the length of the overview."""
    return len(PER_HEX) * columns * rows + len(PER_PIECE) * pieces + things + len(MOMENT)


@kernel
def survey(s, r, out):
    """Write hexes, pieces and objects in their order, then the moment."""
    at = 0
    for row in range(r.rows):
        for column in range(r.columns):
            cell = cell_at(r, column, row)
            out[at], out[at + 1] = s.terrain[cell] + 1, s.height[cell]
            out[at + 2], out[at + 3] = s.occupant[cell] + 1, s.object[cell] + 1
            at += len(PER_HEX)
    for i in range(r.pieces):
        write_piece(s, i, out[at:])
        at += len(PER_PIECE)
    for n in range(s.structure.shape[0]):
        out[at] = s.structure[n]
        at += 1
    out[at], out[at + 1], out[at + 2], out[at + 3] = s.rounds, s.stage, s.actor, s.current + 1
    out[at + 4], out[at + 5], out[at + 6], out[at + 7] = s.phase, s.nth, s.encounter, s.points


@kernel
def write_piece(s, i, out):
    """Write a piece."""
    out[0], out[1], out[2], out[3], out[4] = s.fate[i], s.aggravated[i], s.lethal[i], s.bashing[i], s.stun[i]
    out[5], out[6], out[7], out[8] = s.members[i], henchmen_left(s, i), s.willpower[i], s.holding[i] - NOBODY
    out[9], out[10], out[11], out[12] = s.dazed[i], s.stunned[i], s.prone[i], s.covered[i]
    out[13], out[14], out[15] = s.num_planned[i], s.taken[i], s.maimed[i]
