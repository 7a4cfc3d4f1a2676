"""Checkpoints: archives of a policy's weights.

The header names the game, its rules and encoding, the network, the training configuration and the SHA-256 of it all.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

from swarmzoo.agents.policy.archive import read_archive, write_archive
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.network import make_policy
from swarmzoo.agents.policy.policy_agent import PolicyAgent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game


def weights_of(module: torch.nn.Module) -> dict[str, np.ndarray]:
    """Return a module's weights and tables as arrays."""
    return {name: value.detach().numpy().copy() for name, value in module.state_dict().items()}


def load_weights(module: torch.nn.Module, arrays: dict[str, np.ndarray], where: str) -> None:
    """Put arrays into a module; raise GameError where names, shapes or kinds differ, and for what is no number."""
    own = {name: value.numpy() for name, value in module.state_dict().items()}
    wanted = {(name, array.shape) for name, array in own.items()}
    given = {(name, array.shape) for name, array in arrays.items()}
    if wanted != given:
        wrong = sorted(wanted ^ given)[0]
        raise GameError(f"{where}: its weights do not fit the network it names (first difference: {wrong[0]:.80})")
    for name, array in arrays.items():
        _check_numbers(array, own[name], f"{where}: {name}")
    module.load_state_dict({name: torch.from_numpy(array) for name, array in arrays.items()})


def _check_numbers(given: np.ndarray, own: np.ndarray, where: str) -> None:
    """Refuse weights that are not finite, and tables of a board that are not the game's."""
    if own.dtype.kind != "f":
        if given.dtype != own.dtype or (given != own).any():
            raise GameError(f"{where} is a table of another board; train a new one")
    elif given.dtype.kind != "f":
        raise GameError(f"{where} holds numbers of the kind {given.dtype}; {own.dtype} is needed")
    elif not np.isfinite(given).all():
        raise GameError(f"{where} holds NaN or infinity; take an earlier checkpoint, or train with smaller steps")


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
    network = Network.read(_part(path, header, "network"), "network.")
    generator = torch.random.get_rng_state()
    policy = make_policy(game, network)
    torch.random.set_rng_state(generator)
    load_weights(policy, arrays, f"checkpoint {path}")
    policy.set_training_mode(False)
    return PolicyAgent(name or path.stem, policy, sample=sample)


def _part(path: Path, header: dict[str, Any], key: str) -> dict[str, Any]:
    """Return a part of a header; raise GameError where it has none of keys and values."""
    found = header.get(key)
    if not isinstance(found, dict):
        raise GameError(f"checkpoint {path}: its header has no {key}; train a new one")
    return found


def _told(value: Any) -> str:
    """Return what a header says, short and without control codes."""
    return ascii(value)[:80]


def _check_fit(path: Path, header: dict[str, Any], game: Game) -> None:
    """Refuse what cannot play the game; warn of other rules."""
    if header.get("env") != game.env_id:
        raise GameError(
            f"checkpoint {path}: made for {_told(header.get('env'))}, not for {game.env_id}; train a new one"
        )
    if header.get("encoding") != game.encoding:
        raise GameError(
            f"checkpoint {path}: made for encoding {_told(header.get('encoding'))} of {game.env_id}, which has now "
            f"{game.encoding}; train a new one"
        )
    shape = (header.get("observation_size"), header.get("num_actions"))
    if shape != (game.observation_size, game.num_actions):
        raise GameError(
            f"checkpoint {path}: made for another board or number of players (observation and actions {_told(shape)}, "
            f"here {(game.observation_size, game.num_actions)}); use the same players, radius and map size"
        )
    if header.get("rules_signature") != game.rules_signature:
        print(f"swarmzoo: warning: {path} was trained on other rules than those played now", file=sys.stderr)
