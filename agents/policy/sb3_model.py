"""Models that users saved with stable-baselines3: read without running anything from the file, or trusted.

``model.save`` writes a zip archive: ``policy.pth`` holds the weights, ``data`` is JSON in which whatever is not a plain
value is pickled, with its plain parts beside. Without trust only weights and plain values are read.
"""

import io
import json
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.policies import ActorCriticPolicy
from torch import nn

from swarmzoo.envs.api.spaces import observation_box
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

ACTIVATIONS: dict[str, type[nn.Module]] = {
    str(kind): kind for kind in (nn.Tanh, nn.ReLU, nn.ELU, nn.LeakyReLU, nn.GELU, nn.SiLU, nn.Sigmoid, nn.Identity)
}
POLICY_MODULES = ("stable_baselines3.common.policies", "sb3_contrib.common.maskable.policies")
PLAIN_KEYS = {":type:", ":serialized:", "net_arch", "activation_fn", "ortho_init", "share_features_extractor",
              "optimizer_class", "optimizer_kwargs"}  # fmt: skip


class ModelAgent:
    """Plays the most likely legal action of a policy of stable-baselines3."""

    def __init__(self, name: str, policy: ActorCriticPolicy):
        self.name, self.policy = name, policy

    @torch.no_grad()
    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return actions, int64 (k,), for observations (k, size) and masks int8 (k, actions)."""
        tensor = torch.as_tensor(np.ascontiguousarray(observations), device=self.policy.device)
        chances: Any = self.policy.get_distribution(tensor).distribution
        return np.where(masks != 0, chances.logits.cpu().numpy(), -np.inf).argmax(axis=1)


def load_sb3(path: Path, game: Game, *, trust: bool = False, name: str | None = None) -> ModelAgent:
    """Return the agent of a saved PPO or MaskablePPO model; ``trust`` runs code from the file.

    Without trust a new MlpPolicy is built around the weights. Raises GameError for what is not such a model, and for
    one of other spaces than the game's.
    """
    if not path.is_file():
        raise GameError(f"model {path}: file not found")
    data, weights = _read(path)
    policy = _trusted(path, data) if trust else _rebuilt(path, data, weights, game)
    _check_spaces(path, policy, game)
    policy.set_training_mode(False)
    return ModelAgent(name or path.stem, policy)


def _read(path: Path) -> tuple[dict[str, Any], bytes]:
    """Return the plain part of a model, and the file of its weights."""
    try:
        with zipfile.ZipFile(path) as archive:
            data, weights = json.loads(archive.read("data")), archive.read("policy.pth")
    except (zipfile.BadZipFile, KeyError, ValueError, RecursionError, EOFError) as error:
        raise GameError(f"model {path}: it is damaged or not a model of stable-baselines3 ({error})") from None
    if not isinstance(data, dict):
        raise GameError(f"model {path}: it is not a model of stable-baselines3")
    return data, weights


def _trusted(path: Path, data: dict[str, Any]) -> ActorCriticPolicy:
    """Load a model as stable-baselines3 does: this unpickles, so it runs code from the file."""
    maskable = "maskable" in str(_plain(data, "policy_class").get("__module__"))
    try:
        model: Any = (MaskablePPO if maskable else PPO).load(path, device="cpu")
    except Exception as error:  # the file's code: whatever goes wrong there is told as its own
        raise GameError(f"model {path}: it cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(model.policy, ActorCriticPolicy) and not maskable:
        raise GameError(f"model {path}: its policy is {type(model.policy).__name__}; PPO's or MaskablePPO's is needed")
    return model.policy


def _plain(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _rebuilt(path: Path, data: dict[str, Any], weights: bytes, game: Game) -> ActorCriticPolicy:
    """Build an MlpPolicy of the weights' shapes, and put the weights in; nothing of the file is run."""
    arrays, activation = _weights(path, weights), _activation(path, data)
    try:
        actions = arrays["action_net.weight"]
        first = arrays.get("mlp_extractor.policy_net.0.weight", actions)
        _fits(path, (int(first.shape[1]), int(actions.shape[0])), game)
        policy = _mlp_policy(
            game, {"pi": _widths(arrays, "policy_net"), "vf": _widths(arrays, "value_net")}, activation
        )
        policy.load_state_dict(arrays)
    except (KeyError, IndexError, RuntimeError):  # a part is missing, or its shape is another one
        raise _needs_trust(path, "its weights are not those of an MlpPolicy of PPO or MaskablePPO") from None
    return policy


def _mlp_policy(game: Game, widths: dict[str, list[int]], activation: type[nn.Module]) -> ActorCriticPolicy:
    """Return an MlpPolicy for a game with fresh weights; no generator of others is moved."""
    generator = torch.random.get_rng_state()
    try:
        return ActorCriticPolicy(
            observation_box(game),
            spaces.Discrete(game.num_actions),
            lambda _: 0.0,
            net_arch=widths,
            activation_fn=activation,
            ortho_init=False,
        )
    finally:
        torch.random.set_rng_state(generator)


def _weights(path: Path, weights: bytes) -> dict[str, torch.Tensor]:
    try:
        arrays = torch.load(io.BytesIO(weights), map_location="cpu", weights_only=True)
    except (pickle.UnpicklingError, RuntimeError, EOFError, ValueError) as error:
        why = str(error).splitlines()[0]
        raise GameError(f"model {path}: policy.pth is damaged or holds more than weights ({why})") from None
    if not isinstance(arrays, dict) or not all(isinstance(one, torch.Tensor) for one in arrays.values()):
        raise GameError(f"model {path}: policy.pth holds more than weights")
    return arrays


def _activation(path: Path, data: dict[str, Any]) -> type[nn.Module]:
    """Return the activation that the plain part names; raise GameError for what an MlpPolicy does not have."""
    module = _plain(data, "policy_class").get("__module__")
    if module not in POLICY_MODULES:
        raise _needs_trust(path, f"its policy is a class of {module}")
    given = _plain(data, "policy_kwargs")
    if strangers := sorted(given.keys() - PLAIN_KEYS):
        raise _needs_trust(path, f"its policy has {', '.join(strangers)} of its own")
    said = given.get("activation_fn", str(nn.Tanh))
    if said not in ACTIVATIONS:
        raise _needs_trust(path, f"its activation is {said}")
    return ACTIVATIONS[said]


def _widths(arrays: dict[str, torch.Tensor], net: str) -> list[int]:
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
