"""The image of a position of the tiny game: the board turned over, so that each side has the other's place."""

import numpy as np

from tests.relabelling import Relabelling
from tests.tiny_game import NOBODY

OTHER = np.array([1, 0])


def image_of(game, state):
    """Return the board mirrored, with the stones' owners and the side to move exchanged."""
    found, size = state.copy(), game.config.size
    stones = state[0]["stones"].reshape(size, size).T.ravel()
    found[0]["stones"] = np.where(stones == NOBODY, NOBODY, 1 - stones)
    found[0]["actor"] = 1 - state[0]["actor"]
    found[0]["winner"] = NOBODY if state[0]["winner"] == NOBODY else 1 - state[0]["winner"]
    found[0]["bans_lifted"] = state[0]["bans_lifted"][OTHER]
    game.validity.rebuild(found)
    return found


def relabellings(game):
    """Return the one there is."""
    return [Relabelling(lambda state: image_of(game, state), OTHER)]
