"""Whatever is given to a view, it is taken or refused in a sentence, and a refused action changes nothing."""

import numpy as np
import pytest

from swarmzoo.envs import insects
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from tests.scenarios import SIMULTANEOUS, TINY

FORMATION = SIMULTANEOUS[0]
ODD = [1.7, 3.0, float("nan"), 2**33 + 1, -1, 2**70, "up", None, True, [], [[0]], {}, object(), np.float64(0), b"0"]
MAKERS = ["env", "raw_env", "parallel_env", "vector_env", "gym_env", "sb3_vec_env"]
BEGUN = [
    (name, maker) for name in ("tiny", "formation") for maker in MAKERS if (name, maker) != ("tiny", "parallel_env")
]


def made(name: str, maker: str, **keywords):
    game = TINY if name == "tiny" else FORMATION
    return getattr(game, maker)(*([2] if "vec" in maker else []), **keywords)


def begun(name: str, maker: str, **keywords):
    """Return an environment in its first game."""
    env = made(name, maker, **keywords)
    env.reset() if maker == "sb3_vec_env" else env.reset(seed=1)
    return env


def step_with(env, maker: str, action) -> None:
    """Step with an odd action in the place of one, legal ones in all others."""
    if maker in ("env", "raw_env"):
        env.step(action)
    elif maker == "parallel_env":
        env.step({**dict.fromkeys(env.agents, 0), env.agents[1]: action})
    else:
        masks = env.action_masks()
        legal = masks.argmax(-1)
        flat = legal.reshape(-1).tolist()
        flat[0] = action
        actions = [flat] if legal.ndim == 2 and maker != "gym_env" else flat
        env.step(action if legal.ndim == 0 else actions)


def kept(env) -> list[bytes]:
    """Return what an environment would go on from."""
    one = getattr(env, "unwrapped", env)
    state = (one if hasattr(one, "get_state") else one.env).get_state()
    return [state] if isinstance(state, bytes) else [value.tobytes() for _, value in sorted(state.items())]


@pytest.mark.parametrize("action", ODD, ids=lambda value: f"{type(value).__name__} {str(value)[:6]}")
@pytest.mark.parametrize(("name", "maker"), BEGUN)
def test_what_is_no_action_is_refused_in_every_view(name, maker, action):
    env = begun(name, maker)
    before = kept(env)
    with pytest.raises(GameError, match="action"):
        step_with(env, maker, action)
    assert kept(env) == before


@pytest.mark.parametrize("game", [TINY, FORMATION], ids=["tiny", "formation"])
@pytest.mark.parametrize("actions", [None, [0, 1], 5, "side_0", {}, {"nobody": 0}])
def test_actions_of_parallel_environments_are_dictionaries_by_agent(game, actions):
    env = game.parallel_env()
    with pytest.raises(GameError, match=r"step\(\) was called before reset\(\)"):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(GameError, match="actions"):
        env.step(actions)


@pytest.mark.parametrize(
    "ask",
    [
        lambda env: env.step(0),
        lambda env: env.last(),
        lambda env: env.observe(env.possible_agents[0]),
        lambda env: env.state(),
        lambda env: env.render(),
        lambda env: env.agent_iter(),
        lambda env: env.legal_actions(),
        lambda env: env.position(),
    ],
)
def test_nothing_can_be_asked_of_a_converted_game_before_its_first_reset(ask):
    with pytest.raises(GameError, match=r"before reset\(\)"):
        ask(FORMATION.env())


def test_a_converted_game_tells_who_has_left_and_who_never_was():
    env = FORMATION.env(max_cycles=1)
    env.reset(seed=1)
    with pytest.raises(GameError, match="unknown agent 'green_0'"):
        env.observe("green_0")
    for _ in env.agent_iter():
        finished = env.last()[3]
        if finished:
            with pytest.raises(GameError, match="its last step takes None"):
                env.step(0)
        env.step(None if finished else 0)
    for ask in (env.last, env.legal_actions, lambda: env.step(None)):
        with pytest.raises(GameError, match="all agents have left"):
            ask()


@pytest.mark.parametrize("maker", ["vector_env", "sb3_vec_env"])
@pytest.mark.parametrize("name", ["tiny", "formation"])
@pytest.mark.parametrize("actions", [[0], [[0, 0]], 0, [0.0, 0.0], [True, False], [[0], [0, 1]], ["a", "b"], None])
def test_batches_of_wrong_shapes_and_types_are_refused(name, maker, actions):
    env = begun(name, maker)
    with pytest.raises(GameError, match="actions: whole numbers of shape"):
        env.step(actions)


