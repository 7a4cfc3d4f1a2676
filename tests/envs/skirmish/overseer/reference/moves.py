"""Commands of movement, with what they set off. [OVR-40, OVR-P7, OVR-P8, OVR-G2]"""

from tests.envs.skirmish.overseer.reference.attack import (
    CHARGED,
    OPPORTUNE,
    OVERWATCHED,
    OWN_BLOW,
    can_shoot,
    carry_out,
    men_strike,
)
from tests.envs.skirmish.overseer.reference.courage import fear
from tests.envs.skirmish.overseer.reference.game import Asking, Game, hexes, majority
from tests.envs.skirmish.overseer.reference.land import Cell, disc_cells, distance
from tests.envs.skirmish.overseer.reference.people import WARY, Unit
from tests.envs.skirmish.overseer.reference.placing import costs_of, place, reach_of

MOVES = ("move", "advance", "run", "disengage", "cover_ground")
SEEKS_COVER = ("advance", "cover_ground")


def metres_of(game: Game, word: str) -> int:
    """Return the metres for each point of AB."""
    rules = game.rules
    full, half = rules.full_metres, rules.half_metres
    by_word = {"move": half, "disengage": half, "advance": full, "cover_ground": full}
    return int({**by_word, "run": rules.run_metres, "charge": rules.charge_metres}[word])


def goals(game: Game, unit: Unit, word: str) -> list[Cell]:
    """List where the leader may go, its own hex included; the pinned and the wary don't close in. [OVR-32]"""
    budget = hexes(metres_of(game, word), unit.profile)
    cells = list(reach_of(game, unit.side, unit.cell, budget, is_flat=word == "cover_ground"))
    if unit.is_pinned:
        cells = not_nearer(cells, unit.cell, nearest_enemy(game, unit))
    source = unit.shocked_by
    if unit.shock == WARY and source and source.is_here:
        cells = not_nearer(cells, unit.cell, source.cell)
    return cells


def not_nearer(cells: list[Cell], now: Cell, other: Cell | None) -> list[Cell]:
    """Return the hexes that are not nearer to another one than now."""
    return [cell for cell in cells if other is None or distance(cell, other) >= distance(now, other)]


def nearest_enemy(game: Game, unit: Unit) -> Cell | None:
    """Return where the nearest enemy member stands, a leader before others, then as the unit's side counts them."""
    foes = game.foes_in_turn(unit.side)
    pieces = [piece for foe in foes for piece in foe.ranks]
    return min((one.cell for one in [*foes, *pieces]), key=lambda cell: distance(cell, unit.cell), default=None)


# charges


def charge_targets(game: Game, unit: Unit) -> list[Unit]:
    """List who can be charged. [OVR-P7]"""
    blade = game.blades_of(unit) if unit.us else unit.blade
    return [foe for foe in game.foes(unit) if blade is not None and is_in_charge(game, unit, foe)]


def is_in_charge(game: Game, unit: Unit, prey: Unit) -> bool:
    """Tell whether a unit is seen, not too near, and perhaps within a Charge."""
    front = game.front(unit, prey)
    if front is None or distance(unit.cell, front.cell) < game.rules.charge_least:
        return False
    runners = [(unit.cell, unit.profile), *((piece.cell, piece.profile) for piece in unit.ranks)]
    metres = game.rules.charge_metres
    return any(distance(cell, front.cell) - 1 <= hexes(metres, profile) for cell, profile in runners)


def charge_goal(game: Game, unit: Unit, front: Cell) -> Cell:
    """Return where the leader ends its Charge: the hex nearest to the prey, at the least cost."""
    budget = hexes(game.rules.charge_metres, unit.profile)
    costs = costs_of(game, unit.side, unit.cell, budget)
    order = disc_cells(unit.cell, game.poses[unit.side], budget)
    return min(costs, key=lambda cell: (distance(cell, front), costs[cell], order.index(cell)))


# carrying out


def carry_move(game: Game, unit: Unit, word: str, goal: Cell | None = None, prey: Unit | None = None) -> Asking:
    """Carry out a Command of movement with the attacks that it sets off, and a Charge's own."""
    if word != "disengage" and (prey is not None or goal != unit.cell):
        yield from opportunities(game, unit)
        if not unit.is_here:
            return
    kept = game_cover(game, unit) if word == "advance" else 0
    go(game, unit, word, goal, prey)
    unit.kept_cover = kept
    yield from watched(game, unit)
    unit.kept_cover = 0
    if not unit.is_here:
        return
    for one in list(game.here()):
        fear(game, one)
    assert game.turn
    if prey is not None and not game.turn.is_over:
        yield from strike_home(game, unit, prey)


def game_cover(game: Game, unit: Unit) -> int:
    """Return the cover of the ground in which the majority stands."""
    return majority([(game.land.own_cover(one.cell), one.models) for one in unit.ranks])


def opportunities(game: Game, unit: Unit) -> Asking:
    """Let the engaged attack who leaves them. [OVR-G2]"""
    for foe in game.foes(unit) if game.rules.opportunity else []:
        if unit.is_here and foe.is_able and not foe.is_pinned and game.touches(unit, foe):
            if men_strike(game, foe, unit) or (foe.blade and game.stands_beside(foe, unit)):
                yield from carry_out(game, OPPORTUNE, foe, unit)


def go(game: Game, unit: Unit, word: str, goal: Cell | None, prey: Unit | None) -> None:
    """Move the leader, then the Underlings."""
    towards = goal
    if prey is not None:
        front = game.front(unit, prey)
        towards = front.cell if front else unit.cell
        goal = charge_goal(game, unit, towards)
    elif word == "move" and goal == unit.cell and not unit.is_pinned:
        towards = engaged_front(game, unit)
    unit.cell, unit.aim = goal, 0
    unit.runs |= word == "run"
    unit.covers_ground |= word == "cover_ground"
    metres = metres_of(game, word)
    place(game, unit, unit.roll, towards, metres, word in SEEKS_COVER, word == "cover_ground")


def engaged_front(game: Game, unit: Unit) -> Cell:
    """Return the nearest hex of an enemy that the unit is engaged with and sees; without one its own."""
    fronts = [game.front(unit, foe) for foe in game.foes_in_turn(unit.side) if game.touches(unit, foe)]
    return min((one.cell for one in fronts if one), key=lambda cell: distance(cell, unit.cell), default=unit.cell)


def watched(game: Game, unit: Unit) -> Asking:
    """Let those in overwatch fire at who moves. [OVR-P8]"""
    for foe in game.foes(unit):
        if not unit.is_here:
            return
        is_ready = foe.watches and foe.is_able and foe.swarm_reaction and not game.is_engaged(foe)
        if is_ready and can_shoot(game, foe, unit, game.shots_of(foe)):
            word, _ = yield from game.ask(foe, "watching", [("fire", None), ("end", None)])
            if word == "fire":
                foe.watches = foe.swarm_reaction = False
                yield from carry_out(game, OVERWATCHED, foe, unit)


def strike_home(game: Game, unit: Unit, prey: Unit) -> Asking:
    """Attack who was charged, if anybody has come near. [OVR-P7]"""
    if not prey.is_here:
        return
    if men_strike(game, unit, prey):
        yield from carry_out(game, CHARGED, unit, prey, is_charge=True)
    elif unit.blade and game.stands_beside(unit, prey):
        assert game.turn
        game.turn.self_attacked = True
        yield from carry_out(game, OWN_BLOW, unit, prey, is_charge=True)
