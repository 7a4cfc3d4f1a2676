"""Configurations with odd values: each is refused, or a game of it is played."""

import json
from random import Random
from typing import Any

import numpy as np

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.config import fields_of
from tests.breaking.maps import begin
from tests.breaking.mutations import EDGES, ODD
from tests.breaking.tally import Tally
from tests.scenarios import Scenario, scenarios_of

DEEP: Any = "bottom"
for _ in range(5000):
    DEEP = [DEEP]
VALUES: tuple[Any, ...] = (
    *EDGES,
    *ODD,
    *(None, True, False, 0.5, -0.0, 1e300, float("nan"), float("inf"), 10**5000, -(10**400)),
    *(b"bytes", (), [], {}, [[]], {"a": 1}, {1: 2}, {None: {}}, set(), object, np.int64(3), np.float32(0.5), DEEP),
    *("/dev/zero", "/", "no such file", "a\x00b", "\n", "\n" * 5000, {"x" * 3000: 1}, [1] * 10_000),
)


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Make games of odd configurations, and play those that are accepted."""
    configurations = scenarios_of(game)
    paths = [path for path, _ in fields_of(find_game(game).config)] + ["nothing", "rules", "rules.nothing"]
    random = Random(f"configs {game} {seed}")
    for number in range(inputs):
        scenario = random.choice(configurations)
        keywords = odd(scenario.keywords, paths, random)
        with tally.trying(shown(keywords)):
            begin(Scenario(scenario.name, scenario.make, keywords), configurations[0].game.state, number)


def odd(keywords: dict[str, Any], paths: list[str], random: Random) -> dict[str, Any]:
    """Return keywords with one to three values changed."""
    changed = json.loads(json.dumps(keywords))
    for _ in range(random.choice((1, 1, 2, 3))):
        *parts, last = random.choice(paths).split(".")
        inner = changed
        for part in parts:
            inner = inner.setdefault(part, {}) if isinstance(inner.get(part, {}), dict) else {}
        inner[last] = random.choice(VALUES) if random.random() < 0.7 else random.randrange(-2, 40)
    return changed


def shown(keywords: dict[str, Any]) -> str:
    """Return keywords as text, whatever is in them."""
    try:
        return repr(keywords)
    except (ValueError, RecursionError):
        return f"{sorted(keywords)}: too long to show"
