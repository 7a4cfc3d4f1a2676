"""Steps: who may move where, what it costs, who gets a hex that several want. [FOR-16 to FOR-19, FOR-G6]

Everything happens at once. ``claim`` names, for every hex, the soldier that steps into it; a claim falls when the hex
is not vacated, and with it the claim on the hex that its soldier does not leave, and so on back the line.
"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import column_of, neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.actions import FACE_LEFT, FACE_RIGHT, KEEP, STAY, STEP
from swarmzoo.envs.formation.attributes import is_engaged
from swarmzoo.envs.formation.bodies import discover, enter, is_able, lift, turn_to
from swarmzoo.envs.formation.damage import take
from swarmzoo.envs.formation.events import CROSSED_NOW, MOVED, STEP_TAKEN, TURNED
from swarmzoo.envs.formation.formations import (
    break_up,
    has_gap,
    is_lost,
    list_members,
    tidy,
)
from swarmzoo.envs.formation.melee import attack_of_opportunity
from swarmzoo.envs.formation.state import CROSSED, FIELD, NOBODY
from swarmzoo.envs.formation.terrain import NO_ENTRY, OFF

SPOILT = -2  # a hex that both companies want: it stays empty


@kernel
def waits(s, f):
    """Tell whether a part of a broken formation is not yet to move. [FOR-14, FOR-A2]"""
    if not s.is_part[f]:
        return False
    before = s.waits_for[f]
    return not s.after_parts or (before != NOBODY and not s.over[before])


@kernel
def may_move(s, r, i):
    """Tell whether a soldier of the active company may still move in this Step. [FOR-19, FOR-G6b]"""
    if s.company[i] != s.active or not is_able(s, i) or s.ended[i] or s.held[i]:
        return False
    if not s.complex_left[i] or s.points[i] < 1:
        return False
    f = s.formation[i]
    if f == NOBODY:
        return not s.after_parts
    return not s.over[f] and not waits(s, f)


@kernel
def absolute(s, r, i, way):
    """Turn a direction counted from the company's front into one of the field."""
    direction = way + r.front[s.company[i]]
    return direction - 6 if direction > 5 else direction


@kernel
def way_of(s, r, i, direction):
    """Turn a direction of the field into one counted from the company's front."""
    way = direction - r.front[s.company[i]]
    return way + 6 if way < 0 else way


@kernel
def leaves_field(s, r, i, cell, target):
    """Tell whether a step crosses the edge of the field that is the company's objective. [FOR-P24]"""
    company = s.company[i]
    if not r.exits[company] or s.terrain[target] != OFF or s.way[company, cell] != 0:
        return False
    column, edge = column_of(r, cell), column_of(r, target)
    return (column == r.columns - 1 and edge >= r.columns) or (column == 0 and edge < 0)


@kernel
def cost_of(s, r, i, direction, keeps):
    """Return the Movement Points of a step; NO_ENTRY where nobody can go. [FOR-G6a, FOR-G6g, FOR-G6h]"""
    cell = int(s.place[i])
    target = neighbour(r, cell, direction)
    cost = int(r.cost[s.terrain[target]])
    if cost == NO_ENTRY:
        if not leaves_field(s, r, i, cell, target):
            return NO_ENTRY
        cost = 1
    if keeps and direction != s.facing[i]:
        cost *= r.keep_factor
    return cost + r.evade_cost if s.evading[i] else cost


# What soldiers intend: nobody has an aim, or has paid, but the steppers, and they only while a Step is resolved.


@kernel
def begin_stepping(s, i):
    """Put a soldier on the list of those who want to move or turn."""
    s.steppers[s.num_steppers] = i
    s.num_steppers += 1
    s.aim[i] = s.wanted[i] = NOBODY
    s.paid[i] = 0
    s.new_facing[i] = s.facing[i]


@kernel
def end_stepping(s):
    """Forget what everybody intended."""
    for k in range(s.num_steppers):
        i = s.steppers[k]
        s.paid[i] = 0
        s.tried[i] = False
    s.num_steppers = 0


@kernel
def intend(s, r, i, action):
    """Note what a soldier wants to do in a Step: where to, at what cost, facing where."""
    if action == STAY:
        return
    begin_stepping(s, i)
    s.tried[i] = True
    if action == FACE_LEFT or action == FACE_RIGHT:
        s.new_facing[i] = (s.facing[i] + (1 if action == FACE_RIGHT else 5)) % 6
        s.paid[i] = r.turn_cost
        return
    keeps = action >= KEEP
    direction = absolute(s, r, i, action - KEEP if keeps else action - STEP)
    s.paid[i] = cost_of(s, r, i, direction, keeps)
    s.aim[i] = neighbour(r, s.place[i], direction)
    s.heading[i] = direction
    if not keeps:
        s.new_facing[i] = direction


