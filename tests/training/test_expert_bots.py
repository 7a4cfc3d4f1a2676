"""Expert iteration with bots: they play the other sides in some games, and in what the search looks ahead to there."""

from functools import partial

import numpy as np
import pytest
import torch

from swarmzoo.agents.built_in import built_in, teachers
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.agents.search import led_together
from swarmzoo.envs.core.desk import LEARNER
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import copy_of
from swarmzoo.lab.games import made
from swarmzoo.training.config import Expert
from swarmzoo.training.expert import ExpertRound, check_expert
from swarmzoo.training.ppo import new_policy
from swarmzoo.training.run import train
from swarmzoo.training.search_teachers import seating_of
from tests.training.small import GAME, small_config
from tests.training.test_team_training import GAME as TEAM
from tests.training.test_team_training import assert_resumes
from tests.training.test_team_training import config as team_config

SMALL = {
    "rounds": 2,
    "steps": 96,
    "simulations": 8,
    "games": 8,
    "batch_size": 32,
    "teaches": "advantages",
    "cut": 4,
    "bots": {"expert": 1.0},
    "bots_share": 1.0,
}


def a_round(game=GAME, settings=small_config, **changes) -> ExpertRound:
    config = settings(expert=SMALL | changes)
    torch.manual_seed(0)
    found = ExpertRound(game, config, new_policy(game, config), 0)
    found.collect(lambda count: None)
    return found


def test_games_are_shared_by_the_odds_and_the_policy_plays_each_side_as_often():
    setting = Expert(games=40, bots={"expert": 3, "greedy": 1, "rusher": 0}, bots_share=0.5)
    seating = seating_of(made("insects", "players=4"), setting, None)
    assert seating.shape == (40, 4)
    counts = [int((seating == bot).any(axis=1).sum()) for bot in (0, 1, 2)]
    assert counts == [15, 5, 0] and (seating[20:] == NOBODY).all()
    for rows in (seating[:15], seating[15:20]):
        own = rows == NOBODY
        assert (own.sum(axis=1) == 1).all() and np.ptp(own.sum(axis=0)) <= 1
        assert all(len(set(row[row != NOBODY])) == 1 for row in rows)
    assert (seating_of(GAME, Expert(games=6), None) == NOBODY).all()


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_a_policy_of_one_seat_has_it_in_all_games_against_bots(seat):
    setting = Expert(games=7, bots={"expert": 1, "greedy": 1}, bots_share=1.0)
    own = seating_of(made("insects", "players=4"), setting, seat) == NOBODY
    assert own[:, seat].all() and own.sum() == 7


@pytest.mark.parametrize(("game", "settings", "bot"), [(GAME, small_config, "expert"), (TEAM, team_config, "charger")])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_policy_of_one_seat_learns_nothing_of_another(game, settings, bot, seat):
    config = settings(seat=seat, expert=SMALL | {"rounds": 1, "bots": {bot: 1.0}, "steps": 150})
    check_expert(game, config)
    found = ExpertRound(game, config, new_policy(game, config), 0)
    found.collect(lambda count: None)
    assert found.lessons[0].count == 150 and set(found.lessons[0].sides.tolist()) == {seat}


@pytest.mark.parametrize(("game", "settings", "bot"), [(GAME, small_config, "expert"), (TEAM, team_config, "charger")])
def test_nobody_learns_what_bots_do_and_all_seats_learn(game, settings, bot):
    found = a_round(game, settings, bots={bot: 1.0}, steps=300)
    lessons, own = found.lessons[0], (found.practices[0].bots == LEARNER).argmax(axis=1)
    assert ((found.practices[0].bots == LEARNER).sum(axis=1) == 1).all() and set(own.tolist()) == {0, 1}
    assert (lessons.sides == own[lessons.games]).all() and set(lessons.sides.tolist()) == {0, 1}
    assert set(found.practices[0].bots.ravel().tolist()) == {LEARNER, (built_in(game) | teachers(game))[bot].bot}


def asked(found, count=6):
    """Return positions of a round's games: states, sides and who plays them."""
    games, agents, _ = found.practices[0].games.asked()
    sides = np.array(found.game.side_of_agent)[agents]
    pairs = np.unique(np.stack([games, sides]), axis=1)[:, :count]
    return found.practices[0].games.table.states[pairs[0]].copy(), pairs[1], found.practices[0].bots[pairs[0]]


def fields(state) -> list[bytes]:
    """Return all that a state holds, without what lies unused between its fields."""
    return [state[name].tobytes() for name in state.dtype.names]


