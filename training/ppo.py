"""PPO with action masks: collect a rollout, learn from it. Written out, on the public parts of stable-baselines3."""

from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import explained_variance
from torch.nn import functional

from swarmzoo.agents.policy.network import policy_arguments, policy_class
from swarmzoo.envs.api.spaces import observation_box
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.games import Games
from swarmzoo.training.resized import judged
from swarmzoo.training.rollout import Batch, Mixed, Outcomes, mixed_batches, outcomes_of

RECENT = 100  # ended games that the logs tell the mean of


def new_policy(game: Game, config: TrainConfig) -> MaskableActorCriticPolicy:
    """Return a policy with fresh weights, and its optimizer."""
    return policy_class(game, config.network)(
        observation_box(game),
        spaces.Discrete(game.num_actions),
        lambda _: config.learning_rate,
        **policy_arguments(game, config.network),
    )


class Learner:
    """A policy that learns in games side by side: ``steps`` are its choices so far, ``updates`` passes over them.

    An update plays in the games of all variants and learns from their choices together. They end by their rules alone:
    the envs have no ``max_cycles``, so no end is ever bootstrapped.
    """

    def __init__(self, config: TrainConfig, policy: MaskableActorCriticPolicy, games: Sequence[Games]):
        self.config, self.policy, self.games = config, policy, games
        self.steps, self.updates = 0, 0
        self.ended: deque[dict[str, Any]] = deque(maxlen=RECENT)  # reward and length of the last games
        self.logger = Logger(None, [])

    def begin(self) -> None:
        """Begin the games."""
        self._follow()
        for games in self.games:
            games.begin()

    def _follow(self) -> None:
        """Let the policy be what it is now in games of other sizes too."""
        for games in self.games:
            if games.resized is not None:
                games.resized.follow()

    def update(self) -> None:
        """Collect a rollout of all games and learn from it."""
        self.policy.set_training_mode(False)
        self._follow()
        for games in self.games:
            self._collect(games)
            self.steps += games.rollout.choices
        self.policy.set_training_mode(True)
        self.learn()

    @torch.no_grad()
    def _collect(self, games: Games) -> None:
        """Play ``rollout`` steps in every one of some games."""
        policy = self.policy if games.resized is None else games.resized.policy
        rollout, env = games.rollout, games.env
        rollout.clear()
        for _ in range(self.config.rollout):
            masks = env.action_masks()
            seen = torch.as_tensor(games.observations, device=policy.device)
            actions, values, log_probs = (part.cpu().numpy() for part in policy(seen, action_masks=masks))
            after, rewards, dones, infos = env.step(actions)
            rollout.add(games.observations, masks, actions, values.flatten(), log_probs, rewards, games.starts)
            self.ended.extend(info["episode"] for info in infos if "episode" in info)
            games.observations, games.starts = np.asarray(after), dones
        last = policy.predict_values(torch.as_tensor(games.observations, device=policy.device))
        rollout.judge(last.cpu().numpy().flatten(), games.starts, self.config.discount, self.config.gae_lambda)

    def learn(self) -> None:
        """Pass over the rollouts ``epochs`` times, or until the policy has moved farther than ``target_kl`` allows."""
        config = self.config
        rate = self._set_learning_rate()
        told: dict[str, list[float]] = {}
        for _ in range(config.epochs):
            told["approx_kl"] = []  # of the last pass
            rollouts, kinds = [games.rollout for games in self.games], self._kinds
            batches = mixed_batches(rollouts, kinds, config.batch_size, self.policy.device)
            went_on = all(self._step(batch, told) for batch in batches)
            self.updates += 1
            if not went_on:
                break
        self._log(rate, told)

    def _set_learning_rate(self) -> float:
        config = self.config
        remaining = 1.0 - float(self.steps) / float(config.total_steps)
        first, last = config.learning_rate, config.final_learning_rate
        rate = last + (first - last) * max(remaining, 0.0)
        for group in self.policy.optimizer.param_groups:
            group["lr"] = rate
        return rate

    @property
    def _kinds(self) -> list[int]:
        """The place of the first of the games that look like these to the policy."""
        return [0 if games.resized is None else k for k, games in enumerate(self.games)]

    def _losses(self, mixed: Mixed) -> dict[str, torch.Tensor]:
        """Return the losses of choices in games of one size, or of several."""
        if list(mixed) == [0]:
            return losses_of(self.policy, self.config, mixed[0])
        found = []
        for kind, batch in mixed.items():
            resized = self.games[kind].resized
            found.append(judged(self.policy, batch) if resized is None else resized.ask(judged, batch))
        values, log_probs, entropies = (torch.cat(parts) for parts in zip(*found, strict=True))
        return losses_by(values, log_probs, entropies, self.config, outcomes_of(mixed))

    def _step(self, batch: Mixed, told: dict[str, list[float]]) -> bool:
        """Take a gradient step; return False, without one, where the policy has moved too far from the rollout's."""
        config, policy = self.config, self.policy
        losses = self._losses(batch)
        for name, value in losses.items():
            told.setdefault(name, []).append(value.item())
        if config.target_kl is not None and losses["approx_kl"] > 1.5 * config.target_kl:
            return False
        policy.optimizer.zero_grad()
        losses["loss"].backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), config.max_gradient)
        policy.optimizer.step()
        return True

    def _log(self, rate: float, told: dict[str, list[float]]) -> None:
        record = self.logger.record
        for name, values in told.items():
            record(f"train/{name}", values[-1] if name == "loss" else float(np.mean(values)))
        record("train/learning_rate", rate)
        record("train/explained_variance", explained_variance(*self._foretold()))
        record("train/n_updates", self.updates, exclude="tensorboard")
        record("train/clip_range", self.config.clip)

    def _foretold(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the values of all choices, and their returns."""
        values, returns = zip(*(games.rollout.foretold() for games in self.games), strict=True)
        return np.concatenate(values), np.concatenate(returns)


def losses_of(policy: MaskableActorCriticPolicy, config: TrainConfig, batch: Batch) -> dict[str, torch.Tensor]:
    """Return the ``loss`` of choices, its parts, and how far the policy has moved since them, by the logs' names."""
    return losses_by(*judged(policy, batch), config, batch)


def losses_by(
    values: torch.Tensor, log_probs: torch.Tensor, entropy: torch.Tensor, config: TrainConfig, batch: Batch | Outcomes
) -> dict[str, torch.Tensor]:
    """Return what ``losses_of`` does, by what a policy now makes of the batch: float32 (k,) each."""
    gains = (batch.advantages - batch.advantages.mean()) / (batch.advantages.std() + 1e-8)
    ratio = torch.exp(log_probs - batch.log_probs)
    clipped = torch.clamp(ratio, 1 - config.clip, 1 + config.clip)
    policy_loss = -torch.min(gains * ratio, gains * clipped).mean()
    value_loss = functional.mse_loss(batch.returns, values.flatten())
    entropy_loss = -torch.mean(entropy)
    return {
        "policy_gradient_loss": policy_loss,
        "value_loss": value_loss,
        "entropy_loss": entropy_loss,
        "clip_fraction": (torch.abs(ratio - 1) > config.clip).float().mean(),
        "approx_kl": _divergence(log_probs, batch.log_probs),
        "loss": policy_loss + config.entropy * entropy_loss + config.value_share * value_loss,
    }


@torch.no_grad()
def _divergence(log_probs: torch.Tensor, before: torch.Tensor) -> torch.Tensor:
    """Return how far a policy has moved, as its choices tell (k3 of joschu.net/blog/kl-approx.html)."""
    moved = log_probs - before
    return torch.mean((torch.exp(moved) - 1) - moved)
