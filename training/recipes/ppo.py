"""PPO by self-play on one page, in plain torch: read it from top to bottom, then change the loss.

python -m swarmzoo.training.recipes.ppo

One network plays all sides of many games at once (the all-sides view of ``vector_env``) and learns from every choice.
A million choices of two-player insects take 100 seconds of one core (6 minutes beside five other jobs). After them the
policy, drawing its actions, won all of 60 games against random; its likeliest actions alone won 46% of 200 games: they
walk in circles.

Games in which all agents move at once learn likewise, every agent from its own choices:

python -m swarmzoo.training.recipes.ppo --game formation --fields '{"size": 8}' --envs 64 --rollout 64

The field names of ``Settings`` are the options of the command line. The checkpoint is one like any other:

swarmzoo evaluate ppo.npz --against random
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

import swarmzoo
from swarmzoo.agents.policy.checkpoint import save_policy
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.counts import Counts
from swarmzoo.agents.policy.network import CountReader, make_policy
from swarmzoo.agents.policy.torch_agent import TorchAgent
from swarmzoo.envs.api.vector import GameVectorEnv
from swarmzoo.envs.core.game import Game


@dataclass
class Settings:
    """All numbers of a run."""

    game: str = "insects"
    fields: str = '{"players": 2, "symmetric": true}'  # the game's configuration, as JSON
    seed: int = 0
    choices: int = 1_000_000  # learned from in all
    envs: int = 128  # games side by side
    rollout: int = 128  # steps of each game between two updates
    epochs: int = 3  # passes over each rollout
    batch: int = 2048  # choices a gradient step
    rate: float = 5e-4  # step size, falling evenly to 0
    discount: float = 0.999  # worth of a reward one choice later
    trace: float = 0.95  # GAE's lambda: how far advantages look ahead
    clip: float = 0.2  # how far a choice's odds may move in one update
    entropy: float = 0.01  # bonus for undecided policies
    value: float = 0.5  # weight of the value's loss
    gradient: float = 0.5  # longest gradient
    width: int = 256  # units of the two shared layers
    head: int = 128  # units of the policy's and the value's own layer
    games: int = 200  # against random at the end
    out: str = "ppo.npz"  # the checkpoint


class Net(nn.Module):
    """Two shared layers, then a head for the policy and one for the value."""

    def __init__(self, reader: CountReader, num_actions: int, width: int, head: int):
        super().__init__()
        self.reader = reader  # of observations as numbers
        self.body = nn.Sequential(nn.Linear(self.reader.size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Sequential(nn.Linear(width, head), nn.ReLU(), nn.Linear(head, num_actions))
        self.value = nn.Sequential(nn.Linear(width, head), nn.ReLU(), nn.Linear(head, 1))

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return log-probabilities (k, actions), hardly any for what is illegal, and values (k,)."""
        features = self.body(self.reader(observations.float()))
        logits = self.policy(features).masked_fill(~masks, -1e8)
        return torch.log_softmax(logits, 1), self.value(features).squeeze(1)


