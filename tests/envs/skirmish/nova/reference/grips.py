"""Grips: taking hold, breaking free, letting go. [NOV-3, NOV-14]"""

from tests.envs.skirmish.nova.reference.game import Game
from tests.envs.skirmish.nova.reference.people import Piece
from tests.envs.skirmish.nova.reference.pools import test_pool


def wins_grip(game: Game, piece: Piece, other: Piece, order: int) -> bool:
    """Tell whether somebody has more successes than another one; both roll. [NOV-14]"""
    own = game.roll(test_pool(piece, "strength", "brawl", order))
    return own > (game.roll(test_pool(other, "strength", "brawl")) if other.is_able else 0)


def hold(piece: Piece, other: Piece) -> None:
    """Let somebody hold another one."""
    piece.holding, other.held_by = other, piece


def release(piece: Piece) -> None:
    """Let go whom somebody holds."""
    if piece.holding is not None:
        piece.holding.held_by = None
        piece.holding = None


def check_holds(game: Game) -> None:
    """End the grips that cannot go on."""
    for piece in game.pieces:
        held = piece.holding
        if held is not None and not (piece.is_able and held.is_here and game.far(piece, held) == 1):
            release(piece)
