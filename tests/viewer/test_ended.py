"""Games of persons that are over are replays: watched, reviewed and played on from; those that go on are none."""

import json
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import copy_of
from swarmzoo.lab.replay import packed, play_back, unpacked, verify
from swarmzoo.viewer.page.replayed import replay_data
from swarmzoo.viewer.play.ended import any_replay
from swarmzoo.viewer.play.forks import read_start, start_of, written
from swarmzoo.viewer.play.kept import Keeper
from swarmzoo.viewer.play.table import PersonTable
from tests.command.run import run
from tests.viewer.test_kept import BAD, played
from tests.viewer.test_table import GAMES, chosen


@pytest.fixture
def path(tmp_path):
    return tmp_path / "kept.json"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_over_is_a_replay(name, path):
    table = played(name, path, turns=5000)
    replay = any_replay(path)
    game = find_game(replay.game).read(replay.config)
    assert verify(replay, game) == len(table.taken)
    assert replay.pay == tuple(table.about()["pay"]) and replay.agents == tuple(table.names)
    assert replay_data(replay, game)["ending"] == table.about()["ending"]
    (path.parent / "game.replay").write_bytes(packed(replay))
    assert any_replay(path.parent / "game.replay") == unpacked(packed(replay)) == replay


def test_seats_and_bans_are_those_of_the_game(path):
    played("insects", path, turns=5000, opponent="greedy -pass", seat=1)
    replay = any_replay(path)
    assert replay.agents == ("greedy", "you") and replay.bans[0] and not replay.bans[1]
    assert verify(replay, find_game(replay.game).read(replay.config)) > 0


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_began_from_a_start_is_a_replay(name, path):
    played(name, path, turns=5000)
    first = any_replay(path)
    start = start_of(first, first.length // 3)
    table = PersonTable(game_of(start), [find_agent(game_of(start), "random")], 0, 5, start=start.position)
    Keeper(path, table, ["random"])
    draw = np.random.default_rng(1)
    while not table.over:
        table.act(chosen(table, draw))
    replay = any_replay(path)
    again = unpacked(packed(replay))
    assert again == replay and again.start == start.position
    assert verify(again, game_of(start)) == len(table.taken)
    assert replay.pay == tuple(table.about()["pay"])
    data = replay_data(replay, game_of(start))
    assert len(data["steps"]) == len(table.taken) + 1 and data["ending"] == table.about()["ending"]
    step = len(table.taken) // 2
    assert start_of(replay, step).position == written(game_of(start), state_at(replay, step))
    with pytest.raises(GameError, match=r"line|position"):
        verify(replace(replay, start="x"), game_of(start))


def game_of(start):
    return find_game(start.game).read(start.config)


def state_at(replay, step):
    game = find_game(replay.game).read(replay.config)
    return copy_of(next(islice(play_back(replay, game), step, None)))


@pytest.mark.parametrize("left", [0, 1])
def test_a_game_that_ended_by_a_fault_is_a_replay(left, path, tmp_path):
    bot = tmp_path / "bad.py"
    bot.write_text(BAD.format(left=left))
    played("insects", path, turns=5000, opponent=f"{bot}:Bad", seat=1)
    replay = any_replay(path)
    assert replay.fault is not None and replay.fault[0] == 0 and "lost my head" in replay.fault[2]
    assert replay.pay == (-1, 1) and verify(unpacked(packed(replay)), find_game("insects").read(replay.config)) >= left
    data = replay_data(replay, find_game("insects").read(replay.config))
    assert "lost my head" in data["fault"]
    kept = json.loads(path.read_text())
    for fault, said in (
        ([1, "error", "no"], "nothing to choose"),
        ([0, "luck", "no"], "nothing to choose"),
        ([2, "error", "no"], "side 2; insects-v0 has the sides 0 to 1"),
        ([-1, "error", "no"], "fault"),
        ([1 << 70, "error", "no"], "fault"),
    ):
        path.write_text(json.dumps(kept | {"fault": fault}, separators=(",", ":")))
        with pytest.raises(GameError, match=said):
            verify(any_replay(path), find_game("insects").read(replay.config))
    path.write_text(json.dumps(kept | {"fault": [0, replay.fault[1], "\x1b[31mred"]}, separators=(",", ":")))
    assert "\x1b" not in any_replay(path).fault[2]


def test_a_fault_that_a_bot_made_good_is_forgotten(path, tmp_path):
    bot = tmp_path / "bad.py"
    bot.write_text(BAD.format(left=0))
    table = played("insects", path, turns=5000, opponent=f"{bot}:Bad", seat=1)
    assert json.loads(path.read_text())["fault"]
    table.take_over("greedy")
    assert json.loads(path.read_text())["fault"] is None


def test_what_is_no_replay_is_told(path):
    played("warband", path, turns=2)
    with pytest.raises(GameError, match="not over; go on with it by: swarmzoo play --resume"):
        any_replay(path)
    played("warband", path, turns=5000)
    kept = json.loads(path.read_text())
    for changed, said in (
        ({"start": "x"}, "start: "),
        ({"fault": [0, "error"]}, "fault"),
        ({"rules": "other"}, "rules other"),
        ({"taken": [*kept["taken"], [0]]}, "over before"),
        ({"taken": [[9999], *kept["taken"][1:]]}, "step 0"),
        ({"agents": []}, "opponents"),
        ({"config": {"size": "many"}}, "size"),
    ):
        path.write_text(json.dumps(kept | changed, separators=(",", ":")))
        with pytest.raises(GameError, match=said) as error:
            any_replay(path)
        assert str(error.value).startswith(f"{path}: ")


def test_the_commands_take_it(path, capsys, monkeypatch):
    played("warband", path, turns=5000)
    page = path.parent / "game.html"
    done = run(capsys, monkeypatch, "replay", str(path), "--html", str(page), "--review", "search:2")
    assert done.code == 0 and "as it was played" in done.out and page.exists()
    assert read_start(path, 3).position != read_start(path, 4).position
    done = run(capsys, monkeypatch, "play", "--fork", str(path), "--step", "99999", "--no-browser")
    assert done.code == 2 and "step 99999" in done.err
