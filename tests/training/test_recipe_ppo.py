"""The recipe of PPO in plain torch: its equations against numbers worked out by hand, masks, who learns from what."""

import json
import math
from types import SimpleNamespace

import numpy as np
import pytest
import torch

import swarmzoo
from swarmzoo.agents.policy.checkpoint import load_policy
from swarmzoo.agents.policy.counts import Counts
from swarmzoo.agents.policy.network import CountReader
from swarmzoo.envs.api.vector import GameVectorEnv
from swarmzoo.training.recipes import ppo
from swarmzoo.training.recipes.ppo import Batch, Net, Rollout, Seats, Settings, collect, loss_of, train
from tests.tiny_game import TinyHexConfig, tiny_hex

TINY = tiny_hex(TinyHexConfig())


class Fixed(torch.nn.Module):
    """A network that says the same of everything: log-probabilities of two legal actions, and a value."""

    def __init__(self, chances: list[float], value: float):
        super().__init__()
        self.log_probs, self.value = torch.tensor(chances).log(), torch.tensor(value)

    def forward(self, observations, masks):
        return self.log_probs.expand(len(observations), -1), self.value.expand(len(observations))


def test_the_loss_is_the_one_worked_out_by_hand():
    batch = Batch(
        observations=torch.zeros(2, 1),
        masks=torch.ones(2, 2, dtype=torch.bool),
        actions=torch.tensor([0, 1]),
        log_probs=torch.tensor([0.5, 0.5]).log(),
        advantages=torch.tensor([3.0, 1.0]),  # mean 2, deviation sqrt(2): 0.7071 and -0.7071
        returns=torch.tensor([1.0, -1.0]),
    )
    loss = loss_of(Fixed([0.75, 0.25], 0.5), batch, Settings(clip=0.2, entropy=0.01, value=0.5))
    gain = 1 / math.sqrt(2)
    policy = -(1.2 * gain + -0.8 * gain) / 2  # ratio 1.5 is held at 1.2; 0.5 at 0.8, for min takes the worse
    value = (0.5**2 + 1.5**2) / 2
    entropy = -(0.75 * math.log(0.75) + 0.25 * math.log(0.25))
    assert loss.item() == pytest.approx(policy + 0.5 * value - 0.01 * entropy, abs=1e-6)


def test_what_is_illegal_is_never_likely():
    three = Counts(SimpleNamespace(board={}, observation_size=3))
    net = Net(CountReader(three), 4, 8, 8)
    masks = torch.tensor([[True, False, True, False], [False, False, False, True]])
    log_probs, _ = net(torch.randn(2, 3), masks)
    assert (log_probs.exp()[~masks] == 0).all()
    assert log_probs.exp().sum(1).tolist() == pytest.approx([1, 1])


def test_each_side_learns_from_its_own_choices_and_its_own_pay():
    rollout = Rollout(TINY, Seats(TINY, 1), 5)
    rollout.who[:, 0] = [0, 1, 0, 1, 0]  # side 0 wins with the third choice; then a new game begins
    rollout.chosen[:] = True
    rollout.values[:, 0] = [0.1, 0.2, 0.3, 0.4, 0.5]
    rollout.ended[2] = True
    rollout.pay[2] = [1, -1]
    rollout.judge(discount=0.9, trace=0.8)
    last = 1 - 0.3
    first = 0.9 * 0.3 - 0.1 + 0.9 * 0.8 * last
    assert rollout.advantages[:3, 0] == pytest.approx([first, -1 - 0.2, last])
    assert rollout.known[:, 0].tolist() == [True, True, True, False, False], "what comes of the last two is not known"


def test_a_choice_is_judged_by_the_next_choice_of_its_side():
    rollout = Rollout(TINY, Seats(TINY, 1), 4)
    rollout.who[:, 0] = [0, 1, 1, 0]
    rollout.chosen[:] = True
    rollout.values[:, 0] = [0.1, 0.2, 0.3, 0.4]
    rollout.judge(discount=0.9, trace=0.8)
    assert rollout.advantages[:2, 0] == pytest.approx([0.9 * 0.4 - 0.1, 0.9 * 0.3 - 0.2])
    assert rollout.known[:, 0].tolist() == [True, True, False, False]


def test_where_all_move_at_once_an_agent_without_a_choice_waits_for_its_pay():
    game = swarmzoo.make("formation", kind="vector", num_envs=1, size=8).game
    seats = Seats(game, 1)
    rollout = Rollout(game, seats, 3)
    rollout.who[:] = np.arange(seats.count)
    rollout.chosen[0] = True
    rollout.chosen[1:, 1:] = True  # agent 0 has no choice after the first step
    rollout.ended[2], rollout.pay[2] = True, np.where(seats.side == 0, 1, -1)
    rollout.judge(discount=0.5, trace=1.0)
    assert rollout.advantages[0, 0] == pytest.approx(1), "its last choice is the one before the end"
    assert rollout.advantages[0, 1] == pytest.approx(0.25)
    assert rollout.advantages[0, -1] == pytest.approx(-0.25)
    assert rollout.known[rollout.chosen].all()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("game", [TINY, None], ids=["tiny_hex", "formation"])
