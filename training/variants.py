"""The games that a run learns from, or a round of its expert iteration: its own, and the same with other values."""

from collections.abc import Mapping
from typing import Any

from swarmzoo.envs.core.config import changed
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game


def games_of(game: Game, variants: list[dict[str, Any]], where: str) -> list[Game]:
    """Return a game and one with the values of each variant; a network that fits one fits all of them.

    ``where``: the field that names them. Raises GameError for values that the game's configuration does not take, and
    for a variant in which the policy would see or could do something else.
    """
    return [game, *(_varied(game, values, f"{where}.{k}") for k, values in enumerate(variants))]


def _varied(game: Game, values: dict[str, Any], where: str) -> Game:
    if game.factory is None:
        raise GameError(f"{where}: {game.env_id} was not made from its configuration, so it has no variants")
    config = type(game.config).read(_merged(changed(game.config), values), f"{where}.")
    try:
        varied = game.factory(config)
    except GameError as error:
        raise GameError(f"{where}: {error}") from None
    if others := sorted({*_seen(game)} ^ {*_seen(varied)}):
        names = ", ".join(dict.fromkeys(name for name, _ in others))
        raise GameError(f"{where} = {values}: the policy would see something else ({names}); leave it out")
    if varied.num_actions != game.num_actions:
        raise GameError(
            f"{where} = {values}: it has {varied.num_actions} actions, the run's game {game.num_actions}; leave it out"
        )
    return varied.banned(dict(enumerate(map(list, game.bans)))) if game.bans else varied


def _seen(game: Game) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return what a policy sees: parts by name, with their shapes."""
    return tuple((part.name, tuple(part.shape)) for part in game.observation_layout)


def _merged(values: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """Return values with others in their place, parts of parts value by value."""
    both = {key: _merged(values[key], other) for key, other in others.items()
            if isinstance(values.get(key), Mapping) and isinstance(other, Mapping)}  # fmt: skip
    return {**values, **others, **both}
