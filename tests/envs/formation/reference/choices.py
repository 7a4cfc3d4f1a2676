"""What every soldier may choose: the legal actions of each phase."""

from tests.envs.formation.reference import melee, missiles
from tests.envs.formation.reference.battle import Battle, Soldier
from tests.envs.formation.reference.hexes import beside, distance
from tests.envs.formation.reference.sight import enemies
from tests.envs.formation.reference.starting import may_form_up
from tests.envs.formation.reference.steps import can_move, front, gives_way, stepping
from tests.envs.formation.reference.virtues import has_combat, weapon
from tests.envs.formation.reference.ways import ground_cost
from tests.envs.formation.reference.zones import in_zone

STAY, STEP, KEEP, LEFT, RIGHT = 0, 1, 7, 13, 14
FORM_UP, LEAVE, EVADE, CHARGE, VOLLEY, AIM, STRIKE, DEFEND = 15, 16, 17, 18, 19, 25, 31, 37
Legal = dict[int, set[int]]


def choices(battle: Battle) -> Legal:
    """Return the legal actions of every soldier: to stay, and what the phase offers. [FOR-A1]"""
    offers: Legal = {each.number: {STAY} for each in battle.soldiers}
    if not battle.over:
        for number, actions in offered(battle).items():
            offers[number] |= actions
    return offers


def offered(battle: Battle) -> Legal:
    """Return what the phase offers besides to stay. [FOR-A1]"""
    active, passive = battle.of(battle.active), battle.of(1 - battle.active)
    if battle.phase in ("orders", "step"):
        offer = orders if battle.phase == "orders" else steps
        return {each.number: offer(battle, each) for each in active}
    if battle.phase in ("short move", "manoeuvre"):
        return short_moves(battle, may_make_short_moves(battle))
    if battle.phase == "reaction":
        return reactions(battle, passive)
    offer = shots if "missile" in battle.phase else blows
    return {each.number: offer(battle, each) for each in (passive if "passive" in battle.phase else active)}


def direction(soldier: Soldier, action: int) -> int:
    """Return the direction of a step or a Short Move."""
    return (front(soldier.company) + (action - STEP) % 6) % 6


def orders(battle: Battle, soldier: Soldier) -> set[int]:
    """Return the orders that a soldier may take. [FOR-6] [FOR-9] [FOR-G6g] [FOR-P15]"""
    if not soldier.is_able:
        return set()
    legal = {LEAVE} if soldier.formation is not None else set()
    squad = [each for each in battle.soldiers if each.squad == soldier.squad]
    if (
        may_form_up(battle, soldier.company)
        and has_combat(battle, soldier)
        and len(squad) >= battle.number("least_members")
    ):
        legal.add(FORM_UP)
    if soldier.complex:
        legal |= {EVADE, CHARGE} if weapon(battle, soldier) else {EVADE}
    return legal


def steps(battle: Battle, soldier: Soldier) -> set[int]:
    """Return the steps and turns that a soldier may make; who charges goes straight ahead. [FOR-16] [FOR-P15]"""
    if not can_move(battle, soldier):
        return set()
    movers = [each for each in battle.of(battle.active) if can_move(battle, each)]
    legal = {LEFT, RIGHT} if battle.number("turn_cost") <= soldier.points and not soldier.charging else set()
    for action in range(STEP, KEEP + 6):
        way = direction(soldier, action)
        move = stepping(battle, soldier, way, action >= KEEP)
        if move and move.cost <= soldier.points and gives_way(battle, soldier, move.goal, movers):
            if way == soldier.facing or not soldier.charging:
                legal.add(action)
    return legal


def may_make_short_moves(battle: Battle) -> list[Soldier]:
    """Return who may make a Short Move: who forms up, or who has fought. [FOR-9] [FOR-G7u]"""
    if battle.phase == "short move":
        return [each for each in battle.of(battle.active) if each.forming and each.is_able]
    return [each for each in battle.standing() if each.fought and each.is_able]


def short_moves(battle: Battle, movers: list[Soldier]) -> Legal:
    """Return the Short Moves of those who may make them: a hex, or a turn by one hexside. [FOR-P2]"""
    legal: Legal = {}
    for each in movers:
        ways = {action: beside(each.at, direction(each, action)) for action in range(STEP, KEEP + 6)}
        free = [action for action, at in ways.items() if ground_cost(battle, at) is not None]
        legal[each.number] = {action for action in free if gives_way(battle, each, ways[action], movers)} | {
            LEFT,
            RIGHT,
        }
    return legal


def reactions(battle: Battle, passive: list[Soldier]) -> Legal:
    """Return the shots and Short Moves in reaction to a Step. [FOR-1] [FOR-G6i] [FOR-P19]"""
    if not battle.movers:
        return {}
    ready = [each for each in passive if each.quick > 0]
    legal = short_moves(battle, [each for each in ready if each.is_able and is_provoked(battle, each)])
    for each in ready:
        if missiles.can_shoot(battle, each):
            volleys = {VOLLEY + k for k in range(len(missiles.targets(battle, each)))}
            legal[each.number] = legal.get(each.number, set()) | volleys
    return legal


def is_provoked(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether somebody moved near a soldier, who may then make a Short Move. [FOR-P19]"""
    moved = [each for each in enemies(battle, soldier) if each.number in battle.movers]
    return any(distance(soldier.at, each.at) <= battle.number("reaction_reach") for each in moved)


def shots(battle: Battle, soldier: Soldier) -> set[int]:
    """Return the volleys, for either Action, and the aimed shots, for a Complex one. [FOR-G8a] [FOR-G4b]"""
    if not missiles.can_shoot(battle, soldier) or not (soldier.quick > 0 or soldier.complex):
        return set()
    count = len(missiles.targets(battle, soldier))
    legal = {VOLLEY + k for k in range(count)}
    return legal | {AIM + k for k in range(count)} if soldier.complex else legal


def blows(battle: Battle, soldier: Soldier) -> set[int]:
    """Return the strikes of the Melee Phase, and to defend where an enemy is near. [FOR-G4d] [FOR-G7t]"""
    if not soldier.melee or not soldier.is_able:
        return set()
    count = len(melee.targets(battle, soldier, enemies(battle, soldier)))
    defend = {DEFEND} if count or in_zone(battle, soldier) else set()
    return {STRIKE + k for k in range(count)} | defend