class Seats:
    """Who learns from what: a seat is a side where one acts at a time, an agent where all move at once.

    Rows are what the network is asked about in a step: one a game, or one an agent. A seat's trajectory runs over the
    choices it makes itself; its reward is its side's pay, when the game ends.
    """

    def __init__(self, game: Game, envs: int):
        self.sequential, self.envs = game.sequential, envs
        self.side_of_agent = np.array(game.side_of_agent)
        self.side = np.arange(game.num_sides) if game.sequential else self.side_of_agent
        self.count = envs * len(self.side)
        self.rows = envs if game.sequential else self.count

    def asked(self, acting: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the seat of every row, and which rows have a choice, from ``info["acting"]``."""
        if not self.sequential:
            return np.arange(self.count), acting.reshape(-1) != 0
        return np.arange(self.envs) * len(self.side) + self.side_of_agent[acting], np.ones(self.envs, bool)

    def ends(self, info: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
        """Return, by seat, whose game ended in a step, and the pay."""
        if "final_info" not in info:
            return np.zeros(self.count, bool), np.zeros(self.count, np.float32)
        pay = info["final_info"]["rewards"][:, self.side]
        return np.repeat(info["_final_info"], len(self.side)), pay.reshape(-1)


class Rollout:
    """Steps of all games: arrays (steps, rows) of what was asked, (steps, seats) of what games ended with."""

    def __init__(self, game: Game, seats: Seats, steps: int):
        shape = steps, seats.rows
        self.observations = np.zeros((*shape, game.observation_size), game.observation_dtype)
        self.masks = np.zeros((*shape, game.num_actions), bool)
        self.actions, self.who = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self.values, self.log_probs = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.chosen = np.zeros(shape, bool)  # the row had a choice
        self.ended = np.zeros((steps, seats.count), bool)
        self.pay = np.zeros((steps, seats.count), np.float32)
        self.advantages = np.zeros(shape, np.float32)
        self.known = np.zeros(shape, bool)  # what came of the choice is known: the seat chose again, or the game ended

    def judge(self, discount: float, trace: float) -> None:
        """Write the advantages, from each seat's choice to its next one.

        delta_t = reward_t + discount * V(s_t+1) - V(s_t)           t counts the seat's own choices; V = 0 after the end
        A_t = delta_t + discount * trace * A_t+1                    (Schulman 2016, GAE)

        The last choice of a seat whose game goes on has no successor yet: it lends its value to the one before, and is
        not learned from.
        """
        seats = self.pay.shape[1]
        value, advantage, reward = (np.zeros(seats, np.float32) for _ in range(3))  # of each seat's next choice
        known = np.zeros(seats, bool)
        for t in reversed(range(len(self.values))):
            ended = self.ended[t]
            value[ended], advantage[ended], known[ended] = 0, 0, True
            reward[ended] = self.pay[t][ended]
            rows = self.chosen[t]
            who, now = self.who[t][rows], self.values[t][rows]
            gained = reward[who] + discount * value[who] - now + discount * trace * advantage[who]
            self.advantages[t, rows], self.known[t, rows] = gained, known[who]
            value[who], advantage[who] = now, np.where(known[who], gained, 0)
            reward[who], known[who] = 0, True

    def batches(self, size: int) -> Iterator["Batch"]:
        """Yield what can be learned from in random order, in batches as equal as can be."""
        steps, rows = np.nonzero(self.chosen & self.known)
        order = torch.randperm(len(steps)).numpy()
        returns = self.advantages + self.values
        for part in np.array_split(order, -(-len(order) // size)):
            at = steps[part], rows[part]
            kept = self.observations, self.masks, self.actions, self.log_probs, self.advantages, returns
            yield Batch(*(torch.from_numpy(array[at]) for array in kept))


class Batch(NamedTuple):
    """Choices for one gradient step, k of them."""

    observations: torch.Tensor  # (k, size)
    masks: torch.Tensor  # bool (k, actions)
    actions: torch.Tensor  # int64 (k,)
    log_probs: torch.Tensor  # float32 (k,), when they were made
    advantages: torch.Tensor  # float32 (k,)
    returns: torch.Tensor  # float32 (k,)


@torch.no_grad()
def collect(env: GameVectorEnv, net: Net, seats: Seats, rollout: Rollout, now: tuple[Any, dict]) -> tuple[Any, dict]:
    """Play a rollout from what is seen now; return what is seen after it."""
    seen, info = now
    for t in range(len(rollout.values)):
        masks = info["action_mask"].reshape(seats.rows, -1) != 0
        observations = seen.reshape(seats.rows, -1)
        who, chosen = seats.asked(info["acting"])
        log_probs, values = net(torch.from_numpy(observations[chosen]), torch.from_numpy(masks[chosen]))
        drawn = torch.multinomial(log_probs.exp(), 1)
        actions = masks.argmax(1)  # who has no choice does what there is to do
        actions[chosen] = drawn.squeeze(1).numpy()
        rollout.observations[t], rollout.masks[t], rollout.actions[t] = observations, masks, actions
        rollout.who[t], rollout.chosen[t] = who, chosen
        rollout.values[t, chosen] = values.numpy()
        rollout.log_probs[t, chosen] = log_probs.gather(1, drawn).squeeze(1).numpy()
        seen, _, _, _, info = env.step(actions.reshape(env.action_space.shape))
        rollout.ended[t], rollout.pay[t] = seats.ends(info)
    return seen, info


def loss_of(net: Net, batch: Batch, settings: Settings) -> torch.Tensor:
    """Return what is made small: here is the place to try another loss.

    ratio = pi(a|s) / pi_old(a|s)
    policy loss = -mean(min(ratio * A, clamp(ratio, 1 - clip, 1 + clip) * A))       A with mean 0 and deviation 1
    value loss = mean((V(s) - return)^2)
    entropy = -mean(sum over legal actions of pi * log pi)
    loss = policy loss + value * value loss - entropy bonus * entropy
    """
    log_probs, values = net(batch.observations, batch.masks)
    chosen = log_probs.gather(1, batch.actions[:, None]).squeeze(1)
    gains = (batch.advantages - batch.advantages.mean()) / (batch.advantages.std() + 1e-8)
    ratio = torch.exp(chosen - batch.log_probs)
    clipped = torch.clamp(ratio, 1 - settings.clip, 1 + settings.clip)
    policy_loss = -torch.min(ratio * gains, clipped * gains).mean()
    value_loss = ((values - batch.returns) ** 2).mean()
    entropy = -(log_probs.exp() * log_probs).sum(1).mean()
    return policy_loss + settings.value * value_loss - settings.entropy * entropy


class Learned(NamedTuple):
    """Where the learning stands after an update."""

    game: Game
    net: Net
    choices: int  # learned from so far
    ended: int  # games that ended in the last rollout


def updates(settings: Settings) -> Iterator[Learned]:
    """Learn until ``choices`` were made; tell after every update. The same settings give the same weights."""
    torch.manual_seed(settings.seed)
    env = swarmzoo.make(
        settings.game, kind="vector", num_envs=settings.envs, autoreset_mode="SameStep", **json.loads(settings.fields)
    )
    game: Game = env.game
    reader = CountReader(Counts(game))
    net = Net(reader, game.num_actions, settings.width, settings.head)
    optimizer = torch.optim.Adam(net.parameters(), lr=settings.rate, eps=1e-5)
    seats = Seats(game, settings.envs)
    now = env.reset(seed=settings.seed)
    done = 0
    while done < settings.choices:
        for group in optimizer.param_groups:
            group["lr"] = settings.rate * (1 - done / settings.choices)
        rollout = Rollout(game, seats, settings.rollout)
        now = collect(env, net, seats, rollout, now)
        rollout.judge(settings.discount, settings.trace)
        learn(net, optimizer, rollout, settings)
        done += int(rollout.chosen.sum())
        yield Learned(game, net, done, int(rollout.ended.sum()) // len(seats.side))


def train(settings: Settings) -> tuple[Game, Net]:
    """Learn, and print how it goes; return the game and the network."""
    began = time.perf_counter()
    for now in updates(settings):
        speed = now.choices / (time.perf_counter() - began)
        print(f"{now.choices:>10,} choices {speed:>7,.0f}/s {now.ended:>5} games ended", flush=True)
    return now.game, now.net


def learn(net: Net, optimizer: torch.optim.Optimizer, rollout: Rollout, settings: Settings) -> None:
    """Pass over a rollout ``epochs`` times."""
    for _ in range(settings.epochs):
        for batch in rollout.batches(settings.batch):
            optimizer.zero_grad()
            loss_of(net, batch, settings).backward()
            nn.utils.clip_grad_norm_(net.parameters(), settings.gradient)
            optimizer.step()


def agent_of(game: Game, net: Net, settings: Settings) -> TorchAgent:
    """Return an agent that draws its actions from the network as it is now, as a policy of the trainer's."""
    network = Network(width=settings.width, layers=2, head=settings.head)
    policy: Any = make_policy(game, network)
    policy.features_extractor.layers.load_state_dict(net.body.state_dict())
    for own, its, last in (
        (net.policy, policy.mlp_extractor.policy_net, policy.action_net),
        (net.value, policy.mlp_extractor.value_net, policy.value_net),
    ):
        its[0].load_state_dict(own[0].state_dict())
        last.load_state_dict(own[2].state_dict())
    return TorchAgent("ppo", game, network, policy, sample=True, seed=settings.seed)


def save(path: Path, game: Game, net: Net, settings: Settings) -> TorchAgent:
    """Write the network as a checkpoint; return its agent."""
    agent = agent_of(game, net, settings)
    save_policy(path, game, agent.network, agent.policy, {"steps": settings.choices, "training": vars(settings)})
    return agent


def settings_of(arguments: list[str] | None = None) -> Settings:
    """Read the settings from the command line."""
    parser = argparse.ArgumentParser(description="PPO by self-play, in plain torch")
    for field in fields(Settings):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    return Settings(**vars(parser.parse_args(arguments)))


def main() -> None:
    """Train, save, and play against random."""
    torch.set_num_threads(1)  # small batches; other numbers give other weights
    settings = settings_of()
    game, net = train(settings)
    agent = save(Path(settings.out), game, net, settings)
    results = swarmzoo.play(game, [agent, "random"], games=settings.games, seed=1_000_000)
    won = (results.pay > 0)[results.seats == 0].mean()
    print(f"{settings.out}: won {won:.0%} of {len(results.pay)} games against random")


if __name__ == "__main__":
    main()
