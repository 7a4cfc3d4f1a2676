"""The rollout: what a learner saw, chose and earned, and what each choice was worth."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch

from swarmzoo.envs.core.game import Game

PROCESSOR = torch.device("cpu")


class Batch(NamedTuple):
    """Choices of a rollout for one gradient step."""

    observations: torch.Tensor  # (k, size), of the game's type of numbers
    masks: torch.Tensor  # bool (k, actions)
    actions: torch.Tensor  # int64 (k,)
    log_probs: torch.Tensor  # float32 (k,), when they were made
    advantages: torch.Tensor  # float32 (k,)
    returns: torch.Tensor  # float32 (k,)


Mixed = dict[int, Batch]  # a batch of each kind of games


class Outcomes(NamedTuple):
    """What came of choices, float32 (k,) each, as in ``Batch``."""

    log_probs: torch.Tensor
    advantages: torch.Tensor
    returns: torch.Tensor


def deciding(masks: np.ndarray, all_choose: bool) -> np.ndarray:
    """Return which rows are choices, bool (rows,), by their legal actions: all, or those with two or more."""
    return np.ones(len(masks), bool) if all_choose else masks.sum(1) > 1


class Rollout:
    """Steps of games side by side, arrays of the shape (steps, rows); samples are the real choices.

    In a turn-based game every row is a choice. In a simultaneous one rows are agents, ``rows_per_game`` of each game
    side by side, and only those with two or more legal actions have a choice: advantages run from an agent's choice to
    its next one, and what is earned in between belongs to the earlier one. An agent that is out has no value (nan) and
    takes its team's.
    """

    def __init__(self, game: Game, steps: int, rows: int, rows_per_game: int = 1):
        self.all_choose, self.rows_per_game = game.sequential, rows_per_game
        shape = steps, rows
        self.observations = np.zeros((*shape, game.observation_size), game.observation_dtype)
        self.masks = np.zeros((*shape, game.num_actions), bool)
        self.actions = np.zeros(shape, np.int64)
        self.values, self.log_probs = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.rewards = np.zeros(shape, np.float32)
        self.starts = np.zeros(shape, bool)  # the row's game began with this step
        self.chosen = np.zeros(shape, bool)
        self.advantages, self.returns = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.at = 0

    def clear(self) -> None:
        """Begin to fill it again."""
        self.at = 0

    def add(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        actions: np.ndarray,
        values: np.ndarray,
        log_probs: np.ndarray,
        rewards: np.ndarray,
        starts: np.ndarray,
    ) -> None:
        """Note a step: an entry a row of each, rewards after the actions."""
        at = self.at
        self.observations[at], self.masks[at], self.actions[at] = observations, masks, actions
        self.values[at], self.log_probs[at] = values, log_probs
        self.rewards[at], self.starts[at] = rewards, starts
        self.chosen[at] = deciding(masks, self.all_choose)
        self.at += 1

    @property
    def choices(self) -> int:
        """How many choices the rollout holds."""
        return int(self.chosen.sum())

    def judge(self, last_values: np.ndarray, dones: np.ndarray, discount: float, gae_lambda: float) -> None:
        """Write advantages and returns of all choices (of the other rows they mean nothing): Schulman 2016, GAE.

        ``last_values`` float32 (rows,): of what is seen after the last step; ``dones`` bool: games that ended in it.
        """
        value = self._of_team(last_values) * ~dones
        advantage, earned = np.zeros_like(value), np.zeros_like(value)
        for step in reversed(range(len(self.values))):
            if step + 1 < len(self.values):
                goes_on = ~self.starts[step + 1]
                value, advantage, earned = value * goes_on, advantage * goes_on, earned * goes_on
            earned = earned + self.rewards[step]
            now = self.values[step]
            gained = earned + discount * value - now + discount * gae_lambda * advantage
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

    def foretold(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the values of all choices, and their returns."""
        return self.values[self.chosen], self.returns[self.chosen]

    def places(self) -> np.ndarray:
        """Return where the choices are in the arrays of ``on``, int (choices,), row by row."""
        row, step = np.nonzero(self.chosen.T)
        return step * self.chosen.shape[1] + row

    def on(self, device: torch.device) -> list[torch.Tensor]:
        """Return what a batch is made of on a device, step by step: (steps * rows, ...)."""
        arrays = self.observations, self.masks, self.actions, self.log_probs, self.advantages, self.returns
        return [torch.from_numpy(array).to(device).flatten(0, 1) for array in arrays]


def batches_of(rollouts: Sequence[Rollout], size: int, device: torch.device = PROCESSOR) -> Iterator[Batch]:
    """Yield the choices of rollouts of games of one size, as ``mixed_batches`` does."""
    for mixed in mixed_batches(rollouts, [0] * len(rollouts), size, device):
        yield mixed[0]


def mixed_batches(
    rollouts: Sequence[Rollout], kinds: Sequence[int], size: int, device: torch.device = PROCESSOR
) -> Iterator[Mixed]:
    """Yield the choices of rollouts in random order on a device, none of the batches larger than ``size``.

    Choices of games of one size, those of a kind, stand in one batch. Teams' choices are not as many in every rollout:
    their batches are as equal as can be. The order is drawn from numpy's global generator, as stable-baselines3 does;
    the trainer seeds and keeps it.
    """
    places, noted = [rollout.places() for rollout in rollouts], [rollout.on(device) for rollout in rollouts]
    whose = np.repeat(np.arange(len(places)), [len(found) for found in places])
    order = np.random.permutation(len(whose))  # noqa: NPY002
    cuts = np.arange(size, len(order), size) if rollouts[0].all_choose else -(-len(order) // size)
    all_places = np.concatenate(places)
    for taken in np.array_split(order, cuts):
        parts: dict[int, list[list[torch.Tensor]]] = {}
        for k, arrays in enumerate(noted):
            at = torch.from_numpy(all_places[taken[whose[taken] == k]]).to(device)
            if len(at):
                parts.setdefault(kinds[k], []).append([array.index_select(0, at) for array in arrays])
        yield {kind: Batch(*map(torch.cat, zip(*found, strict=True))) for kind, found in parts.items()}


def outcomes_of(mixed: Mixed) -> Outcomes:
    """Return what came of the choices of several batches, one after the other."""
    names = Outcomes._fields
    return Outcomes(*(torch.cat([getattr(batch, name) for batch in mixed.values()]) for name in names))
