"""Replays: a game goes as it went; damaged and foreign ones are refused."""

from dataclasses import replace

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.lab.play import Lineup
from swarmzoo.lab.replay import MAGIC, Replay, pack_actions, packed, unpack_actions, unpacked, verify
from swarmzoo.lab.schedule import Group

CONFIG = {"players": 3, "rules": {"base_attack": 2}}
GAME = insects(InsectsConfig.read(CONFIG))


@pytest.fixture(scope="module")
def replay():
    row = Lineup(GAME, ["rusher", "random"], False, True).play([Group(0, (0, 1), 5)])[0]
    return Replay(
        game="insects",
        env_id=GAME.env_id,
        rules_signature=GAME.rules_signature,
        config=CONFIG,
        seed=row.seed,
        agents=("rusher", "random", "random"),
        pay=row.pay,
        length=row.length,
        end=row.end,
        actions=unpack_actions(row.actions),
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
    with pytest.raises(GameError, match="pays"):
        verify(replace(replay, pay=(-1.0, 0.0, 0.0)), GAME)


@pytest.mark.parametrize("actions", [[], [0, 255, 3], [0, 256], [32000]])
def test_actions_are_packed_and_unpacked(actions):
    assert unpack_actions(pack_actions(np.array(actions, np.int16))).tolist() == actions
