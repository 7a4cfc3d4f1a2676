"""What the values of a policy leave out: what shaping has paid it already.

A learner that is paid on its way by a potential learns to value a position by what is still to be paid: the pay of the
end that it expects, less the potential of the position (Ng, Harada, Russell, "Policy invariance under reward
transformations", 1999). Whoever wants the pay of the end adds the potential. The game that is played, with the shaping
that the policy learned with, says what it is.

Checkpoints name that shaping in their header, ``shaping``: values by dotted paths, {} for none.
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


def shaping_in(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of shaping of a configuration that are not 0, by their dotted paths."""
    return {".".join(path): value for path, value in _fields(config) if value != 0}


def learned_shaping(header: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the shaping that the policy of a checkpoint's header learned with, by dotted paths.

    Headers used not to name it. Then it is that of the game; but lessons alone taught the pay of the end in those days.
    Raises GameError for a header that names something else.
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

    Fields that the game does not have are left out. Raises GameError for a value that it does not take.
    """
    shaping = learned_shaping(header, where)
    own = game.config.model_dump(mode="json")
    for path, _ in list(_fields(own)):
        part: Any = own
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = shaping.get(".".join(path), 0.0)
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


def _fields(config: Mapping[str, Any], place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the fields of shaping of a configuration: the keys down to each, and its value."""
    for key, value in config.items():
        if isinstance(value, Mapping):
            yield from _fields(value, (*place, key))
        elif key.startswith(PREFIX):
            yield (*place, key), value


def _made(game: Game, config: Any) -> Game:
    return game if config == game.config or game.factory is None else game.factory(config)
