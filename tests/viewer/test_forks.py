"""Any moment of any game becomes a new start, the same in all but its log; starts are edited, or refused."""

from base64 import b64decode

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import copy_of
from swarmzoo.lab.replay import unpacked, verify
from swarmzoo.lab.rungs import short_game
from swarmzoo.viewer.page.document import replay_page
from swarmzoo.viewer.page.replayed import replay_data, watched_data
from swarmzoo.viewer.play.forks import as_text, read_start, start_of
from swarmzoo.viewer.play.kept import Keeper, read_kept, table_of
from swarmzoo.viewer.play.table import PersonTable
from swarmzoo.viewer.watch import played
from tests.command.run import run
from tests.viewer.browser import browser, in_a_browser, page_at
from tests.viewer.test_recording import PLAYERS
from tests.viewer.test_table import chosen, everything


@pytest.fixture(scope="module", params=PLAYERS)
def game_played(request):
    game = short_game(find_game(request.param))
    agents = [find_agent(game, name) for name in PLAYERS[request.param]]
    return game, agents, watched_data(game, agents, 3)


def replay_in(data):
    return unpacked(b64decode(data["replay"]))


def test_a_page_holds_the_replay_itself(game_played):
    game, _, data = game_played
    replay = replay_in(data)
    assert verify(replay, game) == len(data["steps"]) - 1
    assert replay_data(replay, game, thoughts=True) == data


def test_a_start_is_the_position_and_is_played_on(game_played, tmp_path):
    game, agents, data = game_played
    replay, last = replay_in(data), len(data["steps"]) - 1
    states = [copy_of(state) for state in played(game, agents, 3)]
    for step in (0, last // 3, last - 2):
        path = tmp_path / "start.yaml"
        path.write_text(as_text(start_of(replay, step)))
        start = read_start(path, None)
        made = find_game(start.game).read(start.config)
        assert made.rules_signature == game.rules_signature
        read = made.words.read_position(start.position, 0)
        assert made.words.write_position(read) == game.words.write_position(states[step])  # all but the log
        assert Questions(made).acting(read).tolist() == Questions(game).acting(states[step]).tolist()
        table = PersonTable(made, [find_agent(made, "random")], 0, 5, start=start.position)
        Keeper(tmp_path / "kept.json", table, ["random"])
        for _ in range(3):
            if not table.over:
                table.act(chosen(table, np.random.default_rng(1)))
        assert everything(table_of(read_kept(tmp_path / "kept.json"), "")) == everything(table)


def test_a_start_is_edited(tmp_path):
    game = short_game(find_game("insects"))
    data = watched_data(game, [find_agent(game, "greedy"), find_agent(game, "rusher")], 3)
    start = start_of(replay_in(data), 40)
    other = find_game("insects").read(start.config | {"rules": {"base_attack": 2}})
    table = PersonTable(other, [find_agent(other, "rusher")], 0, 5, start=start.position)
    assert table.game.rules_signature != game.rules_signature and table.question()
    path = tmp_path / "start.yaml"
    path.write_text(as_text(start).replace("round: ", "round: x"))
    with pytest.raises(GameError, match="round"):
        PersonTable(game, [find_agent(game, "rusher")], 0, 5, start=read_start(path, None).position)


@pytest.mark.parametrize(
    "content", [b"", b"[1]", b"game: insects", b"swarmzoo replay 9\nx", b"{", b"position: 1\ngame: 2"]
)
def test_what_is_no_start_is_refused(content, tmp_path):
    path = tmp_path / "start.yaml"
    path.write_bytes(content)
    with pytest.raises(GameError, match=r"start\.yaml"):
        read_start(path, None)


def test_the_command_says_what_does_not_fit(capsys, monkeypatch, tmp_path):
    game = short_game(find_game("warband"))
    data = watched_data(game, [find_agent(game, name) for name in ("captain", "random")], 3)
    path, start = tmp_path / "game.replay", tmp_path / "start.yaml"
    path.write_bytes(b64decode(data["replay"]))
    done = run(capsys, monkeypatch, "replay", str(path), "--step", "5", "--fork", str(start))
    assert done.code == 0 and "play --fork" in done.out
    assert read_start(path, 5) == read_start(start, None)
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(start.read_text().replace("characters:", "charactres:"))
    for words, said in (
        (("--fork", str(wrong)), f"{wrong}: line"),
        (("--fork", str(path), "--step", "99999"), "step 99999"),
        (("--fork", str(start), "--step", "3"), "--step is for replays"),
        (("warband", "--fork", str(start)), "leave GAME out"),
        (("warband", "--step", "3"), "--fork FILE"),
        (("--fork", str(tmp_path / "none")), "none"),
        (("--fork", str(start), "--set", "rules.none=1"), "none"),
    ):
        done = run(capsys, monkeypatch, "play", *words, "--no-browser")
        assert done.code == 2 and said in done.err, words


@in_a_browser
def test_the_page_hands_out_its_replay(tmp_path):
    game = short_game(find_game("warband"))
    data = watched_data(game, [find_agent(game, name) for name in ("captain", "random")], 3)
    path = tmp_path / "game.html"
    path.write_bytes(replay_page(data))
    with browser() as started, page_at(started, f"{path.as_uri()}#step=7", accept_downloads=True) as page:
        page.click("#fork summary")
        assert "--step 7" in page.inner_text("#commands")
        with page.expect_download() as waiting:
            page.click("#save")
        assert waiting.value.path().read_bytes() == b64decode(data["replay"])
        assert waiting.value.suggested_filename in page.inner_text("#commands")
