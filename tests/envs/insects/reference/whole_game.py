"""Rounds and turns: a whole game as one coroutine that asks and is answered. [INS-7] [INS-9]"""

from collections import Counter

from tests.envs.insects.reference.bid import hold_bid
from tests.envs.insects.reference.cards import KINDS
from tests.envs.insects.reference.ending import end_turn, event_phase, stack_limit_phase
from tests.envs.insects.reference.evolution import evolution_phase
from tests.envs.insects.reference.fighting import attack_phase
from tests.envs.insects.reference.hexes import Hex
from tests.envs.insects.reference.moving import move_phase
from tests.envs.insects.reference.playing import play
from tests.envs.insects.reference.position import NOBODY, PASS, STOPPED, Asking, Game, GameIsOver, TurnIsOver, ask
from tests.envs.insects.reference.reproduction import reproduction_phase
from tests.envs.insects.reference.victory import end_by_spaces


def play_game(game: Game) -> Asking[None]:
    """Play rounds until the game is over. [INS-7] [INS-S42]"""
    try:
        while True:
            game.round += 1
            if game.round > 1:
                yield from hold_bid(game)
            for seat in list(game.order):
                if not game.players[seat].is_out:
                    yield from take_turn(game, seat)
            game.active = NOBODY
            if game.config.max_rounds is not None and game.round >= game.config.max_rounds:
                end_by_spaces(game, "round limit")
    except GameIsOver:
        return


def take_turn(game: Game, seat: int) -> Asking[None]:
    """Go through the phases of a turn. [INS-9] [INS-S31]"""
    game.active = seat
    start_turn(game)
    try:
        yield from evolution_phase(game)
        yield from reproduction_phase(game)
        renew_moves(game)
        yield from move_phase(game)
        yield from attack_phase(game)
        while (yield from plays_rampage(game)):
            if game.rules.rampage_restarts_moves:
                renew_moves(game)
            else:
                go_on_with_moves(game)
            yield from move_phase(game)
            yield from attack_phase(game)
        yield from stack_limit_phase(game)
        event_phase(game)
    except TurnIsOver:
        game.meet("active player dies")
    end_turn(game)


def start_turn(game: Game) -> None:
    """Forget the last turn."""
    game.is_cocooned = game.has_picked = False
    game.moves_used = game.migration = 0
    game.moved = {}


def renew_moves(game: Game) -> None:
    """Let all Intelligence moves and spaces moved begin at nothing. [INS-P16] [INS-S33]"""
    game.moves_used = 0
    game.moved = {
        space: Counter({STOPPED if is_held(game, space) else 0: numbers[game.active]})
        for space, numbers in game.insects.items()
    }


def go_on_with_moves(game: Game) -> None:
    """Keep the spaces moved: who moved most was lost first, who was gained has not moved. [INS-P16]"""
    for space, numbers in game.insects.items():
        left = numbers[game.active]
        kept: Counter[int] = Counter()
        for spaces in sorted(game.moved[space]):
            kept[spaces] = min(game.moved[space][spaces], left)
            left -= kept[spaces]
        kept[0] += left
        game.moved[space] = Counter({STOPPED: kept.total()}) if is_held(game, space) else kept


def is_held(game: Game, space: Hex) -> bool:
    """Tell whether enemies hold insects that begin a Move Phase beside them, under the house rule. [INS-P12]"""
    return bool(game.enemies(space, game.active)) and not game.rules.leave_contested


def plays_rampage(game: Game) -> Asking[bool]:
    """Ask for Rampage when the last fight is done, again after one that was negated. [INS-E16] [INS-S33] [INS-A7]"""
    everyone = game.rules.windows == "all" and game.config.count_of(KINDS.index("rampage")) > 0
    while True:
        card = [("play", "rampage")] * (game.players[game.active].hand["rampage"] > 0)
        answer = yield from ask(game.active, "rampage", [PASS, *card], even_alone=everyone)
        if answer == PASS:
            return False
        if (yield from play(game, game.active, "rampage")):
            return True
