"""Rounds and turns, scenarios, and how the game ends. [OVR-36, OVR-37, OVR-A3, OVR-H9]"""

from tests.envs.skirmish.overseer.reference.commands import do, legal_commands
from tests.envs.skirmish.overseer.reference.courage import break_test, fear, flee, shake_off, snap_out
from tests.envs.skirmish.overseer.reference.game import Asking, Game, Over, Turn
from tests.envs.skirmish.overseer.reference.land import distance
from tests.envs.skirmish.overseer.reference.people import Unit
from tests.envs.skirmish.overseer.reference.placing import place

EXIT = 1  # hexes from the edge


def play(game: Game) -> Asking:
    """Play the game; it ends with Over."""
    roll_initiative(game)
    while True:
        game.round += 1
        for piece in game.pieces:
            if piece.flees:
                flee(game, piece)
        for unit in game.order:
            if unit.is_here:
                yield from take_turn(game, unit)
        end_round(game)


def roll_initiative(game: Game) -> None:
    """Roll initiative; ties by Agility, then by lot. [OVR-G3]"""
    rank = {}
    for unit in game.units:
        unit.initiative = 1 + game.draw(10) + unit.profile.agility // 10
        rank[unit.index] = (unit.initiative, unit.profile.agility, game.draw(1000), -unit.index)
    game.order = sorted(game.units, key=lambda unit: rank[unit.index], reverse=True)


def take_turn(game: Game, unit: Unit) -> Asking:
    """Take the turn of a unit."""
    turn = game.turn = Turn(unit)
    begin_turn(game, turn)
    check_end(game)
    while not turn.is_over:
        word, _ = yield from game.ask(unit, "choosing", legal_commands(game, turn))
        if word == "end":
            break
        yield from do(game, turn, word)
        check_end(game)
        turn.is_over |= not unit.is_here
    end_turn(game, turn)
    check_end(game)


def begin_turn(game: Game, turn: Turn) -> None:
    """Do what comes before the first Command: Break, Shock, Pinning and Fear tests."""
    unit = turn.unit
    unit.runs = unit.covers_ground = unit.watches = False
    unit.swarm_reaction = unit.own_reaction = True
    break_test(game, unit)
    if not snap_out(game, unit):
        turn.is_over = True
        return
    if unit.halved:
        turn.halves = min(turn.halves, 1)
        unit.halved = 2 if unit.halved == 2 else 0
    shake_off(game, unit)
    fear(game, unit)


def end_turn(game: Game, turn: Turn) -> None:
    """Let stragglers go back, and those who have broken through leave. [OVR-5, OVR-H9]"""
    unit = turn.unit
    unit.lost = 0
    if not turn.marked:
        unit.marked = None
    if not unit.is_here:
        return
    stragglers = [piece for piece in unit.roll if not piece.in_rank]
    place(game, unit, stragglers, unit.cell, game.rules.full_metres)
    if game.config.scenario == "breakthrough" and unit.side == 0 and game.to_edge(1, unit.cell) <= EXIT:
        leave(game, unit)


def leave(game: Game, unit: Unit) -> None:
    """Let a unit leave with those in rank."""
    game.met["broke through"] += 1
    game.escaped += unit.us
    for piece in unit.ranks:
        unit.strike_off(piece)
        piece.cell, piece.models = None, 0
    unit.dissolve(flees=False)
    unit.fate, unit.cell = "escaped", None


# ends


def sides(game: Game) -> list[int]:
    """List the sides."""
    return list(range(game.config.sides))


def units_of(game: Game, side: int) -> list[Unit]:
    """List the units of a side."""
    return [unit for unit in game.units if unit.side == side]


def is_dead(game: Game, side: int) -> bool:
    """Tell whether all leaders of a side are dead."""
    return all(unit.fate == "dead" for unit in units_of(game, side))


def us_of(game: Game, side: int) -> int:
    """Return the Unit Strength of a side."""
    return sum(unit.us for unit in units_of(game, side))


