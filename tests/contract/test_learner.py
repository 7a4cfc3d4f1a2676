"""The learner's view, inside: who sits where, who the opponents are, what is paid, what is kept."""

import numpy as np
import pytest

from swarmzoo.envs.api.learner import LearnerTable, _uniform, teams
from swarmzoo.envs.api.opponents import RANDOM_OPPONENT, choice_function, opponents_of
from swarmzoo.envs.core.errors import GameError
from tests.scenarios import SIMULTANEOUS, TINY, by_number

FORMATION = SIMULTANEOUS[0]
HEX = TINY.game()


class Named:
    """An opponent in Python with a name."""

    def __init__(self, name: str):
        self.name = name

    def act(self, observations, masks):
        return masks.argmax(-1)


def table(n: int, *opponents, **options) -> LearnerTable:
    made = LearnerTable(HEX, n, list(opponents) or [RANDOM_OPPONENT], **options)
    made.reset(np.arange(n))
    return made


def test_teams_are_the_agents_of_each_side():
    assert teams(HEX) == [[0], [1]]
    made = FORMATION.game
    assert [agent for team in teams(made) for agent in team] == list(range(made.num_agents))
    assert all(made.side_of_agent[agent] == side for side, team in enumerate(teams(made)) for agent in team)


def test_seats_go_round_by_seed_and_game():
    games = table(4)
    assert games.seats.tolist() == [0, 1, 0, 1], "the seed and the number of the game, which is 0"
    games.begin(np.arange(4))
    assert games.seats.tolist() == [1, 0, 1, 0]
    assert table(3, seat=0).seats.tolist() == [0, 0, 0]
    assert games.own[:, 0].tolist() == games.seats.tolist()


def test_draws_of_opponents_are_spread_evenly_and_stay_what_they_were():
    drawn = np.array([_uniform(seed, episode, side) for seed in range(40) for episode in range(40) for side in (0, 1)])
    assert drawn.min() >= 0 and drawn.max() < 1 and len(set(drawn)) == len(drawn)
    assert np.abs(np.histogram(drawn, 10, (0, 1))[0] / len(drawn) - 0.1).max() < 0.03
    assert [round(_uniform(*one), 6) for one in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2**63 - 1, 5, 3))] == KEPT


KEPT = [0.79921, 0.886328, 0.020264, 0.28614, 0.29433]  # a seed's opponents may not change


def test_weights_are_the_shares_of_games_and_zero_is_never():
    a, b, c = Named("a"), Named("b"), Named("c")
    games = table(400, a, b, c, weights=[1, 3, 0], seat=0)
    met = np.bincount(games.played_by[:, 1], minlength=3) / 400
    assert met[0] == pytest.approx(0.25, abs=0.07) and met[1] == pytest.approx(0.75, abs=0.07) and met[2] == 0
    assert (games.played_by[:, 0] == -1).all(), "the learner's own side"
    even = table(400, a, b, seat=0)
    assert (even.played_by[:, 1] == 0).mean() == pytest.approx(0.5, abs=0.07)
    some = table(3, a, b, c, weights=[1, 3, 0], seat=0)
    assert (some.played_by == games.played_by[:3]).all(), "whatever the number of games"


def test_new_opponents_sit_down_when_the_next_game_begins():
    games = table(6, Named("a"), seat=0)
    games.set_opponents([Named("a"), Named("b")], [0, 1])
    assert (games.played_by[:, 1] == 0).all()
    games.begin(np.array([1, 4]))
    assert games.played_by[:, 1].tolist() == [0, 1, 0, 0, 1, 0]


def test_the_one_choice_function_is_found_and_two_are_refused():
    class Bot:
        pass

    one, other = (
        opponents_of(HEX, [type(RANDOM_OPPONENT)(name, 1, Bot(), "tiny_hex")])[0] for name in ("one", "other")
    )
    assert choice_function([RANDOM_OPPONENT, Named("a")]) is None
    assert choice_function([RANDOM_OPPONENT, one, one]) is one.choose
    with pytest.raises(GameError, match="two choice functions"):
        choice_function([one, other])


def test_what_is_paid_is_the_pay_and_the_discounted_change_of_potential():
    game = FORMATION.make.game(size=8, rules={"death_reward": 0.5, "shaping_progress": 0.5, "when_out": "leaves"})
    runs = ((1.0, None), (0.5, None), (1.0, 50))  # a game that is cut short leaves the next one nothing
    for discount, limit in runs:
        games = LearnerTable(game, 3, "random", discount=discount, max_cycles=limit)
        games.reset(np.arange(3))
        ended = 0
        for ply in range(120):
            own = games.own[:, 0]
            before = games.table.potential[np.arange(3), own].copy()
            outcome = games.step(by_number(games.masks, ply))
            after = games.table.potential[np.arange(3), own]
            for i in range(3):
                pay = games.table.pay[i, own[i]] if outcome.terminated[i] else 0.0
                kept = 0.0 if outcome.terminated[i] else after[i]
                assert outcome.reward[i] == pytest.approx(pay + discount * kept - before[i], abs=1e-6)
            done = np.flatnonzero(outcome.terminated | outcome.truncated)
            ended += len(done)
            if len(done):
                games.begin(done)
                assert (games._potential[done] == games.table.potential[done, games.own[done, 0]]).all()
        assert outcome.reward.dtype == np.float32
    assert ended


def test_an_end_in_the_last_cycle_is_an_end_and_not_cut_short():
    free = table(1, seat=0)
    plies = 0
    while not free.table.done[0]:
        free.step(by_number(free.masks, 3))
        plies = int(free.table.length[0])
    for limit, is_cut in ((plies, False), (plies - 1, True)):
        games = table(1, seat=0, max_cycles=limit)
        while not games.table.done[0]:
            outcome = games.step(by_number(games.masks, 3))
        assert (bool(outcome.truncated[0]), bool(outcome.terminated[0])) == (is_cut, not is_cut)
        assert bool(outcome.reward[0]) is not is_cut


def test_a_saved_state_brings_back_seats_opponents_and_potentials():
    a, b = Named("a"), Named("b")
    games = table(4, a, b)
    saved = games.get_state()
    assert all(not np.shares_memory(value, getattr(games, key, np.zeros(1))) for key, value in saved.items())
    other = LearnerTable(HEX, 4, [a, b])
    other.reset(np.arange(7, 11))
    other.set_state(saved)
    assert (other.seats == games.seats).all() and (other.played_by == games.played_by).all()
    assert (other._potential == games._potential).all()
    for ply in range(3):
        mine, theirs = (one.step(by_number(one.masks, ply)) for one in (games, other))
        assert (mine.reward == theirs.reward).all() and (games.observations == other.observations).all()
    assert not np.shares_memory(other._potential, saved["potential"])


def test_views_are_read_only_or_copies():
    with pytest.raises(ValueError, match="read-only"):
        table(2).observations[0] = 1
    battle = LearnerTable(FORMATION.game, 2, "random")
    battle.reset(np.arange(2))
    battle.observations[:] = 9
    assert not (battle.observations == 9).all()
    assert battle.alive.all() and battle.alive.shape == battle.shape
