"""Ways over the field, in Movement Points."""

from heapq import heappop, heappush

from tests.envs.formation.reference.battle import Battle
from tests.envs.formation.reference.hexes import Hex, around


def ground_cost(battle: Battle, at: Hex) -> int | None:
    """Return the Movement Points to enter a hex, None where nobody can. [FOR-G6a]"""
    if at not in battle.terrain or not battle.ground(at).enter:
        return None
    return int(battle.ground(at).cost)


def ways(battle: Battle, goals: set[Hex]) -> dict[Hex, int]:
    """Return the Movement Points from every hex to the nearest of some goals."""
    best: dict[Hex, int] = {}
    edge = [(0, goal) for goal in goals if ground_cost(battle, goal) is not None]
    while edge:
        way, at = heappop(edge)
        if at not in best:
            best[at] = way
            cost = ground_cost(battle, at)
            assert cost is not None
            for other in around(at):
                if other not in best and ground_cost(battle, other) is not None:
                    heappush(edge, (way + cost, other))
    return best


def to_goal(battle: Battle, company: int) -> dict[Hex, int]:
    """Return the Movement Points to a company's objective."""
    return ways(battle, battle.goals[company])


def to_home(battle: Battle, company: int) -> dict[Hex, int]:
    """Return the Movement Points to the edge where a company flees."""
    return ways(battle, battle.homes[company])