def is_routed(game: Game, side: int) -> bool:
    """Tell whether a side that began with Underlings has too few left in rank. [OVR-H9]"""
    if game.config.scenario in ("decapitation", "breakthrough") or not game.strength[side]:
        return False
    return 100 * us_of(game, side) <= game.rules.rout_share * game.strength[side]


def finish(game: Game, winners: list[int], ending: str) -> None:
    """End the game; who shares first place is a winner, nobody is where all are."""
    game.winners, game.ending = winners, ending
    game.turn = None
    raise Over


def last_standing(game: Game, beaten: list[int]) -> None:
    """End the game where at most one side is not beaten. [OVR-H9]"""
    left = [side for side in sides(game) if side not in beaten]
    if len(left) == 1:
        finish(game, left, "last side standing")
    if not left:
        finish(game, [side for side in sides(game) if not is_dead(game, side)], "all sides beaten")


def check_end(game: Game) -> None:
    """End the game if it is decided: after what begins a turn, a Command with all that it set off, and a turn."""
    if game.config.scenario == "breakthrough":
        check_breakthrough(game)  # first: whoever falls with the last raider has held the line
    last_standing(game, [side for side in sides(game) if is_dead(game, side)])


def check_breakthrough(game: Game) -> None:
    """End the game when enough have broken through, or can't any more. [OVR-H9]"""
    need = game.rules.exit_share * game.strength[0]
    raiders = [unit for unit in units_of(game, 0) if unit.is_here]
    left = sum(piece.models for unit in raiders for piece in unit.roll)
    if game.escaped * 100 >= need:
        finish(game, [0], "broken through")
    if not raiders or (game.escaped + left) * 100 < need:
        finish(game, [1], "the line held")


def end_round(game: Game) -> None:
    """Score the round; after the last one the score decides."""
    last_standing(game, [side for side in sides(game) if is_dead(game, side) or is_routed(game, side)])
    if game.config.scenario == "hold_ground":
        hold(game)
    if game.config.scenario == "rally":
        count_rallied(game)
    if game.round >= game.config.max_rounds:
        settle(game)


def us_on_ground(game: Game, side: int) -> int:
    """Return the US of a side on the ground that is to be held."""
    ranks = [piece for unit in units_of(game, side) for piece in unit.ranks]
    radius = game.rules.objective_hexes
    return sum(piece.models for piece in ranks if distance(piece.cell, game.middle) <= radius)


def hold(game: Game) -> None:
    """Count a round for the side that has more than half of the US on the ground."""
    there = [us_on_ground(game, side) for side in sides(game)]
    for side, us in enumerate(there):
        game.held[side] = game.held[side] + 1 if 2 * us > sum(there) else 0
        if game.held[side] >= game.rules.hold_rounds:
            finish(game, [side], "the ground was held")


def count_rallied(game: Game) -> None:
    """End the game when one side has more than half of the neutral Underlings."""
    us = [us_of(game, side) for side in sides(game)]
    best = [side for side in sides(game) if us[side] == max(us)]
    if 2 * max(us) > game.rules.neutral_underlings and len(best) == 1:
        finish(game, best, "most were recruited")


def settle(game: Game) -> None:
    """Let those with the most win when the rounds are over."""
    if game.config.scenario == "breakthrough":
        finish(game, [1], "the line held")
    alive = [side for side in sides(game) if not is_dead(game, side)]
    most = max(score(game, side) for side in alive)
    best = [side for side in alive if score(game, side) == most]
    ending = {"hold_ground": "most on the ground at the end", "rally": "most were recruited"}
    even = len(best) == game.config.sides
    finish(game, best, "even at the end" if even else ending.get(game.config.scenario, "most left at the end"))


def score(game: Game, side: int) -> int:
    """Return what counts when the rounds are over."""
    if game.config.scenario == "hold_ground":
        return us_on_ground(game, side)
    if game.config.scenario == "rally":
        return us_of(game, side)
    units = units_of(game, side)
    wounds = 100 * sum(unit.wounds for unit in units) // sum(unit.profile.wounds for unit in units)
    return wounds + (100 * us_of(game, side) // game.strength[side] if game.strength[side] else 0)
