"""Legality: one function that says why an action is not legal; masks come from it. [OVR-A1]"""

from swarmzoo.envs.core.actions import part_of
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.actions import (
    AIM,
    AT,
    BODY,
    CHARGE,
    COVER_GROUND,
    DISENGAGE,
    END,
    FIRE,
    GO,
    MARK,
    NUM_PARTS,
    OVERWATCH,
    RALLY,
    SPECIALIST,
    TEND,
    WORK,
)
from swarmzoo.envs.skirmish.overseer.attack_stages import attack_refusal
from swarmzoo.envs.skirmish.overseer.commands import (
    attack_of,
    cost_of,
    is_concentration,
    is_own_attack,
    is_swarms_attack,
)
from swarmzoo.envs.skirmish.overseer.effects import has_skill
from swarmzoo.envs.skirmish.overseer.movement import (
    clear_goals,
    goal_cell,
    has_site,
    is_movement,
    is_near_enough,
    measure_goals,
)
from swarmzoo.envs.skirmish.overseer.rally import can_rally
from swarmzoo.envs.skirmish.overseer.reasons import (
    AIMED_ALREADY,
    GAME_IS_OVER,
    HAS_ATTACKED,
    HAS_CONCENTRATED,
    HAS_RALLIED,
    LEGAL,
    MUST_CHOOSE,
    NO_HALVES,
    NO_SITE,
    NO_SUCH_ACTION,
    NO_SUCH_BODY,
    NO_SUCH_COMMAND,
    NO_SUCH_UNIT,
    NO_TARGET,
    NO_WEAPON,
    NOBODY_HURT,
    NOBODY_TO_RALLY,
    NOT_ASKED,
    NOT_ENGAGED,
    OTHERS_TURN,
    OUT_OF_REACH,
    OUT_OF_SIGHT,
    PINNED_DOWN,
    SWARM_HAS_ATTACKED,
    TOO_FAR,
    TOO_NEAR,
    TOWARDS_ENEMY,
    TOWARDS_FEAR,
)
from swarmzoo.envs.skirmish.overseer.skills import can_tend
from swarmzoo.envs.skirmish.overseer.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.overseer.state import (
    AIMING,
    BODY_ASKED,
    CHOOSING,
    GOING,
    NO_ATTACK,
    SPLITTING,
    WATCHING,
)
from swarmzoo.envs.skirmish.overseer.targets import can_attack, why_no_attack
from swarmzoo.envs.skirmish.overseer.units import has_specialist, home_of, in_field

MOST_AIM = 2


@kernel
def fill_mask(s, r):
    """Write the mask of the one who decides; return how many actions are legal."""
    for action in range(s.mask.shape[0]):
        s.mask[action] = 0
    if s.stage == GOING:
        return fill_goals(s, r)
    clear_goals(s)
    if s.stage == CHOOSING:
        return fill_commands(s, r)
    count = fill_part(s, r, END) + fill_part(s, r, FIRE)
    for part in range(AT, NUM_PARTS):
        count += fill_part(s, r, part)
    return count


@kernel
def fill_commands(s, r):
    """Write which Commands and actions can be chosen; return how many."""
    count = 0
    for part in range(GO):
        count += fill_part(s, r, part)
    return count


@kernel
def fill_goals(s, r):
    """Write where the leader can go; return to how many hexes."""
    measure_goals(s, r, int(s.actor), int(s.command))
    count, first = 0, int(r.first[GO])
    for k in range(s.goals.shape[0]):
        s.mask[first + k] = s.goals[k] > 0
        count += int(s.mask[first + k])
    return count


@kernel
def fill_part(s, r, part):
    """Write the mask of a part of the actions; return how many are legal."""
    count, first = 0, int(r.first[part])
    for action in range(first, int(r.first[part + 1])):
        s.mask[action] = refusal(s, r, part, action - first) == LEGAL
        count += int(s.mask[action])
    return count


@kernel
def why_not(s, r, agent, action):
    """Return 0 if an action is legal, else the number of its reason."""
    if s.done:
        return GAME_IS_OVER
    if agent != r.agent_of[s.actor]:
        return OTHERS_TURN
    if action < 0 or action >= s.mask.shape[0]:
        return NO_SUCH_ACTION
    part = part_of(r, action)
    return refusal(s, r, part, action - int(r.first[part]))


@kernel
def refusal(s, r, part, k):
    """Return why an action of a part is not legal, or LEGAL."""
    u = int(s.actor)
    if s.stage == CHOOSING:
        return refuse_command(s, r, u, part) if part < GO else NOT_ASKED
    if s.stage == WATCHING:
        return LEGAL if part == FIRE or part == END else NOT_ASKED
    if s.stage >= SPLITTING:
        return attack_refusal(s, r, part, k)
    if s.stage == GOING and part == GO:
        return refuse_go(s, r, u, k)
    if s.stage == AIMING and part == AT:
        return refuse_at(s, r, u, int(s.command), foe_slot(r, u, k))
    if s.stage == BODY_ASKED and part == BODY:
        return LEGAL if k != SPECIALIST or has_specialist(s, s.prey) else NO_SUCH_BODY
    return MUST_CHOOSE


