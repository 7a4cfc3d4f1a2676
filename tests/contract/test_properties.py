"""What must hold at every ply of every game."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from tests.scenarios import SCENARIOS, of_sides, play, play_parallel

REPOSITORY = Path(__file__).parents[2]


def states(scenario, seed: int, plies: int | None = None):
    """Yield every state, shape (1,), of a random game, drawn inside the compiled loop."""
    table = Table(scenario.game, 1)
    table.arrange(at_random=True)
    table.seed(seed)
    table.begin()
    ply = 0
    while not table.done[0] and ply != plies:
        yield table.states
        table.step()
        ply += 1


def test_the_mask_is_what_why_not_allows_for_every_agent(scenario):
    questions = Questions(scenario.game)
    for state in states(scenario, 1):
        acting = questions.acting(state)
        for agent in range(scenario.game.num_agents):
            mask = questions.mask(state, agent)
            allowed = [questions.why_not(state, agent, action) is None for action in range(len(mask))]
            assert mask.tolist() == allowed
            assert (mask.any() if scenario.game.sequential else mask.sum() > 1) == acting[agent]


def test_observations_and_the_overview_lie_in_their_bounds(scenario):
    game, questions, env = scenario.game, Questions(scenario.game), scenario.env()
    used = np.zeros(game.observation_size, bool)
    for seed in range(3):
        for state in states(scenario, seed):
            for agent in range(game.num_agents):
                seen = questions.observation(state, agent)
                assert (seen >= game.observation_low).all()
                assert (seen <= game.observation_high).all()
                used |= seen != 0
            assert questions.overview(state) in env.state_space
    assert used.any()


def test_an_observation_that_is_written_over_an_earlier_one_is_the_same(scenario):
    """A table writes only what may have changed since the agent's last look at this game."""
    game, questions, table = scenario.game, Questions(scenario.game), Table(scenario.game, 3)
    table.seed(np.arange(3))
    table.arrange(everyone=True)
    table.arrange(at_random=True, autoreset=True)
    table.begin()
    for _ in range(400):
        for i in range(3):
            shown = [int(table.actors[i])] if game.sequential else range(game.num_agents)
            for row, agent in enumerate(shown):
                seen = questions.observation(table.states[i : i + 1], agent)
                assert (table.observations[i, row] == seen).all()
        table.step()


def test_the_layout_covers_the_observation_without_gaps(scenario):
    parts = scenario.game.observation_layout
    assert parts[0].start == 0
    assert all(one.stop == other.start for one, other in pairwise(parts))
    assert len({part.name for part in parts}) == len(parts)
    assert parts[-1].stop == len(scenario.game.observation_high)


def test_questions_change_nothing(scenario):
    questions = Questions(scenario.game)
    for state in states(scenario, 2, 60):
        before = state.tobytes()
        for agent in range(scenario.game.num_agents):
            questions.observation(state, agent)
            questions.mask(state, agent)
            questions.why_not(state, agent, 0)
            questions.determinized(state, scenario.game.side_of_agent[agent], 5)
        questions.overview(state)
        questions.rewards(state)
        assert state.tobytes() == before


def test_what_is_hidden_does_not_show(scenario):
    """What an agent sees, may do, and who is asked, as far as it can know, are so in every world it holds possible."""
    game, questions = scenario.game, Questions(scenario.game)
    for ply, state in enumerate(states(scenario, 3)):
        for agent in range(game.num_agents):
            world = questions.determinized(state, game.side_of_agent[agent], ply)
            assert (questions.observation(world, agent) == questions.observation(state, agent)).all()
            assert (questions.mask(world, agent) == questions.mask(state, agent)).all()
            known = [
                a
                for a in range(game.num_agents)
                if game.sequential or game.side_of_agent[a] == game.side_of_agent[agent]
            ]
            assert (questions.acting(world)[known] == questions.acting(state)[known]).all()


