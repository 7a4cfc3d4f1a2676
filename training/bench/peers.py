"""Environments of others that are installed, stepped at random in the same run, counting the same things."""

import importlib
import importlib.util
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Game

Values = tuple[float, float, float]


def peer_figures(game: Game, seconds: float) -> Iterator[tuple[str, Values]]:
    """Yield name and decisions per second of every peer of a game that is installed."""
    boards: list[tuple[str, str, Callable[[float], Values]]] = [
        ("rlcard", "PettingZoo classic, Texas hold'em through AEC", _pettingzoo_classic),
        ("pyspiel", "OpenSpiel, hex through Python", partial(_open_spiel, "hex")),
        ("pyspiel", "OpenSpiel, breakthrough through Python", partial(_open_spiel, "breakthrough")),
        ("pgx", "Pgx, hex in batches of 1,024", partial(_pgx, "hex")),
        ("pgx", "Pgx, connect four in batches of 1,024", partial(_pgx, "connect_four")),
        ("pgx", "Pgx, connect four in batches of 256, drawn and stepped by two calls", _pgx_by_calls),
    ]
    teams = [
        ("magent2", "MAgent2, battle, 81 a side, through its C++ batch calls", _magent_batch),
        ("magent2", "MAgent2, battle, 81 a side, through its dictionaries", _magent),
    ]
    for module, name, measure in boards if game.sequential else teams:
        if importlib.util.find_spec(module) is not None:
            yield name, measure(seconds)


def _repeat(seconds: float, work: Callable[[], int]) -> Values:
    rates: list[float] = []
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends or len(rates) < 3:
        began = time.process_time()
        steps = work()
        rates.append(steps / max(time.process_time() - began, 1e-9))
    return float(np.median(rates)), min(rates), max(rates)


def _pettingzoo_classic(seconds: float) -> Values:
    from pettingzoo.classic import texas_holdem_v4

    env = texas_holdem_v4.env()
    rng = np.random.default_rng(0)

    def work() -> int:
        env.reset(seed=0)
        steps = 0
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            env.step(None if over or cut else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
        return steps

    return _repeat(seconds, work)


def _open_spiel(name: str, seconds: float) -> Values:
    pyspiel = importlib.import_module("pyspiel")

    game = pyspiel.load_game(name)
    rng = Random(0)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return _repeat(seconds, work)


def _pgx(name: str, seconds: float) -> Values:
    """Measure legal actions drawn at random, in games that begin again when they end, as ours are measured."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    auto_reset = importlib.import_module("pgx.experimental").auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def turn(state: Any, key: Any) -> Any:
        key, choosing, beginning = jax.random.split(key, 3)
        legal = state.legal_action_mask
        wanted = jax.random.uniform(choosing, (1024, 1)) * legal.sum(-1, keepdims=True)
        return step(state, (legal.cumsum(-1) > wanted).argmax(-1), jax.random.split(beginning, 1024)), key

    turn = jax.jit(turn)
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, 1024))
    state, key = turn(state, key)

    def work() -> int:
        nonlocal state, key
        for _ in range(8):
            state, key = turn(state, key)
        state.observation.block_until_ready()
        return 8 * 1024

    return _repeat(seconds, work)


def _pgx_by_calls(seconds: float) -> Values:
    """Measure the same as a loop in Python does it: one call draws by categorical logits, another one steps."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    auto_reset = importlib.import_module("pgx.experimental").auto_reset

    env = pgx.make("connect_four")
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    draw = jax.jit(lambda key, legal: jax.random.categorical(key, jax.numpy.log(legal.astype(jax.numpy.float32))))
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, 256))

    def work() -> int:
        nonlocal state, key
        for _ in range(8):
            key, choosing, beginning = jax.random.split(key, 3)
            state = step(state, draw(choosing, state.legal_action_mask), jax.random.split(beginning, 256))
        state.observation.block_until_ready()
        return 8 * 256

    work()
    return _repeat(seconds, work)


def _magent(seconds: float) -> Values:
    battle_v4 = importlib.import_module("magent2.environments.battle_v4")

    env = battle_v4.parallel_env(map_size=45)
    rng = np.random.default_rng(0)

    def work() -> tuple[int, float]:
        env.reset(seed=0)
        steps, spent = 0, 0.0
        for _ in range(40):
            actions = dict(zip(env.agents, rng.integers(21, size=len(env.agents)).tolist(), strict=True))
            steps += len(env.agents)
            began = time.process_time()
            env.step(actions)
            spent += time.process_time() - began
        return steps, spent

    return _repeat_timed(seconds, work)


def _magent_batch(seconds: float) -> Values:
    """Measure what MAgent2 does below its dictionaries: observations, actions, step and rewards of both groups."""
    battle_v4 = importlib.import_module("magent2.environments.battle_v4")

    outer = battle_v4.parallel_env(map_size=45)
    rng = np.random.default_rng(0)

    def work() -> tuple[int, float]:
        outer.reset(seed=0)
        world = outer.unwrapped.env
        handles = world.get_handles()
        steps, spent = 0, 0.0
        for _ in range(40):
            numbers = [world.get_num(handle) for handle in handles]
            drawn = [rng.integers(21, size=number).astype(np.int32) for number in numbers]
            steps += sum(numbers)
            began = time.process_time()
            for handle, actions in zip(handles, drawn, strict=True):
                world.get_observation(handle)
                world.set_action(handle, actions)
            world.step()
            for handle in handles:
                world.get_reward(handle)
            world.clear_dead()
            spent += time.process_time() - began
        return steps, spent

    return _repeat_timed(seconds, work)


def _repeat_timed(seconds: float, work: Callable[[], tuple[int, float]]) -> Values:
    """Repeat what times itself."""
    rates: list[float] = []
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends or len(rates) < 3:
        steps, spent = work()
        rates.append(steps / max(spent, 1e-9))
    return float(np.median(rates)), min(rates), max(rates)
