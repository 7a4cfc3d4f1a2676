"""Replays: a game as its configuration, its seed and the actions, some hundred bytes, that can be checked.

A replay is a line that says what it is, a digest of all that follows, then a compressed header and the actions. Whoever
plays it needs no agent: the game answers to the actions as it did then, or the replay is refused. What is checked in
this way: rules, length, pay, end, and whose fault it can have been. The names of the agents, the kind of a fault and
its sentence are what the file says; the digest shows that they are as they were written, not who wrote them.
"""

import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from swarmzoo.agents.faults import FAULT_KINDS
from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.agents.play.results import forfeit_pay
from swarmzoo.envs.core.config import Settings
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.printable import printable

MAGIC = b"swarmzoo replay 1\n"
_LENGTH = struct.Struct("<I")
DIGEST = 8  # bytes
LONGEST_HEADER = 1 << 20  # bytes of JSON
MOST_ACTIONS = 1 << 25  # of a game; two bytes each, unpacked
LONGEST_START = 1 << 18  # characters of a position


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
    bans: tuple[tuple[int, ...], ...] = ()  # the actions that each side was forbidden; (): none was
    start: str = ""  # the position, as text, that it began with; empty: as games of its configuration begin


class _Header(Settings):
    """What a replay says of itself, beside the actions."""

    game: str = Field(max_length=100)
    env_id: str = Field(max_length=100)
    rules_signature: str = Field(max_length=200)
    config: dict[str, Any]
    seed: int = Field(ge=0, lt=1 << 63)
    agents: tuple[str, ...] = Field(strict=False, max_length=64)
    pay: tuple[Annotated[float, Field(allow_inf_nan=False)], ...] = Field(strict=False, max_length=64)
    length: int = Field(ge=0, lt=1 << 31)
    end: str = Field(max_length=2 * DIGEST)
    fault: tuple[int, str, str] | None = Field(strict=False)
    bans: tuple[Annotated[tuple[int, ...], Field(strict=False)], ...] = Field((), strict=False, max_length=64)
    start: str = Field("", max_length=LONGEST_START)


def end_hash(overview: np.ndarray, length: int) -> str:
    """Return the hash of the end of a game: of everything public, float32, and its length."""
    return blake2b(overview.tobytes() + length.to_bytes(4, "little"), digest_size=DIGEST).hexdigest()


def packed(replay: Replay) -> bytes:
    """Return a replay as bytes."""
    header = asdict(replay)
    for name in ("bans", "start"):
        if not header[name]:
            del header[name]
    actions = header.pop("actions")
    text = json.dumps(header, sort_keys=True, separators=(",", ":")).encode()
    if len(text) > LONGEST_HEADER or len(actions) > MOST_ACTIONS:
        raise GameError(
            f"a header of {len(text)} bytes, {len(actions)} actions: a replay holds {LONGEST_HEADER} bytes and "
            f"{MOST_ACTIONS} actions"
        )
    body = zlib.compress(_LENGTH.pack(len(text)) + text + pack_actions(actions), 9)
    return MAGIC + blake2b(body, digest_size=DIGEST).digest() + body


def pack_actions(actions: np.ndarray) -> bytes:
    """Return actions as bytes: one each where all are below 256, else two; the first byte says which."""
    narrow = not len(actions) or int(actions.max()) < 256
    return (b"\1" if narrow else b"\2") + actions.astype(np.uint8 if narrow else "<i2").tobytes()


def unpack_actions(data: bytes) -> np.ndarray:
    """Return the actions, int16, of such bytes; raise ValueError for others."""
    if data[:1] not in (b"\1", b"\2") or (data[:1] == b"\2" and not len(data) % 2):
        raise ValueError("the actions are not numbers of one or two bytes")
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
        header, actions = _unfolded(body)
        values = _Header.read(json.loads(header)).model_dump()
    except (zlib.error, struct.error, ValueError, TypeError, RecursionError) as error:
        raise GameError(f"{where}: the replay cannot be read: {str(error)[:300]}") from None
    values["agents"] = tuple(printable(name) for name in values["agents"])
    if values["fault"] is not None:
        side, kind, told = values["fault"]
        values["fault"] = side, printable(kind), printable(told)
    return Replay(**values, actions=actions)


