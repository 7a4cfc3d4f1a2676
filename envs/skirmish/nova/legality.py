"""Legality: one function that says why an action is not legal; masks come from it. [NOV-A1]"""

from swarmzoo.envs.core.actions import part_of
from swarmzoo.envs.core.fields import distance, neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.sight import cover_between, look_around
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN, OFF
from swarmzoo.envs.skirmish.nova.actions import (
    AT,
    AT_GROUND,
    AT_TARGET,
    BREAK_FREE,
    CRUSH,
    DODGE,
    DONE,
    DRAG,
    FULL_DEFENCE,
    GRAPPLE,
    HEAL_STUN,
    HEX,
    HOW,
    LET_GO,
    LIGHT_BLOW,
    MATE,
    MODE,
    NUM_PARTS,
    PARRY,
    RELEASE,
    RESUSCITATE,
    RUN,
    SPEND,
    SPRINT,
    TAKE_COVER,
    TAKE_IT,
    THING,
    THROUGH,
    USE_DODGE,
    VITAL,
    WEAPON_1,
    WEAPON_3,
)
from swarmzoo.envs.skirmish.nova.aims import (
    OUT_OF_REACH as TOO_FAR,
)
from swarmzoo.envs.skirmish.nova.aims import (
    difficulty_at,
    is_attack,
    is_ranged,
    weapon_of,
    why_no_attack,
    why_no_target,
)
from swarmzoo.envs.skirmish.nova.fight.answers import attack_refusal
from swarmzoo.envs.skirmish.nova.fight.through import why_no_through
from swarmzoo.envs.skirmish.nova.holds import can_be_held
from swarmzoo.envs.skirmish.nova.movement import can_move, can_reach, cell_in_disc, clear_goals, measure_goals
from swarmzoo.envs.skirmish.nova.plans import is_move, plans, plans_but, plans_move
from swarmzoo.envs.skirmish.nova.reasons import (
    CANNOT_BE_HELD,
    FULL_DEFENCE_ALONE,
    GAME_IS_OVER,
    HAS_HEALED,
    HAS_MOVED,
    IS_HELD,
    IS_HOLDING,
    LEGAL,
    MUST_AIM,
    NO_AREA,
    NO_BURST,
    NO_COVER_HERE,
    NO_STUN,
    NO_SUCH_ACTION,
    NO_SUCH_THING,
    NO_TARGET,
    NO_WILLPOWER,
    NOBODY_DYING,
    NOT_ASKED,
    NOT_FOR_EXTRAS,
    NOT_HELD,
    NOT_HOLDING,
    NOT_VITAL,
    NOTHING_CHOSEN,
    OTHERS_TURN,
    OUT_OF_RANGE,
    OUT_OF_REACH,
    OUT_OF_SIGHT,
    SPRINT_ALONE,
    SPRINTS,
    TOO_SHORT_BURST,
)
from swarmzoo.envs.skirmish.nova.rescue import can_save
from swarmzoo.envs.skirmish.nova.sheet import henchmen_left, is_gritty, is_person, is_vehicle
from swarmzoo.envs.skirmish.nova.slots import foe_slot, num_foes, thing_slot
from swarmzoo.envs.skirmish.nova.state import (
    AT_PIECE,
    AT_THING,
    DEFENDING,
    HOW_ASKED,
    MODE_ASKED,
    PLANNING,
    REPLACING,
    TARGETING,
)

# Masks


@kernel
def fill_mask(s, r):
    """Write the mask of the one who decides; return how many actions are legal."""
    for action in range(s.mask.shape[0]):
        s.mask[action] = 0
    clear_goals(s)
    if s.stage == PLANNING:
        return fill_kinds(s, r)
    if s.stage == TARGETING:
        return fill_targets(s, r)
    if s.stage == MODE_ASKED:
        return fill_parts(s, r, MODE, HOW)
    if s.stage == HOW_ASKED:
        return fill_parts(s, r, HOW, SPEND)
    if s.stage == REPLACING:
        return fill_parts(s, r, SPEND, USE_DODGE)
    return fill_parts(s, r, USE_DODGE, NUM_PARTS)


@kernel
def fill_parts(s, r, begin, end):
    """Write the mask of some parts of the actions; return how many are legal."""
    count = 0
    for part in range(begin, end):
        first = int(r.first[part])
        for action in range(first, int(r.first[part + 1])):
            s.mask[action] = refusal(s, r, part, action - first) == LEGAL
            count += int(s.mask[action])
    return count


