"""Agents of other packages, functions as agents, and models that users saved with stable-baselines3."""

import base64
import io
import json
import pickle
import shutil
import zipfile

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects import sb3_vec_env
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects

GAME = insects(InsectsConfig(symmetric=True))
SMALL = {"n_steps": 8, "batch_size": 16}
BOTS = """
class First:
    name = "first of others"
    def act(self, view):
        return view.legal_actions[0]
class Unmade:
    def __init__(self, size):
        self.size = size
    def act(self, view):
        return 0
def last(view):
    return view.legal_actions[-1]
held = First()
number = 3
"""


def plays(agent, games=2):
    seating, seeds = paired_seats(2, 2, games, 3)
    return play_games(GAME, [agent, built_in(GAME)["random"]], seating, seeds).length


@pytest.mark.parametrize(
    "text, told",
    [
        ("raise SystemExit(0)\n", "the file cannot be loaded: SystemExit: 0"),
        ("import sys; sys.exit()\n", "the file cannot be loaded: SystemExit"),
        ("class E(Exception):\n    def __str__(self): raise E\nraise E\n", "E: (its text cannot be read)"),
        ("class Bot:\n    def __init__(self): raise SystemExit(4)\n", "it cannot be made: SystemExit: 4"),
    ],
)
def test_a_file_that_ends_the_program_is_told_as_its_own_fault(tmp_path, text, told):
    path = tmp_path / "ends.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GameError) as caught:
        find_agent(GAME, f"{path}:Bot")
    assert f"{told} ({path}:" in str(caught.value), "and the line"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """An installed package that offers agents."""
    offered = {
        "first": "otherbots:First",
        "greedy": "otherbots:last",
        "held": "otherbots:held",
        "broken": "otherbots_broken:Bot",
        "nowhere": "otherbots:Nobody",
        "number": "otherbots:number",
        "unmade": "otherbots:Unmade",
    }
    (tmp_path / "otherbots.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "otherbots_broken.py").write_text("1 / 0", encoding="utf-8")
    info = tmp_path / "otherbots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: otherbots\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"{name} = {value}" for name, value in offered.items()]
    (info / "entry_points.txt").write_text("\n".join(["[swarmzoo.agents]", *lines]), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(__import__("sys").modules, "otherbots", raising=False)


@pytest.mark.parametrize("text", ["first", "entry:first", "held", "entry:greedy"])
def test_agents_of_other_packages_are_found_by_name_and_play(package, text):
    assert (plays(find_agent(GAME, text)) > 0).all()


def test_a_built_in_name_is_the_built_in_agent(package):
    assert find_agent(GAME, "greedy") == built_in(GAME)["greedy"]
    assert find_agent(GAME, "entry:greedy").name == "last"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("broken", r"entry:broken \(otherbots_broken:Bot of otherbots\): it cannot be loaded: ZeroDivisionError"),
        ("nowhere", r"entry:nowhere .*of otherbots\): it cannot be loaded: AttributeError"),
        ("number", r"entry:number .*: it has no act\(view\)"),
        ("unmade", r"entry:unmade .*: it cannot be made: TypeError: .*size"),
        ("entry:frist", r"no such entry point .*offer .*first"),
    ],
)
def test_a_faulty_entry_point_is_told_as_its_packages_own(package, name, message):
    with pytest.raises(GameError, match=message):
        find_agent(GAME, name)


def test_an_unknown_name_is_refused_with_the_nearest_of_other_packages_too(package):
    with pytest.raises(GameError, match="did you mean first"):
        find_agent(GAME, "firrst")


def test_without_other_packages_an_entry_is_told_so():
    with pytest.raises(GameError, match="no installed package offers an agent"):
        find_agent(GAME, "entry:first")


@pytest.mark.parametrize("name", ["First", "last", "held"])
def test_a_class_a_function_and_an_object_of_a_file_play(tmp_path, name):
    (tmp_path / "bots.py").write_text(BOTS, encoding="utf-8")
    agent = find_agent(GAME, f"{tmp_path / 'bots.py'}:{name}")
    assert agent.name == ("last" if name == "last" else "first of others")
    assert (plays(agent) > 0).all()


def test_a_class_that_cannot_be_made_is_told_as_the_files_fault(tmp_path):
    (tmp_path / "bots.py").write_text(BOTS, encoding="utf-8")
    with pytest.raises(GameError, match=r"bots.py:Unmade: it cannot be made: TypeError"):
        find_agent(GAME, f"{tmp_path / 'bots.py'}:Unmade")


NETWORKS = {
    "maskable": (MaskablePPO, None),
    "maskable, one layer": (MaskablePPO, {"net_arch": [32]}),
    "two networks and another activation": (
        PPO,
        {"net_arch": {"pi": [16, 8], "vf": [8]}, "activation_fn": torch.nn.ReLU},
    ),
    "no hidden layer": (PPO, {"net_arch": []}),
}


@pytest.fixture(scope="module")
def env():
    return sb3_vec_env(2, symmetric=True)


@pytest.fixture(scope="module")
def seen(env):
    """Observations of two games as the model sees them and as agents do, and masks."""
    raw = sb3_vec_env(2, symmetric=True, encoding="own")
    for one in (env, raw):
        one.seed(1)
    return env.reset(), raw.reset(), np.array(env.env_method("action_masks")).reshape(2, -1)


@pytest.fixture(scope="module")
def saved(env, tmp_path_factory):
    """The file of a model of the usual kind."""
    path = tmp_path_factory.mktemp("models") / "usual.zip"
    MaskablePPO("MlpPolicy", env, seed=1, **SMALL).save(path)
    return path


