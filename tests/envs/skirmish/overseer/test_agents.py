"""Several agents of a side in a turn-based game: who acts, who learns, what is banned, what is paid."""

import numpy as np
import pytest

from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish import overseer
from swarmzoo.envs.skirmish.overseer.state import DEAD

FRAIL = {"gunner": {"wounds": 3}, "horror": {"wounds": 3}}
UNEQUAL = {"scenario": "heroes_vs_swarm", "heroes": 2, "rules": {"rewards": "own", "leaders": FRAIL}}
GAMES, MANY = 12, 200
STEPS = 300


@pytest.mark.rule("OVR-A1")
def test_every_leader_is_an_agent_of_its_side():
    game = overseer.game(**UNEQUAL)
    assert game.agents == ("overseer_0", "overseer_1", "overseer_2")
    assert game.side_of_agent == (0, 0, 1)
    assert game.teams == ((0, 1), (2,))


def test_all_agents_get_their_turns_through_pettingzoo():
    env = overseer.env(**UNEQUAL)
    env.reset(seed=3)
    generator, seen = np.random.default_rng(1), set()
    for agent in env.agent_iter():
        _, _, terminated, truncated, info = env.last()
        if not (terminated or truncated):
            seen.add(agent)
        legal = np.flatnonzero(info["action_mask"])
        env.step(None if terminated or truncated else int(generator.choice(legal)))
    assert seen == set(env.possible_agents)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_learner_acts_for_all_agents_of_its_side_and_gets_what_the_side_is_paid(seat):
    env = overseer.vector_env(GAMES, opponents="random", seat=seat, shaping=False, **UNEQUAL)
    generator, acted, ended = np.random.default_rng(seat), set(), 0
    _, info = env.reset(seed=5)
    for _ in range(STEPS):
        acted |= set(info["acting"][info["acting"] >= 0].tolist())
        masks = info["action_mask"]
        actions = np.where(masks != 0, generator.random(masks.shape), -1).argmax(-1)
        _, rewards, terminated, truncated, info = env.step(actions)
        done = terminated | truncated
        if done.any():
            assert rewards[done].tolist() == info["rewards"][done, seat].tolist()
            ended += int(done.sum())
    assert acted == set(env.game.teams[seat])
    assert ended > GAMES


def test_a_ban_holds_for_all_agents_of_a_side_and_for_no_others():
    game = overseer.game(**UNEQUAL).banned({0: ["shoot", "called"]})
    shoot = game.actions.index("shoot")
    table = Table(game, GAMES, at_random=True, pausing=True)
    table.seed(np.arange(GAMES))
    table.begin()
    could = set()
    for _ in range(STEPS):
        could |= {int(table.actors[i]) for i in np.flatnonzero(table.masks[:, 0, shoot] & ~table.done)}
        table.step()
    assert could == {2}


@pytest.mark.rule("OVR-A4")
def test_with_own_rewards_the_dead_have_lost_though_their_side_has_won():
    game = overseer.game(**UNEQUAL)
    table = Table(game, MANY, at_random=True)
    table.seed(np.arange(MANY))
    table.begin()
    while not table.done.all():
        table.step()
    won = table.states["winners"][:, 0] != 0
    dead = table.states["fate"][:, :2] == DEAD
    assert (won & dead.any(1)).any()
    assert (table.pay[:, :2][dead] == -1).all()
    assert (game.pay_of_sides(table.pay)[won] == [1, -1]).all()
