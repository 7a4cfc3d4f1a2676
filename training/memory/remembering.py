"""A policy with a memory of its own decisions: recurrent, or one that looks back at what it noted in the last ones."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from swarmzoo.agents.policy.config import Network
from swarmzoo.envs.core.errors import GameError

UNITS = 64  # of what is remembered
SPAN = 16  # decisions that attention looks back at


class Recurrent(nn.Module):
    """A gated recurrent unit, fed with the features of every decision."""

    def __init__(self, width: int):
        super().__init__()
        self.size = UNITS
        self.cell, self.told = nn.GRUCell(width, UNITS), _silent(UNITS, width)

    def forward(self, features: torch.Tensor, state: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what the memory adds to features, (k, width), and its next state, (k, size)."""
        after = self.cell(features, state)
        return self.told(after), after

    def unroll(
        self, features: torch.Tensor, chosen: torch.Tensor, starts: torch.Tensor, state: torch.Tensor
    ) -> torch.Tensor:
        """Return what the memory adds in all steps, (steps, rows, width), for features of that shape.

        ``chosen``, ``starts`` and ``state`` as in ``Remembering.unroll``; where nothing was chosen it means nothing.
        """
        states = []
        for seen, chose, began in zip(features, chosen[:, :, None], starts[:, :, None], strict=True):
            before = state.masked_fill(began, 0.0)
            state = torch.where(chose, self.cell(seen, before), before)
            states.append(state)
        return self.told(torch.stack(states))