@pytest.mark.parametrize("name", NETWORKS)
def test_a_model_plays_the_same_from_its_weights_alone_as_trusted(env, seen, tmp_path, name):
    kind, arguments = NETWORKS[name]
    model = kind("MlpPolicy", env, policy_kwargs=arguments, seed=1, **SMALL)
    with torch.no_grad():  # a fresh policy likes every action alike
        model.policy.action_net.weight.mul_(100)
    model.save(tmp_path / "mine.zip")
    careful = find_agent(GAME, str(tmp_path / "mine.zip"))
    trusted = find_agent(GAME, f"sb3:{tmp_path / 'mine.zip'}", trust=True)
    assert careful.name == trusted.name == "mine"
    scaled, raw, masks = seen
    np.testing.assert_array_equal(careful.act(raw, masks), trusted.act(raw, masks))
    if kind is MaskablePPO:
        wanted = model.predict(scaled, action_masks=masks, deterministic=True)[0]
        np.testing.assert_array_equal(careful.act(raw, masks), wanted)


def test_a_model_plays_whole_games(saved):
    lengths = plays(find_agent(GAME, str(saved)))
    assert (lengths > 0).all()
    np.testing.assert_array_equal(lengths, plays(find_agent(GAME, str(saved))))


def test_loading_a_model_moves_no_generator(saved):
    before = torch.random.get_rng_state()
    find_agent(GAME, str(saved))
    assert torch.equal(before, torch.random.get_rng_state())


class Marker:
    """Runs code when it is unpickled."""

    def __init__(self, path):
        self.path = str(path)

    def __reduce__(self):
        return open, (self.path, "w")


def changed(source, target, *, data=None, weights=None):
    """Copy a model with another ``data`` (a function of it) or other weights (bytes)."""
    shutil.copy(source, target)
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "data" and data is not None:
                values = json.loads(content)
                data(values)
                content = json.dumps(values).encode()
            if name == "policy.pth" and weights is not None:
                content = weights
            new.writestr(name, content)
    return str(target)


@pytest.mark.filterwarnings("ignore")  # a file that trust opens and nobody closes
def test_without_trust_no_code_of_the_file_runs(saved, tmp_path):
    mark = tmp_path / "mark"
    evil = base64.b64encode(pickle.dumps(Marker(mark))).decode()

    def poison(values):
        for value in values.values():
            if isinstance(value, dict) and ":serialized:" in value:
                value[":serialized:"] = evil

    path = changed(saved, tmp_path / "evil.zip", data=poison)
    find_agent(GAME, path)
    assert not mark.exists()
    with pytest.raises(GameError, match="cannot be loaded"):
        find_agent(GAME, path, trust=True)
    assert mark.exists(), "the file would have run it"


def test_weights_that_are_more_than_weights_are_refused(saved, tmp_path):
    mark, buffer = tmp_path / "mark", io.BytesIO()
    torch.save({"action_net.weight": Marker(mark)}, buffer)
    with pytest.raises(GameError, match="holds more than weights"):
        find_agent(GAME, changed(saved, tmp_path / "evil.zip", weights=buffer.getvalue()))
    assert not mark.exists()


def of_weights(weights):
    buffer = io.BytesIO()
    torch.save(weights, buffer)
    return buffer.getvalue()


NEEDS_TRUST = {
    "features of its own": (
        {"data": lambda values: values.update(policy_kwargs={"features_extractor_class": "<class 'mine'>"})},
        "its policy has features_extractor_class of its own, .*--trust .*runs code from the file",
    ),
    "an activation of its own": (
        {"data": lambda values: values.update(policy_kwargs={"activation_fn": "<class 'mine.Wave'>"})},
        "its activation is <class 'mine.Wave'>.*--trust",
    ),
    "a policy of its own": (
        {"data": lambda values: values.update(policy_class={"__module__": "mine"})},
        "its policy is a class of mine.*--trust",
    ),
    "other weights": ({"weights": of_weights({"q_net.weight": torch.zeros(2, 2)})}, "not those of an MlpPolicy.*trust"),
    "odd shapes": (
        {"weights": of_weights({"action_net.weight": torch.zeros(2)})},
        "not those of an MlpPolicy.*trust",
    ),
    "no weights": ({"weights": of_weights([1, 2])}, "holds more than weights"),
    "damaged weights": ({"weights": b"nothing"}, "policy.pth is damaged"),
}


@pytest.mark.parametrize("name", NEEDS_TRUST)
def test_what_cannot_be_built_from_weights_alone_is_refused(saved, tmp_path, name):
    changes, message = NEEDS_TRUST[name]
    with pytest.raises(GameError, match=message):
        find_agent(GAME, changed(saved, tmp_path / "model.zip", **changes))


@pytest.mark.parametrize("trust", [False, True])
def test_a_model_of_other_spaces_is_refused_with_both(saved, trust):
    other = insects(InsectsConfig(players=3))
    with pytest.raises(GameError, match=rf"{GAME.observation_size} numbers.*{other.observation_size}"):
        find_agent(other, str(saved), trust=trust)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not a zip", b"hello"])
def test_a_damaged_model_is_refused(tmp_path, content):
    (tmp_path / "model.zip").write_bytes(content)
    with pytest.raises(GameError, match="damaged or not a model"):
        find_agent(GAME, str(tmp_path / "model.zip"))
    with pytest.raises(GameError, match="file not found"):
        find_agent(GAME, "sb3:nowhere.zip")
