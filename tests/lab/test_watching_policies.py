"""Positions that valuations are learned from: of bots, of trained policies, and of both."""

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.fitting.watching import MOMENTS, watched
from swarmzoo.lab.games import made

BRIDGE = "scenario=bridge,size=8"


def test_a_policys_games_are_the_same_again_and_none_tells_more_than_others():
    game = made("formation", BRIDGE)
    one, again = watched(game, 10, 3, ("bridge",)), watched(game, 10, 3, ("bridge",))
    assert (one.features == again.features).all() and (one.share == again.share).all()
    assert (np.bincount(one.game) <= MOMENTS).all() and len(np.bincount(one.game)) == 10
    assert not np.array_equal(one.features, watched(game, 10, 4, ("bridge",)).features)


def test_who_came_first_in_a_policys_games_is_one_side_or_both_by_parts():
    seen = watched(made("insects", "players=3"), 6, 1, ("three",))
    assert seen.share.shape == (len(seen.game), 3)
    np.testing.assert_allclose(seen.share.sum(axis=1), 1)
    assert all(len(np.unique(seen.share[seen.game == number], axis=0)) == 1 for number in range(6))


def test_bots_and_policies_share_the_games():
    game = made("warband", "")
    both = watched(game, 9, 1, ("captain", "skirmish", "focus"))
    alone = watched(game, 3, 1, ("skirmish",))
    assert len(np.unique(both.game)) == 9
    of_policy = both.features[both.game < 3]
    assert np.array_equal(of_policy, alone.features)
    assert not np.array_equal(both.features[both.game == 3][:1], of_policy[:1])


def test_a_player_that_is_neither_is_told():
    with pytest.raises(GameError, match=r"no player 'captian' for positions; it has .*captain"):
        watched(made("warband", ""), 9, 1, ("captian",))


def test_a_player_named_twice_is_one_and_fewer_games_than_players_are_refused():
    game = made("warband", "")
    twice, once = watched(game, 4, 1, ("skirmish", "skirmish")), watched(game, 4, 1, ("skirmish",))
    assert np.array_equal(twice.features, once.features) and len(np.unique(twice.game)) == 4
    with pytest.raises(GameError, match="1 games of warband for 2 players; ask for a game of each"):
        watched(game, 1, 1, ("skirmish", "captain"))
