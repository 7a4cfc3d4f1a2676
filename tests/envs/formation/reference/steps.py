"""Moving: what a Step costs, who enters a hex that several want, and what happens to those who go."""

from dataclasses import dataclass

from tests.envs.formation.reference.battle import CROSSED, Battle, Soldier
from tests.envs.formation.reference.damage import Hit, daze, land
from tests.envs.formation.reference.formations import check_step, tidy, waits
from tests.envs.formation.reference.hexes import Hex, beside, column, distance, on_ring
from tests.envs.formation.reference.melee import strike
from tests.envs.formation.reference.sight import nearest_first
from tests.envs.formation.reference.ways import ground_cost
from tests.envs.formation.reference.zones import controls, in_zone, is_clear, is_engaged


@dataclass(eq=False)
class Move:
    """What a soldier wants: in which direction to step, or none; how to face then; what that costs."""

    soldier: Soldier
    way: int | None
    facing: int
    cost: int
    tries: bool = True  # a choice of its own to move or turn

    @property
    def goal(self) -> Hex:
        """Return the hex that the soldier wants to step into."""
        assert self.way is not None
        return beside(self.soldier.at, self.way)


def front(company: int) -> int:
    """Return the direction of a company's front: red looks east, blue west."""
    return 0 if company == 0 else 3


# Who may move, and where.


