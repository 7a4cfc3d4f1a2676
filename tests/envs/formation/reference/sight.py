"""Who sees whom, whose line of fire is in the way, and who is nearest."""

from tests.envs.formation.reference.battle import Battle, Soldier
from tests.envs.formation.reference.hexes import Hex, clockwise, distance

MOST_TARGETS = 6
HIDES = 2


def line(a: Hex, b: Hex, lean: int) -> list[Hex]:
    """Return the hexes strictly between two hexes on the line, leaning to one side where it runs along edges."""
    steps = distance(a, b)
    return [nearest(a, b, k / steps, lean * 1e-6) for k in range(1, steps)]


def nearest(a: Hex, b: Hex, part: float, lean: float) -> Hex:
    """Return the hex at a part of the way from one hex to another."""
    q = a[0] + (b[0] - a[0]) * part + lean
    r = a[1] + (b[1] - a[1]) * part + 2 * lean
    whole = [round(q), round(r), round(-q - r)]
    errors = [abs(whole[0] - q), abs(whole[1] - r), abs(whole[2] + q + r)]
    if errors[0] == max(errors):
        return -whole[1] - whole[2], whole[1]
    if errors[1] == max(errors):
        return whole[0], -whole[0] - whole[2]
    return whole[0], whole[1]


def opacity(battle: Battle, at: Hex, high: bool) -> int:
    """Return how much sight a hex takes away; from a hill only hills do, and nobody sees past the edge. [FOR-P17]"""
    if at not in battle.terrain:
        return HIDES
    ground = battle.ground(at)
    return int(ground.opacity) if ground.high or not high else 0


def sees(battle: Battle, a: Hex, b: Hex) -> bool:
    """Tell whether two hexes see each other on one of the two lines between them. [FOR-P17]"""
    if distance(a, b) > battle.number("sight"):
        return False
    high = battle.ground(a).high or battle.ground(b).high
    return any(sum(opacity(battle, at, high) for at in line(a, b, lean)) < HIDES for lean in (1, -1))


def obstacles(battle: Battle, a: Hex, b: Hex) -> int:
    """Return how many soldiers stand in the line of fire, on the emptier one of the two lines. [FOR-G8g]"""
    return min(sum(battle.who(at) is not None for at in line(a, b, lean)) for lean in (1, -1))


def nearest_first(at: Hex, facing: int, others: list[Soldier]) -> list[Soldier]:
    """Return soldiers by distance, then clockwise from a front. [FOR-A5]"""
    return sorted(others, key=lambda each: (distance(at, each.at), clockwise(at, facing, each.at)))


def offered(soldier: Soldier, others: list[Soldier]) -> list[Soldier]:
    """Return the nearest of some soldiers, at most six. [FOR-A5]"""
    return nearest_first(soldier.at, soldier.facing, others)[:MOST_TARGETS]


def enemies(battle: Battle, soldier: Soldier) -> list[Soldier]:
    """Return the enemies in the field that are not hidden."""
    return [each for each in battle.of(1 - soldier.company) if not each.hidden]


def enemies_in_sight(battle: Battle, soldier: Soldier, farthest: int) -> list[Soldier]:
    """Return the enemies that a soldier sees up to a distance."""
    near = [each for each in enemies(battle, soldier) if distance(soldier.at, each.at) <= farthest]
    return [each for each in near if sees(battle, soldier.at, each.at)]


def discover(battle: Battle) -> None:
    """Discover hidden soldiers that an enemy has come near, all at the same time. [FOR-P21]"""
    far = battle.number("hidden_until")
    found = [
        each
        for each in battle.standing()
        if each.hidden and any(distance(each.at, other.at) <= far for other in enemies(battle, each))
    ]
    for each in found:
        each.hidden = False