class Forgetful(Recurrent):
    """The same unit, which forgets everything between two decisions: what its weights add without a memory."""

    def forward(self, features: torch.Tensor, state: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what the unit adds to features, (k, width), and a state that is not looked at."""
        return super().forward(features, torch.zeros_like(state))

    def unroll(
        self, features: torch.Tensor, chosen: torch.Tensor, starts: torch.Tensor, state: torch.Tensor
    ) -> torch.Tensor:
        """Return what the unit adds in all steps, (steps, rows, width); arguments as of ``Recurrent``."""
        return super().unroll(features, chosen, torch.ones_like(starts), state)


class Attention(nn.Module):
    """A note of each decision; the next ones look back at those of the last ``SPAN``, by likeness and by age."""

    def __init__(self, width: int):
        super().__init__()
        self.size = SPAN * (UNITS + 1)  # with every note whether it was written
        self.question, self.note, self.told = nn.Linear(width, UNITS), nn.Linear(width, UNITS), _silent(UNITS, width)
        self.age = nn.Parameter(torch.zeros(SPAN))  # from the oldest note to the last one

    def forward(self, features: torch.Tensor, state: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what the memory adds to features, (k, width), and its next state, (k, size)."""
        book = state.reshape(len(state), SPAN, UNITS + 1)
        notes, written = book[:, :, :UNITS], book[:, :, UNITS] > 0
        read = _read(self.question(features)[:, None], notes, self.age.expand(len(state), 1, SPAN), written[:, None])
        note = torch.cat([self.note(features), features.new_ones(len(state), 1)], dim=1)
        return self.told(read[:, 0]), torch.cat([book[:, 1:], note[:, None]], dim=1).flatten(1)

    def unroll(
        self, features: torch.Tensor, chosen: torch.Tensor, starts: torch.Tensor, state: torch.Tensor
    ) -> torch.Tensor:
        """Return what the memory adds in all steps, (steps, rows, width), at once; arguments as of ``Recurrent``."""
        rows = chosen.shape[1]
        book = state.reshape(rows, SPAN, UNITS + 1)
        notes = torch.cat([book[:, :, :UNITS], self.note(features).transpose(0, 1)], dim=1)
        count, game = chosen.int().cumsum(0).T, starts.int().cumsum(0).T  # up to and with each step
        before = torch.arange(-SPAN, 0).expand(rows, SPAN)  # the notes of the book are the decisions before the first
        number = torch.cat([before, count - 1], dim=1)
        is_note = torch.cat([book[:, :, UNITS] > 0, chosen.T], dim=1)
        of_game = torch.cat([game.new_zeros(rows, SPAN), game], dim=1)
        ages = (count - chosen.T.int())[:, :, None] - number[:, None]  # 1: the last decision before
        visible = is_note[:, None] & (ages >= 1) & (ages <= SPAN) & (game[:, :, None] == of_game[:, None])
        read = _read(
            self.question(features).transpose(0, 1), notes, self.age[(SPAN - ages).clamp(0, SPAN - 1)], visible
        )
        return self.told(read).transpose(0, 1)


def _read(questions: torch.Tensor, notes: torch.Tensor, ages: torch.Tensor, visible: torch.Tensor) -> torch.Tensor:
    """Return what is read, (k, questions, units), from those of the notes (k, notes, units) that are visible."""
    likeness = (questions @ notes.transpose(1, 2)) / UNITS**0.5 + ages
    nothing = likeness.new_zeros(*likeness.shape[:2], 1)  # to look at none of them
    shares = torch.softmax(torch.cat([likeness.masked_fill(~visible, -torch.inf), nothing], dim=2), dim=2)
    return shares[:, :, :-1] @ notes


def _silent(inputs: int, outputs: int) -> nn.Linear:
    """Return a layer that says nothing yet."""
    layer = nn.Linear(inputs, outputs)
    nn.init.zeros_(layer.weight)
    nn.init.zeros_(layer.bias)
    return layer


MEMORIES: dict[str, Callable[[int], Any] | None] = {
    "none": None,
    "forgetful": Forgetful,
    "recurrent": Recurrent,
    "attention": Attention,
}


class Remembering(nn.Module):
    """A policy whose shared features a memory adds to; at first it adds nothing, so that the policy plays as before.

    ``memory``: one of ``MEMORIES``; with "none" it is the policy itself, and its state is empty.
    """

    def __init__(self, policy: MaskableActorCriticPolicy, network: Network, memory: str):
        super().__init__()
        if memory not in MEMORIES:
            raise GameError(f"memory {memory!r}: unknown; allowed are {', '.join(MEMORIES)}")
        make = MEMORIES[memory]
        self.policy, self.width = policy, network.width
        self.memory = None if make is None else make(network.width)

    @property
    def size(self) -> int:
        """How many numbers it remembers."""
        return 0 if self.memory is None else self.memory.size

    def see(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the features of observations, float32 (k, features), before anything is remembered."""
        seen: Any = self.policy.extract_features(observations, self.policy.pi_features_extractor)
        return seen

    def recall(self, features: torch.Tensor, state: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return features with what the memory adds, and its next state, float32 (k, size), for the present one."""
        if self.memory is None:
            return features, state
        more, after = self.memory(features[:, : self.width], state)
        return self._with(features, more), after

    def unroll(
        self, features: torch.Tensor, chosen: torch.Tensor, starts: torch.Tensor, state: torch.Tensor
    ) -> torch.Tensor:
        """Return features with what the memory adds, for all decisions of some rows in order.

        ``chosen`` bool (steps, rows): where a row decided; ``features`` (decisions, ...): of these. ``starts`` bool
        (steps, rows): where its game began; ``state`` float32 (rows, size): what it remembered before.
        """
        if self.memory is None:
            return features
        seen = features.new_zeros(*chosen.shape, self.width)
        seen = seen.masked_scatter(chosen[:, :, None], features[:, : self.width])
        return self._with(features, self.memory.unroll(seen, chosen, starts, state)[chosen])

    def _with(self, features: torch.Tensor, more: torch.Tensor) -> torch.Tensor:
        return torch.cat([features[:, : self.width] + more, features[:, self.width :]], dim=1)

    def decide(
        self, observations: np.ndarray, masks: Any, state: torch.Tensor
    ) -> tuple[Any, torch.Tensor, torch.Tensor]:
        """Return the distribution over legal actions, values, float32 (k,), and the next state, float32 (k, size)."""
        features, after = self.recall(self.see(torch.from_numpy(observations)), state)
        return *self.judge(features, masks), after

    def judge(self, features: torch.Tensor, masks: Any) -> tuple[Any, torch.Tensor]:
        """Return the distribution over legal actions, and values, float32 (k,), for features of ``recall``."""
        of_policy, of_value = self.policy.mlp_extractor(features)
        choice = self.policy._get_action_dist_from_latent(of_policy)
        choice.apply_masking(masks)
        return choice, self.policy.value_net(of_value).flatten()
