"""A policy in variants of another size, with more or fewer sides or on another board, while it learns.

There it plays as a checkpoint would: by weights that are picked from its own by the names of inputs and actions
(``agents.policy.tailoring``). What is learned there moves those that they were picked from.
"""

import copy
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn
from torch.func import functional_call

from swarmzoo.agents.policy.network import make_policy
from swarmzoo.agents.policy.tailoring import UNKNOWN, Tailoring, tailored
from swarmzoo.agents.policy.weights import load_weights, weights_of
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.rollout import Batch
from swarmzoo.training.variants import seen_in

T = TypeVar("T")
Judgement = tuple[torch.Tensor, torch.Tensor, torch.Tensor]  # values, log-probabilities, entropies


class Resized:
    """A learning policy in a game of another size than its own: ``policy`` is what it was at the last ``follow``."""

    def __init__(self, config: TrainConfig, source: Game, game: Game, own: MaskableActorCriticPolicy):
        self.game, self._source, self._network, self._own = game, source, config.network, own
        self.policy = make_policy(game, config.network).to(own.device)
        self._asked = _Asked(self.copy())  # its choices remember how they came about, which cannot be copied
        self._picks = _Picks(Tailoring(config.network, source, game), own.device)
        self.follow()

    def follow(self) -> None:
        """Take the weights that the learning policy has now."""
        self.load(self.policy, weights_of(self._own))

    def load(self, policy: MaskableActorCriticPolicy, weights: dict[str, np.ndarray]) -> None:
        """Put what is made of weights of the learning policy's size into a policy of this game's."""
        load_weights(policy, tailored(weights, self._network, self._source, self.game), self.game.env_id)

    def copy(self) -> MaskableActorCriticPolicy:
        """Return another policy of this game's size."""
        return copy.deepcopy(self.policy)

    def ask(self, question: Callable[..., T], *given: Any) -> T:
        """Return what a function makes of the learning policy in this game, as it is now: gradients go to its weights.

        ``question`` takes a policy of this game's size, then what is given.
        """
        weights = self._picks(dict(self._own.named_parameters()))
        named = {f"policy.{name}": value for name, value in weights.items()}
        return functional_call(self._asked, named, (question, *given))


class _Asked(nn.Module):
    """Asks a policy, by the weights that it is called with."""

    def __init__(self, policy: MaskableActorCriticPolicy):
        super().__init__()
        self.policy = policy

    def forward(self, question: Callable[..., T], *given: Any) -> T:
        return question(self.policy, *given)


class _Picks:
    """Picks weights as ``tailored`` does, so that gradients find their way back."""

    def __init__(self, tailoring: Tailoring, device: torch.device):
        def on_device(array: np.ndarray) -> torch.Tensor:
            return torch.from_numpy(array).to(device)

        self._columns = {name: _at(on_device(places)) for name, places in tailoring.columns.items()}
        self._with_rows, (self._rows, _) = tailoring.with_rows, _at(on_device(tailoring.rows))
        self._means = [(on_device(wanted), on_device(known)) for wanted, known in tailoring.means]

    def __call__(self, weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        found = dict(weights)
        for name, (places, is_known) in self._columns.items():
            found[name] = weights[name].index_select(1, places) * is_known
        for name in self._with_rows:
            own = weights[name]
            picked = own.index_select(0, self._rows)
            for wanted, known in self._means:
                mean = own.index_select(0, known).double().mean(0).float()
                picked = picked.index_copy(0, wanted, mean.expand(len(wanted), *mean.shape))
            found[name] = picked
        return found


def _at(places: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return places, 0 for those that are unknown, and which are known, as 1 and 0."""
    return places.clamp(min=0), (places != UNKNOWN).float()


def resized_for(config: TrainConfig, games: Sequence[Game], policy: MaskableActorCriticPolicy) -> list[Resized | None]:
    """Return for each of a run's games, the first one its own, what the policy is there; None where it is as it is."""
    own = games[0]
    return [None if seen_in(game) == seen_in(own) else Resized(config, own, game, policy) for game in games]


def judged(policy: MaskableActorCriticPolicy, batch: Batch) -> Judgement:
    """Return what a policy makes of choices: values, log-probabilities and entropies, float32 (k,) each."""
    values, log_probs, entropy = policy.evaluate_actions(batch.observations, batch.actions, action_masks=batch.masks)
    assert entropy is not None  # choices among actions have one
    return values.flatten(), log_probs, entropy
