"""Models that users saved with stable-baselines3: read without running anything from the file, or trusted.

``model.save`` writes a zip archive: ``policy.pth`` holds the weights, ``data`` is JSON in which whatever is not a plain
value is pickled, with its plain parts beside. Without trust only weights and plain values are read, and no more is
unpacked than a file of its size may hold. Neither torch nor stable-baselines3 is needed for that.
"""

import pickle
from pathlib import Path
from typing import Any

import numpy as np

from swarmzoo.agents.policy import layers
from swarmzoo.agents.policy.archive import DAMAGE, opened, read_json, reason
from swarmzoo.agents.policy.nets import Net, as_numbers, heads
from swarmzoo.agents.policy.policy_agent import PolicyAgent
from swarmzoo.agents.policy.shaping import usual_shaping
from swarmzoo.agents.policy.torch_file import read_torch_weights
from swarmzoo.agents.policy.weights import Weights, WeightsError
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import content_of
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.printable import printable
from swarmzoo.envs.core.scaling import ENCODINGS, Scaling

TANH = "<class 'torch.nn.modules.activation.Tanh'>"
ACTIVATIONS = {TANH.replace("Tanh", name): number for number, name in enumerate(layers.ACTIVATIONS)}
ACTIVATIONS["<class 'torch.nn.modules.linear.Identity'>"] = layers.IDENTITY
POLICY_MODULES = ("stable_baselines3.common.policies", "sb3_contrib.common.maskable.policies")
PLAIN_KEYS = {":type:", ":serialized:", "net_arch", "activation_fn", "ortho_init", "share_features_extractor",
              "optimizer_class", "optimizer_kwargs"}  # fmt: skip


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
        raise GameError(f"model {path}: {'this is a folder; name a file' if path.is_dir() else 'file not found'}")
    data, weights = _read(path)
    if trust:
        from swarmzoo.agents.policy.sb3_trusted import trusted_net  # loads torch

        net = trusted_net(path, "maskable" in str(_plain(data, "policy_class").get("__module__")), game)
    else:
        net = _rebuilt(path, data, weights, game)
    shaping = usual_shaping(game)  # the file does not say
    return PolicyAgent(name or path.stem, game, net, sample=sample, temperature=temperature, shaping=shaping)


def _read(path: Path) -> tuple[dict[str, Any], bytes]:
    """Return the plain part of a model, and the file of its weights."""
    try:
        with opened(content_of(path)) as archive:
            return read_json(archive.read("data")), archive.read("policy.pth")
    except PermissionError:
        raise
    except DAMAGE as error:
        why = f"it is damaged or not a model of stable-baselines3 ({reason(error)})"
        raise GameError(f"model {path}: {why}") from None


def _plain(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _rebuilt(path: Path, data: dict[str, Any], weights: bytes, game: Game) -> Net:
    """Return the network of an MlpPolicy's weights; nothing of the file is run."""
    arrays, activation = _weights(path, weights), _activation(path, data)
    try:
        actions = arrays["action_net.weight"]
        first = arrays.get("mlp_extractor.policy_net.0.weight", actions)
        shape, is_unit = (int(first.shape[1]), int(actions.shape[0])), _is_unit(_plain(data, "observation_space"))
        return mlp_net(path, arrays, activation, game, fitting(path, shape, is_unit, game))
    except (KeyError, IndexError, WeightsError):  # a part is missing, or its shape is another one
        raise _needs_trust(path, "its weights are not those of an MlpPolicy of PPO or MaskablePPO") from None


def _is_unit(space: dict[str, Any]) -> bool:
    """Return whether the plain part of a space is that of numbers from 0 to 1."""
    numbers = str(space.get("high")).replace("[", " ").replace("]", " ").split()
    return space.get("dtype") == "float32" and set(numbers) <= {"1.", "..."}


def mlp_net(path: Path, arrays: dict[str, np.ndarray], activation: int, game: Game, scaling: Scaling | None) -> Net:
    """Return the network of an MlpPolicy; raise WeightsError for weights of other layers."""
    weights = Weights(arrays, f"model {path}")
    policy, value = (_widths(arrays, net) for net in ("policy_net", "value_net"))
    size = game.observation_size if scaling is None else scaling.size
    net = Net(scaling or as_numbers, *heads(weights, game, size, policy, value, activation))
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
    said = str(given.get("activation_fn", TANH))
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


def fitting(path: Path, shape: tuple[int, int], is_unit: bool, game: Game) -> Scaling | None:
    """Return what encodes a game's observations for a model of some sizes; None: nothing has to.

    ``is_unit``: it was trained on numbers from 0 to 1. Raises GameError where no encoding has these sizes.
    """
    size, actions = shape
    encoded = [Scaling(game, encoding) for encoding in ENCODINGS if encoding != "own"] if is_unit else []
    scaling = next((one for one in encoded if one.size == size), None)
    if actions != game.num_actions or (scaling is None and size != game.observation_size):
        raise GameError(
            f"model {path}: it was trained on {size} numbers and {actions} actions; {game.env_id} as configured here "
            f"has {game.observation_size} and {game.num_actions}; name the game and the fields it was trained on"
        )
    return scaling
