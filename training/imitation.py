"""A warm start: learn to do what a compiled bot does, on games that are free to generate.

First the teacher plays and its decisions are learned. Then the policy plays itself, and the teacher tells what it would
do in the policy's own positions (DAgger: Ross, Gordon, Bagnell 2011).
"""

from collections.abc import Callable

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from swarmzoo.agents.built_in import built_in, teachers
from swarmzoo.agents.play.live import NOBODY, LiveGames
from swarmzoo.agents.policy.torch_agent import TorchAgent
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig

GAMES = 512
LONGEST_GRADIENT = 0.5


class Lessons:
    """Decisions to learn from: observations, masks, the teacher's actions, and the pay of their game (0: unknown).

    ``paid`` is what shaping has paid by the time of each.
    """

    def __init__(self, room: int, game: Game):
        kind = np.float16 if game.observation_dtype == np.float32 else game.observation_dtype
        self.observations = np.zeros((room, game.observation_size), kind)
        self.masks = np.zeros((room, game.num_actions), np.int8)
        self.actions = np.zeros(room, np.int16)
        self.pay, self.paid = np.zeros(room, np.float32), np.zeros(room, np.float32)
        self.games = np.zeros(room, np.int16)

    def batch(self, rows: np.ndarray) -> tuple[torch.Tensor, ...]:
        """Return the decisions with these numbers, as the network takes them."""
        return (
            torch.from_numpy(self.observations[rows].astype(np.float32)),
            torch.from_numpy(self.masks[rows] != 0),
            torch.from_numpy(self.actions[rows].astype(np.int64)),
            torch.from_numpy(self.pay[rows]),
            torch.from_numpy(self.paid[rows]),
        )


class School:
    """Collects decisions in rounds and teaches a policy after each; ``work`` is what the progress bar counts to."""

    def __init__(self, game: Game, config: TrainConfig, policy: MaskableActorCriticPolicy):
        self.setting, self.policy, self.game = config.imitation, policy, game
        setting, seed, seat = config.imitation, config.seed, config.seat
        self.generator = np.random.default_rng(seed)
        self.student = TorchAgent("student", game, config.network, policy, sample=True, seed=seed + 3)
        self.each = -(-setting.steps // (GAMES * setting.rounds)) * GAMES  # decisions of a round
        self.lessons = Lessons(self.each * setting.rounds, game)
        self.batches = [self._batches_of(number) for number in range(setting.rounds)]
        self.decisions = setting.rounds * self.each
        self.work = self.decisions + sum(self.batches) * setting.batch_size
        bots = built_in(game)
        teacher = (bots | teachers(game))[setting.teacher]
        others = [bots[name] for name in setting.opponents]
        self.seats = np.arange(GAMES) % game.num_sides if seat is None else np.full(GAMES, seat)
        options = {"threads": config.env_threads, "stand_in": teacher.bot, "autoreset": True}
        self.games = LiveGames(game, [*others, teacher], self._seating(len(others)), **options)
        self.games.begin(np.arange(seed, seed + GAMES))

    def _batches_of(self, number: int) -> int:
        """Return the gradient steps of a round: its new decisions, and as many old ones."""
        decisions = self.each * (1 if number == 0 else 2) * self.setting.epochs
        return -(-decisions // self.setting.batch_size)

    def _seating(self, others: int) -> np.ndarray:
        """Return who sits where, int (games, sides): the opponents in turn, nobody in the student's seat."""
        sides = self.game.num_sides
        seating = np.array([[(i // sides + side) % others for side in range(sides)] for i in range(GAMES)])
        seating[np.arange(GAMES), self.seats] = NOBODY
        return seating

    def teach(self, progress: Callable[[int], None]) -> float:
        """Collect and learn, round after round; return the share of actions foretold in the last one."""
        setting = self.setting
        optimizer = torch.optim.Adam(self.policy.parameters(), lr=setting.learning_rate)
        share, done = 0.0, 0
        for number in range(setting.rounds):
            self._collect(number, progress)
            self.policy.set_training_mode(True)
            hits = 0
            for _ in range(self.batches[number]):
                optimizer.param_groups[0]["lr"] = setting.learning_rate * (1 - 0.95 * done / sum(self.batches))
                hits += self._learn(optimizer, self._draw(number))
                done += 1
                progress(setting.batch_size)
            share = hits / (self.batches[number] * setting.batch_size)
        return share

    def _draw(self, number: int) -> np.ndarray:
        """Draw the decisions of a gradient step: half from the last round, half from the earlier ones."""
        size, last = self.setting.batch_size, self.each
        old = size // 2 if number else 0
        earlier = self.generator.integers(0, max(number * last, 1), old)
        return np.concatenate([number * last + self.generator.integers(0, last, size - old), earlier])

    def _collect(self, number: int, progress: Callable[[int], None]) -> None:
        """Note what the teacher does, and the outcomes of the games that ended in this round."""
        table, lessons = self.games.table, self.lessons
        done, stop = number * self.each, (number + 1) * self.each
        began = np.full(GAMES, done)
        table.arrange(advice_only=number > 0)
        while done < stop:
            games, agents, seen = self.games.asked()
            observations, masks = table.seen(games, seen)
            paid = table.potential[games, agents]
            if number > 0:
                table.answer(games, agents, self.student.act(observations, masks))
            table.step()
            count = min(len(games), stop - done)
            rows = slice(done, done + count)
            lessons.observations[rows], lessons.masks[rows] = observations[:count], masks[:count]
            lessons.actions[rows] = table.advice[games, agents][:count]
            lessons.games[rows], lessons.paid[rows] = games[:count], paid[:count]
            done += count
            for i in np.flatnonzero(table.ended):
                own = np.flatnonzero(lessons.games[began[i] : done] == i) + began[i]
                lessons.pay[own] = self.game.pay_of_sides(table.final_pay[i])[self.seats[i]]
                began[i] = done
            progress(count)

    def _learn(self, optimizer: torch.optim.Optimizer, chosen: np.ndarray) -> int:
        """Take one gradient step; return how many actions were foretold before it."""
        policy = self.policy
        observations, masks, actions, pay, paid = (part.to(policy.device) for part in self.lessons.batch(chosen))
        latent_pi, latent_vf = policy.mlp_extractor(policy.extract_features(observations))
        logits = policy.action_net(latent_pi).masked_fill(~masks, -1e8)
        values = policy.value_net(latent_vf).flatten()
        known = (pay != 0).float()
        loss = torch.nn.functional.cross_entropy(logits, actions)
        error = ((values - (pay - paid)) ** 2 * known).sum() / known.sum().clamp(min=1)
        optimizer.zero_grad()
        (loss + self.setting.value_share * error).backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), LONGEST_GRADIENT)
        optimizer.step()
        return int((logits.argmax(1) == actions).sum())
