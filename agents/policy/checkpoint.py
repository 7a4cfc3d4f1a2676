"""Checkpoints: archives of a policy's weights.

The header names the game, its rules and encoding, the network, the training configuration and the SHA-256 of it all.
"""

import multiprocessing
import sys
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from swarmzoo.agents.policy.archive import read_archive, write_archive
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.grid import off_grid
from swarmzoo.agents.policy.nets import net_of
from swarmzoo.agents.policy.policy_agent import PolicyAgent
from swarmzoo.agents.policy.shaping import PREFIX, shaping_in, shaping_of
from swarmzoo.agents.policy.tailoring import fits_other_sizes, tailored
from swarmzoo.agents.policy.weights import weights_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

SHOWN = 3  # fields in which rules differ
Difference = tuple[tuple[str, ...], Any, Any]  # keys down to a field, what it was, what it is now

if TYPE_CHECKING:  # training needs it, play does not
    import torch


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


def save_policy(path: Path, game: Game, network: Network, policy: "torch.nn.Module", more: dict[str, Any]) -> None:
    """Write a checkpoint of a policy."""
    header = game_header(game) | {"network": network.model_dump(mode="json")} | more
    header |= {"shaping": shaping_in(header["game_config"])}
    write_archive(path, header, weights_of(policy))


