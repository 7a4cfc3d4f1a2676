"""The Berserk: they charge at, go for and face the nearest enemy, or friend if no enemy is in sight. [FOR-G10i]

Near is who costs the fewest Movement Points to come to; who is in reach costs none.
"""

from heapq import heappop, heappush

from tests.envs.formation.reference import melee
from tests.envs.formation.reference.battle import Battle, Soldier
from tests.envs.formation.reference.hexes import FRONT, Hex, around, bearing, beside, clockwise, distance, side
from tests.envs.formation.reference.sight import enemies, enemies_in_sight, nearest_first, sees
from tests.envs.formation.reference.steps import Move, stepping
from tests.envs.formation.reference.ways import ground_cost
from tests.envs.formation.reference.zones import is_empty, reach

Way = tuple[int, int, int]  # Movement Points, whether a friend is in its first hex, by which turn it begins


def rages(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether a soldier is Berserk and may move."""
    if not soldier.berserk or soldier.dazed or not soldier.stands or soldier.company != battle.active:
        return False
    return soldier.points > 0 and not soldier.ended and not soldier.held and soldier.complex


def rushes(battle: Battle) -> list[Move]:
    """Return what the Berserk of the active company do in a Step. [FOR-G10i]"""
    moves = [rush(battle, each) for each in battle.soldiers if rages(battle, each)]
    return [move for move in moves if move]


def rush(battle: Battle, soldier: Soldier) -> Move | None:
    """Go on in a charge; else a step of the way to the nearest; face who is in reach or beyond it. [FOR-G10i]"""
    if soldier.charging:
        return go(battle, soldier, soldier.facing)
    prey, way = choose_prey(battle, soldier)
    if prey is None:
        return None
    if way is not None:
        return go(battle, soldier, soldier.facing + way[2])
    if side(soldier.at, soldier.facing, prey.at) == FRONT:
        return None
    return Move(soldier, None, bearing(soldier.at, prey.at), 0, tries=False)


def go(battle: Battle, soldier: Soldier, way: int) -> Move | None:
    """Return a step in a direction, None when the hex is not free or costs too much."""
    move = stepping(battle, soldier, way % 6, False)
    if move is None or move.cost > soldier.points or move.goal not in battle.terrain or not is_empty(battle, move.goal):
        return None
    return move


# Whom to go for.


def choose_prey(battle: Battle, soldier: Soldier) -> tuple[Soldier | None, Way | None]:
    """Return the nearest enemy in sight, else friend, and the way to it; no way to who is in reach. [FOR-G10i]"""
    friends = [each for each in battle.of(soldier.company) if each is not soldier]
    near = [each for each in friends if distance(soldier.at, each.at) <= battle.number("sight")]
    for others in (enemies_in_sight(battle, soldier, battle.number("sight")), near):
        seen = [each for each in others if sees(battle, soldier.at, each.at)]
        if seen:
            return nearest_by_way(battle, soldier, nearest_first(soldier.at, soldier.facing, seen))
    return None, None


def nearest_by_way(battle: Battle, soldier: Soldier, seen: list[Soldier]) -> tuple[Soldier, Way | None]:
    """Return who of those in sight, the nearest first, costs least to come to, and the way to it."""
    if distance(soldier.at, seen[0].at) <= max(reach(battle, soldier), 1):
        return seen[0], None
    ways = ways_from(battle, soldier)
    reached = [(way, each) for each in seen if (way := way_beside(ways, each.at))]
    if not reached:
        return seen[0], None
    way, prey = min(reached, key=lambda pair: pair[0])
    return prey, way


def way_beside(ways: dict[Hex, Way], at: Hex) -> Way | None:
    """Return the best way to a hex beside another one."""
    return min((ways[other] for other in around(at) if other in ways), default=None)


def ways_from(battle: Battle, soldier: Soldier) -> dict[Hex, Way]:
    """Return the best way to every hex within sight; a friend in the first hex is one Movement Point more."""
    best: dict[Hex, Way] = {}
    edge: list[tuple[Way, Hex]] = []
    for turn in range(6):
        move = stepping(battle, soldier, (soldier.facing + turn) % 6, False)
        if move and move.goal in battle.terrain and is_passed(battle, soldier, move.goal):
            blocked = int(not is_empty(battle, move.goal))
            heappush(edge, ((move.cost + blocked, blocked, turn), move.goal))
    while edge:
        way, at = heappop(edge)
        if at in best:
            continue
        best[at] = way
        for other in around(at):
            cost = ground_cost(battle, other)
            if cost is not None and other != soldier.at and is_passed(battle, soldier, other):
                if distance(soldier.at, other) <= battle.number("sight"):
                    heappush(edge, ((way[0] + cost, *way[1:]), other))
    return best


def is_passed(battle: Battle, soldier: Soldier, at: Hex) -> bool:
    """Tell whether a way may go through a hex: friends may move on, enemies who are seen do not."""
    other = battle.who(at)
    return other is None or other.company == soldier.company or other.hidden


# Charges and strikes.


def declare_charges(battle: Battle) -> None:
    """Let the Berserk charge at the nearest, if it stands straight before them once they have turned. [FOR-P15]"""
    for each in battle.of(battle.active):
        if rages(battle, each) and reach(battle, each):
            prey, way = choose_prey(battle, each)
            if prey and way and is_open(battle, each, prey):
                each.facing = bearing(each.at, prey.at)
                each.charging = True


def is_open(battle: Battle, soldier: Soldier, prey: Soldier) -> bool:
    """Tell whether a soldier can charge at another one: in a line, far enough, with nothing in its way. [FOR-P15]"""
    way, far = bearing(soldier.at, prey.at), distance(soldier.at, prey.at)
    if far <= battle.number("charge_hexes") or clockwise(soldier.at, way, prey.at) != 0:
        return False
    between, at = [], soldier.at
    for _ in range(far - 1):
        at = beside(at, way)
        between.append(at)
    costs = [ground_cost(battle, at) for at in between]
    if any(cost is None for cost in costs) or not all(is_empty(battle, at) for at in between):
        return False
    return sum(cost for cost in costs if cost) <= soldier.points


def declare(battle: Battle, company: int) -> None:
    """Let the Berserk strike at the nearest in reach: an enemy, or a friend if no enemy is in sight. [FOR-G10i]"""
    for each in battle.of(company):
        if each.berserk and each.melee:
            prey = melee.targets(battle, each, enemies(battle, each))
            if not prey and not enemies_in_sight(battle, each, battle.number("sight")):
                friends = [other for other in battle.of(company) if other is not each]
                prey = melee.targets(battle, each, [other for other in friends if not other.hidden])
            if prey:
                each.target, each.melee = prey[0].number, False
