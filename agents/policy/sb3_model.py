"""Models that users saved with stable-baselines3: read without running anything from the file, or trusted.

``model.save`` writes a zip archive: ``policy.pth`` holds the weights, ``data`` is JSON in which whatever is not a plain
value is pickled, with its plain parts beside. Without trust only weights and plain values are read, and no more is
unpacked than a file of its size may hold. An MlpPolicy is played as checkpoints are, any other policy through torch.
"""

import pickle
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
from torch import nn

from swarmzoo.agents.policy import layers
from swarmzoo.agents.policy.archive import DAMAGE, opened, read_json, reason
from swarmzoo.agents.policy.nets import Net, as_numbers, heads
from swarmzoo.agents.policy.policy_agent import PolicyAgent
from swarmzoo.agents.policy.torch_file import read_torch_weights
from swarmzoo.agents.policy.weights import Weights, WeightsError, weights_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.printable import printable

ACTIVATIONS: dict[str, int] = {str(getattr(nn, name)): number for number, name in enumerate(layers.ACTIVATIONS)}
POLICY_MODULES = ("stable_baselines3.common.policies", "sb3_contrib.common.maskable.policies")
PLAIN_KEYS = {":type:", ":serialized:", "net_arch", "activation_fn", "ortho_init", "share_features_extractor",
              "optimizer_class", "optimizer_kwargs"}  # fmt: skip


class TorchNet(Net):
    """A policy of a class of its own, asked through torch: the last bits may depend on the batch and on threads."""

    def __init__(self, policy: Any):
        self.policy = policy

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
        return torch.as_tensor(np.ascontiguousarray(observations), device=self.policy.device)


def load_sb3(
    path: Path,
    game: Game,
    *,
    trust: bool = False,
    sample: bool = False,
    temperature: float = 1.0,
    name: str | None = None,
) -> PolicyAgent:
    """Return the agent of a saved PPO or MaskablePPO model; ``trust`` runs code from the file.

    Without trust only the weights of an MlpPolicy are taken. ``sample`` and ``temperature`` are those of
    ``PolicyAgent``. Raises GameError for what is not such a model, and for one of other spaces than the game's.
    """
    if not path.is_file():
        raise GameError(f"model {path}: file not found")
    data, weights = _read(path)
    net = _trusted(path, data, game) if trust else _rebuilt(path, data, weights, game)
    return PolicyAgent(name or path.stem, net, sample=sample, temperature=temperature)


def _read(path: Path) -> tuple[dict[str, Any], bytes]:
    """Return the plain part of a model, and the file of its weights."""
    try:
        with opened(path.read_bytes()) as archive:
            return read_json(archive.read("data")), archive.read("policy.pth")
    except PermissionError:
        raise
    except DAMAGE as error:
        why = f"it is damaged or not a model of stable-baselines3 ({reason(error)})"
        raise GameError(f"model {path}: {why}") from None


