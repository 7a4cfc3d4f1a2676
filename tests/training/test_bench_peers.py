"""Environments of others in figures: stand-ins for their packages, on a clock that only moves when they work."""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from swarmzoo.training.bench import peers
from tests.training.clock import Clock

LEGAL = [0, 1, 1, 0]


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(peers, "time", clock)
    return clock


@pytest.fixture
def install(monkeypatch) -> Any:
    """Put a package that holds what it is given among the installed ones."""

    def put(name: str, **holds: Any) -> None:
        module = ModuleType(name)
        module.__spec__ = ModuleSpec(name, None)
        vars(module).update(holds)
        monkeypatch.setitem(sys.modules, name, module)

    return put


class Cards:
    """A card game of three moves and two farewells, a second of work each."""

    def __init__(self, clock: Clock):
        self._clock, self.resets, self._left = clock, 0, 0

    def reset(self, seed: int) -> None:
        self.resets += 1
        self._left = 5

    def agent_iter(self) -> Any:
        while self._left:
            yield "player"

    def last(self) -> tuple[Any, ...]:
        return {"action_mask": np.array(LEGAL)}, 0, self._left == 2, self._left == 1, {}

    def step(self, action: int | None) -> None:
        assert (action is None) == (self._left <= 2) and (action is None or LEGAL[action])
        self._clock.spend(wall=2.0, cpu=1.0)
        self._left -= 1


class Hex:
    """A game of three moves, half a second of work each; whoever is asked for an observation is charged for it."""

    def __init__(self, clock: Clock):
        self._clock, self._moves = clock, 0

    def is_terminal(self) -> bool:
        return self._moves == 3

    def observation_tensor(self) -> None:
        self._clock.spend(wall=0.5, cpu=0.25)

    def legal_actions(self) -> list[int]:
        return [4, 7]

    def apply_action(self, action: int) -> None:
        assert action in (4, 7)
        self._clock.spend(wall=0.5, cpu=0.25)
        self._moves += 1


class Batched:
    """A state of a thousand games: steps cost a second, and only until somebody waits for what they see."""

    def __init__(self, clock: Clock, steps: int = 0):
        self._clock, self.steps = clock, steps
        self.legal_action_mask = np.array([LEGAL])
        self.observation = SimpleNamespace(block_until_ready=lambda: clock.spend(wall=8.0, cpu=8.0))


class Battle:
    """MAgent2: two groups of three; dictionaries cost a second a step, the calls below them a tenth each."""

    def __init__(self, clock: Clock):
        self._clock, self.agents = clock, [f"a_{n}" for n in range(6)]
        self.unwrapped = SimpleNamespace(env=self)
        self.resets, self.steps, self.calls = 0, 0, []

    def reset(self, seed: int) -> None:
        self._clock.spend(wall=50.0, cpu=50.0)
        self.resets += 1

    def step(self, actions: dict[str, int] | None = None) -> None:
        self.steps += 1
        if actions is None:
            self._charge("step")
            return
        assert list(actions) == self.agents and all(0 <= action < 21 for action in actions.values())
        self._clock.spend(wall=1.0, cpu=1.0)

    def get_handles(self) -> list[str]:
        return ["red", "blue"]

    def get_num(self, handle: str) -> int:
        return {"red": 3, "blue": 5}[handle]

    def get_observation(self, handle: str) -> None:
        self._charge(f"see {handle}")

    def set_action(self, handle: str, actions: np.ndarray) -> None:
        assert len(actions) == self.get_num(handle) and actions.dtype == np.int32 and (actions < 21).all()
        self._charge(f"act {handle}")

    def get_reward(self, handle: str) -> None:
        self._charge(f"pay {handle}")

    def clear_dead(self) -> None:
        self._charge("clear")

    def _charge(self, call: str) -> None:
        self.calls.append(call)
        self._clock.spend(wall=0.125, cpu=0.125)


@pytest.fixture
def battle(clock, install) -> Battle:
    battle = Battle(clock)
    install("magent2.environments.battle_v4", parallel_env=lambda map_size: battle)
    return battle


def test_a_figure_of_another_shows_median_least_and_most(clock):
    costs = iter([1.0, 4.0, 2.0] * 2)

    def work() -> int:
        clock.spend(wall=10.0, cpu=next(costs))
        return 8

    assert peers._repeat(0.0, work) == (4.0, 2.0, 8.0)
    assert peers._repeat_timed(0.0, lambda: (8, next(costs))) == (4.0, 2.0, 8.0)


@pytest.mark.parametrize(("seconds", "times"), [(0.0, 3), (50.0, 5)])
def test_both_ways_of_repeating_end_in_time(clock, seconds, times):
    done = []

    def work() -> int:
        done.append(1)
        clock.spend(wall=10.0, cpu=2.0)
        return 6

    assert peers._repeat(seconds, work) == (3.0, 3.0, 3.0) and len(done) == times
    done.clear()
    assert peers._repeat_timed(seconds, lambda: (work(), 1.5)) == (4.0, 4.0, 4.0) and len(done) == times


def test_cards_are_played_whole_and_every_move_counts(clock, install):
    cards = Cards(clock)
    install("pettingzoo.classic", texas_holdem_v4=SimpleNamespace(env=lambda: cards))
    assert peers._pettingzoo_classic(40.0) == (1.0, 1.0, 1.0) and cards.resets == 4


@pytest.mark.parametrize("name", ["hex", "breakthrough"])
def test_a_board_game_is_played_whole_and_seen_before_every_move(clock, install, name):
    asked: list[str] = []
    game = SimpleNamespace(new_initial_state=lambda: Hex(clock))
    install("pyspiel", load_game=lambda name: asked.append(name) or game)
    assert peers._open_spiel(name, 0.0) == (2.0, 2.0, 2.0) and asked == [name]


def test_batches_of_1024_are_played_at_random_and_waited_for(clock, install):
    made: list[Any] = []
    named: list[str] = []
    taken: list[int] = []
    drawn = iter([0.0, 0.999] * 30)

    def init(keys: Any) -> Batched:
        made.append(keys)
        return Batched(clock)

    def step(state: Batched, actions: np.ndarray, keys: Any) -> Batched:
        taken.extend(actions.tolist())
        assert len(keys) == 1024, "one for each game, to begin it again"
        clock.spend(wall=1.0, cpu=1.0)
        return Batched(clock, state.steps + 1)

    same = SimpleNamespace(jit=lambda f: f, vmap=lambda f: f)
    same.random = SimpleNamespace(
        PRNGKey=lambda seed: seed,
        split=lambda key, count: [key] * count,
        uniform=lambda key, shape: np.full((1, 1), next(drawn)),
    )
    install("jax", **vars(same))
    env = SimpleNamespace(init=init, step="the step")
    install("pgx", make=lambda name: named.append(name) or env)
    install("pgx.experimental", auto_reset=lambda one, begin: step if (one, begin) == ("the step", init) else None)
    found = peers._pgx("connect_four", 0.0)
    assert [len(keys) for keys in made] == [1024] and named == ["connect_four"]
    assert found == (8 * 1024 / 16,) * 3, "eight steps, and the wait for what they show"
    assert taken == ([1, 2] * 30)[: len(taken)], "the first and the last legal action"
