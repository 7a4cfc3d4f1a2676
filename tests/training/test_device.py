"""Where the network learns. In place of a card stands `meta`, a device whose numbers have a place and no values."""

import copy

import numpy as np
import pytest
import torch

from swarmzoo.agents.policy.archive import read_archive, write_archive
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.torch_agent import TorchAgent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.training import device
from swarmzoo.training.device import device_of, random_states, set_random_states
from swarmzoo.training.folder import read_manifest
from swarmzoo.training.ppo import losses_of
from swarmzoo.training.rollout import Batch, batches_of
from swarmzoo.training.run import train
from tests.agents.test_policy_nets import GAMES, NETS, positions, trained
from tests.training.sameness import differences
from tests.training.small import GAME, small_config
from tests.training.test_ppo import filled

CARD = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a graphics card")
NO_CARD = pytest.mark.skipif(torch.cuda.is_available(), reason="there is a graphics card")


def batch_of(game) -> Batch:
    """Choices of random games, with numbers that some rollout might have."""
    observations, masks = positions(game, steps=4)
    rows = np.flatnonzero(masks.sum(axis=1) > 1)
    numbers = torch.from_numpy(np.random.default_rng(0).normal(size=(3, len(rows))).astype(np.float32))
    actions = torch.from_numpy(masks[rows].argmax(axis=1))
    return Batch(torch.from_numpy(observations[rows]), torch.from_numpy(masks[rows] != 0), actions, *numbers)


@NO_CARD
def test_without_a_card_auto_is_the_processor_and_cuda_is_refused(tmp_path):
    assert device_of("auto") == device_of("cpu") == torch.device("cpu")
    with pytest.raises(
        GameError, match=r"device = 'cuda': torch finds no graphics card .* allowed here are auto and cpu"
    ):
        train(small_config(device="cuda"), GAME, tmp_path / "run", resume=False, seeds=1, quiet=True)
    assert not (tmp_path / "run").exists()


def test_auto_takes_a_card_where_there_is_one_and_asks_for_sums_that_repeat(monkeypatch):
    asked = []
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch, "use_deterministic_algorithms", lambda *given, **named: asked.append(given))
    monkeypatch.setattr(device.os, "environ", {})
    assert device_of("cpu").type == "cpu" and not asked and not device.os.environ
    assert device_of("auto").type == device_of("cuda").type == "cuda"
    assert asked[0] == (True,) and "CUBLAS_WORKSPACE_CONFIG" in device.os.environ


@pytest.mark.parametrize("name", NETS)
def test_every_number_of_a_gradient_step_is_where_the_policy_is(name, monkeypatch):
    monkeypatch.setattr(torch.distributions.Distribution, "_validate_args", False)  # it would read values
    where, network = NETS[name]
    policy = trained(GAMES[where], network).to("meta")
    batch = Batch(*(part.to("meta") for part in batch_of(GAMES[where])))
    losses = losses_of(policy, small_config(), batch)
    losses["loss"].backward()
    assert {value.device.type for value in losses.values()} == {"meta"}
    assert all(value.grad is not None and value.grad.device.type == "meta" for value in policy.parameters())


def test_a_layer_over_bytes_is_the_same_with_its_zeros_and_without(monkeypatch):
    game, batch = GAMES["formation"], batch_of(GAMES["formation"])
    found = []
    for way in ("_sparse", "_dense"):
        policy = trained(game, Network(kind="disc", width=24, layers=2, head=12, channels=6))
        features = policy.features_extractor
        monkeypatch.setattr(features, "_sparse", getattr(features, way))
        losses_of(policy, small_config(), batch)["loss"].backward()
        found.append([policy.extract_features(batch.observations).detach(), *(v.grad for v in policy.parameters())])
    for one, other in zip(*found, strict=True):
        assert one.abs().max() > 0
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-4 * float(one.abs().max()))


def test_draws_go_on_from_the_state_that_was_kept():
    here = torch.device("cpu")
    states = random_states(here)
    drawn = torch.rand(3)
    set_random_states(here, states)
    assert torch.equal(torch.rand(3), drawn) and list(states) == ["torch_rng"]


def test_a_run_says_where_it_learned_and_goes_on_nowhere_else(tmp_path):
    train(small_config(device="auto"), GAME, tmp_path, resume=False, seeds=1, quiet=True)
    assert read_manifest(tmp_path)["config"]["device"] == "auto"
    header, arrays = read_archive(tmp_path / "resume.npz")
    here, elsewhere = header["device"], "cpu" if torch.cuda.is_available() else "cuda"
    write_archive(tmp_path / "resume.npz", header | {"device": elsewhere}, arrays)
    with pytest.raises(GameError, match=f"learned on '{elsewhere}' and would round its sums otherwise on '{here}'"):
        train(small_config(device="auto"), GAME, tmp_path, resume=True, seeds=1, quiet=True)


@CARD
def test_a_run_on_a_card_repeats_and_its_checkpoint_plays_on_the_processor(tmp_path):
    for name in ("one", "two"):
        train(small_config(device="cuda"), GAME, tmp_path / name, resume=False, seeds=1, quiet=True)
    assert differences(tmp_path / "one", tmp_path / "two") == []
    assert read_archive(tmp_path / "one" / "resume.npz")[0]["device"] == "cuda"


@CARD
@pytest.mark.parametrize("name", NETS)
def test_a_policy_plays_on_a_card_as_on_the_processor(name):
    where, network = NETS[name]
    game = GAMES[where]
    policy = trained(game, network)
    observations, masks = positions(game, steps=4)
    agents = [TorchAgent("one", game, network, copy.deepcopy(policy).to(place)) for place in ("cpu", "cuda")]
    here, there = (agent._logits(observations) for agent in agents)
    np.testing.assert_allclose(here, there, rtol=0, atol=1e-4 * np.abs(here).max())
    assert np.mean(agents[0].act(observations, masks) == agents[1].act(observations, masks)) > 0.99


@CARD
def test_a_rollout_on_a_card_has_the_batches_of_one_on_the_processor():
    rollout, _ = filled(10, 3, 1)
    rollout.judge(np.zeros(3, np.float32), np.zeros(3, bool), 0.9, 0.7)
    found = []
    for place in ("cpu", "cuda"):
        np.random.seed(0)  # noqa: NPY002
        found.append([part for batch in batches_of([rollout], 8, torch.device(place)) for part in batch])
    assert all(torch.equal(one, other.cpu()) for one, other in zip(*found, strict=True))