def _trusted(path: Path, data: dict[str, Any], game: Game) -> Net:
    """Load a model as stable-baselines3 does: this unpickles, so it runs code from the file."""
    maskable = "maskable" in str(_plain(data, "policy_class").get("__module__"))
    try:
        model: Any = (MaskablePPO if maskable else PPO).load(path, device="cpu")
    except Exception as error:  # the file's code: whatever goes wrong there is told as its own
        raise GameError(f"model {path}: it cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(model.policy, ActorCriticPolicy) and not maskable:
        raise GameError(f"model {path}: its policy is {type(model.policy).__name__}; PPO's or MaskablePPO's is needed")
    policy = model.policy
    _check_spaces(path, policy, game)
    policy.set_training_mode(False)
    activation = ACTIVATIONS.get(str(policy.activation_fn))
    if activation is None or not _is_usual(policy):
        return TorchNet(policy)
    return _mlp_net(path, weights_of(policy), activation, game)


def _is_usual(policy: ActorCriticPolicy) -> bool:
    """Return whether a policy is an MlpPolicy, and nobody's own variant of one."""
    return (
        type(policy) in (ActorCriticPolicy, MaskableActorCriticPolicy)
        and type(policy.features_extractor) is FlattenExtractor
        and type(policy.mlp_extractor) is MlpExtractor
    )


def _plain(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _rebuilt(path: Path, data: dict[str, Any], weights: bytes, game: Game) -> Net:
    """Return the network of an MlpPolicy's weights; nothing of the file is run."""
    arrays, activation = _weights(path, weights), _activation(path, data)
    try:
        actions = arrays["action_net.weight"]
        first = arrays.get("mlp_extractor.policy_net.0.weight", actions)
        _fits(path, (int(first.shape[1]), int(actions.shape[0])), game)
        return _mlp_net(path, arrays, activation, game)
    except (KeyError, IndexError, WeightsError):  # a part is missing, or its shape is another one
        raise _needs_trust(path, "its weights are not those of an MlpPolicy of PPO or MaskablePPO") from None


def _mlp_net(path: Path, arrays: dict[str, np.ndarray], activation: int, game: Game) -> Net:
    """Return the network of an MlpPolicy; raise WeightsError for weights of other layers."""
    weights = Weights(arrays, f"model {path}")
    policy, value = (_widths(arrays, net) for net in ("policy_net", "value_net"))
    net = Net(as_numbers, *heads(weights, game, game.observation_size, policy, value, activation))
    weights.end()
    return net


def _weights(path: Path, weights: bytes) -> dict[str, np.ndarray]:
    try:
        return read_torch_weights(weights)
    except (*DAMAGE, pickle.UnpicklingError, AttributeError) as error:
        why = f"policy.pth is damaged or holds more than weights ({reason(error)})"
        raise GameError(f"model {path}: {why}") from None


def _activation(path: Path, data: dict[str, Any]) -> int:
    """Return the activation that the plain part names; raise GameError for what an MlpPolicy does not have."""
    module = _plain(data, "policy_class").get("__module__")
    if module not in POLICY_MODULES:
        raise _needs_trust(path, f"its policy is a class of {_short(module)}")
    given = _plain(data, "policy_kwargs")
    if strangers := sorted(given.keys() - PLAIN_KEYS):
        raise _needs_trust(path, f"its policy has {_short(', '.join(strangers))} of its own")
    said = str(given.get("activation_fn", nn.Tanh))
    if said not in ACTIVATIONS:
        raise _needs_trust(path, f"its activation is {_short(said)}")
    return ACTIVATIONS[said]


def _short(said: Any) -> str:
    """Return what a file says, short and without control codes."""
    return printable(str(said))[:80]


def _widths(arrays: dict[str, np.ndarray], net: str) -> list[int]:
    """Return the units of the hidden layers, from the shapes of their weights."""
    prefix = f"mlp_extractor.{net}."
    layers = [key for key in arrays if key.startswith(prefix) and key.endswith(".weight")]
    return [int(arrays[key].shape[0]) for key in layers]


def _needs_trust(path: Path, why: str) -> GameError:
    return GameError(
        f"model {path}: {why}, so it cannot be built from its weights alone; --trust loads it by unpickling, which "
        "runs code from the file: use it for files of people you trust"
    )


def _check_spaces(path: Path, policy: Any, game: Game) -> None:
    space, actions = policy.observation_space, policy.action_space
    if not isinstance(space, spaces.Box) or not isinstance(actions, spaces.Discrete):
        raise GameError(
            f"model {path}: it was trained on {space} and {actions}; {game.env_id} has a flat observation of "
            f"{game.observation_size} numbers and {game.num_actions} actions"
        )
    _fits(path, (int(np.prod(space.shape)), int(actions.n)), game)


def _fits(path: Path, shape: tuple[int, int], game: Game) -> None:
    here = (game.observation_size, game.num_actions)
    if shape != here:
        raise GameError(
            f"model {path}: it was trained on {shape[0]} numbers and {shape[1]} actions; {game.env_id} as configured "
            f"here has {here[0]} and {here[1]}; name the game and the fields it was trained on"
        )
