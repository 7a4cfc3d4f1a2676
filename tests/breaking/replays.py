"""Replays, damaged in bytes, headers and actions, with a digest that fits or not: each is refused, or goes as it says.

What a replay says of its game cannot be changed alone: a length, a pay, an end, a fault that the game does not have is
refused. Names of agents and sentences are what the file says.
"""

import json
import zlib
from dataclasses import replace
from hashlib import blake2b
from random import Random
from typing import Any

import numpy as np

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.match import play_games
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.config import changed
from swarmzoo.lab.replay import DIGEST, MAGIC, Replay, end_hash, pack_actions, packed, unpacked, verify
from tests.breaking.mutations import EDGES, mutated, mutated_bytes
from tests.breaking.tally import Tally
from tests.scenarios import scenarios_of

GAMES = 3
CHECKED = ("game", "env_id", "rules_signature", "pay", "length", "end")


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Damage replays of every configuration of a game, and play those that can be read."""
    random = Random(f"{game} {seed}")
    kept = [replay for scenario in scenarios_of(game) for replay in replays_of(game, scenario.game, seed)]
    for _ in range(inputs):
        original = random.choice(kept)
        data = random.choice((_bytes, _sealed, _header, _header, _values, _actions))(original, random)
        with tally.trying(data):
            found = unpacked(data)
            verify(found, find_game(found.game).read(found.config))
            _refuse_lie(original, found)


def replays_of(name: str, game: Any, seed: int) -> list[Replay]:
    """Return the replays of some random games."""
    agents = [built_in(game)["random"]]
    seating = np.zeros((GAMES, game.num_sides), int)
    seeds = np.arange(seed, seed + GAMES)
    found = play_games(game, agents, seating, seeds, record=True, summaries=False)
    return [
        Replay(
            game=name,
            env_id=game.env_id,
            rules_signature=game.rules_signature,
            config=changed(game.config),
            seed=int(seeds[k]),
            agents=("random",) * game.num_sides,
            pay=tuple(float(pay) for pay in found.pay[k]),
            length=int(found.length[k]),
            end=end_hash(found.ends[k], int(found.length[k])),
            actions=found.tapes[k],
        )
        for k in range(GAMES)
    ]


def _refuse_lie(original: Replay, found: Replay) -> None:
    """A replay of the same game that was accepted says the same of it."""
    same = (original.seed, original.config) == (found.seed, found.config)
    if same and np.array_equal(original.actions, found.actions):
        lies = [name for name in CHECKED if getattr(original, name) != getattr(found, name)]
        if lies or found.fault is not None:
            raise AssertionError(f"accepted, though it lies about {', '.join(lies) or 'a fault'}")


def _seal(body: bytes) -> bytes:
    """Return the file of a body, with a digest that fits."""
    return MAGIC + blake2b(body, digest_size=DIGEST).digest() + body


def _bytes(replay: Replay, random: Random) -> bytes:
    """Damage the file as it is."""
    data = mutated_bytes(packed(replay), random)
    return data[: random.randrange(len(data))] if random.random() < 0.2 else data


def _sealed(replay: Replay, random: Random) -> bytes:
    """Damage what is packed, and give it a digest that fits."""
    return _seal(mutated_bytes(packed(replay)[len(MAGIC) + DIGEST :], random))


def _header_of(replay: Replay) -> tuple[str, bytes]:
    """Return the header as text, and the actions."""
    plain = zlib.decompress(packed(replay)[len(MAGIC) + DIGEST :])
    end = 4 + int.from_bytes(plain[:4], "little")
    return plain[4:end].decode(), plain[end:]


def _joined(header: str, actions: bytes, random: Random) -> bytes:
    text = header.encode("utf-8", "surrogatepass")
    size = len(text) if random.random() < 0.95 else random.choice(EDGES) % (1 << 32)
    return _seal(zlib.compress(size.to_bytes(4, "little") + text + actions, 1))


def _header(replay: Replay, random: Random) -> bytes:
    """Damage the header as a text."""
    header, actions = _header_of(replay)
    return _joined(mutated(header, random), actions, random)


def _values(replay: Replay, random: Random) -> bytes:
    """Put another value, of any kind, in the place of one of the header's."""
    header, actions = _header_of(replay)
    values = json.loads(header)
    place, key = values, random.choice(list(values))
    while isinstance(place[key], dict | list) and place[key] and random.random() < 0.8:
        place = place[key]
        key = random.choice(list(place)) if isinstance(place, dict) else random.randrange(len(place))
    odd = (
        None,
        True,
        [],
        {},
        "",
        "x" * 5000,
        "\x1b[2J",
        float("nan"),
        float("inf"),
        -0.0,
        random.choice(EDGES),
        [[[1]]],
    )
    place[key] = random.choice((*odd, [0, "crash", "so"], random.random(), random.randrange(20)))
    return _joined(json.dumps(values), actions, random)


def _actions(replay: Replay, random: Random) -> bytes:
    """Change, drop or double actions, or give the bytes of others."""
    actions = replay.actions.copy()
    at = random.randrange(max(len(actions), 1))
    kind = random.randrange(4)
    if kind == 0 and len(actions):
        actions[at] = random.choice(EDGES) % (1 << 15)
    elif kind == 1:
        actions = np.delete(actions, slice(at, at + random.choice((1, 2, len(actions)))))
    elif kind == 2:
        actions = np.concatenate([actions, actions[at:]])
    else:
        header, _ = _header_of(replay)
        return _joined(header, mutated_bytes(pack_actions(actions), random), random)
    return packed(replace(replay, actions=actions))