@pytest.mark.parametrize(("name", "maker"), BEGUN)
def test_seeds_are_whole_numbers_that_fit_64_bits(name, maker):
    for seed in (-1, 2**63, 2**70, 1.0, "1", True, float("nan"), [1, 2, 3], (None, -1), {}, object()):
        with pytest.raises(GameError, match="seed"):
            made(name, maker, seed=seed) if maker == "sb3_vec_env" else made(name, maker).reset(seed=seed)
    last = 2**63 - (2 if "vec" in maker else 1)
    made(name, maker, seed=last).reset() if maker == "sb3_vec_env" else made(name, maker).reset(seed=last)
    made(name, maker, seed=0).reset() if maker == "sb3_vec_env" else made(name, maker).reset(seed=np.int64(0))


@pytest.mark.parametrize(("name", "maker"), [one for one in BEGUN if one[1] != "sb3_vec_env"])
@pytest.mark.parametrize("options", [5, "position", [("position", "x")], {"positon": ""}, {7: 1}, {None: 1}])
def test_options_of_a_reset_are_a_dictionary_of_known_names(name, maker, options):
    with pytest.raises(GameError, match="options"):
        made(name, maker).reset(options=options)


@pytest.mark.parametrize(("name", "maker"), [one for one in BEGUN if one[1] in ("env", "raw_env", "parallel_env")])
@pytest.mark.parametrize("position", [5, b"x", ["x"], {}])
def test_a_position_is_a_text(name, maker, position):
    with pytest.raises(GameError, match="position"):
        made(name, maker).reset(options={"position": position})


@pytest.mark.parametrize(("name", "maker"), [("tiny", "env"), ("formation", "parallel_env")])
def test_a_refused_reset_leaves_the_game_as_it_was(name, maker):
    env, twin = begun(name, maker), begun(name, maker)
    for given in (
        {"options": {"position": "nonsense"}},
        {"seed": 5, "options": {"position": "nonsense"}},
        {"seed": -1},
    ):
        with pytest.raises(GameError):
            env.reset(**given)
        assert kept(env) == kept(twin) and env.agents == twin.agents
    env.reset()
    twin.reset()
    assert kept(env) == kept(twin), "the next game is that of the old seed"


@pytest.mark.parametrize(
    ("keyword", "values", "makers"),
    [
        ("max_cycles", [0, -1, 1.5, "3", True, 2**31, float("nan")], MAKERS),
        ("illegal_action", ["ignore", 3, ["raise"], True, np.arange(3)], MAKERS),
        ("render_mode", ["video", 3, ["ansi"], True, np.arange(3)], MAKERS[:-1]),
        ("flat_observation", [1, "yes", None], MAKERS[:3]),
        ("seat", [-1, 9, 1.0, "0", True, [0]], MAKERS[3:]),
        ("weights", [[], [1, 2], [-1], [0], ["a"], "1", 1, [float("nan")], [float("inf")], [None], {}], MAKERS[3:]),
        ("discount", [-0.1, 1.1, "1", None, True, float("nan")], MAKERS[3:]),
        ("opponents", [[], 3, [None], [3], ["nobody"], "nobody", {}, [["random"]], object()], MAKERS[3:]),
        ("threads", [0, -1, 1.5, "2", True, None], ["vector_env", "sb3_vec_env"]),
        ("copy", [1, "no", None], ["vector_env"]),
        ("autoreset_mode", ["Disabled", 3, None, ["NextStep"]], ["vector_env"]),
        ("playerz", [1], MAKERS),
    ],
)
def test_impossible_keywords_are_refused_and_named(keyword, values, makers):
    for maker in makers:
        for value in values:
            given = {keyword: value}
            if maker == "vector_env" and keyword in ("seat", "weights", "discount"):
                given["opponents"] = "random"
            with pytest.raises(GameError, match=keyword):
                made("tiny", maker, **given)


