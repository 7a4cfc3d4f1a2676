"""Formations: what keeps them, how they break, how their parts go on."""

from tests.envs.formation.reference.battle import CROSSED, IN_FIELD, Battle, Formation, Soldier, row_by_row
from tests.envs.formation.reference.hexes import connected, distance
from tests.envs.formation.reference.virtues import virtue
from tests.envs.formation.reference.ways import to_goal


def new_formation(battle: Battle, members: list[Soldier], director: Soldier | None) -> int:
    """Make a formation of soldiers."""
    number = max(battle.formations, default=-1) + 1
    company = members[0].company
    battle.formations[number] = Formation(company, director.number if director else None, len(members))
    for each in members:
        each.formation = number
    return number


def leave(battle: Battle, soldier: Soldier) -> None:
    """Take a soldier out of its formation, which it no longer directs."""
    if soldier.formation is None:
        return
    one = battle.formations[soldier.formation]
    one.size -= 1
    if one.director == soldier.number:
        one.director = None
    soldier.formation, soldier.intact = None, False


def tidy(battle: Battle) -> None:
    """End formations that have too few members left; those end their Movement, if it has begun. [FOR-P18] [FOR-15]"""
    for number in list(battle.formations):
        if battle.formations[number].size < battle.number("least_members"):
            for each in battle.members(number):
                each.formation, each.intact = None, False
                each.ended = each.ended or battle.phase in ("step", "reaction")
            forget(battle, number, [])


def forget(battle: Battle, formation: int, successors: list[int]) -> None:
    """Forget a formation; what follows it takes its place in the queue of parts. [FOR-A2]"""
    del battle.formations[formation]
    for queue in battle.queues:
        if formation in queue:
            place = queue.index(formation)
            queue[place : place + 1] = successors
            return
    if successors:
        battle.queues.append(successors)


# The direction: leaders and their range.


def in_range(battle: Battle, leader: Soldier, other: Soldier) -> bool:
    """Tell whether a soldier is in a leader's Level range; who has crossed directs from beyond the edge. [FOR-P1]"""
    if leader.fate == CROSSED:
        return True
    return distance(leader.at, other.at) <= virtue(battle, leader, "level") + battle.number("leader_range")


def is_able_to_direct(leader: Soldier | None) -> bool:
    """Tell whether a leader is able to direct. [FOR-5]"""
    return leader is not None and (leader.is_able or leader.fate == CROSSED)


def reaches_any(battle: Battle, leader: Soldier, members: list[Soldier]) -> bool:
    """Tell whether any member but the leader itself is in its range. [FOR-5] [FOR-P1]"""
    return any(in_range(battle, leader, each) for each in members if each is not leader)


def stands_above(battle: Battle, leader: Soldier, members: list[Soldier]) -> bool:
    """Tell whether a leader stands a Level above at least half of the other members. [FOR-G3b]"""
    most = virtue(battle, leader, "level") - battle.number("leader_levels")
    others = [each for each in members if each is not leader]
    return 2 * sum(virtue(battle, each, "level") <= most for each in others) >= len(others)


def directs(battle: Battle, leader: Soldier, members: list[Soldier]) -> bool:
    """Tell whether an able leader can direct these members. [FOR-5]"""
    return stands_above(battle, leader, members) and reaches_any(battle, leader, members)


# Gaps and lost leaders.


def has_gap(battle: Battle, formation: int) -> bool:
    """Tell whether the members do not hang together; the director may stand apart. [FOR-P3] [FOR-P4]"""
    director = battle.director(formation)
    parts = connected({each.at for each in battle.members(formation)})
    alone = [part for part in parts if director is not None and part == {director.hex}]
    return len(parts) - len(alone) > 1


def is_astray(battle: Battle, formation: int) -> bool:
    """Tell whether the directing leader is out of range, or out. [FOR-11]"""
    if battle.rules.autonomous:
        return False
    director = battle.director(formation)
    if director is None or director.fate not in (IN_FIELD, CROSSED):
        return True
    if battle.rules.dazed_leader == "is lost" and not is_able_to_direct(director):
        return True
    others = [each for each in battle.members(formation) if each is not director]
    return bool(others) and not reaches_any(battle, director, others)


def watch(battle: Battle) -> None:
    """Note what is wrong with the active company's formations when a Step begins. [FOR-10] [FOR-11]"""
    for number, one in battle.formations.items():
        if one.company == battle.active and battle.members(number):
            one.gap, one.astray = has_gap(battle, number), is_astray(battle, number)