def test_what_is_looked_ahead_to_is_played_by_the_bot_itself():
    """After every step that the bot takes in a simulation the game stands as after a step of the bot at a table."""
    found = a_round(bots={"greedy": 1.0}, cut=30)
    states, sides, bots = asked(found)
    engine, step, compared = found.teacher.engine, found.teacher.engine.drive["step"], 0
    live = LiveGame(GAME, [built_in(GAME)["greedy"]] * 2, pausing=True)

    def results(state):
        for seed in range(24):
            live.begin(seed, start=state)
            live.play()
            yield fields(live.state)

    def stepped(work, count, *rest):
        nonlocal compared
        before = copy_of(work[:count])
        step(work, count, *rest)
        for k in range(0, count, 7):
            actors = np.flatnonzero(live_acting(before[k : k + 1]))
            if not before["done"][k] and GAME.side_of_agent[actors[0]] != sides[0] and compared < 12:
                assert fields(work[k : k + 1]) in results(before[k : k + 1])
                compared += 1

    def live_acting(state):
        live.begin(0, start=state)
        return live.table.acting[0]

    engine.drive = engine.drive | {"step": stepped}
    alone = sides == sides[0]
    engine.begin(states[alone], sides[alone], np.arange(alone.sum()), 8, bots[alone]).try_all(1)
    assert compared == 12


@pytest.mark.parametrize(
    ("game", "settings", "bot"), [(GAME, small_config, "greedy"), (TEAM, team_config, "commander")]
)
def test_what_is_found_does_not_depend_on_what_else_is_asked(game, settings, bot, monkeypatch):
    found = a_round(game, settings, bots={bot: 1.0, "random": 1.0})
    states, sides, bots = asked(found)
    seeds = np.arange(len(sides))

    def totals(engine, rows):
        search = engine.begin(states[rows], sides[rows], seeds[rows], 8, bots[rows])
        search.try_all(2)
        return search.roots()[1]

    together = totals(found.teacher.engine, seeds)
    for row in seeds[::-1]:
        assert (totals(found.teacher.engine, seeds[row : row + 1]) == together[row]).all()
    monkeypatch.setattr(led_together, "AT_ONCE", 5)
    assert (totals(a_round(game, settings, bots={bot: 1.0, "random": 1.0}).teacher.engine, seeds) == together).all()


def test_the_better_the_bot_the_less_positions_are_worth():
    worths = []
    for bot in ("random", "expert"):
        found = a_round(bots={bot: 1.0}, cut=-1, valuation=0.0)
        states, sides, bots = asked(found, 8)
        found.teacher.engine.net = find_agent(GAME, "standard").net
        search = found.teacher.engine.begin(states, sides, np.arange(len(sides)), 8, bots)
        search.try_all(8)
        worths.append(search.roots()[1].sum() / search.roots()[0].sum())
    assert worths[0] > worths[1] + 0.3


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ({"bots": {"expert": 1}}, "expert.bots = .* leave it out, or set expert.teaches=advantages"),
        ({"caution": 3}, "expert.caution = 3: .* leave it out, or set expert.teaches=advantages"),
        ({"bots": {"xprt": 1}, "teaches": "advantages"}, "expert.bots: unknown bot 'xprt' of insects; allowed: random"),
        ({"bots": {"xprt": 1}, "rounds": 0}, "expert.bots: unknown bot 'xprt' of insects; allowed: random"),
    ],
)
def test_bots_that_cannot_answer_are_refused_before_anything_is_written(setting, told, tmp_path):
    config = small_config(expert={"rounds": 1} | setting)
    with pytest.raises(GameError, match=told):
        train(config, GAME, tmp_path / "run", resume=False, seeds=1, quiet=True)
    assert not (tmp_path / "run").exists()


def test_a_run_that_is_stopped_and_resumed_ends_with_equal_weights(tmp_path, monkeypatch):
    expert = SMALL | {"bots": {"expert": 1.0, "random": 2.0}, "bots_share": 0.6}
    assert_resumes(GAME, small_config(expert=expert), tmp_path, monkeypatch)


@pytest.mark.parametrize(("game", "settings"), [(GAME, small_config), (TEAM, team_config)])
def test_lessons_do_not_depend_on_threads(game, settings):
    bots = {"random": 1.0}
    one, two = (a_round(game, partial(settings, threads=threads), bots=bots).lessons[0] for threads in (1, 3))
    for name in ("observations", "masks", "taught", "worths"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))


@pytest.mark.parametrize("odds", [-1, float("inf"), float("nan"), 1e308])
@pytest.mark.parametrize("where", ["expert", "self_play"])
def test_odds_are_numbers_from_0(where, odds):
    with pytest.raises(GameError, match=rf"{where}.bots.random = (-1|inf|nan|1e\+308): input should be"):
        small_config(**{where: {"bots": {"random": odds}}})