# Commands and actions


@kernel
def refuse_command(s, r, u, part):
    """Say why a Command or action cannot be chosen. [OVR-36, OVR-37]"""
    if part == END:
        return LEGAL
    reason = refuse_cost(s, u, part)
    if reason != LEGAL:
        return reason
    if is_movement(part):
        return refuse_movement(s, r, u, part)
    if part == CHARGE or part == MARK or attack_of(s, r, u, part) != NO_ATTACK:
        return refuse_aimed(s, r, u, part)
    return refuse_alone(s, r, u, part)


@kernel
def refuse_cost(s, u, part):
    """Say why a turn has nothing left for a Command or action. [OVR-32, OVR-37, OVR-G2]"""
    if s.halves < cost_of(part):
        return NO_HALVES
    if s.pinned[u] and cost_of(part) > 1:
        return PINNED_DOWN
    if s.swarm_attacked and is_swarms_attack(s, u, part):
        return SWARM_HAS_ATTACKED
    if s.self_attacked and is_own_attack(s, u, part):
        return HAS_ATTACKED
    return HAS_CONCENTRATED if s.concentrated and is_concentration(part) else LEGAL


@kernel
def refuse_movement(s, r, u, part):
    """Say why a unit cannot move in the manner of a Command. [OVR-40, OVR-P9]"""
    if part == DISENGAGE and s.touch[u] == 0:
        return NOT_ENGAGED
    if part == COVER_GROUND and not has_command(s, r, u, r.type_cover_ground, r.passive_cover_ground):
        return NO_SUCH_COMMAND
    return LEGAL


@kernel
def has_command(s, r, u, of_type, of_home):
    """Tell whether a unit has a Special Command, of its leader's type or its Underlings'. [OVR-38, OVR-P9]"""
    return s.us[u] > 0 and (of_type[u] > 0 or of_home[home_of(s, r, u)] > 0)


@kernel
def refuse_aimed(s, r, u, part):
    """Say why a Command or action that needs a target cannot be chosen: in itself, or because it has none."""
    if part == MARK:
        if not has_command(s, r, u, r.type_marked_attack, r.passive_marked_attack):
            return NO_SUCH_COMMAND
    elif part == CHARGE:
        if charging_weapon(s, r, u) == NOBODY:
            return NO_WEAPON
    else:
        reason = why_no_attack(s, r, attack_of(s, r, u, part), u, u)
        if reason != LEGAL or part == OVERWATCH:
            return reason
    for k in range(num_foes(r)):
        if refuse_at(s, r, u, part, foe_slot(r, u, k)) == LEGAL:
            return LEGAL
    return NO_TARGET


@kernel
def charging_weapon(s, r, u):
    """Return the weapon of a charge: that of the Underlings, or of a lone leader. [OVR-P7]"""
    return int(r.men_melee[home_of(s, r, u)]) if s.us[u] > 0 else int(r.lead_melee[u])


@kernel
def refuse_alone(s, r, u, part):
    """Say why an action that needs no enemy cannot be chosen. [OVR-34, OVR-G2, OVR-H8]"""
    if part == RALLY:
        if s.rallied:
            return HAS_RALLIED
        return LEGAL if can_rally(s, r, u) else NOBODY_TO_RALLY
    if part == AIM:
        return AIMED_ALREADY if s.aim[u] >= MOST_AIM else LEGAL
    if not has_skill(s, r, u):
        return NO_SUCH_COMMAND
    if part == TEND:
        return LEGAL if can_tend(s, r, u) else NOBODY_HURT
    return LEGAL if has_site(s, r, u) else NO_SITE


# What they are aimed at


@kernel
def refuse_go(s, r, u, k):
    """Say why a leader cannot go to a hex, or work there. [OVR-32, OVR-40, OVR-H8]"""
    if s.goals[k] > 0:
        return LEGAL
    if s.command == WORK:
        return NO_SITE
    cell = goal_cell(s, r, u, k)
    if k >= 1 + 3 * s.far * (s.far + 1) or s.reach[k] == 0 or s.occupant[cell] != NOBODY:
        return OUT_OF_REACH
    return TOWARDS_ENEMY if s.pinned[u] else TOWARDS_FEAR


@kernel
def refuse_at(s, r, u, part, v):
    """Say why a Command or action cannot be aimed at a unit. [OVR-13, OVR-P7, OVR-P9]"""
    if not in_field(s, v):
        return NO_SUCH_UNIT
    if part == CHARGE:
        return refuse_charge(s, r, u, v)
    if part == MARK:
        return OUT_OF_SIGHT if s.front[u, v] == NOBODY else LEGAL
    return can_attack(s, r, attack_of(s, r, u, part), u, v)


@kernel
def refuse_charge(s, r, u, v):
    """Say why a unit cannot be charged. [OVR-P7]"""
    if s.front[u, v] == NOBODY:
        return OUT_OF_SIGHT
    if distance(r, s.place[u], s.place[s.front[u, v]]) < r.charge_least:
        return TOO_NEAR
    return LEGAL if is_near_enough(s, r, u, v) else TOO_FAR
