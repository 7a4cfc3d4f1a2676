"""What users ask of every view, at its bounds: numbers, seeds, actions, answers, spaces, keywords."""

import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pettingzoo
import pytest

from swarmzoo.envs import games
from swarmzoo.envs.api import registration, requests, spaces
from swarmzoo.envs.api.registration import register
from swarmzoo.envs.core.desk import NOOP, RAISE, TERMINATE
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.reading import checked_seed
from tests.scenarios import SIMULTANEOUS, TINY

FORMATION = SIMULTANEOUS[0].game
HEX = TINY.game()


def test_counts_and_cycles_are_plain_ints_within_their_bounds():
    assert requests.count("n", np.int64(3)) == 3 and type(requests.count("n", np.int64(3))) is int
    assert requests.count("n", 1) == 1
    assert requests.cycles(None) == 0 and requests.cycles(1) == 1 and requests.cycles(2**31 - 1) == 2**31 - 1
    assert type(requests.cycles(np.int32(5))) is int
    for wrong in (0, 2**31):
        with pytest.raises(GameError, match="2147483647"):
            requests.cycles(wrong)


def test_seeds_leave_room_for_the_games_that_follow():
    assert checked_seed(0) == 0 and checked_seed(2**63 - 1) == 2**63 - 1
    assert checked_seed(2**63 - 5, 5) == 2**63 - 5
    assert type(checked_seed(np.uint8(7))) is int
    with pytest.raises(GameError, match=f"from 0 to {2**63 - 5} is needed"):
        checked_seed(2**63 - 4, 5)


def test_fresh_and_derived_seeds_are_seeds():
    fresh = {requests.fresh_seed() for _ in range(50)}
    assert len(fresh) == 50 and all(checked_seed(one) == one for one in fresh) and max(fresh) > 2**55
    derived = {requests.derived_seed(seed, number) for seed in range(10) for number in range(10)}
    assert len(derived) == 100 and all(checked_seed(one) == one for one in derived)
    assert requests.derived_seed(1, 2) == requests.derived_seed(1, 2) != requests.derived_seed(2, 1)


def test_illegal_actions_have_a_default_and_noop_only_where_there_is_one():
    assert requests.illegal_action_code(HEX, None) == requests.illegal_action_code(HEX, "terminate") == TERMINATE
    assert requests.illegal_action_code(FORMATION, None) == requests.illegal_action_code(FORMATION, "noop") == NOOP
    assert requests.illegal_action_code(FORMATION, "raise") == RAISE
    with pytest.raises(GameError, match="turn-based, and no action of it means doing nothing"):
        requests.illegal_action_code(HEX, "noop")
    with pytest.raises(GameError, match="'noop', 'terminate', 'raise'"):
        requests.illegal_action_code(FORMATION, "no")


def test_shares_seats_odds_and_switches():
    assert requests.share("x", 0) == 0.0 and requests.share("x", 1) == 1.0 and type(requests.share("x", 1)) is float
    assert requests.share("x", np.float32(0.5)) == 0.5
    assert requests.seat(HEX, None) is None and requests.seat(HEX, np.int8(1)) == 1
    assert requests.odds(None, 3).tolist() == [1, 1, 1] and requests.odds([0, 2], 2).tolist() == [0, 2]
    assert requests.switch("x", np.True_) is True and requests.switch("x", False) is False


def test_only_known_options_are_taken_and_the_checkers_own_key_is_passed_over():
    assert requests.checked_options(None, ("a",)) == requests.checked_options({}, ()) == {}
    assert requests.checked_options({"a": 1, "options": 2}, ("a",)) == {"a": 1}
    with pytest.raises(GameError, match=r"options\['b'\] is not an option of reset\(\); did you mean bb\?"):
        requests.checked_options({"b": 1}, ("bb",))


def test_actions_are_numbered_from_nought_to_the_last():
    last = HEX.num_actions - 1
    for given in (0, last, np.int64(last), np.array(last), np.uint8(0)):
        chosen = requests.checked_action(HEX, "side_0", given)
        assert chosen == int(given) and type(chosen) is int
    for wrong in (-1, last + 1):
        with pytest.raises(GameError, match=f"action = {wrong} of side_0: actions are numbered 0 to {last}"):
            requests.checked_action(HEX, "side_0", wrong)
    with pytest.raises(GameError, match="None is for agents that have finished"):
        requests.checked_action(HEX, "side_0", None)
    with pytest.raises(GameError, match="not float"):
        requests.checked_action(HEX, "side_0", 3.0)


