"""What makes games easy to learn, on by default: scaled observations, rewards on the way, rows for choices alone."""

import copy

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.envs.api.requests import IllegalActionWarning
from swarmzoo.envs.core.config import shaped
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.scaling import Scaling
from tests.scenarios import ONE_OF_EACH_GAME

every_game = pytest.mark.parametrize("scenario", ONE_OF_EACH_GAME, ids=lambda scenario: scenario.name)
at_once = pytest.mark.parametrize(
    "scenario", [one for one in ONE_OF_EACH_GAME if not one.game.sequential], ids=lambda scenario: scenario.name
)


def by_sight(observations, masks):
    """Choose legal actions by nothing but what each row sees."""
    sums = (observations.astype(np.int64) * np.arange(1, observations.shape[1] + 1)).sum(1)
    return np.array([np.flatnonzero(mask)[number % mask.sum()] for number, mask in zip(sums, masks, strict=True)])


def ended(env, games=6, most=20_000):
    """Play until some games have ended; return how: by their seeds' row, reward, pay and length of the game."""
    seen, found = env.reset(), []
    for _ in range(most):
        seen, _, _, infos = env.step(by_sight(seen, env.action_masks()))
        for row, info in enumerate(infos):
            if "episode" in info:
                game = row // env.rows_per_game
                found.append((game, info["pay"], info["game_length"], info["episode"]["r"]))
        if len(found) >= games:
            return found
    raise AssertionError("games do not end")


def first_of(ends, game):
    """Return how the first game ended that was played in a place of the batch."""
    return next(row for row in ends if row[0] == game)


@every_game
@pytest.mark.parametrize("encoding", [None, "one_hot", "scaled"])
def test_learners_see_numbers_from_0_to_1_and_the_games_own_on_request(scenario, encoding):
    given = {} if encoding is None else {"encoding": encoding}
    scaled, own = scenario.sb3_vec_env(3, seed=2, **given), scenario.sb3_vec_env(3, seed=2, encoding="own")
    assert own.observation_space.dtype == scenario.game.observation_dtype
    assert scaled.observation_space.dtype == np.float32
    read, seen, raw = Scaling(scenario.game, encoding or "scaled"), scaled.reset(), own.reset()
    for _ in range(40):
        np.testing.assert_array_equal(seen, read(raw))
        assert seen.dtype == np.float32 and seen.min() >= 0
        assert seen.max() <= 1 or scenario.game.observation_dtype == np.float32
        assert all(scaled.observation_space.contains(row) for row in seen)
        actions = by_sight(raw, own.action_masks())
        seen, raw = scaled.step(actions)[0], own.step(actions)[0]


@every_game
@pytest.mark.parametrize("batch_of", ["choices", "agents"])
def test_another_reset_goes_on_with_new_games_and_a_seed_begins_again(scenario, batch_of):
    env = scenario.sb3_vec_env(2, seed=5, batch_of=batch_of)
    first, then = ended(env), ended(env)
    assert first != then
    again = scenario.sb3_vec_env(2, seed=5, batch_of=batch_of)
    assert (ended(again), ended(again)) == (first, then)
    env.seed(5)
    assert ended(env) == first
    env.seed()
    assert ended(env) != first


