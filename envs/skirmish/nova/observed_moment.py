"""What an agent sees of the moment: what is asked, the attack that is carried out, the scenario. [NOV-A6]"""

from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.fight.stages import NO_ATTACK
from swarmzoo.envs.skirmish.nova.layout import ATTACK_AT, NUM_WEAPON, WHERE_AT
from swarmzoo.envs.skirmish.nova.observed_pieces import write_weapon
from swarmzoo.envs.skirmish.nova.rules import FIREFIGHT, GAUNTLET
from swarmzoo.envs.skirmish.nova.sheet import in_field, most_actions
from swarmzoo.envs.skirmish.nova.state import PLANNING, REPLACING, STAGE_NAMES, TARGETING, WAITING
from swarmzoo.envs.skirmish.nova.viewing import MIDDLE, byte, middle_of, rowed, slotted, write_aim, write_seen

_STAGES = len(STAGE_NAMES) - 1


@kernel
def write_situation(s, r, i, out):
    """Write the moment, the attack, and where the agent is."""
    write_moment(s, r, i, out)
    if s.a_step != NO_ATTACK and not s.done:
        write_attack(s, r, i, out[ATTACK_AT:])
    write_where(s, r, i, out[WHERE_AT:])


@kernel
def write_moment(s, r, i, out):
    """Write what is asked, and the time."""
    at, asked = _STAGES, not s.done and s.stage != WAITING
    if asked:
        out[at] = s.stage
        if s.actor == i:
            out[int(s.stage) - 1] = 1
    out[at + 1], out[at + 2] = int(s.phase) | int(s.replacing) << 1, not s.done and s.current == i
    out[at + 3], out[at + 4] = byte(s.rounds), byte(int(r.max_rounds) - int(s.rounds))
    out[at + 5], out[at + 6], out[at + 7] = s.encounter, s.points, byte(int(s.rounds) - int(s.encounter_began))
    if asked and s.actor == i and PLANNING <= s.stage <= REPLACING:
        out[at + 8], out[at + 9] = s.plan_kind[i, s.slot], 1 + s.slot
        out[at + 10] = byte(s.far) if s.stage == TARGETING else 0
    out[at + 11] = most_actions(s, r, i)


@kernel
def write_attack(s, r, i, out):
    """Write the attack that is carried out: what is known of it so far."""
    out[0], out[1], out[2] = s.a_step, rowed(r, i, s.attacker), s.a_kind
    write_aim(s, r, i, int(s.a_what), int(s.a_aim), out[3:7])
    out[7], out[8], out[9] = s.a_mode, s.a_how, int(s.a_harder != 0) | int(s.a_type != NOBODY) << 1
    write_weapon(r, int(s.a_weapon), out[10 : 10 + NUM_WEAPON])
    at = 10 + NUM_WEAPON
    out[at], out[at + 1], out[at + 2] = byte(s.a_pool), byte(s.a_helpers), byte(s.a_adds)
    out[at + 3], out[at + 4], out[at + 5] = byte(s.a_difficulty), byte(s.a_successes), byte(int(s.a_net) + MIDDLE)
    write_seen(s, r, i, int(s.a_centre), out[at + 6 : at + 8])
    out[at + 8], out[at + 9] = rowed(r, i, s.target), slotted(r, i, s.a_thing)
    out[at + 10], out[at + 11] = rowed(r, i, s.a_shield), s.a_into_shield
    out[at + 12], out[at + 13] = s.a_defence, byte(s.a_defended)
    out[at + 14], out[at + 15], out[at + 16] = byte(s.a_raw), byte(s.a_soak), byte(s.a_dice)
    out[at + 17], out[at + 18], out[at + 19] = 1 + s.a_dealt, byte(s.a_levels), byte(s.a_metres)
    out[at + 20], out[at + 21], out[at + 22] = s.a_collides, rowed(r, i, s.a_first), rowed(r, i, s.a_struck)
    out[at + 23] = byte(s.a_fall)


@kernel
def write_where(s, r, i, out):
    """Write where the agent is, and what matters to the scenario."""
    out[r.scenario] = 1
    here, side = middle_of(s, i), int(r.side_of[i])
    if here != NOBODY:
        out[7], out[8] = s.height[here], r.cover[s.terrain[here]]
        out[9], out[10] = byte(r.edge[side, here]), byte(r.edge[r.nth[side, 1], here])
        out[11] = byte(distance(r, here, r.middle))
        write_seen(s, r, i, int(r.middle), out[12:14])
        out[14] = nearest_foe(s, r, i, here)
    if s.objective != NOBODY:
        out[15], out[16] = slotted(r, i, s.objective), byte(s.structure[s.objective])
        out[17] = byte(r.object_structure[s.object_kind[s.objective]])
    if s.hostage != NOBODY:
        out[18], out[19] = rowed(r, i, s.hostage), rowed(r, i, s.held_by[s.hostage])
        out[22], out[23] = byte(s.hits[side]), byte(s.hits[1 - side])
    if r.scenario == FIREFIGHT:
        out[20] = byte(r.break_share)
    elif r.scenario == GAUNTLET:
        out[21] = byte(r.gauntlet_needed)


@kernel
def nearest_foe(s, r, i, here):
    """Return the hexes to the nearest piece of another side with an agent, 255 at most, as without one."""
    least = 255
    for j in range(r.pieces):
        if in_field(s, j) and r.agent_of[j] != NOBODY and r.side_of[j] != r.side_of[i]:
            least = min(least, distance(r, here, s.place[j]))
    return least
