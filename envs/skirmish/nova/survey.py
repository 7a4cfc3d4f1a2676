"""The overview of a state, the same for everybody: PettingZoo's ``state()``."""

from swarmzoo.envs.core.fields import cell_at
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.people import MOST_TYPES
from swarmzoo.envs.skirmish.nova.state import AT_HEX, MOST_ACTIONS

PER_HEX = ("terrain + 1", "height", "its piece + 1", "its object + 1")
_PLANNED = ("kind", "at what", "piece or object + 1, or column + 1", "row + 1", "burst", "how", "fate", "in place")
PER_PIECE = (
    *("fate", "aggravated", "lethal", "bashing", "stun", "its clock", "members", "health levels", "Willpower"),
    *("layers gone", "ablative levels", "injuries", "rounds of dying", "beyond help", "levels in this round"),
    *("powers through", "dazed", "dazed next", "stunned", "turns to lose", "prone", "covered", "holds + 1"),
    *("attacked by sides", "defences", "has healed stun", "initiative", "lot", "full defence", "sprints"),
    *("actions declared", "column where it fell + 1", "row where it fell + 1"),
    *(f"henchmen of type {k}" for k in range(1, MOST_TYPES + 1)),
    *(f"heavy weapons used, of type {k}" for k in range(1, MOST_TYPES + 1)),
    *(f"action {k}: {name}" for k in range(1, MOST_ACTIONS + 1) for name in _PLANNED),
)
MOMENT = (
    *("round", "stage", "who is asked", "whose turn it is + 1", "phase", "how many had it", "encounter", "points"),
    *("round before the encounter", "slot of the action", "replacing", "stage of the attack", "attacker + 1", "kind"),
    *("weapon + 1", "at what", "piece or object + 1, or column + 1", "row + 1", "burst", "how", "in place", "pool"),
    *("henchmen", "adds", "difficulty", "successes", "net + 64", "column where it lands + 1", "its row + 1"),
    *("target + 1", "object + 1", "shield + 1", "into the shield", "defence", "successes of the defence", "raw dice"),
    *("soak", "dice", "type", "levels", "metres + 1", "collides", "knocked back + 1", "struck + 1", "dice of it"),
    *("bits of pieces still to be dealt with", "harmed by + 1", "hits on the hostage by side 0", "by side 1"),
)
_PLANS_AT = PER_PIECE.index("action 1: kind")


def survey_size(columns: int, rows: int, pieces: int, things: int) -> int:
    """Return the length of the overview."""
    return len(PER_HEX) * columns * rows + len(PER_PIECE) * pieces + things + len(MOMENT)


@kernel
def survey(s, r, out):
    """Write hexes, pieces and the structure of objects in their order, then the moment."""
    at = 0
    for row in range(r.rows):
        for column in range(r.columns):
            cell = cell_at(r, column, row)
            out[at], out[at + 1] = s.terrain[cell] + 1, s.height[cell]
            out[at + 2], out[at + 3] = s.occupant[cell] + 1, s.object[cell] + 1
            at += len(PER_HEX)
    for i in range(r.pieces):
        survey_piece(s, r, i, out[at:])
        at += len(PER_PIECE)
    for n in range(s.structure.shape[0]):
        out[at] = s.structure[n] if n < s.num_objects else 0
        at += 1
    survey_moment(s, out[at:])
    survey_attack(s, r, out[at + 11 :])


@kernel
def survey_piece(s, r, i, out):
    """Write a piece and what it has declared."""
    out[0], out[1], out[2], out[3], out[4] = s.fate[i], s.aggravated[i], s.lethal[i], s.bashing[i], s.stun[i]
    out[5], out[6], out[7], out[8] = s.stun_clock[i], s.members[i], 0, s.willpower[i]
    for k in range(s.hl.shape[1]):
        out[7] += s.hl[i, k]
    out[9], out[10], out[11], out[12] = s.gone_layers[i], s.ablative[i], s.maimed[i], s.dying[i]
    out[13], out[14], out[15], out[16] = s.beyond_help[i], s.taken[i], s.powered[i], s.dazed[i]
    out[17], out[18], out[19], out[20] = s.daze_next[i], s.stunned[i], s.stun_next[i], s.prone[i]
    out[21], out[22], out[23], out[24] = s.covered[i], s.holding[i] + 1, s.mobbed[i], s.defended[i]
    out[25], out[26], out[27], out[28] = s.has_healed[i], s.initiative[i], s.lot[i], s.full[i]
    out[29], out[30] = s.sprinting[i], s.num_planned[i]
    survey_place(r, int(s.lies[i]), out[31:])
    for k in range(MOST_TYPES):
        out[33 + k], out[33 + MOST_TYPES + k] = s.henchmen[i, k], s.supports[i, k]
    for k in range(MOST_ACTIONS):
        at = _PLANS_AT + k * len(_PLANNED)
        out[at] = s.plan_kind[i, k]
        survey_aim(r, int(s.plan_what[i, k]), int(s.plan_aim[i, k]), out[at + 1 :])
        out[at + 4], out[at + 5] = s.plan_mode[i, k], s.plan_how[i, k]
        out[at + 6], out[at + 7] = s.plan_fate[i, k], s.plan_harder[i, k]


@kernel
def survey_place(r, cell, out):
    """Write the column and the row of a cell, both + 1; 0 and 0 for NOBODY."""
    out[0], out[1] = 0, 0
    if cell != NOBODY:
        out[0], out[1] = 1 + int(r.q[cell]) + (int(r.row[cell]) >> 1), 1 + int(r.row[cell])


@kernel
def survey_aim(r, what, aim, out):
    """Write what an action is aimed at: its kind, and its number + 1, or the place of a hex."""
    out[0], out[1], out[2] = what, aim + 1, 0
    if what == AT_HEX:
        survey_place(r, aim, out[1:])


@kernel
def survey_moment(s, out):
    """Write what is asked."""
    out[0], out[1], out[2], out[3] = s.rounds, s.stage, s.actor, s.current + 1
    out[4], out[5], out[6], out[7] = s.phase, s.nth, s.encounter, s.points
    out[8], out[9], out[10] = s.encounter_began, s.slot, s.replacing


@kernel
def survey_attack(s, r, out):
    """Write the attack that is carried out, as far as it has come."""
    out[0], out[1], out[2], out[3] = s.a_step, s.attacker + 1, s.a_kind, s.a_weapon + 1
    survey_aim(r, int(s.a_what), int(s.a_aim), out[4:])
    out[7], out[8], out[9], out[10] = s.a_mode, s.a_how, s.a_harder, max(int(s.a_pool), 0)
    out[11], out[12], out[13], out[14] = s.a_helpers, s.a_adds, max(int(s.a_difficulty), 0), s.a_successes
    out[15] = max(int(s.a_net) + 64, 0)
    survey_place(r, int(s.a_centre), out[16:])
    out[18], out[19], out[20], out[21] = s.target + 1, s.a_thing + 1, s.a_shield + 1, s.a_into_shield
    out[22], out[23], out[24], out[25] = s.a_defence, s.a_defended, max(int(s.a_raw), 0), max(int(s.a_soak), 0)
    out[26], out[27], out[28], out[29] = max(int(s.a_dice), 0), s.a_dealt, s.a_levels, s.a_metres + 1
    out[30], out[31], out[32], out[33] = s.a_collides, s.a_first + 1, s.a_struck + 1, s.a_fall
    out[34], out[35] = s.a_queue, s.harmed_by + 1
    out[36], out[37] = s.hits[0], s.hits[1]
