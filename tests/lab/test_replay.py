"""Replays: a game goes as it went; damaged and foreign ones are refused."""

import json
import tracemalloc
import zlib
from dataclasses import asdict, replace
from hashlib import blake2b

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.lab import replay as module
from swarmzoo.lab.play import Lineup
from swarmzoo.lab.replay import DIGEST, MAGIC, Replay, pack_actions, packed, unpack_actions, unpacked, verify
from swarmzoo.lab.schedule import Group

CONFIG = {"players": 3, "rules": {"base_attack": 2}}
GAME = insects(InsectsConfig.read(CONFIG))


@pytest.fixture(scope="module")
def replay():
    row = Lineup(GAME, ["rusher", "random"], False, True).play([Group(0, (0, 1), 5)])[0]
    return replay_of(row, ("rusher", "random", "random"))


def replay_of(row, agents):
    return Replay(
        game="insects",
        env_id=GAME.env_id,
        rules_signature=GAME.rules_signature,
        config=CONFIG,
        seed=row.seed,
        agents=agents,
        pay=row.pay,
        length=row.length,
        end=row.end,
        actions=unpack_actions(row.actions),
        fault=None if row.fault is None else (row.fault.side, row.fault.kind, row.fault.sentence),
    )


def test_a_replay_of_some_hundred_bytes_goes_as_the_game_went(replay):
    data = packed(replay)
    assert len(data) < 1000
    again = unpacked(data)
    assert again == replay and (again.actions == replay.actions).all()
    assert verify(again, GAME) == replay.length


@pytest.mark.parametrize("at", [0, len(MAGIC) + 2, 60, 200, -1])
def test_a_damaged_replay_is_refused(replay, at):
    data = bytearray(packed(replay))
    data[at] ^= 1
    with pytest.raises(GameError, match=r"no replay|damaged|another version"):
        unpacked(bytes(data))


@pytest.mark.parametrize("data", [b"", b"hello", MAGIC, MAGIC + bytes(20), b"swarmzoo replay 9\n" + bytes(40)])
def test_what_is_no_replay_is_refused(data):
    with pytest.raises(GameError, match=r"no replay|damaged|another version"):
        unpacked(data)


def test_a_replay_by_other_rules_or_of_another_game_is_refused(replay):
    with pytest.raises(GameError, match="rules"):
        verify(replay, insects(InsectsConfig.read({"players": 3})))
    with pytest.raises(GameError, match="formation-v0"):
        verify(replace(replay, env_id="formation-v0"), GAME)


def test_a_replay_that_was_tampered_with_is_refused(replay):
    for k in range(0, len(replay.actions), 37):
        actions = replay.actions.copy()
        actions[k] = (actions[k] + 1) % GAME.num_actions
        with pytest.raises(GameError, match=r"not legal|ends otherwise|is over"):
            verify(replace(replay, actions=actions), GAME)
    for changed in ({"seed": 6}, {"end": "00" * 8}, {"actions": replay.actions[:-1]}):
        with pytest.raises(GameError, match=r"not legal|ends otherwise|is over"):
            verify(replace(replay, **changed), GAME)
    for pay in ((-1.0, 0.0, 0.0), (replay.pay[0] + 1e-7, *replay.pay[1:])):
        with pytest.raises(GameError, match="pays"):
            verify(replace(replay, pay=pay), GAME)


def lying(replay, **header):
    """Return a replay whose header was rewritten by hand, with a digest that fits."""
    values = {**asdict(replay), **header}
    del values["actions"]
    return sealed(json.dumps(values).encode(), pack_actions(replay.actions))


def sealed(header, actions, size=None):
    size = len(header) if size is None else size
    body = zlib.compress(size.to_bytes(4, "little") + header + actions, 1)
    return MAGIC + blake2b(body, digest_size=DIGEST).digest() + body


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ({"length": 7}, "has a length of"),
        ({"agents": ["rusher", "random"]}, "as many sides as agents: 3"),
        ({"pay": [1, 1, 1]}, "pays"),
        ({"pay": [1.0]}, "pays"),
        ({"fault": [1, "crash", "so they say"]}, "ends otherwise"),
        ({"config": {"players": 2}}, "rules"),
        ({"seed": 1 << 70}, "seed"),
        ({"seed": -1}, "seed"),
        ({"pay": [float("nan"), 0, 0]}, "pay"),
        ({"agents": "abc"}, "agents"),
        ({"agents": ["rusher", 3, None]}, "agents"),
        ({"fault": [1, "crash"]}, "fault"),
        ({"config": [1]}, "config"),
        ({"more": 1}, "more is not a field"),
        ({"end": 5}, "end"),
    ],
)
def test_a_header_that_lies_is_refused(replay, header, told):
    with pytest.raises(GameError, match=told):
        found = unpacked(lying(replay, **header))
        verify(found, insects(InsectsConfig.read(found.config)))


