"""Variants: games of different rules that are played side by side, by the same kernels on the same records."""

from collections.abc import Sequence

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, new_records

_ALIKE = {
    "name": "the name",
    "kernels": "the kernels",
    "state": "the record of a state",
    "side_of_agent": "the agents and sides",
    "self_playing": "the sides that play by themselves",
    "num_actions": "the number of actions",
    "observation_size": "the size of an observation",
}


def rules_of(games: Sequence[Game]) -> np.ndarray:
    """Return the read-only rules records of games, (n,); raise GameError unless they can be played side by side."""
    first = games[0]
    records = new_records(first.rules.dtype, len(games))
    bytes_of = records.view(np.uint8, np.ndarray).reshape(len(games), -1)
    for row, game in enumerate(games):
        if game is not games[row - 1] and (told := _difference(first, game)):
            raise GameError(f"variants of {first.env_id}: {told} must be the same in all of them")
        bytes_of[row] = game.rules.view(np.uint8, np.ndarray)
    records.flags.writeable = False
    return records


def are_alike(first: Game, other: Game) -> bool:
    """Tell whether two games have the same records, so that they can be played side by side."""
    return _difference(first, other) is None


def _difference(first: Game, other: Game) -> str | None:
    """Return what two games do not have in common, of what they need to be played side by side."""
    if first is other:
        return None
    if first.rules.dtype != other.rules.dtype:
        return "the record of the rules (sizes and players)"
    return next((told for name, told in _ALIKE.items() if getattr(first, name) != getattr(other, name)), None)
