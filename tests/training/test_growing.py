"""Larger networks from smaller ones: they answer alike, and everything in them can learn."""

import numpy as np
import pytest
import torch
from rich.console import Console

from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.nets import net_of
from swarmzoo.agents.policy.network import make_policy
from swarmzoo.agents.policy.weights import load_weights, once, weights_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.growing import grown
from swarmzoo.training.ppo import losses_of
from swarmzoo.training.progress import Progress
from swarmzoo.training.run import train
from swarmzoo.training.trainer import Trainer
from tests.agents.test_policy_nets import GAMES, NETS, positions, trained
from tests.training.small import GAME, small_config
from tests.training.test_device import batch_of

MORE = {"width": 7, "layers": 2, "head": 5, "channels": 3, "rounds": 2}
SIZES = [*({name: more} for name, more in MORE.items()), MORE]


def larger(network: Network, more: dict[str, int]) -> Network:
    """A network with more of some things."""
    return network.model_copy(update={name: getattr(network, name) + count for name, count in more.items()})


@pytest.mark.parametrize("more", SIZES, ids="-".join)
@pytest.mark.parametrize("name", NETS)
def test_a_grown_network_answers_as_the_smaller_one(name, more):
    where, network = NETS[name]
    game, size = GAMES[where], larger(network, more)
    small = weights_of(trained(game, network))
    large = grown(once(small), network, size, once(weights_of(make_policy(game, size))))
    seen, _ = positions(game, steps=4)
    answers = net_of(game, network, small, "").judge(seen), net_of(game, size, large, "").judge(seen)
    for before, now in zip(*answers, strict=True):
        np.testing.assert_allclose(before, now, rtol=0, atol=1e-5 * max(1, np.abs(before).max()))


def moved(policy, game) -> dict[str, float]:
    """Which share of a policy's weights some gradient steps move, by name."""
    optimizer, before = torch.optim.SGD(policy.parameters(), lr=0.01), once(weights_of(policy))
    for _ in range(4):  # the first lets old units listen to new ones, the next move those
        optimizer.zero_grad()
        losses_of(policy, small_config(), batch_of(game))["loss"].backward()
        optimizer.step()
    return {name: np.mean(array != before[name]) for name, array in once(weights_of(policy)).items()}


@pytest.mark.parametrize("name", NETS)
def test_what_was_added_learns(name):
    where, network = NETS[name]
    game, size = GAMES[where], larger(network, MORE)
    new, large = trained(game, size), make_policy(game, size)
    small = weights_of(trained(game, network))
    load_weights(large, grown(once(small), network, size, once(weights_of(large))), "")
    wanted, found = moved(new, game), moved(large, game)
    stuck = {key: (found[key], share) for key, share in wanted.items() if share > 0.3 and found[key] < share / 3}
    assert not stuck, "not even a third of what moves in a new network"


def test_a_run_grows_its_start_and_nothing_shrinks_or_grows_from_nothing(tmp_path):
    train(small_config(), GAME, tmp_path / "first", resume=False, seeds=1, quiet=True)
    own = small_config().network
    begun = {"start": str(tmp_path / "first" / "last.npz"), "total_steps": 1}
    larger = small_config(**begun, grow={"width": own.width + 8})
    assert Trainer(larger, GAME, tmp_path, Progress(quiet=True)).config.network.width == own.width + 8
    for resume in (False, True):
        train(larger, GAME, tmp_path / "on", resume=resume, seeds=1, quiet=True)
    smaller = small_config(**begun, grow={"width": 8})
    with pytest.raises(GameError, match=rf"grow.width = 8: the network of .* has {own.width} and cannot shrink"):
        train(smaller, GAME, tmp_path / "less", resume=False, seeds=1, quiet=True)
    with pytest.raises(GameError, match=r"grow.rounds: the network of .* has none; allowed are width, layers, head"):
        train(small_config(**begun, grow={"rounds": 5}), GAME, tmp_path / "less", resume=False, seeds=1, quiet=True)
    assert not (tmp_path / "less").exists()
    with pytest.raises(GameError, match=r"grow: only the network of a trained policy grows; name one as start"):
        TrainConfig.read({"grow": {"width": 64}})


@pytest.mark.parametrize(
    ("network", "grow", "told"),
    [
        ({"width": 40}, {}, "width 16, not 40"),
        ({"kind": "hex", "width": 40, "rounds": 1}, {}, "kind mlp, not hex, width 16, not 40"),
        ({"kind": "mlp", "width": 16, "channels": 99}, {}, None),  # flat layers have no channels
        ({"width": 8, "layers": 5}, {"width": 24, "layers": 3}, None),  # what grows is said by grow
        ({}, {}, None),
    ],
)
def test_a_run_says_what_its_start_has_otherwise_than_its_network(network, grow, told, tmp_path, capsys):
    train(small_config(), GAME, tmp_path / "first", resume=False, seeds=1, quiet=True)
    start = str(tmp_path / "first" / "last.npz")
    config = TrainConfig.read({"start": start, "total_steps": 1, "network": network, "grow": grow})
    trainer = Trainer(config, GAME, tmp_path, Progress(Console(width=400)))
    said = capsys.readouterr().out
    assert (f"the network is that of {start}: {told}; grow.* makes it larger" in said) == bool(told), said
    Trainer(TrainConfig.read(trainer.config.model_dump()), GAME, tmp_path, Progress(Console(width=400)))
    assert "the network" not in capsys.readouterr().out, "a run that goes on has what counted in its manifest"
