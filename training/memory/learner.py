"""PPO for policies that remember: rollouts are learned row by row, from what was remembered as they began."""

import numpy as np
import torch

from swarmzoo.envs.api.sb3 import SwarmVecEnv
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.memory.remembering import Remembering
from swarmzoo.training.ppo import losses_by
from swarmzoo.training.rollout import Batch, Rollout, deciding

EPSILON = 1e-5  # of Adam, as in stable-baselines3


class RememberingLearner:
    """A policy that learns with its memory in the games of a VecEnv; ``steps`` are its decisions so far.

    What is learned from a batch is as in ``Learner``, but that ``target_kl`` stops nothing. A batch holds whole rows of
    a rollout in place of single decisions, since what a row remembers comes from its decisions before; gradients reach
    back to its beginning.
    """

    def __init__(self, game: Game, config: TrainConfig, mind: Remembering, env: SwarmVecEnv):
        self.config, self.mind, self.env = config, mind, env
        self.rollout = Rollout(game, config.rollout, env.num_envs, env.rows_per_game)
        self.all_choose = game.sequential
        self.optimizer = torch.optim.Adam(mind.parameters(), lr=config.learning_rate, eps=EPSILON)
        self.generator = np.random.default_rng(config.seed)
        self.steps = 0
        self.observations = np.asarray(env.reset())
        self.starts = np.ones(env.num_envs, bool)
        self.state = torch.zeros(env.num_envs, mind.size)
        self.before = self.state  # what rows remembered as the rollout began

    def update(self) -> None:
        """Collect a rollout and learn from it."""
        self.mind.policy.set_training_mode(False)
        self._collect()
        self.steps += self.rollout.choices
        self.mind.policy.set_training_mode(True)
        self._learn()

    @torch.no_grad()
    def _collect(self) -> None:
        rollout, env = self.rollout, self.env
        rollout.clear()
        self.before = self.state.clone()
        for _ in range(self.config.rollout):
            masks = env.action_masks()
            self.state[torch.from_numpy(self.starts)] = 0
            actions, values, log_probs = self._choose(masks)
            after, rewards, dones, _ = env.step(actions)
            rollout.add(self.observations, masks, actions, values, log_probs, rewards, self.starts)
            self.observations, self.starts = np.asarray(after), dones
        rollout.judge(self._last_values(), self.starts, self.config.discount, self.config.gae_lambda)

    def _choose(self, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return actions, values and log-probabilities, (rows,); rows without a choice are not asked."""
        actions = masks.argmax(axis=1)
        values, log_probs = np.zeros(len(masks), np.float32), np.zeros(len(masks), np.float32)
        asked = np.flatnonzero(deciding(masks, self.all_choose))
        if len(asked):
            choice, worth, self.state[asked] = self.mind.decide(
                self.observations[asked], masks[asked], self.state[asked]
            )
            drawn = choice.get_actions()
            actions[asked], values[asked], log_probs[asked] = drawn, worth, choice.log_prob(drawn)
        return actions, values, log_probs

    def _last_values(self) -> np.ndarray:
        """Return what is seen after the last step is worth, float32 (rows,); nan for those that are out."""
        state = self.state.masked_fill(torch.from_numpy(self.starts)[:, None], 0.0)
        _, worth, _ = self.mind.decide(self.observations, None, state)
        is_out = (self.observations == 0).all(axis=1) & (not self.all_choose)
        return np.where(is_out, np.float32(np.nan), worth.numpy())

    def _learn(self) -> None:
        config = self.config
        left = max(1 - self.steps / config.total_steps, 0.0)
        for group in self.optimizer.param_groups:
            group["lr"] = config.final_learning_rate + (config.learning_rate - config.final_learning_rate) * left
        count = -(-self.rollout.choices // config.batch_size)
        for _ in range(config.epochs):
            for rows in np.array_split(self.generator.permutation(self.env.num_envs), count):
                if self.rollout.chosen[:, rows].sum() > 1:
                    self._step(rows)

    def _step(self, rows: np.ndarray) -> None:
        """Take a gradient step by all decisions of some rows."""
        rollout, mind = self.rollout, self.mind
        chosen = rollout.chosen[:, rows]
        parts = rollout.observations, rollout.masks, rollout.actions, rollout.log_probs
        batch = Batch(
            *(torch.from_numpy(part[:, rows][chosen]) for part in (*parts, rollout.advantages, rollout.returns))
        )
        marks, starts = torch.from_numpy(chosen), torch.from_numpy(rollout.starts[:, rows])
        features = mind.unroll(mind.see(batch.observations), marks, starts, self.before[rows])
        choice, values = mind.judge(features, batch.masks)
        losses = losses_by(values, choice.log_prob(batch.actions), choice.entropy(), self.config, batch)
        self.optimizer.zero_grad()
        losses["loss"].backward()
        torch.nn.utils.clip_grad_norm_(mind.parameters(), self.config.max_gradient)
        self.optimizer.step()
