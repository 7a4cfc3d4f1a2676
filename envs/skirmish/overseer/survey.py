"""The overview of a state, the same for everybody: PettingZoo's ``state()``."""

from swarmzoo.envs.core.fields import cell_at
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.units import is_member, unit_of

PER_HEX = (
    *("terrain + 1", "height", "models of who stands here", "its unit + 1", "leads 1, Specialist 2"),
    *("in rank 1, fleeing 2", "profile + 1", "its side + 2"),
)
PER_UNIT = (
    *("fate", "US", "Wounds", "lost", "pinned", "runs", "covers ground", "keeps cover", "watches", "can react"),
    *("its leader can", "aim", "marked + 1", "Shock", "rounds of it", "feared + 1", "unnerved", "halved", "initiative"),
    *("bits of units whose Fear was tested", "bits of units with which it is engaged"),
)
PER_SIDE = ("US at the beginning", "US that broke through", "rounds alone on the ground")
MOMENT = (
    *("round", "stage", "who is asked", "whose turn it is + 1", "how many had it", "Half Actions", "Command"),
    *("Swarm has attacked", "leader has", "concentrated", "moved", "rallied", "in panic without a way"),
    *("move + 1", "phase", "goal's column + 1", "goal's row + 1", "charged + 1", "bits of units that have to answer"),
    *("attack", "attacker + 1", "by the Specialist", "by the leader", "weapon + 1"),
    *(f"target {k} + 1" for k in range(1, 5)),
    *(f"hits on target {k}" for k in range(1, 5)),
    *("targets", "target", "needed", "rolled", "hits", "body + 1", "on the Overseer + 1", "on the Specialist + 1"),
    *("damage + 1", "of a Weapons Team", "fury", "step"),
)


def survey_size(columns: int, rows: int, sides: int, slots: int) -> int:
    """Return the length of the overview."""
    units = sides * slots
    return len(PER_HEX) * columns * rows + len(PER_UNIT) * units + len(PER_SIDE) * sides + len(MOMENT)


@kernel
def survey(s, r, out):
    """Write hexes, units and sides in their order, then the moment."""
    at = 0
    for row in range(r.rows):
        for column in range(r.columns):
            write_hex(s, r, cell_at(r, column, row), out[at:])
            at += len(PER_HEX)
    for u in range(r.units):
        write_unit(s, u, out[at:])
        at += len(PER_UNIT)
    for side in range(r.sides):
        out[at], out[at + 1], out[at + 2] = s.strength[side], s.escaped_us[side], s.held[side]
        at += len(PER_SIDE)
    write_moment(s, r, out[at:])


@kernel
def write_hex(s, r, cell, row):
    """Write a hex, and who stands there."""
    i = int(s.occupant[cell])
    row[0], row[1] = s.terrain[cell] + 1, s.height[cell]
    for k in range(2, len(PER_HEX)):
        row[k] = 0
    if i == NOBODY:
        return
    unit, is_leader = unit_of(s, r, i), i < r.units
    row[2], row[3] = 1 if is_leader else s.models[i], unit + 1
    row[4] = 1 if is_leader else 2 * int(unit != NOBODY and s.specialist[unit] == i)
    row[5] = int(is_member(s, r, i)) | int(s.fleeing[i]) << 1
    row[6] = 1 + (i if is_leader else int(s.home[i]))
    row[7] = 2 + (int(r.side_of[i]) if is_leader else int(s.side[i]))


@kernel
def write_unit(s, u, row):
    """Write what is true of a unit."""
    row[0], row[1], row[2], row[3] = s.fate[u], s.us[u], s.wounds[u], s.lost[u]
    row[4], row[5], row[6], row[7] = s.pinned[u], s.running[u], s.under_cover[u], s.kept_cover[u]
    row[8], row[9], row[10], row[11] = s.watching[u], s.swarm_reaction[u], s.own_reaction[u], s.aim[u]
    row[12], row[13], row[14], row[15] = s.marked[u] + 1, s.shock[u], s.shock_left[u], s.shocked_by[u] + 1
    row[16], row[17], row[18] = s.unnerved[u], s.halved[u], s.initiative[u]
    row[19], row[20] = s.feared[u], s.touch[u]


@kernel
def write_moment(s, r, row):
    """Write what is asked, what was done in the turn, the move and the attack that are carried out."""
    row[0], row[1], row[2], row[3], row[4] = s.rounds, s.stage, s.actor, s.current + 1, s.nth
    row[5], row[6], row[7], row[8] = s.halves, s.command, s.swarm_attacked, s.self_attacked
    row[9], row[10], row[11], row[12] = s.concentrated, s.moved, s.rallied, s.cornered
    row[13], row[14], row[17], row[18] = s.moving + 1, s.phase, s.prey + 1, s.queue
    row[15], row[16] = 0, 0
    if s.goal != NOBODY:
        row[15], row[16] = 1 + int(r.q[s.goal]) + (int(r.row[s.goal]) >> 1), 1 + int(r.row[s.goal])
    row[19], row[20], row[21], row[22], row[23] = s.attack, s.attacker + 1, s.by_specialist, s.by_leader, s.weapon + 1
    for k in range(4):
        row[24 + k], row[28 + k] = s.targets[k] + 1, s.hits_on[k]
    row[32], row[33], row[34], row[35] = s.num_targets, s.target, max(int(s.needed), 0), s.rolled
    row[36], row[37] = s.hits, s.called_body + 1
    row[38], row[39], row[40] = s.body_hits[0] + 1, s.body_hits[1] + 1, s.damage + 1
    row[41], row[42], row[43] = s.team_damage, s.fury, s.step