@pytest.fixture(scope="module")
def lost(tmp_path_factory):
    """The replay of a game that the second agent lost by a fault in its third decision."""
    bot = tmp_path_factory.mktemp("bots") / "bad.py"
    bot.write_text(
        "class Bad:\n    left = 3\n    def act(self, view):\n        self.left -= 1\n"
        "        return view.legal_actions[0] if self.left else 100_000\n"
    )
    row = Lineup(GAME, ["rusher", f"{bot}:Bad"], False, True).play([Group(0, (0, 1), 5)])[0]
    return replay_of(row, ("rusher", "Bad", "rusher"))


def test_a_game_that_was_lost_by_a_fault_pays_what_such_a_game_pays(lost):
    assert lost.fault is not None and verify(lost, GAME) == lost.length
    side = lost.fault[0]
    for header, told in (
        ({"pay": lost.pay[::-1] if side != 1 else (-1.0, 0.25, 0.25)}, "pays"),
        ({"fault": ((side + 1) % 3, *lost.fault[1:])}, "it had nothing to choose"),
        ({"fault": (7, *lost.fault[1:])}, "it had nothing to choose"),
        ({"fault": (side, "laziness", "")}, "laziness"),
        ({"fault": None}, "ends otherwise"),
    ):
        with pytest.raises(GameError, match=told):
            verify(unpacked(lying(lost, **header)), GAME)


@pytest.mark.parametrize(
    "data",
    [
        sealed(b"[" * 100_000 + b"]" * 100_000, b"\1"),
        sealed(b"{}", b"\1"),
        sealed(b"[]", b"\1"),
        sealed(b"\xff\xfe", b"\1"),
        sealed(b"{}", b"", size=1 << 31),
        sealed(b"{}", b"", size=100),
        sealed(b'{"seed": ' + b"9" * 5000 + b"}", b"\1"),
        MAGIC + blake2b(b"x", digest_size=DIGEST).digest() + b"x",
    ],
)
def test_what_cannot_be_read_is_told_in_a_short_sentence(data):
    with pytest.raises(GameError, match=r"^replay: the replay cannot be read: .{1,300}$"):
        unpacked(data)


def test_a_small_file_that_unpacks_to_a_gigabyte_is_refused_before_it_is(replay):
    bomb = lying(replace(replay, actions=np.zeros(80_000_000, np.int8)))
    tracemalloc.start()
    try:
        with pytest.raises(GameError, match="more than 33554432 actions"):
            unpacked(bomb)
        assert tracemalloc.get_traced_memory()[1] < 150e6
    finally:
        tracemalloc.stop()
    with pytest.raises(GameError, match="a replay holds"):
        packed(replace(replay, actions=np.zeros((1 << 25) + 1, np.int8)))


def test_a_replay_holds_as_many_actions_as_are_allowed_and_no_more(replay, monkeypatch):
    count = len(replay.actions)
    monkeypatch.setattr(module, "MOST_ACTIONS", count)
    data = packed(replay)
    assert (unpacked(data).actions == replay.actions).all()
    monkeypatch.setattr(module, "MOST_ACTIONS", count - 1)
    with pytest.raises(GameError, match=f"{count} actions: a replay holds .* and {count - 1} actions"):
        packed(replay)
    monkeypatch.setattr(module, "MOST_ACTIONS", count // 4)
    with pytest.raises(GameError, match="replay"):
        unpacked(data)


def test_names_that_move_the_cursor_are_shown_as_what_they_are(replay):
    names = ("\x1b[31mred", "back\rwards", "\u202eturned")
    assert unpacked(lying(replay, agents=names)).agents == ("\\x1b[31mred", "back\\rwards", "\\u202eturned")


@pytest.mark.parametrize("data", [b"", b"\3", b"\2\0"])
def test_bytes_that_are_no_actions_are_refused(data):
    with pytest.raises(ValueError, match="one or two bytes"):
        unpack_actions(data)


@pytest.mark.parametrize("actions", [[], [0, 255, 3], [0, 256], [32000]])
def test_actions_are_packed_and_unpacked(actions):
    assert unpack_actions(pack_actions(np.array(actions, np.int16))).tolist() == actions