@kernel
def fill_kinds(s, r):
    """Write which kinds of actions can be declared; return how many."""
    count = fill_parts(s, r, FULL_DEFENCE, AT)
    healing = int(s.mask[r.first[HEAL_STUN]])
    s.mask[r.first[DONE]] = may_end(s, int(s.actor)) or count == healing
    return count + int(s.mask[r.first[DONE]])


@kernel
def fill_targets(s, r):
    """Write what the action that is declared can be aimed at; return how much that is."""
    i = int(s.actor)
    part = int(s.plan_kind[i, s.slot])
    if is_move(part):
        count = measure_goals(s, r, i, part)
        for k in range(s.goals.shape[0]):
            s.mask[int(r.first[HEX]) + k] = s.goals[k] > 0
        return count
    if part == RESUSCITATE:
        return fill_parts(s, r, MATE, HEX)
    return fill_parts(s, r, AT, MATE) + fill_parts(s, r, THING, MODE) + fill_hexes(s, r, i, part)


@kernel
def fill_hexes(s, r, i, part):
    """Write at which hexes an area attack can be aimed; return how many they are. [NOV-6]"""
    weapon = weapon_of(s, r, i, part)
    if not r.weapon_area[weapon] or moves_first(s, i):
        return 0
    look_around(s, r, int(s.place[i]), int(r.front[r.side_of[i]]))
    count = 0
    for k in range(s.goals.shape[0]):
        if s.sight[k] > 0 and difficulty_at(s, r, i, weapon, cell_in_disc(s, r, i, k)) != TOO_FAR:
            s.mask[int(r.first[HEX]) + k] = True
            count += 1
    return count


# Why not


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
    i = int(s.actor)
    if s.stage == PLANNING:
        return refuse_kind(s, r, i, part) if part < AT else NOT_ASKED
    if s.stage >= DEFENDING:
        return attack_refusal(s, r, part, k) if USE_DODGE <= part <= TAKE_IT else NOT_ASKED
    if s.stage == REPLACING:
        return refuse_replacing(s, i, part)
    if s.stage == TARGETING:
        return refuse_target(s, r, i, part, k)
    if s.stage == MODE_ASKED and part == MODE:
        return refuse_mode(s, r, i, k)
    if s.stage == HOW_ASKED and part == HOW:
        return refuse_how(s, r, i, k)
    return MUST_AIM


@kernel
def refuse_replacing(s, i, part):
    """Say why an impossible action cannot be replaced so. [NOV-2]"""
    if part < SPEND or part > LET_GO:
        return NOT_ASKED
    return NO_WILLPOWER if part == SPEND and s.willpower[i] == 0 else LEGAL


# Kinds of actions


@kernel
def refuse_kind(s, r, i, part):
    """Say why a kind of action cannot be declared. [NOV-1, NOV-2]"""
    if part == DONE:
        return LEGAL if may_end(s, i) or not can_act(s, r, i) else NOTHING_CHOSEN
    return refuse_healing(s, r, i) if part == HEAL_STUN else refuse_action(s, r, i, part)


@kernel
def refuse_action(s, r, i, part):
    """Say why an action cannot be declared. [NOV-1, NOV-44, NOV-46]"""
    if not is_person(s, r, i):
        return refuse_extras(s, r, i, part)
    if part == BREAK_FREE:
        return LEGAL if s.held_by[i] != NOBODY else NOT_HELD
    if s.held_by[i] != NOBODY:
        return IS_HELD
    if plans(s, i, SPRINT) and part != DODGE:
        return SPRINTS
    if part == FULL_DEFENCE:
        return FULL_DEFENCE_ALONE if s.num_planned[i] > 0 else LEGAL
    return refuse_act(s, r, i, part)


@kernel
def may_end(s, i):
    """Tell whether a declaration may be ended, whatever else could be declared. [NOV-1]"""
    return s.replacing or s.num_planned[i] > 0


@kernel
def can_act(s, r, i):
    """Tell whether any kind of action can be declared; healing stun is none."""
    for part in range(FULL_DEFENCE, AT):
        if part != HEAL_STUN and refuse_action(s, r, i, part) == LEGAL:
            return True
    return False