def read_policy(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return header and weights of a checkpoint, coarse or not; raise GameError for what is none."""
    header, arrays = read_archive(path)
    return header, off_grid(arrays, f"checkpoint {path}")


def load_policy(
    path: Path, game: Game, *, sample: bool = False, temperature: float = 1.0, name: str | None = None
) -> PolicyAgent:
    """Return the agent of a checkpoint for a game; ``sample`` and ``temperature`` are those of ``PolicyAgent``.

    Raises GameError for what cannot play it, as ``policy_for`` does.
    """
    header, network, arrays = _policy_for(path, game)
    net = net_of(game, network, arrays, f"checkpoint {path}")
    shaping = shaping_of(game, header, f"checkpoint {path}")
    return PolicyAgent(name or path.stem, game, net, sample=sample, temperature=temperature, shaping=shaping)


def policy_for(path: Path, game: Game) -> tuple[Network, dict[str, np.ndarray]]:
    """Return the network of a checkpoint and its weights for a game, tailored to it where it is of another size.

    Warns of other rules and sizes; raises GameError for a checkpoint of another game or encoding, and of a size that
    cannot be tailored to the game's.
    """
    return _policy_for(path, game)[1:]


def _policy_for(path: Path, game: Game) -> tuple[dict[str, Any], Network, dict[str, np.ndarray]]:
    """Return the header of a checkpoint and what ``policy_for`` does."""
    header, arrays = read_policy(path)
    _check_game(path, header, game)
    refuse_resume_point(path, header)
    network = Network.read(_part(path, header, "network"), "network.")
    if not is_of_size(header, game):
        arrays = _tailored(path, header, network, arrays, game)
    if game.rules_signature not in (header.get("rules_signature"), *_also_learned(header)):
        _warn_of_rules(path, game.rules_signature, "; ".join(_apart(header, game)))
    return header, network, arrays


def _also_learned(header: dict[str, Any]) -> list[Any]:
    """Return the signatures of the rules of variants in which a policy has learned too (``variants``)."""
    found = header.get("variants")
    return found if isinstance(found, list) else []


def refuse_resume_point(path: Path, header: dict[str, Any]) -> None:
    """Raise GameError if a header is that of a resume point: it is not a checkpoint."""
    if "network" not in header and "training" in header:
        raise GameError(f"checkpoint {path}: this is where a run goes on; name its best.npz or last.npz")


def is_of_size(header: dict[str, Any], game: Game) -> bool:
    """Return whether a checkpoint's header is of one that sees as much, and can do as much, as a game has."""
    return (header.get("observation_size"), header.get("num_actions")) == (game.observation_size, game.num_actions)


def _tailored(
    path: Path, header: dict[str, Any], network: Network, arrays: dict[str, np.ndarray], game: Game
) -> dict[str, np.ndarray]:
    """Return weights for a game of another size than that of a checkpoint; raise GameError where there are none."""
    told = _told((header.get("observation_size"), header.get("num_actions")))
    apart = "; ".join(_apart(header, game))
    wrong = GameError(
        f"checkpoint {path}: made for a game in which there is something else to see or to do (observation and actions "
        f"{told}, here {(game.observation_size, game.num_actions)}); "
        + (f"it differs in: {apart}; use the same values" if apart else "train a new one")
    )
    if not fits_other_sizes(game) or game.factory is None:
        raise wrong
    try:
        source = game.factory(type(game.config).read(_part(path, header, "game_config")))
    except GameError:
        raise wrong from None
    if not is_of_size(header, source):
        raise wrong
    net_of(source, network, arrays, f"checkpoint {path}")  # refuses weights that do not fit the network
    return tailored(arrays, network, source, game)


def _part(path: Path, header: dict[str, Any], key: str) -> dict[str, Any]:
    """Return a part of a header; raise GameError where it has none of keys and values."""
    found = header.get(key)
    if not isinstance(found, dict):
        raise GameError(f"checkpoint {path}: its header has no {key}; train a new one")
    return found


def _told(value: Any) -> str:
    """Return what a header says, short and without control codes."""
    return ascii(value)[:80]


def _check_game(path: Path, header: dict[str, Any], game: Game) -> None:
    """Refuse what is of another game or encoding."""
    if header.get("env") != game.env_id:
        raise GameError(
            f"checkpoint {path}: made for {_told(header.get('env'))}, not for {game.env_id}; train a new one"
        )
    if header.get("encoding") != game.encoding:
        raise GameError(
            f"checkpoint {path}: made for encoding {_told(header.get('encoding'))} of {game.env_id}, which has now "
            f"{game.encoding}; train a new one"
        )


def _apart(header: dict[str, Any], game: Game) -> list[str]:
    """Return in words in which fields a checkpoint's game and one differ, the first few."""
    given, own = header.get("game_config"), game.config.model_dump(mode="json")
    found = [
        f"{'.'.join(path)} = {_told(was)}, not {_told(value)}"
        for path, was, value in _differences(given if isinstance(given, dict) else {}, own)
        if not _is_alike(game, own, path, was, value)
    ]
    found.sort(key=lambda text: (text.count("."), text))
    return found if len(found) <= SHOWN else [*found[:SHOWN], f"and {len(found) - SHOWN} more"]


def _differences(before: dict[str, Any], now: dict[str, Any], place: tuple[str, ...] = ()) -> Iterator[Difference]:
    """Yield the fields in which two configurations differ; shaping is pay for learners alone."""
    for key in before.keys() & now.keys():
        was, value = before[key], now[key]
        if isinstance(was, dict) and isinstance(value, dict):
            yield from _differences(was, value, (*place, key))
        elif was != value and not key.startswith(PREFIX):
            yield (*place, key), was, value


def _is_alike(game: Game, own: dict[str, Any], path: tuple[str, ...], was: Any, value: Any) -> bool:
    """Return whether a field that was said and one that was left to the game (None) make the same rules."""
    if game.factory is None or (was is not None and value is not None):
        return False
    other = deepcopy(own)
    place = other
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = was
    try:
        return game.factory(type(game.config).read(other)).rules_signature == (
            game.unbanned_signature or game.rules_signature
        )
    except GameError:
        return False


@cache
def _warn_of_rules(path: Path, rules: str, differences: str) -> None:
    """Warn of a policy of other rules, once; workers leave it to the process that began them."""
    if multiprocessing.parent_process() is None:
        more = f": {differences}" if differences else ""
        print(f"swarmzoo: warning: {path} was trained on other rules than those played now{more}", file=sys.stderr)
