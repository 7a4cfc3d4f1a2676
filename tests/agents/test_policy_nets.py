"""Networks without torch: what torch would choose, whatever the batch, the threads and the machine."""

import hashlib
import pickle
import subprocess
import sys

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.policy import layers
from swarmzoo.agents.policy.checkpoint import load_policy, read_policy
from swarmzoo.agents.policy.choice import choose
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.nets import net_of
from swarmzoo.agents.policy.network import logits_of, make_policy, policy_class
from swarmzoo.agents.policy.weights import load_weights, weights_of
from swarmzoo.envs.core.desk import LEARNER
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.game import formation
from swarmzoo.envs.insects import sb3_vec_env
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects

GAMES = {
    "insects": insects(InsectsConfig(symmetric=True)),
    "insects, three": insects(InsectsConfig(players=3, symmetric=True)),
    "insects, four": insects(InsectsConfig(players=4, symmetric=True)),
    "formation": formation(FormationConfig()),
}
OF_GAMES = {
    "insects": ["standard", "strong"],
    "insects, three": ["three"],
    "insects, four": ["four"],
    "formation": ["ambush", "bridge", "clash", "company", "escort", "march", "strong"],
}
NETS = {
    "flat": ("insects", Network(width=24, layers=2, head=12)),
    "flat, of bytes": ("formation", Network(width=24, layers=1, head=12)),
    "hex": ("insects", Network(kind="hex", width=24, layers=1, head=12, channels=8, rounds=2)),
    "hex, four players": ("insects, four", Network(kind="hex", width=24, layers=2, head=8, channels=5, rounds=0)),
    "disc": ("formation", Network(kind="disc", width=24, layers=2, head=12, channels=6)),
}


def positions(game, games=8, steps=40):
    """Observations and masks of decisions in random games."""
    table, generator = Table(game, games), np.random.default_rng(3)
    table.seed(np.arange(games))
    table.begin()
    found = []
    for _ in range(steps):
        at, agents, rows = table.asked(LEARNER)
        if not len(at):
            break
        found.append(table.seen(at, rows))
        table.answer(at, agents, [generator.choice(np.flatnonzero(mask)) for mask in found[-1][1]])
        table.step()
    return tuple(np.concatenate(part) for part in zip(*found, strict=True))


@pytest.fixture(scope="module")
def seen():
    return {name: positions(game) for name, game in GAMES.items()}


def trained(game, network):
    """A policy whose choices differ from row to row, as after training; fresh ones like every action alike."""
    torch.manual_seed(5)
    policy = make_policy(game, network)
    with torch.no_grad():
        for value in policy.parameters():
            value.mul_(1.5).add_(0.1 * torch.randn_like(value))
    return policy


def same_choices(logits, wanted, masks):
    """Whether the first choices are the second's, or as good in float32."""
    rows = np.arange(len(logits))
    mine, its = (np.where(masks != 0, scores, -np.inf).argmax(axis=1) for scores in (logits, wanted))
    return bool((wanted[rows, mine] >= wanted[rows, its] - 1e-5 * np.abs(wanted).max()).all())


@pytest.mark.parametrize("name", NETS)
def test_a_network_scores_actions_and_positions_as_torch_does(seen, name):
    where, network = NETS[name]
    game, (observations, masks) = GAMES[where], seen[where]
    policy = trained(game, network)
    logits, values = net_of(game, network, weights_of(policy), "here").judge(observations)
    with torch.no_grad():
        wanted = logits_of(policy, observations).numpy()
        features = policy.extract_features(torch.as_tensor(observations), policy.vf_features_extractor)
        worth = policy.value_net(policy.mlp_extractor.forward_critic(features)).numpy()[:, 0]
    np.testing.assert_allclose(logits, wanted, rtol=0, atol=1e-5 * np.abs(wanted).max())
    np.testing.assert_allclose(values, worth.clip(-1, 1), rtol=0, atol=1e-4)
    assert same_choices(logits, wanted, masks)
    assert len(set(np.where(masks != 0, logits, -np.inf).argmax(axis=1))) > 5


@pytest.mark.parametrize("name", NETS)
def test_a_row_is_judged_alone_as_in_any_batch(seen, name):
    where, network = NETS[name]
    game, (observations, _) = GAMES[where], seen[where]
    net = net_of(game, network, weights_of(trained(game, network)), "here")
    logits, values = net.judge(observations)
    for rows in ([0], [7], range(3, 90), np.random.default_rng(0).permutation(len(observations))):
        alone, worth = net.judge(observations[rows])
        np.testing.assert_array_equal(alone, logits[rows])
        np.testing.assert_array_equal(worth, values[rows])


