"""Positions of random games, damaged: each is refused, or played on."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from swarmzoo.envs.core.table import Table
from tests.breaking.mutations import mutated
from tests.breaking.tally import Tally
from tests.scenarios import Scenario, choose, scenarios_of

PLIES = 12
GAMES = 6


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Read damaged positions of every configuration of a game, and play on from those that are accepted."""
    for scenario, share in shares(game, inputs):
        attack_scenario(scenario, share, seed, tally)


def shares(game: str, inputs: int) -> Iterator[tuple[Scenario, int]]:
    """Yield configurations of a game with as many inputs each: few of them for few inputs, as each is compiled."""
    configurations = scenarios_of(game)[: max(1, inputs // 200)]
    for number, scenario in enumerate(configurations):
        share = inputs * (number + 1) // len(configurations) - inputs * number // len(configurations)
        if share:
            yield scenario, share


def attack_scenario(scenario: Scenario, inputs: int, seed: int, tally: Tally) -> None:
    """Read damaged positions of one configuration, and play on from those that are accepted."""
    random = Random(f"{scenario.name} {seed}")
    table = open_table(scenario)
    texts = [scenario.game.words.write_position(state) for state in states_of(table, GAMES, seed)]
    env = opened(scenario)
    for number in range(inputs):
        text = mutated(random.choice(texts), random)
        with tally.trying(text):
            env.reset(seed=number, options={"position": text})
            play_on(env, number)


def opened(scenario: Scenario) -> Any:
    """Return an environment that renders texts."""
    kind = "env" if scenario.game.sequential else "parallel_env"
    return getattr(scenario, kind)(render_mode="ansi")


def play_on(env: Any, seed: int, plies: int = PLIES) -> None:
    """Look at a game in every way, and play it on at random; whoever is asked must have a legal action."""
    look_at(env)
    generator = np.random.default_rng(seed)
    inner = env.unwrapped
    for _ in range(plies):
        if not inner.agents:
            break
        if hasattr(inner, "agent_selection"):
            _step_one(inner, generator)
        else:
            _step_all(inner, generator)
    look_at(env)


def _step_one(env: Any, generator: np.random.Generator) -> None:
    seen, _, terminated, truncated, _ = env.last()
    over = terminated or truncated
    assert over or seen["action_mask"].any(), "an agent is asked and has no legal action"
    env.step(None if over else choose(seen["action_mask"], generator))


def _step_all(env: Any, generator: np.random.Generator) -> None:
    masks = [env._table.masks[0, row] for row in range(len(env.possible_agents))]
    by_name = dict(zip(env.possible_agents, masks, strict=True))
    live = {agent: by_name[agent] for agent in env.agents}
    acting = env._table.acting[0]
    assert env._table.done[0] or acting.any(), "nobody is asked, and the game is not over"
    env.step({agent: choose(mask, generator) if mask.any() else 0 for agent, mask in live.items()})


def look_at(env: Any) -> None:
    """Ask everything that can be asked of a game, and put it back where it is."""
    inner = env.unwrapped
    game, state = inner.game, inner._table.states
    env.render()
    env.state()
    game.words.log(state, 0)
    game.words.drawing(state)
    list(game.words.measures(state))
    game.words.ending(state)
    if inner.agents:
        inner.set_state(inner.get_state())
    game.words.read_position(inner.position(), 1)
    for agent in range(min(game.num_agents, 2)):
        game.words.prompt(state, agent)


def states_of(table: Table, games: int, seed: int) -> list[np.ndarray]:
    """Return states, (1,) each, from all over some random games."""
    found = []
    for number in range(games):
        table.seed(seed + number)
        table.begin()
        found += [state for at, state in enumerate(_states(table)) if at % max(1, number * 7) == 0][:60]
    return found


def _states(table: Table) -> Iterator[np.ndarray]:
    for _ in range(400):
        yield table.states.copy()
        if table.done[0]:
            break
        table.step()


def open_table(scenario: Scenario) -> Table:
    """Return a table with one game that plays itself at random."""
    return Table(scenario.game, 1, at_random=True)
