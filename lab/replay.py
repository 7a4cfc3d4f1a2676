"""Replays: a game as its configuration, its seed and the actions, some hundred bytes, that can be checked.

A replay is a line that says what it is, then a compressed header and the actions. Whoever plays it needs no agent: the
game answers to the actions as it did then, or the replay is refused.
"""

import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

MAGIC = b"swarmzoo replay 1\n"
_LENGTH = struct.Struct("<I")
DIGEST = 8  # bytes


@dataclass(frozen=True)
class Replay:
    """A game that was played. ``actions`` int16: of all agents that acted, in their order."""

    game: str
    env_id: str
    rules_signature: str
    config: dict[str, Any]
    seed: int
    agents: tuple[str, ...]  # by side
    pay: tuple[float, ...]  # by side
    length: int
    end: str  # hash of the game's end
    actions: np.ndarray = field(compare=False)
    fault: tuple[int, str, str] | None = None  # the side that lost by it, its kind, a sentence


def end_hash(overview: np.ndarray, length: int) -> str:
    """Return the hash of the end of a game: of everything public, float32, and its length."""
    return blake2b(overview.tobytes() + length.to_bytes(4, "little"), digest_size=DIGEST).hexdigest()


def packed(replay: Replay) -> bytes:
    """Return a replay as bytes."""
    header = asdict(replay)
    actions = header.pop("actions")
    text = json.dumps(header, sort_keys=True, separators=(",", ":")).encode()
    body = zlib.compress(_LENGTH.pack(len(text)) + text + pack_actions(actions), 9)
    return MAGIC + blake2b(body, digest_size=DIGEST).digest() + body


def pack_actions(actions: np.ndarray) -> bytes:
    """Return actions as bytes: one each where all are below 256, else two; the first byte says which."""
    narrow = not len(actions) or int(actions.max()) < 256
    return (b"\1" if narrow else b"\2") + actions.astype(np.uint8 if narrow else "<i2").tobytes()


def unpack_actions(data: bytes) -> np.ndarray:
    """Return the actions, int16, of such bytes."""
    return np.frombuffer(data[1:], np.uint8 if data[:1] == b"\1" else "<i2").astype(np.int16)


def unpacked(data: bytes, where: str = "replay") -> Replay:
    """Return the replay of bytes; raise GameError for what is none, or damaged."""
    if not data.startswith(MAGIC):
        kind = "a replay of another version" if data.startswith(MAGIC[:15]) else "no replay"
        raise GameError(f"{where}: this is {kind}; replays begin with {MAGIC.decode().strip()!r}")
    digest, body = data[len(MAGIC) : len(MAGIC) + DIGEST], data[len(MAGIC) + DIGEST :]
    if blake2b(body, digest_size=DIGEST).digest() != digest:
        raise GameError(f"{where}: the replay is damaged: its bytes are not those that were written")
    try:
        plain = zlib.decompress(body)
        end = _LENGTH.size + _LENGTH.unpack_from(plain)[0]
        header = json.loads(plain[_LENGTH.size : end])
        for name in ("agents", "pay"):
            header[name] = tuple(header[name])
        header["fault"] = None if header["fault"] is None else tuple(header["fault"])
        return Replay(**header, actions=unpack_actions(plain[end:]))
    except (zlib.error, struct.error, ValueError, TypeError, KeyError) as error:
        raise GameError(f"{where}: the replay cannot be read: {error}") from None


def read_replay(path: Path) -> Replay:
    """Return the replay in a file."""
    return unpacked(path.read_bytes(), str(path))


def check_game(replay: Replay, game: Game) -> None:
    """Refuse a replay of other rules or of another version of the game."""
    if replay.env_id != game.env_id:
        raise GameError(f"the replay is of {replay.env_id}; this is {game.env_id}")
    if replay.rules_signature != game.rules_signature:
        raise GameError(
            f"the replay was played by rules {replay.rules_signature}, its configuration has the rules "
            f"{game.rules_signature} here: it is foreign, or the rules have changed since"
        )


def play_back(replay: Replay, game: Game) -> Iterator[np.ndarray]:
    """Yield the state, shape (1,), at the beginning and after every step; raise GameError where the game differs."""
    check_game(replay, game)
    live = LiveGame(game, (), pausing=True)
    live.begin(replay.seed, [NOBODY] * game.num_sides)
    yield live.state
    used = 0
    while used < len(replay.actions):
        used = _take(replay, live, used)
        yield live.state
    _check_end(replay, live)


def _take(replay: Replay, live: LiveGame, used: int) -> int:
    """Take one step with the replay's next actions; return how many are used."""
    count = len(live.acting)
    actions = replay.actions[used : used + count]
    if live.over or len(actions) < count:
        raise GameError(f"action {used}: the game is over before the replay is")
    try:
        live.take(actions)
    except GameError:
        raise GameError(f"action {used}: the replay's {actions.tolist()} is not legal here") from None
    return used + count


def _check_end(replay: Replay, live: LiveGame) -> None:
    found = end_hash(Questions(live.game).overview(live.state), live.length)
    if found != replay.end or (replay.fault is None and not live.over):
        raise GameError(f"the game ends otherwise than the replay says ({found}, not {replay.end})")
    if replay.fault is None and not np.allclose(live.pay, replay.pay):
        raise GameError(f"the game pays {live.pay.tolist()}, the replay says {list(replay.pay)}")


def verify(replay: Replay, game: Game) -> int:
    """Play a replay to its end; return its steps; raise GameError where the game differs."""
    return sum(1 for _ in play_back(replay, game)) - 1
