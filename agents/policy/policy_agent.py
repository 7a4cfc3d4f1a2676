"""A trained policy as an agent."""

import numpy as np

from swarmzoo.agents.policy.choice import choose, shares_of
from swarmzoo.agents.policy.nets import Net
from swarmzoo.agents.policy.seen import checked
from swarmzoo.envs.core.game import Game


class PolicyAgent:
    """Plays by a network: the likeliest legal action, or with ``sample`` one that is drawn.

    Probabilities are raised to the power of 1 / ``temperature`` before. A choice depends on its own row alone, not on
    the rows beside it: where games ask, draws follow from the game's seed and the decision; in ``act`` they come from
    the agent's own generator.

    ``shaping`` is the game with the shaping that its values leave out; none: the game itself.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        net: Net,
        *,
        sample: bool = False,
        temperature: float = 1.0,
        seed: int = 0,
        shaping: Game | None = None,
    ):
        self.name, self.game, self.net, self.sample, self.temperature = name, game, net, sample, temperature
        self.shaping = game if shaping is None else shaping
        self.generator = np.random.default_rng(seed)

    def drawing(self, temperature: float = 1.0) -> "PolicyAgent":
        """Return an agent of the same network that draws its actions; its name says so."""
        told = "drawn" if temperature == 1 else f"drawn, temperature {temperature:g}"
        return PolicyAgent(
            f"{self.name} ({told})", self.game, self.net, sample=True, temperature=temperature, shaping=self.shaping
        )

    @property
    def way(self) -> str:
        """How it chooses, in words."""
        if not self.sample:
            return "takes its likeliest legal action"
        return f"draws its actions by its probabilities, temperature {self.temperature:g}"

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return actions, int64 (k,), for observations (k, size) and masks (k, actions), as its game gives them.

        Raises GameError for others: of other shapes, scaled, or with no legal action in a row.
        """
        observations, masks = checked(self.game, observations, masks)
        if not (count := len(observations)):
            return np.zeros(0, np.int64)
        seeds = self.generator.integers(1 << 62, size=count) if self.sample else np.zeros(count, np.int64)
        return self.act_seeded(observations, masks, seeds)

    def judge(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return how likely each action is, float32 (k, actions), and values, float32 (k,), for what ``act`` takes.

        Probabilities are those of the network, at temperature 1; of illegal actions they are 0. A value is what the
        policy still expects to be paid, discounted as when it learned: the final pay, from -1 to 1, less what
        shaping has paid on the way (``shaping``).
        """
        observations, masks = checked(self.game, observations, masks)
        if not len(observations):
            return np.zeros(masks.shape, np.float32), np.zeros(0, np.float32)
        logits, values = self.net.judge(observations)
        return shares_of(np.where(masks == 1, logits, -np.inf)), values

    def act_seeded(self, observations: np.ndarray, masks: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Return actions, int64 (k,), as ``act`` does; draws follow from seeds, int64 (k,)."""
        temperature = self.temperature if self.sample else 0.0
        return choose(self.net.logits(observations), masks, seeds, temperature)