def _unfolded(body: bytes) -> tuple[bytes, np.ndarray]:
    """Return header and actions; no more is unpacked than they may take."""
    unpacker = zlib.decompressobj()
    start = unpacker.decompress(body, _LENGTH.size)
    size = _LENGTH.unpack(start)[0]
    if size > LONGEST_HEADER:
        raise ValueError(f"a header of {size} bytes; at most {LONGEST_HEADER} are allowed")
    header = unpacker.decompress(unpacker.unconsumed_tail, size) if size else b""
    most = 2 * MOST_ACTIONS + 1
    packed_actions = unpacker.decompress(unpacker.unconsumed_tail, most + 1)
    if len(packed_actions) > most:
        raise ValueError(f"more than {MOST_ACTIONS} actions")
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("it does not end where its actions do")
    return header, unpack_actions(packed_actions)


def read_replay(path: Path) -> Replay:
    """Return the replay in a file."""
    most = 4 * MOST_ACTIONS  # nothing that is packed here is larger
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise GameError(f"{path}: a file of more than {most} bytes is no replay")
    return unpacked(data, str(path))


def game_of(replay: Replay, game: Game) -> Game:
    """Return the game of a replay's configuration with its bans; raise GameError for those that it cannot have."""
    if not replay.bans:
        return game
    return game.banned({side: list(actions) for side, actions in enumerate(replay.bans)})


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
    """Yield the state, shape (1,), at the beginning and after every step; raise GameError where the game differs.

    ``game`` is that of the replay's configuration; the replay's bans take the place of its own.
    """
    game = game_of(replay, game)
    check_game(replay, game)
    live = LiveGame(game, (), pausing=True)
    live.begin(replay.seed, [NOBODY] * game.num_sides, started(game, replay.start, replay.seed))
    yield live.state
    used = 0
    while used < len(replay.actions):
        used = _take(replay, live, used)
        yield live.state
    _check_end(replay, live)


def started(game: Game, start: str, seed: int) -> np.ndarray | None:
    """Return the state, shape (1,), that a game begins with from a position as text; None: as games begin."""
    return game.words.read_position(start, seed) if start else None


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
    """Compare how the game ended with what the replay says of it."""
    found = end_hash(Questions(live.game).overview(live.state), live.length)
    if found != replay.end or live.over == (replay.fault is not None):
        raise GameError(f"the game ends otherwise than the replay says ({found}, not {replay.end})")
    pay = live.pay if replay.fault is None else _forfeit(replay.fault, live)
    for name, here, told in (
        ("has a length of", live.length, replay.length),
        ("has as many sides as agents:", live.game.num_sides, len(replay.agents)),
        ("pays", [float(one) for one in pay], list(replay.pay)),
    ):
        if here != told:
            raise GameError(f"the game {name} {here}, the replay says {told}")


def _forfeit(fault: tuple[int, str, str], live: LiveGame) -> np.ndarray:
    """Return what a game pays that a side lost by its fault; it must have had something to choose, or to begin."""
    side, kind, _ = fault
    could = {live.game.side_of_agent[agent] for agent in live.acting} if live.length else set(live.game.seats)
    if side not in could or kind not in FAULT_KINDS:
        raise GameError(f"the replay says that side {side} lost by a fault ({kind}); it had nothing to choose there")
    return forfeit_pay(live.game.num_sides, side)


def verify(replay: Replay, game: Game) -> int:
    """Play a replay to its end; return its steps; raise GameError where the game differs."""
    return sum(1 for _ in play_back(replay, game)) - 1