def waits(battle: Battle, formation: int) -> bool:
    """Tell whether a part may not move yet: others' Steps, or a part before it, are not over. [FOR-A2] [FOR-14]"""
    for queue in battle.queues:
        if formation in queue:
            before = queue[: queue.index(formation)]
            return not battle.parts_move or any(not battle.formations[each].done for each in before)
    return False


def stepping(battle: Battle) -> list[int]:
    """Return the active company's formations whose Movement has not ended and who need not wait."""
    numbers = [number for number, one in battle.formations.items() if one.company == battle.active and not one.done]
    return [number for number in numbers if battle.members(number) and not waits(battle, number)]


def check_step(battle: Battle, going: set[int]) -> None:
    """Break formations that began and ended a Step with a gap, or without their leader. [FOR-10] [FOR-11] [FOR-A7]"""
    for number, one in battle.formations.items():
        if one.company == battle.active and not battle.members(number):
            one.done = True  # all of it has crossed
    for number in stepping(battle):
        one = battle.formations[number]
        one.steps += 1
        one.done = number not in going or one.steps >= battle.most_steps
        gap, astray = has_gap(battle, number), is_astray(battle, number)
        if (gap and (one.gap or one.done)) or (astray and one.astray):
            break_up(battle, number)
        else:
            one.gap, one.astray = gap, astray


def finish(battle: Battle, formations: list[int]) -> None:
    """End the Movement of formations; those that have a gap break now. [FOR-10]"""
    for number in formations:
        battle.formations[number].done = True
        if has_gap(battle, number):
            break_up(battle, number)


# Breaking up.


def break_up(battle: Battle, formation: int) -> None:
    """Break a formation: parts that still meet the requirements go on, all others stop. [FOR-13] [FOR-15]"""
    old, director, members = battle.formations[formation], battle.director(formation), battle.members(formation)
    battle.breakups[old.company] += 1
    parts = sound_parts(battle, members)
    led = led_part(battle, parts, director)
    for each in members:
        each.formation, each.intact = None, False
    successors = []
    for part in parts:
        going = with_director(part, director) if part is led else without(part, director if led else None)
        if len(going) >= battle.number("least_members") and (part is led or battle.rules.autonomous):
            number = new_formation(battle, going, director if part is led else None)
            battle.formations[number].done = old.done
            successors.append(number)
    for each in members:
        each.ended = each.ended or each.formation is None
    forget(battle, formation, successors)


def sound_parts(battle: Battle, members: list[Soldier]) -> list[list[Soldier]]:
    """Return the parts of able members that hang together, the largest first. [FOR-8] [FOR-P5] [FOR-A2]"""
    able = [each for each in members if each.is_able]
    parts = [[each for each in able if each.at in part] for part in connected({each.at for each in able})]
    return sorted(parts, key=lambda part: rank(battle, part))


def led_part(battle: Battle, parts: list[list[Soldier]], director: Soldier | None) -> list[Soldier] | None:
    """Return the part that the leader goes on directing: its own, else the first in range. [FOR-13]"""
    if director is None or not is_able_to_direct(director):
        return None
    large = [part for part in parts if len(with_director(part, director)) >= battle.number("least_members")]
    led = [part for part in large if directs(battle, director, part)]
    return next((part for part in led if director in part), next(iter(led), None))


def with_director(part: list[Soldier], director: Soldier | None) -> list[Soldier]:
    """Return a part with the leader who directs it, though it stands apart, unless it has crossed. [FOR-P4]"""
    apart = director is not None and director.stands and director not in part
    return [*part, director] if apart and director else part


def without(part: list[Soldier], leader: Soldier | None) -> list[Soldier]:
    """Return a part without the leader who directs another one."""
    return [each for each in part if each is not leader]


def rank(battle: Battle, part: list[Soldier]) -> tuple[int, float, tuple[int, int]]:
    """Return the place of a part: the largest first, then the nearest to the objective, then by hex. [FOR-A2]"""
    far = to_goal(battle, part[0].company)
    way = min(far.get(each.at, float("inf")) for each in part)
    rows = [row_by_row(each.at) for each in part]
    return -len(part), way, min(rows) if part[0].company == 0 else min((-row, -place) for row, place in rows)
