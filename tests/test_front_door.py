"""`import swarmzoo`: what a stranger types first."""

import subprocess
import sys

import numpy as np
import pytest

import swarmzoo
from swarmzoo.envs.catalogue import games
from swarmzoo.envs.core.errors import GameError

NAMES = [game.name for game in swarmzoo.games()]


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_importing_swarmzoo_loads_neither_numba_nor_torch():
    code = "import swarmzoo, sys; swarmzoo.games(); print([m for m in ('numba', 'torch', 'scipy') if m in sys.modules])"
    assert run(code) == "[]"


def test_the_version_is_that_of_the_distribution():
    from importlib.metadata import version

    assert swarmzoo.__version__ == version("swarmzoo")


def test_games_are_those_of_the_catalogue():
    assert swarmzoo.games() == games()
    assert {"insects", "formation", "warband"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", swarmzoo.KINDS)
def test_every_kind_of_environment_is_made_by_a_games_name(name, kind):
    env = swarmzoo.make(name, kind)
    game = getattr(env, "game", None) or env.unwrapped.game if kind != "aec" else env.unwrapped
    assert game is not None
    env.close()


def test_keywords_reach_the_configuration_and_the_environment():
    env = swarmzoo.make("insects", "vector", num_envs=3, players=4)
    assert (env.num_envs, env.game.num_sides) == (3, 4)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: swarmzoo.make("insekts"), r"unknown game 'insekts'; did you mean insects\?"),
        (lambda: swarmzoo.make("insects", "vectr"), r"unknown kind 'vectr' of environment; did you mean vector\?"),
        (lambda: swarmzoo.make("insects", playerz=3), r"playerz is not a keyword.*did you mean players\?"),
        (lambda: swarmzoo.find_agent("insects", "gready"), r"unknown agent 'gready'|'gready' is unknown"),
        (lambda: swarmzoo.play("insects", []), "agents"),
        (lambda: swarmzoo.play("insects", ["random"] * 9), "agents"),
        (lambda: swarmzoo.play("insects", ["random"], games=0), "games = 0"),
        (lambda: swarmzoo.play("insects", ["random"], games=1.5), "games = 1.5"),
        (lambda: swarmzoo.play("insects", ["random"], games="2"), "games = '2'"),
        (lambda: swarmzoo.play("insects", ["random"], threads="2"), "threads = '2'"),
        (lambda: swarmzoo.play("insects", ["random"], seed=2**64), "seed = 18446744073709551616"),
        (lambda: swarmzoo.play("insects", ["random"], seed=-1), "seed = -1"),
        (lambda: swarmzoo.play("insects", ["random"], seed="1"), "seed = '1'"),
        (lambda: swarmzoo.play("insects", "random"), "agents = 'random': a list is needed"),
        (lambda: swarmzoo.play("insects", None), "agents = None: a list is needed"),
        (lambda: swarmzoo.play(swarmzoo.make("insects").game, ["random"], players=3), "players: a game that is given"),
        (lambda: swarmzoo.make(None), "unknown game None"),
        (lambda: swarmzoo.make(["insects"]), r"unknown game \['insects'\]"),
        (lambda: swarmzoo.make("insects", ["aec"]), r"unknown kind \['aec'\] of environment; allowed: aec"),
        (lambda: swarmzoo.make("insects", 10**5000), "unknown kind a int that is too long to show"),
        (lambda: swarmzoo.find_agent("insects", None), "agent = None: a text"),
        (lambda: swarmzoo.find_agent("insects", "x" * 5_000), "unknown agent"),
        (lambda: swarmzoo.find_agent("insects", "x" * 100_000), r"agent = 'x+\.\.\. \(100002 characters\)"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(call, told):
    with pytest.raises(GameError, match=told):
        call()


def test_play_lets_every_agent_sit_in_every_seat():
    found = swarmzoo.play("insects", ["greedy", "random"], games=20, seed=5, players=2)
    assert found.pay.shape == found.seats.shape == (20, 2)
    assert (found.seats == 0).sum(axis=0).tolist() == [10, 10]
    assert found.pay[found.seats == 0].sum() > 0, "greedy wins more than half"


def test_play_gives_the_same_games_from_the_same_seed():
    one, other = (swarmzoo.play("insects", ["greedy", "random"], games=6, seed=9, players=2) for _ in range(2))
    assert np.array_equal(one.pay, other.pay)
    assert np.array_equal(one.length, other.length)


def test_play_takes_agents_of_ones_own():
    class First:
        name = "first"

        def act(self, view):
            return int(view.legal_actions[0])

    found = swarmzoo.play("insects", [First, "random"], games=2, seed=1, players=2)
    assert found.pay.shape == (2, 2)


def test_scores_are_shares_of_first_place_by_agent():
    found = swarmzoo.play("insects", ["greedy", "random"], games=20, seed=5, players=2)
    won = (found.pay > 0) & (found.seats == 0)
    assert found.scores[0] == won.sum() / len(found.pay)
    assert sum(found.scores) == 1
