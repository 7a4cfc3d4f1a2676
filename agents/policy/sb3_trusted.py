"""Models of stable-baselines3 that their user trusts: loaded by unpickling, which runs code from the file."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3 import PPO
from stable_baselines3.common.policies import ActorCriticPolicy
from stable_baselines3.common.torch_layers import FlattenExtractor, MlpExtractor

from swarmzoo.agents.policy.nets import Net
from swarmzoo.agents.policy.sb3_model import ACTIVATIONS, fitting, mlp_net
from swarmzoo.agents.policy.weights import weights_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.scaling import Scaling


class TorchNet(Net):
    """A policy of a class of its own, asked through torch: the last bits may depend on the batch and on threads."""

    def __init__(self, policy: Any, scaling: Scaling | None):
        self.policy, self._scaling = policy, scaling

    @torch.no_grad()
    def logits(self, observations: np.ndarray) -> np.ndarray:
        """Return unmasked logits, float32 (k, actions), for observations (k, size)."""
        return self.policy.get_distribution(self._tensor(observations)).distribution.logits.cpu().numpy()

    @torch.no_grad()
    def judge(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return unmasked logits, float32 (k, actions), and values, float32 (k,) from -1 to 1."""
        values = self.policy.predict_values(self._tensor(observations)).cpu().numpy()[:, 0]
        return self.logits(observations), values.clip(-1, 1)

    def _tensor(self, observations: np.ndarray) -> torch.Tensor:
        seen = observations if self._scaling is None else self._scaling(observations)
        return torch.as_tensor(np.ascontiguousarray(seen), device=self.policy.device)


def trusted_net(path: Path, maskable: bool, game: Game) -> Net:
    """Return the network of a model, loaded as stable-baselines3 does; an MlpPolicy is played without torch."""
    try:
        model: Any = (MaskablePPO if maskable else PPO).load(path, device="cpu")
    except Exception as error:  # the file's code: whatever goes wrong there is told as its own
        raise GameError(f"model {path}: it cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(model.policy, ActorCriticPolicy) and not maskable:
        raise GameError(f"model {path}: its policy is {type(model.policy).__name__}; PPO's or MaskablePPO's is needed")
    policy = model.policy
    scaling = _fitting(path, policy, game)
    policy.set_training_mode(False)
    activation = ACTIVATIONS.get(str(policy.activation_fn))
    if activation is None or not _is_usual(policy):
        return TorchNet(policy, scaling)
    return mlp_net(path, weights_of(policy), activation, game, scaling)


def _is_usual(policy: ActorCriticPolicy) -> bool:
    """Return whether a policy is an MlpPolicy, and nobody's own variant of one."""
    return (
        type(policy) in (ActorCriticPolicy, MaskableActorCriticPolicy)
        and type(policy.features_extractor) is FlattenExtractor
        and type(policy.mlp_extractor) is MlpExtractor
    )


def _fitting(path: Path, policy: Any, game: Game) -> Scaling | None:
    """Return what encodes a game's observations for a policy; raise GameError where its spaces are others."""
    space, actions = policy.observation_space, policy.action_space
    if not isinstance(space, spaces.Box) or not isinstance(actions, spaces.Discrete):
        raise GameError(
            f"model {path}: it was trained on {space} and {actions}; {game.env_id} has a flat observation of "
            f"{game.observation_size} numbers and {game.num_actions} actions"
        )
    is_unit = space.dtype == np.float32 and bool((space.high == 1).all())
    return fitting(path, (int(np.prod(space.shape)), int(actions.n)), is_unit, game)
