"""The flight of the Panicked."""

from tests.envs.formation.reference.battle import FLED, Battle, Soldier
from tests.envs.formation.reference.formations import leave
from tests.envs.formation.reference.hexes import Hex
from tests.envs.formation.reference.steps import Move, carry_out, entrants, suffer
from tests.envs.formation.reference.virtues import movement
from tests.envs.formation.reference.ways import ground_cost, to_home

Points = dict[int, int]


def flee(battle: Battle) -> None:
    """Let the Panicked of both companies who are not Dazed flee, all at once, hex by hex. [FOR-G10e]"""
    runners = [each for each in battle.standing() if each.panicked and not each.dazed]
    points = {each.number: movement(battle, each) for each in runners}
    if not runners:
        return
    far, anybody = (to_home(battle, 0), to_home(battle, 1)), True
    while anybody:
        anybody = run_a_hex(battle, points, far)
        battle.moment += 1


def run_a_hex(battle: Battle, points: Points, far: tuple[dict[Hex, int], dict[Hex, int]]) -> bool:
    """Let everybody who flees go one hex, or off the field; tell whether anybody went on. [FOR-G10e]"""
    running = {each.number for each in battle.standing() if points.get(each.number, 0) > 0 and not each.dazed}
    moves = []
    for number in sorted(running):
        each = battle.soldiers[number]
        if far[each.company].get(each.at) == 0:
            flee_off(battle, each)
    running = {number for number in running if battle.soldiers[number].stands}
    for number in sorted(running):
        each = battle.soldiers[number]
        move = homewards(battle, each, points[number], running, far[each.company])
        moves += [move] if move else []
    going = suffer(battle, entrants(battle, moves))
    for move in going:
        points[move.soldier.number] -= move.cost
    carry_out(battle, moves, going)
    return bool(going)


def flee_off(battle: Battle, soldier: Soldier) -> None:
    """Let a soldier at its home edge leave the field for good."""
    leave(battle, soldier)
    soldier.fate, soldier.hex = FLED, None


def homewards(battle: Battle, soldier: Soldier, points: int, running: set[int], far: dict[Hex, int]) -> Move | None:
    """Return the step to the hex nearest to home, of equal ones the first clockwise from the facing. [FOR-G10e]"""
    steps = [Move(soldier, way % 6, way % 6, 0) for way in range(soldier.facing, soldier.facing + 6)]
    nearer = [move for move in steps if far.get(move.goal, 10**6) < far.get(soldier.at, -1)]
    free = [move for move in nearer if can_run_to(battle, move, points, running)]
    best = min(free, key=lambda move: far[move.goal], default=None)
    if best:
        best.cost = ground_cost(battle, best.goal) or 0
    return best


def can_run_to(battle: Battle, move: Move, points: int, running: set[int]) -> bool:
    """Tell whether somebody who flees can pay a step, into a hex that is empty or held by a friend who flees too."""
    cost = ground_cost(battle, move.goal)
    if cost is None or cost > points:
        return False
    holder = battle.who(move.goal)
    return holder is None or (holder.company == move.soldier.company and holder.number in running)