def test_a_batch_of_actions_names_the_first_one_out_of_range():
    assert requests.action_array([0, 8], (2,), 9).tolist() == [0, 8]
    assert requests.action_array(np.zeros((0,), int), (0,), 9).shape == (0,)
    assert requests.action_array(np.array([[1], [2]], np.uint8), (2, 1), 9).dtype == np.uint8
    for given, at in (([3, 9, -1], 1), ([-1, 9, 3], 0), ([0, 0, 9], 2)):
        with pytest.raises(GameError, match=rf"actions\[{at}\] = {given[at]}: actions are numbered 0 to 8"):
            requests.action_array(given, (3,), 9)


def test_answers_are_looked_at_for_range_always_and_for_the_mask_if_asked():
    masks = np.array([[1, 0, 1], [0, 1, 0]], np.int8)
    assert requests.answers("bot", [2, 1], masks, True).tolist() == [2, 1]
    assert requests.answers("bot", [1, 0], masks, False).tolist() == [1, 0]
    with pytest.raises(GameError, match="the opponent bot chose 0, which"):
        requests.answers("bot", [2, 0], masks, True)
    with pytest.raises(GameError, match=r"the opponent bot answered wrongly: actions\[1\] = 3"):
        requests.answers("bot", [2, 3], masks, False)


def test_spaces_have_the_bounds_and_numbers_of_the_game():
    for game in (HEX, FORMATION):
        box = spaces.observation_box(game)
        assert box.dtype == game.observation_dtype and box.shape == (game.observation_size,)
        assert (box.low == game.observation_low).all() and (box.high == game.observation_high).all()
        assert spaces.observation_box(game, (3,)).shape == (3, game.observation_size)
        assert spaces.observation_box(game) is not spaces.observation_box(game)
        mask = spaces.masked_observation(game)["action_mask"]
        assert (mask.low.min(), mask.high.max(), mask.shape, mask.dtype) == (0, 1, (game.num_actions,), np.int8)
        assert spaces.actions(game).n == game.num_actions and spaces.actions(game).start == 0
        assert spaces.actions(game, (2,)).nvec.tolist() == [game.num_actions] * 2
        overview = spaces.overview_box(game)
        assert overview.shape == (game.overview_size,) and overview.dtype == np.float32
        assert np.isfinite(overview.high).all() and overview.low.max() == min(0.0, game.observation_low)
    assert spaces.overview_box(HEX).high.max() == 1.0


def test_registering_twice_changes_nothing_and_goes_on_without_pettingzoos_registry(monkeypatch):
    found = games()[0]
    before = pettingzoo.aec_registry[found.env_id]
    register([found])
    assert pettingzoo.aec_registry[found.env_id] is before
    assert before.entry_point == f"{found.module}:env"
    assert pettingzoo.parallel_registry[found.env_id].entry_point == f"{found.module}:parallel_env"
    registered = {}
    gymnasium = SimpleNamespace(registry=registered, register=lambda name, **given: registered.update({name: given}))
    monkeypatch.setattr(registration, "gymnasium", gymnasium)
    monkeypatch.setitem(sys.modules, "pettingzoo", SimpleNamespace())
    register([found])
    register([found])
    assert registered[found.env_id]["vector_entry_point"] == f"{found.module}:vector_env"
    assert registered[found.env_id]["kwargs"] == {"opponents": ["random"]}


def test_keywords_may_be_paths_and_unknown_ones_are_told_with_the_nearest(tmp_path):
    from swarmzoo.envs.insects import game

    path = tmp_path / "none.map"
    with pytest.raises(GameError, match=r"none\.map"):
        game(map=Path(path))
    with pytest.raises(GameError, match=r"siz is not a keyword of game\(\); did you mean size\?"):
        TINY.game(siz=3)
    with pytest.raises(GameError, match=r"render_mode is not a keyword of sb3_vec_env\(\)"):
        TINY.sb3_vec_env(2, render_mode="ansi")
    assert TINY.game(size=2).num_actions == 4
