"""A game as data for a page: each step as the game draws and tells it; no text of it becomes a part of the page."""

import gzip
import json
import re
from base64 import b64decode
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from swarmzoo.agents.find import as_agent, find_agent
from swarmzoo.agents.play.match import play_games
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.games import even_game
from swarmzoo.lab.replay import Replay, end_hash, unpacked, verify
from swarmzoo.viewer.page.document import check_page, replay_page
from swarmzoo.viewer.page.recording import SCHEMA, Recorder, shapes_of_steps
from swarmzoo.viewer.page.replayed import replay_data, watched_data
from swarmzoo.viewer.page.shapes import plain_shape
from swarmzoo.viewer.watch import played

PLAYERS = {
    "insects": ("rusher", "random"),
    "formation": ("charger", "random"),
    "warband": ("captain", "random"),
    "overseer": ("overlord", "random"),
    "nova": ("brawler", "random"),
}


def game_and_agents(name):
    game = even_game(find_game(name), {})
    return game, [find_agent(game, agent) for agent in PLAYERS[name]]


def replay_by(game, agents, seed):
    """Let two agents play a game; return it as a tournament keeps it."""
    found = play_games(game, agents, np.array([[0, 1]]), np.array([seed]), record=True, summaries=False)
    return Replay(
        *(game.name, game.env_id, game.rules_signature, game.config.model_dump(mode="json"), seed),
        agents=tuple(agent.name for agent in agents),
        pay=tuple(float(pay) for pay in found.pay[0]),
        length=int(found.length[0]),
        end=end_hash(found.ends[0], int(found.length[0])),
        actions=found.tapes[0],
    )


def data_in(page: bytes):
    """Return the game that a page holds, as its own script reads it."""
    packed = re.search(r'id="game">([^<]*)<', page.decode())[1]
    return json.loads(gzip.decompress(b64decode(packed)))


@pytest.fixture(scope="module", params=PLAYERS)
def shown(request):
    game, agents = game_and_agents(request.param)
    return game, agents, watched_data(game, agents, 4)


def test_every_step_has_the_shapes_of_the_games_own_drawing(shown):
    game, agents, data = shown
    drawn = [game.words.drawing(state).shapes for state in played(game, agents, 4)]
    steps = list(shapes_of_steps(data))
    assert len(steps) == len(drawn) == len(data["steps"])
    assert steps == [[plain_shape(shape) for shape in shapes] for shapes in drawn]


def test_the_log_of_the_steps_is_the_games_own(shown):
    game, agents, data = shown
    told, log = 0, []
    for state in played(game, agents, 4):
        sentences, told = game.words.log(state, told)
        log.append(sentences)
    assert [step.get("says", []) for step in data["steps"]] == log
    assert data["ending"] and data["ending"] == game.words.ending(state)


def test_each_decision_names_who_chose_and_what(shown):
    game, _, data = shown
    acts = [step.get("acts", []) for step in data["steps"]]
    assert acts[0] == []
    if game.sequential:
        assert all(len(one) == 1 and 0 <= one[0][0] < game.num_agents and one[0][1] for one in acts[1:])


def test_a_page_holds_its_game_and_asks_for_nothing_else(shown):
    _, _, data = shown
    page = replay_page(data)
    assert data_in(page) == json.loads(json.dumps(data))
    assert replay_page(data) == page
    assert not re.search(rb"(src|href)=|https?:|@import|url\(|fetch\(", page.split(b'id="game"')[0])
    assert len(page) < 1_000_000


def test_a_replay_shows_what_was_seen_when_it_was_played(shown):
    game, agents, data = shown
    kept = replay_by(game, agents, 4)
    assert replay_data(kept, game, thoughts=True) == data


class Failing:
    """Plays its first legal actions, then fails."""

    moves = 3

    def __init__(self):
        self.left = self.moves

    def act(self, view):
        self.left -= 1
        if self.left < 0:
            raise ValueError("no idea")
        return view.masks.argmax(axis=1).tolist()


class AtOnce(Failing):
    """Fails when it is asked first."""

    moves = 0


@pytest.mark.parametrize("name", ["warband", "formation"])
@pytest.mark.parametrize("failing", [Failing, AtOnce])
def test_a_game_that_an_agent_loses_by_a_fault_is_shown_as_far_as_it_went(name, failing):
    game, agents = game_and_agents(name)
    seated = [agents[0], as_agent(failing)]
    data = watched_data(game, seated, 4)
    assert data["fault"].startswith("lost by a fault (crash): ") and "no idea" in data["fault"]
    assert data["pay"] == [1, -1] and not data["ending"] and data["steps"]
    kept = unpacked(b64decode(data["replay"]))
    assert kept.fault is not None and kept.fault[0] == 1 and verify(kept, game) == len(data["steps"]) - 1
    assert replay_data(kept, game)["steps"] == watched_data(game, seated, 4, thoughts=False)["steps"]


def test_a_name_cannot_become_a_part_of_the_page():
    game, agents = game_and_agents("warband")
    data = watched_data(game, agents, 1)
    data["agents"] = ["</script><script>alert(1)</script>", "<!--game--><img src=x onerror=alert(1)>"]
    page = replay_page(data)
    assert b"alert(1)<" not in page and b"<img" not in page
    assert page.count(b"<script") == replay_page(data | {"agents": ["a", "b"]}).count(b"<script")
    assert data_in(page)["agents"] == data["agents"]


def test_data_say_which_schema_they_have():
    game, agents = game_and_agents("insects")
    data = watched_data(game, agents, 0)
    assert data["schema"] == SCHEMA == 5
    assert data["game"] == "insects-v0" and data["rules"] == game.rules_signature and data["seed"] == 0
    assert find_game("insects").read(data["config"]).rules_signature == game.rules_signature


def test_a_thousand_soldiers_take_less_than_five_megabytes():
    game = find_game("formation").read({"size": 512})
    agents = [find_agent(game, name) for name in ("commander", "charger")]
    recorder, steps = Recorder(game), 40
    for state in islice(played(game, agents, 0), steps):
        recorder.add(state)
    data = recorder.data(seed=0, agents=[agent.name for agent in agents], pay=[0, 0])
    assert len(replay_page(data)) * 500 / steps < 5_000_000


def test_a_page_needs_the_name_of_one():
    with pytest.raises(GameError, match=r"game\.gif: the name of a page must end in \.html"):
        check_page(Path("game.gif"))
