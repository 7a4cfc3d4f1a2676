"""PettingZoo's own checkers, on every game."""

import re
import subprocess
import sys
import warnings

import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.test.state_test import state_test

from swarmzoo.envs import games
from swarmzoo.envs.api.picture import _tell_of_pictures
from swarmzoo.envs.api.requests import IllegalActionWarning
from tests.scenarios import LARGE, SIMULTANEOUS, TURN_BASED

# The checker says the first two of every observation that is a dictionary, of PettingZoo's own games too. The third is
# true of a soldier that is out: it sees zeros, and whether one is out when the checker looks is left to its own draws.
these_are_meant = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be gymnasium.spaces.box"),
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros"),
]
# These checkers draw actions without looking at the mask.
illegal_actions_are_meant = pytest.mark.filterwarnings(
    f"ignore::{IllegalActionWarning.__module__}.{IllegalActionWarning.__name__}"
)


def _marked(test):
    for mark in these_are_meant:
        test = mark(test)
    return test


@illegal_actions_are_meant
@_marked
def test_the_aec_environment_passes_the_api_test(scenario):
    api_test(scenario.env(), num_cycles=300)


@illegal_actions_are_meant
@_marked
def test_the_raw_environment_passes_the_api_test(game_once):
    api_test(game_once.raw_env(), num_cycles=100)


@illegal_actions_are_meant
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")
def test_flat_observations_pass_the_checkers_without_a_remark(game_once):
    api_test(game_once.env(flat_observation=True), num_cycles=60)
    parallel_api_test(game_once.parallel_env(flat_observation=True), num_cycles=60)


@illegal_actions_are_meant
def test_equal_seeds_give_equal_games(scenario):
    seed_test(scenario.env, num_cycles=100)


@_marked
@pytest.mark.parametrize("scenario", SIMULTANEOUS, ids=lambda scenario: scenario.name)
def test_the_native_parallel_environment_passes_the_parallel_api_test(scenario):
    parallel_api_test(scenario.parallel_env(), num_cycles=300)


@illegal_actions_are_meant
@pytest.mark.parametrize("scenario", SIMULTANEOUS, ids=lambda scenario: scenario.name)
def test_max_cycles_counts_steps_of_all_agents(scenario):
    max_cycles_test(scenario)


@illegal_actions_are_meant
def test_equal_seeds_give_equal_parallel_games(scenario):
    parallel_seed_test(scenario.parallel_env, num_cycles=20)


def test_every_render_mode_gives_what_it_promises(game_once, capsys):
    render_test(game_once.env, custom_tests={"svg": lambda picture: "<svg" in picture})
    assert capsys.readouterr().out.strip(), "the mode human prints the board"


def test_the_mode_human_says_once_that_there_are_pictures(game_once, capsys):
    _tell_of_pictures.cache_clear()
    env = game_once.env(render_mode="human")
    env.reset(seed=0)
    told = []
    for _ in range(3):
        assert env.render() is None
        told.append(capsys.readouterr().err.count("rgb_array"))
    assert told == [1, 0, 0]


@illegal_actions_are_meant
def test_the_state_lies_in_its_space_in_both_apis(scenario):
    state_test(scenario.env(), scenario.parallel_env(), num_cycles=20)


@pytest.mark.parametrize("scenario", TURN_BASED, ids=lambda scenario: scenario.name)
def test_the_parallel_conversion_plays_a_whole_game(scenario):
    env = scenario.parallel_env()
    observations, _ = env.reset(seed=1)
    while env.agents:
        who = env.aec_env.agent_selection
        action = int(observations[who]["action_mask"].argmax())
        observations, _, _, _, _ = env.step(dict.fromkeys(env.agents, action))


@illegal_actions_are_meant
@_marked
@pytest.mark.parametrize(("scenario", "cycles"), LARGE, ids=lambda value: getattr(value, "name", str(value)))
def test_large_battles_pass_the_checkers(scenario, cycles):
    parallel_api_test(scenario.parallel_env(), num_cycles=cycles)
    parallel_seed_test(scenario.parallel_env, num_cycles=min(cycles, 20))
    max_cycles_test(scenario)
    state_test(scenario.env(), scenario.parallel_env(), num_cycles=min(cycles, 20))
    api_test(scenario.env(), num_cycles=min(cycles, 20))


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo 1.25 keeps no list of environments")
def test_what_the_pages_say_of_pettingzoo_is_all_that_it_takes():
    rows = [row for found in games() for row in (found.folder / "README.md").read_text(encoding="utf-8").splitlines()]
    spans = [re.findall("`(.*?)`", row) for row in rows if row.startswith("| PettingZoo |")]
    assert len(spans) == len(games())
    imports = {first for first, _ in spans}
    told = subprocess.run(
        [sys.executable, "-c", "\n".join([*imports, *(f"{made}.reset()" for _, made in spans)])],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo 1.25 keeps no list of environments")
@pytest.mark.parametrize("found", games(), ids=lambda found: found.name)
@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_pettingzoo_makes_every_game_by_its_id(kind, found):
    with warnings.catch_warnings(record=True) as seen:
        env = pettingzoo.make(kind, found.env_id, max_cycles=5)
    assert not seen
    assert env.unwrapped.max_cycles == 5
    assert str(env.unwrapped) == f"{found.name}_v{found.version}"