@kernel
def claim_hexes(s, r):
    """Let everybody who wants to step claim its hex; of several friends the one that turns least gets it. [FOR-A3]"""
    for k in range(s.num_steppers):
        i = s.steppers[k]
        target = s.aim[i]
        s.wanted[i] = target
        if target != NOBODY and s.terrain[target] != OFF:
            rival = s.claim[target]
            if rival == NOBODY:
                s.claim[target] = i
            elif rival != SPOILT and s.company[rival] != s.company[i]:
                s.claim[target] = SPOILT
            elif rival != SPOILT and turning(s, r, i) < turning(s, r, rival):
                s.claim[target] = i


@kernel
def turning(s, r, i):
    """Rank a step by how far it turns from the company's front; of mirrored ones the one from the right is first."""
    way = way_of(s, r, i, s.heading[i])
    return 2 * (6 - way) - 1 if way > 3 else 2 * way


@kernel
def refuse(s, i):
    """Take back a soldier's step, and with it the steps of those who counted on its hex, back the line."""
    while i >= 0:
        target, cell = int(s.aim[i]), int(s.place[i])
        s.aim[i] = NOBODY
        s.paid[i] = 0
        s.new_facing[i] = s.facing[i]
        if s.claim[target] == i:
            s.claim[target] = NOBODY
        i = s.claim[cell]
        s.claim[cell] = NOBODY


@kernel
def settle_claims(s, r):
    """Refuse steps into hexes that others get or that are not vacated; swaps and rounds of friends pass.

    [FOR-A3, FOR-A4]
    """
    claim_hexes(s, r)
    for k in range(s.num_steppers):
        i = s.steppers[k]
        target = s.aim[i]
        if target != NOBODY and s.terrain[target] != OFF and s.claim[target] != i:
            refuse(s, i)
    for k in range(s.num_steppers):
        i = s.steppers[k]
        target = s.aim[i]
        if target != NOBODY and s.occupant[target] != NOBODY:
            holder = s.occupant[target]
            if s.company[holder] != s.company[i]:
                discover(s, r, holder)
                refuse(s, i)
            elif s.aim[holder] == NOBODY:
                refuse(s, i)


@kernel
def clear_claims(s):
    """Forget all claims."""
    for k in range(s.num_steppers):
        wanted = s.wanted[s.steppers[k]]
        if wanted != NOBODY:
            s.claim[wanted] = NOBODY


@kernel
def face_opportunity(s, r):
    """Let enemies strike at those who leave their Zones of Control; who is Dazed by it stays. [FOR-G6e]"""
    if not r.zone_attacks:
        return
    any_attack = False
    for k in range(s.num_steppers):
        i = s.steppers[k]
        if s.aim[i] != NOBODY and s.zone[1 - s.company[i], s.place[i]] > 0:
            any_attack |= attack_of_opportunity(s, r, i)
    if any_attack:
        s.num_hits = 0
        suffer(s, r)


@kernel
def suffer(s, r):
    """Let the hits on leavers take effect, then refuse the steps of the Dazed; the fallen leave their hexes free.

    [FOR-A3, FOR-A6]
    """
    for k in range(s.num_steppers):
        i = s.steppers[k]
        if s.light[i] + s.medium[i] + s.heavy[i] > 0:
            take(s, r, i)
            if s.fate[i] != FIELD:
                give_up(s, i)
    for k in range(s.num_steppers):
        i = s.steppers[k]
        if s.dazed[i] and s.aim[i] != NOBODY:
            s.ended[i] = True
            refuse(s, i)


@kernel
def give_up(s, i):
    """Take back the step of a soldier that fell, and its claim; who counted on its hex may still go there."""
    target = s.aim[i]
    if s.claim[target] == i:
        s.claim[target] = NOBODY
    s.aim[i] = NOBODY
    s.paid[i] = 0


@kernel
def pass_engaged(s, r):
    """Let who changes places with an Engaged friend spend a Quick Action for it, or be Dazed. [FOR-G6f]"""
    for k in range(s.num_steppers):
        i = s.steppers[k]
        target = s.aim[i]
        if target != NOBODY and s.occupant[target] != NOBODY:
            friend = s.occupant[target]
            if s.aim[friend] == s.place[i] and is_engaged(s, r, friend):
                if s.quick[i] > 0:
                    s.quick[i] -= 1
                elif not s.berserk[i]:
                    s.light[i] = 1


@kernel
def carry_out(s, r):
    """Move everybody whose step stands; note who came into a Zone of Control, and who crossed the far edge."""
    pass_engaged(s, r)
    for k in range(s.num_steppers):
        i = s.steppers[k]
        if s.aim[i] != NOBODY:
            lift(s, r, i)
    for k in range(s.num_steppers):
        i = s.steppers[k]
        target = s.aim[i]
        if target == NOBODY:
            if s.fate[i] == FIELD and s.new_facing[i] != s.facing[i]:
                turn_to(s, r, i, s.new_facing[i])
                tell(s, r, i, TURNED, s.new_facing[i])
            continue
        tell(s, r, i, MOVED, s.heading[i])
        straight = s.heading[i] == s.facing[i]
        s.facing[i] = s.new_facing[i]
        s.moved[i] += 1
        s.straight[i] = s.straight[i] + 1 if straight else 0
        s.aim[i] = NOBODY
        if s.terrain[target] == OFF:
            cross(s, i)
        else:
            enter(s, r, i, target)
    for k in range(s.num_steppers):
        i = s.steppers[k]
        if s.paid[i] > 0 and s.fate[i] == FIELD and has_stepped(s, i) and r.stop_in_zones and not s.charging[i]:
            s.held[i] |= s.zone[1 - s.company[i], s.place[i]] > 0
        if s.light[i] > 0:
            take(s, r, i)