def test_only_legal_actions_are_played_and_pay_goes_to_the_sides_that_earned_it(game):
    game = game or swarmzoo.make("formation", kind="vector", num_envs=1, size=8).game
    env = GameVectorEnv(game, 4, autoreset_mode="SameStep", illegal_action="raise")
    seats = Seats(game, 4)
    rollout = Rollout(game, seats, 300)
    torch.manual_seed(0)
    net = Net(CountReader(Counts(game)), game.num_actions, 8, 8)
    collect(env, net, seats, rollout, env.reset(seed=0))
    assert np.take_along_axis(rollout.masks, rollout.actions[..., None], 2).all()
    assert rollout.ended.any()
    assert not rollout.pay[~rollout.ended].any()
    pay = rollout.pay[rollout.ended].reshape(-1, len(seats.side))
    assert np.abs(pay).max() == 1
    assert pay.sum(1) == pytest.approx(np.zeros(len(pay))), "what one side wins the others lose"


def test_it_learns_to_win_a_small_game(tmp_path, monkeypatch):
    monkeypatch.setattr(
        swarmzoo, "make", lambda *_, num_envs, **__: GameVectorEnv(TINY, num_envs, autoreset_mode="SameStep")
    )
    settings = Settings(choices=40_000, envs=32, rollout=64, batch=256, rate=2e-3, width=64, head=32)
    torch.set_num_threads(1)
    game, net = train(settings)

    agent = ppo.save(tmp_path / "tiny.npz", game, net, settings)
    results = swarmzoo.play(game, [agent, "random"], games=200)
    assert (results.pay > 0)[results.seats == 0].mean() > 0.8


def test_the_same_seed_learns_the_same_weights_and_its_checkpoint_plays_alike(tmp_path, monkeypatch):
    settings = Settings(choices=500, envs=4, rollout=64, batch=64, width=16, head=8, epochs=1)
    torch.set_num_threads(1)
    (game, one), (_, two) = train(settings), train(settings)
    for mine, its in zip(one.parameters(), two.parameters(), strict=True):
        assert torch.equal(mine, its)
    ppo.save(tmp_path / "ppo.npz", game, one, settings)
    generator = np.random.default_rng(0)
    seen = generator.integers(0, 9, (20, game.observation_size)).astype(np.float32)
    masks = (generator.random((20, game.num_actions)) < 0.3).astype(np.int8)
    masks[:, 0] = 1
    with torch.no_grad():
        expected = one(torch.from_numpy(seen), torch.from_numpy(masks != 0))[0].argmax(1)
    assert load_policy(tmp_path / "ppo.npz", game).act(seen, masks).tolist() == expected.tolist()


def test_the_fields_of_the_settings_are_the_command_line():
    settings = ppo.settings_of(["--game", "formation", "--fields", '{"size": 8}', "--rate", "0.001", "--envs", "2"])
    assert (settings.game, settings.rate, settings.envs, settings.epochs) == ("formation", 0.001, 2, Settings().epochs)
    assert json.loads(settings.fields) == {"size": 8}


def test_the_step_size_falls_evenly_to_nothing(monkeypatch):
    rates = []
    monkeypatch.setattr(ppo, "learn", lambda net, optimizer, *_: rates.append(optimizer.param_groups[0]["lr"]))
    torch.set_num_threads(1)
    train(Settings(choices=512, envs=4, rollout=32, width=8, head=8, rate=0.5))
    assert rates == pytest.approx([0.5, 0.375, 0.25, 0.125])


def test_at_the_end_it_plays_against_random_and_tells_its_share_of_wins(monkeypatch, capsys):
    asked = []

    def play(game, agents, games, seed):
        asked.append((game, agents, games))
        return SimpleNamespace(
            pay=np.array([[1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, 1.0]]),
            seats=np.array([[0, 1], [1, 0], [0, 1], [0, 1]]),  # who sits on each side; the learner is 0
        )

    monkeypatch.setattr(ppo, "settings_of", lambda: Settings(out="some/ppo.npz", games=7))
    monkeypatch.setattr(ppo, "train", lambda settings: ("game", "net"))
    monkeypatch.setattr(ppo, "save", lambda path, game, net, settings: (str(path), game, net))
    monkeypatch.setattr(swarmzoo, "play", play)
    ppo.main()
    assert asked == [("game", [("some/ppo.npz", "game", "net"), "random"], 7)]
    assert capsys.readouterr().out == "some/ppo.npz: won 75% of 4 games against random\n"