@pytest.mark.parametrize(
    ("name", "maker"), [one for one in BEGUN if one != ("formation", "env") and one[1] != "raw_env"]
)
def test_only_what_an_equal_environment_has_kept_can_be_put_back(name, maker):
    env = begun(name, maker)
    good, before = env.get_state(), kept(env)
    wrong = [None, 5, "state", [], {}, b"", bytes(3)]
    if isinstance(good, dict):
        wrong += [{key: value for key, value in good.items() if key != gone} for gone in good]
        wrong += [good | {key: value[..., None]} for key, value in good.items()]
        wrong += [good | {key: value.astype(complex)} for key, value in good.items()]
        wrong += [good | {"seats": good["seats"] + 7}] if "seats" in good else []
        wrong += [good | {"played_by": good["played_by"] + k} for k in (1, -5)] if "played_by" in good else []
    else:
        wrong += [good[:-1], good + b"x", good[1:], bytearray(good[1:]), np.frombuffer(good, np.uint8), good.hex()]
    for state in wrong:
        with pytest.raises(GameError, match="saved state"):
            env.set_state(state)
        assert kept(env) == before
    env.set_state(good)


@pytest.mark.parametrize("maker", ["vector_env", "sb3_vec_env"])
@pytest.mark.parametrize("number", [0, -1, 1.5, "2", True, None])
def test_the_number_of_games_is_a_whole_number(maker, number):
    with pytest.raises(GameError, match="num_envs = "):
        getattr(TINY, maker)(number)


@pytest.mark.parametrize("action", [1.7, float("nan"), "x", None, True, [0], {}])
@pytest.mark.parametrize("name", ["tiny", "formation"])
def test_nobody_is_told_why_what_is_no_number_is_illegal(name, action):
    env = begun(name, "env")
    with pytest.raises(GameError, match=r"action = .*: a whole number is needed"):
        env.why_not(action)
    learner = begun(name, "gym_env").unwrapped
    with pytest.raises(GameError, match=r"action = .*: a whole number is needed"):
        learner.why_not(action)


@pytest.mark.parametrize("action", [-1, 10**4, 2**70, -(2**2000)])
def test_a_number_that_no_action_has_is_illegal_however_large_it_is(action):
    env = begun("tiny", "env")
    assert env.unwrapped.why_not(action) is not None
    assert env.unwrapped.why_not(env.unwrapped.legal_actions()[0][0]) is None


@pytest.mark.parametrize(("name", "maker"), BEGUN)
def test_numbers_too_long_to_show_are_refused_in_a_sentence(name, maker):
    for keyword in ("max_cycles", "illegal_action", *(["threads"] if "vec" in maker else [])):
        with pytest.raises(GameError, match="too long to show"):
            getattr(TINY if name == "tiny" else FORMATION, maker)(**{keyword: 10**5000})
    if maker == "sb3_vec_env":
        with pytest.raises(GameError, match="weights"):
            made(name, maker, weights=[10**5000])
    else:
        env = begun(name, maker)
        with pytest.raises(GameError, match="seed"):
            env.reset(seed=10**5000)


def test_more_games_than_memory_holds_are_refused_in_a_sentence():
    with pytest.raises(GameError, match=r"there is no memory for 2,147,483,647 games side by side"):
        insects.vector_env(2**31 - 1)  # seven terabytes
    with pytest.raises(GameError, match=r"num_envs = 2147483648: a whole number from 1 to 2147483647 is needed"):
        insects.vector_env(2**31)


def test_numbers_of_numpy_are_numbers_of_a_configuration():
    assert TINY.game(size=np.int64(2)).num_actions == 4
    with pytest.raises(GameError, match=r"size = 2\.0: input should be a valid integer"):
        TINY.game(size=np.float64(2))


@pytest.mark.parametrize(
    ("name", "values", "told"),
    [
        ("nova", {"counts": [0, 3]}, "counts.0 = 0: input should be greater than or equal to 1"),
        ("nova", {"counts": []}, "counts = []: at least 1 needed (allowed: a list or none)"),
        ("nova", {"counts": 3}, "counts = 3: a list is needed (allowed: a list or none)"),
        ("nova", {"counts": [1] * 3}, "counts = [1, 1, 1]: at most 2 allowed (allowed: a list or none)"),
        ("warband", {"rosters": [[]]}, "rosters.0 = []: at least 1 needed"),
        ("warband", {"rosters": [[{"star": "x"}]]}, "rosters.0.0.star = 'x': input should be a valid integer"),
        ("formation", {"rules": None}, "rules = None: names with values are needed"),
        ("formation", {"scenario": "x"}, "scenario = 'x': unknown (allowed: march, clash, bridge, ambush, escort)"),
    ],
)
def test_a_mistake_is_told_once_and_in_words_of_users(name, values, told):
    found = find_game(name)
    with pytest.raises(GameError) as error:
        found.read(values)
    assert str(error.value) == told
