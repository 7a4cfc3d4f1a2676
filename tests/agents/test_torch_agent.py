"""A policy that learns as an agent: it plays by the weights of now, and how its layers learn is as torch says."""

import os

import numpy as np
import pytest
import torch

from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.disc import DiscFeatures
from swarmzoo.agents.policy.network import logits_of, make_policy
from swarmzoo.agents.policy.threads import pool, set_threads
from swarmzoo.agents.policy.torch_agent import TorchAgent
from swarmzoo.agents.policy.weights import load_weights, weights_of
from swarmzoo.envs.core.table import Table
from tests.training.small import GAME

NETWORK = Network(width=16, layers=1, head=8)
KINDS = [("number", 4), ("category", 3), ("bits", 5), ("number", 100)]
REST = [("category", 6), ("number", 9), ("bits", 2)]
HEXES, BATCH = 7, 50


def positions() -> tuple[np.ndarray, np.ndarray]:
    table = Table(GAME, 64)
    table.seed(np.arange(64))
    table.begin(np.arange(64))
    return table.observations[:, 0].copy(), table.masks[:, 0].copy()


def likeliest(policy, observations, masks):
    return np.where(masks != 0, logits_of(policy, observations).numpy(), -np.inf).argmax(axis=1)


def changed_by_a_step(policy):
    for weights in policy.parameters():
        weights.grad = torch.randn_like(weights)
    policy.optimizer.param_groups[0]["lr"] = 0.5
    policy.optimizer.step()


def changed_by_others(policy):
    load_weights(policy, {name: value[...] * -3 for name, value in weights_of(policy).items()}, "here")


@pytest.mark.parametrize("change", [changed_by_a_step, changed_by_others])
def test_it_plays_by_the_weights_of_now(change):
    torch.manual_seed(1)
    policy = make_policy(GAME, NETWORK)
    agent, (observations, masks) = TorchAgent("mine", GAME, NETWORK, policy), positions()
    before = agent.act(observations, masks)
    assert before.tolist() == likeliest(policy, observations, masks).tolist()
    net = agent.net
    assert agent.net is net, "nothing has changed"
    change(policy)
    after = agent.act(observations, masks)
    assert after.tolist() == likeliest(policy, observations, masks).tolist() != before.tolist()


def test_draws_are_its_own_and_any_number_of_threads_gives_the_same():
    torch.manual_seed(2)
    policy, (observations, masks) = make_policy(GAME, NETWORK), positions()
    threads = torch.get_num_threads()
    drawn = []
    try:
        for number in (1, 2, 3):
            set_threads(number)
            agent = TorchAgent("mine", GAME, NETWORK, policy, sample=True, seed=4)
            drawn.append(np.stack([agent.act(observations, masks) for _ in range(5)]))
    finally:
        set_threads(threads)
    assert (drawn[0] == drawn[1]).all() and (drawn[0] == drawn[2]).all()
    assert (masks[np.arange(64), drawn[0]] != 0).all()
    assert (drawn[0][0] != drawn[0][1]).any()


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_has_threads_of_its_own():
    assert pool().submit(abs, -1).result() == 1
    child = os.fork()
    if child == 0:
        os._exit(pool().submit(abs, -7).result(timeout=60))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def features() -> DiscFeatures:
    torch.manual_seed(3)
    size = HEXES * len(KINDS) + len(REST)
    space = make_policy(GAME, NETWORK).observation_space
    space = type(space)(0, 255, (size,), np.uint8)
    return DiscFeatures(space, 6, 2, 5, KINDS, REST)


def meaning(byte: int, kind: tuple[str, int]) -> list[float]:
    """What a byte stands for, from the text of ``readings``."""
    what, size = kind
    if what == "number":
        return [byte / size]
    return [float(byte >> bit & 1) if what == "bits" else float(byte == bit + 1) for bit in range(size)]


@pytest.mark.parametrize("threads", [1, 2])
def test_layers_over_bytes_and_their_gradients_are_those_of_plain_layers_over_what_the_bytes_stand_for(threads):
    made, generator = features(), np.random.default_rng(5)
    numbers = generator.integers(0, 8, (BATCH, HEXES * len(KINDS) + len(REST))) * generator.integers(0, 2, (BATCH, 1))
    disc = numbers[:, : HEXES * len(KINDS)].reshape(BATCH, HEXES, len(KINDS))
    own = numbers[:, HEXES * len(KINDS) :]
    spread = [[[x for byte, kind in zip(h, KINDS, strict=True) for x in meaning(byte, kind)] for h in d] for d in disc]
    rest = torch.tensor([[x for byte, kind in zip(row, REST, strict=True) for x in meaning(byte, kind)] for row in own])
    rest = rest.float()
    hexes = torch.relu(made.hex(torch.tensor(spread).float()) + made.own(rest)[:, None])
    wanted = made.layers(torch.cat([hexes.flatten(1), rest], dim=1))
    goal = torch.from_numpy(generator.normal(size=(BATCH, 6)).astype(np.float32))
    (wanted * goal).sum().backward()
    gradients = {name: weights.grad.clone() for name, weights in made.named_parameters()}
    made.zero_grad()
    before = torch.get_num_threads()
    set_threads(threads)
    try:
        found = made(torch.from_numpy(numbers.astype(np.float32)))
        (found * goal).sum().backward()
    finally:
        set_threads(before)
    torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-5)
    for name, weights in made.named_parameters():
        torch.testing.assert_close(weights.grad, gradients[name], rtol=1e-4, atol=1e-4, msg=name)
