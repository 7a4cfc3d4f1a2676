"""A trained policy as an agent."""

import numpy as np

from swarmzoo.agents.policy.choice import choose
from swarmzoo.agents.policy.nets import Net


class PolicyAgent:
    """Plays by a network: the likeliest legal action, or with ``sample`` one that is drawn.

    Probabilities are raised to the power of 1 / ``temperature`` before. A choice depends on its own row alone, not on
    the rows beside it: where games ask, draws follow from the game's seed and the decision; in ``act`` they come from
    the agent's own generator.
    """

    def __init__(
        self,
        name: str,
        net: Net,
        *,
        sample: bool = False,
        temperature: float = 1.0,
        seed: int = 0,
    ):
        self.name, self.net, self.sample, self.temperature = name, net, sample, temperature
        self.generator = np.random.default_rng(seed)

    def drawing(self, temperature: float = 1.0) -> "PolicyAgent":
        """Return an agent of the same network that draws its actions; its name says so."""
        told = "drawn" if temperature == 1 else f"drawn, temperature {temperature:g}"
        return PolicyAgent(f"{self.name} ({told})", self.net, sample=True, temperature=temperature)

    @property
    def way(self) -> str:
        """How it chooses, in words."""
        if not self.sample:
            return "takes its likeliest legal action"
        return f"draws its actions by its probabilities, temperature {self.temperature:g}"

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return actions, int64 (k,), for observations (k, size) and masks int8 (k, actions)."""
        count = len(observations)
        seeds = self.generator.integers(1 << 62, size=count) if self.sample else np.zeros(count, np.int64)
        return self.act_seeded(observations, masks, seeds)

    def act_seeded(self, observations: np.ndarray, masks: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Return actions, int64 (k,), as ``act`` does; draws follow from seeds, int64 (k,)."""
        temperature = self.temperature if self.sample else 0.0
        return choose(self.net.logits(observations), masks, seeds, temperature)
