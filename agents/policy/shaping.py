"""What the values of a policy leave out: what shaping has paid it already.

A learner whose rewards are shaped by a potential learns to value a position by what is still to be paid: the final pay
that it expects, less the potential of the position (Ng, Harada, Russell, "Policy invariance under reward
transformations", 1999). Whoever needs the final pay adds the potential again. The game that is played computes it,
with the shaping that the policy learned with.

Checkpoints name that shaping in their header, ``shaping``: values by dotted paths, {} for none.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.config import shaped, with_value
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.core.kernel import entry_point

PREFIX = "shaping_"


def shaping_in(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of shaping of a configuration that are not 0, by their dotted paths."""
    return {path: value for path, value in _fields(config) if value != 0}


def learned_shaping(header: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the shaping that the policy of a checkpoint's header learned with, by dotted paths.

    Older headers do not name it. Then it is the shaping of their game, or none where lessons alone taught the policy:
    these taught the final pay then. Raises GameError for a header that holds something else.
    """
    told, training, config = (header.get(key) for key in ("shaping", "training", "game_config"))
    if isinstance(told, dict):
        return told
    if told is not None:
        raise GameError(
            f"{where}: shaping = {ascii(told)[:80]} in its header: values by names are needed; train a new one"
        )
    if isinstance(training, dict) and training.get("total_steps") == 0:
        return {}
    return shaping_in(config) if isinstance(config, dict) else {}


def shaping_of(game: Game, header: Mapping[str, Any], where: str) -> Game:
    """Return a game with the shaping that the policy of a checkpoint's header learned with, and no other.

    Fields that the game does not have are ignored. Raises GameError for a value that it does not take.
    """
    shaping = learned_shaping(header, where)
    own = game.config.model_dump(mode="json")
    for path in dict(_fields(own)):
        own = with_value(own, path, shaping.get(path, 0.0), where)
    try:
        return _made(game, type(game.config).read(own))
    except GameError as error:
        raise GameError(f"{where}: the shaping that it learned with: {error}") from None


def usual_shaping(game: Game) -> Game:
    """Return a game with the shaping that learners' views have unless told otherwise."""
    return _made(game, shaped(game.config))


def potentials(shaping: Game, states: np.ndarray) -> np.ndarray:
    """Return what the shaping of a game has paid all agents in states (k,): float32 (k, agents)."""
    paid = np.zeros((len(states), shaping.room), np.float32)
    _kernel(shaping.name, shaping.kernels)(states.copy(), shaping.rules, paid)  # some games measure in the state itself
    return paid[:, : shaping.num_agents]


def _potentials(states, rules, paid):
    for i in range(states.shape[0]):
        potential(states[i], rules[0], paid[i])  # noqa: F821  (bound to the game's kernel)


@cache
def _kernel(name: str, kernels: Kernels) -> Any:
    return entry_point(_potentials, f"{name}_potentials", {"potential": kernels.potential})


def _fields(config: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of shaping of a configuration: the dotted path of each, and its value."""
    for key, value in config.items():
        if isinstance(value, Mapping):
            yield from _fields(value, f"{place}{key}.")
        elif key.startswith(PREFIX):
            yield f"{place}{key}", value


def _made(game: Game, config: Any) -> Game:
    return game if config == game.config or game.factory is None else game.factory(config)
