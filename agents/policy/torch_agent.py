"""A policy that still learns as an agent: through torch, whatever its weights are now."""

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from swarmzoo.agents.policy.network import logits_of


class TorchAgent:
    """Plays by a network of torch: the most likely legal action, or a drawn one.

    Draws come from the agent's own generator, so that playing never changes what anybody else draws.
    """

    def __init__(self, name: str, policy: MaskableActorCriticPolicy, *, sample: bool = False, seed: int = 0):
        self.name, self.policy, self.sample = name, policy, sample
        self.generator = np.random.default_rng(seed)

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return actions, int64 (k,), for observations (k, size) and masks int8 (k, actions)."""
        logits = logits_of(self.policy, observations).numpy()  # no layer of the networks knows of a training mode
        logits = np.where(masks != 0, logits, -np.inf)
        if self.sample:
            logits = logits + self.generator.gumbel(size=logits.shape)
        return logits.argmax(axis=1)


def set_threads(threads: int) -> None:
    """Set the threads of torch for this process."""
    torch.set_num_threads(threads)
