"""Images of states: the board turned or mirrored so that starts go to starts, and the seats exchanged with them."""

import numpy as np

from swarmzoo.envs.core.hexes import symmetry
from swarmzoo.envs.insects.board import board_of
from swarmzoo.envs.insects.state import IN_HAND, IN_PLAY
from tests.relabelling import Relabelling

BY_HEX = ("terrain", "stacks", "home", "moved", "fought")
HEXES = ("at", "fight")
BY_SEAT = (
    *("bugs", "hand", "hand_size", "held", "in_play", "mimicked", "force", "burnt", "known", "least_evolutions"),
    *("least_events", "plays", "burns", "latency", "frenzy", "rush", "molt", "dormant", "out", "winner"),
    *("window_used", "struck", "target", "kills", "bans_lifted"),
)
SEATS = ("order", "active", "actor", "picking", "place_taken", "target", "played_by", "played_at", "reactor")


def image_of(state, hexes, seats):
    """Return the image of a state, shape (1,): ``hexes`` and ``seats`` say where each goes."""
    found, s = state.copy(), state[0]
    f, n = found[0], len(seats)
    to_hex, to_seat = np.append(hexes, -1), np.append(seats, -1)  # the last one: nowhere, nobody
    for name in HEXES:
        f[name] = to_hex[s[name]]
    for name in SEATS:
        f[name] = to_seat[s[name]]
    for name in BY_SEAT:
        f[name][seats] = f[name].copy()
    for name in BY_HEX:
        f[name][hexes] = s[name]
    f["bugs"][:, hexes] = f["bugs"].copy()
    f["known"][:, seats] = f["known"].copy()
    for place in (IN_HAND, IN_PLAY):
        held = (s["where"] >= place) & (s["where"] < place + n)
        f["where"][held] = place + seats[s["where"][held] - place]
    return found


def moves(config):
    """Yield turns and whether it is mirrored, of all that the board and its starts keep. [INS-P1, INS-A10]"""
    if config.players == 4 and config.even_seats:
        yield from ((3, False), (0, True), (3, True))
    elif config.players in (2, 3, 6) and config.map is None:
        yield from ((6 // config.players * k, False) for k in range(1, config.players))


def relabellings(game):
    """Return the turns and mirrorings; seats are numbered clockwise, so a mirroring does not last. [INS-S4]"""
    board, found = board_of(game.config), []
    for turns, mirrored in moves(game.config):
        hexes = np.arange(board.capacity)
        hexes[: len(board.hexes)] = symmetry(board.hexes, turns, mirrored)
        seats = np.array([board.starts.index(hexes[start]) for start in board.starts])
        found.append(Relabelling(lambda state, h=hexes, p=seats: image_of(state, h, p), seats, lasts=not mirrored))
    return found
