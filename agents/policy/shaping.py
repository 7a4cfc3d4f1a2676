"""What the values of a policy leave out: what shaping has paid it already.

A learner that is paid on its way by a potential learns to value a position by what is still to be paid: the pay of the
end that it expects, less the potential of the position (Ng, Harada, Russell, "Policy invariance under reward
transformations", 1999). Whoever wants the pay of the end adds the potential. Shaping rules say what it is: the rules of
the game that is played, with the shaping that the policy learned with.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.config import shaped
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.core.kernel import entry_point

PREFIX = "shaping_"


def shaping_of(game: Game, learned: Mapping[str, Any], where: str) -> np.ndarray:
    """Return the rules of a game, a record (1,), with the shaping of the configuration that a policy learned by.

    Fields that the game does not have are left out. Raises GameError for a value that it does not take.
    """
    own = game.config.model_dump(mode="json")
    for path, value in _fields(learned):
        part: Any = own
        for key in path[:-1]:
            part = part.get(key) if isinstance(part, dict) else None
        if isinstance(part, dict) and path[-1] in part:
            part[path[-1]] = value
    try:
        return _rules(game, type(game.config).read(own))
    except GameError as error:
        raise GameError(f"{where}: the shaping that it learned with: {error}") from None


def usual_shaping(game: Game) -> np.ndarray:
    """Return the rules of a game, a record (1,), with the shaping that learners' views have unless told otherwise."""
    return _rules(game, shaped(game.config))


def potentials(game: Game, shaping: np.ndarray, states: np.ndarray) -> np.ndarray:
    """Return what shaping by these rules, (1,), has paid all agents in states (k,): float32 (k, agents)."""
    paid = np.zeros((len(states), game.room), np.float32)
    _kernel(game.name, game.kernels)(states, shaping, paid)
    return paid[:, : game.num_agents]


def _potentials(states, shaping, paid):
    for i in range(states.shape[0]):
        potential(states[i], shaping[0], paid[i])  # noqa: F821  (bound to the game's kernel)


@cache
def _kernel(name: str, kernels: Kernels) -> Any:
    return entry_point(_potentials, f"{name}_potentials", {"potential": kernels.potential})


def _fields(config: Mapping[str, Any], place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the fields of shaping of a configuration: the keys down to each, and its value."""
    for key, value in config.items():
        if isinstance(value, Mapping):
            yield from _fields(value, (*place, key))
        elif key.startswith(PREFIX):
            yield (*place, key), value


def _rules(game: Game, config: Any) -> np.ndarray:
    return game.rules if config == game.config or game.factory is None else game.factory(config).rules
