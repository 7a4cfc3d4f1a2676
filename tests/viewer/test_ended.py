"""Games of persons that are over are replays: watched, reviewed and played on from; those that go on are none."""

import json

import pytest

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.replay import packed, unpacked, verify
from swarmzoo.viewer.page.replayed import replay_data
from swarmzoo.viewer.play.ended import any_replay
from swarmzoo.viewer.play.forks import read_start
from tests.command.run import run
from tests.viewer.test_kept import played
from tests.viewer.test_table import GAMES


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


def test_what_is_no_replay_is_told(path):
    played("warband", path, turns=2)
    with pytest.raises(GameError, match="not over; go on with it by: swarmzoo play --resume"):
        any_replay(path)
    played("warband", path, turns=5000)
    kept = json.loads(path.read_text())
    for changed, said in (
        ({"start": "x"}, "start of its own"),
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
