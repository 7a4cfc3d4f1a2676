"""A view as it is sent to an isolated agent: its arrays, and in place of its state a possible world."""

import base64
import pickle
from functools import cache, lru_cache
from typing import Any

import numpy as np

from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.agents.view import View
from swarmzoo.envs.core.game import Game

LONGEST_SENTENCE = 500  # characters that are told of a fault


def packed(data: np.ndarray | bytes) -> str:
    """Return bytes, or the bytes of an array, as text."""
    return base64.b64encode(data if isinstance(data, bytes) else np.ascontiguousarray(data).tobytes()).decode()


def message_of(view: View) -> dict[str, Any]:
    """Return what a question says of a view."""
    parts = {"observations": view.observations, "masks": view.masks, "world": view.clone(0).state}
    return {"agents": view.agents.tolist()} | {name: packed(part) for name, part in parts.items()}


def view_of(game: Game, message: dict[str, Any]) -> View:
    """Return the view that a question brings."""
    agents = np.array(message["agents"])
    observations = _rows(message["observations"], game.observation_dtype, len(agents))
    masks = _rows(message["masks"], np.dtype(np.int8), len(agents))
    return View(game, state_of(game, message["world"]), agents, observations, masks)


def _rows(text: str, dtype: np.dtype, rows: int) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), dtype).reshape(rows, -1).copy()


def state_of(game: Game, text: str) -> np.ndarray:
    """Return a state, shape (1,), from its bytes as text."""
    state = game.new_states(1)
    state.view(np.uint8, np.ndarray)[:] = np.frombuffer(base64.b64decode(text), np.uint8)
    return state


@lru_cache(maxsize=64)
def game_as_text(game: Game) -> str:
    """Return a game as text for a process that trusts this one."""
    return packed(pickle.dumps(game))


def game_from(text: str) -> Game:
    """Return the game that ``game_as_text`` wrote; never for a text from elsewhere."""
    game: Game = pickle.loads(base64.b64decode(text))
    return game


@cache
def first_state(game: Game) -> np.ndarray:
    """Return the state, shape (1,), of a game that has just begun."""
    live = LiveGame(game, [])
    live.begin(0, [NOBODY] * game.num_sides)
    return live.state.copy()
