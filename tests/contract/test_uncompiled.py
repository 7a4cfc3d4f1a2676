"""Uncompiled kernels, which debuggers and coverage need, do what compiled ones do, whoever plays."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np

from swarmzoo.agents.built_in import built_in, teachers
from swarmzoo.envs.api.opponents import choice_function
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.loop import choose_random
from swarmzoo.envs.core.table import Table
from tests.scenarios import ONE_OF_EACH_GAME

REPOSITORY = Path(__file__).parents[2]
MANY_ACTIONS = 300
DECISIONS = 12  # of each player: those that look ahead are slow, uncompiled


def _choose(mask, rng):
    return choose_random(mask, rng)


def choices() -> list[int]:
    """Return random choices among more actions than a byte can count."""
    choose = entry_point(_choose, "test_choose", {"choose_random": choose_random})
    rng = np.array([1, 2, 3, 4], np.uint32)
    return [int(choose(np.ones(MANY_ACTIONS, np.int8), rng)) for _ in range(20)]


def played(name: str) -> dict[str, str]:
    """Return a hash of the states and the choices of a few decisions of every built-in player of a game."""
    game = next(scenario for scenario in ONE_OF_EACH_GAME if scenario.name == name).game
    players = built_in(game) | teachers(game)
    table = Table(game, 1, choice_function(list(players.values())), pausing=True)
    found = {}
    for player, opponent in players.items():
        table.seat(opponent.bot)
        table.seed(5)
        table.begin()
        total = sha256()
        for _ in range(DECISIONS):
            table.step()
            total.update(table.states.tobytes() + table.actions.tobytes())
        found[player] = total.hexdigest()[:12]
    return found


def uncompiled(expression: str) -> str:
    """Return what an expression of this module gives in a process without compiling."""
    command = f"from tests.contract.test_uncompiled import choices, played; print({expression})"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(REPOSITORY), *sys.path])}
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", command],
        capture_output=True,
        text=True,
        env=environment,
        cwd=REPOSITORY,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr[-2000:]
    return answer.stdout.strip()


def test_more_actions_than_a_byte_can_count_are_counted():
    assert uncompiled("choices()") == str(choices())
    assert max(choices()) > 127


def test_every_built_in_player_chooses_the_same_uncompiled(game_once):
    assert uncompiled(f"played({game_once.name!r})") == str(played(game_once.name))