def can_move(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether a soldier may move in this Step. [FOR-19] [FOR-G6b]"""
    if soldier.company != battle.active or not soldier.is_able or soldier.ended or soldier.held:
        return False
    if not soldier.complex or soldier.points < 1:
        return False
    if soldier.formation is None:
        return not battle.parts_move
    return not battle.formations[soldier.formation].done and not waits(battle, soldier.formation)


def crosses(battle: Battle, soldier: Soldier, way: int) -> bool:
    """Tell whether a step leaves the field across the far edge, where red's objective is. [FOR-P24]"""
    if battle.scenario not in ("march", "ambush", "escort") or soldier.company != 0:
        return False
    return soldier.at in battle.goals[0] and column(beside(soldier.at, way)) >= battle.columns


def stepping(battle: Battle, soldier: Soldier, way: int, keep: bool) -> Move | None:
    """Return a step in a direction, None where nobody can go. [FOR-G6a] [FOR-G6g] [FOR-G6h]"""
    cost = 1 if crosses(battle, soldier, way) else ground_cost(battle, beside(soldier.at, way))
    if cost is None:
        return None
    if keep and way != soldier.facing:
        cost *= battle.number("keep_factor")
    cost += battle.number("evade_cost") * soldier.evading
    return Move(soldier, way, soldier.facing if keep else way, cost)


def gives_way(battle: Battle, soldier: Soldier, at: Hex, movers: list[Soldier]) -> bool:
    """Tell whether a soldier may try to enter a hex: nobody seen holds it, or a friend who moves too. [FOR-A4]"""
    other = battle.who(at)
    if other is None:
        return True
    return other.hidden if other.company != soldier.company else other in movers


# Several at once.


def entrants(battle: Battle, moves: list[Move]) -> list[Move]:
    """Return the moves that enter the hexes they want, while nobody has moved yet. [FOR-A3] [FOR-A4]"""
    wanting = [move for move in moves if move.way is not None]
    first = [move for move in wanting if is_first(battle, move, wanting)]
    for move in first:
        holder = battle.who(move.goal)
        if holder and holder.company != move.soldier.company:
            holder.hidden = False  # run into [FOR-P21]
    return unblocked(battle, first)


def is_first(battle: Battle, move: Move, wanting: list[Move]) -> bool:
    """Tell whether a move has precedence: it turns least; what both companies want nobody gets. [FOR-A3] [FOR-A4]"""
    if move.goal not in battle.terrain:
        return True
    rivals = [other for other in wanting if other.goal == move.goal]
    if any(other.soldier.company != move.soldier.company for other in rivals):
        return False
    return min(rivals, key=turning) is move


def turning(move: Move) -> int:
    """Return how far a step turns from the company's front; of mirrored ones from the right first. [FOR-A3]"""
    assert move.way is not None
    return [0, 5, 1, 4, 2, 3].index((move.way - front(move.soldier.company)) % 6)


def unblocked(battle: Battle, moves: list[Move]) -> list[Move]:
    """Leave out who counted on a hex that is not vacated, and so on back the line. [FOR-A3]"""
    while True:
        going = {move.soldier.number for move in moves}
        free = [move for move in moves if is_vacated(battle, move, going)]
        if len(free) == len(moves):
            return moves
        moves = free


def is_vacated(battle: Battle, move: Move, going: set[int]) -> bool:
    """Tell whether the goal of a move is empty, or its holder, a friend, goes."""
    holder = battle.who(move.goal)
    return holder is None or (holder.company == move.soldier.company and holder.number in going)


def suffer(battle: Battle, going: list[Move]) -> list[Move]:
    """Let enemies strike at those who leave their Zones of Control; return who still goes. [FOR-G6e]"""
    if not battle.rules.zone_attacks:
        return going
    hits = [hit for move in going for hit in opportunities(battle, move.soldier)]
    land(battle, hits)
    harmed = {hit.target.number for hit in hits}
    for move in going:
        if move.soldier.number in harmed and move.soldier.dazed:
            move.soldier.ended = True
    left = [move for move in going if move.soldier.stands and not move.soldier.dazed]
    return unblocked(battle, left)


def opportunities(battle: Battle, leaver: Soldier) -> list[Hit]:
    """Return the hits of the enemies whose Zones of Control a soldier leaves. [FOR-G6e]"""
    near = [
        each
        for each in battle.of(1 - leaver.company)
        if controls(battle, each, leaver.at) and is_clear(battle, each.at, leaver.at)
    ]
    ordered = nearest_first(leaver.at, leaver.facing, near)
    strikes = [strike(battle, each, leaver, dice_against(each, leaver)) for each in ordered]
    return [hit for hit in strikes if hit]


def dice_against(enemy: Soldier, leaver: Soldier) -> int:
    """Return which dice an attack of opportunity falls by: others for each hex around the enemy. [FOR-A6]"""
    far = distance(enemy.at, leaver.at)
    return 64 + 6 * (far - 1) + on_ring(enemy.at, leaver.at)


def carry_out(battle: Battle, moves: list[Move], going: list[Move]) -> None:
    """Move all who go, and turn all who only turn, at the same time."""
    shaken = pass_engaged(battle, going)
    goals = [move.goal for move in going]
    for move, goal in zip(going, goals, strict=True):
        one = move.soldier
        one.straight = one.straight + 1 if move.way == one.facing else 0
        one.hex, one.facing = goal, move.facing
        one.moved += 1
    for move in moves:
        if move.way is None and move.soldier.stands:
            move.soldier.facing = move.facing
    for each in shaken:
        daze(each)
    for move in going:
        if move.soldier.at not in battle.terrain:
            cross(move.soldier)


def pass_engaged(battle: Battle, going: list[Move]) -> list[Soldier]:
    """Take a Quick Action from who changes places with an Engaged friend; return who has none. [FOR-G6f]"""
    shaken = []
    for move in going:
        swaps = [other for other in going if other.goal == move.soldier.at and other.soldier.at == move.goal]
        if swaps and is_engaged(battle, swaps[0].soldier):
            if move.soldier.quick > 0:
                move.soldier.quick -= 1
            elif not move.soldier.berserk:
                shaken.append(move.soldier)
    return shaken


def cross(soldier: Soldier) -> None:
    """Let a soldier leave the field across the far edge. [FOR-P24]"""
    soldier.fate, soldier.hex = CROSSED, None
    soldier.crossed_in_line = soldier.formation is not None


def move_freely(battle: Battle, moves: list[Move]) -> None:
    """Make Short Moves: at no cost, without attacks of opportunity. [FOR-P2] [FOR-G7u]"""
    carry_out(battle, moves, entrants(battle, moves))


# A Step.


def take_step(battle: Battle, moves: list[Move], going_on: set[int]) -> None:
    """Carry out a Step; ``going_on``: formations of which somebody chose to move. [FOR-16]"""
    going = suffer(battle, entrants(battle, moves))
    formations = {move.soldier.number: move.soldier.formation for move in moves}
    carry_out(battle, moves, going)
    paid = {move.soldier.number: move.cost for move in moves if move in going or is_turn(move)}
    stop_in_zones(battle, going)
    pay(battle, moves, paid, formations)
    battle.movers = provoking(battle, going, formations)
    for each in battle.soldiers:
        if each.fate == CROSSED:
            each.formation = None
    tidy(battle)
    check_step(battle, going_on)


def is_turn(move: Move) -> bool:
    """Tell whether somebody turns in place. [FOR-P14]"""
    return move.way is None and move.soldier.stands


def stop_in_zones(battle: Battle, going: list[Move]) -> None:
    """End the Movement of who enters a Zone of Control, unless charging; to turn in one is not to enter. [FOR-G6d]"""
    for move in going:
        one = move.soldier
        if battle.rules.stop_in_zones and one.stands and not one.charging:
            one.held = one.held or in_zone(battle, one)


def pay(battle: Battle, moves: list[Move], paid: dict[int, int], formations: dict[int, int | None]) -> None:
    """Take the Movement Points: in a formation what the dearest member paid. [FOR-17] [FOR-18] [FOR-A7]"""
    tried = {move.soldier.number for move in moves if move.tries}
    for each in battle.all_of(battle.active):
        each.acted = each.acted or paid.get(each.number, 0) > 0
        cost = paid.get(each.number, 0)
        if each.formation is None and each.number not in tried:
            each.ended = True
        if each.formation is not None:
            cost = max((paid[number] for number in paid if formations[number] == each.formation), default=0)
        if cost > 0:
            each.points = max(each.points - cost, 0)


def provoking(battle: Battle, going: list[Move], formations: dict[int, int | None]) -> set[int]:
    """Return who may be reacted to: who came into another hex, or whose formation did. [FOR-1] [FOR-G8m]"""
    alone = {move.soldier.number for move in going if formations[move.soldier.number] is None}
    together = {formations[move.soldier.number] for move in going} - {None}
    active = battle.of(battle.active)
    return {each.number for each in active if each.number in alone or each.formation in together}
