"""Checkpoints: one file of JSON and arrays, read without running anything from it.

A checkpoint is a numpy archive (``.npz``): the entry ``header`` is JSON text (bytes), the others are the weights. The
header names the game, its rules and encoding, the network, the training configuration and the SHA-256 of the weights.
"""

import hashlib
import io
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch

from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.network import make_policy
from swarmzoo.agents.policy.policy_agent import PolicyAgent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game

FORMAT = 1


def digest(arrays: dict[str, np.ndarray]) -> str:
    """Return the SHA-256 of named arrays."""
    total = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        total.update(f"{name} {array.dtype.str} {array.shape}".encode())
        total.update(array.tobytes())
    return total.hexdigest()


def write_archive(path: Path, header: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
    """Write header and arrays to a file that is there whole or not at all."""
    header = header | {"format": FORMAT, "sha256": digest(arrays)}
    path.parent.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    text = np.frombuffer(json.dumps(header, indent=1).encode(), np.uint8)
    np.savez_compressed(buffer, header=text, **arrays)  # type: ignore[arg-type]
    write_whole(path, buffer.getvalue())


def read_archive(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Read and check a file that ``write_archive`` made; nothing in it is run."""
    if path.is_dir():
        raise GameError(f"checkpoint {path}: this is a folder; name a file in it, for instance {path / 'best.npz'}")
    if not path.is_file():
        raise GameError(f"checkpoint {path}: file not found")
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        header = json.loads(arrays.pop("header").tobytes())
        claimed = header["sha256"]
    except PermissionError:
        raise
    except (OSError, ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile, UnicodeDecodeError) as error:
        raise GameError(f"checkpoint {path}: it is damaged or not a checkpoint of swarmzoo ({error})") from None
    if header.get("format") != FORMAT:
        raise GameError(f"checkpoint {path}: format {header.get('format')}; this version reads format {FORMAT}")
    if digest(arrays) != claimed:
        raise GameError(f"checkpoint {path}: its weights were changed (the SHA-256 does not match)")
    return header, arrays


def weights_of(module: torch.nn.Module) -> dict[str, np.ndarray]:
    """Return a module's weights as arrays; tables that are made from the game are left out."""
    return {name: value.detach().numpy().copy() for name, value in module.state_dict().items() if "around" not in name}


def load_weights(module: torch.nn.Module, arrays: dict[str, np.ndarray], where: str) -> None:
    """Put arrays into a module; raise GameError where names or shapes differ."""
    own = module.state_dict()
    wanted = {name: tuple(value.shape) for name, value in own.items() if "around" not in name}
    given = {name: array.shape for name, array in arrays.items()}
    if wanted != given:
        wrong = sorted(set(wanted.items()) ^ set(given.items()))[0]
        raise GameError(f"{where}: its weights do not fit the network it names (first difference: {wrong[0]})")
    module.load_state_dict(own | {name: torch.from_numpy(array) for name, array in arrays.items()})


def game_header(game: Game) -> dict[str, Any]:
    """Return what a file notes of the game it belongs to."""
    return {
        "env": game.env_id,
        "encoding": game.encoding,
        "rules_signature": game.rules_signature,
        "game_config": game.config.model_dump(mode="json"),
        "observation_size": game.observation_size,
        "num_actions": game.num_actions,
    }


def save_policy(path: Path, game: Game, network: Network, policy: torch.nn.Module, more: dict[str, Any]) -> None:
    """Write a checkpoint of a policy."""
    header = game_header(game) | {"network": network.model_dump(mode="json")} | more
    write_archive(path, header, weights_of(policy))


def load_policy(path: Path, game: Game, *, sample: bool = False, name: str | None = None) -> PolicyAgent:
    """Return the agent of a checkpoint for a game.

    One trained on other rules loads with a warning, one of another game, encoding or board size not at all.
    """
    header, arrays = read_archive(path)
    _check_fit(path, header, game)
    network = Network.read(header.get("network", {}), "network.")
    generator = torch.random.get_rng_state()
    policy = make_policy(game, network)
    torch.random.set_rng_state(generator)
    load_weights(policy, arrays, f"checkpoint {path}")
    policy.set_training_mode(False)
    return PolicyAgent(name or path.stem, policy, sample=sample)


def _check_fit(path: Path, header: dict[str, Any], game: Game) -> None:
    """Refuse what cannot play the game; warn of other rules."""
    if header.get("env") != game.env_id:
        raise GameError(f"checkpoint {path}: made for {header.get('env')}, not for {game.env_id}; train a new one")
    if header.get("encoding") != game.encoding:
        raise GameError(
            f"checkpoint {path}: made for encoding {header.get('encoding')} of {game.env_id}, which has now "
            f"{game.encoding}; train a new one"
        )
    shape = (header.get("observation_size"), header.get("num_actions"))
    if shape != (game.observation_size, game.num_actions):
        raise GameError(
            f"checkpoint {path}: made for another board or number of players (observation and actions {shape}, here "
            f"{(game.observation_size, game.num_actions)}); use the same players, radius and map size"
        )
    if header.get("rules_signature") != game.rules_signature:
        print(f"swarmzoo: warning: {path} was trained on other rules than those played now", file=sys.stderr)


def checkpoint_config(path: Path) -> dict[str, Any]:
    """Return the game configuration that a checkpoint was trained on."""
    return dict(read_archive(path)[0]["game_config"])
