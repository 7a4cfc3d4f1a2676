"""What is handed to a policy by others: told in a sentence where it is not what its game gives to see."""

from typing import Any

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

OWN = "make the environment with encoding='own' (PettingZoo's views have it as they come)"


def checked(game: Game, observations: Any, masks: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return observations (k, size) in the game's own dtype, and masks int8 (k, actions).

    Numbers of another dtype are taken where they mean the same. Raises GameError for other shapes, for numbers that
    the game's observations don't have, such as those scaled to 0 to 1, for masks of other numbers than 0 and 1, and for
    rows without a legal action.
    """
    seen, legal = _array("observations", observations), _array("masks", masks)
    size, actions = game.observation_size, game.num_actions
    if seen.ndim != 2 or seen.shape[1] != size:
        raise GameError(
            f"observations of shape {seen.shape}: (k, {size}) is needed, a row for each choice in {game.env_id}; "
            f"of one alone give observation[None]. Encoded otherwise? Then {OWN}"
        )
    if legal.shape != (len(seen), actions):
        raise GameError(f"masks of shape {legal.shape}: {(len(seen), actions)} is needed, a row for each observation")
    if seen.dtype != game.observation_dtype:
        with np.errstate(invalid="ignore"):
            same = seen.astype(game.observation_dtype)
        if not (same == seen).all():
            raise GameError(
                f"observations of dtype {seen.dtype}, from {seen.min():g} to {seen.max():g}: whole numbers as of "
                f"{game.observation_dtype} are needed. Are they scaled to 0 to 1? Then {OWN}"
            )
        seen = same
    if (wrong := (legal != 0) & (legal != 1)).any():
        raise GameError(f"masks: {legal[wrong][0]:g} is in them; 1 for a legal action and 0 for another are needed")
    if not (some := (legal != 0).any(1)).all():
        raise GameError(f"masks: row {int(np.argmin(some))} has no legal action; ask only where there is one")
    return seen, (legal != 0).astype(np.int8)


def _array(name: str, given: Any) -> np.ndarray:
    """Return numbers as an array; raise GameError for what is none."""
    try:
        found = np.asarray(given)
    except (TypeError, ValueError, RuntimeError):
        found = np.empty(0, object)
    if found.dtype.kind not in "buif":
        raise GameError(f"{name} of {type(given).__name__}: an array of numbers is needed")
    return found
