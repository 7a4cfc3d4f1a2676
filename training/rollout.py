"""The rollout of a team: decisions of agents that do not all choose in every step."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer


class ChoiceBuffer(MaskableRolloutBuffer):
    """A rollout whose samples are the real choices: rows with two or more legal actions.

    Advantages run from an agent's choice to its next one; what is earned in between belongs to the earlier one. Rows
    are agents, ``rows_per_game`` of each game side by side; one that is out has no value (nan) and takes its team's.
    """

    def __init__(self, *args: Any, rows_per_game: int = 1, **keywords: Any):
        self.rows_per_game = rows_per_game
        super().__init__(*args, **keywords)

    def reset(self) -> None:
        """Empty the buffer."""
        super().reset()
        self.chosen = np.zeros((self.buffer_size, self.n_envs), bool)

    @property
    def choices(self) -> int:
        """How many choices the rollout holds."""
        return int((self.action_masks.reshape(-1, self.mask_dims).sum(1) > 1).sum())

    def compute_returns_and_advantage(self, last_values: torch.Tensor, dones: np.ndarray) -> None:
        """Write advantages and returns of all choices; of the other rows they mean nothing."""
        self.chosen = self.action_masks.sum(2) > 1
        value = self._of_team(last_values.numpy().flatten()) * ~dones
        advantage, earned = np.zeros(self.n_envs, np.float32), np.zeros(self.n_envs, np.float32)
        for step in reversed(range(self.buffer_size)):
            if step + 1 < self.buffer_size:
                goes_on = 1 - self.episode_starts[step + 1]
                value, advantage, earned = value * goes_on, advantage * goes_on, earned * goes_on
            earned = earned + self.rewards[step]
            now = self.values[step] + 0.0
            gained = earned + self.gamma * value - now + self.gamma * self.gae_lambda * advantage
            self.advantages[step] = gained
            chose = self.chosen[step]
            value, advantage = np.where(chose, now, value), np.where(chose, gained, advantage)
            earned = np.where(chose, np.float32(0), earned)
        self.returns = self.advantages + self.values

    def _of_team(self, values: np.ndarray) -> np.ndarray:
        """Return values in which those who are out have the mean of their team's, or 0."""
        teams = values.reshape(-1, self.rows_per_game)
        known = ~np.isnan(teams)
        mean = np.where(known, teams, 0).sum(1) / np.maximum(known.sum(1), 1)
        return np.where(known, teams, mean[:, None]).astype(np.float32).flatten()

    def get(self, batch_size: int | None = None) -> Iterator[Any]:  # type: ignore[override]
        """Yield the choices in random order, in batches as equal as can be, none larger than ``batch_size``."""
        if not self.generator_ready:
            for name in ("observations", "actions", "values", "log_probs", "advantages", "returns", "action_masks"):
                self.__dict__[name] = self.swap_and_flatten(self.__dict__[name])
            self.generator_ready = True
        chosen = np.flatnonzero(self.chosen.swapaxes(0, 1).flatten())
        shuffled = np.random.permutation(chosen)  # noqa: NPY002  (as SB3 does; the trainer seeds and keeps it)
        for batch in np.array_split(shuffled, -(-len(shuffled) // (batch_size or len(shuffled)))):
            yield self._get_samples(batch)