@kernel
def refuse_healing(s, r, i):
    """Say why Willpower cannot heal stun now. [NOV-19]"""
    if not is_person(s, r, i):
        return NOT_FOR_EXTRAS
    if s.stun[i] == 0:
        return NO_STUN
    if s.has_healed[i]:
        return HAS_HEALED
    return NO_WILLPOWER if s.willpower[i] == 0 else LEGAL


@kernel
def refuse_extras(s, r, i, part):
    """Say why extras or a vehicle cannot declare a kind of action. [NOV-44, NOV-46]"""
    if WEAPON_1 <= part <= WEAPON_3 or part == RUN:
        return refuse_act(s, r, i, part)
    if is_vehicle(s, r, i):
        return NOT_FOR_EXTRAS
    if part == TAKE_COVER or (is_gritty(s, r, i) and (part == DODGE or part == LIGHT_BLOW)):
        return refuse_act(s, r, i, part)
    return NOT_FOR_EXTRAS


@kernel
def refuse_act(s, r, i, part):
    """Say why somebody who is free cannot declare a kind of action."""
    if is_attack(part):
        return refuse_attack(s, r, i, part)
    if is_move(part):
        return refuse_move(s, r, i, part)
    if part == DODGE or part == RELEASE:
        held = s.holding[i] != NOBODY
        return (IS_HOLDING if held else LEGAL) if part == DODGE else (LEGAL if held else NOT_HOLDING)
    if part == RESUSCITATE:
        return LEGAL if has_dying(s, r, i) else NOBODY_DYING
    if part == TAKE_COVER:
        return LEGAL if has_cover(s, r, i) else NO_COVER_HERE
    return LEGAL if part == PARRY else NOT_ASKED


@kernel
def refuse_move(s, r, i, part):
    """Say why a move cannot be declared. [NOV-P10, NOV-14]"""
    if plans_move(s, i, s.num_planned[i]):
        return HAS_MOVED
    if (part == DRAG) != (s.holding[i] != NOBODY):
        return NOT_HOLDING if part == DRAG else IS_HOLDING
    if part == SPRINT and (plans_but(s, i, DODGE) if not s.replacing else s.num_planned[i] > 1):
        return SPRINT_ALONE
    return LEGAL if can_move(s, r, i, part) else OUT_OF_REACH


@kernel
def refuse_attack(s, r, i, part):
    """Say why an attack cannot be declared: in itself, or because there is nothing to aim it at."""
    if part == GRAPPLE and s.holding[i] != NOBODY:
        return IS_HOLDING
    if part == CRUSH:
        return why_no_attack(s, r, i, part, AT_PIECE, int(s.holding[i]))
    weapon = weapon_of(s, r, i, part)
    if weapon == NOBODY:
        return why_no_attack(s, r, i, part, AT_PIECE, i)
    for k in range(num_foes(r)):
        if refuse_aim(s, r, i, part, AT_PIECE, foe_slot(r, i, k)) == LEGAL:
            return LEGAL
    for n in range(s.num_objects):
        if part != GRAPPLE and refuse_aim(s, r, i, part, AT_THING, n) == LEGAL:
            return LEGAL
    if r.weapon_area[weapon] and not moves_first(s, i) and sees_hex(s, r, i, part):
        return LEGAL
    return NO_TARGET


@kernel
def sees_hex(s, r, i, part):
    """Tell whether there is a hex at which an area attack can be aimed."""
    for k in range(s.goals.shape[0]):
        if refuse_hex(s, r, i, part, k) == LEGAL:
            return True
    return False


@kernel
def moves_first(s, i):
    """Tell whether a piece will move before the action that is declared, so that nobody knows from where it is."""
    return not s.replacing and plans_move(s, i, s.num_planned[i])


@kernel
def has_dying(s, r, i):
    """Tell whether somebody of the own side who could be saved lies beside a piece. [NOV-36]"""
    for k in range(r.slots):
        if can_save(s, r, i, int(s.side[i]) * int(r.slots) + k):
            return True
    return False


@kernel
def has_cover(s, r, i):
    """Tell whether the hex of a piece, or one beside it, gives cover. [NOV-H7]"""
    if r.cover[s.terrain[s.place[i]]] > 0:
        return True
    for direction in range(6):
        if r.cover[s.terrain[neighbour(r, s.place[i], direction)]] > 0:
            return True
    return False


