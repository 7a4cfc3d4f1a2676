"""Worlds that a side holds possible, played on."""

from collections.abc import Sequence

import numpy as np

from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from tests.census import faults

AT_RANDOM = 0  # the number of the bot that plays at random


def played_out(game: Game, worlds: Sequence[np.ndarray]) -> Table:
    """Play worlds, each of shape (1,), to their ends at random in the compiled loop; nothing may get lost."""
    table = Table(game, len(worlds))
    table.seed(np.arange(table.n))
    table.begin()
    table.seat(AT_RANDOM)
    table.enter(np.concatenate(worlds))
    assert table.done.all()
    assert not [fault for i in range(table.n) for fault in faults(game, table.states[i : i + 1])]
    return table
