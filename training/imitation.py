"""A warm start: learn to do what a compiled bot does, on games that are free to generate."""

from collections.abc import Callable

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from swarmzoo.agents.agent import built_in
from swarmzoo.envs.api.opponents import choice_function
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import LEARNER, RESET, STEP, Table
from swarmzoo.training.config import Imitation

GAMES = 512


class Lessons:
    """Decisions of a teacher: observations, masks, its actions, and the pay of its game (0 where unknown)."""

    def __init__(self, observations: np.ndarray, masks: np.ndarray, actions: np.ndarray, pay: np.ndarray):
        self.observations, self.masks, self.actions, self.pay = observations, masks, actions, pay


def collect(game: Game, setting: Imitation, seed: int, threads: int, progress: Callable[[int], None]) -> Lessons:
    """Let the teacher play against its opponents, in every seat, and note its decisions with the outcome."""
    bots = built_in(game)
    teacher = bots[setting.teacher]
    others = [bots[name] for name in setting.opponents]
    table = Table(game, GAMES, choice_function([teacher, *others]), threads)
    desks = table.desks
    seats = np.arange(GAMES) % game.num_sides
    for i in range(GAMES):
        line = [others[(i // game.num_sides + side) % len(others)].bot for side in range(game.num_sides)]
        line[seats[i]] = LEARNER
        desks["controllers"][i] = line
    desks["stand_in"], desks["autoreset"] = teacher.bot, True
    table.seed(np.arange(seed, seed + GAMES))
    desks["command"] = RESET
    table.serve()
    return _note_down(table, seats, setting.steps, progress)


def _note_down(table: Table, seats: np.ndarray, steps: int, progress: Callable[[int], None]) -> Lessons:
    """Note the teacher's decisions, and the outcomes of the games that ended."""
    game, desks, n = table.game, table.desks, table.n
    rounds = -(-steps // n)
    observations = np.zeros((rounds, n, game.observation_size), np.float16)
    masks = np.zeros((rounds, n, game.num_actions), np.int8)
    actions = np.zeros((rounds, n), np.int16)
    pay = np.zeros((rounds, n), np.float32)
    began = np.zeros(n, np.int64)
    rows = np.arange(n)
    desks["command"] = STEP
    for step in range(rounds):
        observations[step] = desks["observation"][:, 0]
        masks[step] = desks["mask"][:, 0]
        table.serve()
        actions[step] = desks["actions"][rows, seats]
        for i in np.flatnonzero(desks["ended"]):
            pay[began[i] : step + 1, i] = desks["final_pay"][i, seats[i]]
            began[i] = step + 1
        progress(n)
    flat = rounds * n
    return Lessons(observations.reshape(flat, -1), masks.reshape(flat, -1), actions.reshape(flat), pay.reshape(flat))


def imitate(
    policy: MaskableActorCriticPolicy, lessons: Lessons, setting: Imitation, seed: int, progress: Callable[[int], None]
) -> float:
    """Teach a policy the actions and a value the outcomes; return the share of actions foretold at the end.

    The step size falls evenly to a twentieth of its start.
    """
    generator = np.random.default_rng(seed)
    optimizer = torch.optim.Adam(policy.parameters(), lr=setting.learning_rate)
    policy.set_training_mode(True)
    count, hits, seen, batches = len(lessons.actions), 0, 0, 0
    total = setting.epochs * -(-count // setting.batch_size)
    for epoch in range(setting.epochs):
        order = generator.permutation(count)
        for start in range(0, count, setting.batch_size):
            batch = order[start : start + setting.batch_size]
            optimizer.param_groups[0]["lr"] = setting.learning_rate * (1 - 0.95 * batches / total)
            batches += 1
            right = _learn(policy, optimizer, lessons, batch, setting.value_share)
            if epoch == setting.epochs - 1:
                hits, seen = hits + right, seen + len(batch)
            progress(len(batch))
    return hits / max(seen, 1)


def _learn(
    policy: MaskableActorCriticPolicy,
    optimizer: torch.optim.Optimizer,
    lessons: Lessons,
    batch: np.ndarray,
    value_share: float,
) -> int:
    """Take one gradient step; return how many actions were foretold before it."""
    observations = torch.from_numpy(lessons.observations[batch].astype(np.float32))
    masks = torch.from_numpy(lessons.masks[batch] != 0)
    actions = torch.from_numpy(lessons.actions[batch].astype(np.int64))
    pay = torch.from_numpy(lessons.pay[batch])
    features = policy.extract_features(observations)
    latent_pi, latent_vf = policy.mlp_extractor(features)
    logits = policy.action_net(latent_pi).masked_fill(~masks, -1e8)
    values = policy.value_net(latent_vf).flatten()
    known = (pay != 0).float()
    loss = torch.nn.functional.cross_entropy(logits, actions)
    loss = loss + value_share * ((values - pay) ** 2 * known).sum() / known.sum().clamp(min=1)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
    optimizer.step()
    return int((logits.argmax(1) == actions).sum())