@every_game
def test_encoded_bytes_can_be_read_back(scenario):
    game = scenario.game
    if game.observation_dtype != np.uint8:
        pytest.skip("its observations are float32")
    planes, rest = game.board.get("planes", ()), game.board["rest"]
    kinds = [*planes * ((game.observation_size - len(rest)) // max(len(planes), 1)), *rest]
    raw = np.random.default_rng(0).integers(0, 256, (4, game.observation_size), np.uint8)
    wide, narrow = Scaling(game, "one_hot")(raw), Scaling(game, "scaled")(raw)
    at = 0
    for place, (kind, size) in enumerate(kinds):
        byte, width = raw[:, place].astype(int), 1 if kind == "number" else size
        part = wide[:, at : at + width]
        at += width
        if kind == "category":
            assert (part.sum(1) == ((byte > 0) & (byte <= size))).all()
            assert ((part.argmax(1) + 1)[part.any(1)] == byte[part.any(1)]).all()
        elif kind == "bits":
            assert ((part * 2 ** np.arange(size)).sum(1) == byte % 2**size).all()
        else:
            np.testing.assert_allclose(part[:, 0], np.minimum(byte / size, 1), rtol=1e-6)
        most = 2**size - 1 if kind == "bits" else size
        np.testing.assert_allclose(narrow[:, place], np.minimum(byte / most, 1), rtol=1e-6)
    assert at == wide.shape[1]


@every_game
def test_scaled_bytes_are_not_all_small(scenario):
    env = scenario.sb3_vec_env(4)
    env.reset()
    most = np.zeros(env.observation_space.shape)
    for _ in range(60):
        seen = env.step(by_sight(env.learners.observations.reshape(env.num_envs, -1), env.action_masks()))[0]
        most = np.maximum(most, seen.max(0))
    assert np.median(most[most > 0]) > 0.1


@every_game
def test_rewards_on_the_way_add_up_to_the_pay(scenario):
    way, plain = scenario.sb3_vec_env(3, seed=1), scenario.sb3_vec_env(3, seed=1, shaping=False)
    seen, _ = way.reset(), plain.reset()
    first, total, alone = way.learners._potential.copy(), np.zeros(way.num_envs), np.zeros(way.num_envs)
    told = 0
    for _ in range(20_000):
        actions = by_sight(seen, way.action_masks())
        seen, rewards, done, _ = way.step(actions)
        _, pays, ends, infos = plain.step(actions)
        assert (done == ends).all()
        total, alone, told = total + rewards, alone + pays, told + (rewards != pays).sum()
        if done.any():
            row = int(np.flatnonzero(done)[0])
            assert alone[row] == infos[row]["pay"]
            np.testing.assert_allclose(total[row], infos[row]["pay"] - first[row // way.rows_per_game], atol=1e-4)
            break
    assert told or not type(scenario.game.config).learning


def test_shaping_that_is_given_stays_as_it_is():
    for scenario in ONE_OF_EACH_GAME:
        config = scenario.game.config
        pays = type(config).learning
        if not pays:
            continue
        assert all(getattr(config.rules, name) == 0 for name in pays)
        found = shaped(config)
        assert {name: getattr(found.rules, name) for name in pays} == dict(pays)
        name = next(iter(pays))
        own = config.model_copy(update={"rules": config.rules.model_copy(update={name: 0.125})})
        assert shaped(own) is own


@every_game
def test_evaluations_are_not_shaped(scenario):
    game = scenario.game
    agents = [find_agent(game, "random")] * len(game.seats)
    seating, seeds = paired_seats(game.num_sides, game.num_sides, game.num_sides, 1)
    pay = play_games(game, agents, seating, seeds).pay
    assert set(np.abs(pay).ravel().tolist()) <= {0.0, 0.5, 1.0} or len(game.seats) > 2


@at_once
def test_only_agents_with_a_choice_are_asked(scenario):
    env = scenario.sb3_vec_env(3, seed=5)
    seen = env.reset()
    assert env.num_envs == 3
    for _ in range(300):
        masks = env.action_masks()
        assert (masks.sum(1) > 1).all()
        seen = env.step(by_sight(seen, masks))[0]


@at_once
def test_one_after_the_other_they_play_the_same_game_as_all_at_once(scenario):
    one = ended(scenario.sb3_vec_env(3, seed=3, encoding="own", shaping=False))
    all_ = ended(scenario.sb3_vec_env(3, seed=3, encoding="own", shaping=False, batch_of="agents"))
    for game in range(3):
        assert first_of(one, game) == first_of(all_, game)


@every_game
def test_games_do_not_depend_on_how_many_are_played_and_go_on_from_their_state(scenario):
    many, alone = scenario.sb3_vec_env(3, seed=3), scenario.sb3_vec_env(1, seed=4)
    sight, seen = many.reset(), alone.reset()
    each = many.rows_per_game
    for step in range(150):
        np.testing.assert_array_equal(sight[each : 2 * each], seen)
        if step == 70:
            kept = copy.deepcopy(alone.get_state())
            alone = scenario.sb3_vec_env(1, seed=9)
            alone.reset()
            alone.set_state(kept)
        actions = by_sight(sight * 255, many.action_masks())
        mine = by_sight(seen * 255, alone.action_masks())
        assert (actions[each : 2 * each] == mine).all()
        sight, seen = many.step(actions)[0], alone.step(mine)[0]


@at_once
def test_a_saved_state_with_impossible_answers_is_refused(scenario):
    env = scenario.sb3_vec_env(2)
    env.reset()
    state = env.get_state()
    state["answers"][0, 0] = scenario.game.num_actions
    with pytest.raises(GameError, match="answers"):
        env.set_state(state)


@every_game
def test_the_gym_env_is_scaled_and_shaped_too(scenario):
    env, raw = scenario.gym_env(), scenario.gym_env(encoding="own", shaping=False)
    seen, own = env.reset(seed=1)[0], raw.reset(seed=1)[0]
    np.testing.assert_array_equal(seen, Scaling(scenario.game, "scaled")(own))
    assert env.observation_space.contains(seen) and raw.observation_space.contains(own)
    assert own.dtype == scenario.game.observation_dtype
    assert bool(type(scenario.game.config).learning) == (shaped(raw.game.config) != raw.game.config)


@every_game
def test_batches_are_scaled_and_shaped_where_one_learns_and_only_there(scenario):
    learner, own = scenario.vector_env(3, opponents="random"), scenario.vector_env(3)
    seen, raw = learner.reset(seed=1)[0], own.reset(seed=1)[0]
    assert learner.observation_space.contains(seen) and own.observation_space.contains(raw)
    assert seen.dtype == np.float32 and raw.dtype == scenario.game.observation_dtype
    single = scenario.gym_env()
    np.testing.assert_array_equal(single.reset(seed=2)[0], seen[1])
    encoded = scenario.vector_env(3, encoding="one_hot")
    np.testing.assert_array_equal(encoded.reset(seed=1)[0], Scaling(scenario.game, "one_hot")(raw))
    with pytest.raises(GameError, match="give opponents too"):
        scenario.vector_env(3, shaping=True)


def test_the_gym_env_passes_the_check_of_stable_baselines():
    env = ONE_OF_EACH_GAME[0].gym_env(illegal_action="terminate")
    env.action_space.seed(0)  # the check draws an action from it, and most are illegal
    with pytest.warns(IllegalActionWarning):
        check_env(env, skip_render_check=True)


@every_game
@pytest.mark.parametrize(
    "given", [{"encoding": "bytes"}, {"encoding": None}, {"shaping": 1}, {"batch_of": "games"}, {"batch_of": None}]
)
def test_wrong_keywords_are_told(scenario, given):
    with pytest.raises(GameError, match=next(iter(given))):
        scenario.sb3_vec_env(2, **given)


@every_game
@pytest.mark.parametrize("options", [{}, {"encoding": "one_hot"}, {"encoding": "own"}])
def test_a_model_plays_as_it_was_trained(scenario, options, tmp_path):
    env = scenario.sb3_vec_env(2, seed=1, **options)
    model = MaskablePPO("MlpPolicy", env, seed=1, n_steps=8, batch_size=16)
    model.save(tmp_path / "mine.zip")
    own = scenario.sb3_vec_env(2, seed=1, encoding="own")
    seen, raw = env.reset(), own.reset()
    for trust in (False, True):
        agent = find_agent(scenario.game, str(tmp_path / "mine.zip"), trust=trust)
        for _ in range(5):
            masks = env.action_masks()
            wanted = model.predict(seen, action_masks=masks, deterministic=True)[0]
            assert agent.act(raw, masks.astype(np.int8)).tolist() == wanted.tolist()
            seen, raw = env.step(wanted)[0], own.step(wanted)[0]
