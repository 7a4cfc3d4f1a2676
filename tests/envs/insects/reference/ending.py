"""The Stack Limit Phase, the Event Phase, and the end of a turn. [INS-14] [INS-15] [INS-S37]"""

from tests.envs.insects.reference.attributes import near, stack_limit
from tests.envs.insects.reference.hexes import Hex, distance
from tests.envs.insects.reference.playing import draw_cards
from tests.envs.insects.reference.position import SAND, Asking, Game
from tests.envs.insects.reference.victory import check_dens, eliminate_the_dead, end_by_spaces
from tests.envs.insects.reference.windows import hold_window


def limited_seats(game: Game) -> list[int]:
    """Return whose stacks are checked. [INS-P9]"""
    return [game.active] if game.rules.stack_limit_scope == "active" else game.seats()


def stack_limit_phase(game: Game) -> Asking[None]:
    """Discard insects above the limits, after the window. [INS-14] [INS-W4] [INS-S34]"""
    game.phase = "stack limit"
    yield from hold_window(game, lambda: game.in_turn_order(game.active), lambda seat: moments_of(game, seat))
    excess = {
        (seat, space): game.insects[space][seat] - stack_limit(game, seat, space)
        for seat in limited_seats(game)
        for space in game.stacks(seat)
    }
    for (seat, space), number in excess.items():
        if number > 0:
            game.meet(f"cut on terrain {game.terrain[space]}")
            game.meet("cut under Revulsion", near(game, seat, space, "revulsion"))
            game.insects[space][seat] -= number


def moments_of(game: Game, seat: int) -> list[str]:
    """Return what concerns a player: a stack of its own over the limit, one of another that it could cut. [INS-W4]"""
    moments = []
    if seat in limited_seats(game) and any(is_over(game, seat, space, 0) for space in game.stacks(seat)):
        moments.append("own limit")
    others = [other for other in limited_seats(game) if other != seat]
    if any(could_cut(game, seat, other, space) for other in others for space in game.stacks(other)):
        moments.append("limit of another")
    return moments


def is_over(game: Game, seat: int, space: Hex, revulsions: int) -> bool:
    """Tell whether a stack is over its limit, or would be with some more Revulsion. [INS-14] [INS-E5]"""
    return game.insects[space][seat] > stack_limit(game, seat, space, revulsions)


def could_cut(game: Game, seat: int, other: int, space: Hex) -> bool:
    """Tell whether Revulsion of a player would leave a stack of another over its limit. [INS-E5] [INS-W4]"""
    is_near = any(distance(space, stack) <= 1 for stack in game.stacks(seat))
    return is_near and is_over(game, other, space, 1)


def event_phase(game: Game) -> None:
    """Draw 2 cards; note whether the deck has run out. [INS-15] [INS-P4]"""
    game.phase = "event"
    began_empty = not game.deck
    had_enough = draw_cards(game, game.active, game.rules.cards_drawn)
    if game.rules.deck_end == "literal":
        game.deck_is_done = began_empty
    else:
        game.deck_is_done = not game.deck or not had_enough


def sand(game: Game) -> None:
    """Kill an insect of each stack that ends its turn on Sand. [INS-2.0] [INS-P9]"""
    seats = [game.active] if game.rules.sand_scope == "active" else game.seats()
    for space, numbers in game.insects.items():
        if game.terrain[space] == SAND:
            for seat in seats:
                game.meet("sunk in Sand", numbers[seat])
                numbers[seat] = max(0, numbers[seat] - game.rules.sand_loss)


def end_turn(game: Game) -> None:
    """Sand, eliminations, all Dens, the deck's end, in this order; what held this turn ends. [INS-S37] [INS-16]"""
    sand(game)
    game.migration = 0
    for player in game.players:
        player.burnt.clear()
        player.is_molted = player.is_dormant = False
    eliminate_the_dead(game)
    check_dens(game)
    if game.deck_is_done:
        end_by_spaces(game, "deck's end")
