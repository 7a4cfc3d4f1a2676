"""A policy that still learns as an agent: by what its weights are now."""

import numpy as np
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from swarmzoo.agents.policy.card_net import CardNet
from swarmzoo.agents.policy.choice import choose
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.layers import ROWS
from swarmzoo.agents.policy.nets import Net, net_of
from swarmzoo.agents.policy.threads import pool
from swarmzoo.agents.policy.weights import weights_of
from swarmzoo.envs.core.game import Game


class TorchAgent:
    """Plays by a network of torch: the most likely legal action, or a drawn one.

    On a graphics card torch works out the layers. On a processor, where games ask for few actions at once and torch is
    slow, that is done without it, from weights that are read again when one has changed. Draws come from the agent's
    own generator, so that playing never changes what anybody else draws.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        network: Network,
        policy: MaskableActorCriticPolicy,
        *,
        sample: bool = False,
        seed: int = 0,
    ):
        self.name, self.game, self.network, self.policy, self.sample = name, game, network, policy, sample
        self.generator = np.random.default_rng(seed)
        self._net: Net | None = None
        self._card_net: CardNet | None = None
        self._changes: list[int] = []

    @property
    def net(self) -> Net:
        """The network with the weights of now."""
        changes = [weights._version for weights in self.policy.parameters()]
        if self._net is None or changes != self._changes:
            self._net = net_of(self.game, self.network, weights_of(self.policy), self.name)
            self._net.logits(np.zeros((1, self.game.observation_size), self.game.observation_dtype))  # compiles it
            self._changes = changes
        return self._net

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return actions, int64 (k,), for observations (k, size) and masks int8 (k, actions)."""
        logits = self._logits(observations)
        seeds = self.generator.integers(1 << 62, size=len(logits)) if self.sample else np.zeros(len(logits), np.int64)
        return choose(logits, masks, seeds, float(self.sample))

    def _logits(self, observations: np.ndarray) -> np.ndarray:
        if self.policy.device.type == "cuda":
            self._card_net = self._card_net or CardNet(self.policy)
            return self._card_net.logits(observations)
        parts = [observations[begin : begin + ROWS] for begin in range(0, len(observations), ROWS)]
        return np.concatenate(list(pool().map(self.net.logits, parts)))