def test_determinizing_draws_the_generator_anew_and_depends_on_the_seed_only(scenario):
    questions = Questions(scenario.game)
    for state in states(scenario, 4, 30):
        worlds = [questions.determinized(state, 0, seed) for seed in (1, 1, 2)]
        assert worlds[0].tobytes() == worlds[1].tobytes()
        assert (worlds[0]["rng"] != worlds[2]["rng"]).any()
        assert (worlds[0]["rng"] != state["rng"]).any()


def test_a_copied_state_goes_on_alike(scenario):
    game = scenario.game
    tables = [Table(game, 1) for _ in range(2)]
    for table in tables:
        table.arrange(at_random=True)
        table.seed(9)
        table.begin()
    while not tables[0].done[0]:
        saved = tables[0].states.tobytes()
        tables[1].states[:] = np.frombuffer(saved, game.state)
        for table in tables:
            table.step()
        assert tables[0].states.tobytes() == tables[1].states.tobytes()
        assert tables[0].masks.tobytes() == tables[1].masks.tobytes()


def test_a_new_game_remembers_nothing_of_what_was_there_before(scenario):
    fresh, used = Table(scenario.game, 1), Table(scenario.game, 1)
    used.states.view(np.uint8)[:] = 1
    for table in (fresh, used):
        table.seed(3)
        table.begin()
    assert not [name for name in fresh.states.dtype.names if (fresh.states[name] != used.states[name]).any()]


def test_the_pay_of_all_sides_adds_up_to_nothing(scenario):
    table = Table(scenario.game, 64)
    table.seed(np.arange(64))
    table.arrange(at_random=True)
    table.begin()
    for _ in range(20_000):
        if table.done.all():
            break
        table.step()
    assert table.done.all()
    assert np.abs(of_sides(scenario.game, table.pay).sum(1)).max() < 1e-6
    assert (table.pay >= -1).all()
    assert (table.pay <= 1).all()
    winners = (table.pay[:, : scenario.game.num_agents] > 0).any(0)
    assert winners.all() if scenario.game.sequential else winners.any(), "every seat wins some game"


def test_a_position_in_its_text_form_is_the_position_at_every_ply(scenario):
    words, questions = scenario.game.words, Questions(scenario.game)
    for ply, state in enumerate(states(scenario, 5)):
        if ply % 7:
            continue
        text = words.write_position(state)
        read = words.read_position(text, 1)
        assert words.write_position(read) == text
        assert (questions.acting(read) == questions.acting(state)).all()
        for agent in range(scenario.game.num_agents):
            assert (questions.mask(read, agent) == questions.mask(state, agent)).all()


def test_what_is_no_position_is_refused(game_once):
    with pytest.raises(GameError):
        game_once.env().reset(options={"position": "no such thing"})


def digest(name: str, plies: int) -> str:
    """Return a hash of every state, observation and mask of a short game."""
    from hashlib import sha256

    scenario = next(scenario for scenario in SCENARIOS if scenario.name == name)
    total = sha256()
    if not scenario.game.sequential:
        env = scenario.parallel_env()
        for _ in play_parallel(env, 13, plies // 5):
            total.update(env.get_state() + env.state().tobytes())
        return total.hexdigest()
    env = scenario.env()
    for _ in play(env, 13, plies):
        seen = env.observe(env.agent_selection)
        total.update(env.get_state() + seen["observation"].tobytes() + seen["action_mask"].tobytes())
        total.update(env.state().tobytes())
    return total.hexdigest()


@pytest.mark.parametrize("name", [scenario.name for scenario in SCENARIOS])
def test_compiled_and_uncompiled_kernels_play_the_same_game(name):
    plies = 150
    command = f"from tests.contract.test_properties import digest; print(digest({name!r}, {plies}))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(REPOSITORY)}
    answer = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, env=environment, cwd=REPOSITORY, check=False
    )
    assert answer.stdout.strip() == digest(name, plies), answer.stderr[-2000:]
