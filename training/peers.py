"""Environments of others that are installed, stepped at random in the same run, counting the same things."""

import importlib
import importlib.util
import time
from collections.abc import Callable, Iterator

import numpy as np

Values = tuple[float, float, float]


def peer_figures(seconds: float) -> Iterator[tuple[str, Values]]:
    """Yield name and decisions per second of every peer that is installed."""
    peers: list[tuple[str, str, Callable[[float], Values]]] = [
        ("rlcard", "PettingZoo classic, Texas hold'em through AEC", _pettingzoo_classic),
        ("pyspiel", "OpenSpiel, hex through Python", _open_spiel),
        ("pgx", "Pgx, hex in batches of 1,024", _pgx),
        ("magent2", "MAgent2, battle through its dictionaries", _magent),
    ]
    for module, name, measure in peers:
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


def _open_spiel(seconds: float) -> Values:
    pyspiel = importlib.import_module("pyspiel")

    game = pyspiel.load_game("hex")
    rng = np.random.default_rng(0)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_tensor()
            state.apply_action(int(rng.choice(state.legal_actions())))
            steps += 1
        return steps

    return _repeat(seconds, work)


def _pgx(seconds: float) -> Values:
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")

    env = pgx.make("hex")
    step = jax.jit(jax.vmap(env.step))
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, 1024))
    state = step(state, state.legal_action_mask.argmax(-1))

    def work() -> int:
        nonlocal state
        for _ in range(8):
            state = step(state, state.legal_action_mask.argmax(-1))
        state.observation.block_until_ready()
        return 8 * 1024

    return _repeat(seconds, work)


def _magent(seconds: float) -> Values:
    battle_v4 = importlib.import_module("magent2.environments.battle_v4")

    env = battle_v4.parallel_env(map_size=45)
    rng = np.random.default_rng(0)

    def work() -> int:
        env.reset(seed=0)
        steps = 0
        for _ in range(20):
            steps += len(env.agents)
            env.step({agent: int(rng.integers(21)) for agent in env.agents})
        return steps

    return _repeat(seconds, work)
