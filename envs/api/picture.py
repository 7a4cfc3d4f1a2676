"""Rendering, the same in every view of a game."""

import sys
from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Game

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
RENDER_FPS = 4


def picture(game: Game, state: np.ndarray, mode: str | None) -> Any:
    """Return a state, shape (1,), as text (ansi), uint8 (height, width, 3) or SVG; "human" prints the text."""
    if mode == "ansi":
        return game.words.text(state)
    if mode == "rgb_array":
        return game.words.image(state)
    if mode == "svg":
        return game.words.svg(state)
    if mode == "human":
        print(game.words.text(state))
        _tell_of_pictures()
    return None


@cache
def _tell_of_pictures() -> None:
    """Say where pictures are, once in a process."""
    print('swarmzoo: render_mode="human" prints text; render_mode="rgb_array" returns pictures', file=sys.stderr)
