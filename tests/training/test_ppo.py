"""The trainer's PPO: its equations against plain statements of them, its step sizes, and when an update stops."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from swarmzoo.envs.core.errors import GameError
from swarmzoo.training import ppo
from swarmzoo.training.ppo import Learner, _divergence
from swarmzoo.training.rollout import Batch, Rollout, batches_of
from swarmzoo.training.trainer import Trainer
from tests.training.small import GAME, small_config

SMALL = SimpleNamespace(sequential=True, observation_size=2, observation_dtype=np.float32, num_actions=3)


class Fixed(torch.nn.Module):
    """A policy of two actions that says the same of everything."""

    device = torch.device("cpu")

    def __init__(self, chances: list[float], value: float):
        super().__init__()
        self.scores, self.value = (
            torch.nn.Parameter(torch.tensor(chances).log()),
            torch.nn.Parameter(torch.tensor(value)),
        )
        self.optimizer = torch.optim.SGD(self.parameters(), lr=1.0)

    def evaluate_actions(self, observations, actions, action_masks):
        chances = torch.distributions.Categorical(logits=self.scores.expand(len(actions), -1))
        return self.value.expand(len(actions), 1), chances.log_prob(actions), chances.entropy()


def learner(policy, **changes) -> Learner:
    return Learner(small_config(**changes), policy, [])


BATCH = Batch(
    observations=torch.zeros(2, 1),
    masks=torch.ones(2, 2, dtype=torch.bool),
    actions=torch.tensor([0, 1]),
    log_probs=torch.tensor([0.5, 0.5]).log(),
    advantages=torch.tensor([3.0, 1.0]),  # mean 2, deviation sqrt(2): 0.7071 and -0.7071
    returns=torch.tensor([1.0, -1.0]),
)


def test_the_loss_is_the_one_worked_out_by_hand():
    told = {}
    made = learner(Fixed([0.75, 0.25], 0.5), clip=0.2, entropy=0.01, value_share=0.5)
    assert made._step({0: BATCH}, told) is True
    gain = 1 / math.sqrt(2)
    policy = -(1.2 * gain + -0.8 * gain) / 2  # ratio 1.5 is held at 1.2; 0.5 at 0.8, for min takes the worse
    value = (0.5**2 + 1.5**2) / 2
    entropy = -(0.75 * math.log(0.75) + 0.25 * math.log(0.25))
    moved = ((1.5 - 1 - math.log(1.5)) + (0.5 - 1 - math.log(0.5))) / 2
    expected = {
        "policy_gradient_loss": policy, "value_loss": value, "entropy_loss": -entropy, "clip_fraction": 1.0,
        "approx_kl": moved, "loss": policy + 0.5 * value - 0.01 * entropy,
    }  # fmt: skip
    assert {name: values[0] for name, values in told.items()} == pytest.approx(expected, abs=1e-6)


def test_a_gradient_is_no_longer_than_allowed():
    policy = Fixed([0.75, 0.25], 0.5)
    before = torch.cat([p.detach().flatten().clone() for p in policy.parameters()])
    learner(policy, max_gradient=0.125)._step({0: BATCH}, {})
    after = torch.cat([p.detach().flatten() for p in policy.parameters()])
    assert (after - before).norm().item() == pytest.approx(0.125, rel=1e-3)


@pytest.mark.parametrize(("target", "goes_on"), [(None, True), (0.1, True), (0.09, False)])
def test_an_update_stops_without_a_step_where_the_policy_moved_too_far(target, goes_on):
    policy = Fixed([0.75, 0.25], 0.5)  # it has moved by 0.144, half as much again as 0.096
    before = policy.scores.detach().clone()
    assert learner(policy, target_kl=target)._step({0: BATCH}, {}) is goes_on
    assert torch.equal(before, policy.scores.detach()) is not goes_on


def test_an_update_that_stops_makes_no_further_pass(monkeypatch):
    for target, passes in ((None, 3), (0.01, 1)):
        made = learner(Fixed([0.75, 0.25], 0.5), target_kl=target, epochs=3, learning_rate=1e-9, final_learning_rate=0)
        monkeypatch.setattr(ppo, "mixed_batches", lambda rollouts, kinds, size, device: iter([{0: BATCH}]))
        monkeypatch.setattr(made, "_foretold", lambda: (np.arange(3), np.arange(3)))
        made.learn()
        assert made.updates == passes


def test_divergence_is_zero_where_nothing_moved_and_never_negative():
    before = torch.tensor([0.2, 0.5]).log()
    assert _divergence(before, before).item() == 0
    assert _divergence(before + 0.1, before).item() == pytest.approx(math.exp(0.1) - 1 - 0.1, abs=1e-6)


@pytest.mark.parametrize(("steps", "rate"), [(0, 0.5), (256, 0.4), (1024, 0.1), (2048, 0.1)])
def test_the_step_size_falls_evenly_and_no_further_than_its_end(steps, rate):
    made = learner(Fixed([0.5, 0.5], 0.0), learning_rate=0.5, final_learning_rate=0.1, total_steps=1024)
    made.steps = steps
    assert made._set_learning_rate() == pytest.approx(rate)
    assert made.policy.optimizer.param_groups[0]["lr"] == pytest.approx(rate)


def filled(steps: int, rows: int, seed: int) -> tuple[Rollout, dict[str, np.ndarray]]:
    """Return a rollout of numbers drawn, and the numbers."""
    draw = np.random.default_rng(seed)
    said = {name: draw.normal(size=(steps, rows)).astype(np.float32) for name in ("rewards", "values", "log_probs")}
    said |= {"starts": draw.random((steps, rows)) < 0.2, "actions": draw.integers(0, 3, (steps, rows))}
    said |= {"masks": draw.random((steps, rows, 3)) < 0.5, "observations": draw.normal(size=(steps, rows, 2))}
    rollout = Rollout(SMALL, steps, rows)
    rollout.clear()
    for at in range(steps):
        rollout.add(**{name: array[at] for name, array in said.items()})
    return rollout, said


def test_advantages_are_those_of_the_definition_where_one_side_moves_at_a_time():
    steps, rows = 12, 3
    rollout, said = filled(steps, rows, 0)
    last, dones = np.array([0.5, -1.0, 2.0], np.float32), np.array([False, True, False])
    rollout.judge(last, dones, 0.9, 0.7)
    for row in range(rows):
        advantage = 0.0
        for t in reversed(range(steps)):
            ends = dones[row] if t + 1 == steps else said["starts"][t + 1, row]
            following = last[row] if t + 1 == steps else said["values"][t + 1, row]
            delta = said["rewards"][t, row] + 0.9 * following * (not ends) - said["values"][t, row]
            advantage = delta + 0.9 * 0.7 * advantage * (not ends)
            assert rollout.advantages[t, row] == pytest.approx(advantage, abs=1e-5)
            assert rollout.returns[t, row] == pytest.approx(advantage + said["values"][t, row], abs=1e-5)


def test_batches_hold_every_choice_once_in_another_order_each_time():
    rollout, said = filled(10, 3, 1)
    rollout.judge(np.zeros(3, np.float32), np.zeros(3, bool), 0.9, 0.7)
    assert rollout.choices == 30
    np.random.seed(0)  # noqa: NPY002
    first, second = (list(batches_of([rollout], 8)) for _ in range(2))
    assert [len(batch.actions) for batch in first] == [8, 8, 8, 6]
    orders = [torch.cat([batch.log_probs for batch in batches]).tolist() for batches in (first, second)]
    assert sorted(orders[0]) == sorted(orders[1]) == sorted(said["log_probs"].flatten().tolist())
    assert orders[0] != orders[1]
    flat = {value: place for place, value in np.ndenumerate(said["log_probs"])}
    for batch in first:
        places = tuple(np.array([flat[np.float32(value)] for value in batch.log_probs.numpy()]).T)
        np.testing.assert_array_equal(batch.actions.numpy(), said["actions"][places])
        np.testing.assert_array_equal(batch.masks.numpy(), said["masks"][places])
        np.testing.assert_array_equal(batch.observations.numpy(), said["observations"][places].astype(np.float32))
        np.testing.assert_array_equal(batch.advantages.numpy(), rollout.advantages[places])
        np.testing.assert_array_equal(batch.returns.numpy(), rollout.returns[places])


def test_the_numbers_of_the_configuration_reach_the_games(tmp_path):
    config = small_config(
        discount=0.75, seed=5, seat=1, envs=4, self_play={"bots": {"rusher": 1.0}, "bots_share": 0.25}
    )
    trainer = Trainer(config, GAME, tmp_path, SimpleNamespace())
    (games,) = trainer.learner.games
    table = games.table
    assert (table.discount, table.seat, table.n) == (0.75, 1, 4)
    assert trainer.pool.weights() == [0.25, 0.375, 0.375]
    trainer.learner.begin()
    assert table.table.seeds.tolist() == [5, 6, 7, 8] and (table.seats == 1).all()
    assert games.starts.all() and games.observations.any()


def test_the_same_seed_makes_the_same_fresh_policy_and_another_one_another(tmp_path):
    made = [
        Trainer(small_config(seed=seed, envs=4), GAME, tmp_path, SimpleNamespace()).learner.policy.state_dict()
        for seed in (1, 1, 2)
    ]
    name = "action_net.weight"
    assert torch.equal(made[0][name], made[1][name]) and not torch.equal(made[0][name], made[2][name])


def test_a_batch_may_not_be_larger_than_a_rollout():
    with pytest.raises(GameError, match=r"batch_size = 257: at most envs x rollout = 256"):
        small_config(batch_size=257)
    assert small_config(batch_size=256).batch_size == 256


def test_an_opponent_of_evaluations_is_named_once():
    with pytest.raises(GameError, match=r"evaluation\.against: 'random' is named 2 times; name each opponent once"):
        small_config(evaluation={"against": ["random", "greedy", "random"]})