def test_sums_are_those_of_float32_in_the_order_of_the_inputs():
    generator = np.random.default_rng(1)
    rows = generator.normal(size=(7, 700)).astype(np.float32) * (generator.random((7, 700)) < 0.6)
    weights, bias = generator.normal(size=(700, 33)).astype(np.float32), generator.normal(size=33).astype(np.float32)
    wanted = np.tile(bias, (7, 1))
    for k in range(700):
        wanted = wanted + rows[:, k : k + 1] * weights[k]
    np.testing.assert_array_equal(layers.Layer(weights.T, bias)(rows.astype(np.float32)), wanted)


@pytest.mark.parametrize("name", layers.ACTIVATIONS)
def test_activations_are_those_of_torch(name):
    values = np.concatenate([np.linspace(-30, 30, 9001), [-1e4, 1e4, -1e-6, 1e-6, 0]]).astype(np.float32)
    wanted = getattr(torch.nn, name)()(torch.from_numpy(values.copy())).numpy()
    found = layers.activate(values.copy(), layers.ACTIVATIONS.index(name))
    np.testing.assert_allclose(found, wanted, rtol=2e-6, atol=1e-6)


def test_bits_are_the_same_on_every_machine():
    generator = np.random.default_rng(0)
    weights, bias = generator.random((9, 30)) - 0.5, generator.random(9)
    scores = layers.Layer(weights, bias, layers.TANH)(generator.random((6, 30), np.float32))
    found = hashlib.sha256(scores.tobytes())
    for kind in (layers.SIGMOID, layers.SILU, layers.ELU, layers.LEAKY_RELU):  # GELU asks the machine's library
        found.update(layers.activate(np.linspace(-9, 9, 50, dtype=np.float32), kind).tobytes())
    found.update(choose(scores, np.ones(scores.shape, np.int8), np.arange(6), 0.7).tobytes())
    assert found.hexdigest()[:16] == "f621f62fe49e49db"


def test_every_baseline_of_these_games_has_one():
    for where in ("insects", "formation"):
        listed = {name for other, names in OF_GAMES.items() if other.startswith(where) for name in names}
        assert listed == set(baselines(GAMES[where]))


def test_baselines_of_every_game_choose_as_they_do_through_torch(seen):
    for where, names in OF_GAMES.items():
        game, (observations, masks) = GAMES[where], seen[where]
        for name in names:
            path = baselines(game)[name]
            header, arrays = read_policy(path)
            policy = make_policy(game, Network.read(header["network"]))
            load_weights(policy, arrays, name)
            wanted = logits_of(policy, observations).numpy()
            agent = load_policy(path, game)
            assert same_choices(agent.net.logits(observations), wanted, masks)
            alone = [int(agent.act(observations[k : k + 1], masks[k : k + 1])[0]) for k in range(50)]
            assert agent.act(observations, masks)[:50].tolist() == alone


def test_baselines_and_models_play_evaluate_and_lead_searches_without_torch(tmp_path):
    MaskablePPO("MlpPolicy", sb3_vec_env(2, symmetric=True), n_steps=8, batch_size=16).save(tmp_path / "mine.zip")
    code = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import swarmzoo
print(swarmzoo.play("insects", ["standard", "greedy"], games=2, players=2).pay.shape)
print(swarmzoo.play("insects", ["search:4,policy=standard", "standard"], games=2, players=2).pay.shape)
from swarmzoo.command.main import main
sys.argv = ["swarmzoo", "evaluate", "mine.zip", "--against", "standard", "--games", "2"]
main()
"""
    ended = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.count("(2, 2)") == 2 and "mine takes its likeliest" in ended.stdout


@pytest.mark.parametrize(
    ("name", "kind", "allowed"), [("insects", "disc", "mlp, hex"), ("formation", "hex", "mlp, disc")]
)
def test_a_kind_of_network_that_does_not_fit_the_game_is_refused_before_it_is_made(name, kind, allowed):
    with pytest.raises(GameError, match=f"network.kind = '{kind}': for {name} allowed are {allowed}"):
        policy_class(GAMES[name], Network(kind=kind))


@pytest.mark.parametrize("name", NETS)
def test_networks_can_be_pickled(seen, name):
    """As environments must that have them for opponents, to run in other processes."""
    where, network = NETS[name]
    net = net_of(GAMES[where], network, weights_of(trained(GAMES[where], network)), "here")
    twin = pickle.loads(pickle.dumps(net))
    for one, other in zip(net.judge(seen[where][0]), twin.judge(seen[where][0]), strict=True):
        assert np.array_equal(one, other)
