"""Scenarios: what decides them, and the clock. [NOV-A3]"""

from tests.envs.skirmish.nova.reference.beginning import begin_encounter
from tests.envs.skirmish.nova.reference.body import put_out
from tests.envs.skirmish.nova.reference.game import Game, Over
from tests.envs.skirmish.nova.reference.healing import recover
from tests.envs.skirmish.nova.reference.people import ESCAPED, MOVES, SURRENDERED, TAKEN, Deed, Piece

EDGE = 1  # hexes
ENCOUNTERS = 3
HELD_OUT = {  # by scenario: how side_1 wins by the clock
    "demolition": "the object still stands",
    "hostage": "the hostage was kept",
    "convoy": "the convoy was stopped",
}


class EncounterOver(Exception):
    """An encounter of the gauntlet has ended, the next one begins."""


def sides(game: Game) -> range:
    """Return the sides."""
    return range(game.config.sides)


def own(game: Game, side: int) -> list[Piece]:
    """List the pieces of a side's agents."""
    return [piece for piece in game.pieces if piece.side == side and piece.is_agent]


def is_out(game: Game, side: int) -> bool:
    """Tell whether all of a side are out."""
    return all(piece.is_out for piece in own(game, side))


def finish(game: Game, winners: list[int], ending: str) -> None:
    """End the game; who shares first place is a winner."""
    game.winners, game.ending = winners, ending
    raise Over


def check_end(game: Game) -> None:
    """End the game if it is decided, after an action."""
    scenario = game.config.scenario
    if scenario == "gauntlet":
        check_gauntlet(game)
        return
    if scenario == "demolition" and not game.things[0].is_whole:
        finish(game, [0], "the object was destroyed")
    if scenario == "hostage":
        check_hostage(game)
    if scenario == "convoy":
        check_convoy(game)
    beaten = {side for side in sides(game) if is_out(game, side)}
    if scenario == "firefight":
        beaten |= {side for side in sides(game) if breaks(game, side)}
    if scenario in ("demolition", "convoy"):
        beaten -= {1}
    left = [side for side in sides(game) if side not in beaten]
    if len(left) == 1:
        finish(game, left, "the object still stands" if scenario == "demolition" else "last side standing")
    if not left:
        finish(game, list(sides(game)), "all sides are out")


def breaks(game: Game, side: int) -> bool:
    """Let a side surrender that has lost too many of its extras; tell whether it has. [NOV-A3]"""
    left = sum(piece.members for piece in own(game, side) if piece.figures.is_squad and piece.is_here)
    lost = game.extras[side] - left
    if not game.extras[side] or 100 * lost < game.rules.break_share * game.extras[side]:
        return False
    for piece in own(game, side):
        if piece.is_here:
            put_out(game, piece, SURRENDERED)
    return True


def hostage(game: Game) -> Piece:
    """Return the hostage."""
    return next(piece for piece in game.pieces if piece.index == game.plan.hostage)


def check_hostage(game: Game) -> None:
    """End the game when the hostage is put out, whose side has lost that did it, or when one side is out."""
    if not hostage(game).is_here:
        harmed = 1 if game.harmed_by is None else game.harmed_by
        finish(game, [1 - harmed], "the hostage was lost")
    if is_out(game, 0):
        finish(game, [1], "the hostage was kept")
    if is_out(game, 1):
        finish(game, [0], "the hostage was freed")


def check_convoy(game: Game) -> None:
    """End the game when more than half of the vehicles are through, or cannot come through any more."""
    escaped = sum(piece.fate == ESCAPED for piece in own(game, 0))
    out = sum(piece.is_out for piece in own(game, 0))
    if 2 * escaped > game.vehicles:
        finish(game, [0], "the convoy got through")
    if 2 * (game.vehicles - out) <= game.vehicles:
        finish(game, [1], "the convoy was stopped")


def leave(game: Game, piece: Piece, deed: Deed) -> None:
    """Let a vehicle leave that has come to the far edge."""
    has_gone = deed.kind in MOVES and deed.fate == TAKEN and piece.cell is not None
    if game.config.scenario != "convoy" or piece.side != 0 or not has_gone:
        return
    assert piece.cell
    if game.to_edge(1, piece.cell) <= EDGE:
        game.met["escaped"] += 1
        piece.fate, piece.cell = ESCAPED, None


# the end of a round


def end_round(game: Game) -> None:
    """Score the round; after the last one the clock decides."""
    scenario = game.config.scenario
    check_end(game)
    if scenario == "gauntlet":
        if game.round - game.encounter_began >= game.rules.encounter_rounds:
            end_encounter(game, is_won=False)
    if scenario == "hostage":
        score_hostage(game)
    if game.round >= game.config.rounds:
        settle(game)


def score_hostage(game: Game) -> None:
    """End the game when the hostage is free, or taken away."""
    held = hostage(game).held_by
    if held is None or held.side != 1:
        finish(game, [0], "the hostage was freed")
    elif game.to_edge(1, held.cell) <= EDGE:
        finish(game, [1], "the hostage was led away")


def settle(game: Game) -> None:
    """Let the clock decide."""
    scenario = game.config.scenario
    if scenario in HELD_OUT:
        finish(game, [1], HELD_OUT[scenario])
    if scenario == "gauntlet":
        end_gauntlet(game)
    scores = {side: strength(game, side) for side in sides(game) if not is_out(game, side)}
    best = [side for side, score in scores.items() if score == max(scores.values())]
    finish(game, best, "even at the end" if len(best) == len(sides(game)) else "most left at the end")


def end_gauntlet(game: Game) -> None:
    """End the gauntlet, won or lost."""
    is_won = game.points >= game.rules.gauntlet_needed
    finish(game, [0] if is_won else [1], "the gauntlet was won" if is_won else "the gauntlet was lost")


def strength(game: Game, side: int) -> int:
    """Return what is left of a side, in 100."""
    there = own(game, side)
    return sum(strength_of(piece) for piece in there) // len(there)


def strength_of(piece: Piece) -> int:
    """Return what is left of a piece, in 100: stun costs no health, even where somebody is out cold."""
    if piece.is_gone:
        return 0
    if piece.is_person:
        most = piece.figures.levels + 1
        body = max(0, 100 * (most - piece.boxes) // most)
        begun = sum(one.count for one in piece.unit.henchmen)
        return (100 * piece.num_henchmen + body) // (begun + 1) if begun else body
    if piece.levels:
        each = piece.figures.rules.gritty_levels if piece.kind == "gritty" else None
        begun = each * len(piece.levels) if each else full_levels(piece)
        return int(100 * sum(piece.levels) // begun)
    return int(100 * piece.members // piece.unit.members)


def full_levels(piece: Piece) -> int:
    """Return the health levels with which a vehicle begins."""
    return Piece(piece.index, piece.side, piece.unit, piece.figures).levels[0]


# the gauntlet


def check_gauntlet(game: Game) -> None:
    """End the encounter when a side is out."""
    if is_out(game, 0):
        finish(game, [1], "the gauntlet was lost")
    if is_out(game, 1):
        end_encounter(game, is_won=True)


def end_encounter(game: Game, is_won: bool) -> None:
    """End an encounter, and begin the next one or end the game."""
    game.points += is_won
    if game.encounter == ENCOUNTERS - 1 or game.round >= game.config.rounds:
        end_gauntlet(game)
    game.encounter += 1
    recover(game)
    game.encounter_began = game.round
    begin_encounter(game)
    raise EncounterOver