@kernel
def tell(s, r, i, code, direction):
    """Note in the log where a soldier goes or turns to, unless it is hidden."""
    if not s.hidden[i]:
        log_event(s, code, i, way_of(s, r, i, direction), s.new_facing[i] != direction)


@kernel
def cross(s, i):
    """Let a soldier, already lifted, leave the field across its company's far edge. [FOR-P24]"""
    log_event(s, CROSSED_NOW, i, 0, 0)
    company = s.company[i]
    s.fate[i] = CROSSED
    s.crossed_in_line[i] = s.formation[i] != NOBODY
    s.in_field[company] -= 1
    s.crossed[company] += 1
    s.in_line[company] += s.crossed_in_line[i]
    s.panicking[company] -= s.panicked[i]
    s.any_crossed = True


@kernel
def leave_line(s, r):
    """Take those who crossed off the field's lists; they still count as members of their formations. [FOR-P24]"""
    if not s.any_crossed:
        return
    s.any_crossed = False
    for i in range(r.num_soldiers):
        if s.fate[i] == CROSSED:
            s.formation[i] = NOBODY


@kernel
def pay(s, r):
    """Take the Movement Points of a Step: in a formation everybody pays the highest cost of any member.

    [FOR-17, FOR-18, FOR-A7]
    """
    forget_movers(s)
    for f in range(s.members.shape[0]):
        s.stepping[f] = False
    for k in range(s.num_steppers):
        i = s.steppers[k]
        f = s.formation[i]
        s.acted[i] |= s.paid[i] > 0
        if f != NOBODY:
            s.cost[f] = max(s.cost[f], s.paid[i])
            s.stepping[f] |= has_stepped(s, i)
    for i in range(r.num_soldiers):
        if s.company[i] != s.active:
            continue
        f = s.formation[i]
        if f == NOBODY and not s.tried[i]:
            s.ended[i] = True
        cost = s.paid[i] if f == NOBODY else s.cost[f]
        if cost > 0:
            s.points[i], s.stale[i] = max(s.points[i] - cost, 0), True
            if s.fate[i] == FIELD and (has_stepped(s, i) if f == NOBODY else s.stepping[f]):
                s.stirred[i] = True
                s.movers[s.num_movers] = i
                s.num_movers += 1


@kernel
def has_stepped(s, i):
    """Tell whether a soldier has come into another hex, or across the far edge, in the Step that is resolved."""
    return s.tried[i] and s.wanted[i] != NOBODY and (s.place[i] == s.wanted[i] or s.fate[i] == CROSSED)


@kernel
def forget_movers(s):
    """Forget who moved in the last Step."""
    for k in range(s.num_movers):
        s.stirred[s.movers[k]] = False
    s.num_movers = 0


@kernel
def take_step(s, r):
    """Resolve a Step: claims, attacks of opportunity, moves, costs, gaps and leaders."""
    if s.num_steppers > 0:
        log_event(s, STEP_TAKEN, s.active, s.step_number)
    settle_claims(s, r)
    face_opportunity(s, r)
    clear_claims(s)
    carry_out(s, r)
    pay(s, r)
    end_stepping(s)
    leave_line(s, r)
    tidy(s, r)
    check_formations(s, r)


@kernel
def check_formations(s, r):
    """Break the formations that both began and ended a Step with a gap, or without their leader. [FOR-10, FOR-11]"""
    list_members(s, r, s.active)
    for f in range(s.members.shape[0]):
        s.stepping[f] = s.first_member[f] != NOBODY and not s.over[f] and not waits(s, f)
    for f in range(s.members.shape[0]):
        if s.first_member[f] == NOBODY:  # all of it has crossed
            s.over[f] = True
    for f in range(s.members.shape[0]):
        if not s.stepping[f]:
            continue
        s.steps_taken[f] += 1
        s.over[f] = not s.going[f] or s.steps_taken[f] >= s.step_limit
        s.going[f] = False
        s.cost[f] = 0
        gap, lost = has_gap(s, r, f), is_lost(s, r, f)
        if (gap and (s.gap_before[f] or s.over[f])) or (lost and s.lost_before[f]):
            break_up(s, r, f)
        else:
            s.gap_before[f], s.lost_before[f] = gap, lost


@kernel
def finish(s, r, f):
    """End the Movement of a formation of which nobody can go on; a gap breaks it now. [FOR-10]"""
    s.over[f] = True
    if has_gap(s, r, f):
        break_up(s, r, f)