# What they are aimed at


@kernel
def refuse_target(s, r, i, part, k):
    """Say why an action cannot be aimed at something. [NOV-A1]"""
    kind = int(s.plan_kind[i, s.slot])
    if part == HEX and is_move(kind):
        return LEGAL if s.goals[k] > 0 else OUT_OF_REACH
    if part == MATE and kind == RESUSCITATE:
        return LEGAL if can_save(s, r, i, int(s.side[i]) * int(r.slots) + k) else NOBODY_DYING
    if is_attack(kind):
        if part == AT:
            return refuse_aim(s, r, i, kind, AT_PIECE, foe_slot(r, i, k))
        if part == THING and kind != GRAPPLE:
            return refuse_aim(s, r, i, kind, AT_THING, thing_slot(r, i, k))
        if part == HEX:
            return NO_AREA if moves_first(s, i) else refuse_hex(s, r, i, kind, k)
    return MUST_AIM


@kernel
def refuse_aim(s, r, i, part, what, aim):
    """Say why an attack cannot be aimed at a piece or an object; after a move only that it is there counts."""
    if not moves_first(s, i):
        return why_no_attack(s, r, i, part, what, aim)
    if what == AT_THING and aim >= s.num_objects:
        return NO_SUCH_THING
    reason = why_no_target(s, r, i, what, aim)
    if reason == LEGAL and part == GRAPPLE and not can_be_held(s, r, aim):
        return CANNOT_BE_HELD
    return reason


@kernel
def refuse_hex(s, r, i, part, k):
    """Say why an area attack cannot be aimed at a hex of the disc. [NOV-6]"""
    weapon, cell = weapon_of(s, r, i, part), cell_in_disc(s, r, i, k)
    if not r.weapon_area[weapon] or not is_ranged(r, weapon):
        return NO_AREA
    if s.terrain[cell] == OFF:
        return OUT_OF_REACH
    if difficulty_at(s, r, i, weapon, cell) == TOO_FAR:
        return OUT_OF_RANGE
    near = distance(r, s.place[i], cell) <= 1
    return LEGAL if near or cover_between(s, r, s.place[i], cell) != HIDDEN else OUT_OF_SIGHT


@kernel
def refuse_mode(s, r, i, k):
    """Say why a burst cannot be fired. [NOV-G10]"""
    burst = int(r.weapon_burst[weapon_of(s, r, i, int(s.plan_kind[i, s.slot]))])
    if k == 0:
        return LEGAL
    if burst == 0:
        return NO_BURST
    return LEGAL if (k + 1) // 2 <= burst else TOO_SHORT_BURST


@kernel
def refuse_how(s, r, i, k):
    """Say why an attack cannot be aimed in a manner. [NOV-6, NOV-37, NOV-51]"""
    kind, j = int(s.plan_kind[i, s.slot]), int(s.plan_aim[i, s.slot])
    area = r.weapon_area[weapon_of(s, r, i, kind)] > 0
    if k == AT_TARGET:
        return LEGAL
    if k == AT_GROUND:
        return LEGAL if area else NO_AREA
    if k == THROUGH:
        return why_no_through(s, r, i, kind, j)
    if k == VITAL:
        return LEGAL if is_person(s, r, j) and henchmen_left(s, j) == 0 and not area else NOT_VITAL
    return NOT_ASKED


# What has become impossible


@kernel
def is_impossible(s, r, i, k):
    """Tell whether a planned action has become impossible. [NOV-2]"""
    part, aim = int(s.plan_kind[i, k]), int(s.plan_aim[i, k])
    if part == BREAK_FREE:
        return s.held_by[i] == NOBODY
    if s.held_by[i] != NOBODY:
        return True
    if is_attack(part):
        if part == GRAPPLE and s.holding[i] != NOBODY:
            return True
        return why_no_attack(s, r, i, part, int(s.plan_what[i, k]), aim) != LEGAL
    if is_move(part):
        return (part == DRAG) != (s.holding[i] != NOBODY) or not can_reach(s, r, i, part, aim)
    if part == RESUSCITATE:
        return not can_save(s, r, i, aim)
    if part == TAKE_COVER:
        return not has_cover(s, r, i)
    return part == RELEASE and s.holding[i] == NOBODY
