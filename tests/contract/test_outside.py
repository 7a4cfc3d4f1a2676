"""What comes from outside is a state of the game, or it is refused in a sentence and the game goes on as it was."""

import copy
import pickle
from random import Random

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from tests.breaking import positions, states
from tests.breaking.tally import Tally
from tests.scenarios import Scenario, play, play_parallel


def begun(scenario: Scenario):
    """Return an environment in the middle of a game."""
    env = positions.opened(scenario).unwrapped
    for _ in play(env, 3, 5) if scenario.game.sequential else play_parallel(env, 3, 6):
        pass
    return env


def changed(env, name: str, at: tuple, value) -> bytes:
    """Return the saved state of a game with one number of its record changed."""
    state, begin = env.get_state(), len(env._signature())
    saved = np.frombuffer(state, env._saved_dtype(), 1, begin).copy()
    saved["game"][name][(0, *at)] = value
    return state[:begin] + saved.tobytes()


def beyond(env) -> list[tuple]:
    """Return for every field with bounds a place, and the numbers just below and above what it may hold there."""
    found, random = [], Random(1)
    dtype, ranges = env.game.state, env.game.validity.ranges
    for name in dtype.names:
        at = tuple(random.randrange(size) for size in dtype[name].shape)
        low, high = ranges.of(name, at)
        kind = np.iinfo(np.uint8 if dtype[name].base.kind == "b" else dtype[name].base)
        found += [(name, at, value) for value in (low - 1, high + 1) if kind.min <= value <= kind.max]
    return found


def test_a_number_beyond_its_range_is_refused_in_every_field(game_once):
    env = begun(game_once)
    before = env.get_state()
    for name, at, value in beyond(env):
        if env.game.state[name].base.kind == "b":
            continue  # numpy writes flags as 0 and 1
        with pytest.raises(GameError, match=rf"^state: {name}") as error:
            env.set_state(changed(env, name, at, value))
        assert str(value) in str(error.value) and "allowed" in str(error.value)
    assert env.get_state() == before, "the game goes on as it was"


def test_a_mask_that_lies_is_refused(game_once):
    env = begun(game_once)
    name = "mask" if game_once.game.sequential else "choices"
    held = env._table.states[0][name]
    at = int(np.flatnonzero(held == held.min())[0]) if name == "mask" else 0
    with pytest.raises(GameError, match=rf"^state: {name}"):
        env.set_state(changed(env, name, (at,), 1 if name == "mask" else int(held[0]) ^ 4))


def test_marks_of_who_is_in_the_game_must_fit_the_game(game_once):
    """A saved state that lets an agent leave while its game goes on would ask somebody who is not there."""
    env = begun(game_once)
    state, begin = env.get_state(), len(env._signature())
    name = "marks" if game_once.game.sequential else "present"
    playing = [env.possible_agents.index(agent) for agent in env.agents]
    for at in np.ndindex(env._saved_dtype()[name].shape):
        saved = np.frombuffer(state, env._saved_dtype(), 1, begin).copy()
        saved[name][(0, *at)] ^= True
        if at[0] in playing:
            with pytest.raises(GameError, match=f"saved state: {name}"):
                env.set_state(state[:begin] + saved.tobytes())
    env.set_state(state)


def test_every_state_of_a_game_is_a_state(game_once):
    env = begun(game_once)
    steps = play(env, 8, 300) if game_once.game.sequential else play_parallel(env, 8, 40)
    for ply, _ in enumerate(steps):
        if ply % 9 == 0:
            state = env.get_state()
            env.set_state(state)
            assert env.get_state() == state


def test_damaged_copies_are_refused_when_they_are_unpickled(game_once):
    env = begun(game_once)
    assert pickle.loads(pickle.dumps(env)).get_state() == env.get_state()
    name, at, value = next(one for one in beyond(env) if one[0] not in ("done", "rng"))
    env._table.states[name][(0, *at)] = value
    for damaged in (copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
        with pytest.raises(GameError, match=f"unpickled states: {name}"):
            damaged(env)


def test_damaged_batches_are_refused(game_once):
    env = game_once.vector_env(3)
    env.reset(seed=1)
    saved = env.get_state()
    for name in ("states", "desks"):
        random = Random(name)
        for _ in range(20):
            bad = {**saved, name: saved[name].copy()}
            bad[name][random.randrange(len(bad[name]))] ^= 1 << random.randrange(8)
            try:
                env.set_state(bad)
            except GameError:
                continue
            env.set_state(saved)
        with pytest.raises(GameError):
            env.set_state({**saved, name: saved[name][:-1]})
        with pytest.raises(GameError):
            env.set_state({key: value for key, value in saved.items() if key != name})


@pytest.mark.parametrize("kind", [positions, states], ids=["positions", "states"])
def test_damaged_texts_and_bytes_are_refused_or_played(game_once, kind):
    tally = Tally(kind.__name__, game_once.name)
    kind.attack_scenario(game_once, 60, 1, tally)
    assert tally.tried == 60 and not tally.fallen, "\n".join(tally.lines())
