"""A policy that learns in variants with other numbers of sides, or on other boards, than its own game's."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch

from swarmzoo.agents.policy.checkpoint import load_policy
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.nets import net_of
from swarmzoo.agents.policy.tailoring import tailored
from swarmzoo.agents.policy.torch_agent import TorchAgent
from swarmzoo.agents.policy.weights import weights_of
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training import expert
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.expert import ExpertRound
from swarmzoo.training.ppo import losses_of, new_policy
from swarmzoo.training.resized import Resized, judged, resized_for
from swarmzoo.training.rollout import Batch
from swarmzoo.training.run import train
from swarmzoo.training.trainer import Trainer
from tests.agents.test_policy_nets import positions
from tests.agents.test_tailoring import INSECTS, NETS, OVERSEER, SMALL, WARBAND
from tests.training.small import small_config
from tests.training.test_team_training import assert_resumes

OTHER_SIZES = [
    ("warband", "disc", WARBAND[4], WARBAND[2]),
    ("warband", "mlp", WARBAND[3], WARBAND[2]),
    ("warband", "disc", WARBAND[2], WARBAND[4]),  # sides that it does not know are all the same to it
    ("overseer", "disc", OVERSEER[3], OVERSEER[2]),
    ("insects", "hex", INSECTS[4], INSECTS[2]),
    ("insects", "hex", SMALL, INSECTS[2]),  # a larger board
    ("insects", "mlp", INSECTS[2], INSECTS[3]),
]


def config_of(game: Game, network: Network, **changes) -> TrainConfig:
    env = game.config.model_dump(mode="json", exclude_defaults=True)
    return small_config(game=game.name, env=env, network=network.model_dump(), **changes)


def choices_in(game: Game) -> Batch:
    """Choices in positions of a game, with numbers drawn for what came of them."""
    seen, masks = positions(game)
    generator = np.random.default_rng(3)
    actions = np.array([generator.choice(np.flatnonzero(row)) for row in masks])
    numbers = [torch.from_numpy(generator.normal(size=len(seen)).astype(np.float32)) for _ in range(3)]
    return Batch(torch.from_numpy(seen), torch.from_numpy(masks != 0), torch.from_numpy(actions), *numbers)


def made(game: Game, kind: str):
    """A policy of a game with weights that say something everywhere, and the configuration that it learns by."""
    torch.manual_seed(1)
    config = config_of(game, NETS[kind])
    policy = new_policy(game, config)
    with torch.no_grad():
        for parameter in policy.parameters():
            parameter.copy_(torch.randn(parameter.shape) / 4)
    return config, policy


@pytest.mark.parametrize(("name", "kind", "own", "other"), OTHER_SIZES)
def test_it_judges_and_plays_as_a_checkpoint_would(name, kind, own, other):
    config, policy = made(own, kind)
    resized = Resized(config, own, other, policy)
    batch = choices_in(other)
    values, log_probs, entropies = resized.ask(judged, batch)
    for found, wanted in zip((values, log_probs, entropies), judged(resized.policy, batch), strict=True):
        torch.testing.assert_close(found, wanted, rtol=0, atol=0)
    net = net_of(other, NETS[kind], tailored(weights_of(policy), NETS[kind], own, other), "here")
    logits, worth = net.judge(batch.observations.numpy())
    logits = torch.from_numpy(np.where(batch.masks.numpy(), logits, np.float32(-1e9))).log_softmax(1)
    wanted = logits.gather(1, batch.actions[:, None])[:, 0]
    torch.testing.assert_close(log_probs, wanted, rtol=1e-3, atol=1e-3)
    torch.testing.assert_close(values.clamp(-1, 1), torch.from_numpy(worth), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize(("name", "kind", "own", "other"), OTHER_SIZES)
def test_gradients_find_the_weights_that_others_were_picked_from(name, kind, own, other):
    """What a step along the gradient gains is what the gradient says: numbers of weights tell, not what was written."""
    config, policy = made(own, kind)
    resized, batch = Resized(config, own, other, policy), choices_in(other)

    def worth() -> torch.Tensor:
        values, log_probs, entropies = resized.ask(judged, batch)
        return values.mean() + log_probs.mean() + entropies.mean()

    worth().backward()
    parameters = [one for one in policy.parameters() if one.grad is not None]
    steep = sum(float((one.grad**2).sum()) for one in parameters)
    assert steep > 0 and all(one.grad is None for one in resized.policy.parameters())
    step = 1e-3 / steep**0.5
    ends = []
    for way in (step, -2 * step):
        with torch.no_grad():
            for one in parameters:
                one.add_(way * one.grad)
        ends.append(worth().item())
    assert (ends[0] - ends[1]) / (2 * step * steep) == pytest.approx(1, abs=0.05)


def test_a_game_of_the_same_size_has_the_policy_itself():
    config, policy = made(WARBAND[3], "disc")
    assert resized_for(config, [WARBAND[3], WARBAND[3]], policy) == [None, None]
    found = resized_for(config, [WARBAND[3], WARBAND[2], WARBAND[3]], policy)
    assert [one and one.game.num_sides for one in found] == [None, 2, None]


def trainer(game: Game, **changes) -> Trainer:
    network = NETS["hex" if game.name == "insects" else "disc"]
    bots = {"bots": {"random": 1.0}, "bots_share": 0.3, "save_steps": 10, "swap_steps": 10, "window": 2}
    return Trainer(config_of(game, network, **{"self_play": bots, **changes}), game, None, SimpleNamespace())


def test_every_update_plays_by_what_the_policy_is_by_then_in_all_sizes():
    made = trainer(WARBAND[4], variants=[{"warbands": 2}, {"warbands": 3}])
    learner = made.learner
    assert [games.env.game.num_sides for games in learner.games] == [4, 2, 3]
    learner.begin()
    learn, learner.learn = learner.learn, lambda: None
    for _ in range(2):
        before, steps = weights_of(learner.policy), learner.steps
        learner.update()
        assert learner.steps - steps == sum(games.rollout.choices for games in learner.games)
        for games in learner.games[1:]:
            rollout = games.rollout
            arrays = rollout.observations, rollout.masks, rollout.actions
            flat = [torch.from_numpy(array).flatten(0, 1) for array in arrays]
            values, log_probs, _ = games.resized.ask(judged, Batch(*flat, *[torch.zeros(0)] * 3))
            np.testing.assert_allclose(values.detach(), rollout.values.flatten(), rtol=0, atol=1e-5)
            np.testing.assert_allclose(log_probs.detach(), rollout.log_probs.flatten(), rtol=0, atol=1e-5)
        learn()
        assert any(not np.array_equal(array, before[name]) for name, array in weights_of(learner.policy).items())


def test_a_batch_of_several_sizes_has_the_gradient_of_all_its_choices():
    """A batch whose choices are of one size alone is learned in the same way with and without others beside it."""
    made = trainer(WARBAND[4], variants=[{"warbands": 2}])
    learner, policy = made.learner, made.learner.policy
    own, other = choices_in(WARBAND[4]), choices_in(WARBAND[2])
    both = learner._losses({0: own, 1: other})
    both["loss"].backward()
    found = {name: one.grad.clone() for name, one in policy.named_parameters()}
    policy.zero_grad()
    resized = learner.games[1].resized
    told = [torch.cat(parts) for parts in zip(judged(policy, own), resized.ask(judged, other), strict=True)]
    gains = torch.cat([own.advantages, other.advantages])
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    ratio = torch.exp(told[1] - torch.cat([own.log_probs, other.log_probs]))
    config = made.config
    loss = -torch.min(gains * ratio, gains * ratio.clamp(1 - config.clip, 1 + config.clip)).mean()
    loss -= config.entropy * told[2].mean()
    loss += config.value_share * ((told[0] - torch.cat([own.returns, other.returns])) ** 2).mean()
    loss.backward()
    for name, one in policy.named_parameters():
        torch.testing.assert_close(found[name], one.grad, rtol=1e-4, atol=1e-6)
    alone = learner._losses({0: own})["loss"]
    torch.testing.assert_close(alone, losses_of(policy, config, own)["loss"], rtol=0, atol=0)
    assert learner._losses({1: other})["loss"].item() == pytest.approx(
        losses_of(resized.policy, config, other)["loss"].item(), rel=1e-5
    )


def test_past_policies_play_in_all_sizes_by_the_same_weights_and_draws():
    made = trainer(WARBAND[4], variants=[{"warbands": 2}])
    pool, tables = made.pool, [games.table for games in made.learner.games]
    for games in made.learner.games:
        games.table.played_by[:] = 2  # all places are taken: a new one is made
    with torch.no_grad():
        for parameter in made.learner.policy.parameters():
            parameter.add_(0.1)
    pool.snapshots = [weights_of(made.learner.policy)]
    pool.update(10, made.learner.policy, tables)
    assert pool.current == 1 and [one.name for one in tables[1].opponents] == ["random", "latest", "past", "past"]
    for one, other in zip(tables[0].opponents[1:], tables[1].opponents[1:], strict=True):
        assert isinstance(other, TorchAgent) and other.game.num_sides == 2 and other.generator is one.generator
    for one, other in zip(tables[0].opponents[2:], tables[1].opponents[2:], strict=True):
        wanted = tailored(weights_of(one.policy), made.config.network, WARBAND[4], WARBAND[2])
        assert all(np.array_equal(array, wanted[name]) for name, array in weights_of(other.policy).items())


@pytest.mark.parametrize(
    ("game", "variants"),
    [(WARBAND[3], [{"warbands": 2}]), (INSECTS[2], [{"players": 3}]), (SMALL, [{"radius": 3}])],
)
def test_a_run_that_is_stopped_and_resumed_ends_with_equal_weights(game, variants, tmp_path, monkeypatch):
    network = NETS["hex" if game.name == "insects" else "disc"]
    bots = {"bots": {"random": 1.0}, "bots_share": 0.4, "save_steps": 200, "swap_steps": 200, "window": 3}
    chosen = config_of(game, network, variants=variants, total_steps=1200, self_play=bots)
    assert_resumes(game, chosen, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("game", "changes", "told"),
    [
        (WARBAND[3], {"variants": [{"warbands": 2}], "seat": 2}, "seat = 2"),
        (WARBAND[3].banned({0: "strike"}), {"variants": [{"warbands": 2}]}, "and bans name actions; leave one"),
        (WARBAND[3], {"variants": [{"warbands": 9}]}, r"variants\.0\.warbands"),
    ],
)
def test_what_no_variant_can_be_is_refused(game, changes, told):
    with pytest.raises(GameError, match=told):
        trainer(game, **changes)


def a_round(**settings) -> ExpertRound:
    """A round of lessons with three and two warbands, collected and not yet learned."""
    expert = {"rounds": 1, "steps": 90, "games": 12, "batch_size": 32, "epochs": 2, "simulations": 4, **settings}
    made = trainer(WARBAND[3], expert=expert)
    found = ExpertRound(made.game, made.config, made.learner.policy, 0)
    found.collect(lambda _: None)
    return found


@pytest.mark.parametrize("teacher", [{}, {"teaches": "advantages", "cut": 2}, {"teacher": "three", "simulations": 64}])
def test_lessons_may_be_of_games_of_several_sizes(teacher):
    found = a_round(variants=[{"warbands": 2}, {"size": 3}], **teacher)
    assert {kind: lessons.count for kind, lessons in found.lessons.items()} == {0: 60, 1: 30}
    assert found.lessons[1].observations.shape[1] == WARBAND[2].observation_size
    assert set(found.lessons[1].sides.tolist()) == {0, 1} and set(found.lessons[0].sides.tolist()) == {0, 1, 2}
    before = weights_of(found.policy)
    assert 0 <= found.learn(lambda _: None) <= 1
    assert any(not np.array_equal(array, before[name]) for name, array in weights_of(found.policy).items())


def test_lessons_of_another_size_are_learned():
    """After enough passes over them the policy does there what it was taught, and in no game of its own size."""
    found = a_round(variants=[{"warbands": 2}], teacher="three", simulations=64, epochs=40, learning_rate=0.01)
    found.lessons[0].taught[:] = found._likelihoods(0).exp().numpy()  # nothing new is taught there
    wanted = {
        kind: found.teacher.liked(found._likelihoods(kind), torch.from_numpy(one.taught)).argmax(1)
        for kind, one in found.lessons.items()
    }
    found.learn(lambda _: None)
    hits = {kind: float((found._likelihoods(kind).argmax(1) == liked).float().mean()) for kind, liked in wanted.items()}
    assert hits[1] > 0.8


def test_a_batch_of_lessons_of_several_sizes_has_the_mean_loss_of_all_of_them():
    found = a_round(variants=[{"warbands": 2}], teacher="three", simulations=64)
    found.before = {kind: found._likelihoods(kind) for kind in found.lessons}
    rows = {0: np.arange(20), 1: np.arange(10)}
    losses = {kind: found._loss(kind, own)[0] for kind, own in rows.items()}
    wanted = torch.autograd.grad((2 * losses[0] + losses[1]) / 3, list(found.policy.parameters()))
    steps = []
    optimizer = SimpleNamespace(zero_grad=found.policy.zero_grad, step=lambda: steps.append(1))
    expert.LONGEST_GRADIENT, kept = 1e9, expert.LONGEST_GRADIENT
    try:
        found._step(optimizer, rows)
    finally:
        expert.LONGEST_GRADIENT = kept
    for one, other in zip(found.policy.parameters(), wanted, strict=True):
        torch.testing.assert_close(one.grad, other, rtol=1e-4, atol=1e-6)


def test_nobody_is_warned_of_rules_by_which_a_policy_has_learned(tmp_path, capsys):
    expert = {"rounds": 1, "steps": 40, "games": 6, "simulations": 4, "variants": [{"size": 4}]}
    others = {"variants": [{"warbands": 2}], "expert": expert, "self_play": {"bots": {"random": 1.0}}}
    chosen = config_of(WARBAND[3], NETS["disc"], total_steps=300, **others)
    train(chosen, WARBAND[3], tmp_path / "run", resume=False, seeds=1, quiet=True)
    capsys.readouterr()
    for values, warns in (({"warbands": 2}, False), ({"warbands": 3, "size": 4}, False), ({"warbands": 4}, True)):
        load_policy(tmp_path / "run" / "last.npz", find_game("warband").read(values))
        assert ("was trained on other rules" in capsys.readouterr().err) is warns
