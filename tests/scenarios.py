"""The games, and the configurations, in which the contract suite is run.

A game is found by walking ``swarmzoo.envs``; ``tests/envs/<place>/scenarios.yaml`` names its configurations, the
default one where there is no such file. The tiny game of ``tests.tiny_game`` is held to the same contract.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from swarmzoo.envs import games
from swarmzoo.envs.api.entry import entry_points
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.game import Game
from tests.tiny_game import TinyHexConfig, tiny_hex

TINY = entry_points(tiny_hex, TinyHexConfig)


@dataclass(frozen=True)
class Scenario:
    """A game's entry points with some keywords given; ``images``: the module that declares its relabellings."""

    name: str
    make: Any
    keywords: dict[str, Any] = field(default_factory=dict)
    images: str = "tests.tiny_images"

    @property
    def game(self) -> Game:
        return self.make.game(**self.keywords)

    def __getattr__(self, kind: str) -> Callable[..., Any]:
        """Return ``env``, ``parallel_env``, ``vector_env`` ... with the scenario's keywords."""
        maker = getattr(self.make, kind)
        return lambda *args, **options: maker(*args, **self.keywords, **options)


def _parts_of(place: str) -> dict[str, list[dict[str, Any]]]:
    path = Path(__file__).parent / "envs" / place / "scenarios.yaml"
    return yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {"always": [{}]}


def _keywords_of(place: str, kind: str = "") -> list[dict[str, Any]]:
    """Return the configurations of a game that are run now; ``kind``: of the large ones, for the checkers alone."""
    parts = _parts_of(place)
    every = parts.get(f"{kind}all", []) if os.environ.get("SWARMZOO_ALL") else []
    return parts.get(f"{kind}always", []) + every


def _word(key: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    return f"{key}" if isinstance(value, bool | dict) else f"{value} {key}"


def scenario_of(found: Any, keywords: dict[str, Any]) -> Scenario:
    """Return a configuration of a game of the catalogue."""
    words = [_word(key, value) for key, value in keywords.items()]
    images = f"tests.envs.{found.place.replace('/', '.')}.images"
    return Scenario("-".join([found.name, *words]).replace(" ", "-"), import_module(found.module), keywords, images)


def _scenarios() -> Iterator[Scenario]:
    for found in games():
        for keywords in _keywords_of(found.place):
            yield scenario_of(found, keywords)
    yield Scenario("tiny_hex", TINY)
    yield Scenario("tiny_hex-coin", TINY, {"coin": True})


def scenarios_of(name: str) -> list[Scenario]:
    """Return every configuration of a game, also those that are only run with SWARMZOO_ALL=1; not the large ones."""
    found = find_game(name)
    parts = _parts_of(found.place)
    return [scenario_of(found, keywords) for keywords in parts["always"] + parts.get("all", [])]


SCENARIOS = list(_scenarios())
ONE_OF_EACH_GAME = list({scenario.make: scenario for scenario in reversed(SCENARIOS)}.values())
_TAKES_TURNS = {scenario.make: scenario.game.sequential for scenario in ONE_OF_EACH_GAME}  # making all takes a second
TURN_BASED = [scenario for scenario in SCENARIOS if _TAKES_TURNS[scenario.make]]
SIMULTANEOUS = [scenario for scenario in SCENARIOS if not _TAKES_TURNS[scenario.make]]


def _rich() -> Iterator[Scenario]:
    """Yield the configurations in which much can happen; the first one of games that name none."""
    for found in games():
        parts = _parts_of(found.place)
        for keywords in parts.get("rich", parts["always"][:1]):
            yield scenario_of(found, keywords)


RICH = list(_rich())


def _large() -> Iterator[tuple[Scenario, int]]:
    for found in games():
        for keywords in _keywords_of(found.place, "large, "):
            yield scenario_of(found, {k: v for k, v in keywords.items() if k != "cycles"}), keywords["cycles"]


LARGE = list(_large())  # with the cycles that the checkers take of each


def of_sides(game: Game, paid: Any) -> np.ndarray:
    """Return what sides are paid, (..., sides), from what their agents are, (..., agents): all of a side alike."""
    first = [game.side_of_agent.index(side) for side in range(game.num_sides)]
    return np.asarray(paid)[..., first]


def choose(mask: np.ndarray, generator: np.random.Generator) -> Any:
    """Return a random legal action, or one for each row of a mask of several agents."""
    if mask.ndim > 1:
        return np.array([choose(row, generator) for row in mask])
    return int(generator.choice(np.flatnonzero(mask)))


def by_number(masks: np.ndarray, number: int) -> np.ndarray:
    """Return legal actions that depend on the masks (..., actions) and a number only."""
    flat = masks.reshape(-1, masks.shape[-1])
    chosen = [np.flatnonzero(mask)[number % mask.sum()] for mask in flat]
    return np.array(chosen).reshape(masks.shape[:-1])


def play_parallel(env: Any, seed: int, steps: int | None = None) -> Iterator[dict[str, int]]:
    """Play a parallel environment at random; yield the actions of every step before they are taken."""
    generator = np.random.default_rng(seed)
    observations, _ = env.reset(seed=seed)
    step = 0
    while env.agents and step != steps:
        actions = {agent: choose(observations[agent]["action_mask"], generator) for agent in env.agents}
        yield actions
        observations = env.step(actions)[0]
        step += 1


def play(env: Any, seed: int, plies: int | None = None) -> Iterator[int]:
    """Play an AEC environment at random; yield the number of every ply before its action is taken."""
    generator = np.random.default_rng(seed)
    env.reset(seed=seed)
    ply = 0
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        if ply == plies:
            return
        yield ply
        env.step(choose(seen["action_mask"], generator))
        ply += 1
