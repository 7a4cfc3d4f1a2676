"""What scripts hand to a policy: taken where it means the same, told in a sentence where it does not."""

import numpy as np
import pytest

import swarmzoo
from swarmzoo.agents.policy.choice import choose
from swarmzoo.envs.catalogue import games
from swarmzoo.envs.core.errors import GameError

NAMES = [found.name for found in games()]


def positions(name, **own):
    """Return the first observations and masks of some games that are played, and the policy of their game."""
    env = swarmzoo.make(name, "vector", num_envs=6, opponents=["random"], **own)
    seen, info = env.reset(seed=2)
    policy = swarmzoo.find_agent(env.game, "strong")
    return np.array(seen).reshape(-1, seen.shape[-1]), info["action_mask"].reshape(-1, env.game.num_actions), policy


@pytest.fixture(scope="module", params=NAMES)
def asked(request):
    seen, masks, policy = positions(request.param, encoding="own")
    acting = (masks == 1).any(1)
    return seen[acting], masks[acting], policy


def test_numbers_of_other_dtypes_that_mean_the_same_are_answered_alike(asked):
    seen, masks, policy = asked
    wanted = policy.act(seen, masks)
    for dtype in (np.float32, np.float64, np.int64, np.uint16):
        assert (policy.act(seen.astype(dtype), masks == 1) == wanted).all(), dtype
    assert (policy.act(seen.tolist(), masks.tolist()) == wanted).all()
    assert masks[np.arange(len(masks)), wanted].all()


def test_what_it_judges_is_what_it_plays_by(asked):
    seen, masks, policy = asked
    shares, values = policy.judge(seen, masks)
    assert shares.dtype == values.dtype == np.float32 and (abs(values) <= 1).all()
    assert (shares[masks == 0] == 0).all() and np.allclose(shares.sum(1), 1, atol=1e-5)
    assert (shares.argmax(1) == policy.act(seen, masks)).all()
    some = np.arange(2000)
    drawn = choose(policy.net.logits(np.repeat(seen[:1], 2000, 0)), np.repeat(masks[:1], 2000, 0), some, 1.0)
    assert np.allclose(np.bincount(drawn, minlength=masks.shape[1]) / 2000, shares[0], atol=0.05)


def test_nobody_to_ask_is_nobody_asked(asked):
    seen, masks, policy = asked
    assert policy.act(seen[:0], masks[:0]).shape == (0,)
    assert [part.shape for part in policy.judge(seen[:0], masks[:0])] == [masks[:0].shape, (0,)]


@pytest.mark.parametrize("way", ["act", "judge"])
def test_what_the_game_does_not_give_to_see_is_refused(asked, way):
    seen, masks, policy = asked
    ask, nothing = getattr(policy, way), masks.copy()
    nothing[1] = 0
    wrong = [
        (seen / 255, masks, "observations of dtype float64, from 0 to .*encoding='own'"),
        (np.where(seen == seen.max(), np.nan, seen), masks, "observations of dtype float64"),
        (seen.astype(np.int64) - 300, masks, "observations of dtype int64, from -300"),
        (seen[:, :-1], masks, r"observations of shape .* is needed, a row for each choice"),
        (np.concatenate([seen, seen], 1), masks, r"observations of shape"),
        (seen[0], masks[0], r"of one alone give observation\[None\]"),
        (seen, masks[:1], r"masks of shape \(1, .*a row for each observation"),
        (seen, masks[:, :-1], r"masks of shape"),
        (seen, masks[0], r"masks of shape"),
        (seen, nothing, "masks: row 1 has no legal action"),
        (seen, np.where(masks == 0, np.nan, 1.0), "masks: nan is in them; 1 for a legal action and 0 for another"),
        (seen, masks * 2, "masks: 2 is in them"),
        (seen, masks - 1.0, "masks: -1 is in them"),
        ("seen", masks, "observations of str: an array of numbers"),
        ([[1], [2, 3]], masks, "observations of list: an array of numbers"),
        (seen, None, "masks of NoneType: an array of numbers"),
    ]
    for observations, legal, told in wrong:
        with pytest.raises(GameError, match=told):
            ask(observations, legal)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("encoding", ["scaled", "one_hot"])
def test_observations_that_are_scaled_are_never_taken_for_a_games_own(name, encoding):
    seen, masks, policy = positions(name, encoding=encoding)
    with pytest.raises(GameError, match="make the environment with encoding='own'"):
        policy.act(seen, masks)
